"""Reading dice: each place where the field map shows a die is cut out and read on its own."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.fieldmaps import FieldMaps, peaks, seen_field
from vision.observation import Pixel, SeenDie
from vision.rectify import FIELD_H, FIELD_W, FIELD_XYXY, VIEW_WH, Image, Points, inverse, transformed

PATCH: Final = 48
PITCH: Final = 64.0
"""Pixels of a patch for the width of one point: a die is then 20 to 28 pixels wide."""

LEAST: Final = 0.3
"""A place on the die map below this is not looked at."""

LEAST_DIE: Final = 0.5
"""A patch less likely than this to show a die is dropped."""

_COCKED: Final = 7
_CLEAR: Final = 0.9
_SURE_CUBE: Final = 0.35
_CUBE_REACH: Final = 22.0  # pixels of the view: from the upper face over the side faces
_SHRINKS: Final = (0.25, 0.4, 0.6, 0.85, 1.2, 1.7)  # sizes for loose dice, 1 = the picture fills the view
_FAINT_LOOSE: Final = 0.12  # away from a board the map is faint: the patch decides
_SURE_LOOSE: Final = 0.45
_SIZE: Final = 9.0  # a die's width in pixels of the view


def read_dice(image_bgr: Image, homography: Points, maps: FieldMaps) -> tuple[SeenDie, ...]:
    """The dice that lie on the playing field, the surest first.

    ``homography`` (3, 3): from pixels of the picture to pixels of the view.
    """
    x0, y0, x1, y1 = FIELD_XYXY
    cubes = peaks(maps.cube, _SURE_CUBE)
    places = [
        p
        for p in peaks(maps.die, LEAST)
        if x0 - 4 < p.x < x1 + 4
        and y0 - 4 < p.y < y1 + 4
        # A doubling cube on the field is a die to the die map, too.
        and not any(math.hypot(p.x - c.x, p.y - c.y) < _CUBE_REACH and c.score > p.score for c in cubes)
    ]
    if not places:
        return ()
    views = np.array([(p.x, p.y) for p in places])
    centers = transformed(views, inverse(homography))
    patches = np.stack(
        [cv2.warpPerspective(image_bgr, patch_homography(homography, c), (PATCH, PATCH)) for c in centers]
    )
    dice = []
    for view, center, row in zip(views, centers, _readings(patches.astype(np.uint8)), strict=True):
        field_xy = (float((view[0] - x0) / FIELD_W), float((view[1] - y0) / FIELD_H))
        die = _die(row, (float(center[0]), float(center[1])), field_xy)
        if die is not None:
            dice.append(die)
    return tuple(dice)


def find_loose_dice(image_bgr: Image) -> tuple[SeenDie, ...]:
    """The dice in a picture in which no board is expected, the surest first.

    How large they are is not known: the picture is searched at growing sizes until dice are seen,
    and once more, for the next size may show them better.  Larger still, their pips would pass for dice.
    """
    best: list[SeenDie] = []
    fill = min(VIEW_WH[0] / image_bgr.shape[1], VIEW_WH[1] / image_bgr.shape[0])
    for shrink in _SHRINKS:
        dice = _dice_at(image_bgr, fill * shrink)
        if best and _certainty(dice) <= _certainty(best):
            break
        best = dice
    return tuple(best)


def _certainty(dice: list[SeenDie]) -> float:
    return sum(die.confidence for die in dice)


def _dice_at(image_bgr: Image, scale: float) -> list[SeenDie]:
    """The dice in a picture shrunk by ``scale``, those that are read with certainty."""
    found: list[SeenDie] = []
    for homography in _windows(image_bgr, scale):
        _, maps = seen_field(image_bgr, homography)
        for peak in peaks(maps.die, _FAINT_LOOSE):
            x, y = (float(v) for v in transformed([(peak.x, peak.y)], inverse(homography))[0])
            patch = cv2.warpPerspective(image_bgr, patch_homography(homography, (x, y)), (PATCH, PATCH))
            place = (x / image_bgr.shape[1], y / image_bgr.shape[0])
            die = _die(_readings(patch.astype(np.uint8)[None])[0], (x, y), place)
            if die is not None and die.confidence > _SURE_LOOSE:
                found.append(die)
    found.sort(key=lambda die: -die.confidence)
    kept: list[SeenDie] = []
    for die in found:
        if all(math.dist(die.center_px, other.center_px) > _SIZE / scale for other in kept):
            kept.append(die)
    return kept


def _windows(image_bgr: Image, scale: float) -> list[Points]:
    """Homographies that shift windows of the view's size over a picture shrunk by ``scale``, half overlapping."""
    height, width = (round(n * scale) for n in image_bgr.shape[:2])
    lefts = range(0, max(1, width - VIEW_WH[0] // 2), VIEW_WH[0] // 2)
    tops = range(0, max(1, height - VIEW_WH[1] // 2), VIEW_WH[1] // 2)
    return [np.array([[scale, 0, -x], [0, scale, -y], [0, 0, 1.0]]) for y in tops for x in lefts]


def _die(logits: npt.NDArray[np.float32], center: Pixel, field_xy: tuple[float, float]) -> SeenDie | None:
    """The die that a patch shows, None where it shows none."""
    likely = _softmax(logits[:7])
    if likely[6] > 1 - LEAST_DIE:
        return None
    one, two, three, four, five, six = (float(v) for v in likely[:6] / likely[:6].sum())
    return SeenDie(center, field_xy, (one, two, three, four, five, six), cocked=bool(logits[_COCKED] > 0))


def patch_homography(homography: Points, center_px: Pixel | Points) -> Points:
    """From pixels of the picture to a patch round ``center_px``, the board's plane undistorted."""
    (x, y), scale = transformed(np.array([center_px]), homography)[0], PITCH * 13 / FIELD_W
    half = PATCH / 2
    return np.array([[scale, 0, half - scale * x], [0, scale, half - scale * y], [0, 0, 1.0]]) @ homography


def _readings(patches: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Logits (n, 8), the mean over turns of the patch: a die reads the same from all sides.

    Two turns do where both leave no doubt; else all four are looked at.
    """
    logits = _turned(patches, (0, 1))
    if min(float(_softmax(row[:_COCKED]).max()) for row in logits) < _CLEAR:
        logits = np.asarray((logits + _turned(patches, (2, 3))) / 2, dtype=np.float32)
    return logits


def _turned(patches: npt.NDArray[np.uint8], quarters: tuple[int, ...]) -> npt.NDArray[np.float32]:
    turned = np.concatenate([np.rot90(patches, k, axes=(1, 2)) for k in quarters])
    logits = net.run("dice", turned).reshape(len(quarters), len(patches), -1)
    return np.asarray(logits.mean(axis=0), dtype=np.float32)


def _softmax(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum(), dtype=np.float32)
