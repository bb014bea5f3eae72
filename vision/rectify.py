"""Homographies: between a picture and the playing field, whose corners are (0, 0), (1, 0), (1, 1) and (0, 1)."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.observation import Corners, Pixel

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]


def homography(here: npt.ArrayLike, there: npt.ArrayLike) -> Points:
    """The homography (3, 3) that sends four places (4, 2) to four others."""
    onto = cv2.getPerspectiveTransform(np.asarray(here, np.float32), np.asarray(there, np.float32))
    return np.asarray(onto, np.float64)


def picture_from_field(corners_px: Sequence[Pixel]) -> Points:
    """Homography (3, 3) from the field to pixels of the picture."""
    return homography([(0, 0), (1, 0), (1, 1), (0, 1)], corners_px)


def scaled(fx: float, fy: float) -> Points:
    """The homography of a picture whose size is changed: its pixels are counted from the middle of the first one."""
    return np.array([[fx, 0, 0.5 * fx - 0.5], [0, fy, 0.5 * fy - 0.5], [0, 0, 1.0]])


def transformed(points_xy: npt.ArrayLike, homography: Points) -> Points:
    """Points (n, 2) sent through a homography."""
    points = np.atleast_2d(np.asarray(points_xy, dtype=np.float64))
    scaled = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    return np.asarray(scaled[:, :2] / scaled[:, 2:], dtype=np.float64)


def inverse(homography: Points) -> Points:
    """The homography that leads back."""
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def as_corners(ring: npt.ArrayLike) -> Corners:
    """Corners (4, 2) as plain values; raises ValueError or TypeError if it is not that."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in np.asarray(ring, np.float64))
    return first, second, third, fourth


def turned(corners_px: Corners) -> list[Corners]:
    """The four ways to name a ring of corners, each begun one later."""
    return [as_corners(np.roll(corners_px, -k, axis=0)) for k in range(4)]


def farthest(ring: npt.ArrayLike, other: npt.ArrayLike) -> float:
    """How far apart those places of two rings (n, 2) are that are farthest apart."""
    return float(np.hypot(*np.subtract(ring, other).T).max())


def lengths(ring: npt.ArrayLike) -> Points:
    """The lengths (n,) of the sides of a ring (n, 2)."""
    return np.asarray(np.hypot(*np.subtract(ring, np.roll(ring, -1, axis=0)).T), np.float64)


def shrunk(image_bgr: Image, wh: tuple[int, int]) -> Image:
    """A picture made smaller, its pixels averaged."""
    return np.asarray(cv2.resize(image_bgr, wh, interpolation=cv2.INTER_AREA), np.uint8)


def as_lab(view_bgr: Image) -> Image:
    """A view converted to CIE L*a*b*, each channel 0 to 255."""
    return np.asarray(cv2.cvtColor(view_bgr, cv2.COLOR_BGR2LAB), dtype=np.uint8)
