from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.draughts.boards import board
from vision.draughts.calibration import START, Calibration, calibrate, oddity
from vision.draughts.reader import read_still
from vision.errors import CalibrationError
from vision.training.draughts.scene import EMPTY
from vision.training.draughts.scene import START as START_ROWS

CORNERS = ((1.0, 2.0), (9.0, 2.0), (9.0, 9.0), (1.0, 9.0))
CHESS = ("dddddddd", "dddddddd", "........", "........", "........", "........", "llllllll", "llllllll")


def test_the_start_is_the_start_of_the_game() -> None:
    assert START.shape == (8, 8)
    assert [(kind == START).sum() for kind in (0, 1, 2)] == [40, 12, 12]


@pytest.mark.parametrize(("around", "turns"), [(0.0, 0), (90.0, 1), (180.0, 2), (270.0, 3)])
def test_the_start_position_tells_where_each_side_sits(around: float, turns: int) -> None:
    image, _, _ = board(around=around)
    known = calibrate(image)
    assert known.sides_known
    assert known.turns == turns
    light, dark = known.colours.bgr
    assert sum(light) > sum(dark) + 150


def test_the_squares_are_numbered_from_lights_left_hand() -> None:
    at_bottom, at_left = Calibration(CORNERS, 0), Calibration(CORNERS, 1)
    assert (at_bottom.square(7, 0), at_bottom.square(0, 7)) == (0, 63)
    assert (at_left.square(0, 0), at_left.square(7, 7)) == (0, 63)
    assert at_left.square(7, 0) == 7  # h1 is at Light's right hand: at the bottom, where Light sits at the left


def test_eleven_men_are_named() -> None:
    image, _, _ = board((*START_ROWS[:5], "l.l.l...", *START_ROWS[6:]))
    with pytest.raises(CalibrationError, match=r"11 light and 12 dark men are seen: g3 is empty instead of light"):
        calibrate(image)


@pytest.mark.parametrize("grid", [EMPTY, (*EMPTY[:4], "l.l.l.l.", ".d.d.d.d", *EMPTY[6:])])
def test_another_position_is_no_start(grid: tuple[str, ...]) -> None:
    image, _, _ = board(grid)
    with pytest.raises(CalibrationError, match="no start position"):
        calibrate(image)


def test_a_calibration_is_kept_as_a_file(tmp_path: Path) -> None:
    known = Calibration(CORNERS, 3)
    known.save(tmp_path / "board.json")
    assert Calibration.load(tmp_path / "board.json") == known


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"schema": "companion-calibration-1"}'])
def test_another_file_is_no_calibration(tmp_path: Path, text: str) -> None:
    (tmp_path / "board.json").write_text(text)
    with pytest.raises(CalibrationError, match=r"board\.json"):
        Calibration.load(tmp_path / "board.json")


def test_chess_pieces_are_no_position_of_draughts() -> None:
    assert "chess" in oddity(CHESS)
    assert oddity(START_ROWS) == ""
    assert oddity((*EMPTY[:4], ".d......", "d.......", *EMPTY[6:])) == ""


def test_a_still_picture_shows_men_at_the_start() -> None:
    image, corners, rows = board()
    assert read_still(image, corners).rows == rows
