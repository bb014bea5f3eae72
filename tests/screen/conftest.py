"""A window without a display, opened once: show it a view, look at its pixels, touch it."""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.screen import Services, display
from companion.screen.source import TableView
from hardware.display import available
from tests.screen.frames import pass_frames, skip_waiting

NOW_S = 7.5
LARGEST_PX = 1280
HOUSE = Path(__file__).parents[2]
SHOTS = HOUSE / "build" / "screens"
Picture = Any
"""Pixels as [x, y] from the lower left corner, as the screen's own places count: red, green, blue."""


@dataclass
class ScriptedSource:
    """Shows ``view``, and remembers what was told by touch."""

    view: TableView | None = None
    told: list[Any] = field(default_factory=list)
    over: bool = False

    def poll(self) -> TableView | None:
        return self.view

    def happen(self, event: Any) -> None:
        self.told.append(event)

    def now_s(self) -> float:
        return NOW_S

    def finished(self) -> bool:
        return self.over


@dataclass
class Stage:
    """The open window of the application.  ``keeps``: whether pictures are kept to be looked at.

    ``left``: the pages are of another desk or size, and are made anew for who looks at them next.
    """

    source: ScriptedSource
    open_app: Any
    keeps: bool = False
    now_s: float = 0.0
    left: bool = False

    @property
    def app(self) -> Any:
        """The application, its pages of the desk and the size that are there."""
        if self.left:
            self.left = False
            self.open_app._again.cancel()
            self.open_app.restyle()
        return self.open_app

    @contextmanager
    def desk(self, services: Services) -> Iterator[None]:
        """Another desk, whose pages are still to be made."""
        before, self.open_app._services = self.open_app._services, services
        self.open_app.app_root.home()
        self.left = True
        try:
            yield
        finally:
            self.open_app.app_root._unsay()
            self.open_app.app_root.home()
            self.open_app._services = before
            self.left = True

    @property
    def screen(self) -> Any:
        """The game's screen."""
        return self.app.app_root.play

    def show(self, view: TableView) -> Picture:
        """Let the application draw a view, with no panel over it; the picture it makes."""
        self._set(view)
        return self.picture()

    def lay(self, view: TableView) -> None:
        """Let the application lay a view out, with no panel over it, without drawing it."""
        self._set(view)
        pass_frames(3)

    def picture(self) -> Picture:
        """What the window shows now."""
        from kivy.core.window import Window
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

        pass_frames(3)  # layout, then the drawings that the layout triggers
        Window.dispatch("on_draw")
        pixels = glReadPixels(0, 0, *Window.size, GL_RGB, GL_UNSIGNED_BYTE)
        height, width = Window.size[1], Window.size[0]
        # Signed, so that colours can be subtracted.
        return np.frombuffer(pixels, np.uint8).reshape(height, width, 3).transpose(1, 0, 2).astype(np.int16)

    def keep(self, name: str) -> None:
        """Write what the window shows to ``build/screens``, to be looked at, where pictures were asked for."""
        if self.keeps:
            self.write(name)
        else:
            pass_frames(3)

    def write(self, name: str) -> Path:
        """The file in ``build/screens`` to which what the window shows is written."""
        picture = self.picture().transpose(1, 0, 2)[::-1, :, ::-1].astype(np.uint8)
        SHOTS.mkdir(parents=True, exist_ok=True)
        path = SHOTS / f"{name}.png"
        assert cv2.imwrite(str(path), picture)
        return path

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, until the end of the test."""
        from kivy.core.window import Window

        if tuple(Window.size) != (width, height):
            Window.size = (width, height)
            self.left = True

    def touch_field(self, words: str, *, opposite: bool = False) -> list[Any]:
        """Touch the middle of the field that says this, or that stands at this place of a half."""
        screen = self.screen
        if screen.panel is not None:
            found = next(button for button in screen.panel.buttons if button.text == words)
        else:
            half = screen.ids.upper if opposite else screen.ids.lower
            found = half.fields.get(words) or next(button for button in half.fields.values() if button.text == words)
        x, y = found.center
        return self.touch(screen.width - x, screen.height - y) if opposite else self.touch(x, y)

    def touch(self, x: float, y: float, *, after_s: float = 1.0) -> list[Any]:
        """Touch a place of the window, ``after_s`` after the touch before; what the source was told."""
        from kivy.tests.common import UnitTestTouch

        self.now_s += after_s
        before = len(self.source.told)
        touch = UnitTestTouch(x, y)
        touch.time_start = self.now_s
        touch.touch_down()
        pass_frames()
        touch.touch_up()
        pass_frames()
        return self.source.told[before:]

    def _set(self, view: TableView) -> None:
        self.source.view = view
        app_root = self.app.app_root
        app_root.home()
        app_root.play.close()
        app_root.view = view


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Stage]:
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        # Kivy's own modules use what newer Pythons call old.
        warnings.simplefilter("ignore", DeprecationWarning)
        patch.setenv("SDL_VIDEODRIVER", "offscreen")
        patch.setenv("KIVY_HOME", str(tmp_path_factory.mktemp("kivy")))
        reason = available()
        assert reason is None, f"The screen's tests need no display, but: {reason}"
        early = "a test module imports Kivy while tests are collected, so the window is not of the size set here"
        assert "kivy.core.window" not in sys.modules, early
        display.prepare()
        from kivy.config import Config

        # What SDL draws on without a display keeps its first size: as large as any test's window is wide or high.
        Config.set("graphics", "width", str(LARGEST_PX))
        Config.set("graphics", "height", str(LARGEST_PX))
        from kivy.base import EventLoop

        from companion.screen.app import CompanionApp

        skip_waiting()
        source = ScriptedSource()
        app = CompanionApp(Services(source))
        app._run_prepare()
        EventLoop.start()
        stage = Stage(source, app, keeps=pytestconfig.getoption("--pictures"))
        stage.resize(display.WIDTH_PX, display.HEIGHT_PX)
    # From here on other tests find the environment as it was: this window is open already.
    gc.freeze()  # what the tests before have left is not looked through again at every collection
    with pytest.MonkeyPatch.context() as patch:
        # Python clears garbage away by itself: here nobody would notice that it takes its time.
        patch.setattr("companion.screen.app._collect", lambda: None)
        yield stage
    app.stop()


@pytest.fixture(autouse=True)
def _as_it_was(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test finds what another one has left on a page, nor its size."""
    yield
    if "stage" in request.fixturenames:
        stage = request.getfixturevalue("stage")
        stage.open_app._drafts.clear()
        stage.resize(display.WIDTH_PX, display.HEIGHT_PX)


@pytest.fixture(scope="session", autouse=True)
def _environment_stays() -> Iterator[None]:
    before = dict(os.environ)
    yield
    for name in os.environ.keys() - before.keys():
        if name.startswith(("KIVY_", "SDL_")):
            del os.environ[name]
