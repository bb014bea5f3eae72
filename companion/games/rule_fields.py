"""One field of a rule set: its meaning, its source, and how its values are read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Final, TypeAlias, TypeVar

from companion.errors import InputError, quoted

Value: TypeAlias = bool | int | Enum
Kind = TypeVar("Kind", bound=Value)

_MOST: Final = 1_000_000
_WHOLE_NUMBER: Final = re.compile(r"[0-9]{1,7}")


def rule(default: Kind, says: str, *, source: str) -> Kind:
    """Declare a field of a rule set in its class: the default, its meaning, and its source."""
    declared: Kind = field(default=default, metadata={"says": says, "source": source})
    return declared


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a rule set; ``kind`` is bool, int or a closed choice; see :func:`rule` for the rest."""

    name: str
    kind: type[Value]
    default: Value
    says: str
    source: str

    @property
    def expected(self) -> str:
        """Return the allowed values, for people: ``true or false``, ``a whole number``, ``one of two, one-twice``."""
        if self.kind is bool:
            return "true or false"
        if self.kind is int:
            return f"a whole number from 0 to {_MOST}"
        assert issubclass(self.kind, Enum)
        return f"one of {', '.join(choice.value for choice in self.kind)}"

    def may_be(self, value: object) -> bool:
        """Return whether a value is of this field's kind, and no absurdly large number."""
        return type(value) is self.kind and not (type(value) is int and not 0 <= value <= _MOST)

    def from_text(self, word: str) -> Value:
        """Return the value of a text.  Raises InputError naming field, value and what was expected."""
        if self.kind is bool:
            return self._checked({"true": True, "false": False}.get(word, word))
        if self.kind is int:
            return self._checked(int(word) if _WHOLE_NUMBER.fullmatch(word) else word)
        return self.from_plain(word)

    def from_plain(self, value: object) -> Value:
        """Return the value that TOML or JSON has for this field.  Raises InputError as :meth:`from_text` does."""
        if issubclass(self.kind, Enum):
            return self._checked(next((choice for choice in self.kind if choice.value == value), value))
        return self._checked(value)

    def text(self, value: Value) -> str:
        """Return the value as :meth:`from_text` reads it."""
        return str(value.value) if isinstance(value, Enum) else str(value).lower()

    def plain(self, value: Value) -> bool | int | str:
        """Return the value as :meth:`from_plain` reads it."""
        return str(value.value) if isinstance(value, Enum) else value

    def _checked(self, value: object) -> Value:
        if not self.may_be(value):
            raise InputError(f"{self.name} is {quoted(value)}, expected {self.expected}")
        assert isinstance(value, bool | int | Enum)
        return value


def fields_of(rule_set: type[Any]) -> dict[str, Field]:
    """Return the fields that a rule set's class declares by :func:`rule`, in their order."""
    declared = [entry for entry in fields(rule_set) if entry.metadata]
    return {entry.name: Field(entry.name, type(entry.default), entry.default, **entry.metadata) for entry in declared}
