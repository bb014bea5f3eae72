"""Checks whether light, contrast and place of the board are good enough to read it, and advises what to change.

The limits were set on rendered pictures of boards that were spoiled step by step until points or dice were read
wrong, so that good pictures pass: of 198 rendered pictures as they are 4 are warned of, of 35 photographs one, which
is small and blurred indeed.  See docs/reading.md.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.alone import Alone
from vision.board import BoardGeometry
from vision.observation import Corners
from vision.reading import BOARD, CELLS, DARK, LIGHT
from vision.rectify import Image, as_lab, lengths
from vision.sides import in_cells, named
from vision.view import FIELD_XYXY, View

_TOO_DARK: Final = 25.0
"""How light the field's lighter parts are, in CIE L*, 0 to 100."""
_GLARE: Final = 0.04
"""The share of the field that is clipped to white."""
_UNEVEN: Final = 5.0
"""How many times as much light the lightest checkers of a side send as its darkest."""
_ALIKE: Final = 12.0
"""How far the colours of the two sides are apart (CIE76)."""
_LIKE_BOARD: Final = 2.0
"""How far those of the side that differs less are from the board beside its checkers (CIE76)."""
_BLURRED: Final = 0.18
"""The width of the sharpest edges, in widths of a point."""
_SMALL_PX: Final = 18.0
"""The width of a point in the picture, at the shorter of the two rows."""

_LIT: Final = 90  # percentile
_CLIPPED: Final = 250
_DARKEST: Final = 10  # percentile
_BLACK: Final = 1e-3
_BYTE_TO_L: Final = 100 / 255
_FEW: Final = 4
"""Fewer checkers of a side tell nothing of its colour."""
_CELLS: Final = 8
"""Of the fine map, as wide as a point."""
_MOSTLY: Final = 24
"""Cells of so many squared that show one side's checkers: half of a checker's."""
_BESIDE: Final = 4
"""Cells left and right of a checker that may show the board beside it."""

Lab = npt.NDArray[np.float64]


class Advice(Enum):
    """What is wrong; the words for it belong to the screen."""

    SMALL = "small"
    BLURRED = "blurred"
    TOO_DARK = "too-dark"
    GLARE = "glare"
    UNEVEN = "uneven"
    CHECKERS_ALIKE = "checkers-alike"
    CHECKERS_LIKE_BOARD = "checkers-like-board"


def advice(image_bgr: Image, corners_px: Corners) -> tuple[Advice, ...]:
    """What keeps this board (BGR picture, corners of its field) from being read well, worst first."""
    seen = Alone.of(image_bgr, View(corners_px, BoardGeometry()))
    left, top, right, bottom = FIELD_XYXY
    field = seen.seen_bgr[top:bottom, left:right]
    point_px = float(lengths(corners_px)[::2].min()) / 13
    faces, apart = _checkers(seen)
    enough = min(map(len, faces)) >= _FEW
    wrong = {
        Advice.SMALL: point_px < _SMALL_PX,
        Advice.BLURRED: _edge_px(image_bgr, corners_px) / point_px > _BLURRED,
        Advice.TOO_DARK: np.percentile(as_lab(field)[..., 0], _LIT) * _BYTE_TO_L < _TOO_DARK,
        Advice.GLARE: (field.min(axis=2) >= _CLIPPED).mean() > _GLARE,
        # Checkers of a side are alike, but a picture on the board may pass for some: the more even side tells.
        Advice.UNEVEN: enough and min(map(_spread, faces)) > _UNEVEN,
        Advice.CHECKERS_ALIKE: enough and _difference(*(np.median(side, axis=0) for side in faces)) < _ALIKE,
        Advice.CHECKERS_LIKE_BOARD: any(len(side) >= _FEW and np.median(side) < _LIKE_BOARD for side in apart),
    }
    return tuple(one for one, there in wrong.items() if there)


def _checkers(seen: Alone) -> tuple[tuple[list[Lab], list[Lab]], tuple[list[float], list[float]]]:
    """The colours of each side's faces (n, 3), and how far each face is from the board left and right of it (n,).

    Faces are parts of the view as large as a checker that mostly show one side's.
    """
    maps = named(in_cells(seen.seen_bgr), seen.maps).maps
    lab = as_lab(in_cells(seen.seen_bgr)).astype(np.float64)
    *both, bare = (maps.shows(kind)[CELLS] for kind in (LIGHT, DARK, BOARD))
    faces: tuple[list[Lab], list[Lab]] = ([], [])
    apart: tuple[list[float], list[float]] = ([], [])
    for top in range(0, lab.shape[0], _CELLS):
        for left in range(0, lab.shape[1], _CELLS):
            here = np.s_[top : top + _CELLS, left : left + _CELLS]
            around = np.s_[top : top + _CELLS, max(0, left - _BESIDE) : left + _CELLS + _BESIDE]
            for k, there in enumerate(both):
                if there[here].sum() < _MOSTLY:
                    continue
                face = np.median(lab[here][there[here]], axis=0)
                faces[k].append(face)
                if bare[around].sum() >= _BESIDE:
                    apart[k].append(_difference(face, np.median(lab[around][bare[around]], axis=0)))
    return faces, apart


def _spread(faces: list[Lab]) -> float:
    """How many times as much light the lightest of checkers (n, 3) send as the darkest."""
    level = np.array(faces)[:, 0] * _BYTE_TO_L
    luminance = np.where(level > 8, ((level + 16) / 116) ** 3, level / 903.3)  # CIE 1976
    dark, light = np.percentile(luminance, (_DARKEST, 100 - _DARKEST))
    return float(light) / max(float(dark), _BLACK)


def _difference(one: Lab, other: Lab) -> float:
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
