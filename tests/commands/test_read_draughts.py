"""``companion read --game draughts``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.draughts.boards import board
from vision.draughts.calibration import calibrate
from vision.pictures import load_picture
from vision.rectify import Image

DEMO = Path(__file__).parents[2] / "companion" / "demo"
START = [".d.d.d.d", "d.d.d.d.", ".d.d.d.d", "........", "........", "l.l.l.l.", ".l.l.l.l", "l.l.l.l."]


def answer(capsys: pytest.CaptureFixture[str], *words: str, ends: int = 0) -> dict[str, Any]:
    assert main(["read", "--game", "draughts", "--json", *words]) == ends
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def written(image: Image, path: Path) -> str:
    assert cv2.imwrite(str(path), image)
    return str(path)


def test_the_rows_are_printed_and_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = answer(capsys, str(DEMO / "draughts" / "0000.jpg"), "--overlay", str(tmp_path))
    assert found["rows"] == START
    assert not found["occluded"]
    assert load_picture(tmp_path / "0000.jpg").shape == (600, 800, 3)


def test_a_calibration_and_corners_may_be_given(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    frame = DEMO / "draughts" / "0000.jpg"
    known = calibrate(load_picture(frame))
    known.save(tmp_path / "board.json")
    corners = [f"{x:.1f},{y:.1f}" for x, y in known.corners_px]
    assert answer(capsys, str(frame), "--calibration", str(tmp_path / "board.json"))["rows"] == START
    assert answer(capsys, str(frame), "--corners", *[" ".join(corners)])["rows"] == START


def test_a_person_reads_eight_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--game", "draughts", str(DEMO / "draughts" / "0000.jpg")]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert "confidence" in head
    assert rows == START


def test_the_wrong_side_of_the_box_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, str(DEMO / "clip" / "00.jpg"), ends=1)
    assert "this is a backgammon board" in found["reason"]


def test_a_picture_without_a_board_is_declined(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = answer(capsys, written(np.full((480, 640, 3), 90, np.uint8), tmp_path / "a.jpg"), ends=1)
    assert "no draughts board was found" in found["reason"]


def test_men_on_squares_of_both_colours_are_no_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    image, _, _ = board(("dddddddd", "dddddddd", *["........"] * 4, "llllllll", "llllllll"))
    found = answer(capsys, written(image, tmp_path / "a.png"), ends=1)
    assert "chess pieces" in found["reason"]
