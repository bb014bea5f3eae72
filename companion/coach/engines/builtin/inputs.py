"""The inputs of the networks: small whole numbers for each place of a board, and a few facts that players count.

Every function takes boards as :mod:`.boards` describes them and gives one row of ``uint8`` for each.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.coach.engines.builtin.boards import CHECKERS, Boards, Counts, Flags, borne_off, mine, pips, theirs

Inputs: TypeAlias = NDArray[np.uint8]

_PLACES: Final = 25
_UNITS: Final = 4
_REACH: Final = 24  # the longest way of one checker: four sixes
_ROLLS: Final = [(a, b, 1 if a == b else 2) for a, b in combinations_with_replacement(range(1, 7), 2)]


def contact_inputs(boards: Boards) -> Inputs:
    """(n, 310): for each player the places, off, the ways open to each checker, the blots' dangers; pips."""
    columns: list[Inputs] = []
    players = (mine(boards), theirs(boards))
    for counts, others in (players, players[::-1]):
        theirs_here = others[:, 23::-1]  # on this player's points 1 to 24
        blocked, blots = theirs_here > 1, theirs_here == 1
        columns += [_places(counts), _fives_off(counts), _ways(counts, blocked), *_hits(counts, blocked, blots)]
    return np.concatenate([*columns, _race(*players)], axis=1)


def race_inputs(boards: Boards) -> Inputs:
    """(n, 234): for each player the places and how many checkers are off; pips."""
    players = (mine(boards), theirs(boards))
    columns = [part for counts in players for part in (_places(counts), _each_off(counts))]
    return np.concatenate([*columns, _race(*players)], axis=1)


def _places(counts: Counts) -> Inputs:
    """(n, 100): a blot, a point, a spare checker, how many more."""
    units = np.empty((len(counts), _UNITS, _PLACES), np.uint8)
    units[:, 0] = counts == 1
    units[:, 1] = counts >= 2
    units[:, 2] = counts >= 3
    units[:, 3] = np.maximum(counts - 3, 0)
    return units.reshape(len(counts), _UNITS * _PLACES)


def _fives_off(counts: Counts) -> Inputs:
    """(n, 3): how many of the first, second and third five checkers are off."""
    fives: Inputs = np.clip(borne_off(counts)[:, None] - np.array([0, 5, 10]), 0, 5).astype(np.uint8)
    return fives


def _each_off(counts: Counts) -> Inputs:
    """(n, 15)"""
    return (borne_off(counts)[:, None] > np.arange(CHECKERS)).astype(np.uint8)


def _race(own: Counts, others: Counts) -> Inputs:
    """(n, 4): both pip counts, and by how much each player leads."""
    ours, opposite = pips(own), pips(others)
    return np.clip(np.stack([ours, opposite, opposite - ours, ours - opposite], axis=1), 0, 255).astype(np.uint8)


def _ways(counts: Counts, blocked: Flags) -> Inputs:
    """(n, 25): for each place with a checker, how many of 36 rolls this one checker can play to the end."""
    bits = np.zeros((len(blocked), _PLACES), np.uint16)  # which of the twelve points ahead are blocked
    for ahead in range(1, 13):
        bits[:, ahead:] |= blocked[:, : _PLACES - ahead] * np.uint16(1 << (ahead - 1))
    return _PLAYABLE[bits] * (counts > 0)


def _playable() -> Inputs:
    """(4096,): by the twelve points ahead as bits, how many of 36 rolls."""
    bits = np.arange(4096)
    is_open = [bits >= 0, *(bits >> ahead & 1 == 0 for ahead in range(12))]
    rolls = [weight * (is_open[a + b] & (is_open[a] | is_open[b])) for a, b, weight in _ROLLS]
    playable: Inputs = np.sum(rolls, axis=0).astype(np.uint8)
    return playable


_PLAYABLE: Final = _playable()


def _hits(counts: Counts, blocked: Flags, blots: Flags) -> tuple[Inputs, Inputs]:
    """(n, 24) and (n, 1): how many of 36 rolls hit each blot, and any blot.

    Counted as players do, one checker at a time; with a checker on the bar only that one counts.
    """
    sources = np.zeros((len(counts), _PLACES + _REACH), bool)
    sources[:, :_PLACES] = counts > 0
    sources[:, :24] &= counts[:, 24:] == 0
    is_open = np.ones((len(counts), _PLACES + _REACH), bool)
    is_open[:, :24] = ~blocked
    checker = [sources[:, ahead : ahead + 24] for ahead in range(_PLACES)]
    free = [is_open[:, ahead : ahead + 24] for ahead in range(_PLACES)]
    on_each = np.zeros((len(counts), 24), np.uint8)
    on_any = np.zeros((len(counts), 1), np.uint8)
    for a, b, weight in _ROLLS:
        if a == b:
            path = free[a] & free[2 * a]
            hit = checker[a] | checker[2 * a] & free[a]
            hit |= (checker[3 * a] | checker[4 * a] & free[3 * a]) & path
        else:
            hit = checker[a] | checker[b] | checker[a + b] & (free[a] | free[b])
        hit &= blots
        on_each += hit * np.uint8(weight)
        on_any += hit.any(axis=1, keepdims=True) * np.uint8(weight)
    return on_each, on_any


_PLAYER_SCALE: Final = [1.0] * 75 + [1 / 3] * 25
_RACE_SCALE: Final = [1 / 100, 1 / 100, 1 / 50, 1 / 50]
CONTACT_SCALE: Final = np.array(([*_PLAYER_SCALE, *[1 / 5] * 3, *[1 / 36] * 50]) * 2 + _RACE_SCALE, np.float32)
"""The factors of the inputs of a network: about 0 to 1 each."""
RACE_SCALE: Final = np.array(([*_PLAYER_SCALE, *[1.0] * CHECKERS]) * 2 + _RACE_SCALE, np.float32)
