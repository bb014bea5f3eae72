"""Reading pictures of a draughts board: one still picture, or all looks at a board that was learned."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.draughts.calibration import Calibration, guessed, is_elsewhere, seen_at
from vision.draughts.finding import followed
from vision.draughts.squares import COVERED, DARK, EMPTY, LIGHT, Likely, likelihoods
from vision.draughts.view import SIZE, Corners, picture_from_board, view_of
from vision.errors import CalibrationError
from vision.observation import UNSEEN, Changes, Counts, Evidence, Observation, Orientation, Spot
from vision.rectify import Image, transformed

log = logging.getLogger(__name__)

_LOOKS_KEPT: Final = 4
_HAND: Final = 1.5
"""A hand is over the board where so many squares' worth of it are likely to be covered."""
_COVERED: Final = 0.5


@dataclass(frozen=True, slots=True)
class Still:
    """What a single picture tells, and what it shows of the board itself."""

    seen: Observation
    known: Calibration

    @property
    def rows(self) -> tuple[str, ...]:
        """The squares as the picture shows them, top row first: ``l``, ``d``, ``.``; ``?`` where nothing is seen."""
        return rows_of(self.seen, self.known)


def read_still(image_bgr: Image, corners_px: Corners) -> Still:
    """Read one picture of a board of which only the corners are known.

    ``corners_px``: the outer edge of the squares, clockwise, first to second the top row.
    """
    view = view_of(image_bgr, corners_px)
    likely = likelihoods(view)
    known = guessed(view, likely, corners_px)
    return Still(_observed(image_bgr, likely, known, 0.0), known)


def rows_of(seen: Observation, known: Calibration) -> tuple[str, ...]:
    return tuple("".join(_sign(seen.spot(known.square(row, column))) for column in range(SIZE)) for row in range(SIZE))


class DraughtsReader:
    """Reads pictures of one calibrated draughts board, and keeps its corners right while it moves.

    It answers to the calls of :class:`vision.following.FollowingReader`.  Small movements are followed; a board that
    went farther is looked for.  While it is not seen, looks are marked as covered (``hand``).
    """

    def __init__(self, calibration: Calibration) -> None:
        self._known = calibration
        self._looks: deque[tuple[float, dict[Spot, Evidence]]] = deque(maxlen=_LOOKS_KEPT)
        self._before: dict[Spot, Evidence] | None = None
        self._size_wh: tuple[int, int] | None = None

    @property
    def calibration(self) -> Calibration:
        """As given, with the corners where they were last seen."""
        return self._known

    def look(self, image_bgr: Image, *, seen_at_s: float) -> Observation:
        """The evidence of one picture (BGR) about the board, wherever it lies now."""
        self._fit_size(image_bgr)
        there = followed(image_bgr, self._known.corners_px) or self._looked_for(image_bgr)
        if there is not None:
            self._known = replace(self._known, corners_px=there)
        likely = likelihoods(view_of(image_bgr, self._known.corners_px))
        seen = _observed(image_bgr, likely, self._known, seen_at_s)
        if there is None:
            seen = replace(seen, hand=True)
        evidence = dict(seen.evidence)
        self._looks.append((seen_at_s, evidence))
        return seen if self._before is None else replace(seen, changes=_changes(self._before, evidence))

    def compare(self, seen_at_s: float) -> None:
        """From now on each look says what has changed since the look of that time."""
        self._before = next((seen for when, seen in self._looks if when == seen_at_s), self._before)

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time.  A draughts board is known from its start position on."""

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        """What lay on the squares in that look is certain; nothing has to be learned from it."""

    def learned(self) -> bytes:
        """What was learned beyond the calibration: nothing."""
        return b""

    def recall(self, learned: bytes) -> None:
        """Go on from :meth:`learned`; raises CalibrationError where that is something else."""
        if learned:
            raise CalibrationError("what was learned of another board's looks does not fit a draughts board")

    def forget(self) -> None:
        """Forget what was learned beyond the calibration: nothing."""

    def _looked_for(self, image_bgr: Image) -> Corners | None:
        """Where the board is now, None where it is not seen."""
        there = seen_at(self._known, image_bgr)
        if there is not None and is_elsewhere(self._known, there):
            log.warning("the board was moved; it is followed")
        return there

    def _fit_size(self, image_bgr: Image) -> None:
        """The corners are pixels: they follow a camera that changes the size of its pictures."""
        (height, width), before = image_bgr.shape[:2], self._size_wh
        self._size_wh = width, height
        if before is not None and before != self._size_wh:
            scale = np.array([width / before[0], height / before[1]])
            ring = (np.array(self._known.corners_px) + 0.5) * scale - 0.5
            first, second, third, fourth = ((float(x), float(y)) for x, y in ring)
            self._known = replace(self._known, corners_px=(first, second, third, fourth))


def _observed(image_bgr: Image, likely: Likely, known: Calibration, seen_at_s: float) -> Observation:
    inside = _inside(image_bgr, known.corners_px)
    covered = likely[..., COVERED]
    evidence = {
        known.square(row, column): _evidence(likely[row, column]) if inside[row, column] else UNSEEN
        for row in range(SIZE)
        for column in range(SIZE)
    }
    return Observation(
        evidence=evidence,
        dice=(),
        cube=None,
        hand=float(covered[covered > 0.1].sum()) > _HAND,
        seen_at_s=seen_at_s,
        corners_px=known.corners_px,
        orientation=Orientation(light_at_bottom=known.turns in (0, 3)),
    )


def _evidence(likely: Likely) -> Evidence:
    if likely[COVERED] > _COVERED:
        return UNSEEN
    empty, light, dark = (float(likely[kind]) for kind in (EMPTY, LIGHT, DARK))
    # What a hand hides says nothing of the square: that share is spread evenly.
    hidden = float(likely[COVERED]) / 3
    total = empty + light + dark + 3 * hidden
    return Evidence(
        {(0, 0): (empty + hidden) / total, (1, 0): (light + hidden) / total, (0, 1): (dark + hidden) / total}
    )


def _inside(image_bgr: Image, corners_px: Corners) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Whether the middle of each square lies in the picture, and not at its very edge."""
    height, width = image_bgr.shape[:2]
    rows, columns = np.mgrid[0:SIZE, 0:SIZE]
    middles = np.stack([columns.ravel() + 0.5, rows.ravel() + 0.5], axis=1)
    at = transformed(middles, picture_from_board(corners_px))
    return np.asarray(((at > 1) & (at < (width - 2, height - 2))).all(axis=1).reshape(SIZE, SIZE))


def _changes(before: Mapping[Spot, Evidence], now: Mapping[Spot, Evidence]) -> Changes:
    """How likely each square that is seen in both looks holds something else now."""
    return Changes({
        square: 1 - sum(there.likelihoods[counts] * now[square].likelihoods[counts] for counts in there.likelihoods)
        for square, there in before.items()
        if there.seen and now[square].seen
    })  # fmt: skip


def _sign(evidence: Evidence) -> str:
    return {(0, 0): ".", (1, 0): "l", (0, 1): "d"}[evidence.best] if evidence.seen else "?"
