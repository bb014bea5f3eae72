"""The doubling cube: its place, which says whose it is, and the number on its upper face."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import numpy as np

from vision.board import BoardGeometry
from vision.fieldmaps import FieldMaps, Peak, peaks
from vision.observation import CubePlace, SeenCube, SeenDie
from vision.patches import cut, log_odds, patch_homography, read_turned, softmax
from vision.rectify import FIELD_H, FIELD_W, FIELD_XYXY, Image, Points, inverse, transformed

VALUES: Final = (2, 4, 8, 16, 32, 64)
"""The numbers on a cube's faces."""

PATCH: Final = 48
PITCH: Final = 44.0
"""Pixels of a patch for the width of one point: a cube is then 20 to 37 pixels wide."""

LEAST_VALUE: Final = 0.5
"""A number less likely than this is not told."""

FAINT: Final = 0.12
"""A place on the cube map below this is not looked at."""

MOST: Final = 4
"""So many places are looked at."""

LEAST_ODDS: Final = 0.0
"""Log odds, of map and patch together, below which nothing is called a cube."""

_NONE: Final = len(VALUES)
_MAP_WEIGHT: Final = 0.5  # of the map's log odds beside the patch's: they err together

_DIE_REACH: Final = 14.0  # pixels of the view


def read_cube(
    image_bgr: Image, homography: Points, maps: FieldMaps, geometry: BoardGeometry, dice: Iterable[SeenDie]
) -> SeenCube | None:
    """The cube in view with the number on its upper face, None where there is none: out of sight is normal.

    ``homography`` (3, 3): from pixels of the picture to pixels of the view.  ``dice``: what was read as
    a die is no cube.  The number may lie turned any way.
    """
    known = [(FIELD_XYXY[0] + d.field_xy[0] * FIELD_W, FIELD_XYXY[1] + d.field_xy[1] * FIELD_H) for d in dice]
    places = [p for p in peaks(maps.cube, FAINT) if all(math.dist((p.x, p.y), die) >= _DIE_REACH for die in known)]
    if not places:
        return None
    centers = transformed([(p.x, p.y) for p in places[:MOST]], inverse(homography))
    patches = [cut(image_bgr, patch_homography(homography, c, pitch=PITCH, size=PATCH), PATCH) for c in centers]
    shares = [softmax(row) for row in read_turned("cube", np.stack(patches), shares=len(VALUES) + 1)]
    odds = [
        _MAP_WEIGHT * log_odds(p.score) + log_odds(1 - float(s[_NONE])) for p, s in zip(places, shares, strict=False)
    ]
    best = int(np.argmax(odds))
    if odds[best] < LEAST_ODDS:
        return None
    x, y = (float(v) for v in centers[best])
    faces = shares[best][:_NONE] / shares[best][:_NONE].sum()
    value = VALUES[int(np.argmax(faces))] if faces.max() >= LEAST_VALUE else None
    place = cube_place(places[best], geometry)
    sure = 1 / (1 + math.exp(-odds[best]))
    return SeenCube((x, y), place, sure, value, tuple(float(f) for f in faces))


def cube_place(peak: Peak, geometry: BoardGeometry) -> CubePlace:
    """Whose cube it is by where it lies: on the field it is offered, else the nearer player's or nobody's."""
    x0, y0, x1, y1 = FIELD_XYXY
    bar = geometry.bar_fraction * (x1 - x0) / 2
    inside = x0 < peak.x < x1 and y0 < peak.y < y1
    if inside and abs(peak.x - geometry.middle_x) > bar + 0.15 * geometry.pitch:
        return CubePlace.OFFERED
    height = (peak.y - y0) / FIELD_H
    if 0.27 < height < 0.73:
        return CubePlace.MIDDLE
    return CubePlace.LIGHT if (height > 0.5) == geometry.orientation.light_at_bottom else CubePlace.DARK
