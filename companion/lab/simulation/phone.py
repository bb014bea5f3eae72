"""A simulated telephone: a web server that sends pictures as the camera apps of telephones do.

``python -m companion.lab.simulation.phone FOLDER [--port 8080]`` plays a folder of pictures, a film of ours, at its own
pace and then stands still; without one it shows noise.  ``/video`` is the stream
(MJPEG), ``/shot.jpg`` the picture of the moment.  No two pictures are the same to the last bit, as no camera's are:
each holds its number and the time at which it was sent (the monotonic clock) in a comment of the JPEG.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
import threading
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from hardware.camera import read_picture
from hardware.frames import TimedPicture, pictures_in

_BOUNDARY: Final = "--picture"
_COMMENT: Final = b"\xff\xfe"
_STAMP: Final = re.compile(rb"\xff\xfe..sent (\d+) at (\d+\.\d+)", re.DOTALL)


def stamped(jpeg: bytes, number: int, at_s: float) -> bytes:
    """A JPEG that says when it was sent."""
    words = f"sent {number} at {at_s:.6f}".encode()
    return jpeg[:2] + _COMMENT + (len(words) + 2).to_bytes(2) + words + jpeg[2:]


def stamp_of(jpeg: bytes) -> tuple[int, float]:
    """The number of a picture of the phone, and the time at which it was sent, monotonic seconds."""
    found = _STAMP.search(jpeg, 0, 200)
    if found is None:
        raise ValueError("a JPEG without a stamp")
    return int(found[1]), float(found[2])


class Film(Protocol):
    """The source of the phone's pictures."""

    def now(self) -> bytes:
        """The picture of this moment, a JPEG."""
        ...


class Played:
    """Picture files, each from its time on, counted from the first viewer, ``width`` pixels wide; the last stays.

    ``hold_s``: the first stays longer by this, so that the board can be calibrated.
    """

    def __init__(self, pictures: Sequence[TimedPicture], width: int = 1280, *, hold_s: float = 0.0) -> None:
        self._pictures: Final = pictures
        self._width: Final = width
        self._hold_s: Final = hold_s
        self._began_s: float | None = None
        self._shown: tuple[Path, bytes] | None = None

    def now(self) -> bytes:
        now_s = time.monotonic()
        if self._began_s is None:
            self._began_s = now_s + self._hold_s - self._pictures[0].seen_at_s
        at = bisect_right(self._pictures, now_s - self._began_s, key=lambda picture: picture.seen_at_s) - 1
        path = self._pictures[max(at, 0)].path
        shown = self._shown
        if shown is None or shown[0] != path:
            shown = self._shown = path, _jpeg_of(path, self._width)
        return shown[1]


def _jpeg_of(path: Path, width: int) -> bytes:
    image = read_picture(path).whole()
    height = round(image.shape[0] * width / image.shape[1])
    return cv2.imencode(".jpg", cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA))[1].tobytes()


class Loop:
    """Pictures again and again, one after the other."""

    def __init__(self, jpegs: Sequence[bytes]) -> None:
        self._jpegs: Final = itertools.cycle(jpegs)

    def now(self) -> bytes:
        return next(self._jpegs)


def noise(width: int, height: int, count: int = 8) -> Loop:
    """Pictures of nothing, as large as those of a board (some 150 kB at 1280x720)."""
    made = []
    for seed in range(count):
        coarse = np.random.default_rng(seed).integers(60, 190, (max(height // 8, 1), max(width // 8, 1), 3), np.uint8)
        image = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        made.append(cv2.imencode(".jpg", image)[1].tobytes())
    return Loop(made)


class Phone(ThreadingHTTPServer):
    """The telephone's server.  ``rate_hz``: pictures a second; ``most``: so many in a stream, None = any number."""

    daemon_threads = True

    def __init__(self, film: Film, *, port: int = 0, rate_hz: float = 15.0, most: int | None = None) -> None:
        super().__init__(("127.0.0.1", port), _Answer)
        self.film: Final = film
        self.rate_hz: Final = rate_hz
        self.most: Final = most
        self.hung_up: Final = threading.Event()
        self._count: Final = itertools.count()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/video"

    def picture(self) -> bytes:
        """The picture of this moment, stamped."""
        return stamped(self.film.now(), next(self._count), time.monotonic())

    def handle_error(self, request: object, client_address: object) -> None:
        """A viewer has gone."""


class _Answer(BaseHTTPRequestHandler):
    server: Phone

    def do_GET(self) -> None:
        if self.path == "/video":
            self.send_response(200)
            self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
            self.end_headers()
            for jpeg in self._pictures():
                head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
        elif self.path == "/shot.jpg":
            jpeg = self.server.picture()
            self.send_response(200)
            self.send_header("Content-Type", "image/jpeg")
            self.send_header("Content-Length", str(len(jpeg)))
            self.end_headers()
            self.wfile.write(jpeg)
        else:
            self.send_error(404)

    def _pictures(self) -> Iterator[bytes]:
        due_s = time.monotonic()
        for _ in range(self.server.most or sys.maxsize):
            if self.server.hung_up.wait(max(0.0, due_s - time.monotonic())):
                return
            yield self.server.picture()
            due_s += 1 / self.server.rate_hz

    def log_message(self, *_: object) -> None:
        """Silent."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="a folder of pictures; without one, noise")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--rate", type=float, default=15.0, help="pictures a second (default: 15)")
    parser.add_argument("--pictures", type=int, help="so many, then the stream ends")
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 720), help="of the noise (default: 1280 720)")
    parser.add_argument("--hold", type=float, default=0.0, help="seconds that the first picture stays longer")
    options = parser.parse_args()
    film = Played(pictures_in(options.folder), hold_s=options.hold) if options.folder else noise(*options.size)
    with Phone(film, port=options.port, rate_hz=options.rate, most=options.pictures) as phone:
        print(phone.address, flush=True)
        phone.serve_forever()


if __name__ == "__main__":
    main()
