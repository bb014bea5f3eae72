"""A camera for the screen's bench: gives compressed pictures, a few more each second than the screen should show."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.screen.camera_service import CameraService
from hardware.camera import Frame
from hardware.pictures import Encoded

RATE: Final = 36
"""Pictures a second."""


@contextmanager
def fed(sight: CameraService, pictures: Sequence[Path], width: int) -> Iterator[None]:
    """Within this block the eyes get these pictures (JPEG, so many pixels wide) in turn, from a thread."""
    content = [path.read_bytes() for path in pictures]
    stopping = threading.Event()

    def feed() -> None:
        number, due_s = 0, time.monotonic()
        while not stopping.is_set():
            made = Encoded(content[number % len(content)], "bench", width)
            sight.saw(Frame(made, time.monotonic(), number, f"bench#{number}"))
            number, due_s = number + 1, due_s + 1 / RATE
            stopping.wait(max(0.0, due_s - time.monotonic()))

    thread = threading.Thread(target=feed, name="bench camera", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()
