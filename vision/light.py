"""Checks whether light, contrast and place of the board are good enough to read it, and advises what to change.

The limits were set on rendered pictures of boards that were spoiled step by step until points or dice were read
wrong, so that good pictures pass: of 198 rendered pictures as they are 4 are warned of, of 35 photographs one, which
is small and blurred indeed.  See docs/reading.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.board import BoardGeometry
from vision.calibration import Corners
from vision.checkers import find_discs, on_field, owned
from vision.colours import Lab
from vision.fieldmaps import FieldMaps, seen_field
from vision.fit import bar_fraction
from vision.rectify import FIELD_XYXY, VIEW_WH, Image, as_lab, view_from_picture

TOO_DARK: Final = 25.0
GLARE: Final = 0.04
UNEVEN: Final = 5.0
LIKE_BOARD: Final = 2.0
ALIKE: Final = 12.0
BLURRED: Final = 0.18
SMALL_PX: Final = 18.0

_LIT: Final = 90  # percentile
_CLIPPED: Final = 250
_DARKEST: Final = 10  # percentile
_BLACK: Final = 1e-3
_BYTE_TO_L: Final = 100 / 255
_SURE: Final = 0.5
_FEW: Final = 4
"""Fewer checkers of a side tell nothing of its colour."""
_RING: Final = (0.52, 0.72)
"""Radii round a checker's middle in widths of a point: beyond its rim, within the next checker's reach."""


class Advice(Enum):
    """What is wrong; the words for it belong to the screen."""

    SMALL = "small"
    BLURRED = "blurred"
    TOO_DARK = "too-dark"
    GLARE = "glare"
    UNEVEN = "uneven"
    CHECKERS_ALIKE = "checkers-alike"
    CHECKERS_LIKE_BOARD = "checkers-like-board"


@dataclass(frozen=True, slots=True)
class Light:
    """What can be measured of a board in a picture.

    ``lit``: how light its lighter parts are, CIE L* 0 to 100.  ``glare``: the share of the field that is
    clipped to white.  ``uneven``: how many times as much light the lightest checkers send as the darkest of their
    side.  ``alike``: how far the colours of the two sides are apart; ``like_board``: how far those of the side that
    differs less are from the board beside its checkers (CIE76).  These three are None where too few checkers lie
    there.  ``blur``: the width of the sharpest edges in widths of a point.  ``point_px``: the width of a point in
    pixels of the picture.
    """

    lit: float
    glare: float
    uneven: float | None
    alike: float | None
    like_board: float | None
    blur: float
    point_px: float


def advice(image_bgr: Image, corners_px: Corners) -> tuple[Advice, ...]:
    """What keeps this board (BGR picture, corners of its field) from being read well, worst first."""
    return advised(measured(image_bgr, corners_px))


def advised(light: Light) -> tuple[Advice, ...]:
    """What is beyond the limits."""
    wrong = {
        Advice.SMALL: light.point_px < SMALL_PX,
        Advice.BLURRED: light.blur > BLURRED,
        Advice.TOO_DARK: light.lit < TOO_DARK,
        Advice.GLARE: light.glare > GLARE,
        Advice.UNEVEN: light.uneven is not None and light.uneven > UNEVEN,
        Advice.CHECKERS_ALIKE: light.alike is not None and light.alike < ALIKE,
        Advice.CHECKERS_LIKE_BOARD: light.like_board is not None and light.like_board < LIKE_BOARD,
    }
    return tuple(one for one, there in wrong.items() if there)


def measured(image_bgr: Image, corners_px: Corners) -> Light:
    """The facts of a board's light and contrast: BGR picture, corners of its field."""
    view, maps = seen_field(image_bgr, view_from_picture(corners_px))
    lab = as_lab(view).astype(np.float32)
    left, top, right, bottom = (round(edge) for edge in FIELD_XYXY)
    lightness = lab[top:bottom, left:right, 0]
    point_px = _point_px(corners_px)
    seen = _checkers(view, maps, lab)
    return Light(
        lit=float(np.percentile(lightness, _LIT)) * _BYTE_TO_L,
        glare=float((view[top:bottom, left:right].min(axis=2) >= _CLIPPED).mean()),
        uneven=seen.uneven if seen.enough else None,
        alike=seen.alike if seen.enough else None,
        like_board=seen.like_board,
        blur=_edge_px(image_bgr, corners_px) / point_px,
        point_px=point_px,
    )


