"""``companion read --game draughts``: eight rows as they lie in the picture, or a sentence why not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.draughts.retouched import ten_by_ten, without
from tests.vision.draughts.test_reading import drawn
from vision.pictures import load_picture
from vision.rectify import Image

DEMO = Path(__file__).parents[2] / "companion" / "demo" / "draughts"
START = [".d.d.d.d", "d.d.d.d.", ".d.d.d.d", "........", "........", "l.l.l.l.", ".l.l.l.l", "l.l.l.l."]


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    status = main(["read", "--game", "draughts", "--json", *words])
    return status, json.loads(capsys.readouterr().out)


def test_the_rows_are_those_of_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, reading = told(capsys, str(DEMO / "0000.jpg"), "--overlay", str(tmp_path))
    assert status == 0
    assert reading["rows"] == START
    assert reading["light_at"] == "bottom"
    assert reading["problems"] == []
    assert not reading["occluded"]
    drawn, taken = (np.asarray(cv2.imread(str(path))) for path in (tmp_path / "0000.jpg", DEMO / "0000.jpg"))
    assert drawn.shape == taken.shape
    assert (np.abs(drawn.astype(int) - taken).max(axis=2) > 60).sum() > 1000


def test_a_board_that_was_learned_is_read_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = tmp_path / "board.json"
    assert main(["calibrate", "--game", "draughts", str(DEMO), "--out", str(known)]) == 0
    capsys.readouterr()
    status, reading = told(capsys, str(DEMO / "0000.jpg"), "--calibration", str(known))
    assert (status, reading["rows"]) == (0, START)


def test_a_board_of_backgammon_is_told_from_one_of_draughts(capsys: pytest.CaptureFixture[str]) -> None:
    status, reading = told(capsys, str(DEMO.with_name("clip") / "00.jpg"))
    assert status == 1
    assert "backgammon" in reading["reason"]
    assert "--game backgammon" in reading["reason"]


def test_a_board_of_draughts_is_told_from_one_of_backgammon(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--json", str(DEMO / "0000.jpg")]) == 1
    reading = json.loads(capsys.readouterr().out)
    assert reading["reason"] == "the picture shows a draughts board: read it with --game draughts"


def test_what_does_not_fit_the_game_makes_a_reading_doubtful(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "eleven.png"), without(load_picture(DEMO / "0000.jpg"), "c3"))
    _, reading = told(capsys, str(tmp_path / "eleven.png"))
    assert reading["doubtful"]
    assert reading["problems"] == ["the start position is not whole: look at c3"]
    _, reading = told(capsys, str(DEMO / "0000.jpg"))
    assert not reading["doubtful"]


def test_corners_between_which_no_squares_lie_are_doubtful(capsys: pytest.CaptureFixture[str]) -> None:
    _, reading = told(capsys, str(DEMO / "0000.jpg"))
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in reading["corners"])
    assert not told(capsys, str(DEMO / "0000.jpg"), "--corners", *corners.split())[1]["doubtful"]
    backgammon = DEMO.with_name("clip") / "00.jpg"
    assert told(capsys, str(backgammon), "--corners", *corners.split())[1]["doubtful"]


def test_a_board_of_ten_by_ten_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "ten.png"), ten_by_ten())
    status, reading = told(capsys, str(tmp_path / "ten.png"))
    assert status == 1
    assert "ten by ten" in reading["reason"]


CHESS = {square: square < 16 for square in range(64) if square < 16 or square >= 48}


@pytest.mark.parametrize(
    ("picture", "game", "reason"),
    [
        (ten_by_ten, "draughts", "more than 8x8 squares"),
        (lambda: drawn(CHESS), "draughts", "pieces stand on light squares as in chess"),
        (lambda: without(load_picture(DEMO / "0000.jpg"), "c3"), "draughts",
         "11 light and 12 dark men seen; look at c3"),
        (lambda: load_picture(DEMO.with_name("clip") / "00.jpg"), "draughts", "calibrate it with --game backgammon"),
        (lambda: load_picture(DEMO / "0000.jpg"), "backgammon", "calibrate it with --game draughts"),
    ],
    ids=["ten by ten", "chess", "eleven men", "backgammon", "draughts"],
)  # fmt: skip
def test_what_is_no_start_position_is_not_learned_and_it_is_said_why(
    picture: Callable[[], Image], game: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frames, board = tmp_path / "frames", tmp_path / "board.json"
    frames.mkdir()
    cv2.imwrite(str(frames / "0.png"), picture())
    assert main(["calibrate", str(frames), "--game", game, "--out", str(board)]) == 2
    assert reason in capsys.readouterr().err
    assert not board.exists()
