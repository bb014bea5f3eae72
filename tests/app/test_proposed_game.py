"""Which game is proposed by the board that the camera sees."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.app.board_vision import DRAUGHTS_VISION, shown_game
from companion.app.proposed_game import ProposedGame
from companion.games.catalogue import Game
from companion.screen.camera_service import CameraService
from hardware.camera import Frame
from hardware.pictures import Image, Plain
from tests.patience import PATIENCE_S
from vision.pictures import load_picture

DEMO = Path(__file__).parents[2] / "companion" / "demo"
BACKGAMMON, DRAUGHTS = DEMO / "clip" / "12.jpg", DEMO / "draughts" / "0009.jpg"
BARE = np.full((480, 640, 3), 90, np.uint8)


def sight_of(image: Image) -> CameraService:
    sight = CameraService()
    sight.saw(Frame(Plain(image), 0.0, 0, "test"))
    return sight


def asked_until(proposed: ProposedGame, done: Callable[[str | None], bool]) -> str | None:
    give_up_s = time.monotonic() + PATIENCE_S
    while not done(name := proposed()):
        assert time.monotonic() < give_up_s, f"it still proposes {name}"
        time.sleep(0.01)
    return name


@pytest.mark.parametrize(("picture", "game"), [(BACKGAMMON, Game.BACKGAMMON), (DRAUGHTS, Game.DRAUGHTS)])
def test_the_game_of_the_board_in_sight_is_proposed(picture: Path, game: Game) -> None:
    proposed = ProposedGame(sight_of(load_picture(picture)))
    assert asked_until(proposed, lambda name: name is not None) == game.value


def test_a_board_that_is_turned_over_is_proposed_in_its_turn() -> None:
    sight = sight_of(load_picture(BACKGAMMON))
    proposed = ProposedGame(sight)
    asked_until(proposed, lambda name: name == "backgammon")
    sight.saw(Frame(Plain(load_picture(DRAUGHTS)), 1.0, 1, "test"))
    asked_until(proposed, lambda name: name == "draughts")


def test_no_game_is_proposed_without_a_board() -> None:
    assert shown_game(BARE) is None


def test_a_game_that_is_known_not_to_be_there_is_not_looked_for() -> None:
    assert shown_game(load_picture(DRAUGHTS), besides=DRAUGHTS_VISION) is None


def test_asking_does_not_wait_for_the_look() -> None:
    may_end = threading.Event()

    def slow(_: Image) -> Game:
        may_end.wait(PATIENCE_S)
        return Game.DRAUGHTS

    proposed = ProposedGame(sight_of(BARE), find=slow)
    assert proposed() is None
    assert proposed() is None
    may_end.set()
    assert asked_until(proposed, lambda name: name is not None) == "draughts"


def test_an_answer_is_forgotten_once_nobody_asks() -> None:
    now_s = [0.0]
    proposed = ProposedGame(sight_of(BARE), find=lambda _: Game.DRAUGHTS, clock=lambda: now_s[0])
    asked_until(proposed, lambda name: name is not None)
    now_s[0] = 60.0
    assert proposed() is None


def test_no_game_is_proposed_while_no_picture_comes() -> None:
    sight = CameraService(trouble="usb:0: unplugged")
    seen: list[Image] = []
    proposed = ProposedGame(sight, find=lambda image: seen.append(image))
    assert proposed() is None
    proposed._looking.join()  # type: ignore[union-attr]
    assert not seen
