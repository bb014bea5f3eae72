"""Reading a picture of the board: the whole pipeline in one function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from vision import sums
from vision.alone import likeliest
from vision.board import BoardGeometry
from vision.calibration import Calibration
from vision.cube import read_cube
from vision.dice import read_dice
from vision.earlier import EarlierLook
from vision.observation import TRAY, Corners, Counts, Evidence, Observation, Spot
from vision.reading import ALONE, SHOWN, Features, Maps, decoded, encoded, hand_over, in_a_mirror, shown, spots, tray
from vision.rectify import Image
from vision.remembering import RememberingReader
from vision.sides import Cells, in_cells, named
from vision.view import View

__all__ = ["BoardReader", "Still", "read_still"]


class _Read(NamedTuple):
    """What the net says of a picture, and of its spots."""

    maps: Maps
    evidence: dict[Spot, Evidence]

    @property
    def hand(self) -> bool:
        return hand_over(self.maps)


class _Sight(NamedTuple):
    """A picture: the net's half for it, and its colours."""

    features: Features
    cells: Cells


class BoardReader(RememberingReader[Calibration, _Sight, EarlierLook, _Read]):
    """Reads pictures of one calibrated board of backgammon, shown an earlier look at it."""

    def __init__(self, calibration: Calibration) -> None:
        super().__init__(calibration)
        self._view: Final = View(calibration.corners_px, calibration.geometry)

    def _sight(self, image_bgr: Image) -> _Sight:
        view_bgr = self._view.seen(image_bgr)
        return _Sight(
            encoded(view_bgr, self._view.leaning((image_bgr.shape[1], image_bgr.shape[0]))), in_cells(view_bgr)
        )

    def _alone(self, sight: _Sight) -> _Read:
        maps = named(sight.cells, decoded(sight.features), self.calibration.colours).maps
        return _Read(maps, spots(maps, self.calibration.geometry.orientation, ALONE))

    def _beside(self, sight: _Sight, then: EarlierLook) -> _Read:
        maps = then.beside(sight.features)
        return _Read(maps, spots(maps, self.calibration.geometry.orientation, SHOWN))

    def _then(self, sight: _Sight, counts: Mapping[Spot, Counts]) -> EarlierLook:
        return EarlierLook.of(sight.features, counts, self.calibration.geometry.orientation)

    def _start(self) -> EarlierLook | None:
        start = self.calibration.start
        return start.earlier(self.calibration.geometry) if start is not None else None

    def _observed(self, image_bgr: Image, read: _Read, seen_at_s: float, *, shown: bool) -> Observation:
        return _observed(image_bgr, self._view, read, seen_at_s, summed=not shown)


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
    return Observation(
        evidence={**evidence, TRAY: tray(evidence, read.maps)},
        dice=read_dice(image_bgr, view, read.maps),
        cube=read_cube(image_bgr, view, read.maps),
        hand=read.hand,
        seen_at_s=seen_at_s,
        corners_px=view.corners_px,
        orientation=view.board.orientation,
        alone=read.evidence if summed else None,
    )
