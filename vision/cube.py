"""Reads the doubling cube: its place, which shows its owner, and the number on its upper face."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.board import BoardGeometry
from vision.fieldmaps import FieldMaps, Peak, peaks
from vision.observation import CubePlace, SeenCube, SeenDie
from vision.patches import cut, log_odds, patch_homography, read_turned, softmax
from vision.rectify import FIELD_H, FIELD_W, FIELD_XYXY, VIEW_WH, Image, Points, inverse, transformed

VALUES: Final = (2, 4, 8, 16, 32, 64)
"""The numbers on a cube's faces."""

PATCH: Final = 48
PITCH: Final = 44.0
"""Pixels of a patch for the width of one point: a cube is then 20 to 37 pixels wide."""

LEAST_VALUE: Final = 0.4
"""A number less likely than this is not told; of those between it and 0.5 two in three are right."""

CLEAR: Final = 0.35
"""A place on the cube map above this is looked at first: where it is surely a cube, nothing else is."""

FAINT: Final = 0.12
"""A place on the cube map below this is not looked at."""

FAINT_BESIDE: Final = 0.2
"""The same on the map of what lies beside the board."""

MOST: Final = 3
"""So many places are looked at, clear ones and then others."""

DOUBTFUL: Final = 0.9
"""A number less likely than this is looked at again."""

LEAST_ODDS: Final = 1.0
"""Log odds, of map and patch together, below which nothing is called a cube."""

SURE_ODDS: Final = 3.0
"""Log odds from which a cube in the view is enough: none is looked for beside the board."""

RIM: Final = 16.0
"""So near to the edge of the view, in its pixels, a cube may be cut in two: it is looked for in the wide view, too."""

STEPS: Final = ((0, -6), (0, -12), (0, -18), (-7, 0), (7, 0))
"""Where else the upper face is looked for then: to the right and down in the picture, in pixels of a patch."""

_NONE: Final = len(VALUES)
_MAP_WEIGHT: Final = 0.5  # of the map's log odds beside the patch's: they err together
_MOST_BY_PATCH: Final = 3.0  # a side face, too, is surely a number: above this the map tells which face is the upper

_ROOM: Final = 48  # pixels of the view by which the wide view is larger on every side
_SHRUNK: Final = 0.5
WIDE_WH: Final = (int((VIEW_WH[0] + 2 * _ROOM) * _SHRUNK), int((VIEW_WH[1] + 2 * _ROOM) * _SHRUNK))
"""The size of the wide view where it is not turned."""

_DIE_REACH: Final = 14.0  # pixels of the view


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What may be a cube: its place in the view and in the picture, log odds that it is one, shares of the numbers."""

    peak: Peak
    center_px: tuple[float, float]
    odds: float
    faces: tuple[float, ...]


def read_cube(
    image_bgr: Image, homography: Points, maps: FieldMaps, geometry: BoardGeometry, dice: Iterable[SeenDie]
) -> SeenCube | None:
    """The cube on the board or beside it with the number on its upper face; that none is in sight is normal.

    ``homography`` (3, 3): from pixels of the picture to pixels of the view.  ``dice``: what was read as
    a die is no cube.  The number may lie turned any way.
    """
    places = _places_in_view(maps, dice)
    best = _likeliest(image_bgr, homography, [p for p in places if p.score >= CLEAR])
    if best is None or best.odds < SURE_ODDS:
        others = [p for p in places if p.score < CLEAR] + places_beside(image_bgr, homography)
        second = _likeliest(image_bgr, homography, sorted(others, key=lambda p: -p.score))
        best = max((c for c in (best, second) if c is not None), key=lambda c: c.odds, default=None)
    if best is None or best.odds < LEAST_ODDS:
        return None
    value = VALUES[int(np.argmax(best.faces))] if max(best.faces) >= LEAST_VALUE else None
    sure = 1 / (1 + math.exp(-best.odds))
    return SeenCube(best.center_px, cube_place(best.peak, geometry), sure, value, best.faces)


def _places_in_view(maps: FieldMaps, dice: Iterable[SeenDie]) -> list[Peak]:
    known = [(FIELD_XYXY[0] + d.field_xy[0] * FIELD_W, FIELD_XYXY[1] + d.field_xy[1] * FIELD_H) for d in dice]
    return [p for p in peaks(maps.cube, FAINT) if all(math.dist((p.x, p.y), die) >= _DIE_REACH for die in known)]


def places_beside(image_bgr: Image, homography: Points) -> list[Peak]:
    """Where a net of its own sees a cube at the edge of the view and beyond, in pixels of the view."""
    wide_from_picture, size = wide_view(homography)
    wide = np.asarray(cv2.warpPerspective(image_bgr, wide_from_picture, size, flags=cv2.INTER_LINEAR), dtype=np.uint8)
    logits = net.run("beside", wide[None])[0, 0]
    found = peaks(1.0 / (1.0 + cv2.exp(-logits)), FAINT_BESIDE)
    if not found:
        return []
    views = transformed([(p.x, p.y) for p in found], homography @ inverse(wide_from_picture))
    places = [p._replace(x=float(x), y=float(y)) for p, (x, y) in zip(found, views, strict=True)]
    return [p for p in places if not (RIM <= p.x < VIEW_WH[0] - RIM and RIM <= p.y < VIEW_WH[1] - RIM)]


def _likeliest(image_bgr: Image, homography: Points, places: Sequence[Peak]) -> _Candidate | None:
    """The place that is most likely a cube's, looked at closely."""
    if not places:
        return None
    places = places[:MOST]
    centers = transformed([(p.x, p.y) for p in places], inverse(homography))
    patches = [cut(image_bgr, patch_homography(homography, c, pitch=PITCH, size=PATCH), PATCH) for c in centers]
    logits = net.run("cube", np.stack(patches))
    odds = [_odds(p, softmax(row)) for p, row in zip(places, logits, strict=True)]
    k = int(np.argmax(odds))
    center, shares = centers[k], softmax(logits[k])
    if shares.max() < DOUBTFUL:
        center, shares = _looked_again(image_bgr, homography, center, patches[k])
    faces = shares[:_NONE] / shares[:_NONE].sum()
    return _Candidate(
        places[k], (float(center[0]), float(center[1])), _odds(places[k], shares), tuple(float(f) for f in faces)
    )


