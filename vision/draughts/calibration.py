"""The calibration of a draughts board: learned once, from its start position; and what speaks against a reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from vision.draughts.net import DARK, LIGHT, SQUARE, Classes, classes, rectified, view_from_picture
from vision.draughts.numbering import MEN, SPOTS, START, by_square, is_dark, name_of, numbered
from vision.draughts.squares import find_corners, find_squares, given_squares
from vision.errors import CalibrationError, LightSquaresError
from vision.kept import Kept
from vision.observation import Corners
from vision.rectify import Image, Points, as_corners, transformed, turned
from vision.sides import USUAL, SideColours, as_bgr

_MOST_NAMED: Final = 4
_SEVERAL: Final = 3
"""So many pieces on light squares are no mistake of a hand or of the reader."""
_NEARLY: Final = 3
"""So many squares may differ from the start for a picture to be taken for a start that is not whole."""


@dataclass(frozen=True, slots=True)
class DraughtsCalibration(Kept):
    """A board as one camera sees it.

    ``corners_px``: of the 8x8 squares, clockwise, first to second the top row of the view.  ``turns``: where Light
    sits, see :func:`vision.draughts.numbering.square_at`.
    """

    SCHEMAS: ClassVar = ("companion-draughts-calibration-1",)
    FARTHEST_PX: ClassVar = SQUARE / 3

    corners_px: Corners
    turns: int
    colours: SideColours

    def in_view(self, points_px: Corners) -> Points:
        return transformed(points_px, view_from_picture(self.corners_px))

    def seen_in(self, image_bgr: Image) -> Corners | None:
        found = find_squares(image_bgr)
        return None if found.doubtful else min(turned(found.corners_px), key=self.off)

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> DraughtsCalibration:
        light, dark = ((int(b), int(g), int(r)) for b, g, r in (values["colours"][k] for k in ("light", "dark")))
        return cls(as_corners(values["corners_px"]), int(values["turns"]) % 4, SideColours(light, dark))


def calibrate(image_bgr: Image, corners_px: Corners | None = None) -> DraughtsCalibration:
    """Learn a board from a picture of its start position: twelve men a side on the dark squares of three rows.

    Raises BoardNotFoundError or, where the picture shows no start position, CalibrationError (with pieces on light
    squares LightSquaresError).
    """
    corners = given_squares(image_bgr, corners_px).corners_px if corners_px else find_corners(image_bgr)
    view = rectified(image_bgr, corners)
    seen = classes(view)
    turns = min(range(4), key=lambda turns: len(_misplaced(seen, turns)))
    if len(_on_light_squares(seen, turns)) >= _SEVERAL:
        raise LightSquaresError(
            "the picture shows no start position of draughts, pieces stand on light squares as in chess: set up twelve "
            "men a side on the dark squares of the first three rows, and take the picture again"
        )
    if wrong := _misplaced(seen, turns):
        light, dark = _men(seen)
        where = f"; look at {', '.join(sorted(wrong))}" if len(wrong) <= _MOST_NAMED else ""
        raise CalibrationError(
            f"the picture shows no start position ({light} light and {dark} dark men seen{where}): set up twelve men a "
            "side on the dark squares of the first three rows, and take the picture again"
        )
    return DraughtsCalibration(corners, turns, colours_of(view, seen))


def problems(seen: Classes, turns: int) -> list[str]:
    """Sentences about what does not fit a game of draughts on this board; with one of them a reading is doubtful."""
    stray = _on_light_squares(seen, turns)
    counts = zip(_men(seen), ("light", "dark"), strict=True)
    many = " and ".join(f"{number} {colour}" for number, colour in counts if number > MEN)
    if many and len(stray) >= _SEVERAL:
        return [f"{many} pieces stand on light and dark squares: that looks like a game of chess"]
    told = [f"{many} pieces are seen, a side has twelve at most"] if many else []
    if stray:
        told.append(f"pieces stand on light squares: {', '.join(sorted(stray))}")
    wrong, held = _misplaced(seen, turns), {name_of(s) for s in np.flatnonzero(START).tolist()}
    if not told and 0 < len(wrong) <= _NEARLY and held.issuperset(wrong):
        told.append(f"the start position is not whole: look at {', '.join(sorted(wrong))}")
    return told


def _misplaced(seen: Classes, turns: int) -> list[str]:
    return [name_of(s) for s in np.flatnonzero(numbered(seen.argmax(axis=2), turns) != START).tolist()]


def _on_light_squares(seen: Classes, turns: int) -> list[str]:
    best = numbered(seen.argmax(axis=2), turns)
    return [name_of(s) for s in SPOTS if not is_dark(s) and best[s] in (LIGHT, DARK)]


def _men(seen: Classes) -> tuple[int, int]:
    best = seen.argmax(axis=2)
    return int((best == LIGHT).sum()), int((best == DARK).sum())


def colours_of(view_bgr: Image, seen: Classes) -> SideColours:
    """The colours of the pieces that are seen, in the middle half of their squares."""
    best, inner = seen.argmax(axis=2), slice(SQUARE // 4, -SQUARE // 4)
    pixels = by_square(view_bgr)[:, :, inner, inner]
    there = [pixels[best == side].reshape(-1, 3) for side in (LIGHT, DARK)]
    light, dark = (as_bgr(np.median(one, axis=0)) if len(one) else USUAL.bgr[k] for k, one in enumerate(there))
    return SideColours(light, dark)
