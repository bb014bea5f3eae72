"""The canonical view of a board: every spot of every board at the same pixels.

The view is 512 x 416 pixels.  Each of the twelve columns of points is 32 wide and so is the bar, whatever the board's
own bar; from either edge inwards a row is as deep as the board's points are wide, so that a checker is as long as it
is wide, and the middle takes up the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.board import BoardGeometry
from vision.observation import Corners
from vision.parallax import lean
from vision.rectify import Image, Points, inverse, picture_from_field, transformed

VIEW_WH: Final = (512, 416)
FIELD_XYXY: Final = (48, 32, 464, 384)
PITCH: Final = 32
"""Width of a point, and of the bar."""
THICKNESS: Final = 0.24
"""Of a usual checker, in widths of a point."""

MOST_LEAN: Final = 64.0
"""Pixels: farther than two points no top of a checker is displaced; corners that are wrong may say so."""

LEAST_BAR: Final = 0.012
"""A board without a bar: what its view shows as the bar is this part of its width."""
TRUE_ROW: Final = 120
"""So deep, in pixels, each row is shown at its true scale at most: 3.75 points; the middle keeps 112 pixels."""


@dataclass(frozen=True)
class View:
    """One board in one camera's pictures, as the canonical view shows it.

    ``corners_px``: the field in the picture, clockwise, first to second corner the top row of the view.
    """

    corners_px: Corners
    board: BoardGeometry

    def seen(self, image_bgr: Image) -> Image:
        """The view of a picture, BGR, shape (416, 512, 3); what lies outside the picture is black."""
        halvings, places, finely = self._sampling
        for _ in range(halvings):
            image_bgr = np.asarray(cv2.resize(image_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        return np.asarray(cv2.remap(image_bgr, places, finely, cv2.INTER_LINEAR), np.uint8)

    def in_picture(self, view_xy: npt.ArrayLike) -> Points:
        """Pixels of the picture (n, 2) for places in the view (n, 2)."""
        x, y = np.atleast_2d(np.asarray(view_xy, np.float64)).T
        return transformed(np.stack([field_x(x, self.board), field_y(y, self.board)], axis=1), self._onto_picture)

    def from_picture(self, picture_xy: npt.ArrayLike) -> Points:
        """Places in the view (n, 2) for pixels of the picture (n, 2)."""
        x, y = transformed(picture_xy, self.from_field_px).T
        return np.stack([view_x(x, self.board), view_y(y, self.board)], axis=1)

    @cached_property
    def from_field_px(self) -> Points:
        """Homography (3, 3) from pixels of the picture to the field, 0 to 1 across and down."""
        return inverse(self._onto_picture)

    @lru_cache(maxsize=2)  # noqa: B019  (no more views than that are kept by it)
    def leaning(self, picture_wh: tuple[int, int]) -> npt.NDArray[np.float32]:
        """By how many pixels the top of one checker is displaced at each place, to the right and down.

        Shape (2, 104, 128).  ``picture_wh``: the size of the camera's pictures.
        """
        return leaning(self.rising(picture_wh), self.board)

    @lru_cache(maxsize=2)  # noqa: B019
    def rising(self, picture_wh: tuple[int, int]) -> Points:
        """The rising direction (3,) in the field's homogeneous places: see :func:`vision.parallax.lean`."""
        return lean(self.from_field_px, picture_wh, aspect(self.board), _ASPECT_SPREAD)

    @cached_property
    def _onto_picture(self) -> Points:
        return picture_from_field(self.corners_px)

    @cached_property
    def _sampling(self) -> tuple[int, npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
        """How often a picture is halved, and where in that each of the view's pixels lies, as OpenCV keeps it."""
        columns, rows = self.places(*(np.arange(size, dtype=np.float64) for size in VIEW_WH))
        finest = float(np.median(np.abs(np.diff(columns, axis=1)) + np.abs(np.diff(rows, axis=1))))
        halvings = 0
        while finest > 2:  # each pixel of the view stands for more than two of the picture's, which would be skipped
            columns, rows = ((at - np.float32(0.5)) * np.float32(0.5) for at in (columns, rows))
            finest, halvings = finest / 2, halvings + 1
        places, finely = cv2.convertMaps(columns, rows, cv2.CV_16SC2)
        return halvings, np.asarray(places, np.int16), np.asarray(finely, np.uint16)

    def places(self, x: Points, y: Points) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Column and row in the picture, each (rows, columns), of the view's columns ``x`` and rows ``y``."""
        across, down = field_x(x, self.board), field_y(y, self.board)[:, None]
        onto = self._onto_picture
        far, near, depth = (row[0] * across + row[1] * down + row[2] for row in onto)
        return (far / depth).astype(np.float32), (near / depth).astype(np.float32)


def field_x(x: npt.ArrayLike, board: BoardGeometry) -> Points:
    """Places across the field, 0 to 1 from left to right, of columns of the view."""
    return np.asarray(np.interp(np.asarray(x) + 0.5, *_columns(board)))


def field_y(y: npt.ArrayLike, board: BoardGeometry) -> Points:
    """Places down the field, 0 to 1, of rows of the view."""
    return np.asarray(np.interp(np.asarray(y) + 0.5, *_rows(board)))


def view_x(x: npt.ArrayLike, board: BoardGeometry) -> Points:
    """Columns of the view for places across the field: the inverse of :func:`field_x`."""
    return np.asarray(np.interp(np.asarray(x), *_columns(board)[::-1]) - 0.5, np.float64)


def view_y(y: npt.ArrayLike, board: BoardGeometry) -> Points:
    """Rows of the view for places down the field: the inverse of :func:`field_y`."""
    return np.asarray(np.interp(np.asarray(y), *_rows(board)[::-1]) - 0.5, np.float64)


def aspect(board: BoardGeometry) -> float:
    """The field's depth by its width."""
    return 2 * board.depth * (1 - bar_of(board)) / 12


_ASPECT_SPREAD: Final = 0.03
"""Of its logarithm: what is left unknown of the depth once it was fitted.  Judged."""


def leaning(rising: Sequence[float] | Points, board: BoardGeometry) -> npt.NDArray[np.float32]:
    """The maps of :meth:`View.leaning` for a rising direction (3,) in the field's homogeneous places."""
    across, down, nearer = (float(v) * THICKNESS * (1 - bar_of(board)) / 12 for v in rising)
    x, y = (np.arange(1.5, size, 4) for size in VIEW_WH)
    to_right = view_x((field_x(x, board) + across) / (1 + nearer), board) - x
    to_bottom = view_y((field_y(y, board) + down) / (1 + nearer), board) - y
    shape = len(y), len(x)
    maps = np.broadcast_to(to_right, shape), np.broadcast_to(to_bottom[:, None], shape)
    return np.stack(maps).astype(np.float32).clip(-MOST_LEAN, MOST_LEAN)


def bar_of(board: BoardGeometry) -> float:
    """The part of the field's width that the view shows as the bar."""
    return max(board.bar_fraction, LEAST_BAR)


Knots = tuple[Sequence[float], Sequence[float]]
_FAR: Final = 1000.0
"""Of pixels, as far outside the field as anybody asks."""


def _columns(board: BoardGeometry) -> Knots:
    """Columns of the view and the places across the field that they show."""
    bar = bar_of(board)
    half = (1 - bar) / 2
    left, right = FIELD_XYXY[0], FIELD_XYXY[2]
    beyond = _FAR * half / (6 * PITCH)
    inner = left + 6 * PITCH, right - 6 * PITCH
    return (left - _FAR, *inner, right + _FAR), (-beyond, half, half + bar, 1 + beyond)


def _rows(board: BoardGeometry) -> Knots:
    """Rows of the view and the places down the field that they show."""
    deep = 2 * PITCH * board.depth
    kept = min(TRUE_ROW, (PITCH - 1.5) * board.depth)  # a shallow board's middle is shown, be it ever so narrow
    top, bottom = FIELD_XYXY[1], FIELD_XYXY[3]
    knots = top - _FAR, top + kept, bottom - kept, bottom + _FAR
    return knots, (-_FAR / deep, kept / deep, 1 - kept / deep, 1 + _FAR / deep)
