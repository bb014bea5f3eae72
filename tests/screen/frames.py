"""Frames of the window that are laid out but not drawn, and that nobody waits for."""

from __future__ import annotations

import time
from typing import Final

PER_SECOND: Final = 60
"""As Kivy draws without being told otherwise."""


def pass_frames(count: int = 1) -> None:
    """Let frames go by: all that the event loop does but the drawing, which takes most of its time."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.lang import Builder

    for _ in range(count):
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()


def skip_waiting() -> None:
    """From now on Kivy's clock is put forward by what it would have slept between two frames."""
    from kivy.clock import Clock

    skipped_s = 0.0

    def skip(microseconds: float) -> None:
        nonlocal skipped_s
        skipped_s += microseconds / 1e6

    Clock.usleep = skip
    Clock.time = lambda: time.monotonic() + skipped_s
