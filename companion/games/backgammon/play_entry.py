"""A play entered by touch: checkers are tapped or dragged on a drawn board, which takes legal plays only.

Nothing is valued or suggested here: every step that some legal play of the roll holds is possible, no other one is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position, RuleSet, generator, picture_of
from companion.games.backgammon.landings import Turn, TurnState
from companion.games.backgammon.plays import CheckerMove, play_of, position_of
from companion.games.backgammon.table import place_of, spot_of
from companion.games.rules import BAR, TRAY, Picture, Side, Spot, Stack

_Way: TypeAlias = tuple[int, ...]
"""The places of one checker, one number after the other, in the mover's own numbering: 25 = bar, 0 = off."""

_NOWHERE: Final[_Way] = ()


@dataclass(frozen=True, slots=True)
class PlayEntry:
    """The play of a roll, as far as it is entered.

    ``turn``: the roll, and the position before it.  ``touches``: what each touch moved, at least two places each.

    >>> from companion.games.backgammon import STANDARD, START
    >>> entry = PlayEntry.of(START, Dice(6, 5), STANDARD)
    >>> entry.tapped(24).tapped(18).play.text()
    '24/13'
    >>> entry.dragged(13, 8).tapped(24).play.text()
    '24/18 13/8'
    """

    turn: Turn
    touches: tuple[_Way, ...] = ()

    @classmethod
    def of(cls, before: Position, dice: Dice, rules: RuleSet) -> PlayEntry:
        """The entry of a roll of the side on roll in ``before``, of which nothing is entered."""
        return cls(Turn.of(before, dice, rules))

    # --- what is entered ------------------------------------------------------------------------------------

    @property
    def side(self) -> Side:
        return self.turn.side

    @property
    def steps(self) -> Play:
        """The moves of checkers in the order in which they were entered, each by one number."""
        board = list(self.turn.begin[0])
        return Play(
            tuple(
                CheckerMove(start, end, generator.advance(board, start, start - end))
                for way in self.touches
                for start, end in pairwise(way)
            )
        )

    @property
    def is_complete(self) -> bool:
        """Whether the turn may end so."""
        return self._view in self.turn.ends

    @property
    def play(self) -> Play | None:
        """The legal play that is entered, in the order in which it is written; None while it is not complete."""
        return play_of(self.turn.begin[0], self.turn.ends[self._view]) if self.is_complete else None

    @property
    def board(self) -> Position:
        """The board after the entered moves, the same side on roll."""
        return replace(position_of(self._view, self.turn.before), on_roll=self.side)

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the roll that are not entered yet."""
        return min(numbers for _, numbers in self._states)

    def landings(self, spot: Spot) -> frozenset[Spot]:
        """Where a checker may be dragged from a spot, by one number or by several."""
        return frozenset(spot_of(way[-1], self.side) for way in self._ways(place_of(spot, self.side)))

    def may_lift(self, spot: Spot) -> bool:
        """Whether a checker can be taken from a spot: to be moved, or because it is the one that was moved last."""
        place, (_, moved) = place_of(spot, self.side), self._last
        return any(self._ends(place)) or place in moved[-1:]

    # --- touches --------------------------------------------------------------------------------------------

    def tapped(self, spot: Spot) -> PlayEntry:
        """The entry after a tap of a spot.

        A checker there is moved by the largest number that it can move by.  The checker that was moved last goes on
        by the next number; then it is moved by the other number alone, and once there is no other way it is taken
        back.  So it is too by a tap of where it came from, if no other checker can be moved from there.  A tap of
        another point that it could have reached moves it there instead.
        """
        place, (base, moved) = place_of(spot, self.side), self._last
        end = None if place in moved[-1:] else next(self._ends(place), None)
        if end is not None:
            return self._with((place, end))
        return base._following(self._states, moved) if place in moved[:1] + moved[-1:] else self._moved_to(place)

    def dragged(self, start: Spot, end: Spot) -> PlayEntry:
        """The entry after a checker was dragged to a spot, by as few numbers as lead there, the larger one first.

        The checker that was moved last may also be dragged back, and to wherever else it could have been moved.
        """
        gone, to = place_of(start, self.side), place_of(end, self.side)
        ways = [way for way in self._ways(gone) if way[-1] == to]
        if ways:
            return self._with(min(ways, key=len))
        return self._moved_to(to) if gone in self._last[1][-1:] else self

    def undone(self) -> PlayEntry:
        """The entry without the last touch."""
        return replace(self, touches=self.touches[:-1])

    def cleared(self) -> PlayEntry:
        """The entry of the same roll without any touch."""
        return replace(self, touches=())

    # --- parts ----------------------------------------------------------------------------------------------

    @property
    def _states(self) -> frozenset[TurnState]:
        """The board, and the numbers that may be left: a checker can be borne off by more than one."""
        states = {self.turn.begin}
        for start, end in (pair for way in self.touches for pair in pairwise(way)):
            states = {after for state in states for landed, after in self.turn.steps(state, start) if landed == end}
        return frozenset(state for state in states if self.turn.leads_to_an_end(state))

    @property
    def _view(self) -> generator.View:
        return next(iter(self._states))[0]

    @property
    def _last(self) -> tuple[PlayEntry, _Way]:
        """The way of the checker that was moved last, and the entry before it; an empty way before any touch."""
        first, way = len(self.touches), _NOWHERE
        while first and (not way or self.touches[first - 1][-1] == way[0]):
            first -= 1
            way = self.touches[first][:-1] + (way or self.touches[first][-1:])
        return replace(self, touches=self.touches[:first]), way

    def _with(self, way: _Way) -> PlayEntry:
        return replace(self, touches=(*self.touches, way))

    def _ends(self, place: int) -> Iterator[int]:
        """Where one number may move a checker of a place, the farthest first."""
        steps = (step for state in self._states for step in self.turn.steps(state, place))
        return iter(sorted({end for end, after in steps if self.turn.leads_to_an_end(after)}))

    def _ways(self, place: int) -> Iterator[_Way]:
        """The ways of one checker of a place, after each what it may go on to, larger numbers first."""
        for end in self._ends(place):
            yield (place, end)
            for way in self._with((place, end))._ways(end):
                yield (place, *way)

    def _following(self, states: frozenset[TurnState], moved: _Way) -> PlayEntry:
        """The entry with the next way of a checker after the one that led to ``states``; without one after the last.

        A way that leads to the same as one before it is left out.
        """
        entries: dict[frozenset[TurnState], PlayEntry] = {}
        for way in self._ways(moved[0]):
            entry = self._with(way)
            entries.setdefault(entry._states, entry)
        return [*entries.values(), self][list(entries).index(states) + 1]

    def _moved_to(self, place: int) -> PlayEntry:
        """The entry in which the checker that was moved last is at another place; unchanged where it cannot be."""
        base, moved = self._last
        if place in moved[:1]:
            return base
        ways = [way for start in moved[:1] for way in base._ways(start) if way[-1] == place]
        return base._with(min(ways, key=len)) if ways else self


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
