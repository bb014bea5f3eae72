"""Reads one board while it moves: a nudged board or a bumped camera does not end a game."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Generic, TypeVar

from vision.calibration import Calibration
from vision.draughts.calibration import DraughtsCalibration
from vision.observation import POINTS, Counts, Observation, Spot
from vision.reader import BoardReader
from vision.rectify import Image, as_corners, scaled, transformed
from vision.registration import Reference, Registered, follow, reference, search

log = logging.getLogger(__name__)

_SAME_SHAPE: Final = 0.01
"""Two pictures whose sides are so nearly in proportion show the same, at another size."""
_PLAYED_ON: Final = 0.8
"""Below this agreement so many checkers have been played that the picture to compare with is taken again."""
_PATIENCE: Final = 3
"""Looks for which a hand may hide the board; after that the hand may be what a bare table is taken for."""
_SURE: Final = 0.9
_LEAST_CHECKERS: Final = 8
_TURNED_DEG: Final = 45.0

Board = TypeVar("Board", Calibration, DraughtsCalibration)


class Following(ABC, Generic[Board]):
    """Reads pictures of one calibrated board of any game and keeps its corners right.

    Small movements are followed.  A board that went farther, was turned or taken away is looked for;
    while it is not seen, looks are marked as covered (``hand``), so that nobody judges them.  A camera
    that changes the size of its pictures is taken as one that shows the same at another size.

    ``calibration``: as given, with the corners where they were last seen.
    """

    def __init__(self, calibration: Board) -> None:
        self.calibration: Board = calibration
        self._known: Reference | None = None
        self._size_wh: tuple[int, int] | None = None
        self._unseen = 0
        self._missing = False

    def look(self, image_bgr: Image, *, seen_at_s: float) -> Observation:
        """What one picture (BGR) tells about the board, wherever it lies now."""
        self._fit_size(image_bgr)
        near = follow(self._known, image_bgr, self.calibration.corners_px) if self._known is not None else None
        if self._known is None or (near is not None and near.sure):
            self._set_corners(near)
            seen = self._read(image_bgr, seen_at_s)
            self._keep(image_bgr, near, seen)
            return seen
        return self._looked_for(self._known, image_bgr, seen_at_s)

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time."""

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        """What lay on the spots in the look of that time, for certain."""

    def forget(self) -> None:
        """Somebody has put the record right, or set the board up anew."""

    def _doubt(self) -> None:
        """Board or light may have changed."""

    @abstractmethod
    def _read(self, image_bgr: Image, seen_at_s: float, *, by_itself: bool = False) -> Observation:
        """Reads a picture where the calibration says; ``by_itself``: something else may lie there."""

    def _sought(self, known: Reference, image_bgr: Image) -> Registered | None:
        """Where a board lies that is not simply where it was, None where it is not seen."""
        return search(known, image_bgr, self.calibration.corners_px)

    def _is_there(self, _seen: Observation) -> bool:
        """Whether a reading is so good that the board must be there, although it looks different: the light changed."""
        return False

    def _looked_for(self, known: Reference, image_bgr: Image, seen_at_s: float) -> Observation:
        """A look at a picture in which the board is not simply where it was.

        Where it is found nowhere the picture is read by itself: a bare or turned board is not to be read as what lay
        there.
        """
        there = self._sought(known, image_bgr)
        if there is not None:
            self._tell_found(there)
            self._set_corners(there)
        self._doubt()
        seen = self._read(image_bgr, seen_at_s, by_itself=there is None)
        if there is None and not self._is_there(seen):
            self._tell_missing(covered=seen.hand)
            return replace(seen, hand=True)
        self._keep(image_bgr, None, seen)
        return seen

    def _keep(self, image_bgr: Image, near: Registered | None, seen: Observation) -> None:
        """Take this look as the one to compare the next with, where the old one will not do."""
        self._unseen, self._missing = 0, False
        if seen.hand or (near is not None and near.agreement >= _PLAYED_ON):
            return
        if near is not None and self._known is not None:  # or the remaining errors would add up
            self._set_corners(follow(self._known, image_bgr, self.calibration.corners_px, exact=True))
        self._known = reference(image_bgr, self.calibration.corners_px)

    def _set_corners(self, there: Registered | None) -> None:
        if there is not None:
            self.calibration = replace(self.calibration, corners_px=there.corners_px)

    def _fit_size(self, image_bgr: Image) -> None:
        """The corners are pixels: they follow a camera that changes the size of its pictures."""
        (height, width), before = image_bgr.shape[:2], self._size_wh
        self._size_wh = width, height
        if before is None or before == self._size_wh:
            return
        across, down = width / before[0], height / before[1]
        log.warning("the camera's pictures are %dx%d now, they were %dx%d", width, height, *before)
        if abs(across / down - 1) > _SAME_SHAPE:
            log.warning("that is another shape: the board is looked for")
        corners = as_corners(transformed(self.calibration.corners_px, scaled(across, down)))
        self.calibration = replace(self.calibration, corners_px=corners)

    def _tell_found(self, there: Registered) -> None:
        if abs(there.turned_deg) > _TURNED_DEG:
            log.warning("the board was turned by about %d degrees; it is followed", round(abs(there.turned_deg), -1))
        elif there.moved:
            log.warning("the board was moved; it is followed")
        elif self._missing:
            log.warning("the board is seen again")

    def _tell_missing(self, *, covered: bool) -> None:
        self._unseen += 1
        if not self._missing and (not covered or self._unseen >= _PATIENCE):
            self._missing = True
            log.warning("the board is not where it was, and not found elsewhere; put it back into the picture")


class FollowingReader(Following[Calibration]):
    """Reads pictures of one calibrated board of backgammon, wherever it lies."""

    def __init__(self, calibration: Calibration) -> None:
        super().__init__(calibration)
        self._reader = BoardReader(calibration)

    def settle(self, seen_at_s: float) -> None:
        self._reader.settle(seen_at_s)

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        self._reader.confirm(seen_at_s, counts)

    def forget(self) -> None:
        self._reader.forget()

    def _doubt(self) -> None:
        self._reader.doubt()

    def _read(self, image_bgr: Image, seen_at_s: float, *, by_itself: bool = False) -> Observation:
        if self.calibration.corners_px != self._reader.calibration.corners_px:
            self._reader = self._reader.at(self.calibration.corners_px)
        return self._reader.look(image_bgr, seen_at_s=seen_at_s, by_itself=by_itself)

    def _is_there(self, seen: Observation) -> bool:
        checkers = sum(sum(seen.spot(point).best) for point in POINTS)
        return not seen.hand and seen.confidence >= _SURE and checkers >= _LEAST_CHECKERS
