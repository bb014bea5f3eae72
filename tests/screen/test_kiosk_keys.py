"""A keyboard that a stranger plugs in: no key opens what Kivy has of its own, ends the program or passes the lock."""

from __future__ import annotations

import os
import shutil
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from companion.screen import PageName
from companion.settings.director_lock import stored
from tests.patience import PATIENCE_S, eventually
from tests.screen.conftest import Stage
from tests.screen.views import UNDER_WAY
from tests.screen.with_services import opened, settle, with_services

HOUSE: Final = Path(__file__).parents[2]
PIN: Final = stored("2468", bytes(16))
ALL_KEYS: Final = (*range(1, 320), 1073741881, 1073741882, 1073741893, 1073742051)
"""Kivy's numbers of keys, F1 (282) to F15 among them, and some that have numbers of SDL only."""
MODIFIERS: Final[tuple[list[str], ...]] = ([], ["ctrl"], ["alt"], ["ctrl", "alt"], ["shift"], ["meta"])
ESCAPE: Final = 27


def press(key: int, modifiers: list[str]) -> None:
    """Press a key, as the window's main loop tells it."""
    from kivy.core.window import Window

    if not Window.dispatch("on_key_down", key, key, None, modifiers):
        Window.dispatch("on_keyboard", key, key, None, modifiers)
    Window.dispatch("on_key_up", key, key)


