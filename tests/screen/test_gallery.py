"""The pictures of the pages: drawn again, to be copied to ``docs/screens`` when they have changed.

``build/screens/gallery-NAME.png`` is what the screen shows now; ``docs/screens/NAME.png`` what a page shows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.rules import Side
from companion.match.view import ClockShown
from companion.screen import PageName
from companion.screen.camera_service import CameraService
from companion.screen.source import TableView
from hardware.camera import Frame
from hardware.pictures import Plain
from tests.screen import draughts_views
from tests.screen.conftest import HOUSE, SHOTS, Stage
from tests.screen.entering import tap
from tests.screen.fakes import Cameras
from tests.screen.test_practice_screen import Lessons
from tests.screen.views import BLIND, DOUBLED, ILLEGAL, START, UNDER_WAY
from tests.screen.with_services import opened, wait_until, with_services

NAMES = {"match.light": "Anna", "match.dark": "Boris", "match.length": 7}
CLOCKED = replace(UNDER_WAY, clock=ClockShown((431, 388), 9, Side.DARK))
VIEWS: dict[str, TableView] = {
    "play": CLOCKED, "illegal": ILLEGAL, "doubled": DOUBLED, "draughts": draughts_views.MIDDLE,
}  # fmt: skip
PLACES: dict[str, tuple[PageName, dict[str, Any]]] = {
    "welcome": (PageName.WELCOME, {}),
    "new-match": (PageName.NEW_MATCH, {}),
    "settings": (PageName.SETTINGS, {}),
    "first-steps": (PageName.FIRST_STEPS, {"step": "turn"}),
    "help": (PageName.HELP, {"about": "new_match"}),
}
MOST = 0.02
"""So much of a picture may differ before a page shows something else than the screen."""


def drawn(name: str) -> None:
    """Compare what was drawn with what a page shows."""
    new, shown = (cv2.imread(str(path)) for path in (SHOTS / f"gallery-{name}.png", HOUSE / f"docs/screens/{name}.png"))
    assert new is not None
    assert shown is not None, f"docs/screens/{name}.png is missing"
    assert new.shape == shown.shape
    differs = float((np.abs(new.astype(int) - shown).max(axis=2) > 40).mean())
    assert differs < MOST, f"docs/screens/{name}.png shows another screen: {differs:.0%} of it differs"


@pytest.mark.parametrize("name", VIEWS)
def test_a_page_shows_the_games_screen_as_it_is(stage: Stage, name: str) -> None:
    stage.lay(VIEWS[name])
    stage.write(f"gallery-{name}")
    drawn(name)


def test_a_page_shows_a_play_that_is_entered_on_the_board(stage: Stage) -> None:
    stage.lay(START)
    stage.lay(BLIND)
    tap(stage, 24, 13)
    stage.write("gallery-enter-play")
    drawn("enter-play")


def test_a_page_shows_a_capture_that_is_entered_on_the_draughts_board(stage: Stage) -> None:
    stage.lay(draughts_views.FORKED)
    board = stage.screen.board
    for square in draughts_views.squares("a1 c3"):
        stage.touch(*board.layout.square(square).center)
    stage.write("gallery-enter-move")
    drawn("enter-move")
    stage.lay(START)


def test_a_page_shows_a_draughts_position_that_is_corrected(stage: Stage) -> None:
    with with_services(stage, NAMES):
        stage.lay(replace(draughts_views.MIDDLE, board_read=draughts_views.lying(draughts_views.MIDDLE.position)))
        opened(stage, PageName.DRAUGHTS_POSITION)
        stage.app.app_root.top.content._touched(*stage.app.app_root.top.content.board.layout.square(45).center)
        stage.write("gallery-draughts-position")
        stage.lay(START)
    drawn("draughts-position")


def test_a_page_shows_an_exercise_of_draughts_that_is_solved(stage: Stage) -> None:
    with with_services(stage, NAMES, practice=Lessons()):
        page = opened(stage, PageName.DRAUGHTS_DRILL, name="draughts-capture", number=1)
        wait_until(lambda: page.state is not None)
        for square in page.state.drill.answer.route:
            page._entered(page.state.entry.tapped(square))
        page._answer()
        stage.write("gallery-draughts-drill")
    drawn("draughts-drill")


def test_a_page_shows_a_telephone_that_is_the_camera_and_how_its_address_is_typed(stage: Stage) -> None:
    sight = CameraService()
    address = {"camera.device": "http://192.168.1.20:8080/video"}
    with with_services(stage, {**NAMES, **address}, sight=sight, camera_reader=Cameras()):
        sight.saw(Frame(Plain(np.full((720, 1280, 3), 90, np.uint8)), 0.0, 0, "http://192.168.1.20:8080#0"))
        page = opened(stage, PageName.NETWORK_CAMERA)
        stage.write("gallery-network-camera")
        page._type()
        stage.write("gallery-network-camera-typed")
    drawn("network-camera")
    drawn("network-camera-typed")


@pytest.mark.parametrize("name", PLACES)
def test_a_page_shows_the_other_screens_as_they_are(stage: Stage, name: str) -> None:
    with with_services(stage, NAMES):
        place, told = PLACES[name]
        opened(stage, place, **told)
        stage.write(f"gallery-{name}")
    drawn(name)
