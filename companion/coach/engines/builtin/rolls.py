"""The ends of all 21 rolls from many boards at once: the same rules as
:mod:`companion.games.backgammon.generator`, in arrays.

Standard rules: as many numbers as possible, the larger if only one of either can be played, six home points.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.coach.engines.builtin.boards import HOME, Boards, Flags

Indices: TypeAlias = NDArray[np.intp]

FACES: Final = range(1, 7)
ROLLS: Final = [(high, low) for high in FACES for low in range(1, high + 1)]
"""The 21 rolls, the larger number first."""
SHARES: Final = np.array([1 / 36 if high == low else 2 / 36 for high, low in ROLLS], np.float32)
"""The probability of each roll."""
_BAR: Final = 25
_MIXERS: Final = np.random.default_rng(21).integers(1, 2**63, 5, np.uint64) * np.uint64(2) + np.uint64(1)


class Ends(NamedTuple):
    """``boards``: seen by the player who rolled; ``turn``: the index of the board before x 21 + the roll's number.

    Sorted by turn; every turn has one end or more, each board once.
    """

    boards: Boards
    turn: Indices


class _Steps(NamedTuple):
    """Boards after some numbers of a roll, which of the boards asked for each came from, and the last start."""

    boards: Boards
    origin: Indices
    last: NDArray[np.int8]


def ends(boards: Boards) -> Ends:
    """All boards on which the turn of the player on roll may end, for each of the 21 rolls."""
    start = _Steps(boards, np.arange(len(boards)), np.full(len(boards), _BAR, np.int8))
    single = {number: _step(start, number) for number in FACES}
    found: list[tuple[_Steps, int]] = []
    for low, high in combinations(FACES, 2):
        roll = ROLLS.index((high, low))
        orders = ((single[high], low), (single[low], high))
        both = [_step(first._replace(last=np.full_like(first.last, _BAR)), second) for first, second in orders]
        waiting = np.ones(len(boards), bool)
        for level in (both, [single[high]], [single[low]], [start]):
            found += [(_of(steps, waiting), roll) for steps in level]
            for steps in level:
                waiting[steps.origin] = False
    for number in FACES:
        levels = [start, single[number]]
        while len(levels) < 5:
            levels.append(_step(levels[-1], number))
        waiting = np.ones(len(boards), bool)
        for steps in reversed(levels):
            found.append((_of(steps, waiting), ROLLS.index((number, number))))
            waiting[steps.origin] = False
    return _each_once(
        np.concatenate([steps.boards for steps, _ in found]),
        np.concatenate([steps.origin * len(ROLLS) + roll for steps, roll in found]),
    )


def _of(steps: _Steps, waiting: Flags) -> _Steps:
    """Those that came from boards still waiting for an end."""
    chosen = waiting[steps.origin]
    return _Steps(steps.boards[chosen], steps.origin[chosen], steps.last[chosen])


def _step(before: _Steps, number: int) -> _Steps:
    """Every way to play one number, from no farther back than the last start."""
    boards = before.boards
    legal = boards > 0
    legal[:, number + 1 :] &= boards[:, 1 : _BAR + 1 - number] >= -1
    legal[:, : number + 1] &= _may_bear_off(boards, number)
    legal[:, 0] = False
    legal[boards[:, _BAR] > 0, :_BAR] = False
    legal &= np.arange(26) <= before.last[:, None]
    row, source = np.nonzero(legal)
    after = boards[row]
    each = np.arange(len(row))
    after[each, source] -= 1
    each, target = each[source > number], (source - number)[source > number]
    hit = after[each, target] == -1
    after[each, target] += 1 + hit.astype(np.int8)
    after[each[hit], 0] -= 1
    return _Steps(after, before.origin[row], source.astype(np.int8))


def _may_bear_off(boards: Boards, number: int) -> Flags:
    """(n, number + 1): from which of the nearest points a checker may be borne off with this number."""
    own = boards > 0
    farther = np.logical_or.accumulate(own[:, ::-1], axis=1)[:, ::-1]  # a checker there or farther back
    allowed = ~farther[:, 1 : number + 2]
    allowed[:, number] = True
    result: Flags = allowed & ~farther[:, HOME + 1, None]
    return result


def _each_once(boards: Boards, turn: Indices) -> Ends:
    """Without those that occur twice in a turn, found by a 64-bit mark: a false match is one chance in 10^19 a pair."""
    padded = np.zeros((len(boards), 32), np.int8)
    padded[:, :26] = boards
    marks = padded.view(np.uint64) @ _MIXERS[:4]
    marks = (marks ^ marks >> np.uint64(29)) * _MIXERS[4] + turn.astype(np.uint64) * _MIXERS[1]
    _, first = np.unique(marks, return_index=True)
    first = first[np.argsort(turn[first], kind="stable")]
    return Ends(boards[first], turn[first])
