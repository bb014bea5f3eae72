"""Local maxima of a net's maps, at a quarter of the size of what it was shown."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

STRIDE: Final = 4
Map = npt.NDArray[np.float32]


class Peak(NamedTuple):
    """A local maximum of a map: its place in pixels of the view, the map's value and cell there."""

    x: float
    y: float
    score: float
    row: int
    column: int


def peaks(heat: Map, least: float) -> list[Peak]:
    """Local maxima of at least ``least``, highest first, placed more finely than the map's cells."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= least))
    found = [_peak(heat, int(row), int(column)) for row, column in zip(rows, columns, strict=True)]
    return sorted(found, key=lambda p: -p.score)


def _peak(heat: Map, row: int, column: int) -> Peak:
    dx = _vertex(heat[row, max(0, column - 1)], heat[row, column], heat[row, min(heat.shape[1] - 1, column + 1)])
    dy = _vertex(heat[max(0, row - 1), column], heat[row, column], heat[min(heat.shape[0] - 1, row + 1), column])
    return Peak(_view(column + dx), _view(row + dy), float(heat[row, column]), row, column)


def _view(cell: float) -> float:
    return (cell + 0.5) * STRIDE - 0.5


def _vertex(before: float, here: float, after: float) -> float:
    """Where the parabola through three neighbours peaks, between -0.5 and 0.5."""
    bend = before - 2 * here + after
    return float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < -1e-6 else 0.0
