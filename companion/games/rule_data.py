"""Rule sets as data: what those of every game have, a name and fields, and how they are read and written."""

from __future__ import annotations

import difflib
import logging
import tomllib
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from companion.errors import InputError, quoted
from companion.games.rule_fields import Field, Value

log = logging.getLogger(__name__)

_LONGEST_TOML: Final = 16_000


class RuleData:
    """The rules of one game by one source: a frozen dataclass of fields by :func:`.rule_fields.rule`, and its name."""

    __slots__ = ()

    RETIRED: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The obsolete fields of earlier versions, each with the reason why it has no effect."""

    EXAMPLE: ClassVar[str] = ""
    """A change of a field, as :meth:`from_text` reads it, for sentences that ask for one."""

    name: Any  # a text; a dataclass with slots cannot declare it again

    @classmethod
    @abstractmethod
    def sets(cls) -> Mapping[str, Any]:
        """Return the published sets of this game by name."""

    @classmethod
    @abstractmethod
    def fields(cls) -> Mapping[str, Field]:
        """Return every field, in the order in which people read them."""

    @classmethod
    def from_text(cls, text: str, *, warns: bool = False) -> Self:
        """Return a named rule set, with changed fields after its name if any.

        One of :attr:`RETIRED` has no effect, of which ``warns`` tells in the log.
        Raises :class:`InputError` naming the text, the word in it and what was expected.

        >>> from companion.games.backgammon import RuleSet
        >>> RuleSet.from_text("tournament jacoby=true automatic_doubles=2").automatic_doubles
        2
        """
        name, *words = text.split() or [""]
        base = cls._named(name)
        changes: dict[str, Value] = {}
        try:
            for word in words:
                key, separator, value = word.partition("=")
                if not separator:
                    raise InputError(f"{quoted(word)} is no change such as {cls.EXAMPLE}")
                if key in changes:
                    raise InputError(f"{key} is given twice, expected once")
                if key not in cls.RETIRED:
                    changes[key] = cls._field(key).from_text(value)
                elif warns:
                    cls._warn(key, quoted(text))
            return base.changed(changes)
        except InputError as error:
            raise InputError(f"rules {quoted(text)}: {error}") from None

    @classmethod
    def from_toml(cls, text: str, *, file: str = "in TOML") -> Self:
        """Return a rule set from TOML: ``base`` names a set, every other key is a field that differs from it.

        One of :attr:`RETIRED` has no effect, and a warning says so.

        Raises :class:`InputError` naming the file, the key and what was expected.

        >>> from companion.games.backgammon import RuleSet
        >>> RuleSet.from_toml('base = "tactic"\\njacoby = true').text()
        'tactic jacoby=true'
        """
        try:
            values = toml_values(text)
            if "base" not in values:
                raise InputError(f"base is missing, expected one of {', '.join(cls.sets())}")
            base = cls._named(values.pop("base"), key="base")
            for key in values.keys() & cls.RETIRED.keys():
                cls._warn(key, file)
                del values[key]
            changes = {key: cls._field(key).from_plain(value) for key, value in values.items()}
            return base.changed(changes)
        except InputError as error:
            raise InputError(f"rules {file}: {error}") from None

    def text(self) -> str:
        """Return the name and the fields that differ from the set of that name, as :meth:`from_text` reads them.

        >>> from companion.games.backgammon import RuleSet
        >>> RuleSet.from_text("djeco has_bar=true larger_number=true").text()
        'djeco has_bar=true'
        """
        fields = self.fields()
        return " ".join([self.name, *(f"{key}={fields[key].text(value)}" for key, value in self.changes().items())])

    def changes(self) -> dict[str, Value]:
        """Return the fields that differ from the set of the same name, with their values."""
        named: Self = self.sets()[self.name]
        mine, theirs = self.values(), named.values()
        return {key: value for key, value in mine.items() if value != theirs[key]}

    def values(self) -> dict[str, Value]:
        """Return every field with its value."""
        return {key: getattr(self, key) for key in self.fields()}

    def changed(self, changes: Mapping[str, Value]) -> Self:
        """Return the rules with these fields changed.  Raises :class:`InputError` if they contradict each other."""
        fields: dict[str, Any] = dict(changes)
        changed: Self = replace(self, **fields)  # type: ignore[type-var]
        return changed

    @classmethod
    def _named(cls, name: object, *, key: str = "rule set") -> Self:
        sets: Mapping[str, Self] = cls.sets()
        if not isinstance(name, str) or name not in sets:
            raise InputError(f"{key} {quoted(name)}: expected one of {', '.join(sets)}")
        return sets[name]

    @classmethod
    def _field(cls, name: str) -> Field:
        fields = cls.fields()
        if name not in fields:
            near = difflib.get_close_matches(name[:80], fields, n=3, cutoff=0.4) or list(fields)[:3]
            raise InputError(f"there is no field {quoted(name)}; nearest are {', '.join(near)}")
        return fields[name]

    @classmethod
    def _warn(cls, retired: str, named: str) -> None:
        log.warning("rules %s: %r has no effect any more (%s)", named, retired, cls.RETIRED[retired])


def toml_values(text: str) -> dict[str, Any]:
    """Return what a file of rules says.  Raises :class:`InputError` for what is too long, or no TOML."""
    if len(text) > _LONGEST_TOML:
        raise InputError(f"has {len(text):,} characters, expected at most {_LONGEST_TOML:,}")
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also numbers of more digits than Python reads
        raise InputError(f"is not TOML ({error})") from None
    except RecursionError:
        raise InputError("is nested too deeply, expected base and fields") from None
