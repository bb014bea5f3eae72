"""How well guessed corners fit a board: whether corners, bar and columns of checkers lie where they then must.

Corners alone mislead: a tray, a half of the board or its frame has four of them too.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final

import numpy as np

from vision.board import BoardGeometry
from vision.fieldmaps import STRIDE, FieldMaps, Map, peaks
from vision.rectify import FIELD_W, FIELD_XYXY, VIEW_WH, field_corners_view

_NEAR: Final = FIELD_W / 13 / 2
"""Pixels of the view: a corner of the field is looked for within half a point's width."""
_LEAST: Final = 0.5
_NO_CHECKERS: Final = 0.15
"""Widths of a point: by so much, on the mean, checkers are off a column where a board without any is judged."""
_NARROWEST: Final = 4.0


@dataclass(frozen=True, slots=True)
class Fit:
    """What speaks for and against guessed corners.

    ``corners``, ``corner``: how clearly a corner is seen at each of the four, on the mean and the least clear one.
    ``bar``, ``strays``: how much of the bar is seen where it must be, and elsewhere on the field.  ``aside``: how far
    checkers are from the middle of the nearest column on the mean, in widths of a point.
    """

    corners: float
    corner: float
    bar: float
    strays: float
    aside: float

    @classmethod
    def of(cls, maps: FieldMaps) -> Fit:
        """Of the corners by which the view of these maps was rectified."""
        seen = [_highest_near(maps.corner, x, y) for x, y in field_corners_view()]
        geometry = BoardGeometry(bar_fraction=bar_fraction(maps))
        x0, y0, x1, y1 = FIELD_XYXY
        rows = maps.bar[int(y0 / STRIDE) : int(y1 / STRIDE)]
        middle, half = VIEW_WH[0] / STRIDE / 2, max(geometry.bar_fraction * FIELD_W / 2, _NARROWEST) / STRIDE
        bar = rows[:, int(middle - half) : int(middle + half) + 1]
        beside = np.concatenate([rows[:, : int(middle - half - 3)], rows[:, int(middle + half + 4) :]], axis=1)
        standing = [p for p in peaks(maps.checker, _LEAST) if x0 - 4 < p.x < x1 + 4 and y0 - 4 < p.y < y1 + 4]
        aside = [geometry.nearest_columns(p.x)[0][0] / geometry.pitch for p in standing]
        return cls(
            float(np.mean(seen)),
            min(seen),
            float(bar.mean()),
            float(beside.mean()),
            float(np.mean(aside)) if aside else _NO_CHECKERS,
        )

    @property
    def values(self) -> tuple[float, ...]:
        return astuple(self)


def bar_fraction(maps: FieldMaps) -> float:
    """The width of the bar as a part of the field's width, read off the bar map."""
    top, bottom = (int(y / STRIDE) for y in (FIELD_XYXY[1], FIELD_XYXY[3]))
    widths = (maps.bar[top:bottom] > 0.5).sum(axis=1) * STRIDE
    return float(np.clip(np.median(widths) / FIELD_W, 0.0, 0.16))


def _highest_near(heat: Map, x: float, y: float) -> float:
    """The highest value of a map within half a point's width of a place in the view."""
    rows, columns = np.mgrid[: heat.shape[0], : heat.shape[1]]
    far = np.hypot((columns + 0.5) * STRIDE - 0.5 - x, (rows + 0.5) * STRIDE - 0.5 - y)
    return float(heat[far < _NEAR].max())
