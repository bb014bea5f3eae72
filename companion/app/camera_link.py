"""Watches a camera on a thread of its own, and posts what is read on its frames."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from typing import Final, Self

from companion.app.board_check import BoardCheck, UnseenBoard
from companion.app.board_vision import BACKGAMMON_VISION
from companion.app.camera_reader import SETTLE_S, CameraReader, Look, StillnessGate, still_frames
from companion.app.inbox import Inbox
from companion.match.events import CameraBack, CameraLost
from companion.screen.camera_service import AnyCalibration, CameraAnswer, CameraService, NotLearned, Request
from hardware.camera import Camera, Frame, Live, frames
from hardware.cameras.holding import Holder
from hardware.errors import CameraError, FramesError, HardwareError, NetworkTrouble
from hardware.pictures import Image, is_black
from vision.errors import CalibrationError, VisionError
from vision.observation import Corners

log = logging.getLogger(__name__)

_STOPPING_S: Final = 5.0
_MOVING_S: Final = 5.0
"""Seconds for which a request to learn the board waits for a picture without movement."""
_LOOKED_AT_S: Final = 0.08
"""Faster frames of a live camera are only shown: two of ten a second suffice to detect movement."""
_COVERED: Final = "the camera's picture is black; take the cover off the lens, and put some light on"


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
        keep: Callable[[AnyCalibration], None] | None = None,
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
                self._report_loss(str(error), error.trouble if isinstance(error, CameraError) else None)
            except Exception:
                log.exception("the watcher failed")
                self._report_loss("the camera's picture could not be worked on")
            self._woken.wait(self._retry_s)

    def _watch(self, camera: Camera) -> None:
        gate = StillnessGate(self._settle_s)
        holder = Holder(camera) if self._lock and isinstance(camera, Live) else None
        for frame in still_frames(self._seen(camera), gate):
            if holder is not None:
                holder.see(frame, known=self._camera_reader.calibration is not None)
            self._report_black(frame, held=isinstance(camera, Live) and camera.held)
            asked = self._sight.asked()
            if asked is not None and asked.learn:
                self._sight.answered(self._learned(asked, frame.image_bgr))
            look = self._camera_reader.look(frame, unmoved=gate.unmoved)
            if look is not None and look.calibration is not None:
                self._kept(look.calibration)
            self._report_other(look, frame)
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
            self._report_source(frame)
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
            self._report_asked(frame)
            yield frame

    def _report_black(self, frame: Frame, *, held: bool) -> None:
        """Report a black picture once: players do not notice a covered lens."""
        warning = _COVERED if is_black(frame.picture) else ""
        if warning and not self._black:
            log.warning("%s", warning)
        self._black = bool(warning)
        self._sight.still(held=held, warning=warning)

    def _report_other(self, look: Look | None, frame: Frame) -> None:
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

    def _report_source(self, frame: Frame) -> None:
        if self._lost:
            self._lost = False
            log.warning("the camera is back")
            self._inbox.post(CameraBack(self._clock()))
        if not self._recorded and frame.source != self._source:
            self._source = frame.source
            log.info("pictures come from the camera %s", self._source)

    def _report_asked(self, frame: Frame) -> None:
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

    def _kept(self, calibration: AnyCalibration) -> str:
        """Keep what was learned; return why that failed, "" if it did not."""
        try:
            if self._keep is not None:
                self._keep(calibration)
        except OSError as error:
            reason = f"the board is calibrated, but cannot be saved for next time: {error}"
            log.warning("%s", reason)
            return reason
        return ""

    def _report_loss(self, reason: str, trouble: NetworkTrouble | None = None) -> None:
        self._sight.lost(reason, trouble)
        if not self._lost:
            self._lost = True
            log.warning("%s; the companion goes on by touch", reason)
            self._inbox.post(CameraLost(reason, self._clock()))
