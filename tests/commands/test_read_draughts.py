"""``companion read --game draughts``: eight rows as they lie in the picture, or a sentence why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main

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


def test_a_board_of_ten_by_ten_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cells = np.indices((10, 10)).sum(axis=0) % 2
    board = np.kron(np.where(cells, 60, 190), np.ones((50, 50))).astype(np.uint8)
    picture = cv2.copyMakeBorder(board, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=110)
    cv2.imwrite(str(tmp_path / "ten.png"), picture)
    status, reading = told(capsys, str(tmp_path / "ten.png"))
    assert status == 1
    assert "ten by ten" in reading["reason"]
