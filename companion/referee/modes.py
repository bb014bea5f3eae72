"""The distribution of what people do next in each stage of a turn.

Half of all movements change nothing, since a passing hand says nothing of the turn.  The other half is shared among the
ways out of the stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from companion.referee import people
from companion.referee.course import Stage

_BACK: Final = 0.0
"""Misplaced checkers are put straight before the roll, or before the early play is over."""
_ROLLED: Final = 0.0
"""The next player rolls once a turn is over."""
_MOVING: Final = (people.IN_HAND, people.ASIDE, people.TOGETHER, people.TOO_SOON, people.ILLEGAL)

WAYS: Final[Mapping[Stage, tuple[float, ...]]] = {
    Stage.OPENING: (_BACK, _ROLLED, people.FREE_BOARD, people.UNSEEN_ROLL),
    Stage.TO_ROLL: (_BACK, _ROLLED, people.DOUBLES, people.FREE_BOARD, people.UNSEEN_ROLL),
    Stage.DOUBLED: (_BACK, people.TAKES, people.FREE_BOARD),
    Stage.ROLLED: (people.PLAYS, people.HALF_WAY, people.THROWN_AGAIN, people.LEFT_LYING, *_MOVING),
    Stage.AHEAD: (_BACK, people.PLAYS, people.HALF_WAY, *_MOVING),
    Stage.HALF_WAY: (people.PLAYS, people.STILL_HALF_WAY, people.TAKES_BACK, *_MOVING),
    Stage.PLAYED: (
        people.CHANGES, people.HALF_WAY, people.TAKES_BACK, people.UNLIFTED, people.OTHERS_DICE, *_MOVING,
    ),
    Stage.WRONG: (people.PUTS_RIGHT, people.HALF_WAY, people.HALF_WAY, people.TAKES_BACK, *_MOVING),
    Stage.CORRECTING: (people.PUTS_RIGHT, people.HALF_WAY, people.TAKES_BACK, people.MENDS, *_MOVING),
}  # fmt: skip
"""The log-weight of each way out of a stage."""

_CORRECTED: Final = tuple(
    people.PUTS_RIGHT + way for way in (people.PUTS_RIGHT, people.TAKES_BACK, people.HALF_WAY, people.IN_HAND)
)
OVER: Final[Mapping[Stage, tuple[float, ...]]] = {
    Stage.ROLLED: (people.ROLLS_AGAIN, people.LEFT_UNPLAYED, *_CORRECTED, *_MOVING),
    Stage.PLAYED: (_ROLLED, people.DOUBLES, people.AFTERWARDS, people.UNSEEN_ROLL),
    Stage.WRONG: (_ROLLED, people.ILLEGAL, people.MENDS, *_CORRECTED),
    Stage.HALF_WAY: (people.ILLEGAL, people.MENDS, *_CORRECTED),
}
"""The same once the dice are up."""

_SPREAD: Final = {
    (stage, over): float(np.logaddexp.reduce(np.array(ways)))
    for over, table in ((False, WAYS), (True, {**WAYS, **OVER}))
    for stage, ways in table.items()
}


def spread(stage: Stage, *, over: bool) -> float:
    """By how much (natural logarithm) the ways out of a stage are together more than 1, as the priors have them."""
    return _SPREAD[stage, over]
