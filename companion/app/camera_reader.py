"""Reads the board in the still frames of a camera, and learns it from the first that shows the start position."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from companion.app.board_vision import BACKGAMMON_VISION, AnyReader, BoardVision, reader_of
from companion.match.events import BoardSeen
from companion.screen.camera_service import AnyCalibration
from hardware.camera import Camera, Frame, frames
from hardware.errors import FramesError
from hardware.pictures import Grey, Image
from vision.errors import VisionError
from vision.observation import Corners, Counts, Spot
from vision.stillness import moved

log = logging.getLogger(__name__)
SPARSE_S: Final = 0.5
"""Frames this far apart (seconds) are stills."""
SETTLE_S: Final = 0.2
"""Two frames of a camera that takes five a second, since dice may stay on the board for 0.4 s only.

A resting hand passes too; the reading sees the hand and is not judged.
"""
_JITTER_S: Final = 0.02
"""The jitter of a camera's frames: how much earlier or later than expected one may come."""
_ATTEMPTS: Final = 150
"""A minute of a film, of which one frame every 0.4 s is tried: so long may a hand or no board be before the camera."""
_AGAIN_S: Final = 0.4
_BROKEN: Final = 50
"""After this many undecodable frames in a row the camera counts as failed."""


class StillnessGate:
    """Lets through the frames on which nothing moves.

    A frame half a second or more after the one before counts as still.  Denser frames must agree
    with each other for ``settle_s``; while they go on agreeing, one every 0.4 s is let through.
    """

    def __init__(self, settle_s: float = SETTLE_S) -> None:
        self._settle_s: Final = settle_s
        self._before_s: float | None = None
        self._since: tuple[Grey, float] | None = None
        self._let_through_s: float | None = None
        self.unmoved = False
        """Whether nothing has moved between the last two frames that were let through."""

    def admits(self, frame: Frame) -> bool:
        """Return whether to read this frame; raises :class:`FramesError` if it cannot be decoded."""
        glance, now_s = frame.glance(), frame.seen_at_s
        sparse = self._before_s is None or now_s - self._before_s >= SPARSE_S
        self._before_s = now_s
        if sparse or self._since is None or moved(self._since[0], glance):
            self._since, self._let_through_s = (glance, now_s), None
        settled = sparse or now_s - self._since[1] >= self._settle_s - _JITTER_S
        if not settled or (self._let_through_s is not None and now_s - self._let_through_s < _AGAIN_S):
            return False
        self.unmoved = self._let_through_s is not None
        self._let_through_s = now_s
        return True


def still_frames(source: Iterable[Frame], gate: StillnessGate) -> Iterator[Frame]:
    """Yield the frames that the gate lets through.

    A frame that cannot be decoded is skipped, and the first is logged.  Raises :class:`FramesError` if many
    come in a row, or if no frame can be decoded.
    """
    broken, read = 0, 0
    trouble: FramesError | None = None
    for frame in source:
        try:
            admitted = gate.admits(frame)
        except FramesError as error:
            broken, trouble = broken + 1, error
            if broken == _BROKEN:
                raise
            if broken == 1:
                log.warning("%s; the frame is left out", error)
            continue
        broken, read = 0, read + 1
        if admitted:
            yield frame
        del frame
    if trouble is not None and not read:
        raise trouble


@dataclass(frozen=True, slots=True)
class Look:
    """A reading of the board, and when work on its frame began (monotonic, seconds).

    ``calibration``: set if the board was learned from this frame.
    """

    seen: BoardSeen
    frame: Frame
    began_s: float
    calibration: AnyCalibration | None = None


