"""Reading a picture of the board: the whole pipeline in one function."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from vision.calibration import Calibration, Corners, guessed
from vision.change import Sight, changes, sight
from vision.checkers import find_discs, owned, piles, spot_evidence
from vision.cube import read_cube
from vision.dice import read_dice
from vision.fieldmaps import FieldMaps, seen_field
from vision.hands import hand_over_field
from vision.observation import TRAY, Observation
from vision.rectify import Image, view_from_picture
from vision.totals import settled

__all__ = ["BoardReader", "Still", "read_still"]


class BoardReader:
    """Reads pictures of one calibrated board."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration: Final = calibration
        self._last: Sight | None = None
        self._reference: Sight | None = None

    def look(self, image_bgr: Image, *, seen_at_s: float) -> Observation:
        """The evidence of one picture (BGR, any size the calibration was made for) about the board."""
        homography = view_from_picture(self.calibration.corners_px)
        view, maps = seen_field(image_bgr, homography)
        seen = _observed(image_bgr, view, maps, self.calibration, seen_at_s)
        self._last = sight(view, homography, maps, seen.dice, seen.cube)
        if self._reference is None:
            return seen
        return replace(seen, changes=changes(self._reference, self._last, self.calibration.geometry))

    def compare_with_last(self) -> None:
        """From now on each look says what has changed since the last one, which a settled turn rests on."""
        self._reference = self._last


@dataclass(frozen=True, slots=True)
class Still:
    """What a single picture tells, and what it shows of the board itself."""

    seen: Observation
    known: Calibration


def read_still(image_bgr: Image, corners_px: Corners) -> Still:
    """Read one picture of a board of which only the corners are known: sides are told by looks."""
    view, maps = seen_field(image_bgr, view_from_picture(corners_px))
    known = guessed(view, maps, corners_px)
    return Still(_observed(image_bgr, view, maps, known, seen_at_s=0.0), known)


def _observed(image_bgr: Image, view_bgr: Image, maps: FieldMaps, known: Calibration, seen_at_s: float) -> Observation:
    homography = view_from_picture(known.corners_px)
    colours = known.colours if known.sides_known else None
    discs = owned(find_discs(view_bgr, maps, known.geometry), known.geometry, colours)
    alone = spot_evidence(discs, maps, known.geometry)
    evidence = settled(alone, piles(maps, discs, known.geometry.pitch))
    dice = read_dice(image_bgr, homography, maps)
    return Observation(
        evidence=evidence,
        dice=dice,
        cube=read_cube(image_bgr, homography, maps, known.geometry, dice),
        hand=hand_over_field(maps),
        seen_at_s=seen_at_s,
        corners_px=known.corners_px,
        orientation=known.geometry.orientation,
        alone={**alone, TRAY: evidence[TRAY]},
    )
