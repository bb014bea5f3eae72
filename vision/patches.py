"""Where dice and cube are seen on the net's maps, and patches of the picture itself there, finer than the view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.observation import Pixel
from vision.rectify import Image, Points, inverse, scaled, shrunk, transformed
from vision.view import View, bar_of

STRIDE: Final = 4
"""Pixels of the view to a cell of a map."""


class Peak(NamedTuple):
    """A local maximum of a map: its place in pixels of the view, the map's value and cell there."""

    x: float
    y: float
    score: float
    row: int
    column: int


def peaks(heat: npt.NDArray[np.float32], least: float) -> list[Peak]:
    """Local maxima of at least ``least``, highest first, placed more finely than the map's cells."""
    highest, edged = cv2.dilate(heat, np.ones((3, 3), np.uint8)), np.pad(heat, 1, mode="edge")
    found: list[Peak] = []
    for row, column in np.argwhere((heat >= highest) & (heat >= least)).tolist():
        around = edged[row : row + 3, column : column + 3]
        x, y = ((at + 0.5) * STRIDE - 0.5 for at in (column + _vertex(*around[1]), row + _vertex(*around[:, 1])))
        found.append(Peak(x, y, float(heat[row, column]), row, column))
    return sorted(found, key=lambda p: -p.score)


def _vertex(before: float, here: float, after: float) -> float:
    """Where the parabola through three neighbours peaks, between -0.5 and 0.5."""
    bend = before - 2 * here + after
    return float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < -1e-6 else 0.0


def upright(view: View, center_px: Pixel | Points, rising: Points, *, pitch: float, size: int) -> Points:
    """From pixels of the picture to a patch round ``center_px``, the board's plane undistorted, upright edges upwards.

    So of a die or cube the upper face is the upper one in the patch, and no side face passes for it.
    ``rising`` (3,): of the view.  ``pitch``: pixels of the patch for the width of one point.
    """
    scale = np.array([pitch * 12 / (1 - bar_of(view.board)), pitch * 2 * view.board.depth, 1.0])
    flat = np.diag(scale) @ view.from_field_px
    middle = transformed(np.array([center_px]), flat)[0]
    x, y = rising[:2] * scale[:2] - middle * rising[2]
    turn = -math.pi / 2 - math.atan2(y, x)
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    shift = (size - 1) / 2 - turned @ middle
    return np.asarray(np.vstack([np.column_stack([turned, shift]), (0, 0, 1)]) @ flat, dtype=np.float64)


def uprights(
    image_bgr: Image, view: View, places_xy: Sequence[Pixel], *, pitch: float, size: int
) -> tuple[Points, Image]:
    """Where places of the view lie in the picture (n, 2), and an upright patch of each (n, size, size, 3)."""
    rising, centers = view.rising((image_bgr.shape[1], image_bgr.shape[0])), view.in_picture(places_xy)
    patches = [cut(image_bgr, upright(view, c, rising, pitch=pitch, size=size), size) for c in centers]
    return centers, np.stack(patches)


def cut(image_bgr: Image, patch_from_picture: Points, size: int) -> Image:
    """A patch (size, size, 3) of a picture; what is shrunk for it is averaged, not skipped."""
    middle = transformed([((size - 1) / 2, (size - 1) / 2)], inverse(patch_from_picture))[0]
    here, right, down = transformed([middle, *(middle + np.eye(2))], patch_from_picture)
    grown = math.sqrt(abs(float(np.linalg.det(np.stack([right - here, down - here])))))
    finer = int(np.clip(round(0.75 / max(grown, 1e-3)), 1, 4))
    matrix = scaled(finer, finer) @ patch_from_picture
    patch = cv2.warpPerspective(image_bgr, matrix, (size * finer, size * finer), flags=cv2.INTER_LINEAR)
    return shrunk(np.asarray(patch, np.uint8), (size, size))


def log_odds(share: float) -> float:
    """The logarithm of the odds of a probability, kept finite."""
    share = min(max(share, 1e-4), 1 - 1e-4)
    return math.log(share / (1 - share))
