"""What was read, drawn on the picture: for the eye of whoever doubts it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.board import BoardGeometry
from vision.observation import BAR, POINTS, Observation
from vision.rectify import FIELD_XYXY, Image, inverse, transformed, view_from_picture

_LINE: Final = (0, 220, 255)
_TEXT: Final = (255, 255, 255)
_DOUBT: Final = (60, 60, 255)


def overlaid(image_bgr: Image, seen: Observation, geometry: BoardGeometry) -> Image:
    """A copy of the picture with the field's outline, the counts of every spot, dice and cube.

    Counts that are less than 80 % sure are red.
    """
    canvas = image_bgr.copy()
    corners = np.round(np.array(seen.corners_px)).astype(np.int32)
    cv2.polylines(canvas, [corners], True, _LINE, 2, cv2.LINE_AA)
    back = inverse(view_from_picture(seen.corners_px))
    for point in POINTS:
        row, column = seen.orientation.cell(point)
        y = FIELD_XYXY[1] - 8 if row == "top" else FIELD_XYXY[3] + 8
        _count(canvas, seen, point, transformed([(geometry.column_x(column), y)], back)[0])
    _count(canvas, seen, BAR, transformed([(geometry.middle_x, FIELD_XYXY[1] - 8)], back)[0])
    for die in seen.dice:
        _label(canvas, f"{die.value}{'?' if die.cocked else ''}", die.center_px, _LINE)
    if seen.cube is not None:
        _label(canvas, f"cube: {seen.cube.place.value}", seen.cube.center_px, _LINE)
    if seen.hand:
        _label(canvas, "hand", seen.corners_px[0], _DOUBT)
    return canvas


def _count(canvas: Image, seen: Observation, spot: int, place: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    evidence = seen.spot(spot)
    light, dark = evidence.best
    if not evidence.seen:
        _label(canvas, "-", (float(place[0]), float(place[1])), _DOUBT)
    elif light or dark or evidence.confidence < 0.8:
        text = "/".join(part for part in (f"{light}l" if light else "", f"{dark}d" if dark else "") if part) or "0"
        colour = _TEXT if evidence.confidence >= 0.8 else _DOUBT
        _label(canvas, text, (float(place[0]), float(place[1])), colour)


def _label(canvas: Image, text: str, place: tuple[float, float], colour: tuple[int, int, int]) -> None:
    at = (round(place[0]) - 6 * len(text), round(place[1]) + 6)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2, cv2.LINE_AA)
