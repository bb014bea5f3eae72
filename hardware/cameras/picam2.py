"""The Pi's own camera through the Python binding ``picamera2``, where its program is not installed."""

from __future__ import annotations

import importlib
import logging
import time
from typing import Any, Final

import numpy as np

from hardware.cameras.frame import USUAL, Clock, Format, Frame
from hardware.cameras.rpicam import checked_size
from hardware.errors import CameraError
from hardware.pictures import Planes

log = logging.getLogger(__name__)

_MANUAL_FOCUS: Final = 0  # libcamera.controls.AfModeEnum.Manual
_CONTINUOUS_FOCUS: Final = 2
_HELD: Final = ("ExposureTime", "AnalogueGain", "ColourGains")


def binding() -> Any | None:
    """The class ``picamera2.Picamera2``, None where it is not installed or does not fit the other libraries."""
    try:
        return importlib.import_module("picamera2").Picamera2
    except Exception:  # built for another NumPy, it raises ValueError; without libcamera, whatever that raises
        log.debug("picamera2 cannot be used", exc_info=True)
        return None


class BoundPiCamera:
    """The Pi's own camera through ``picamera2``: the same raw frames as by the pipe."""

    def __init__(self, index: int, *, wanted: Format = USUAL, clock: Clock = time.monotonic) -> None:
        self._name: Final = f"pi:{index}"
        width, height = checked_size(self._name, wanted)
        self._shape: Final = (height * 3 // 2, width)
        self._clock: Final = clock
        self._next = 0
        self._note: dict[str, Any] = {}
        made = binding()
        if made is None:
            raise CameraError(f"{self._name}: picamera2 is not installed; expected the package python3-picamera2")
        try:
            self._camera = made(index)
            self._camera.configure(
                self._camera.create_video_configuration(
                    main={"size": (width, height), "format": "YUV420"},
                    colour_space=importlib.import_module("libcamera").ColorSpace.Sycc(),  # as the program gives it
                    controls={"FrameRate": wanted.rate},
                )
            )
            self._camera.start()
        except (RuntimeError, IndexError) as error:
            raise CameraError(f"{self._name}: the camera cannot be opened ({error})") from error

    def read(self) -> Frame:
        try:
            request = self._camera.capture_request()
            try:
                planes, self._note = np.asarray(request.make_array("main"), np.uint8), request.get_metadata()
            finally:
                request.release()
        except RuntimeError as error:
            raise CameraError(f"{self._name}: the camera gives no more pictures ({error})") from error
        if planes.shape != self._shape:
            height, width = planes.shape[0] * 2 // 3, planes.shape[1]
            raise CameraError(
                f"{self._name}: gives {width}x{height}, not {self._shape[1]}x{self._shape[0] * 2 // 3} as asked; "
                "name a size that the camera has in the settings"
            )
        number = self._next
        self._next += 1
        return Frame(Planes(planes), self._clock(), number, f"{self._name}#{number}")

    def lock(self) -> bool:
        held: dict[str, Any] = {name: self._note[name] for name in _HELD if name in self._note}
        if len(held) < len(_HELD):
            return False
        if "LensPosition" in self._note:
            held |= {"AfMode": _MANUAL_FOCUS, "LensPosition": self._note["LensPosition"]}
        self._camera.set_controls({"AeEnable": False, "AwbEnable": False, **held})
        return True

    def unlock(self) -> None:
        free: dict[str, Any] = {"AeEnable": True, "AwbEnable": True}
        if "LensPosition" in self._note:
            free["AfMode"] = _CONTINUOUS_FOCUS
        self._camera.set_controls(free)

    def close(self) -> None:
        self._camera.close()