def _looked_again(
    image_bgr: Image, homography: Points, center: Points, patch: Image
) -> tuple[Points, npt.NDArray[np.float32]]:
    """Where a doubtful cube's upper face is, and the shares of its numbers.

    What was found may be a side face or an edge: the upper face is then higher in the picture; or beside it, for the
    net that looks beside the board sees at half the size.  Where it is not seen any better there or close by, the
    patch is looked at from all four sides.
    """
    here = patch_homography(homography, center, pitch=PITCH, size=PATCH)
    length = math.dist(*transformed([center, center - (0, 1)], here))
    near = [center + np.array(step) / length for step in STEPS]
    patches = [cut(image_bgr, patch_homography(homography, c, pitch=PITCH, size=PATCH), PATCH) for c in near]
    found = [softmax(row) for row in net.run("cube", np.stack(patches))]
    best = max(range(len(found)), key=lambda k: float(found[k][:_NONE].max()))
    if found[best][:_NONE].max() >= DOUBTFUL:
        return near[best], found[best]
    turned = softmax(read_turned("cube", patch))
    if found[best][:_NONE].max() > turned[:_NONE].max():
        return near[best], found[best]
    return center, turned


def _odds(peak: Peak, shares: npt.NDArray[np.float32]) -> float:
    return _MAP_WEIGHT * log_odds(peak.score) + min(log_odds(1 - float(shares[_NONE])), _MOST_BY_PATCH)


def wide_view(homography: Points) -> tuple[Points, tuple[int, int]]:
    """A coarse view round the usual one, turned by quarters until what is up in the picture is up in it.

    ``homography`` (3, 3): from pixels of the picture to pixels of the view.  Gives the homography from
    the picture to the wide view, and the width and height of that.  Turned so, the side faces of a cube
    are below its upper face.
    """
    middle = np.array([(n - 1) / 2 for n in VIEW_WH])
    at = transformed([middle], inverse(homography))[0]
    x, y = np.subtract(*transformed([at - (0, 1), at], homography))
    quarters = round(math.atan2(x, -y) / (math.pi / 2)) % 4  # from the top, clockwise
    across, along = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    size = WIDE_WH if quarters % 2 == 0 else WIDE_WH[::-1]
    to_middle = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    turned = np.array([[across, along, 0], [-along, across, 0], [0, 0, 1 / _SHRUNK]]) * _SHRUNK
    back = np.array([[1, 0, (size[0] - 1) / 2], [0, 1, (size[1] - 1) / 2], [0, 0, 1.0]])
    return np.asarray(back @ turned @ to_middle @ homography, dtype=np.float64), size


def cube_place(peak: Peak, geometry: BoardGeometry) -> CubePlace:
    """The state of the cube by its place: on the field it is offered, else it is the nearer player's or nobody's."""
    x0, y0, x1, y1 = FIELD_XYXY
    bar = geometry.bar_fraction * (x1 - x0) / 2
    inside = x0 < peak.x < x1 and y0 < peak.y < y1
    if inside and abs(peak.x - geometry.middle_x) > bar + 0.15 * geometry.pitch:
        return CubePlace.OFFERED
    height = (peak.y - y0) / FIELD_H
    if 0.27 < height < 0.73:
        return CubePlace.MIDDLE
    return CubePlace.LIGHT if (height > 0.5) == geometry.orientation.light_at_bottom else CubePlace.DARK
