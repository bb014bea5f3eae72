"""What a person is told of a board that cannot be learned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.board_check import BoardCheck, UnseenBoard
from companion.app.board_vision import BACKGAMMON_VISION, DRAUGHTS_VISION
from companion.games.catalogue import Game
from companion.games.draughts.squares import name
from companion.screen.camera_service import CameraFacts, NotLearned, Request
from companion.screen.camera_text import CameraStatus, said
from tests.vision.draughts.retouched import ten_by_ten, turned_over
from tests.vision.draughts.test_reading import START, drawn
from vision.errors import CalibrationError
from vision.pictures import load_picture

DEMO = Path(__file__).parents[2] / "companion" / "demo"
BACKGAMMON, DRAUGHTS = DEMO / "clip" / "00.jpg", DEMO / "draughts" / "0000.jpg"
ASKED = Request(1, learn=True, corners_px=None, asked_at_s=0.0)
CHECKED = replace(ASKED, learn=False)


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
    answer = check.refused(found, image, DRAUGHTS_VISION, CalibrationError("not the start position"))
    assert (answer.why, answer.astray) == (NotLearned.NO_START, ("c3",))
    (told,) = said(CameraStatus(CameraFacts(calibrated=False), picture=True, learned=answer))
    assert (told.key, told.values) == ("camera.astray", {"spots": "c3"})


def test_a_draughts_board_before_a_match_of_backgammon_is_named() -> None:
    answer = BoardCheck().checked(CHECKED, load_picture(DRAUGHTS), BACKGAMMON_VISION)
    assert (answer.why, answer.other, answer.corners_px) == (NotLearned.OTHER_BOARD, "draughts", None)


def test_the_other_board_is_the_right_one_once_its_match_has_begun() -> None:
    check, image = BoardCheck(clock=lambda: 0.0), load_picture(DRAUGHTS)
    assert check.checked(CHECKED, image, BACKGAMMON_VISION).other == "draughts"
    answer = check.checked(CHECKED, image, DRAUGHTS_VISION)
    assert (answer.other, answer.corners_px is None) == ("", False)


def test_another_board_is_looked_for_seldom_and_again_soon_where_one_is_seen() -> None:
    now_s = [0.0]
    check, looks = BoardCheck(clock=lambda: now_s[0]), list[float]()

    def shows(_: object) -> bool:
        looks.append(now_s[0])
        return now_s[0] < 20.0

    vision = replace(BACKGAMMON_VISION, shows=shows)
    image = load_picture(DRAUGHTS)
    for now_s[0] in (0.0, 9.0, 10.0, 19.0, 20.0, 22.0, 23.0, 25.0, 26.0, 28.0, 29.0):
        check.checked(CHECKED, image, vision)
    assert looks == [0.0, 10.0, 20.0, 23.0, 26.0, 29.0]


def test_pieces_of_chess_are_no_start_of_draughts() -> None:
    image = drawn({square: square < 16 for square in range(64) if square < 16 or square >= 48})
    with pytest.raises(CalibrationError) as caught:
        DRAUGHTS_VISION.calibrate(image, None)
    check = BoardCheck()
    answer = check.refused(check.checked(ASKED, image, DRAUGHTS_VISION), image, DRAUGHTS_VISION, caught.value)
    assert answer.why is NotLearned.LIGHT_SQUARES
    (told,) = said(CameraStatus(CameraFacts(calibrated=False), picture=True, learned=answer))
    assert told.key == "camera.light-squares"


def test_a_board_of_ten_by_ten_is_not_to_be_learned() -> None:
    answer = BoardCheck().checked(CHECKED, ten_by_ten(), DRAUGHTS_VISION)
    assert (answer.why, answer.corners_px) == (NotLearned.LARGER_BOARD, None)
    (told,) = said(CameraStatus(CameraFacts(calibrated=False), picture=True, checked=answer))
    assert told.key == "camera.larger-board"


def test_a_box_that_is_turned_over_is_noticed_and_a_hand_is_not_looked_into() -> None:
    draughts, backgammon = load_picture(DRAUGHTS), load_picture(BACKGAMMON)
    corners = DRAUGHTS_VISION.find_corners(draughts), BACKGAMMON_VISION.find_corners(backgammon)
    over = turned_over(draughts, corners[0], backgammon, corners[1])
    now_s = [0.0]
    board = UnseenBoard(clock=lambda: now_s[0])
    due = []
    for second in range(14):
        now_s[0] = float(second)
        if second == 1:
            board.seen()  # it was a hand
        if board.is_due(DRAUGHTS_VISION):
            due.append(second)
            board.look(over if second < 8 else draughts, DRAUGHTS_VISION)
            assert board.other is (Game.BACKGAMMON if second < 8 else None)
    assert due == [3, 6, 9]
    board.look(over, DRAUGHTS_VISION)
    board.seen()
    assert board.other is None
