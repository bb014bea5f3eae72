"""A board with what is round it, cut out of its picture and turned upright, to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.observation import Corners, Pixel
from vision.rectify import Image, Points, scaled, shrunk, transformed

_ROUND: Final = 0.14
"""Of the field's size: so much round it its frame and trays take.  Judged."""


@dataclass(frozen=True, slots=True, eq=False)
class Framed:
    """``image_bgr``: BGR, shape (height, width, 3).  ``matrix``: (3, 3), from pixels of the whole picture to its."""

    image_bgr: Image
    matrix: Points

    def here(self, points_px: Sequence[Pixel]) -> tuple[Pixel, ...]:
        """Places of the whole picture, in pixels of this one."""
        return tuple((float(x), float(y)) for x, y in transformed(points_px, self.matrix))


def cut_out(image_bgr: Image, corners_px: Corners, *, turns: int = 0, widest_px: int = 800) -> Framed:
    """Cut a board out, its first corner at the upper left as nearly as quarter turns allow.

    ``turns``: further quarter turns, against the clock.  ``widest_px``: of either side at most.
    """
    corners = np.array(corners_px, float)
    least, most = corners.min(axis=0), corners.max(axis=0)
    height, width = image_bgr.shape[:2]
    left, top = np.floor(np.clip(least - _ROUND * (most - least), 0, None)).astype(int)
    right, bottom = np.ceil(np.minimum(most + _ROUND * (most - least), (width, height))).astype(int)
    part: NDArray[Any] = image_bgr[top:bottom, left:right]
    matrix = np.array([[1.0, 0, -left], [0, 1, -top], [0, 0, 1]])
    across = corners[1] - corners[0] + corners[2] - corners[3]
    turns = (round(float(np.degrees(np.arctan2(across[1], across[0]))) / 90) + turns) % 4
    for _ in range(turns):
        matrix = np.array([[0.0, 1, 0], [-1, 0, part.shape[1] - 1], [0, 0, 1]]) @ matrix
        part = np.rot90(part)
    scale = min(1.0, widest_px / max(part.shape[:2]))
    if scale < 1:
        wide, high = (max(1, round(side * scale)) for side in part.shape[1::-1])
        matrix = scaled(wide / part.shape[1], high / part.shape[0]) @ matrix
        part = shrunk(np.ascontiguousarray(part), (wide, high))
    return Framed(np.ascontiguousarray(part, dtype=np.uint8), matrix)
