"""Homographies: between a picture and the playing field, whose corners are (0, 0), (1, 0), (1, 1) and (0, 1)."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.observation import Corners, Pixel

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]


def picture_from_field(corners_px: Sequence[Pixel]) -> Points:
    """Homography (3, 3) from the field to pixels of the picture."""
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, np.asarray(corners_px, np.float32)), np.float64)


def transformed(points_xy: npt.ArrayLike, homography: Points) -> Points:
    """Points (n, 2) sent through a homography."""
    points = np.atleast_2d(np.asarray(points_xy, dtype=np.float64))
    scaled = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    return np.asarray(scaled[:, :2] / scaled[:, 2:], dtype=np.float64)


def inverse(homography: Points) -> Points:
    """The homography that leads back."""
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def as_corners(ring: Points) -> Corners:
    """Corners (4, 2) as plain values."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in ring)
    return first, second, third, fourth


def as_lab(view_bgr: Image) -> Image:
    """A view converted to CIE L*a*b*, each channel 0 to 255."""
    return np.asarray(cv2.cvtColor(view_bgr, cv2.COLOR_BGR2LAB), dtype=np.uint8)
