"""The canonical view of a draughts board: every square 32 pixels wide, a square's width of what lies round it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.observation import Corners
from vision.rectify import Image, Points

SQUARE: Final = 32
"""Pixels of a square in the view: eight cells of stride 4, so that each square is always the same pixels."""
SIDE: Final = 10 * SQUARE


def view_from_picture(corners_px: Corners, margin: float = 1.0) -> Points:
    """Homography (3, 3) from the picture to a view with ``margin`` squares round the board.

    The corners are those of the 8x8 squares, the top row first.
    """
    low, high = margin * SQUARE - 0.5, (8 + margin) * SQUARE - 0.5
    wanted = np.array([(low, low), (high, low), (high, high), (low, high)], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(np.asarray(corners_px, np.float32), wanted), dtype=np.float64)


def rectified(image_bgr: Image, corners_px: Corners, margin: float = 1.0) -> Image:
    """The view, (320, 320, 3) with a margin of one; a larger picture is blurred first, or its grain would alias."""
    side = round((8 + 2 * margin) * SQUARE)
    span = max(float(np.hypot(*np.subtract(corners_px[k], corners_px[k - 1]))) for k in range(4)) / (8 * SQUARE)
    source = cv2.GaussianBlur(image_bgr, (0, 0), 0.4 * span) if span > 1.3 else image_bgr
    onto = view_from_picture(corners_px, margin)
    view = cv2.warpPerspective(source, onto, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, dtype=np.uint8)
