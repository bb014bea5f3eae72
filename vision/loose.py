"""Finds dice in pictures in which no board is expected: the net that reads boards sees dice on a table as well."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from vision.dice import APART, LEAST, PATCH, PITCH, SeenAt, readings
from vision.observation import SeenDie
from vision.patches import STRIDE, cut, peaks
from vision.reading import decoded, encoded
from vision.rectify import Image
from vision.view import PITCH as POINT
from vision.view import VIEW_WH

SIZES: Final = (57, 80, 113, 160, 226, 320, 452, 640)
"""Pixels of the picture's longer side in which dice are looked for: as wide as on a board, 9 to 14 pixels, they are a
fifth of the picture at first and a fiftieth at last."""


def find_loose_dice(image_bgr: Image) -> tuple[SeenDie, ...]:
    """The dice in a picture in which no board is expected, the surest first.

    How large they are is not known: the picture is searched at growing sizes until dice are seen, and once more, for
    the next size may show them better.  Larger still, their pips would pass for dice.
    """
    best: list[SeenDie] = []
    for size in SIZES:
        dice = _dice_at(image_bgr, size / max(image_bgr.shape[:2]))
        if best and _certainty(dice) <= _certainty(best):
            break
        best = dice
    return tuple(best)


def _certainty(dice: list[SeenDie]) -> float:
    return sum(die.confidence for die in dice)


def _dice_at(image_bgr: Image, scale: float) -> list[SeenDie]:
    """The dice in a picture shrunk by ``scale``."""
    shrink = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=shrink), dtype=np.uint8)
    lean = np.zeros((2, VIEW_WH[1] // STRIDE, VIEW_WH[0] // STRIDE), np.float32)  # from straight above
    found: list[tuple[float, SeenDie]] = []
    for window, left, top in _windows(small):
        for p in peaks(decoded(encoded(window, lean)).dice, LEAST):
            x, y = (p.x + left + 0.5) / scale - 0.5, (p.y + top + 0.5) / scale - 0.5
            finer, half = scale * PITCH / POINT, (PATCH - 1) / 2
            matrix = np.array([[finer, 0, half - finer * x], [0, finer, half - finer * y], [0, 0, 1.0]])
            seen = SeenAt.of(p.score, readings(cut(image_bgr, matrix, PATCH)[None])[0])
            if seen.odds > 0:
                within = x / image_bgr.shape[1], y / image_bgr.shape[0]
                found.append((seen.odds, SeenDie((x, y), within, seen.values)))
    kept: list[SeenDie] = []
    for _, die in sorted(found, key=lambda one: -one[0]):
        if all(math.dist(die.center_px, other.center_px) > APART * POINT / scale for other in kept):
            kept.append(die)
    return kept


def _windows(image_bgr: Image) -> Iterator[tuple[Image, int, int]]:
    """Windows of the view's size over a picture, half overlapping, each with its left and upper edge in the picture."""
    (wide, high), (height, width) = VIEW_WH, image_bgr.shape[:2]
    for top in range(0, max(1, height - high // 2), high // 2):
        for left in range(0, max(1, width - wide // 2), wide // 2):
            part = image_bgr[top : top + high, left : left + wide]
            down, right = (high - part.shape[0]) // 2, (wide - part.shape[1]) // 2
            window = np.full((high, wide, 3), part.mean(axis=(0, 1)), dtype=np.uint8)
            window[down : down + part.shape[0], right : right + part.shape[1]] = part
            yield window, left - right, top - down
