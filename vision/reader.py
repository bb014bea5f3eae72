"""Reading a picture of the board: the whole pipeline in one function."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from vision.calibration import Calibration, Corners, guessed
from vision.change import Sight, changes, picture_of, sight
from vision.checkers import find_discs, owned, piles, spot_evidence
from vision.cube import read_cube
from vision.dice import read_dice
from vision.fieldmaps import FieldMaps, seen_field
from vision.hands import hand_over_field
from vision.learned import LearnedBoard
from vision.observation import TRAY, Counts, Evidence, Observation, Spot
from vision.rectify import Image, view_from_picture
from vision.totals import settled

__all__ = ["BoardReader", "Still", "read_still"]

_LOOKS_KEPT: Final = 4
"""A turn is settled on one of the last looks: the reading of the next may have begun meanwhile."""


class BoardReader:
    """Reads pictures of one calibrated board, and learns what its spots look like where turns are settled."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration: Final = calibration
        self._learned = LearnedBoard(calibration.geometry)
        self._looks: deque[tuple[float, Sight]] = deque(maxlen=_LOOKS_KEPT)
        self._settled: deque[tuple[float, Sight]] = deque(maxlen=2)
        self._before: Sight | None = None

    def at(self, corners_px: Corners) -> BoardReader:
        """The reader of the same board where it lies now, with all that this one has learned."""
        moved = BoardReader(replace(self.calibration, corners_px=corners_px))
        moved._learned, moved._looks, moved._settled = self._learned, self._looks, self._settled
        moved._before = self._before
        return moved

    def look(self, image_bgr: Image, *, seen_at_s: float) -> Observation:
        """The evidence of one picture (BGR, any size the calibration was made for) about the board."""
        homography = view_from_picture(self.calibration.corners_px)
        view, maps = seen_field(image_bgr, homography)
        patch = picture_of(view, maps)
        seen = _observed(image_bgr, view, maps, self.calibration, seen_at_s, lambda e: self._learned.weighed(patch, e))
        here = sight(patch, homography, seen.dice, seen.cube)
        self._looks.append((seen_at_s, here))
        if self._before is None:
            return seen
        return replace(seen, changes=changes(self._before, here, self.calibration.geometry))

    def compare(self, seen_at_s: float) -> None:
        """From now on each look says what has changed since the look of that time."""
        self._before = next((sight for when, sight in self._looks if when == seen_at_s), self._before)

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time."""
        self._settled.extend(look for look in self._looks if look[0] == seen_at_s)

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        """What lay on the spots, for certain, in the look of that time, on which a turn was settled: it is learned."""
        for when, there in self._settled:
            if when == seen_at_s:
                self._learned.learn(there.patch, counts)

    def learned(self) -> bytes:
        """All that was learned of the board's looks, to be kept beside its calibration."""
        return self._learned.packed()

    def recall(self, learned: bytes) -> None:
        """Go on from what was learned before; raises CalibrationError, and goes on from nothing, if it is damaged."""
        self._learned = LearnedBoard.unpacked(learned, self.calibration.geometry)

    def forget(self) -> None:
        """Somebody has put the record right: what was learned by it may be wrong."""
        self._learned.forget()
        self._settled.clear()


@dataclass(frozen=True, slots=True)
class Still:
    """What a single picture tells, and what it shows of the board itself."""

    seen: Observation
    known: Calibration


def read_still(image_bgr: Image, corners_px: Corners, *, thoroughly: bool = True) -> Still:
    """Read one picture of a board of which only the corners are known: sides are told by looks.

    ``thoroughly``: in four sights (:func:`vision.fieldmaps.seen_field`); in a match there is time for one.
    """
    view, maps = seen_field(image_bgr, view_from_picture(corners_px), thoroughly=thoroughly)
    known = guessed(view, maps, corners_px)
    return Still(_observed(image_bgr, view, maps, known, seen_at_s=0.0), known)


def _observed(
    image_bgr: Image,
    view_bgr: Image,
    maps: FieldMaps,
    known: Calibration,
    seen_at_s: float,
    weighed: Callable[[dict[Spot, Evidence]], dict[Spot, Evidence]] = lambda evidence: evidence,
) -> Observation:
    homography = view_from_picture(known.corners_px)
    colours = known.colours if known.sides_known else None
    discs = owned(find_discs(view_bgr, maps, known.geometry), known.geometry, colours)
    alone = weighed(spot_evidence(discs, maps, known.geometry))
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
