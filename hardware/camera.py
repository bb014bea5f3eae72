"""Where pictures come from: a folder of frames, a video file, a USB camera, the Pi's camera.

All give :class:`Frame` values one after the other.  A recorded sequence gives every frame and then
ends; a live camera gives the newest picture and ends only by an error.  A frame holds what the camera
gave (:mod:`hardware.pictures`) and is decoded only as far as it is asked for.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.errors import CameraError, FramesError
from hardware.frames import TimedPicture, pictures_in
from hardware.pictures import Encoded, Grey, Image, Picture, Plain, Planes

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], float]

SILENCE_S: Final = 5.0
"""A live camera that gives nothing for so long is lost."""

_ROUGHLY: Final = 0.95
"""Containers tell the number of their pictures by the duration, which is not exact."""

_MJPG: Final = cv2.VideoWriter.fourcc(*"MJPG")
_LIVE: Final = re.compile(r"(pi|usb):(\d+)")
_RPICAM: Final = ("rpicam-vid", "libcamera-vid")  # the second is the same program before its renaming


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture and when it was taken.

    ``seen_at_s``: when it was taken, in seconds; monotonic for a live camera, from the start of the
    recording otherwise.  ``number``: its place in the sequence, from 0.  ``name``: its file, or the
    camera and number.
    """

    picture: Picture
    seen_at_s: float
    number: int
    name: str

    @property
    def image_bgr(self) -> Image:
        """The whole picture, decoded at each call; raises :class:`FramesError` where it is broken."""
        return self.picture.whole()

    def glance(self) -> Grey:
        """The picture grey and small, to compare with another; raises :class:`FramesError` where it is broken."""
        return self.picture.glance()


