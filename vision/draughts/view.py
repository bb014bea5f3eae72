"""The rectified view of a draughts board: its squares seen from straight above, always at the same size and place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.observation import Pixel
from vision.rectify import Image, Points

SIZE: Final = 8
"""Squares along a side."""
SQUARE: Final = 12
"""Pixels a square is wide in the view; around the board one more square is seen."""
VIEW: Final = (SIZE + 2) * SQUARE

Corners = tuple[Pixel, Pixel, Pixel, Pixel]
"""The outer edge of the squares in the picture, clockwise; first to second corner is the top row of the view."""


def corners_on_board() -> Points:
    """The four corners counted in squares, clockwise from top left, shape (4, 2)."""
    return np.array([(0.0, 0.0), (SIZE, 0.0), (SIZE, SIZE), (0.0, SIZE)])


def picture_from_board(corners_px: Sequence[Pixel] | Points) -> Points:
    """Homography (3, 3) from places counted in squares (x to the right, y down in the view) to the picture."""
    source = corners_on_board().astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, np.asarray(corners_px, np.float32)), dtype=np.float64)


def view_of(image_bgr: Image, corners_px: Sequence[Pixel]) -> Image:
    """The view, BGR, shape (VIEW, VIEW, 3); what lies outside the picture is mid grey."""
    to_view = np.array([[SQUARE, 0, SQUARE - 0.5], [0, SQUARE, SQUARE - 0.5], [0, 0, 1.0]])
    homography = to_view @ np.linalg.inv(picture_from_board(corners_px))
    shrink = _shrinking(corners_px)
    if shrink < 0.6:  # or fine grain would turn into noise
        image_bgr = np.asarray(
            cv2.resize(image_bgr, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
        homography = homography @ np.array([[1 / shrink, 0, 0.5 / shrink - 0.5], [0, 1 / shrink, 0.5 / shrink - 0.5],
                                            [0, 0, 1]])  # fmt: skip
    border = (127, 127, 127)
    view = cv2.warpPerspective(image_bgr, homography, (VIEW, VIEW), flags=cv2.INTER_LINEAR, borderValue=border)
    return np.asarray(view, dtype=np.uint8)


def _shrinking(corners_px: Sequence[Pixel]) -> float:
    ring = np.asarray(corners_px, dtype=np.float64)
    longest = float(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).max())
    return 1.5 * SIZE * SQUARE / max(longest, 1.0)
