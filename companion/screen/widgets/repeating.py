"""An action that repeats while a finger stays on a field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock

_FRAMES: Final = 3
"""Frames to wait beyond the time: the release of a finger during a long frame is reported only after it."""


class Repeating:
    """Repeats an action from a while after :meth:`begin` until :meth:`end`."""

    def __init__(self, act: Callable[[], None], *, after_s: float, every_s: float) -> None:
        self._act: Final = act
        self._after_s: Final = after_s
        self._every_s: Final = every_s
        self._going: Any = None

    def begin(self) -> None:
        self.end()
        self._going = Clock.schedule_once(lambda _: self._wait(_FRAMES), self._after_s)

    def end(self) -> None:
        if self._going is not None:
            self._going.cancel()
            self._going = None

    def _wait(self, frames: int) -> None:
        if frames:
            self._going = Clock.schedule_once(lambda _: self._wait(frames - 1))
        else:
            self._act()
            self._going = Clock.schedule_interval(lambda _: self._act(), self._every_s)