def _point_px(corners_px: Corners) -> float:
    """The width of a point at the shorter of the two rows."""
    first, second, third, fourth = np.asarray(corners_px, dtype=np.float64)
    return float(min(np.linalg.norm(second - first), np.linalg.norm(fourth - third))) / 13


def _luminance(lightness: float) -> float:
    """Y of a byte of L* (CIE 1976), 0 to 1."""
    level = lightness * _BYTE_TO_L
    return float(((level + 16) / 116) ** 3 if level > 8 else level / 903.3)


@dataclass(frozen=True, slots=True)
class _Checkers:
    """The colours of each side's faces, and how far each is from the board beside its checker."""

    faces: tuple[list[Lab], list[Lab]]
    apart: tuple[list[float], list[float]]

    @property
    def enough(self) -> bool:
        return min(map(len, self.faces)) >= _FEW

    @property
    def alike(self) -> float:
        light, dark = (np.median(side, axis=0) for side in self.faces)
        return _difference(light, dark)

    @property
    def like_board(self) -> float | None:
        return min((float(np.median(side)) for side in self.apart if len(side) >= _FEW), default=None)

    @property
    def uneven(self) -> float:
        """How the light differs on the more even side: checkers of a side are alike, pictures on a board are not."""
        spreads = []
        for side in self.faces:
            dark, light = np.percentile([_luminance(face[0]) for face in side], (_DARKEST, 100 - _DARKEST))
            spreads.append(float(light) / max(float(dark), _BLACK))
        return min(spreads)


def _checkers(view_bgr: Image, maps: FieldMaps, lab: npt.NDArray[np.float32]) -> _Checkers:
    geometry = BoardGeometry(bar_fraction=bar_fraction(maps))
    discs = [d for d in find_discs(view_bgr, maps, geometry) if on_field(d, geometry) and d.sure > _SURE]
    free = _free(maps)
    seen = _Checkers(([], []), ([], []))
    for one in owned(discs, geometry, None):
        side, face = int(one.light <= 0.5), one.disc.face.colour
        seen.faces[side].append(face)
        beside = _beside(lab, free, one.disc.x, one.disc.y, geometry.pitch)
        if beside is not None:
            seen.apart[side].append(_difference(face, beside))
    return seen


def _free(maps: FieldMaps) -> npt.NDArray[np.bool_]:
    """Where in the view neither hand nor thing covers the board."""
    covered = np.maximum(maps.hand, maps.cover)
    return np.asarray(cv2.resize(covered, VIEW_WH, interpolation=cv2.INTER_LINEAR) < 0.5, dtype=np.bool_)


def _beside(lab: npt.NDArray[np.float32], free: npt.NDArray[np.bool_], x: float, y: float, pitch: float) -> Lab | None:
    """The usual colour of the board left and right of a checker, None where that is covered."""
    reach = int(_RING[1] * pitch) + 1
    top, left = max(0, int(y) - reach), max(0, int(x) - reach)
    here = np.s_[top : int(y) + reach + 1, left : int(x) + reach + 1]
    rows, columns = np.mgrid[here]
    rows, columns = (
        rows[: lab.shape[0] - top, : lab.shape[1] - left],
        columns[: lab.shape[0] - top, : lab.shape[1] - left],
    )
    away = np.hypot(columns - x, rows - y) / pitch
    ring = (away > _RING[0]) & (away < _RING[1]) & (np.abs(columns - x) > np.abs(rows - y)) & free[here]
    if not ring.any():
        return None
    lightness, green_red, blue_yellow = np.median(lab[here][ring], axis=0)
    return float(lightness), float(green_red), float(blue_yellow)


def _difference(one: Lab | npt.NDArray[np.float64], other: Lab | npt.NDArray[np.float64]) -> float:
    """CIE76 of two colours in bytes."""
    return float(np.hypot.reduce([(one[0] - other[0]) * _BYTE_TO_L, one[1] - other[1], one[2] - other[2]]))


def _edge_px(image_bgr: Image, corners_px: Corners) -> float:
    """The width of the board's sharpest edges in pixels of the picture: their height over their steepness."""
    across, down = ([corner[axis] for corner in corners_px] for axis in (0, 1))
    box = image_bgr[max(0, int(min(down))) : int(max(down)) + 1, max(0, int(min(across))) : int(max(across)) + 1]
    grey = cv2.GaussianBlur(cv2.cvtColor(box, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)) / 8
    low, high = np.percentile(grey, (2, 98))
    return float((high - low) / max(float(np.percentile(steep, 99)), 1e-3))
