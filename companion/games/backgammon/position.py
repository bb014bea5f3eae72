"""The position: the places of all checkers and the side on roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import match_id, position_id, text_board, xgid
from companion.games.backgammon.match_id import MatchState
from companion.games.rules import Side, Stack

CHECKERS: Final = position_id.CHECKERS
_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A board, the same for both players: points are numbered from Light's seat.

    ``points``: 24 signed counts, index k = point k + 1, + Light, - Dark.  Light moves from 24
    towards 1, Dark from 1 towards 24.  ``bar`` and ``off``: checkers there as (light, dark).
    A side may have fewer than 15 checkers in all: a wrong start position is accepted.

    >>> START.id()
    '4HPwATDgc/ABMA'
    >>> START.pip_count(Side.LIGHT)
    167
    """

    points: tuple[int, ...]
    bar: Stack = _NONE
    off: Stack = _NONE
    on_roll: Side = Side.LIGHT

    @classmethod
    def from_id(cls, text: str, on_roll: Side = Side.LIGHT) -> Position:
        """Read a GNU Position ID, which does not say whose turn it is.

        Missing checkers are borne off.  Raises :class:`InputError` naming the text.
        """
        not_on_roll, mover = position_id.decode(text)
        light, dark = (mover, not_on_roll) if on_roll is Side.LIGHT else (not_on_roll, mover)
        points = tuple(light[k] - dark[23 - k] for k in range(24))
        return cls(points, Stack(light[24], dark[24]), Stack(CHECKERS - sum(light), CHECKERS - sum(dark)), on_roll)

    def id(self) -> str:
        """Return the GNU Position ID: the board as the side on roll sees it."""
        return position_id.encode(self.counts(self.on_roll.other), self.counts(self.on_roll))

    @classmethod
    def from_xgid(cls, text: str) -> Position:
        """Read the board and the turn of an XGID; Light is the bottom player, in upper case.

        Raises :class:`InputError` naming the text.
        """
        points, bar, state = xgid.decode(text)
        return cls(points, bar, _missing(points, bar), state.on_roll)

    def xgid(self) -> str:
        """Return the XGID of this board in money play: cube 1 in the middle, not rolled, no Jacoby, no beavers."""
        return xgid.encode(self.points, self.bar, MatchState(on_roll=self.on_roll, to_act=self.on_roll))

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read the small board that a position prints as, or one that GNU Backgammon prints.

        Light is GNU Backgammon's bottom player, X.  Raises :class:`InputError` naming the text.

        >>> Position.from_text(str(START)) == START
        True
        """
        if ids := text_board.gnubg_ids(text):
            return cls.from_id(ids[0], match_id.decode(ids[1]).on_roll)
        return cls(*text_board.decode(text))

    def mirrored(self) -> Position:
        """Return the same position with the players exchanged: Light's checkers become Dark's."""
        return Position(
            tuple([-count for count in reversed(self.points)]),
            Stack(self.bar.dark, self.bar.light),
            Stack(self.off.dark, self.off.light),
            self.on_roll.other,
        )

    def counts(self, side: Side) -> tuple[int, ...]:
        """Return a side's checkers on its own points 1 to 24, then on the bar: 25 numbers."""
        if side is Side.LIGHT:
            return (*[max(count, 0) for count in self.points], self.bar.light)
        return (*[max(-count, 0) for count in reversed(self.points)], self.bar.dark)

    def pip_count(self, side: Side) -> int:
        """Return a side's pip count; a checker on the bar counts 25."""
        return sum(distance * count for distance, count in enumerate(self.counts(side), start=1))

    def checkers(self, side: Side) -> int:
        """Return how many checkers of a side are still in play, on points and bar."""
        return sum(self.counts(side))

    @property
    def winner(self) -> Side | None:
        """Return the side that has borne off all its checkers, None during the game."""
        return next((side for side in Side if self.checkers(side) == 0), None)

    def __repr__(self) -> str:
        if _missing(self.points, self.bar) == self.off:
            return f"Position.from_id({self.id()!r}, {self.on_roll})"
        return f"Position({self.points}, {self.bar}, {self.off}, {self.on_roll})"

    def __str__(self) -> str:
        """Return a small board as seen from Light's seat: O is Light, X is Dark."""
        return text_board.encode(self.points, self.bar, self.off, self.on_roll)


def _missing(points: tuple[int, ...], bar: Stack) -> Stack:
    light = CHECKERS - bar.light - sum(count for count in points if count > 0)
    dark = CHECKERS - bar.dark + sum(count for count in points if count < 0)
    if min(light, dark) < 0:
        raise InputError(f"points {points}, bar {tuple(bar)}: a side has more than {CHECKERS} checkers")
    return Stack(light, dark)


START: Final = Position.from_id("4HPwATDgc/ABMA")
