"""The known board that a look shows: the start position, the recorded one, or an earlier one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from companion.games.backgammon import Position
from companion.referee.boards import SPOTS, packed
from companion.referee.decide import ASKED, Line, is_written
from companion.referee.evidence import tables
from vision.observation import POINTS, Observation

_LEAST_SEEN: Final = 20
"""Points of 24 that must be in sight for a look to be weighed: all but four."""
_NONE: Final = -10.2
"""The log-likelihood of a look that shows none of the boards: 1 in 27,000; judged."""


def is_in_sight(look: Observation) -> bool:
    """Whether enough of the board is in sight for a look to be weighed."""
    return sum(look.spot(point).seen for point in POINTS) >= _LEAST_SEEN


def likelihoods(boards: Sequence[Position], look: Observation) -> list[float]:
    """The log-likelihood of a look by each board; 0 if every spot is read as the board has it."""
    table = tables(look)
    return [float(table[SPOTS, packed(board)].sum()) for board in boards]


def chances(likely: Sequence[float], before: Sequence[float] = ()) -> list[float]:
    """The probability of each board, given the log-likelihoods of a look; they may add up to less than 1.

    ``before``: log-priors, 0 where all are equal.
    """
    weights = [math.exp(one + prior) for one, prior in zip_longest(likely, before, fillvalue=0.0)]
    total = sum(weights) + math.exp(_NONE)
    return [weight / total for weight in weights]


def shown(boards: Sequence[Position], look: Observation) -> int | None:
    """The number of the board that a look clearly shows; None where it shows none of them, or may show two."""
    if not is_in_sight(look):
        return None
    p = chances(likelihoods(boards, look))
    best = max(range(len(p)), key=p.__getitem__)
    return best if is_written(p[best], Line.OTHER, ASKED) else None
