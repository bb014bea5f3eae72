"""Opening and closing the window, and saying why it cannot be opened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import DeviceError
from companion.screen import Services, run
from companion.settings.file import SettingsFile
from companion.settings.reading import changed
from companion.settings.tree import Settings
from hardware import display
from tests.screen.conftest import ScriptedSource

HOUSE = Path(__file__).parents[2]

RUN = """
from companion.screen import Services, run
from tests.screen.conftest import ScriptedSource
from tests.screen.views import START

class Source(ScriptedSource):
    polls = 0
    def poll(self):
        self.polls += 1
        self.over = self.polls == 3
        return START

source = Source()
run(Services(source))
print("polled", source.polls)
"""


def test_the_window_closes_when_the_source_is_finished(tmp_path: Path) -> None:
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "KIVY_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=HOUSE, env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.stderr, done.returncode) == ("polled 3\n", "", 0)


def test_the_screen_can_be_imported_and_asked_without_importing_kivy() -> None:
    program = (
        "import sys, companion.screen, companion.screen.facts, companion.screen.board.layout as _; "
        "import hardware.display; hardware.display.available(); "
        "sys.exit('kivy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=HOUSE, timeout=120).returncode == 0


@pytest.mark.parametrize(
    ("environment", "fills"),
    [
        ({"SDL_VIDEODRIVER": "kmsdrm"}, True),
        ({"SDL_VIDEODRIVER": "KMSDRM", "DISPLAY": ":0"}, True),
        ({}, True),
        ({"DISPLAY": ":0"}, False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, False),
        ({"SDL_VIDEODRIVER": "offscreen"}, False),
    ],
)
def test_a_window_without_a_desktop_fills_the_screen(environment: dict[str, str], fills: bool) -> None:
    assert display.fills_screen(environment) is fills


@pytest.mark.parametrize("driver", ["kmsdrm", "offscreen"])
def test_a_kiosk_fills_its_panel_even_where_the_settings_say_otherwise(
    driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    monkeypatch.setattr(display, "available", lambda: None)
    prepared: list[bool] = []

    def prepare(*, fullscreen: bool) -> None:
        prepared.append(fullscreen)
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.screen.prepare", prepare)
    settings = SettingsFile(changed(Settings(), {"screen.fullscreen": False}))
    with pytest.raises(KeyboardInterrupt):
        run(Services(ScriptedSource(), settings))
    assert prepared == [driver == "kmsdrm"]


def test_without_a_display_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_screen_of_its_own", lambda: False)
    reason = display.available({})
    assert reason is not None
    assert reason.startswith("There is no display")


def test_an_x_server_that_does_not_answer_is_no_display() -> None:
    assert display.available({"DISPLAY": ":7654"}) == "There is no display: no X server answers us at DISPLAY=:7654."


def test_the_offscreen_driver_is_a_display_and_the_dummy_is_none() -> None:
    assert display.available({"SDL_VIDEODRIVER": "offscreen"}) is None
    assert display.available({"SDL_VIDEODRIVER": "dummy"}) is not None


def test_running_without_a_display_is_a_device_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "available", lambda: "There is no display.")
    with pytest.raises(DeviceError, match="There is no display"):
        run(Services(ScriptedSource()))
