"""A play entered by touch: a checker is touched, then its destination.

Nothing is judged or suggested here, so the entry does not reveal the legal plays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import Play, Position, picture_of
from companion.games.backgammon.plays import CheckerMove
from companion.games.backgammon.table import place_of, spot_of
from companion.games.rules import BAR, TRAY, Picture, Side, Spot, Stack

MOST: Final = 4
"""The most checker moves of a roll: a double has four."""


@dataclass(frozen=True, slots=True)
class PlayEntry:
    """The play of the side on roll in ``before``, as far as it is entered.

    ``ways``: (start, end) of the checkers moved so far, as spots.  ``lifted``: the spot of the checker that was
    touched and is still to be put down.
    """

    before: Position
    ways: tuple[tuple[Spot, Spot], ...] = ()
    lifted: Spot | None = None

    @property
    def side(self) -> Side:
        return self.before.on_roll

    @property
    def board(self) -> Picture:
        """The board after the entered moves; both sides may be on one point."""
        return laid(self.before, self.play)

    @property
    def play(self) -> Play:
        """The entered moves in their order."""
        return Play(
            tuple(CheckerMove(place_of(start, self.side), place_of(end, self.side)) for start, end in self.ways)
        )

    def touched(self, spot: Spot) -> PlayEntry:
        """The entry after a touch of a spot, which lifts an own checker or puts the lifted one down there."""
        if self.lifted is None:
            mine = self.board[spot].of(self.side) > 0 and spot != TRAY
            return replace(self, lifted=spot) if mine else self
        if spot in (self.lifted, BAR):
            return replace(self, lifted=None)  # put back; nobody plays onto the bar
        if len(self.ways) == MOST:
            return replace(self, lifted=None)
        return replace(self, ways=(*self.ways, (self.lifted, spot)), lifted=None)

    def undone(self) -> PlayEntry:
        """The entry without the last touch."""
        if self.lifted is not None:
            return replace(self, lifted=None)
        return replace(self, ways=self.ways[:-1])


def laid(before: Position, play: Play) -> Picture:
    """The board after a play of the side on roll, applied literally.

    A single opposing checker where one is put down goes to the bar; two or more stay, and both sides are there.
    Raises :class:`InputError` where no own checker stands at the start of a step.
    """
    board, side = dict(picture_of(before)), before.on_roll
    for step in play.steps:
        start, end = spot_of(step.start, side), spot_of(step.end, side)
        if not board[start].of(side):
            raise InputError(f"play {play.text()!r}: no checker stands on {step.start} to be moved")
        board[start] = _with(board[start], side, -1)
        if end != TRAY and board[end].of(side.other) == 1:
            board[end] = _with(board[end], side.other, -1)
            board[BAR] = _with(board[BAR], side.other, 1)
        board[end] = _with(board[end], side, 1)
    return board


def _with(stack: Stack, side: Side, more: int) -> Stack:
    return Stack(stack.light + more, stack.dark) if side is Side.LIGHT else Stack(stack.light, stack.dark + more)
