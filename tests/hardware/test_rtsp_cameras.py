"""Cameras that stream by RTSP: against GStreamer's server where that is installed, and scripted."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import numpy as np
import pytest

from companion.lab.bench.network_camera import has_rtsp_server, sent_at_s, serving_rtsp
from hardware.camera import Format, open_camera
from hardware.cameras.address import Address
from hardware.cameras.over_rtsp import RtspCamera
from hardware.errors import CameraError
from tests.patience import PATIENCE_S

SOMEWHERE = Address.from_text("rtsp://ann:pw@192.0.2.7:8554/live")
served = pytest.mark.skipif(
    not has_rtsp_server(), reason="GStreamer's RTSP server is not installed (gir1.2-gst-rtsp-server-1.0 and plugins)"
)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def address_of(*guard: str) -> Iterator[str]:
    with serving_rtsp(free_port(), *guard) as address:
        yield address


@served
def test_the_newest_pictures_come_without_those_that_were_probed() -> None:
    """What FFmpeg has read to find out about the stream is seconds old when the camera is open."""
    with address_of() as address, closing(open_camera(address)) as camera:
        frames = [camera.read() for _ in range(5)]
    sent_s, seen_s = [], []
    for frame in frames:
        assert frame is not None
        assert frame.image_bgr.shape == (720, 1280, 3)
        sent_s.append(sent_at_s(frame))
        seen_s.append(frame.seen_at_s)
    assert sent_s == sorted(set(sent_s))
    assert seen_s[0] - sent_s[0] < seen_s[-1] - sent_s[-1] + 1.0


@served
@pytest.mark.parametrize("way", ["basic", "digest"])
def test_the_password_is_given_where_it_is_asked_for(way: str, capfd: pytest.CaptureFixture[str]) -> None:
    with address_of("ann", "s3/cr", way) as address:
        with closing(open_camera(address.replace("//", "//ann:s3%2Fcr@"))) as camera:
            assert camera.read() is not None
        with pytest.raises(CameraError, match="answers, but gives no pictures; are its path, user name and password"):
            open_camera(address.replace("//", "//ann:wrong@"))
    assert "cr" not in "".join(capfd.readouterr())
    assert "OPENCV_FFMPEG_CAPTURE_OPTIONS" not in os.environ


def test_where_nothing_is_that_is_said() -> None:
    with pytest.raises(CameraError, match=r"^rtsp://127\.0\.0\.1:\d+: nothing answers there"):
        open_camera(f"rtsp://ann:pw@127.0.0.1:{free_port()}/live")


class Scripted:
    """Gives pictures of one grey, one at each step; ``waits``: the last one is waited for."""

    def __init__(self, count: int, *, waits: bool = False) -> None:
        self.count, self.grabbed, self.retrieved, self.released = count, 0, 0, 0
        self.waiting, self.more = threading.Event(), threading.Event()
        self.waits = waits

    def grab(self) -> bool:
        if self.grabbed == self.count - 1 and self.waits:
            self.waiting.set()
            self.more.wait(PATIENCE_S)
        self.grabbed += 1
        return self.grabbed <= self.count

    def retrieve(self) -> tuple[bool, Any]:
        self.retrieved += 1
        return True, np.full((48, 64, 3), self.grabbed, np.uint8)

    def release(self) -> None:
        self.released += 1


def test_every_picture_is_taken_and_only_as_many_are_made_as_are_wanted() -> None:
    scripted = Scripted(31)
    camera = RtspCamera(SOMEWHERE, wanted=Format(rate=10), capture=scripted, clock=lambda: scripted.grabbed / 30)
    made = [camera.read().number for _ in range(10)]
    assert made == list(range(10))
    assert 27 <= scripted.grabbed <= 30
    assert scripted.retrieved == len(made)


def test_a_stream_that_ends_is_an_error_that_names_no_user() -> None:
    camera = RtspCamera(SOMEWHERE, capture=Scripted(0))
    with pytest.raises(CameraError, match=r"^rtsp://192\.0\.2\.7:8554: the camera gives no more pictures"):
        camera.read()


def test_a_camera_that_is_closed_while_it_is_read_is_released_by_its_reader() -> None:
    """FFmpeg's capture must not be released while another thread is in it."""
    scripted = Scripted(2, waits=True)
    camera = RtspCamera(SOMEWHERE, capture=scripted, clock=lambda: float(scripted.grabbed))
    camera.read()
    reader = threading.Thread(target=camera.read)
    reader.start()
    assert scripted.waiting.wait(PATIENCE_S)
    camera.close()
    assert scripted.released == 0
    scripted.more.set()
    reader.join(PATIENCE_S)
    assert scripted.released == 1