class CameraReader:
    """The camera reader: reads still frames, and learns the board from the first one that shows the start position.

    ``attempts``: frames that may fail to show it before that is an error; None = any number.  ``kept``: the calibration
    is old, so the board is searched for first, in case camera or board were moved.  ``vision``: of the game.
    """

    def __init__(
        self,
        calibration: AnyCalibration | None = None,
        corners_px: Corners | None = None,
        *,
        attempts: int | None = _ATTEMPTS,
        kept: bool = False,
        vision: BoardVision | None = BACKGAMMON_VISION,
    ) -> None:
        self.vision = vision
        self._kept = kept
        self._reader: AnyReader | None = None
        if vision is not None and calibration is not None:
            self._reader = reader_of(calibration)
        self._corners_px: Final = corners_px
        self._attempts: Final = attempts
        self._failures = 0
        self._for_reader: Final[SimpleQueue[Callable[[AnyReader], None]]] = SimpleQueue()
        self._turned: Final[SimpleQueue[tuple[BoardVision | None, Path | None]]] = SimpleQueue()
        self.trouble: VisionError | None = None
        """Why the board has not been learned so far."""

    @property
    def calibration(self) -> AnyCalibration | None:
        """The calibration of the board, with its corners where they were last seen."""
        return self._reader.calibration if self._reader is not None else None

    @property
    def checker_bgr(self) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
        """The learned colours of Light and Dark (BGR), None before the board has been learned."""
        return self.calibration.colours.bgr if self.calibration is not None else None

    def look(self, frame: Frame, *, unmoved: bool = False) -> Look | None:
        """Return the reading of a frame, None while the board has not been learned.  ``unmoved``: since the one before.

        Raises :class:`vision.errors.VisionError` once several frames show no start position.
        """
        began_s = time.monotonic()
        self.take_turn()
        if self.vision is None:
            return None
        image = frame.image_bgr
        if self._kept:
            self._find(image)
        learned = self._learned(image) if self._reader is None else None
        if self._reader is None:
            return None
        while not self._for_reader.empty():
            self._for_reader.get()(self._reader)
        observation = self._reader.look(image, seen_at_s=frame.seen_at_s)
        seen = BoardSeen(observation, frame.number, frame.seen_at_s, unmoved)
        return Look(seen, frame, began_s, learned)

    def turn_to(self, vision: BoardVision | None, calibration_file: Path | None) -> None:
        """Read the board of another game from the next frame on, None: none; any thread may call.

        ``calibration_file``: its stored calibration, if any.
        """
        self._turned.put((vision, calibration_file))

    def take_turn(self) -> None:
        """Turn to the game that was asked for, if any was; only the thread that looks may call."""
        while not self._turned.empty():
            self._turn(*self._turned.get())

    def _turn(self, vision: BoardVision | None, calibration_file: Path | None) -> None:
        self.vision, self._reader, self._kept = vision, None, False
        while not self._for_reader.empty():
            self._for_reader.get()
        if vision is not None and calibration_file is not None and calibration_file.exists():
            try:
                self._reader, self._kept = reader_of(vision.load(calibration_file)), True
            except VisionError as error:
                log.warning("%s", error)

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time; any thread may call."""
        self._for_reader.put(lambda reader: reader.settle(seen_at_s))

    def confirm(self, seen_at_s: float, counts: dict[Spot, Counts]) -> None:
        """Confirm the board in that look; any thread may call."""
        self._for_reader.put(lambda reader: reader.confirm(seen_at_s, counts))

    def forget(self) -> None:
        """Drop the confirmed boards, which may be wrong or outdated; any thread may call."""
        self._for_reader.put(lambda reader: reader.forget())

    def learn(self, image_bgr: Image, corners_px: Corners | None) -> AnyCalibration:
        """Learn the board from this picture of the start position; it replaces the former calibration.

        Raises :class:`vision.errors.VisionError` if it shows none; the calibration is kept then.
        """
        assert self.vision is not None
        calibration = self.vision.calibrate(image_bgr, corners_px)
        self._reader, self._kept = reader_of(calibration), False
        return calibration

    def _find(self, image_bgr: Image) -> None:
        """Search for a board that was learned on another day, until it is clearly seen."""
        known = self.calibration
        there = known.seen_in(image_bgr) if known is not None else None
        if known is None or there is None:
            return
        self._kept = False
        if known.is_elsewhere(there):
            log.warning("the board is not where it was calibrated; it is read where it is now")
            self._reader = reader_of(replace(known, corners_px=there))

    def _learned(self, image_bgr: Image) -> AnyCalibration | None:
        try:
            return self.learn(image_bgr, self._corners_px)
        except VisionError as error:
            self.trouble = error
            self._failures += 1
            if self._failures == self._attempts:
                raise
            return None


def looks(camera: Camera | Iterable[Frame], camera_reader: CameraReader, gate: StillnessGate) -> Iterator[Look]:
    """Yield all readings of a recorded sequence, in order."""
    source = camera if isinstance(camera, Iterable) else frames(camera)
    for frame in still_frames(source, gate):
        look = camera_reader.look(frame, unmoved=gate.unmoved)
        del frame
        if look is not None:
            yield look
        del look
