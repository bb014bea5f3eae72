"""Cameras that stream by RTSP, as most security cameras do: H.264, HEVC or JPEG, decoded by OpenCV's FFmpeg."""

from __future__ import annotations

import os
import socket
import threading
import time
from typing import Any, Final, Protocol

import cv2
import numpy as np

from hardware.cameras.address import Address
from hardware.cameras.frame import USUAL, Clock, Format, Frame
from hardware.cameras.hushing import hush
from hardware.cameras.live import SILENCE_S
from hardware.errors import CameraError, NetworkTrouble
from hardware.pictures import Plain

FROZEN_S: Final = 60.0
"""A coder repeats a picture of a board at rest to the last bit until its next whole one, up to half a minute on."""

_OPTIONS: Final = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
_QUICK: Final = "rtsp_transport;tcp|fflags;nobuffer"
"""By TCP no picture is torn by a lost packet; and what was probed is not kept to be shown before what comes."""
_OPENING: Final = threading.Lock()
"""The options are those of the process while a camera is opened."""


class Capture(Protocol):
    """What is used of :class:`cv2.VideoCapture`."""

    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


class RtspCamera:
    """A camera that streams by RTSP.

    All pictures are decoded, since each needs the one before; one is made BGR, and handed over, as often as ``wanted``
    says.  ``capture`` replaces the camera, for tests.  Raises :class:`CameraError` where it gives none.
    """

    def __init__(
        self,
        address: Address,
        *,
        wanted: Format = USUAL,
        silence_s: float = SILENCE_S,
        capture: Capture | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._name: Final = address.shown
        self._clock: Final = clock
        self._period_s: Final = 1 / wanted.rate
        self._capture: Final = capture or _capture(address, silence_s)
        self._in_use: Final = threading.Lock()
        self._closed = False
        self._due_s = 0.0
        self._next = 0

    def read(self) -> Frame:
        with self._in_use:
            frame = self._newest()
        if self._closed:  # meanwhile, by another thread
            self._release()
        if frame is None:
            raise CameraError(f"{self._name}: the camera gives no more pictures")
        return frame

    def _newest(self) -> Frame | None:
        while not self._closed and self._capture.grab():
            now_s = self._clock()
            if now_s < self._due_s:
                continue
            self._due_s = max(self._due_s, now_s - self._period_s) + self._period_s
            there, image = self._capture.retrieve()
            if not there:
                return None
            number = self._next
            self._next += 1
            return Frame(Plain(np.asarray(image, np.uint8)), now_s, number, f"{self._name}#{number}")
        return None

    def close(self) -> None:
        """Let go of the camera: at once, or by the thread that waits for its next picture."""
        self._closed = True
        self._release()

    def _release(self) -> None:
        if self._in_use.acquire(blocking=False):  # FFmpeg's capture must not be released while it is read
            self._capture.release()
            self._in_use.release()


def _capture(address: Address, silence_s: float) -> Capture:
    _answers(address, silence_s)
    hush()
    limit_ms = round(silence_s * 1000)
    # One thread: several decode several pictures at once, and each comes as many later.
    told = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit_ms,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit_ms,
        cv2.CAP_PROP_N_THREADS, 1,
    ]  # fmt: skip
    with _OPENING:
        before = os.environ.get(_OPTIONS)
        os.environ[_OPTIONS] = _QUICK if before is None else before
        try:
            capture = cv2.VideoCapture(address.full_url, cv2.CAP_FFMPEG, told)
        finally:
            if before is None:
                del os.environ[_OPTIONS]
    if not capture.isOpened():
        raise CameraError(
            f"{address.shown}: answers, but gives no pictures; are its path, user name and password right?",
            NetworkTrouble.NO_PICTURE,
        )
    return capture


def _answers(address: Address, silence_s: float) -> None:
    """FFmpeg does not tell why it has failed: whether anything is there at all is asked first."""
    try:
        socket.create_connection((address.host, address.port), silence_s).close()
    except OSError:
        raise CameraError(
            f"{address.shown}: nothing answers there; are both in the same network, and is the camera's stream on?",
            NetworkTrouble.UNANSWERED,
        ) from None
