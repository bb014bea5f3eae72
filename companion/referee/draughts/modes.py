"""The distribution of what people do next in each stage of a turn of draughts; see :mod:`companion.referee.modes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from companion.referee import people as everybody
from companion.referee.draughts import people
from companion.referee.draughts.course import Stage

_BACK: Final = 0.0
"""A misplaced piece is put straight."""
_ANSWERED: Final = 0.0
"""The opponent moves once a turn is over."""
_MOVING: Final = (people.HELD, everybody.HALF_WAY, people.ASTRAY, 2 * people.ASTRAY, everybody.TOGETHER)

WAYS: Final[Mapping[Stage, tuple[float, ...]]] = {
    Stage.TO_MOVE: (everybody.PLAYS, people.ILLEGAL, people.UNDOES, *_MOVING),
    Stage.HALF_WAY: (
        everybody.TAKES_BACK, everybody.PLAYS, people.ILLEGAL, people.HARDLY_BEGUN, people.CUT_SHORT, *_MOVING,
    ),
    Stage.MOVED: (_ANSWERED, everybody.TAKES_BACK, everybody.CHANGES, people.ILLEGAL, *_MOVING),
    Stage.WRONG: (everybody.PUTS_RIGHT, everybody.PUTS_RIGHT, everybody.MENDS, people.STANDS, *_MOVING),
}  # fmt: skip
"""The log-weight of each way out of a stage."""

ASTRAY: Final[Mapping[Stage, tuple[float, ...]]] = {Stage.TO_MOVE: (_BACK, *WAYS[Stage.TO_MOVE])}
"""The same where pieces lie on no square."""

_SPREAD: Final = {
    (stage, astray): float(np.logaddexp.reduce(np.array(ways)))
    for astray, table in ((False, WAYS), (True, {**WAYS, **ASTRAY}))
    for stage, ways in table.items()
}


def spread(stage: Stage, *, astray: bool = False) -> float:
    """By how much (natural logarithm) the ways out of a stage are together more than 1, as the priors have them."""
    return _SPREAD[stage, astray]
