"""What every game has: two sides, spots, and boards as they look."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple, TypeAlias


class Side(Enum):
    """One of the two players, named by the colour of the checkers."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> Side:
        return Side.DARK if self is Side.LIGHT else Side.LIGHT


Spot: TypeAlias = int
"""A place on the board: in backgammon the points 1 to 24 numbered from Light's seat, ``BAR`` and ``TRAY``.

The numbers are those of :mod:`vision.observation`, so that evidence and positions meet without translation.
"""

BAR: Final[Spot] = 0
TRAY: Final[Spot] = 25


class Stack(NamedTuple):
    """How many checkers of each side are on one spot."""

    light: int
    dark: int

    def of(self, side: Side) -> int:
        return self.light if side is Side.LIGHT else self.dark


Picture: TypeAlias = Mapping[Spot, Stack]
"""A board as it looks: every spot and its checkers, with any counts, even both sides on one spot.

A spot that is absent has not been seen.
"""
