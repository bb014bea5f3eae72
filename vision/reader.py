"""Reading a picture of the board: the whole pipeline in one function."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from vision import sums
from vision.alone import likeliest
from vision.board import BoardGeometry
from vision.calibration import Calibration, Corners
from vision.cube import read_cube
from vision.dice import read_dice
from vision.earlier import EarlierLook
from vision.fieldmaps import seen_field
from vision.observation import TRAY, Counts, Evidence, Observation, Spot
from vision.reading import ALONE, SHOWN, Features, Maps, decoded, encoded, hand_over, in_a_mirror, shown, spots, tray
from vision.rectify import Image, view_from_picture
from vision.sides import Cells, in_cells, named
from vision.view import View

__all__ = ["BoardReader", "Still", "read_still"]

_LOOKS_KEPT: Final = 6
"""A turn is settled on one of the last looks; a recording is read up to five looks ahead."""


class _Read(NamedTuple):
    """What the net says of a picture, and of its spots."""

    maps: Maps
    evidence: dict[Spot, Evidence]


class _Taken(NamedTuple):
    """A look: the net's half for it, its colours, and what was read."""

    seen_at_s: float
    features: Features
    cells: Cells
    evidence: dict[Spot, Evidence]


class BoardReader:
    """Reads pictures of one calibrated board, shown an earlier look at it.

    That is the look at the start position until turns are settled, then the last one whose turn is settled for good.
    None confirms itself: where a turn is settled, and where board or light may have changed, the picture is read by
    itself, too, and where that is likelier the earlier look is dropped.
    """

    def __init__(self, calibration: Calibration) -> None:
        self.calibration: Final = calibration
        self._view: Final = View(calibration.corners_px, calibration.geometry)
        self._known = _Known(calibration)

    def at(self, corners_px: Corners) -> BoardReader:
        """The reader of the same board where it lies now, shown the same earlier look."""
        moved = BoardReader(replace(self.calibration, corners_px=corners_px))
        moved._known = self._known
        return moved

    def look(self, image_bgr: Image, *, seen_at_s: float, by_itself: bool = False) -> Observation:
        """The evidence of one picture (BGR, any size the calibration was made for) about the board.

        ``by_itself``: no earlier look is shown; what once lay there must not be read off something else.
        """
        view_bgr = self._view.seen(image_bgr)
        now = encoded(view_bgr, self._view.leaning((image_bgr.shape[1], image_bgr.shape[0])))
        cells = in_cells(view_bgr)
        shown = None if by_itself else self._known.shown(now, cells)
        read = shown or self._known.alone(now, cells)
        self._known.looks.append(_Taken(seen_at_s, now, cells, read.evidence))
        return _observed(image_bgr, self._view, read, seen_at_s, summed=shown is None)

    def doubt(self) -> None:
        """Board or light may have changed: the earlier look has to prove itself on the next picture."""
        self._known.doubted = True

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time."""
        self._known.settle(seen_at_s)

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        """What lay on the spots in the look of that time, for certain: from now on it is the look that is shown."""
        self._known.confirm(seen_at_s, counts)

    def forget(self) -> None:
        """Somebody has put the record right, or set the board up anew: the look at the start serves again."""
        self._known.forget()


class _Known:
    """What is known of a board beside where it lies: the earlier look that is shown, and those that may follow it."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration: Final = calibration
        self._start: EarlierLook | None = None
        self._earlier: EarlierLook | None = None
        self._begun = False
        self._settled: deque[_Taken] = deque(maxlen=2)
        self.looks: Final[deque[_Taken]] = deque(maxlen=_LOOKS_KEPT)
        self.doubted = True

    def shown(self, now: Features, cells: Cells) -> _Read | None:
        """A picture read beside the earlier look, None where there is none or it does not help."""
        if not self._begun and self._calibration.start is not None:
            self._start = self._earlier = self._calibration.start.earlier(self._calibration.geometry)
        self._begun = True
        if self._earlier is None:
            return None
        maps = self._earlier.beside(now)
        read = _Read(maps, spots(maps, self._calibration.geometry.orientation, SHOWN))
        if self.doubted and not hand_over(maps):
            self.doubted = False
            if _is_likelier(self.alone(now, cells).evidence, read.evidence):
                self._earlier = None
                return None
        return read

    def alone(self, now: Features, cells: Cells) -> _Read:
        """A picture read by itself."""
        maps = named(cells, decoded(now), self._calibration.colours).maps
        return _Read(maps, spots(maps, self._calibration.geometry.orientation, ALONE))

    def settle(self, seen_at_s: float) -> None:
        for taken in self.looks:
            if taken.seen_at_s == seen_at_s:
                alone = self.alone(taken.features, taken.cells).evidence
                if self._earlier is not None and _is_likelier(alone, taken.evidence):
                    self._earlier, self.doubted = self._start, True
                self._settled.append(taken._replace(evidence=alone))

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        for taken in self._settled:
            if taken.seen_at_s == seen_at_s:
                self._earlier = EarlierLook.of(taken.features, counts, self._calibration.geometry.orientation)
                self.doubted = False

    def forget(self) -> None:
        self._earlier, self.doubted = self._start, True
        self._settled.clear()


def _is_likelier(one: Mapping[Spot, Evidence], other: Mapping[Spot, Evidence]) -> bool:
    """Whether one reading is likelier than another where the two differ."""
    apart = [(a, other[spot]) for spot, a in one.items() if a.seen and other[spot].seen and a.best != other[spot].best]
    return sum(math.log(a.confidence / b.confidence) for a, b in apart) > 0


@dataclass(frozen=True, slots=True)
class Still:
    """What a single picture tells, and what it shows of the board itself.

    ``alike``: the sides are equally light, so that either may be called Light.
    """

    seen: Observation
    known: Calibration
    alike: bool = False


def read_still(
    image_bgr: Image, corners_px: Corners, *, first: BoardGeometry | None = None, thoroughly: bool = True
) -> Still:
    """Read one picture of a board of which only the corners are known: sides are told by looks.

    ``first``: what is guessed of bar and depth.  ``thoroughly``: in two sights, one in a mirror.
    """

    guess = first or BoardGeometry()
    way = guess.orientation
    best = likeliest(image_bgr, corners_px, guess, lambda tried: sums.worth(shown(tried.maps, way, ALONE)))
    leaning = best.view.leaning(best.picture_wh)
    maps = best.maps.with_other(in_a_mirror(best.seen_bgr, leaning)) if thoroughly else best.maps
    sides = named(in_cells(best.seen_bgr), maps)
    read = _Read(sides.maps, spots(sides.maps, way, ALONE))
    known = Calibration(corners_px, best.view.board, sides.colours, sides_known=False)
    return Still(_observed(image_bgr, best.view, read, 0.0, summed=True), known, sides.alike)


def _observed(image_bgr: Image, view: View, read: _Read, seen_at_s: float, *, summed: bool) -> Observation:
    """``summed``: by the sum rule; what was read beside an earlier look needs none."""
    evidence = sums.summed(read.evidence) if summed else read.evidence
    homography = view_from_picture(view.corners_px)
    _, field = seen_field(image_bgr, homography)
    dice = read_dice(image_bgr, homography, field)
    return Observation(
        evidence={**evidence, TRAY: tray(evidence, read.maps)},
        dice=dice,
        cube=read_cube(image_bgr, homography, field, view.board, dice),
        hand=hand_over(read.maps),
        seen_at_s=seen_at_s,
        corners_px=view.corners_px,
        orientation=view.board.orientation,
        alone=read.evidence if summed else None,
    )
