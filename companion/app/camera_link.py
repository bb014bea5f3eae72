"""Takes frames from a camera, waits until nothing moves, reads the board and posts the reading."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Self

from companion.app.board_check import BoardCheck, UnseenBoard
from companion.app.board_vision import BACKGAMMON_VISION, BoardVision
from companion.app.inbox import Inbox
from companion.match.events import BoardSeen, CameraBack, CameraLost
from companion.screen.camera_service import CameraAnswer, CameraService, NotLearned, Request
from hardware.camera import Camera, Frame, Live, frames
from hardware.cameras.holding import Holder
from hardware.errors import CameraError, FramesError, HardwareError, NetworkTrouble
from hardware.pictures import Grey, Image, is_black
from vision.errors import CalibrationError, VisionError
from vision.observation import Corners, Counts, Spot
from vision.stillness import moved

log = logging.getLogger(__name__)

SPARSE_S: Final = 0.5
"""Frames this far apart (seconds) are stills: somebody chose the moment."""
SETTLE_S: Final = 0.2
"""Two frames of a camera that takes five a second: dice may stay on the board for 0.4 s only.

A hand that rests for so long passes too; the reading sees the hand and is not judged.
"""
_JITTER_S: Final = 0.02
"""The jitter of a camera's frames: how much earlier or later than expected one may come."""
_ATTEMPTS: Final = 150
"""A minute of a film, of which one frame every 0.4 s is tried: so long may a hand or no board be before the camera."""
_AGAIN_S: Final = 0.4
_STOPPING_S: Final = 5.0
_MOVING_S: Final = 5.0
"""How long a request to learn the board waits for a picture on which nothing moves."""
_LOOKED_AT_S: Final = 0.08
"""Faster frames of a live camera are only shown: two of ten a second suffice to tell whether anything moves."""
_COVERED: Final = "the camera's picture is black; take the cover off the lens, and put some light on"
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
    calibration: Any = None


