"""The board in the rectified view: maps places to spots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Final, Literal

from vision.observation import BAR, USUAL, Orientation, Spot
from vision.rectify import FIELD_H, FIELD_W, FIELD_XYXY

COLUMNS: Final = 12
Row = Literal["top", "bottom"]


USUAL_DEPTH: Final = 5.5
"""Five checkers fit a row with some room: what most boards are made for."""

Warp = tuple[float, float, float, float, float]
NO_WARP: Final[Warp] = (0.0, 0.0, 0.0, 0.0, 0.0)


def warp_terms(x: float, y: float) -> Warp:
    """The shapes that a small error of place can have: shift, stretch, shear, taper, lens."""
    u = (2 * x - FIELD_XYXY[0] - FIELD_XYXY[2]) / FIELD_W
    v = (2 * y - FIELD_XYXY[1] - FIELD_XYXY[3]) / FIELD_H
    # A lens that squeezes its corners, once the corners are put right, leaves this.
    return 1.0, u, v, u * v, u * (2 - u * u - v * v)


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """A backgammon board as seen in the view.

    ``bar_fraction``: width of the bar as a part of the field's width; 0 on a board without a bar.
    ``depth``: how many points' widths each row is deep, from the edge to the field's middle.
    ``warp``: how far things in the view lie to the right of where they belong, in pixels, as the
    coefficients of :func:`warp_terms`: lenses bow straight columns, and corners are never quite exact.
    """

    bar_fraction: float = 0.07
    warp: Warp = NO_WARP
    orientation: Orientation = USUAL
    depth: float = USUAL_DEPTH

    @property
    def pitch(self) -> float:
        """Width of one point in pixels of the view."""
        return FIELD_W * (1 - self.bar_fraction) / COLUMNS

    @property
    def middle_x(self) -> float:
        return (FIELD_XYXY[0] + FIELD_XYXY[2]) / 2

    def column_x(self, column: int) -> float:
        """Middle of a column (0 to 11 from the left) in pixels of the view."""
        across_bar = self.bar_fraction * FIELD_W if column >= COLUMNS // 2 else 0.0
        return FIELD_XYXY[0] + (column + 0.5) * self.pitch + across_bar

    def nearest_columns(self, x: float, y: float) -> list[tuple[float, int | None]]:
        """(distance in pixels, column) of all columns and the bar (None) from a place, nearest first."""
        x -= sum(factor * term for factor, term in zip(self.warp, warp_terms(x, y), strict=True))
        return sorted([(abs(x - middle), column) for middle, column in _middles(self)], key=itemgetter(0))

    def spot(self, column: int | None, row: Row) -> Spot:
        """The spot of a cell; no column means the bar."""
        return BAR if column is None else self.orientation.point(row, column)


@lru_cache(maxsize=16)
def _middles(board: BoardGeometry) -> tuple[tuple[float, int | None], ...]:
    """The middles of all columns and of the bar (None)."""
    return (*((board.column_x(column), column) for column in range(COLUMNS)), (board.middle_x, None))


def split_rows(ys: Sequence[float]) -> list[Row]:
    """Which row each checker of one column belongs to, given their places down the view.

    Checkers are stacked from both ends of the column inwards, so the two rows part at the widest gap.
    """
    edges = [FIELD_XYXY[1], *sorted(ys), FIELD_XYXY[3]]
    gaps = [after - before for before, after in pairwise(edges)]
    # Half a checker lies between the field's edge and the middle of the outermost checker.
    gaps[0] -= 14
    gaps[-1] -= 14
    cut = max(range(len(gaps)), key=lambda k: gaps[k])
    limit = edges[cut]
    return ["top" if y <= limit and cut > 0 else "bottom" for y in ys]
