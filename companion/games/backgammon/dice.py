"""A roll of two dice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from companion.errors import InputError, quoted

FACES: Final = range(1, 7)


@dataclass(frozen=True, slots=True)
class Dice:
    """Two numbers as rolled; their order says nothing about the order of playing them.

    >>> Dice(3, 1).text()
    '31'
    >>> Dice.from_text("6-6").is_double
    True
    """

    first: int
    second: int

    def __post_init__(self) -> None:
        if self.first not in FACES or self.second not in FACES:
            raise InputError(f"dice {self.first} {self.second}: each die shows a number from 1 to 6")

    @classmethod
    def from_text(cls, text: str) -> Dice:
        """Read ``31``, ``3 1``, ``3-1`` or ``3,1``.  Raises :class:`InputError` for anything else."""
        found = re.fullmatch(r"\s*([1-6])\s*[-,/ ]?\s*([1-6])\s*", text)
        if not found:
            raise InputError(f"dice {quoted(text)}: expected two numbers from 1 to 6, such as 31")
        return cls(int(found[1]), int(found[2]))

    def text(self) -> str:
        """Return both numbers as rolled, such as ``31``."""
        return f"{self.first}{self.second}"

    @property
    def is_double(self) -> bool:
        return self.first == self.second

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers to play: two, or four equal ones of a double."""
        return (self.first,) * 4 if self.is_double else (self.first, self.second)

    def same_numbers(self, other: Dice) -> bool:
        """Return whether both rolls show the same numbers, in either order."""
        return sorted((self.first, self.second)) == sorted((other.first, other.second))

    def __str__(self) -> str:
        """Return what a person reads: the larger number first, such as ``3-1``."""
        return f"{max(self.first, self.second)}-{min(self.first, self.second)}"
