"""Maps made by hand, and a board that a camera straight above sees twice as large as its view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.board import BoardGeometry
from vision.patches import STRIDE
from vision.reading import DARK, FINE, LIGHT, Maps
from vision.view import FIELD_XYXY, VIEW_WH, View

FINER: Final = 2  # pixels of the picture for one of the view
Heights = Mapping[tuple[float, float], float]
"""The heights of a map at some places of the view; it is 0 elsewhere."""


def seen_from_above() -> View:
    x0, y0, x1, y1 = ((v + 0.5) * FINER - 0.5 for v in (v - 0.5 for v in FIELD_XYXY))
    return View(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), BoardGeometry(32 / 416))


def heat(places: Heights | None) -> npt.NDArray[np.float32]:
    grid = np.zeros((VIEW_WH[1] // STRIDE, VIEW_WH[0] // STRIDE), dtype=np.float32)
    for (x, y), height in (places or {}).items():
        grid[int((y + 0.5) / STRIDE), int((x + 0.5) / STRIDE)] = height
    return grid


def maps(
    dice: Heights | None = None,
    cube: Heights | None = None,
    *,
    leaning: Heights | None = None,
    light: Heights | None = None,
) -> Maps:
    """``light``: where light checkers lie, which are seen all over their faces."""
    classes = np.zeros((len(FINE), VIEW_WH[1] // STRIDE, VIEW_WH[0] // STRIDE), dtype=np.float32)
    rows, columns = np.mgrid[: classes.shape[1], : classes.shape[2]] * STRIDE + (STRIDE - 1) / 2
    for (x, y), height in (light or {}).items():
        classes[LIGHT][np.hypot(columns - x, rows - y) < 15] = height
    classes[FINE.index("board")] = 1 - classes[LIGHT] - classes[DARK]
    points, bar = np.zeros((67, 2, 12), np.float32), np.zeros((2, 8), np.float32)
    return Maps(points, bar, classes, heat(dice), heat(leaning), heat(cube))
