"""Reads the doubling cube: its place, which shows its owner, and the number on its upper face."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from vision import net
from vision.dice import LEAST
from vision.observation import CubePlace, Pixel, SeenCube
from vision.patches import log_odds, peaks, uprights
from vision.reading import Maps, softmax
from vision.rectify import Image
from vision.view import FIELD_XYXY, VIEW_WH, View, field_y
from vision.view import PITCH as POINT

VALUES: Final = (2, 4, 8, 16, 32, 64)
"""The numbers on a cube's faces."""

PATCH: Final = 48
PITCH: Final = 44.0
"""Pixels of a patch for the width of one point: a cube is then 20 to 37 pixels wide."""

MOST: Final = 3
"""So many places are looked at on the map of the view, and if none is a cube, on that of what lies round it."""

RIM: Final = 16
"""Pixels of the view: so near to its edge a cube may be cut in two, and the map shows its place wrongly."""

RARELY: Final = -3.0
"""Log odds: of the patches that were learned from eight in ten show a cube, of the places looked at one in six."""

_NONE: Final = len(VALUES)
_ROOM: Final = 64  # pixels of the view, two points, by which what is looked at beside the board is larger on every side
_COARSE: Final = 2  # pixels of the view for one there


def read_cube(image_bgr: Image, view: View, maps: Maps) -> SeenCube | None:
    """The cube on the board or beside it with the number on its upper face; that none is in sight is normal.

    The number may lie turned any way.
    """
    places = [(p.score, (p.x, p.y)) for p in peaks(maps.cube, LEAST)]
    whole, cut_off = ([place for place in places if _is_whole(place[1]) is there][:MOST] for there in (True, False))
    seen = _likeliest(image_bgr, view, whole)
    return seen or _likeliest(image_bgr, view, cut_off + _beside(image_bgr, view)[:MOST])


def _likeliest(image_bgr: Image, view: View, places: list[tuple[float, Pixel]]) -> SeenCube | None:
    """The cube at the likeliest of places (likelihood, pixel of the view), if it is rather one than not."""
    if not places:
        return None
    centers, patches = uprights(image_bgr, view, [place for _, place in places], pitch=PITCH, size=PATCH)
    said = net.run("cube", patches)
    shares = [softmax(row) for row in said]
    # Where a place is a little off its face, there is a cube none the less, but what its number is is less clear.
    clear = [log_odds(likely) + log_odds(float(s[:_NONE].max())) for (likely, _), s in zip(places, shares, strict=True)]
    k = int(np.argmax(clear))
    odds = log_odds(places[k][0]) + log_odds(1 - float(shares[k][_NONE])) + RARELY
    if odds < 0:
        return None
    turned = net.run("cube", np.stack([np.rot90(patches[k], quarters) for quarters in (1, 2, 3)]))
    numbers, sure = softmax((said[k] + turned.sum(axis=0)) / 4), 1 / (1 + math.exp(-odds))
    faces = tuple(float(v) for v in numbers[:_NONE] / numbers[:_NONE].sum())
    value = VALUES[int(np.argmax(faces))] if max(faces) > 0.5 else None
    x, y = (float(v) for v in centers[k])
    return SeenCube((x, y), cube_place(places[k][1], view), sure, value, faces)


def _beside(image_bgr: Image, view: View) -> list[tuple[float, Pixel]]:
    """Where a cube is seen at the edge of the view or beyond, by likelihood; in pixels of the view."""
    wide, quarters = round_the_board(image_bgr, view)
    heat = 1 / (1 + cv2.exp(-np.rot90(net.run("beside", wide[None])[0, 0], -quarters)))
    first = (_COARSE - 1) / 2 - _ROOM
    places = [(p.score, (p.x * _COARSE + first, p.y * _COARSE + first)) for p in peaks(heat, LEAST)]
    return [(likely, place) for likely, place in places if not _is_whole(place)]


def _is_whole(view_xy: Pixel) -> bool:
    return all(RIM <= at < size - RIM for at, size in zip(view_xy, VIEW_WH, strict=True))


def round_the_board(image_bgr: Image, view: View) -> tuple[Image, int]:
    """The board and what lies round it, coarse, turned by so many quarters that upright edges lead upwards in it."""
    x, y = (np.arange(-_ROOM + (_COARSE - 1) / 2, size + _ROOM, _COARSE) for size in VIEW_WH)
    wide = np.asarray(cv2.remap(image_bgr, *view.places(x, y), cv2.INTER_LINEAR), dtype=np.uint8)
    across, along = view.leaning((image_bgr.shape[1], image_bgr.shape[0]))[:, 52, 64]
    quarters = round(math.atan2(float(across), -float(along)) / (math.pi / 2)) % 4  # from the top, clockwise
    return np.ascontiguousarray(np.rot90(wide, quarters)), quarters


def cube_place(view_xy: Pixel, view: View) -> CubePlace:
    """The state of the cube by its place: on the field it is offered, else it is the nearer player's or nobody's."""
    (x, y), (x0, y0, x1, y1) = view_xy, FIELD_XYXY
    on_bar = abs(x - (x0 + x1) / 2) < 0.65 * POINT
    if x0 < x < x1 and y0 < y < y1 and not on_bar:
        return CubePlace.OFFERED
    height = float(field_y(y, view.board))
    if 0.27 < height < 0.73:
        return CubePlace.MIDDLE
    return CubePlace.LIGHT if (height > 0.5) == view.board.orientation.light_at_bottom else CubePlace.DARK
