"""Which dice of the roll are played already: by what is entered, or by how the checkers lie.  No Kivy here."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final, TypeAlias

from companion.games.backgammon import Dice, Position, RuleSet
from companion.games.backgammon.generator import View as Mover
from companion.games.backgammon.landings import Turn
from companion.games.backgammon.play_entry import PlayEntry
from companion.games.backgammon.plays import view_of
from companion.games.rules import Side, Stack
from companion.match.view import View
from companion.screen.board.entering import roll_of

Parts: TypeAlias = tuple[float, float]
"""Which part of the (first, second) die is played, from 0 to 1: a die of a double is played twice."""

_NONE: Final[Parts] = (0.0, 0.0)


def used_dice(view: View, entry: PlayEntry | None) -> Parts:
    """Return which part of each die is played.

    ``entry``: what is entered on the board; without one the last look tells, as far as it saw the whole board.
    """
    if entry is not None:
        return used_parts(entry.turn.dice, entry.left)
    if not view.rolled or view.dice is None or view.on_roll is None or view.blind or view.board_read is None:
        return _NONE
    dice, before = roll_of(view)
    return _seen(before, dice, view.rules.rules, view.board_read)


def used_parts(dice: Dice, left: tuple[int, ...]) -> Parts:
    """Return which part of each die is played when these numbers are left.

    >>> used_parts(Dice(6, 5), (5,)), used_parts(Dice(3, 3), (3,))
    ((1.0, 0.0), (1.0, 0.5))
    """
    if dice.first == dice.second:
        played = len(dice.numbers) - len(left)
        return min(played, 2) / 2, max(played - 2, 0) / 2
    return float(dice.first not in left), float(dice.second not in left)


@lru_cache(maxsize=4)
def _turn(before: Position, dice: Dice, rules: RuleSet) -> Turn:
    return Turn.of(before, dice, rules)


@lru_cache(maxsize=16)
def _seen(before: Position, dice: Dice, rules: RuleSet, lies: tuple[Stack | None, ...]) -> Parts:
    bar, *points = (stack for stack in lies if stack is not None)
    if len(points) + 1 < len(lies):
        return _NONE  # a spot is hidden
    left = None
    if all(min(stack) == 0 for stack in points):
        now = Position(tuple(stack.light - stack.dark for stack in points), bar, before.off, before.on_roll)
        left = _left_on_the_way(_turn(before, dice, rules), view_of(now))
    own = tuple(stack.of(before.on_roll) for stack in (*points, bar))
    return used_parts(dice, _left_by_pips(before, dice, own) if left is None else left)


def _left_on_the_way(turn: Turn, now: Mover) -> tuple[int, ...] | None:
    """The numbers that are left where the board comes up in a legal turn."""
    states = {turn.begin}
    while states:
        found = [numbers for board, numbers in states if board == now]
        if found:
            return min(found)
        states = {
            after
            for state in states
            for point in range(25, 0, -1)
            for _, after in turn.steps(state, point)
            if _may_become(after[0], now)
        }
    return None


def _may_become(board: Mover, later: Mover) -> bool:
    """Whether no own checker of the later board is farther back: checkers move one way only."""
    return all(now >= then for now, then in zip(_from_the_back(board), _from_the_back(later), strict=True))


def _from_the_back(board: Mover) -> tuple[int, ...]:
    """How many own checkers are on the bar and on each point, or behind it."""
    return tuple(accumulate(max(count, 0) for count in reversed(board[1:])))


def _left_by_pips(before: Position, dice: Dice, own: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that are left by how far the checkers have come, whether they may lie there or not.

    ``own``: how many lie on the points from Light's seat, and on the bar.
    """
    counts = own if before.on_roll is Side.LIGHT else (*reversed(own[:-1]), own[-1])
    gone = before.pip_count(before.on_roll) - sum(point * count for point, count in enumerate(counts, start=1))
    numbers = dice.numbers
    if dice.first == dice.second:
        played, rest = divmod(gone, dice.first)
        return tuple(numbers[: len(numbers) - played]) if not rest and 0 <= played <= len(numbers) else tuple(numbers)
    if gone == dice.first + dice.second:
        return ()
    return tuple(number for number in numbers if number != gone)
