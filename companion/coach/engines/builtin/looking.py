"""Looks one roll ahead: values positions by playing every roll as well as the networks can."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from companion.coach.engines.builtin.boards import Boards, Floats, flipped
from companion.coach.engines.builtin.nets import Outcomes, outcomes
from companion.coach.engines.builtin.rolls import ROLLS, SHARES, ends

Worth: TypeAlias = Callable[[Outcomes], Floats]
"""(n, 6) to (n,): what outcomes are worth to the player on roll, for whom they are."""


def outcomes_after_a_roll(boards: Boards, worth: Worth) -> Outcomes:
    """The mean over all rolls of the player on roll, each played so that it has the least value for the other.

    ``worth``: of positions in which the other is on roll.  A finished game keeps its value.
    """
    result = np.empty((len(boards), 6), np.float32)
    over = ~(boards > 0).any(axis=1) | ~(boards < 0).any(axis=1)
    result[over] = outcomes(boards[over])
    if not over.all():
        found = ends(boards[~over])
        after = outcomes(flipped(found.boards))
        order = np.lexsort((worth(after), found.turn))
        first = np.flatnonzero(np.diff(found.turn, prepend=-1))
        best = after[order[first], ::-1].reshape(-1, len(ROLLS), 6)
        result[~over] = np.tensordot(best, SHARES, axes=(1, 0))
    return result
