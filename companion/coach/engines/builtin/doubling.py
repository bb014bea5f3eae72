"""Looks at the cube one roll ahead: the equities of waiting and of doubling, with every roll played cubefully."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from companion.coach.cubeful import AfterPlay
from companion.coach.engines.builtin.boards import Boards, Floats, flipped
from companion.coach.engines.builtin.nets import Outcomes, outcomes
from companion.coach.engines.builtin.rolls import SHARES, ends
from companion.coach.evaluation import Chances, Stakes
from companion.games.rules import Side

_OFTEN: Final = SHARES.astype(np.float64) / SHARES.sum(dtype=np.float64)

_SURE: Final = 1e-3


class Ahead(NamedTuple):
    """Equities of the player on roll: without a double now, and doubled and taken.

    ``outcomes``: (6,), without a double.  ``is_last_roll``: the game is as good as decided whatever comes, so that
    these need no second opinion.
    """

    no_double: float
    double_take: float
    outcomes: Floats
    is_last_roll: bool


def after_a_roll(board: Boards, stakes: Stakes, side: Side) -> Ahead:
    """Of one position, (1, 26), of a game that is still going on; its player is ``side``."""
    found = ends(board)
    theirs = outcomes(flipped(found.boards))
    chances = as_chances(theirs)
    after = AfterPlay.of(stakes, side)
    left, taken = np.asarray(after.equity(chances)), np.asarray(after.equity_if_taken(chances))
    first = np.flatnonzero(np.diff(found.turn, prepend=-1))
    best = np.lexsort((-left, found.turn))[first]
    return Ahead(
        float(left[best] @ _OFTEN),
        float(np.maximum.reduceat(taken, first) @ _OFTEN),
        SHARES @ theirs[best, ::-1],
        bool((np.abs(np.asarray(chances.win) - 0.5) > 0.5 - _SURE).all()),
    )


def as_chances(found: Outcomes) -> Chances:
    """Exclusive outcomes, (n, 6), as the fields of chances, (n,) each."""
    six = found.T.astype(np.float64)
    gammon, lose_gammon = six[0] + six[1], six[4] + six[5]
    fields: Any = (gammon + six[2], gammon, six[0], lose_gammon, six[5])
    return Chances(*fields)
