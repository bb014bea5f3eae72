"""The camera screen: the picture is seen, corners are dragged, the board is learned, and what is said all the while."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.eyesight import Answer, Eyesight, Why
from companion.screen import Desk, Place
from companion.screen.theme import THEME
from companion.settings import Settings
from companion.settings_file import SettingsFile
from companion.texts import Language
from companion.view import PutBackShown
from hardware.camera import Frame
from hardware.pictures import Encoded, Plain
from tests.screen.conftest import NOW_S, ScriptedSource, Stage
from tests.screen.overflow import cut_off
from tests.screen.views import START
from vision import Calibration
from vision.calibration import calibrate
from vision.light import Advice
from vision.reader import BoardReader

CLIP = Path(__file__).parents[2] / "companion" / "demo" / "clip"
FOUND = ((200.0, 100.0), (1000.0, 100.0), (1000.0, 800.0), (200.0, 800.0))
SIZES = [(800, 480), (1280, 720), (480, 800)]


@dataclass
class Eyes:
    """The camera port, scripted."""

    learned: Calibration | None = None
    taken: list[str] = field(default_factory=list)

    def known(self) -> Calibration | None:
        return self.learned

    def cameras(self) -> tuple[tuple[str, str], ...]:
        return (("auto", "whichever"), ("usb:2", "USB camera"))

    def take(self, camera: str) -> None:
        self.taken.append(camera)


@dataclass
class Table:
    """An open camera screen, and what lies behind it."""

    stage: Stage
    sight: Eyesight
    eyes: Eyes
    settings: SettingsFile

    @property
    def content(self) -> Any:
        return self.stage.app.shell.top.content

    def frames(self, image: Any, number: int = 0) -> None:
        self.sight.saw(Frame(Plain(image), float(number), number, f"usb:2#{number}"))

    def passes(self, seconds: float = 0.3) -> None:
        """Let the screen look again, as if so much time had gone by."""
        self.content._looked_at_s -= seconds
        self.content._asked_at_s -= seconds
        self.content._go_on()
        self.stage.picture()

    def touch(self, center: tuple[float, float]) -> None:
        x, y = center
        shell = self.stage.app.shell
        if self.content.opposite:
            x, y = shell.width - x, shell.height - y
        self.stage.touch(x, y)
        if shell.top is not None:
            self.passes()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        from kivy.base import EventLoop
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*start)
        touch.touch_down()
        for share in (0.3, 0.7, 1.0):
            touch.touch_move(*(a + share * (b - a) for a, b in zip(start, end, strict=True)))
            EventLoop.idle()
        self.held = self.stage.picture()
        touch.touch_up()
        self.stage.picture()


def plain(colour: tuple[int, int, int] = (40, 90, 200)) -> Any:
    return np.full((960, 1280, 3), colour, np.uint8)


@pytest.fixture
def table(stage: Stage) -> Iterator[Table]:
    before = stage.app._desk
    made = Table(stage, Eyesight(), Eyes(), SettingsFile(Settings()))
    stage.app._desk = Desk(stage.source, made.settings, sight=made.sight, eyes=made.eyes)
    stage.app.restyle()
    stage.show(START)
    yield made
    stage.app._desk = before
    stage.app.restyle()
    stage.show(START)


def opened(table: Table, *, opposite: bool = False) -> Any:
    table.stage.app.shell.open(Place.CAMERA, opposite=opposite)
    table.stage.picture()
    return table.content


def words(content: Any) -> list[str]:
    return [line.text for line in content.lines]


def test_the_picture_is_shown_in_its_own_colours(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    x, y = content.live.center
    assert tuple(table.stage.picture()[int(x), int(y)]) == pytest.approx((200, 90, 40), abs=3)
    table.frames(plain((200, 90, 40)), 1)
    table.passes()
    assert tuple(table.stage.picture()[int(x), int(y)]) == pytest.approx((40, 90, 200), abs=3)
    assert content.live.shown == 2


def test_smoke(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    table.stage.keep("camera-smoke")
    print(words(content))
