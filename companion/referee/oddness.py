"""The log-probabilities of the boards that an illegal play may leave, and of not noticing it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from companion.games.backgammon import Dice, Position
from companion.games.rules import BAR, Side
from companion.referee import people
from companion.referee.boards import ROLLS, Packed, packed
from companion.referee.course import Turn

_OWN_BAR: Final = 25
_OFF: Final = 0
_MOST_EQUAL: Final = 4
_POSITIONS: Final = 18_528_584_051_601_162_496
"""Positions of 15 checkers a side on 24 points, bar and bear-off tray, no point held by both."""
_PLACES: Final = math.log(25)
"""Places for a checker that is moved without counting pips."""


def density(before: Position, roll: int, board: Packed) -> float:
    """See :func:`_density`."""
    return _density(before, roll, board.tobytes())


@lru_cache(maxsize=2048)
def _density(before: Position, roll: int, end_board: bytes) -> float:
    """The log-probability of this board among all that an illegal play may leave.

    Each moved checker is one of its side's; one that moves by a number of the roll has one target, any other has all.
    """
    was, side, board = packed(before), before.on_roll, np.frombuffer(end_board, dtype=np.int16)
    own, others = (np.array([_side_of(one, who) for one in (was, board)]) for who in (side, side.other))
    left, come = _places(own[0] - own[1], side), _places(own[1] - own[0], side)
    numbers = ROLLS[roll].numbers
    gone = max(len(left) - len(come), 0)
    vanished = min(gone, max(len(left) - len(numbers), 0))
    went, used = _by_numbers(left, [*come, *[_OFF] * gone], ROLLS[roll])
    moved = len(left) - vanished
    beyond = max(moved - len(numbers), 0)
    chosen = sum(start != _OWN_BAR for start in left) * math.log(max(int((own[0] > 0).sum()), 1))
    free = max(moved - went, beyond)
    broken = (
        (free - beyond) * people.FREE_MOVE
        + people.MORE_THAN_DICE * beyond * (beyond + 1) / 2
        + people.MISSING * vanished
        + people.COME_BACK * max(len(come) - len(left), 0)
        + _of_others(others, own[1])
    )
    by_numbers = people.BY_NUMBERS if used == len(numbers) else people.LEFT_OUT
    return (broken or by_numbers) - (chosen + free * _PLACES - math.lgamma(free + 1))


def anywhere(was: Packed, now: Packed) -> float:
    """The log-probability of this board among all others if nothing is known of what was done to it.

    Checkers are moved one by one, or the board is set up again with all positions equally likely.
    """
    total = 0.0
    for side in Side:
        before, after = _side_of(was, side), _side_of(now, side)
        moved = max(int(np.maximum(before - after, 0).sum()), int(np.maximum(after - before, 0).sum()))
        total -= moved * (math.log(max(int((before > 0).sum()), 1)) + _PLACES) - math.lgamma(moved + 1)
    return max(total, -math.log(_POSITIONS))


def _side_of(board: Packed, side: Side) -> Packed:
    return board // 16 if side is Side.LIGHT else board % 16


def _places(fewer: Packed, side: Side) -> list[int]:
    """The places with fewer checkers, in the numbering of their side, each as often as there are fewer."""
    found: list[int] = []
    for spot in np.nonzero(fewer > 0)[0]:
        place = _OWN_BAR if spot == BAR else int(spot) if side is Side.LIGHT else 25 - int(spot)
        found += [place] * int(fewer[spot])
    return found


def _by_numbers(left: Sequence[int], come: Sequence[int], roll: Dice) -> tuple[int, int]:
    """The number of checkers that may have moved by numbers of the roll, and of numbers used."""
    ways = [(k, j, start - end, end == _OFF) for k, start in enumerate(left) for j, end in enumerate(come)]
    if roll.is_double:
        return _by_equal_numbers(ways, roll.first)
    by = [[(k, j) for k, j, far, off in ways if far == n or (off and 0 < far < n)] for n in roll.numbers]
    if any(k != other_k and j != other_j for k, j in by[0] for other_k, other_j in by[1]):
        return 2, 2
    if any(far == sum(roll.numbers) for _, _, far, _ in ways):
        return 1, 2
    return int(any(by)), int(any(by))


def _by_equal_numbers(ways: Sequence[tuple[int, int, int, bool]], number: int) -> tuple[int, int]:
    left, come, used = set[int](), set[int](), 0
    for k, j, far, off in sorted(ways, key=lambda way: way[2]):
        steps = -(-far // number)
        whole = far > 0 and (off or far % number == 0) and used + steps <= _MOST_EQUAL
        if whole and k not in left and j not in come:
            left.add(k)
            come.add(j)
            used += steps
    return len(left), used


def _of_others(others: Packed, own: Packed) -> float:
    """The same of the opponent's checkers: those that are hit go to the bar, and no others are moved."""
    fewer = others[0] - others[1]
    fewer[BAR] = 0
    gone = int(fewer[fewer > 0].sum())
    hit = min(max(int(others[1][BAR] - others[0][BAR]), 0), gone)
    beyond = max(int(others[1][BAR] - others[0][BAR]) - gone, 0) + int(-fewer[fewer < 0].sum())
    landed = int(((fewer > 0) & (own > 0)).sum())
    forgotten = min(gone - hit, landed)
    vanished = max(gone - hit - forgotten - beyond, 0)
    chosen = math.log(max(int((others[0] > 0).sum()), 1))
    return (
        people.NOT_ON_BAR * forgotten
        + people.IN_PASSING * max(hit - landed, 0)
        + (people.MORE_THAN_DICE - _PLACES - chosen) * beyond
        + (people.MISSING - chosen) * vanished
    )


def unnoticed(turn: Turn) -> float:
    """The log-probability that the next player ignores own checkers that vanished."""
    other = turn.side.other
    gone = max(turn.end.off.of(other) - turn.before.off.of(other), 0)
    return people.UNNOTICED * gone
