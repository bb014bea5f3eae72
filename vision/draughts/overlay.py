"""Draws a reading of a draughts board on its picture, so that a person can check it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.draughts.calibration import Calibration
from vision.draughts.view import SIZE, picture_from_board
from vision.observation import Observation
from vision.rectify import Image, transformed

_SKY: Final = (233, 180, 86)
_YELLOW: Final = (66, 228, 240)
_VERMILION: Final = (0, 94, 213)
# From which confidence on a ring has which colour: told apart with every kind of colour blindness.
_RINGS: Final = ((0.95, _SKY), (0.8, _YELLOW), (0.0, _VERMILION))
_FILL: Final = {(1, 0): (235, 245, 250), (0, 1): (40, 36, 34)}


def overlaid(image_bgr: Image, seen: Observation, known: Calibration) -> Image:
    """A copy of the picture with the board's outline and a chip on each square that holds something.

    A chip's ring tells how sure that is: blue from 95 %, yellow from 80 %, red below.  An empty square that is not
    sure has a small ring, one that is not seen a cross.
    """
    canvas = image_bgr.copy()
    corners = np.array(seen.corners_px)
    thick = max(1, round(float(np.ptp(corners[:, 0])) / 300))
    for colour, width in (((0, 0, 0), 3 * thick), (_SKY, thick)):
        cv2.polylines(canvas, [np.round(corners).astype(np.int32)], True, colour, width, cv2.LINE_AA)
    homography = picture_from_board(seen.corners_px)
    for row in range(SIZE):
        for column in range(SIZE):
            middle, right = transformed([(column + 0.5, row + 0.5), (column + 1.0, row + 0.5)], homography)
            at = round(float(middle[0])), round(float(middle[1]))
            radius = max(3.0, 0.45 * float(np.hypot(*(right - middle))))
            evidence = seen.spot(known.square(row, column))
            ring = next(colour for least, colour in _RINGS if evidence.confidence >= least)
            if not evidence.seen:
                cv2.drawMarker(canvas, at, _YELLOW, cv2.MARKER_TILTED_CROSS, round(radius), thick)
            elif evidence.best in _FILL:
                for colour, size in (((0, 0, 0), 1.15), (ring, 1.0), (_FILL[evidence.best], 0.7)):
                    cv2.circle(canvas, at, round(size * radius), colour, -1, cv2.LINE_AA)
            elif ring is not _SKY:
                cv2.circle(canvas, at, round(0.5 * radius), ring, thick, cv2.LINE_AA)
    return canvas
