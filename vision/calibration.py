"""The calibration of a board: learned once, from its start position, and used in every look."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import cv2
import numpy as np

from vision.alone import Alone, likeliest
from vision.board import BoardGeometry
from vision.corners import find_board, find_corners, given_board
from vision.errors import CalibrationError
from vision.kept import Kept
from vision.observation import POINTS, Corners, Counts, Evidence, Orientation, Spot
from vision.reading import ALONE, CELLS, DARK, LIGHT, START, EarlierLook, encoded, shown, strip
from vision.rectify import Image, Points, as_corners, turned
from vision.sides import LUMINANCE, USUAL, Bgr, SideColours, are_alike, as_bgr, in_cells, median_of
from vision.view import PITCH, View, leaning

_FIRST: Final = "companion-calibration-1"
_QUALITY: Final = 92
"""Of the kept view, as JPEG: 60 to 80 kB."""
# Above an error or two of the reading, below two plays.
_MOST_MISPLACED: Final = 4


@dataclass(frozen=True, slots=True)
class StartLook:
    """The canonical view of the start position, as JPEG, and the direction in which things rise in it."""

    jpeg: bytes
    rising: tuple[float, float, float]

    def earlier(self, board: BoardGeometry) -> EarlierLook:
        """The look as the reader is shown it; raises CalibrationError where it is damaged."""
        view = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        if view is None:
            raise CalibrationError("the kept picture of the start position is damaged; calibrate again")
        features = encoded(np.asarray(view, np.uint8), leaning(self.rising, board))
        return EarlierLook.of(features, START, board.orientation)


@dataclass(frozen=True, slots=True)
class Calibration(Kept):
    """A board as one camera sees it: corners, geometry, the colours of both sides, and a look at its start position.

    ``corners_px``: the field in the picture, clockwise, first to second corner = top row of the view.
    ``sides_known``: light, dark and the numbering were learned from a start position, not guessed.
    """

    SCHEMAS: ClassVar = ("companion-calibration-2", _FIRST)
    FARTHEST_PX: ClassVar = PITCH / 2

    corners_px: Corners
    geometry: BoardGeometry
    colours: SideColours
    sides_known: bool = True
    start: StartLook | None = None

    def in_view(self, points_px: Corners) -> Points:
        return View(self.corners_px, self.geometry).from_picture(points_px)

    def seen_in(self, image_bgr: Image) -> Corners | None:
        found = find_board(image_bgr)
        return None if found.doubtful else min(turned(found.corners_px)[::2], key=self.off)  # it begins with a row

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Calibration:
        """Of a first calibration as well, which had no look at the start, and no depth."""
        told, colours, start = values["geometry"], values["colours"], None
        geometry = BoardGeometry(float(told["bar_fraction"]), Orientation(**told["orientation"]))
        if values["schema"] == _FIRST:
            light, dark = (_bgr_of_faces(colours[name]) for name in ("light", "dark"))
        else:
            light, dark = (as_bgr(np.array(colours[name])) for name in ("light", "dark"))
            geometry = replace(geometry, depth=float(told["depth"]))
            if (kept := values["start"]) is not None:
                across, down, nearer = (float(v) for v in kept["rising"])
                start = StartLook(b64decode(kept["jpeg"], validate=True), (across, down, nearer))
        corners = as_corners(values["corners_px"])
        return cls(corners, geometry, SideColours(light, dark), bool(values["sides_known"]), start)


def _bgr_of_faces(faces: list[Mapping[str, Any]]) -> Bgr:
    """Colours were samples of faces, in CIE L*a*b* bytes."""
    lab = np.median([[float(v) for v in face["colour"]] for face in faces], axis=0)
    return as_bgr(cv2.cvtColor(np.asarray([[np.clip(lab, 0, 255)]], np.uint8), cv2.COLOR_LAB2BGR)[0, 0])


def calibrate(image_bgr: Image, corners_px: Corners | None = None) -> Calibration:
    """Learn a board from a picture of its start position.

    Corners that are given are corrected where the picture clearly shows others; without corners the board is
    looked for.  Raises BoardNotFoundError or, where the picture shows
    no start position, CalibrationError.
    """
    corners_px = given_board(image_bgr, corners_px).corners_px if corners_px else find_corners(image_bgr)
    seen = likeliest(image_bgr, corners_px, lambda tried: max(map(_Start(tried).worth, _HOMES)))
    start = _Start(seen)
    home = max(_HOMES, key=start.worth)
    missing = start.misplaced(home)
    if missing > _MOST_MISPLACED:
        raise CalibrationError(
            f"the picture shows no start position ({start.checkers} checkers seen): set the checkers up, "
            "2, 5, 3 and 5 of each colour, and take the picture again"
        )
    orientation, colours = start.sides(home)
    across, down, nearer = (float(v) for v in seen.view.rising(seen.picture_wh))
    _, jpeg = cv2.imencode(".jpg", seen.seen_bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    look = StartLook(jpeg.tobytes(), (across, down, nearer))
    return Calibration(corners_px, replace(seen.view.board, orientation=orientation), colours, start=look)


_HOMES: Final = (Orientation(home_at_right=True), Orientation(home_at_right=False))


class _Start:
    """A picture read by itself, held against the start position."""

    def __init__(self, seen: Alone) -> None:
        self._seen: Final = seen
        self._spots: Final = shown(seen.maps, Orientation(), ALONE)

    def worth(self, home: Orientation) -> float:
        """The logarithm of the likelihood of the start position, whoever's checkers are whose."""
        return sum(float(np.log(max(_either(one, want)))) for one, want in self._held(home))

    def misplaced(self, home: Orientation) -> int:
        """How many checkers are missing from, or too many on, its points."""
        return sum(abs(sum(one.best) - sum(want)) for one, want in self._held(home))

    @property
    def checkers(self) -> int:
        return sum(sum(one.best) for one in self._spots.values())

    def sides(self, home: Orientation) -> tuple[Orientation, SideColours]:
        """Light's side of the board and both colours: Light is the lighter, of like sides the one that the net says."""
        cells, on_checker = in_cells(self._seen.seen_bgr), self._seen.maps.shows(LIGHT, DARK)[CELLS]
        first, second = (
            median_of(cells[on_checker & _strips(points, home)])
            for points in ([p for p, c in START.items() if c[side]] for side in (0, 1))
        )
        if first is None or second is None:
            return home, USUAL
        if are_alike(first, second):
            ways = [sum(np.log(pair[k]) for pair in (_either(*held) for held in self._held(home))) for k in (0, 1)]
            turned = ways[1] > ways[0]
        else:
            turned = float((first - second) @ LUMINANCE) < 0
        light, dark = (second, first) if turned else (first, second)
        return replace(home, light_at_bottom=not turned), SideColours(as_bgr(light), as_bgr(dark))

    def _held(self, home: Orientation) -> list[tuple[Evidence, Counts]]:
        """What each point shows and what it holds at the start, its home on that side and Light at the bottom."""
        return [(self._spots[Orientation().point(*home.cell(p))], START.get(p, (0, 0))) for p in POINTS]


def _either(one: Evidence, want: Counts) -> tuple[float, float]:
    """How likely counts are, and how likely with the sides exchanged."""
    return tuple(max(one.likelihoods.get(way, 0.0), one.floor) for way in (want, want[::-1]))  # type: ignore[return-value]


def _strips(points: list[Spot], orientation: Orientation) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """The cells (88, 104) of these points."""
    inside = np.zeros((2, 13), np.bool_)
    for point in points:
        inside[strip(point, orientation)] = True
    return inside.repeat(44, axis=0).repeat(8, axis=1)
