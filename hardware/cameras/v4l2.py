"""USB cameras through Video4Linux."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.frame import USUAL, Clock, Format, Frame
from hardware.cameras.hushing import hush
from hardware.errors import CameraError, FramesError
from hardware.pictures import Encoded, Picture, Plain

log = logging.getLogger(__name__)

USUAL_WH: Final = (1280, 960)

_MJPG: Final = cv2.VideoWriter.fourcc(*"MJPG")
# V4L2_CID_EXPOSURE_AUTO: 1 = manual, 3 = the camera chooses the time; a USB camera has no iris to choose.
_BY_HAND, _BY_ITSELF = 1, 3
_OFF, _ON = 0, 1
# What each automatic chooses, so that it can be kept once that is switched off.
_CHOSEN: Final = {
    cv2.CAP_PROP_AUTO_EXPOSURE: (_BY_ITSELF, _BY_HAND, cv2.CAP_PROP_EXPOSURE),
    cv2.CAP_PROP_AUTO_WB: (_ON, _OFF, cv2.CAP_PROP_WB_TEMPERATURE),
    cv2.CAP_PROP_AUTOFOCUS: (_ON, _OFF, cv2.CAP_PROP_FOCUS),
}
_WATCHED: Final = 15
"""Pictures after exposure was held by which it shows whether it truly was."""
_ALIKE: Final = 0.2
"""By so much of its lightness a picture may differ from the one before the hold."""


class Capture(Protocol):
    """What is used of :class:`cv2.VideoCapture`."""

    def read(self) -> tuple[bool, Any]: ...
    def get(self, prop_id: int, /) -> float: ...
    def set(self, prop_id: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


class UsbCamera:
    """A USB camera through Video4Linux.  ``device``: its number, as in ``/dev/video0``, or its path.

    Its compressed pictures are passed on as they come, so that only those are decoded which are
    looked at.  A camera that has not the size asked for gives another; every picture tells its own.
    ``capture`` replaces the device, for tests.
    """

    def __init__(
        self,
        device: int | str,
        *,
        wanted: Format = USUAL,
        capture: Capture | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._name = f"usb:{device}" if isinstance(device, int) else device
        self._capture = capture or _v4l2(self._name, device)
        # Uncompressed pictures of this size do not fit through USB 2 at a usable rate.
        self._capture.set(cv2.CAP_PROP_FOURCC, _MJPG)
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, wanted.width or USUAL_WH[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wanted.height or USUAL_WH[1])
        self._capture.set(cv2.CAP_PROP_FPS, wanted.rate)
        self._width = round(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        if round(self._capture.get(cv2.CAP_PROP_FOURCC)) == _MJPG:
            self._capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
        self._clock = clock
        self._next = 0
        self._newest: Picture | None = None
        self._lightness: float | None = None
        self._to_watch = 0
        self._exposes_by_itself = False
        self.unlock()  # a camera remembers from one program to the next what was held

    def read(self) -> Frame:
        there, taken = self._capture.read()
        if not there:
            raise CameraError(f"{self._name}: the camera gives no more pictures; is it still plugged in?")
        number, name = self._next, f"{self._name}#{self._next}"
        self._next += 1
        self._newest = _usb_picture(np.asarray(taken, dtype=np.uint8), name, self._width)
        self._watch_lightness()
        return Frame(self._newest, self._clock(), number, name)

    def lock(self) -> bool:
        self._lightness = self._lightness_now()
        if self._lightness is None:
            return False
        for automatic, (_, off, value) in _CHOSEN.items():
            if automatic == cv2.CAP_PROP_AUTO_EXPOSURE and self._exposes_by_itself:
                continue
            chosen = self._capture.get(value)
            if self._capture.set(automatic, off) and chosen >= 0:  # what a camera does not know is -1
                self._capture.set(value, chosen)
        self._to_watch = _WATCHED
        return True

    def unlock(self) -> None:
        self._to_watch = 0
        for automatic, (on, _, _) in _CHOSEN.items():
            self._capture.set(automatic, on)

    def _watch_lightness(self) -> None:
        """Release a camera that grows dark or bright when held: some do not report what their automatic chose."""
        if not self._to_watch:
            return
        self._to_watch -= 1
        lightness = self._lightness_now()
        if self._to_watch or lightness is None or self._lightness is None:
            return
        if abs(lightness - self._lightness) > _ALIKE * max(self._lightness, lightness):
            self._exposes_by_itself = True
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_ITSELF)
            log.warning("%s: does not keep its exposure; it goes on choosing it by itself", self._name)

    def _lightness_now(self) -> float | None:
        try:
            return float(self._newest.glance().mean()) if self._newest is not None else None
        except FramesError:
            return None

    def close(self) -> None:
        self._capture.release()


def _v4l2(name: str, device: int | str) -> Capture:
    path = Path(f"/dev/video{device}") if isinstance(device, int) else Path(device)
    if not path.exists():
        raise CameraError(f"{name}: there is no {path}; expected a plugged-in USB camera")
    hush()
    # By its number where it has one: a path may be a link, and OpenCV takes only /dev/videoN.
    number = path.resolve().name.removeprefix("video")
    capture = cv2.VideoCapture(int(number), cv2.CAP_V4L2) if number.isdecimal() else cv2.VideoCapture()
    if not capture.isOpened():
        raise CameraError(f"{name}: {path} cannot be opened; is another program using it?")
    return capture


def _usb_picture(taken: NDArray[np.uint8], name: str, width: int) -> Picture:
    """A compressed picture comes as one row of bytes, a converted one as BGR."""
    if taken.ndim == 3 and taken.shape[2] == 3:
        return Plain(taken)
    return Encoded(taken.tobytes(), name, width)
