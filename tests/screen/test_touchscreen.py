"""A touchscreen without a desktop: what SDL tells of a finger reaches the field under it, once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.rules import Side
from companion.match.events import ButtonPressed
from tests.screen.conftest import NOW_S, Stage
from tests.screen.views import START

BUTTON = (730 / 800, 1 - 125 / 480)
"""Where the nearer player's button is, as SDL counts: shares of the panel, from its upper left corner."""


class Fingers:
    """SDL's window, with a finger on the panel."""

    def __init__(self, window: Any) -> None:
        self.window = window
        self.events: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.window, name)

    def poll(self) -> Any:
        return self.events.pop(0) if self.events else self.window.poll()

    def tap(self, number: int, x: float, y: float) -> None:
        self.events += [(what, number, x, y, 1.0) for what in ("fingerdown", "fingermotion", "fingerup")]


@pytest.fixture
def fingers(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Fingers:
    from kivy.core.window import Window

    stage.lay(replace(START, phase="phase.roll", on_roll=Side.LIGHT))
    fingers = Fingers(Window._win)
    monkeypatch.setattr(Window, "_win", fingers)
    return fingers


def seen() -> None:
    """Let the main loop take in what SDL tells."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    for _ in range(3):
        Window.mainloop()
        EventLoop.idle()


def test_a_finger_presses_the_button_once(stage: Stage, fingers: Fingers) -> None:
    from kivy.core.window import Window

    from companion.screen.touchscreen import pass_touches_on

    pass_touches_on(Window)
    pass_touches_on(Window)
    before = len(stage.source.told)
    fingers.tap(6, 0.5, 0.5)
    seen()
    assert stage.source.told[before:] == []
    fingers.tap(7, *BUTTON)
    seen()
    assert stage.source.told[before:] == [ButtonPressed(NOW_S)]


@pytest.mark.usefixtures("fingers")
@pytest.mark.parametrize("driver", ["kmsdrm", "offscreen"])
def test_only_a_window_without_a_desktop_takes_them(stage: Stage, driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.core.window import Window

    from companion.screen.app import CompanionApp
    from companion.screen.touchscreen import _WithFingers

    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    monkeypatch.setattr(CompanionApp, "_furnish", lambda *_: None)
    monkeypatch.setattr("companion.screen.app.Clock", Quiet())
    monkeypatch.setattr(Window, "bind", lambda **_: None)
    CompanionApp.build(stage.app)
    assert isinstance(Window._win, _WithFingers) is (driver == "kmsdrm")


class Quiet:
    """A clock at which nothing is done."""

    def schedule_once(self, *_: object) -> None:
        pass

    def schedule_interval(self, *_: object) -> None:
        pass
