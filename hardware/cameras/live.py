"""A live camera drained on a thread, so that a slow reader always gets the newest picture."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from hardware.cameras.frame import Camera, Frame, Lockable
from hardware.errors import CameraError, NetworkTrouble
from hardware.pictures import is_black, same

log = logging.getLogger(__name__)

SILENCE_S: Final = 5.0
"""A live camera that delivers nothing for this long is lost."""
STARTING_S: Final = 10.0
"""The longest time a camera may take for its first picture."""
FROZEN_S: Final = 10.0
"""A camera that gives the same picture for so long, to the last bit, hangs: a sensor's noise never repeats."""

_NEXT_S: Final = 0.2
"""By then the next picture has come, as a rule, and the thread has ended by itself."""
_STOPPING_S: Final = 1.0


class Live:
    """Drains a live camera on a thread, so that a slow reader always gets the newest picture.

    Without it the pictures queue up in the driver, the pipe or the network, and the referee sees the past.
    ``trouble``: what it is if the camera gives no more.
    """

    def __init__(
        self,
        camera: Camera,
        *,
        silence_s: float = SILENCE_S,
        starting_s: float = STARTING_S,
        frozen_s: float = FROZEN_S,
        trouble: NetworkTrouble | None = None,
    ) -> None:
        self._camera: Final = camera
        self._silence_s: Final = silence_s
        self._patience_s = starting_s
        self._frozen_s: Final = frozen_s
        self._trouble: Final = trouble
        self._news: Final = threading.Condition()
        self._newest: Frame | None = None
        self._latest: Frame | None = None
        self._error: Exception | None = None
        self._ended = False
        self._offered: Callable[[Frame], None] | None = None
        self._held = False
        self._to_hold = False
        self._changed: Frame | None = None
        self._stopped: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._drain, name="camera", daemon=True)
        self._thread.start()

    @property
    def held(self) -> bool:
        """Whether exposure, white balance and focus are held."""
        return self._held

    def hold(self, held: bool) -> None:
        """Hold exposure, white balance and focus as they are now, or let them go; done before the next picture."""
        self._to_hold = held

    def offer(self, to: Callable[[Frame], None]) -> None:
        """Show the newest frame to somebody else too, and each that comes, on the camera's thread: it must be quick."""
        with self._news:
            if self._latest is not None:
                to(self._latest)
            self._offered = to

    def read(self) -> Frame | None:
        """The newest frame not read yet, waited for; raises :class:`CameraError` if the camera fails or is silent."""
        with self._news:
            if not self._news.wait_for(lambda: self._newest or self._ended, timeout=self._patience_s):
                raise CameraError(f"the camera has given no picture for {self._patience_s:g} s", self._trouble)
            frame, self._newest = self._newest, None
            if frame is None and self._error is not None:
                trouble = self._error.trouble if isinstance(self._error, CameraError) else None
                raise CameraError(str(self._error), trouble or self._trouble) from self._error
            self._patience_s = self._silence_s
            return frame

    def _drain(self) -> None:
        try:
            while not self._stopped.is_set() and (frame := self._camera.read()) is not None:
                self._raise_if_frozen(frame)
                with self._news:
                    if self._stopped.is_set():
                        return  # a picture that was under way then; whom it was offered to has let go of the camera
                    self._newest = self._latest = frame
                    self._news.notify()
                    if self._offered is not None:
                        self._offered(frame)
                self._hold_or_let_go()
        except Exception as error:
            if not self._stopped.is_set():
                log.debug("the camera's thread ends", exc_info=True)
                self._error = error
        finally:
            with self._news:
                self._ended = True
                self._news.notify()

    def _raise_if_frozen(self, frame: Frame) -> None:
        before = self._changed
        if before is None or not same(before.picture, frame.picture):
            self._changed = frame
        elif frame.seen_at_s - before.seen_at_s > self._frozen_s:
            self._changed = frame
            if not is_black(frame.picture):  # a covered lens repeats itself too
                raise CameraError(f"{frame.source}: the same picture comes again and again, the camera hangs")

    def _hold_or_let_go(self) -> None:
        if self._to_hold == self._held or not isinstance(self._camera, Lockable):
            return
        if not self._to_hold:
            self._camera.unlock()
            self._held = False
        elif self._camera.lock():
            self._held = True

    def close(self) -> None:
        """Let go of the camera.  Nobody is shown a frame from then on, even where its last one is still under way."""
        with self._news:
            self._stopped.set()
        self._thread.join(timeout=_NEXT_S)
        self._camera.close()
        self._thread.join(timeout=_STOPPING_S)
