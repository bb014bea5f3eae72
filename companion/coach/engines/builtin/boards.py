"""Many boards as one array, seen by the player on roll.

A board is 26 numbers, ``int8``: index 25 = own checkers on the bar, 24 to 1 = own points (+n own checkers, -n the
opponent's), 0 = minus the opponent's checkers on the bar.  It is :data:`companion.games.backgammon.generator.View`.
Checkers that are missing of fifteen are borne off.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Boards: TypeAlias = NDArray[np.int8]
"""(n, 26)"""
Counts: TypeAlias = NDArray[np.int8]
"""(n, 25): one player's checkers on the own points 1 to 24 and then on the bar."""
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float32]

CHECKERS: Final = 15
HOME: Final = 6
_PIPS: Final = np.arange(1, 26, dtype=np.float32)


def flipped(boards: Boards) -> Boards:
    """The same positions seen by the opponent."""
    return -boards[:, ::-1]


def mine(boards: Boards) -> Counts:
    return np.maximum(boards[:, 1:], 0)


def theirs(boards: Boards) -> Counts:
    """The opponent's checkers, counted in the opponent's view."""
    return np.maximum(-boards[:, 24::-1], 0)


def borne_off(counts: Counts) -> NDArray[np.int16]:
    off: NDArray[np.int16] = CHECKERS - counts.sum(axis=1, dtype=np.int16)
    return off


def pips(counts: Counts) -> NDArray[np.int16]:
    return (counts.astype(np.float32) @ _PIPS).astype(np.int16)


def is_race(boards: Boards) -> Flags:
    """Whether no checker of either player can meet one of the other's any more."""
    own, others = boards > 0, boards < 0
    farthest = 25 - np.argmax(own[:, ::-1], axis=1)  # the highest index with an own checker
    nearest = np.argmax(others, axis=1)  # the lowest index with one of the opponent's
    race: Flags = farthest < nearest
    return race
