"""The protocol that the application needs from any game."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple, Protocol, TypeAlias, TypeVar


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

PositionT = TypeVar("PositionT")
RollT = TypeVar("RollT", contravariant=True)
PlayT = TypeVar("PlayT", covariant=True)


class Rules(Protocol[PositionT, RollT, PlayT]):
    """A game under one rule set: enough to judge a turn."""

    def legal_ends(self, position: PositionT, roll: RollT) -> Mapping[PositionT, PlayT]:
        """Return every position in which the turn may end, each with one play that leads there.

        A player who cannot move gets the unchanged checkers with the empty play.
        In each result the opponent is on roll.
        """
        ...

    def picture(self, position: PositionT) -> Picture:
        """Return the board of a position as a picture: all spots, bar and tray included."""
        ...
