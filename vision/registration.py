"""Follows a moved board: corrects the corners of a calibration after a nudge of board or camera.

The view of a reference picture is compared with the view that the present corners give.  Small
movements are followed by tracking corners of the board's own pattern (Lucas and Kanade's optical
flow), so that what moves on the board (checkers, dice, hands) and around it does not count; large ones are
guessed first by the net that finds boards, and then checked in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import find_board
from vision.observation import Corners
from vision.rectify import Image, Points, as_corners, farthest, inverse, picture_from_field, transformed, turned
from vision.view import FIELD_XYXY, VIEW_WH

Grey = npt.NDArray[np.uint8]
Places = npt.NDArray[np.float32]

STILL_PX: Final = 1.5
"""Pixels of the view by which a corner may be off before the corners are set again: 1/20 of a point's width."""
NEAR_PX: Final = 10.0
"""A third of a point's width: what moved by more may as well have gone to a neighbouring point's place."""

_MOST_MARKS: Final = 120
_MARK_QUALITY: Final = 0.02
_MARK_DISTANCE: Final = 12
_RIM: Final = 6
"""Pixels of the view around the field that belong to the board, not to the table."""
_AROUND: Final = (31, 31)
_WINDOW: Final = (21, 21)
_LEVELS: Final = 3
_STEPS: Final = 3
_SURELY_STILL: Final = 0.5
"""The share of marks that may lie under hands or have been checkers that were played."""
_BACK_PX: Final = 1.0
"""A mark that is tracked there and back must come home."""
_FIT_PX: Final = 2.0
_LEAST_MARKS: Final = 12
_LEAST_AGREEMENT: Final = 0.3
_LEAST_SPREAD: Final = 0.25
"""Of the field: the area that the marks span."""
_SURELY_FOUND: Final = 0.4
"""Of several places the one with the highest agreement is taken; turned or a point further on a part agrees too."""

