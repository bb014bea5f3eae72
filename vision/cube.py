"""The doubling cube's place, which says whose it is."""

from __future__ import annotations

from typing import Final

from vision.board import BoardGeometry
from vision.fieldmaps import FieldMaps, Peak, peaks
from vision.observation import CubePlace, SeenCube
from vision.rectify import FIELD_H, FIELD_XYXY, Points, inverse, transformed

LEAST: Final = 0.4


def find_cube(homography: Points, maps: FieldMaps, geometry: BoardGeometry) -> SeenCube | None:
    """The surest cube in view, None where there is none: out of sight is normal."""
    found = peaks(maps.cube, LEAST)
    if not found:
        return None
    peak = found[0]
    x, y = transformed([(peak.x, peak.y)], inverse(homography))[0]
    return SeenCube((float(x), float(y)), cube_place(peak, geometry), peak.score)


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
