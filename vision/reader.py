"""Reading a picture of the board: the whole pipeline."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from vision import sums
from vision.alone import likeliest
from vision.calibration import Calibration
from vision.corners import FoundBoard
from vision.cube import read_cube
from vision.dice import read_dice
from vision.observation import TRAY, USUAL, Corners, Counts, Evidence, Observation, Spot
from vision.reading import (
    ALONE,
    MIRRORS,
    SHOWN,
    SIDE,
    EarlierLook,
    Features,
    Maps,
    decoded,
    encoded,
    hand_over,
    in_a_mirror,
    shown,
    spots,
    tray,
)  # fmt: skip
from vision.rectify import Image
from vision.sides import Cells, in_cells, named
from vision.view import View

_LOOKS_KEPT: Final = 6
"""A turn is settled on one of the last looks; a recording is read up to five looks ahead."""


class _Read(NamedTuple):
    """What the net says of a picture, and of its spots."""

    maps: Maps
    evidence: dict[Spot, Evidence]


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A picture that was read: the net's half for it, its colours, and what was read."""

    seen_at_s: float
    features: Features
    cells: Cells
    evidence: Mapping[Spot, Evidence] = field(default_factory=dict)


@dataclass(slots=True)
class _Memory:
    """The earlier look that is shown, that at the start, and looks that may follow it."""

    start: EarlierLook | None
    earlier: EarlierLook | None
    looks: deque[_Look] = field(default_factory=lambda: deque(maxlen=_LOOKS_KEPT))
    settled: deque[_Look] = field(default_factory=lambda: deque(maxlen=2))
    doubted: bool = True


class BoardReader:
    """Reads pictures of one calibrated board of backgammon, shown an earlier look at it.

    That is the look at the start position until turns are settled, then the last one whose turn is settled for good.
    None confirms itself: where a turn is settled, and where board or light may have changed, the picture is read by
    itself, too, and where that is likelier the earlier look is dropped.
    """

    def __init__(self, calibration: Calibration) -> None:
        self.calibration: Final = calibration
        self._view: Final = View(calibration.corners_px, calibration.geometry)

    def at(self, corners_px: Corners) -> BoardReader:
        """The reader of the same board where it lies now, shown the same earlier look."""
        moved = BoardReader(replace(self.calibration, corners_px=corners_px))
        moved._memory = self._memory
        return moved

    def look(self, image_bgr: Image, *, seen_at_s: float, by_itself: bool = False) -> Observation:
        """The evidence of one picture (BGR, any size the calibration was made for) about the board.

        ``by_itself``: no earlier look is shown; what once lay there must not be read off something else.
        """
        view_bgr = self._view.seen(image_bgr)
        features = encoded(view_bgr, self._view.leaning((image_bgr.shape[1], image_bgr.shape[0])))
        look = _Look(seen_at_s, features, in_cells(view_bgr))
        beside = None if by_itself else self._beside(look)
        read = beside or self._alone(look)
        self._memory.looks.append(replace(look, evidence=read.evidence))
        return _observed(image_bgr, self._view, read, seen_at_s, summed=beside is None)

    def doubt(self) -> None:
        """Board or light may have changed: the earlier look has to prove itself on the next picture."""
        self._memory.doubted = True

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time."""
        memory = self._memory
        for look in memory.looks:
            if look.seen_at_s == seen_at_s:
                if memory.earlier is not None and _is_likelier(self._alone(look).evidence, look.evidence):
                    memory.earlier, memory.doubted = memory.start, True
                memory.settled.append(look)

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        """What lay on the spots in the look of that time, for certain: from now on it is the look that is shown."""
        for look in self._memory.settled:
            if look.seen_at_s == seen_at_s:
                earlier = EarlierLook.of(look.features, counts, self.calibration.geometry.orientation)
                self._memory.earlier, self._memory.doubted = earlier, False

    def forget(self) -> None:
        """Somebody has put the record right, or set the board up anew: the look at the start serves again."""
        self._memory.earlier, self._memory.doubted = self._memory.start, True
        self._memory.settled.clear()

    @cached_property
    def _memory(self) -> _Memory:
        kept = self.calibration.start
        start = kept.earlier(self.calibration.geometry) if kept is not None else None
        return _Memory(start, start)

    def _alone(self, look: _Look) -> _Read:
        maps = named(look.cells, decoded(look.features), self.calibration.colours).maps
        return _Read(maps, spots(maps, self.calibration.geometry.orientation, ALONE))

    def _beside(self, look: _Look) -> _Read | None:
        """A picture read beside the earlier look, None where there is none or it does not help."""
        memory = self._memory
        if memory.earlier is None:
            return None
        maps = memory.earlier.beside(look.features)
        read = _Read(maps, spots(maps, self.calibration.geometry.orientation, SHOWN))
        if memory.doubted and not hand_over(maps):
            memory.doubted = False
            if _is_likelier(self._alone(look).evidence, read.evidence):
                memory.earlier = None
                return None
        return read


def _is_likelier(one: Mapping[Spot, Evidence], other: Mapping[Spot, Evidence]) -> bool:
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

    def is_doubtful(self, board: FoundBoard) -> bool:
        """Whether a person should look: at corners that do not fit, or at what was read.

        That is doubtful where it is likelier wrong than right on some spot, where more than fifteen of a side are seen,
        each spot by itself (counted together there are never too many), and where both sides are equally light.
        """
        by_itself = [one.best for spot, one in self.seen.unbiased.items() if spot != TRAY and one.seen]
        too_many = any(sum(side) > SIDE for side in zip(*by_itself, strict=True))
        told = [one.confidence for spot, one in self.seen.evidence.items() if spot != TRAY and one.seen]
        return board.doubtful or self.alike or too_many or math.prod(told) < 0.5


def read_still(image_bgr: Image, corners_px: Corners, *, thoroughly: bool = True) -> Still:
    """Read one picture of a board of which only the corners are known: sides are told by looks.

    ``thoroughly``: in four sights, three of them in mirrors.
    """
    best = likeliest(image_bgr, corners_px, lambda tried: sums.worth(shown(tried.maps, USUAL, ALONE)))
    leaning = best.view.leaning(best.picture_wh)
    mirrors = MIRRORS if thoroughly else ()
    maps = Maps.mean([best.maps, *(in_a_mirror(best.seen_bgr, leaning, *way) for way in mirrors)])
    sides = named(in_cells(best.seen_bgr), maps)
    read = _Read(sides.maps, spots(sides.maps, USUAL, ALONE))
    known = Calibration(corners_px, best.view.board, sides.colours, sides_known=False)
    return Still(_observed(image_bgr, best.view, read, 0.0, summed=True), known, sides.alike)


def _observed(image_bgr: Image, view: View, read: _Read, seen_at_s: float, *, summed: bool) -> Observation:
    """``summed``: by the sum rule; what was read beside an earlier look needs none."""
    evidence = sums.summed(read.evidence) if summed else read.evidence
    return Observation(
        evidence={**evidence, TRAY: tray(evidence, read.maps)},
        dice=read_dice(image_bgr, view, read.maps),
        cube=read_cube(image_bgr, view, read.maps),
        hand=hand_over(read.maps),
        seen_at_s=seen_at_s,
        corners_px=view.corners_px,
        orientation=view.board.orientation,
        alone=read.evidence if summed else None,
    )
