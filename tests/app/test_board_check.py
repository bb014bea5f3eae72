"""What a person is told of a board that cannot be learned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.app.board_check import BoardCheck
from companion.app.board_vision import DRAUGHTS_VISION
from companion.games.draughts.squares import name
from companion.screen.camera_service import CameraFacts, NotLearned, Request
from companion.screen.camera_text import CameraStatus, said
from tests.vision.draughts.test_reading import START, drawn
from vision.pictures import load_picture

BACKGAMMON = Path(__file__).parents[2] / "companion" / "demo" / "clip" / "00.jpg"
ASKED = Request(1, learn=True, corners_px=None, asked_at_s=0.0)


def test_a_backgammon_board_before_a_match_of_draughts_is_named() -> None:
    answer = BoardCheck().checked(ASKED, load_picture(BACKGAMMON), DRAUGHTS_VISION)
    assert (answer.why, answer.other) == (NotLearned.OTHER_BOARD, "backgammon")
    status = CameraStatus(CameraFacts(calibrated=False), picture=True, checked=answer)
    assert [one.key for one in said(status)] == ["camera.other.backgammon"]
    assert [one.key for one in said(replace(status, learned=answer))] == ["camera.other.backgammon"]


def test_the_square_of_a_missing_man_is_named() -> None:
    image = drawn({square: light for square, light in START.items() if name(square) != "c3"})
    check = BoardCheck()
    found = check.checked(ASKED, image, DRAUGHTS_VISION)
    answer = check.refused(found, image, DRAUGHTS_VISION, "not the start position")
    assert (answer.why, answer.astray) == (NotLearned.NO_START, ("c3",))
    (told,) = said(CameraStatus(CameraFacts(calibrated=False), picture=True, learned=answer))
    assert (told.key, told.values) == ("camera.astray", {"spots": "c3"})
