"""Which of a few known boards a look shows: the start position, the recorded one, an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.backgammon import Position
from companion.referee.boards import SPOTS, packed
from companion.referee.evidence import tables
from vision.observation import POINTS, Observation

_LEAST_SEEN: Final = 20
"""Points of 24 that must be in sight for a look to be weighed: all but four."""
_MOST_AGAINST: Final = -8.0
"""No board is shown of which less than 1 in 3,000 looks like this would be seen (natural logarithm); judged."""
_APART: Final = 2.5
"""So much likelier than any other must the board be that is shown: 12 to 1; judged."""


def is_in_sight(look: Observation) -> bool:
    """Whether enough of the board is in sight for a look to be weighed."""
    return sum(look.spot(point).seen for point in POINTS) >= _LEAST_SEEN


def likelihoods(boards: Sequence[Position], look: Observation) -> list[float]:
    """How likely (natural logarithms) a look is by each board; 0 where every spot is read as the board has it."""
    table = tables(look)
    return [float(table[SPOTS, packed(board)].sum()) for board in boards]


def shown(boards: Sequence[Position], look: Observation) -> int | None:
    """The number of the board that a look clearly shows; None where it shows none of them, or may show two."""
    return clearest(likelihoods(boards, look)) if is_in_sight(look) else None


def clearest(likely: Sequence[float]) -> int | None:
    """The number of the board that is clearly shown, by how likely the look is by each."""
    best, *others = sorted(range(len(likely)), key=lambda number: -likely[number])
    clear = likely[best] > _MOST_AGAINST and all(likely[best] > likely[one] + _APART for one in others[:1])
    return best if clear else None
