"""The doubling cube's place, which says whose it is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from vision.board import BoardGeometry
from vision.fieldmaps import FieldMaps, Peak, peaks
from vision.observation import CubePlace, SeenCube, SeenDie
from vision.rectify import FIELD_H, FIELD_W, FIELD_XYXY, Points, inverse, transformed

LEAST: Final = 0.4
"""A place on the cube map below this is no cube."""

LEAST_OFFERED: Final = 0.3
"""The same on the playing field, where nothing else looks like a cube but dice, and these are known."""

_DIE_REACH: Final = 14.0  # pixels of the view


def find_cube(homography: Points, maps: FieldMaps, geometry: BoardGeometry, dice: Iterable[SeenDie]) -> SeenCube | None:
    """The surest cube in view, None where there is none: out of sight is normal.

    ``dice``: what was read as a die is none.
    """
    known = [(FIELD_XYXY[0] + d.field_xy[0] * FIELD_W, FIELD_XYXY[1] + d.field_xy[1] * FIELD_H) for d in dice]
    for peak in peaks(maps.cube, LEAST_OFFERED):
        place = cube_place(peak, geometry)
        if peak.score < LEAST and place is not CubePlace.OFFERED:
            continue
        if place is CubePlace.OFFERED and any(math.dist((peak.x, peak.y), die) < _DIE_REACH for die in known):
            continue
        x, y = transformed([(peak.x, peak.y)], inverse(homography))[0]
        return SeenCube((float(x), float(y)), place, peak.score)
    return None


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
