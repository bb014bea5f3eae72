"""Finding the board: where the corners of the playing field are in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.errors import BoardNotFoundError
from vision.fieldmaps import STRIDE, Map, Peak, peaks
from vision.observation import Pixel
from vision.rectify import Image, Points

FINDER_WH: Final = (320, 240)
LEAST_CONFIDENCE: Final = 0.35
Corners = tuple[Pixel, Pixel, Pixel, Pixel]


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """The field's corners in the picture (first to second = top row) and how sure they are, 0 to 1."""

    corners_px: Corners
    confidence: float


def find_corners(image_bgr: Image) -> Corners:
    """The corners of the playing field, clockwise, first to second the row farther up in the picture.

    On a board seen from its side the first row is the one at the left.  Raises BoardNotFoundError.
    """
    found = find_board(image_bgr)
    if found.confidence < LEAST_CONFIDENCE:
        raise BoardNotFoundError(
            "no board was found in the picture: have the whole board in view, or give its corners (--corners)"
        )
    return found.corners_px


def find_board(image_bgr: Image) -> FoundBoard:
    """The likeliest board in a picture, however doubtful it is."""
    canvas, scale = _letterboxed(image_bgr)
    maps = 1.0 / (1.0 + np.exp(-net.run("finder", canvas[None])[0]))
    corners = [_corner(maps[2 + k]) for k in range(4)]
    ring = np.array([(p.x, p.y) for p in corners])
    confidence = float(np.mean([p.score for p in corners])) * _agreement(ring, maps[0])
    if _bar_lies(ring, maps[1]):
        ring = ring[[3, 0, 1, 2]]
    first, second, third, fourth = (((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5) for x, y in ring.tolist())
    return FoundBoard((first, second, third, fourth), confidence)


def _letterboxed(image_bgr: Image) -> tuple[Image, float]:
    """The picture shrunk into the finder's window, grey where the shapes differ, and the factor."""
    width, height = FINDER_WH
    scale = min(width / image_bgr.shape[1], height / image_bgr.shape[0])
    small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:height, :width]
    canvas = np.full((height, width, 3), 127, dtype=np.uint8)
    canvas[: small.shape[0], : small.shape[1]] = small
    return canvas, scale


def _corner(heat: Map) -> Peak:
    return peaks(np.ascontiguousarray(heat, dtype=np.float32), 0.0)[0]


def _agreement(ring: Points, field: npt.NDArray[np.float32]) -> float:
    """Overlap (intersection over union) of the four corners' polygon with the map of the field."""
    polygon = np.zeros(field.shape, dtype=np.uint8)
    cv2.fillPoly(polygon, [np.round(ring / STRIDE).astype(np.int32)], 1)
    inside, likely = polygon > 0, field > 0.5
    union = int((inside | likely).sum())
    return float((inside & likely).sum() / union) if union else 0.0


def _bar_lies(ring: Points, bar: npt.NDArray[np.float32]) -> bool:
    """Whether the bar runs across the picture: the board is seen from its side."""
    middles = (ring + np.roll(ring, -1, axis=0)) / 2  # top, right, bottom, left
    return _along(bar, middles[1], middles[3]) > _along(bar, middles[0], middles[2])


def _along(heat: npt.NDArray[np.float32], start: Points, end: Points) -> float:
    """The mean of a map along a line, its ends left out."""
    line = start + np.linspace(0.1, 0.9, 40)[:, None] * (end - start)
    columns = np.clip((line[:, 0] / STRIDE).astype(int), 0, heat.shape[1] - 1)
    rows = np.clip((line[:, 1] / STRIDE).astype(int), 0, heat.shape[0] - 1)
    return float(heat[rows, columns].mean())
