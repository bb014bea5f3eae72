"""A value of a JSON document that knows its place, with methods that check its type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from reprlib import Repr
from typing import Final, TypeVar

from companion.errors import InputError

ChoiceT = TypeVar("ChoiceT", bound=Enum)
Read = TypeVar("Read")

MOST: Final = 10**9
"""More than any number in a match document."""

_WORDS: Final[Mapping[object, str]] = {None: "null", True: "true", False: "false"}
_SHORT: Final = Repr()
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 40
_SHORT.maxlevel = 2


@dataclass(frozen=True, slots=True)
class Node:
    """``value`` as :func:`json.loads` gave it; ``place``: such as ``games[2].actions[5].dice``, empty at the top.

    A value of another type raises :class:`InputError` with the place and what was expected.
    """

    value: object
    place: str = ""

    def __getitem__(self, name: str) -> Node:
        """Return the value of a required key."""
        found = self.find(name)
        if found is None:
            raise InputError(f"{self._below(name)}: is missing")
        return found

    def find(self, name: str) -> Node | None:
        """Return the value of a key, None if it is missing or null."""
        if not isinstance(self.value, dict):
            raise self.fault("an object with keys")
        value = self.value.get(name)
        return None if value is None else Node(value, self._below(name))

    def items(self) -> Iterator[tuple[str, Node]]:
        """Return all keys and values."""
        if not isinstance(self.value, dict):
            raise self.fault("an object with keys")
        return ((str(name), Node(value, self._below(name))) for name, value in self.value.items())

    def list(self) -> list[Node]:
        if not isinstance(self.value, list):
            raise self.fault("a list")
        return [Node(value, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def texts(self) -> tuple[str, ...]:
        return tuple(node.text() for node in self.list())

    def text(self) -> str:
        # JSON can spell half a surrogate pair, which cannot be written to a file.
        if not isinstance(self.value, str) or (not self.value.isascii() and not _is_whole(self.value)):
            raise self.fault("a text")
        return self.value

    def notation(self, read: Callable[[str], Read]) -> Read:
        """Return the parsed text, such as a play; its parser raises :class:`InputError`."""
        text = self.text()
        try:
            return read(text)
        except InputError as error:
            raise InputError(f"{self.place}: {error}") from None

    def number(self, least: int = 0, most: int = MOST) -> int:
        if not _is_number(self.value, least, most):
            raise self.fault(f"a whole number from {least} to {most}")
        assert isinstance(self.value, int)
        return self.value

    def numbers(self, least: int = 0, most: int = MOST) -> tuple[int, int]:
        """Return two numbers."""
        match self.value:
            case [int(first), int(second)] if all(_is_number(one, least, most) for one in (first, second)):
                return first, second
        raise self.fault(f"two numbers from {least} to {most}")

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.fault("true or false")
        return self.value

    def choice(self, choices: type[ChoiceT]) -> ChoiceT:
        """Return a member of an enumeration, by its value."""
        for choice in choices:
            if choice.value == self.value:
                return choice
        raise self.fault(" or ".join(str(choice.value) for choice in choices))

    def fault(self, expected: str) -> InputError:
        """Return the error that says what was expected here."""
        place = f"{self.place}: " if self.place else ""
        found = _WORDS.get(self.value) if isinstance(self.value, bool | None) else _SHORT.repr(self.value)
        return InputError(f"{place}expected {expected}, found {found}")

    def _below(self, name: object) -> str:
        return f"{self.place}.{name}" if self.place else str(name)


def _is_number(value: object, least: int, most: int) -> bool:
    # In Python a bool is an int too; in JSON it is no number.
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
