"""The rectified view: the playing field seen from straight above, always at the same size and place.

The view is ``VIEW_WH`` pixels; the field that holds the 24 points fills the rectangle
``FIELD_XYXY`` in it, the rest is margin that shows rails, trays and what lies beside the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.observation import Pixel

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]

VIEW_WH: Final = (512, 416)
FIELD_XYXY: Final = (56.0, 36.0, 456.0, 380.0)
FIELD_W: Final = FIELD_XYXY[2] - FIELD_XYXY[0]
FIELD_H: Final = FIELD_XYXY[3] - FIELD_XYXY[1]


def field_corners_view() -> Points:
    """The four corners of the field in the view, clockwise from top left, shape (4, 2)."""
    x0, y0, x1, y1 = FIELD_XYXY
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def view_from_picture(corners_px: Sequence[Pixel]) -> Points:
    """Homography (3, 3) from pixels of the picture to pixels of the view.

    ``corners_px``: the field in the picture, clockwise, first to second corner the top row.
    """
    source = np.asarray(corners_px, dtype=np.float32)
    homography = cv2.getPerspectiveTransform(source, field_corners_view().astype(np.float32))
    return np.asarray(homography, dtype=np.float64)


def rectified(image_bgr: Image, homography: Points) -> Image:
    """The rectified view of a picture, BGR, shape (416, 512, 3)."""
    return np.asarray(cv2.warpPerspective(image_bgr, homography, VIEW_WH, flags=cv2.INTER_LINEAR), dtype=np.uint8)


def transformed(points_xy: npt.ArrayLike, homography: Points) -> Points:
    """Points (n, 2) sent through a homography."""
    points = np.atleast_2d(np.asarray(points_xy, dtype=np.float64))
    scaled = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    return np.asarray(scaled[:, :2] / scaled[:, 2:], dtype=np.float64)


def inverse(homography: Points) -> Points:
    """The homography that leads back."""
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def as_lab(view_bgr: Image) -> Image:
    """A view converted to CIE L*a*b*, each channel 0 to 255."""
    return np.asarray(cv2.cvtColor(view_bgr, cv2.COLOR_BGR2LAB), dtype=np.uint8)
