"""Recorded sequences as cameras: a folder of pictures, a video file."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.cameras.frame import Camera, Clock, Frame
from hardware.cameras.hushing import hush
from hardware.errors import FramesError
from hardware.frames import TimedPicture, pictures_in
from hardware.pictures import Encoded, Plain

log = logging.getLogger(__name__)

_THREADS: Final = 1
"""Each further thread of the decoder holds pictures of its own: of a 4K film eight take 170 MB more than one."""

_ROUGHLY: Final = 0.95
"""Containers tell the number of their pictures by the duration, which is not exact."""


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

    @property
    def length(self) -> int:
        """How many pictures there are."""
        return len(self._pictures)

    def read(self) -> Frame | None:
        if self._next >= len(self._pictures):
            return None
        picture, number = self._pictures[self._next], self._next
        self._next += 1
        return Frame(read_picture(picture.path), picture.seen_at_s, number, picture.path.name)

    def close(self) -> None:
        self._next = len(self._pictures)


class Paced:
    """A recording as a live camera: each picture comes when it was taken, counted from the first one.

    Without this a recording is over in no time, and most of it is never looked at.
    """

    def __init__(
        self, camera: Camera, *, clock: Clock = time.monotonic, wait: Callable[[float], object] | None = None
    ) -> None:
        self._camera: Final = camera
        self._clock: Final = clock
        self._closed: Final = threading.Event()
        self._wait: Final = wait or self._closed.wait
        self._began_s: float | None = None

    def read(self) -> Frame | None:
        frame = self._camera.read()
        if frame is None:
            return None
        if self._began_s is None:
            self._began_s = self._clock() - frame.seen_at_s
        self._wait(max(0.0, self._began_s + frame.seen_at_s - self._clock()))
        return None if self._closed.is_set() else frame

    def close(self) -> None:
        self._closed.set()
        self._camera.close()


class VideoCamera:
    """A video file; the times are those of its own clock."""

    def __init__(self, path: Path) -> None:
        hush()
        self._path = path
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, _THREADS])
        self._next = 0
        self._ended = False
        self._seen_at_s = 0.0
        if not self._capture.isOpened():
            raise FramesError(f"{path}: cannot be read as a video; expected a video file or a folder of frames")
        self._period_s = 1 / (self._capture.get(cv2.CAP_PROP_FPS) or 25.0)

    @property
    def length(self) -> int:
        """How many pictures there are as the file says, which is not exact; 0 where it does not."""
        return max(0, round(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))

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
        if self._next < self.length * _ROUGHLY and not self._ended:
            log.warning(
                "%s: stops after picture %d of %d; what comes after it is lost", self._path, self._next, self.length
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
