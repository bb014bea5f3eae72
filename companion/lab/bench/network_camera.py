"""A telephone as the camera, measured: the delay that it adds, the memory, and losses of the connection.

The telephone is simulated by a process of its own; both are on this machine, so the delay is that of our side alone.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from companion.app.camera_link import CameraLink
from companion.app.camera_reader import CameraReader
from companion.app.inbox import Inbox
from companion.lab.bench.figure import Figure
from companion.lab.simulation import phone
from companion.lab.simulation.phone import Phone, noise, stamp_of
from companion.match.events import CameraBack, CameraLost
from hardware import heap
from hardware.camera import Frame, open_camera
from hardware.pictures import Encoded

_PACES_HZ: Final = (10, 15)
"""Pictures a second as telephones send them."""
_MOST_DELAY_S: Final = 0.15
_COUNTED: Final = 150
_FIRST: Final = 15
"""Pictures that are not counted: the first ones find nothing warm."""
_HOUR: Final = 36_000
"""Pictures of an hour, at ten a second."""
_SMALL_WH: Final = (320, 240)
_QUICK_HZ: Final = 3000.0
_MOST_GROWTH_MB: Final = 4.0
"""The memory between pieces of the heap; one in a hundred of the small pictures, if it were kept, is 9 MB."""
_LOSSES: Final = 50
_RETRY_S: Final = 0.05
_PATIENCE_S: Final = 30.0

_SYSTEM_PYTHON: Final = "/usr/bin/python3"
"""Debian's, whose packages hold GStreamer's RTSP server."""
_RTSP: Final = Path(phone.__file__).with_name("rtsp_phone.py")
_RTSP_PORT: Final = 18554


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """The delay at each pace, by HTTP and by RTSP where a server for it is installed; memory; losses."""
    del options
    heap.share()  # as the companion does
    for pace_hz in _PACES_HZ:
        with serving("--rate", str(pace_hz)) as address:
            yield from _delays(f"MJPEG, {pace_hz} a second", address)
    if has_rtsp_server():
        with serving_rtsp(_RTSP_PORT) as address:
            yield from _delays("RTSP, H.264, 15 a second", address)
    else:
        print("RTSP is not measured: GStreamer's RTSP server is not installed", file=sys.stderr)
    yield _growth()
    yield _recovered()


@contextmanager
def serving(*arguments: str) -> Iterator[str]:
    """A simulated telephone in a process of its own; its address."""
    with _process([sys.executable, "-m", phone.__name__, *arguments]) as said:
        yield said


def has_rtsp_server() -> bool:
    """Whether the packages for :mod:`companion.lab.simulation.rtsp_phone` are there."""
    words = 'import gi; gi.require_version("GstRtspServer", "1.0"); from gi.repository import GstRtspServer'
    try:
        return subprocess.run([_SYSTEM_PYTHON, "-c", words], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@contextmanager
def serving_rtsp(port: int, *guard: str) -> Iterator[str]:
    """A simulated telephone that streams by RTSP; its address.  ``guard``: name, password, basic or digest."""
    with _process([_SYSTEM_PYTHON, str(_RTSP), str(port), *guard]):
        yield f"rtsp://127.0.0.1:{port}/video"


@contextmanager
def _process(command: list[str]) -> Iterator[str]:
    """A process that says in one line that it is ready."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def sent_at_s(frame: Frame) -> float:
    """When the simulated telephone sent a picture: as it stands in its comment, or by the blocks of an RTSP picture."""
    if isinstance(frame.picture, Encoded):
        return stamp_of(frame.picture.content)[1]
    row = frame.image_bgr[20, 20::40, 1] > 128
    return int("".join("1" if bit else "0" for bit in row), 2) / 1000


def _delays(name: str, address: str) -> Iterator[Figure]:
    with closing(open_camera(address)) as camera:
        delays_s = []
        for count in range(_FIRST + _COUNTED):
            frame = camera.read()
            now_s = time.monotonic()
            if frame is not None and count >= _FIRST:
                delays_s.append(now_s - sent_at_s(frame))
    yield Figure.at_most(f"{name}: delay, median", statistics.median(delays_s) * 1000, "ms", _MOST_DELAY_S * 1000)
    yield Figure.at_most(
        f"{name}: delay, of 95 in 100", statistics.quantiles(delays_s, n=20)[-1] * 1000, "ms", _MOST_DELAY_S * 1000
    )


def _growth() -> Figure:
    """The growth of the memory from the first tenth of an hour's pictures to the last."""
    with (
        serving("--rate", str(_QUICK_HZ), "--size", *map(str, _SMALL_WH)) as address,
        closing(open_camera(address)) as camera,
    ):
        first_mb = 0.0
        while (frame := camera.read()) is not None and frame.number < _HOUR:
            frame.glance()
            if not first_mb and frame.number >= _HOUR / 10:
                first_mb = _resident_mb()
        return Figure.at_most(f"memory over {_HOUR} pictures", _resident_mb() - first_mb, "MB more", _MOST_GROWTH_MB)


def _resident_mb() -> float:
    """The memory in use, without pages that the C heap keeps for later."""
    heap.trim()
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def _recovered() -> Figure:
    """The number of recoveries of the camera from so many losses of its connection."""
    inbox, back = Inbox(), 0
    with Phone(noise(*_SMALL_WH), rate_hz=100) as served:
        threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        shown = threading.Event()
        reader = CameraReader(attempts=None)
        link = CameraLink(
            lambda: open_camera(served.address), reader, inbox, retry_s=_RETRY_S, shown=lambda _: shown.set()
        )
        with link:
            for _ in range(_LOSSES):
                shown.clear()
                shown.wait(_PATIENCE_S)
                back += _comes_back(served, inbox)
        served.shutdown()
    return Figure.exactly(f"came back after {_LOSSES} losses", back, "times", _LOSSES)


def _comes_back(served: Phone, inbox: Inbox) -> bool:
    """Hang up until the loss is reported, and wait until the camera is back."""
    kinds: list[type] = []
    give_up_s = time.monotonic() + _PATIENCE_S
    served.hung_up.set()
    while CameraBack not in kinds and time.monotonic() < give_up_s:
        kinds += [type(posted.event) for posted in inbox.drained()]
        if CameraLost in kinds:
            served.hung_up.clear()
        time.sleep(_RETRY_S / 10)
    served.hung_up.clear()
    return kinds == [CameraLost, CameraBack]
