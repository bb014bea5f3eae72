"""The board after an illegal play, read with the dice: a player who breaks a rule mostly plays the numbers anyway.

The free reading ignores the dice, so that of two nearly equal readings it may take the one that nobody would
play.  This module plays the numbers of the roll without any other rule: onto blocked points, past the bar,
off with checkers outside the home board, a lower checker off before a higher one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.backgammon import BackgammonRules, Dice, Position
from companion.games.rules import BAR, TRAY, Picture, Side, Stack
from companion.referee.ruling import Habits, Reading, likelier
from vision.observation import POINTS, Observation

PLAYED_BY_NUMBERS: Final = 2.5
"""How much likelier a board reached by the numbers is than any other board (log-likelihood)."""
_ON_BAR: Final = 25
_OFF: Final = 0
_MOVES_OF_DOUBLE: Final = 4

_Board = tuple[tuple[int, ...], tuple[int, ...]]
"""The mover's checkers: off, on its own points 1 to 24, on the bar; and the opponent's as the mover counts them."""


def as_played(
    before: Position, roll: Dice, rules: BackgammonRules, reading: Reading, observation: Observation,
    *, habits: Habits,
) -> Reading:  # fmt: skip
    """The reading, or a board reached by the numbers of the roll if it is nearly as likely."""
    legal = [rules.picture(end) for end in rules.legal_ends(before, roll)]
    boards = [board for board in boards_by_numbers(before, roll) if board not in legal]
    return likelier(reading, boards, observation, lead=PLAYED_BY_NUMBERS, habits=habits)


def boards_by_numbers(before: Position, roll: Dice) -> Iterator[Picture]:
    """The boards after the side on roll has played every number of a roll, ignoring all other rules; each once."""
    side = before.on_roll
    others = before.counts(side.other)
    start: _Board = (
        (before.off.of(side), *before.counts(side)),
        (before.off.of(side.other), *others[23::-1], others[24]),
    )
    first, second = roll.first, roll.second
    orders = [(first,) * _MOVES_OF_DOUBLE] if roll.is_double else [(first, second), (second, first)]
    ends: set[_Board] = set()
    for numbers in orders:
        boards = {start}
        for number in numbers:
            boards = {moved for board in boards for moved in _moved(board, number)}
        ends |= boards
    for own, other in sorted(ends):
        yield _picture(own, other, side)


def _moved(board: _Board, number: int) -> Iterator[_Board]:
    own, other = board
    for place in range(1, len(own)):
        if own[place]:
            end = max(place - number, _OFF)
            now, hit = list(own), other
            now[place] -= 1
            now[end] += 1
            if end != _OFF and other[end] == 1:
                hit = (*other[:end], 0, *other[end + 1 : _ON_BAR], other[_ON_BAR] + 1)
            yield tuple(now), hit


def _picture(own: tuple[int, ...], other: tuple[int, ...], side: Side) -> Picture:
    stacks = {place: Stack(own[place], other[place]) for place in range(_ON_BAR + 1)}
    if side is Side.LIGHT:
        return {**{point: stacks[point] for point in POINTS}, BAR: stacks[_ON_BAR], TRAY: stacks[_OFF]}
    turned = {place: Stack(stack.dark, stack.light) for place, stack in stacks.items()}
    return {**{point: turned[25 - point] for point in POINTS}, BAR: turned[_ON_BAR], TRAY: turned[_OFF]}