@pytest.fixture
def ended(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """By what the program was ended."""
    from kivy.core.window import Window

    found: list[str] = []
    monkeypatch.setattr(stage.app, "stop", lambda *_: found.append("app"))
    monkeypatch.setattr(Window, "close", lambda *_: found.append("window"))
    monkeypatch.setattr("kivy.core.window.stopTouchApp", lambda *_: found.append("loop"), raising=False)
    return found


def children(stage: Stage) -> list[Any]:
    from kivy.core.window import Window

    return [*Window.children, *stage.app.root.children]


@pytest.mark.parametrize("place", [None, PageName.WELCOME, PageName.NEW_MATCH, PageName.SETTINGS])
def test_no_key_does_anything_on_a_page(
    stage: Stage, ended: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: PageName | None
) -> None:
    monkeypatch.chdir(tmp_path)  # where a picture of the screen would be put
    with with_services(stage, {"director.pin": PIN}, view=UNDER_WAY, leaves=False) as services:
        if place is not None:
            opened(stage, place)
        before, settings, told = children(stage), services.settings.now(), list(stage.source.told)
        for modifiers in MODIFIERS:
            for key in ALL_KEYS:
                if key != ESCAPE:
                    press(key, modifiers)
                    assert children(stage) == before, (key, modifiers)
        settle()
        assert children(stage) == before
        assert (services.settings.now(), stage.source.told, ended) == (settings, told, [])
        assert (stage.app.app_root.top is not None) == (place is not None)
        assert list(tmp_path.iterdir()) == []


def test_the_key_that_leads_back_does_not_lead_out_of_a_companion_that_owns_the_screen(
    stage: Stage, ended: list[str]
) -> None:
    with with_services(stage, view=UNDER_WAY, leaves=False):
        opened(stage, PageName.SETTINGS)
        for _ in range(5):
            press(ESCAPE, [])
            settle()
        assert stage.app.app_root.top is None
        assert stage.app.app_root._over() is None
        assert ended == []


def test_only_a_window_that_may_be_left_is_closed_by_its_own_button(stage: Stage, ended: list[str]) -> None:
    from kivy.core.window import Window

    for leaves in (False, True):
        with with_services(stage, leaves=leaves):
            assert bool(Window.dispatch("on_request_close")) is not leaves
    assert ended == []


def test_a_pin_may_be_typed_and_is_weighed_as_one_that_is_touched(stage: Stage) -> None:
    from kivy.core.window import Window

    with with_services(stage, {"director.pin": PIN}, leaves=False):
        form = opened(stage, PageName.NEW_MATCH)
        for digits, locked in (("1111", True), ("2468", False)):
            form._unlock()
            settle()
            for digit in digits:
                Window.dispatch("on_textinput", digit)
            press(13, [])
            settle()
            assert form._is_locked is locked


@pytest.mark.usefixtures("stage")
def test_no_module_of_kivy_is_loaded_that_listens_to_keys() -> None:
    from kivy.config import Config
    from kivy.modules import Modules

    assert Config.options("modules") == []
    assert [name for name, module in Modules.mods.items() if module.get("activated")] == []


# --- the real window --------------------------------------------------------------------------------------------------

NEW_MATCH: Final = ("100", "330")
"""Where the welcome page has that field, from the upper left corner."""
PROGRAMS: Final = ("Xvfb", "xdotool")
KEYS: Final = (
    *(f"F{number}" for number in range(1, 13)), "alt+F4", "ctrl+c", "ctrl+q", "ctrl+w", "ctrl+e", "ctrl+d", "ctrl+z",
    "ctrl+alt+Delete", "ctrl+alt+BackSpace", "ctrl+backslash", "ctrl+F12", "shift+F12", "alt+Tab", "alt+Return",
    "super", "Print", "Menu", "Pause", "ctrl+shift+i", "Delete", "Tab", "Return", "BackSpace", "space",
)  # fmt: skip


class Kiosk:
    """The companion as its service starts it, on a screen of its own in memory."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.data.mkdir()
        settings = self.data / "settings.toml"
        settings.write_text(f'[director]\npin = "{PIN}"\n[screen]\nfirst_steps = false\n', encoding="utf-8")
        reading, writing = os.pipe()
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x480x24", "-fbdir", str(folder)],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        stack.callback(_ended, screen)
        os.close(writing)
        with os.fdopen(reading) as told:
            self.display = f":{told.readline().strip()}"
        self.notices = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        self.notices.bind(str(folder / "notices"))
        self.notices.settimeout(PATIENCE_S)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "KIVY_"))}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--camera", "none", "--data-dir", str(self.data), "--settings",
             str(settings)],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment | {"DISPLAY": self.display, "NOTIFY_SOCKET": str(folder / "notices"),
                               "PYTHONPATH": str(HOUSE), "KIVY_HOME": str(folder / "kivy"),
                               "SDL_VIDEODRIVER": "x11"},
        )  # fmt: skip
        stack.callback(_ended, self.program)
        assert b"READY=1" in self.notices.recv(1000)

    def type(self, *keys: str) -> None:
        self.xdotool("key", "--delay", "20", *keys)

    def xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=os.environ | {"DISPLAY": self.display}, capture_output=True, text=True, timeout=60,
            check=True,
        )  # fmt: skip
        return done.stdout

    def picture(self) -> Any:
        """What the screen shows: the file of X's own format that Xvfb keeps it in."""
        content = (self.folder / "Xvfb_screen0").read_bytes()
        head = struct.unpack(">25I", content[:100])
        size, wide, high, line, colours = head[0], head[4], head[5], head[12], head[19]
        pixels = np.frombuffer(content, np.uint8, line * high, size + 12 * colours)
        return pixels.reshape(high, line // 4, 4)[:, :wide, :3].astype(np.int16)

    def still(self) -> Any:
        """What the screen shows as soon as that stays the same for half a second."""
        began_s, before = time.monotonic(), self.picture()
        while time.monotonic() - began_s < PATIENCE_S:
            time.sleep(0.5)
            now = self.picture()
            if np.array_equal(now, before) and now.std() > 5:
                return now
            before = now
        raise AssertionError("the screen never comes to rest")

    def another_than(self, before: Any) -> Any:
        """What the screen shows as soon as that is something else, and has come to rest."""
        assert eventually(lambda: not np.array_equal(self.picture(), before)), "nothing has changed"
        return self.still()

    def pictures(self) -> set[str]:
        """Files in which a key might have kept the screen."""
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*.[pP][nN][gG]")}


def _ended(program: subprocess.Popen[bytes]) -> None:
    program.terminate()
    try:
        program.wait(20)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait(20)


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed here: no real window to type into")
    with ExitStack() as stack:
        yield Kiosk(tmp_path, stack)


def test_a_keyboard_at_the_real_window_changes_nothing_and_closes_nothing(kiosk: Kiosk) -> None:
    welcome = kiosk.still()
    settings = (kiosk.data / "settings.toml").read_text(encoding="utf-8")
    kiosk.xdotool("windowfocus", "--sync", kiosk.xdotool("search", "--pid", str(kiosk.program.pid)).split()[0])
    kiosk.xdotool("mousemove", *NEW_MATCH, "click", "1")
    form = kiosk.another_than(welcome)
    pictures = kiosk.pictures()
    kiosk.type(*KEYS)
    assert np.array_equal(kiosk.still(), form), "a key has changed what is shown"
    # The keyboard does reach the window: Escape leads back from this page, and from the first one nowhere.
    kiosk.type(*["Escape"] * 6)
    assert np.array_equal(kiosk.another_than(form), welcome)
    assert kiosk.program.poll() is None
    assert (kiosk.data / "settings.toml").read_text(encoding="utf-8") == settings
    assert kiosk.pictures() == pictures