_RING: Final = np.array(FIELD_XYXY, dtype=np.float64)[[(0, 1), (2, 1), (2, 3), (0, 3)]]
"""The field's corners in the view, which shows it flat: here bar and rows need not be told apart."""
_FIELD: Final = np.zeros(VIEW_WH[::-1], np.uint8)
_FIELD[FIELD_XYXY[1] - _RIM : FIELD_XYXY[3] + _RIM, FIELD_XYXY[0] - _RIM : FIELD_XYXY[2] + _RIM] = 255


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The rectified view where the board is known to lie, grey, (416, 512), and places in it to track, (n, 2)."""

    view: Grey
    marks_xy: Places


@dataclass(frozen=True, slots=True)
class Registered:
    """Where the board is.

    ``agreement``: the share of the reference's marks that are where these corners put them, 0 to 1.
    ``shift_px``: how far the farthest corner went, in pixels of the view.  ``turned_deg``: by how much
    the board was turned in the picture, clockwise, -180 to 180.
    """

    corners_px: Corners
    agreement: float
    shift_px: float
    turned_deg: float

    @property
    def moved(self) -> bool:
        return self.shift_px > STILL_PX

    @property
    def sure(self) -> bool:
        """Whether it can be nothing else: it hardly went, and most marks agree.

        A board's pattern repeats itself from point to point, and when it is turned by half a turn.
        """
        return self.shift_px <= NEAR_PX and self.agreement >= _SURELY_STILL


def reference(image_bgr: Image, corners_px: Corners) -> Reference:
    """What is kept of a picture in which the board is known to lie at these corners."""
    view = _view(_grey(image_bgr), corners_px)
    marks = cv2.goodFeaturesToTrack(view, _MOST_MARKS, _MARK_QUALITY, _MARK_DISTANCE, mask=_FIELD)
    return Reference(view, np.asarray(() if marks is None else marks, np.float32).reshape(-1, 2))


def follow(known: Reference, image_bgr: Image, corners_px: Corners, *, exact: bool = False) -> Registered | None:
    """The corners of the board if it is near these corners, None if they cannot be determined.

    Where nothing moved the corners come back as they are; ``exact``: even then they are set anew,
    to a fraction of a pixel.
    """
    return _follow(known, _grey(image_bgr), corners_px, corners_px, exact=exact)


def search(known: Reference, image_bgr: Image, corners_px: Corners) -> Registered | None:
    """Where the board is, however far it went from these corners; None where it is not seen."""
    grey, guesses = _grey(image_bgr), (corners_px, *turned(find_board(image_bgr).corners_px))
    found = [_follow(known, grey, guess, corners_px, exact=True) for guess in guesses]
    likely = [there for there in found if there and there.agreement >= _SURELY_FOUND]
    return max(likely, key=lambda there: there.agreement, default=None)


def _follow(known: Reference, grey: Grey, here: Corners, before: Corners, *, exact: bool) -> Registered | None:
    """The board is guessed to be ``here``, and was where it was ``before``."""
    for _ in range(_STEPS):
        step, agreement = _tracked(known, _view(grey, here), exact=exact)
        if step is None:
            return None
        after = transformed(_RING, step)
        off = farthest(after, _RING)
        if exact or off > STILL_PX:
            here = as_corners(transformed(after, _picture_from_view(here)))
        if off <= STILL_PX:
            shift = farthest(transformed(here, inverse(_picture_from_view(before))), _RING)
            return Registered(here, agreement, shift, _turn(before, here))
    return None


def _tracked(known: Reference, view: Grey, *, exact: bool) -> tuple[Points | None, float]:
    """The homography by which the marks went from the reference to this view, and the share that agrees."""
    if len(known.marks_xy) < _LEAST_MARKS:
        return None, 0.0
    there, arrived = _flow(known.view, view, known.marks_xy)
    still = arrived & (np.linalg.norm(there - known.marks_xy, axis=1) < STILL_PX / 2)
    if not exact and still.mean() >= _SURELY_STILL:
        return np.eye(3), float(still.mean())
    back, returned = _flow(view, known.view, there)
    sure = arrived & returned & (np.linalg.norm(back - known.marks_xy, axis=1) < _BACK_PX)
    if sure.sum() < _LEAST_MARKS:
        return None, 0.0
    before, after = known.marks_xy[sure], there[sure]
    homography, agreeing = cv2.findHomography(before, after, cv2.RANSAC, _FIT_PX)
    if homography is None:
        return None, 0.0
    inliers = before[agreeing.ravel() > 0]
    agreement = len(inliers) / len(known.marks_xy)
    spread = cv2.contourArea(cv2.convexHull(inliers)) / cv2.contourArea(_RING.astype(np.float32))
    if len(inliers) < _LEAST_MARKS or agreement < _LEAST_AGREEMENT or spread < _LEAST_SPREAD:
        return None, agreement
    return np.asarray(homography, dtype=np.float64), agreement


def _flow(before: Grey, after: Grey, marks: Places) -> tuple[Places, npt.NDArray[np.bool_]]:
    places, arrived, _ = cv2.calcOpticalFlowPyrLK(before, after, marks, marks.copy(), winSize=_WINDOW, maxLevel=_LEVELS)
    return np.asarray(places, dtype=np.float32), arrived.ravel() > 0


def _grey(image_bgr: Image) -> Grey:
    return np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _view(grey: Grey, corners_px: Corners) -> Grey:
    """The rectified view without what the light does: each place against the mean around it."""
    onto, flags = _picture_from_view(corners_px), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(grey, onto, VIEW_WH, flags=flags)
    around = cv2.blur(view, _AROUND)
    return np.asarray(cv2.addWeighted(view, 1.0, around, -1.0, 128.0), dtype=np.uint8)


def _picture_from_view(corners_px: Corners) -> Points:
    (x0, y0), (x1, y1) = _RING[0], _RING[2]
    field_from_view = np.array([[1 / (x1 - x0), 0, x0 / (x0 - x1)], [0, 1 / (y1 - y0), y0 / (y0 - y1)], [0, 0, 1]])
    return np.asarray(picture_from_field(corners_px) @ field_from_view)


def _turn(before: Corners, after: Corners) -> float:
    """By how many degrees the first row was turned in the picture, clockwise."""
    (ax, ay), (bx, by) = (np.subtract(ring[1], ring[0]) for ring in (before, after))
    return float(np.degrees(np.arctan2(ax * by - ay * bx, ax * bx + ay * by)))
