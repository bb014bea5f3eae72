"""A board's field seen from straight above, 400 by 344 pixels, with what lies round it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.board import BoardGeometry
from vision.observation import Corners
from vision.rectify import Image, Points, inverse, picture_from_field

WH: Final = (512, 416)
LEFT, TOP, RIGHT, BOTTOM = 56, 36, 456, 380


def flat_from_picture(corners_px: Corners) -> Points:
    """Homography (3, 3) from pixels of the picture."""
    scale = np.array([[RIGHT - LEFT, 0, LEFT], [0, BOTTOM - TOP, TOP], [0, 0, 1.0]])
    return scale @ inverse(picture_from_field(corners_px))


def flattened(image_bgr: Image, corners_px: Corners) -> Image:
    return np.asarray(cv2.warpPerspective(image_bgr, flat_from_picture(corners_px), WH), np.uint8)


def column(geometry: BoardGeometry, number: int) -> tuple[float, float]:
    """Left and right edge of a column of points."""
    middle, half = geometry.column_x(number), geometry.pitch / 2
    return LEFT + (middle - half) * (RIGHT - LEFT), LEFT + (middle + half) * (RIGHT - LEFT)
