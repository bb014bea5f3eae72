"""The evidence of looks for the squares of a draughts board; :mod:`companion.referee.looks` gathers it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from companion.games.draughts import Position
from companion.games.draughts.squares import SQUARES, Square
from companion.referee import looks
from companion.referee.draughts.boards import STATES, Values, packed
from companion.referee.looks import Epoch, Grid, weighed, with_look
from vision.observation import Counts, Observation

_COUNTS: Final[tuple[Counts, ...]] = ((0, 0), (1, 0), (0, 1))
_MISREAD: Final = -7.0
"""The log-probability that a square is misread as long as its content is the same."""
GRID: Final = Grid(
    np.full((len(SQUARES), STATES), _MISREAD, dtype=np.float32), {counts: n for n, counts in enumerate(_COUNTS)}.get
)
_LEAST_SEEN: Final = 52
"""Squares of 64 that must be in sight for a look to be weighed: a forearm hides the others; judged."""


@dataclass(frozen=True, eq=False)
class Gathered(looks.Gathered):
    """All looks so far."""

    grid: Grid = GRID
    shown: Values = field(default_factory=GRID.nothing)


def is_in_sight(seen: Observation) -> bool:
    """Whether enough of the board is in sight for a look to be weighed."""
    return sum(one.seen for one in seen.evidence.values()) >= _LEAST_SEEN


def astray(position: Position, seen: Observation) -> list[Square]:
    """The squares that are seen, and read otherwise than a position has them."""
    board = packed(position)
    return [square for square, one in seen.evidence.items() if one.seen and one.best != _COUNTS[board[square]]]


def gathered(before: Gathered, seen: Observation, *, moved: bool) -> Gathered:
    """The looks with one more; ``moved``: something has moved since the one before, or may have."""
    look = weighed(before.grid, before.grid.table(seen), before.shown, seen)
    last = before.epoch
    if moved or last is None:
        number = 0 if last is None else last.number + 1
        epoch = Epoch(before.grid, number, 1, look.gain, look.again, look.reread)
    else:
        epoch = with_look(last, look)
    return replace(before, epoch=epoch, shown=look.shown)
