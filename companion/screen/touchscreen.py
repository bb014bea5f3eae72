"""The touches of a screen that the window draws on directly (KMS).

SDL reads the touchscreen, but Kivy passes its touches on for telephones alone: under a desktop they arrive a second
time, as those of a mouse.  Without a desktop nobody makes them into a mouse's.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

_FINGERS: Final = ("fingerdown", "fingermotion", "fingerup")


class _WithFingers:
    """SDL's window, whose events Kivy asks for; touches among them also go to Kivy's own reader of touches."""

    def __init__(self, window: Any) -> None:
        self._window: Final = window

    def __getattr__(self, name: str) -> Any:
        return getattr(self._window, name)

    def poll(self) -> Any:
        event = self._window.poll()
        if event and event[0] in _FINGERS:
            SDL2MotionEventProvider.q.appendleft(event)
        return event


def pass_touches_on(window: Any) -> None:
    """Let this window of Kivy take the touches that SDL tells of, from now on; may be called twice."""
    if not isinstance(window._win, _WithFingers):
        window._win = _WithFingers(window._win)