class Capture(Protocol):
    """What is used of :class:`cv2.VideoCapture`."""

    def read(self) -> tuple[bool, Any]: ...
    def get(self, prop_id: int, /) -> float: ...
    def set(self, prop_id: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


class Camera(Protocol):
    """A source of frames; close it when done (``contextlib.closing`` fits)."""

    def read(self) -> Frame | None:
        """The next frame, None at the end of a recording; raises a :class:`HardwareError`."""

    def close(self) -> None:
        """Let go of the device or file; may be called twice."""


def open_camera(text: str) -> Camera:
    """The camera that ``text`` names: ``pi:0``, ``usb:0``, a folder of frames or a video file.

    Raises :class:`FramesError` where no such sequence can be read and :class:`CameraError` where
    the device is missing.
    """
    live = _LIVE.fullmatch(text)
    if live and live[1] == "pi":
        return Live(PiCamera(int(live[2])))
    if live:
        return Live(UsbCamera(int(live[2])))
    path = Path(text)
    if text and path.is_dir():  # the empty path would be the working directory
        return FolderCamera(path)
    if path.is_file():
        return VideoCamera(path)
    raise FramesError(f"{text}: expected a folder of frames, a video file, pi:0 or usb:0")


def is_live(text: str) -> bool:
    """Whether ``text`` names a camera rather than a recording."""
    return _LIVE.fullmatch(text) is not None


def frames(camera: Camera) -> Iterator[Frame]:
    """All frames of a camera until its recording ends."""
    while (frame := camera.read()) is not None:
        yield frame


def read_picture(path: Path) -> Encoded:
    """One picture file, not decoded yet; raises :class:`FramesError` naming the file."""
    try:
        return Encoded(path.read_bytes(), str(path))
    except OSError as error:
        raise FramesError(f"{path}: no such picture, or one that cannot be opened ({error.strerror})") from error


class FolderCamera:
    """A folder of pictures in name order, with the times of its ``frames.jsonl``; see :mod:`hardware.frames`."""

    def __init__(self, folder: Path) -> None:
        self._pictures: Sequence[TimedPicture] = pictures_in(folder)
        self._next = 0

    def read(self) -> Frame | None:
        if self._next >= len(self._pictures):
            return None
        picture, number = self._pictures[self._next], self._next
        self._next += 1
        return Frame(read_picture(picture.path), picture.seen_at_s, number, picture.path.name)

    def close(self) -> None:
        self._next = len(self._pictures)


class VideoCamera:
    """A video file; the times are those of its own clock."""

    def __init__(self, path: Path) -> None:
        _hush()
        self._path = path
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        self._next = 0
        self._ended = False
        self._seen_at_s = 0.0
        if not self._capture.isOpened():
            raise FramesError(f"{path}: cannot be read as a video; expected a video file or a folder of frames")
        self._period_s = 1 / (self._capture.get(cv2.CAP_PROP_FPS) or 25.0)

    def read(self) -> Frame | None:
        there, image = self._capture.read()
        number = self._next
        if not there:
            if number == 0:
                raise FramesError(f"{self._path}: holds no picture; expected a video file or a folder of frames")
            self._tell_early_end()
            return None
        self._next += 1
        self._seen_at_s = self._time_s(number)
        picture = Plain(np.asarray(image, dtype=np.uint8))
        return Frame(picture, self._seen_at_s, number, f"{self._path.name}#{number}")

    def _tell_early_end(self) -> None:
        """What was there has been read; that more should have been is said once."""
        promised = round(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        if self._next < promised * _ROUGHLY and not self._ended:
            log.warning(
                "%s: stops after picture %d of %d; what comes after it is lost", self._path, self._next, promised
            )
        self._ended = True

    def _time_s(self, number: int) -> float:
        """The frame's own time stamp; where a file has none, or one that runs backward, one period on."""
        stamp_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if number == 0:
            return max(stamp_s, 0.0)
        return stamp_s if stamp_s > self._seen_at_s else self._seen_at_s + self._period_s

    def close(self) -> None:
        self._capture.release()


def _hush() -> None:
    """What OpenCV and FFmpeg would print about a bad file or device is said by our own errors, in one sentence."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class UsbCamera:
    """A USB camera through Video4Linux.

    Its compressed pictures are passed on as they come, so that only those are decoded which are
    looked at.  ``capture`` replaces the device, for tests.
    """

    def __init__(
        self,
        index: int,
        *,
        width: int = 1280,
        height: int = 960,
        capture: Capture | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._name = f"usb:{index}"
        self._capture = capture or _v4l2(self._name, index)
        # Uncompressed pictures of this size do not fit through USB 2 at a usable rate.
        self._capture.set(cv2.CAP_PROP_FOURCC, _MJPG)
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._width = round(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        if round(self._capture.get(cv2.CAP_PROP_FOURCC)) == _MJPG:
            self._capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
        self._clock = clock
        self._next = 0

    def read(self) -> Frame:
        there, taken = self._capture.read()
        if not there:
            raise CameraError(f"{self._name}: the camera gives no more pictures; is it still plugged in?")
        number, name = self._next, f"{self._name}#{self._next}"
        self._next += 1
        return Frame(_usb_picture(np.asarray(taken, dtype=np.uint8), name, self._width), self._clock(), number, name)

    def close(self) -> None:
        self._capture.release()


def _v4l2(name: str, index: int) -> Capture:
    device = Path(f"/dev/video{index}")
    if not device.exists():
        raise CameraError(f"{name}: there is no {device}; expected a plugged-in USB camera")
    _hush()
    capture = cv2.VideoCapture(index, cv2.CAP_V4L2)
    if not capture.isOpened():
        raise CameraError(f"{name}: {device} cannot be opened; is another program using it?")
    return capture


def _usb_picture(taken: NDArray[np.uint8], name: str, width: int) -> Picture:
    """A compressed picture comes as one row of bytes, a converted one as BGR."""
    if taken.ndim == 3 and taken.shape[2] == 3:
        return Plain(taken)
    return Encoded(taken.tobytes(), name, width)


class PiCamera:
    """The Pi's own camera: raw frames from ``rpicam-vid`` through a pipe, so no Python binding is needed.

    ``width`` must be a multiple of 64 and ``height`` even, or the rows of the raw picture are padded
    and the picture is garbled.  ``command`` replaces the program, for tests.
    """

    def __init__(
        self,
        index: int,
        *,
        width: int = 1536,
        height: int = 864,
        framerate: int = 10,
        command: Sequence[str] | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        if width % 64 or height % 2 or width <= 0 or height <= 0:
            raise FramesError(f"pi:{index}: {width}x{height} expected as a width in multiples of 64 and an even height")
        self._name = f"pi:{index}"
        self._shape = (height * 3 // 2, width)
        self._clock = clock
        self._next = 0
        command = command or _rpicam(index, width, height, framerate)
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the camera)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
        )

    def read(self) -> Frame:
        assert self._process.stdout is not None
        raw = self._process.stdout.read(self._shape[0] * self._shape[1])
        if len(raw) < self._shape[0] * self._shape[1]:
            raise CameraError(f"{self._name}: the camera gives no more pictures{self._last_complaint()}")
        seen_at_s = self._clock()
        planes = np.frombuffer(raw, dtype=np.uint8).reshape(self._shape)
        number = self._next
        self._next += 1
        return Frame(Planes(planes), seen_at_s, number, f"{self._name}#{number}")

    def _last_complaint(self) -> str:
        if self._complaints.closed:
            return ""
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").split("\n")
        return next((f": {line.strip()}" for line in reversed(lines) if line.strip()), "")

    def close(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._complaints.close()


def _rpicam(index: int, width: int, height: int, framerate: int) -> list[str]:
    program = next(filter(None, map(shutil.which, _RPICAM)), None)
    if program is None:
        raise CameraError(f"pi:{index}: rpicam-vid is not installed; expected the package rpicam-apps")
    # verbose 0: a line for each frame would fill the file that keeps its complaints.
    return [
        program, "--camera", str(index), "--nopreview", "--timeout", "0", "--verbose", "0", "--flush",
        "--width", str(width), "--height", str(height), "--framerate", str(framerate),
        "--codec", "yuv420", "--output", "-",
    ]  # fmt: skip


class Live:
    """Drains a live camera on a thread, so that a slow reader always gets the newest picture.

    Without it the pictures queue up in the driver or the pipe, and the referee sees the past.
    """

    def __init__(self, camera: Camera, *, silence_s: float = SILENCE_S) -> None:
        self._camera = camera
        self._silence_s = silence_s
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._error: Exception | None = None
        self._ended = False
        self._offered: Callable[[Frame], None] | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._drain, name="camera", daemon=True)
        self._thread.start()

    def offer(self, to: Callable[[Frame], None]) -> None:
        """Show every frame to somebody else too, as it comes, on the camera's thread: it must be quick."""
        self._offered = to

    def read(self) -> Frame | None:
        """The newest frame not read yet, waited for; raises :class:`CameraError` if the camera fails or is silent."""
        with self._news:
            if not self._news.wait_for(lambda: self._newest or self._ended, timeout=self._silence_s):
                raise CameraError(f"the camera has given no picture for {self._silence_s:g} s")
            frame, self._newest = self._newest, None
            if frame is None and self._error is not None:
                raise CameraError(str(self._error)) from self._error
            return frame

    def _drain(self) -> None:
        try:
            while not self._stopped.is_set() and (frame := self._camera.read()) is not None:
                with self._news:
                    self._newest = frame
                    self._news.notify()
                if self._offered is not None:
                    self._offered(frame)
        except Exception as error:
            if not self._stopped.is_set():
                log.debug("the camera's thread ends", exc_info=True)
                self._error = error
        finally:
            with self._news:
                self._ended = True
                self._news.notify()

    def close(self) -> None:
        self._stopped.set()
        self._thread.join(timeout=1)
        self._camera.close()
        self._thread.join(timeout=1)