class CameraReader:
    """The camera reader: reads still frames, and learns the board from the first one that shows the start position.

    ``attempts``: how many frames may fail to show it before that is an error; None = any number.  ``kept``: the
    calibration is from another day; the board is searched for first, in case camera or board were moved since.
    ``vision``: of the game that is played.
    """

    def __init__(
        self,
        calibration: Any = None,
        corners_px: Corners | None = None,
        *,
        attempts: int | None = _ATTEMPTS,
        kept: bool = False,
        vision: BoardVision | None = BACKGAMMON_VISION,
    ) -> None:
        self.vision = vision
        self._kept = kept
        self._reader = vision.reader(calibration) if vision is not None and calibration is not None else None
        self._corners_px: Final = corners_px
        self._attempts: Final = attempts
        self._failures = 0
        self._told: Final[SimpleQueue[Callable[[Any], None]]] = SimpleQueue()
        self._turned: Final[SimpleQueue[tuple[BoardVision | None, Path | None]]] = SimpleQueue()
        self.trouble: VisionError | None = None
        """Why the board has not been learned so far."""

    @property
    def calibration(self) -> Any:
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
        while not self._told.empty():
            self._told.get()(self._reader)
        observation = self._reader.look(image, seen_at_s=frame.seen_at_s)
        seen = BoardSeen(observation, frame.number, frame.seen_at_s, unmoved)
        return Look(seen, frame, began_s, learned)

    def turn_to(self, vision: BoardVision | None, calibration_file: Path | None) -> None:
        """Read the board of another game from the next frame on, None: none; any thread may call.

        ``calibration_file``: where that board is kept, if it was learned on another day.
        """
        self._turned.put((vision, calibration_file))

    def take_turn(self) -> None:
        """Turn to the game that was asked for, if any was; only the thread that looks may call."""
        while not self._turned.empty():
            self._turn(*self._turned.get())

    def _turn(self, vision: BoardVision | None, calibration_file: Path | None) -> None:
        self.vision, self._reader, self._kept = vision, None, False
        while not self._told.empty():
            self._told.get()
        if vision is not None and calibration_file is not None and calibration_file.exists():
            try:
                self._reader, self._kept = vision.reader(vision.load(calibration_file)), True
            except VisionError as error:
                log.warning("%s", error)

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time; any thread may call."""
        self._told.put(lambda reader: reader.settle(seen_at_s))

    def confirm(self, seen_at_s: float, counts: dict[Spot, Counts]) -> None:
        """What lay on the board in that look is certain now; any thread may call."""
        self._told.put(lambda reader: reader.confirm(seen_at_s, counts))

    def forget(self) -> None:
        """What was told of settled turns may be wrong, or the board is set up anew; any thread may call."""
        self._told.put(lambda reader: reader.forget())

    def learn(self, image_bgr: Image, corners_px: Corners | None) -> Any:
        """Learn the board from this picture of the start position; it replaces what was known before.

        Raises :class:`vision.errors.VisionError` if it shows none; what was known is kept then.
        """
        assert self.vision is not None
        calibration = self.vision.calibrate(image_bgr, corners_px)
        self._reader, self._kept = self.vision.reader(calibration), False
        return calibration

    def _find(self, image_bgr: Image) -> None:
        """Search for a board that was learned on another day, until it is clearly seen."""
        known, vision = self.calibration, self.vision
        there = known.seen_in(image_bgr) if known is not None and vision is not None else None
        if known is None or there is None or vision is None:
            return
        self._kept = False
        if known.is_elsewhere(there):
            log.warning("the board is not where it was calibrated; it is read where it is now")
            self._reader = vision.reader(replace(known, corners_px=there))

    def _learned(self, image_bgr: Image) -> Any:
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


class CameraLink:
    """Watches a live camera on its own thread and posts to the inbox; a context manager.

    ``open_camera`` is called again after a failure, every ``retry_s``; the loss and the return of
    the camera are posted once each.  ``stop`` may be called twice.

    ``shown``: called with each frame that is compared with the one before, with a live camera a dozen a second;
    ``looked``: called with each frame that was read, and where the field is in it.  ``recorded``: the frames carry the
    time of their recording, and count as seen when they are read.

    ``sight``: holds the requests for a preview, and for learning the board now.  ``keep``: called with the
    learned calibration; raises :class:`OSError` if it cannot be kept.  ``lock``: hold exposure, white
    balance and focus once the board is known.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        camera_reader: CameraReader,
        inbox: Inbox,
        *,
        settle_s: float = SETTLE_S,
        retry_s: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
        shown: Callable[[Frame], None] | None = None,
        looked: Callable[[Frame, Corners], None] | None = None,
        recorded: bool = False,
        sight: CameraService | None = None,
        keep: Callable[[Any], None] | None = None,
        lock: bool = False,
    ) -> None:
        self._open_camera = open_camera
        self._camera_reader: Final = camera_reader
        self._inbox: Final = inbox
        self._settle_s: Final = settle_s
        self._retry_s: Final = retry_s
        self._clock: Final = clock
        self._shown: Final = shown
        self._looked: Final = looked
        self._recorded = recorded
        self._sight: Final = sight or CameraService()
        self._keep: Final = keep
        self._lock: Final = lock
        self._check: Final = BoardCheck(clock)
        self._unseen: Final = UnseenBoard(clock)
        self._source = ""
        self._black = False
        self._stopping: Final = threading.Event()
        self._woken: Final = threading.Event()
        self._other = False
        self._lost = False
        self._thread: Final = threading.Thread(target=self._run, name="watcher", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.stop()

    def look_through(self, open_camera: Callable[[], Camera]) -> None:
        """Release the camera and use this live one from now on; any thread may call."""
        self._open_camera, self._recorded, self._other = open_camera, False, True
        self._woken.set()

    def stop(self) -> None:
        self._stopping.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join(_STOPPING_S)

    def _run(self) -> None:
        while True:
            self._other = False
            self._woken.clear()
            if self._stopping.is_set():
                return
            try:
                with closing(self._open_camera()) as camera:
                    self._watch(camera)
                if self._other:
                    continue
                self._sight.lost("the recording is at its end")
                return
            except (HardwareError, VisionError) as error:
                self._tell_loss(str(error), error.trouble if isinstance(error, CameraError) else None)
            except Exception:
                log.exception("the watcher failed")
                self._tell_loss("the camera's picture could not be worked on")
            self._woken.wait(self._retry_s)

    def _watch(self, camera: Camera) -> None:
        gate = StillnessGate(self._settle_s)
        holder = Holder(camera) if self._lock and isinstance(camera, Live) else None
        for frame in still_frames(self._seen(camera), gate):
            if holder is not None:
                holder.see(frame, known=self._camera_reader.calibration is not None)
            self._tell_black(frame, held=isinstance(camera, Live) and camera.held)
            asked = self._sight.asked()
            if asked is not None and asked.learn:
                self._sight.answered(self._learned(asked, frame.image_bgr))
            look = self._camera_reader.look(frame, unmoved=gate.unmoved)
            if look is not None and look.calibration is not None:
                self._kept(look.calibration)
            self._tell_other(look, frame)
            if look is None or self._unseen.other is not None:
                continue  # nothing is read off another board
            self._sight.read(look.seen.observation)
            if self._looked is not None:
                self._looked(frame, look.seen.observation.corners_px)
            seen = replace(look.seen, at_s=look.began_s) if self._recorded else look.seen
            self._inbox.post(seen, began_s=look.began_s)

    def _seen(self, camera: Camera) -> Iterator[Frame]:
        """The camera's frames until the watcher is stopped; reports when they return after a loss."""
        if isinstance(camera, Live):  # shown at their own rate, even while one is being read
            camera.offer(self._sight.saw)
        passed_s: float | None = None
        for frame in frames(camera):
            if self._stopping.is_set() or self._other:
                return
            self._tell_source(frame)
            if not isinstance(camera, Live):
                self._sight.saw(frame)
            elif passed_s is not None and 0 <= frame.seen_at_s - passed_s < _LOOKED_AT_S:
                continue
            passed_s = frame.seen_at_s
            if self._shown is not None:
                self._shown(frame)
            self._camera_reader.take_turn()
            if self._camera_reader.calibration is None:
                self._sight.unknown()
            self._tell_asked(frame)
            yield frame

    def _tell_black(self, frame: Frame, *, held: bool) -> None:
        """Report a black picture: a covered lens is no loss of the camera, but nobody notices it unaided."""
        warning = _COVERED if is_black(frame.picture) else ""
        if warning and not self._black:
            log.warning("%s", warning)
        self._black = bool(warning)
        self._sight.still(held=held, warning=warning)

    def _tell_other(self, look: Look | None, frame: Frame) -> None:
        """Report that another game's board is there in place of the own one, and that it is gone."""
        vision, before = self._camera_reader.vision, self._unseen.other
        if vision is None or (look is not None and not look.seen.observation.hand):
            self._unseen.seen()
        elif self._unseen.is_due(vision):
            self._unseen.look(frame.image_bgr, vision)
        other = self._unseen.other
        if other is not None and other is not before:
            log.warning("a %s board is seen, not that of this match; turn the box over to go on", other.value)
        self._sight.shows_other(other.value if other is not None else "")

    def _tell_source(self, frame: Frame) -> None:
        if self._lost:
            self._lost = False
            log.warning("the camera is back")
            self._inbox.post(CameraBack(self._clock()))
        if not self._recorded and frame.source != self._source:
            self._source = frame.source
            log.info("pictures come from the camera %s", self._source)

    def _tell_asked(self, frame: Frame) -> None:
        """Answer the requests that any frame can answer: where the board is, and that nothing holds still."""
        asked = self._sight.asked()
        if asked is None:
            return
        if not asked.learn:
            with suppress(FramesError):  # the next frame will do
                self._sight.answered(self._check.checked(asked, frame.image_bgr, self._camera_reader.vision))
        elif self._clock() - asked.asked_at_s > _MOVING_S:
            reason = "something moves over the board; keep hands away until it is calibrated"
            self._sight.answered(CameraAnswer(asked.number, why=NotLearned.MOVING, reason=reason))

    def _learned(self, asked: Request, image_bgr: Image) -> CameraAnswer:
        """Learn the board from this picture, and keep what was learned."""
        vision = self._camera_reader.vision or BACKGAMMON_VISION
        answer = self._check.checked(asked, image_bgr, vision)
        if answer.corners_px is None:
            return answer
        try:
            calibration = self._camera_reader.learn(image_bgr, answer.corners_px)
        except CalibrationError as error:
            return self._check.refused(answer, image_bgr, vision, error)
        answer = replace(answer, corners_px=calibration.corners_px, calibration=calibration)
        reason = self._kept(calibration)
        return replace(answer, why=NotLearned.NOT_KEPT, reason=reason) if reason else answer

    def _kept(self, calibration: Any) -> str:
        """Keep what was learned; return why that failed, "" if it did not."""
        try:
            if self._keep is not None:
                self._keep(calibration)
        except OSError as error:
            reason = f"the board is calibrated, but cannot be saved for next time: {error}"
            log.warning("%s", reason)
            return reason
        return ""

    def _tell_loss(self, reason: str, trouble: NetworkTrouble | None = None) -> None:
        self._sight.lost(reason, trouble)
        if not self._lost:
            self._lost = True
            log.warning("%s; the companion goes on by touch", reason)
            self._inbox.post(CameraLost(reason, self._clock()))
