"""Reading a picture of a draughts board: evidence for each of its 64 squares."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.draughts.calibration import DraughtsCalibration, colours_of, seen_at
from vision.draughts.change import Sight, changes, sight
from vision.draughts.net import (
    COVERED,
    DARK,
    EMPTY,
    LIGHT,
    SQUARE,
    Classes,
    classes,
    rectified,
    view_from_picture,
)
from vision.draughts.numbering import SPOTS, place_of, turns_by_looks
from vision.draughts.squares import Corners, as_corners
from vision.observation import UNSEEN, Changes, Counts, Evidence, Observation, Spot
from vision.rectify import Image, inverse, transformed
from vision.registration import Reference, follow, reference

log = logging.getLogger(__name__)

_LOOKS_KEPT: Final = 4
_HIDDEN: Final = 0.5
_PLAYED_ON: Final = 0.8
"""Below this agreement so many men have been moved that the picture to compare with is taken again."""
_SURE: Final = 0.9
_PATIENCE: Final = 3
"""Looks for which a hand may hide the board; after that the hand may be what a bare table is taken for."""


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
    return Still(_observed(image_bgr, seen, known, seen_at_s=0.0), known, seen)


def _observed(image_bgr: Image, seen: Classes, known: DraughtsCalibration, seen_at_s: float) -> Observation:
    inside = in_picture(image_bgr, known.corners_px)
    evidence = {}
    for square in SPOTS:
        row, column = place_of(square, known.turns)
        evidence[square] = _evidence(seen[row, column]) if inside[row, column] else UNSEEN
    return Observation(
        evidence=evidence,
        dice=(),
        cube=None,
        hand=bool((seen[..., COVERED] > _HIDDEN).any()),
        seen_at_s=seen_at_s,
        corners_px=known.corners_px,
    )


def _evidence(probabilities: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Evidence:
    if probabilities[COVERED] > _HIDDEN:
        return UNSEEN
    seen = probabilities[[EMPTY, LIGHT, DARK]] / (1 - probabilities[COVERED])
    pairs: tuple[Counts, ...] = ((0, 0), (1, 0), (0, 1))
    return Evidence({pair: float(p) for pair, p in zip(pairs, seen, strict=True)})


def in_picture(image_bgr: Image, corners_px: Corners) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """(8, 8), true for the squares of which the picture shows all."""
    nodes = np.array([(x, y) for y in range(9) for x in range(9)], dtype=np.float64)
    there = transformed((nodes + 1) * SQUARE - 0.5, inverse(view_from_picture(corners_px))).reshape(9, 9, 2)
    height, width = image_bgr.shape[:2]
    inside = np.all((there > -1) & (there < (width, height)), axis=2).reshape(9, 9)
    return np.asarray(inside[:-1, :-1] & inside[1:, :-1] & inside[:-1, 1:] & inside[1:, 1:])


class DraughtsReader:
    """Reads pictures of one calibrated board, keeps its corners right, and tells what has changed since a look.

    A board that was moved farther, or turned, is looked for; while it is not seen, looks are marked as covered
    (``hand``), so that nobody judges them.
    """

    def __init__(self, calibration: DraughtsCalibration) -> None:
        self._calibration = calibration
        self._looks: deque[tuple[float, Sight]] = deque(maxlen=_LOOKS_KEPT)
        self._before: Sight | None = None
        self._known: Reference | None = None
        self._size_wh: tuple[int, int] | None = None
        self._unseen = 0

    @property
    def calibration(self) -> DraughtsCalibration:
        """As given, with the corners where they were last seen."""
        return self._calibration

    def look(self, image_bgr: Image, *, seen_at_s: float) -> Observation:
        """What one picture (BGR) tells about the board, wherever it lies now."""
        self._fit_size(image_bgr)
        near = follow(self._known, image_bgr, self._corners) if self._known is not None else None
        if near is not None and near.sure:
            self._move_to(near.corners_px)
        elif self._known is not None:
            return self._looked_for(image_bgr, seen_at_s)
        seen = self._read(image_bgr, seen_at_s)
        if not seen.hand and (near is None or near.agreement < _PLAYED_ON):
            self._known = reference(image_bgr, self._corners)
        return seen

    def compare(self, seen_at_s: float) -> None:
        """From now on each look says what has changed since the look of that time."""
        self._before = next((sight for when, sight in self._looks if when == seen_at_s), self._before)

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time; nothing is learned from it."""

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        """What lay on the board in that look is certain; nothing is learned from it."""

    def learned(self) -> bytes:
        """All that was learned of the board's looks: nothing beside its calibration."""
        return b""

    def recall(self, learned: bytes) -> None:
        """Go on from what was learned before."""

    def forget(self) -> None:
        """Somebody has put the record right."""

    @property
    def _corners(self) -> Corners:
        return self._calibration.corners_px

    def _move_to(self, corners_px: Corners) -> None:
        self._calibration = replace(self._calibration, corners_px=corners_px)

    def _read(self, image_bgr: Image, seen_at_s: float) -> Observation:
        view = rectified(image_bgr, self._corners)
        found = classes(view)
        seen = _observed(image_bgr, found, self._calibration, seen_at_s)
        here = sight(view, found)
        self._looks.append((seen_at_s, here))
        if self._before is None:
            return seen
        return replace(seen, changes=Changes(changes(self._before, here, self._calibration.turns)))

    def _looked_for(self, image_bgr: Image, seen_at_s: float) -> Observation:
        """A look at a picture in which the board is not simply where it was."""
        there = seen_at(self._calibration, image_bgr)
        if there is not None:
            if self._unseen:
                log.warning("the board is seen again")
            self._unseen = 0
            self._move_to(there)
            self._known = reference(image_bgr, there)
            return self._read(image_bgr, seen_at_s)
        self._unseen += 1
        if self._unseen == _PATIENCE:
            log.warning("the board is not where it was, and not found elsewhere; put it back into the picture")
        return replace(self._read(image_bgr, seen_at_s), hand=True)

    def _fit_size(self, image_bgr: Image) -> None:
        """The corners are pixels: they follow a camera that changes the size of its pictures."""
        (height, width), before = image_bgr.shape[:2], self._size_wh
        self._size_wh = width, height
        if before is None or before == self._size_wh:
            return
        across, down = width / before[0], height / before[1]
        log.warning("the camera's pictures are %dx%d now, they were %dx%d", width, height, *before)
        self._move_to(as_corners((np.array(self._corners) + 0.5) * (across, down) - 0.5))
        self._known = None
