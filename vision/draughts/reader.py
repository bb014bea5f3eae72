"""Reading a picture of a draughts board: evidence for each of its 64 squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision import sums
from vision.draughts.calibration import DraughtsCalibration, colours_of
from vision.draughts.net import COVERED, DARK, EMPTY, LIGHT, SQUARE, Classes, classes, rectified, view_from_picture
from vision.draughts.numbering import MEN, numbered, turns_by_looks
from vision.following import Following
from vision.observation import UNSEEN, Corners, Evidence, Observation
from vision.rectify import Image, inverse, transformed
from vision.registration import Reference, Registered

_HIDDEN: Final = 0.5


@dataclass(frozen=True, slots=True)
class Still:
    """What a single picture tells, and what it shows of the board itself."""

    seen: Observation
    known: DraughtsCalibration
    classes: Classes


def read_still(image_bgr: Image, corners_px: Corners) -> Still:
    """Read one picture of a board of which only the corners are known: where Light sits is told by looks."""
    view = rectified(image_bgr, corners_px)
    seen = classes(view)
    known = DraughtsCalibration(corners_px, turns_by_looks(view, seen), colours_of(view, seen))
    return Still(_observed(image_bgr, seen, known, 0.0, summed=True), known, seen)


def _observed(
    image_bgr: Image, seen: Classes, known: DraughtsCalibration, seen_at_s: float, *, summed: bool
) -> Observation:
    """``summed``: by the sum rule; in a match the referee knows how many men there are."""
    inside = _in_picture(image_bgr, known.corners_px)
    by_number = zip(numbered(seen, known.turns), numbered(inside, known.turns), strict=True)
    alone = {square: _evidence(likely) if whole else UNSEEN for square, (likely, whole) in enumerate(by_number)}
    evidence = sums.summed(alone, np.zeros(MEN + 1)) if summed else alone
    hand = bool((seen[..., COVERED] > _HIDDEN).any())
    return Observation(evidence, (), None, hand, seen_at_s, known.corners_px, alone=alone)


def _evidence(likely: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Evidence:
    if likely[COVERED] > _HIDDEN:
        return UNSEEN
    seen = {(0, 0): likely[EMPTY], (1, 0): likely[LIGHT], (0, 1): likely[DARK]}
    return Evidence({pair: float(p / (1 - likely[COVERED])) for pair, p in seen.items()})


def _in_picture(image_bgr: Image, corners_px: Corners) -> npt.NDArray[np.bool_]:
    """(8, 8), true for the squares of which the picture shows all."""
    nodes = np.array([(x, y) for y in range(9) for x in range(9)], dtype=np.float64)
    there = transformed((nodes + 1) * SQUARE - 0.5, inverse(view_from_picture(corners_px))).reshape(9, 9, 2)
    height, width = image_bgr.shape[:2]
    inside = np.all((there > -1) & (there < (width, height)), axis=2).reshape(9, 9)
    return np.asarray(inside[:-1, :-1] & inside[1:, :-1] & inside[:-1, 1:] & inside[1:, 1:])


class DraughtsReader(Following[DraughtsCalibration]):
    """Reads pictures of one calibrated draughts board, wherever it lies; each by itself, so nothing is learned."""

    def _read(self, image_bgr: Image, seen_at_s: float, *, by_itself: bool = False) -> Observation:  # noqa: ARG002
        seen = classes(rectified(image_bgr, self.calibration.corners_px))
        return _observed(image_bgr, seen, self.calibration, seen_at_s, summed=False)

    def _sought(self, _known: Reference, image_bgr: Image) -> Registered | None:
        there = self.calibration.seen_in(image_bgr)
        return Registered(there, 1.0, self.calibration.off(there), 0.0) if there is not None else None
