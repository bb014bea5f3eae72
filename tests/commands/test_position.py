"""``companion position``: from a picture to IDs, asked in a terminal, told by options, or every ID that fits."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.pictured import backgammon
from companion.cli import main
from companion.games.backgammon import START, Position
from companion.photograph.backgammon import PicturedBoard
from tests.patience import PATIENCE_S
from tests.photograph.lying import pictured
from tests.vision.test_pictures import encoded, turned_by_exif
from vision.pictures import load_picture

DEMO = Path(__file__).parents[2] / "companion" / "demo"
BOARD = DEMO / "clip" / "00.jpg"
SQUARES = DEMO / "draughts" / "0000.jpg"
AFTER_31 = "XGID=-b----E-C---eE---c-e----B-"
TOLD = ("--on-roll", "light", "--length", "0")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    status = main(["position", "--json", *words])
    return status, json.loads(capsys.readouterr().out)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> None:
    """What any picture shows: the start, so that nothing has to be read."""
    monkeypatch.setattr(backgammon, "read", lambda *_: pictured(START, dice=(3, 1)))


def shows(monkeypatch: pytest.MonkeyPatch, seen: PicturedBoard) -> None:
    monkeypatch.setattr(backgammon, "read", lambda *_: seen)


def test_every_id_that_fits_is_printed_with_what_it_assumes(capsys: pytest.CaptureFixture[str]) -> None:
    status, answer = told(capsys, str(BOARD))
    assert status == 1
    assert [one["assumes"]["on_roll"] for one in answer["ids"]] == ["light", "dark"]
    assert answer["ids"][0]["xgid"] == START.xgid()
    assert answer["ids"][0]["gnu"].startswith(START.id())
    assert (answer["doubtful"], answer["changed"], answer["problems"]) == ([], [], [])
    assert (answer["doubts"], answer["ids"][0]["assumes"]["light_home"]) == ([], "bottom")


def test_the_turn_in_the_metadata_is_applied_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    as_stored = np.asarray(cv2.rotate(load_picture(BOARD), cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)
    (tmp_path / "phone.jpg").write_bytes(turned_by_exif(encoded(as_stored, ".jpg"), 6))
    _, answer = told(capsys, str(tmp_path / "phone.jpg"), *TOLD)
    assert [one["xgid"] for one in answer["ids"]] == [START.xgid()]
    assert answer["ids"][0]["assumes"]["light_home"] == "bottom"


@pytest.mark.usefixtures("board")
def test_a_picture_may_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BOARD.read_bytes())))
    status, answer = told(capsys, "-", *TOLD)
    assert (status, answer["image"], len(answer["ids"])) == (0, "-", 1)


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("board.pdf", b"%PDF-1.7\n", "a PDF, not a picture"),
        ("board.heic", b"\0\0\0\x18ftypheic", "HEIC"),
        ("empty.jpg", b"", "not a picture"),
        ("gone.jpg", None, "cannot be read"),
    ],
)
def test_what_is_no_picture_gets_a_sentence_and_the_others_are_read(
    name: str, content: bytes | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert main(["position", "--json", str(tmp_path / name), str(BOARD), *TOLD]) == 2
    printed = capsys.readouterr()
    first, second = map(json.loads, printed.out.splitlines())
    assert (first["found"], len(second["ids"])) == (False, 1)
    assert words in first["reason"]
    assert f"{name}: {first['reason']}" in printed.err


def test_a_picture_without_a_board_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wall.png").write_bytes(encoded(np.full((240, 320, 3), 180, np.uint8), ".png"))
    status, answer = told(capsys, str(tmp_path / "wall.png"))
    assert (status, answer["found"], answer["ids"]) == (1, False, [])


def test_of_two_boards_it_is_said_that_there_is_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = load_picture(BOARD)
    (tmp_path / "club.jpg").write_bytes(encoded(np.hstack([one, one]), ".jpg"))
    _, answer = told(capsys, str(tmp_path / "club.jpg"))
    assert ["another board" in doubt for doubt in answer["doubts"]] == [True]


@pytest.mark.usefixtures("board")
def test_corrections_count_by_number_and_by_place(capsys: pytest.CaptureFixture[str]) -> None:
    for correction in ("6=4l", "bottom7=4l"):
        _, answer = told(capsys, *TOLD, "--missing", "off", "--set", correction, "bar=1l", str(BOARD))
        assert answer["ids"][0]["xgid"].startswith("XGID=-b----D-C---eE---c-e----BA:")


def test_what_stands_on_both_sides_of_a_point_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, pictured(START).corrected(6, (4, 1)))
    assert main(["position", str(BOARD), *TOLD]) == 1
    assert "no position fits: Both sides are on one point." in capsys.readouterr().out


@pytest.mark.usefixtures("board")
def test_on_to_a_hint_cube_advice_and_a_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (*TOLD, "--hint", "--cube-advice", "--engine", "builtin", "--ply", "0", "--out")
    status, answer = told(capsys, str(BOARD), *words, str(tmp_path / "board.png"))
    assert status == 0
    assert answer["hint"]["plays"][0]["play"] == "8/5 6/5"
    assert answer["cube_advice"]["double"] == "no_double"
    assert load_picture(tmp_path / "board.png").shape[1] == 1000
    assert main(["position", str(BOARD), *TOLD, "--out", str(tmp_path / "board.svg")]) == 0
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_double_is_answered_not_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shows(monkeypatch, pictured(START, dice=(3, 1)))
    assert main(["position", str(BOARD), *TOLD, "--cube", "2,offered", "--hint"]) == 2
    assert "--cube-advice" in capsys.readouterr().err


def test_no_hint_without_a_roll(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shows(monkeypatch, pictured(START))
    assert main(["position", str(BOARD), *TOLD, "--hint"]) == 2
    printed = capsys.readouterr()
    assert "--dice 31" in printed.err
    assert START.xgid() in printed.out
    assert main(["position", str(BOARD), "--hint"]) == 1
    assert "just one position" in capsys.readouterr().err


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize(
    "words",
    [
        ("--score", "3,5"),
        ("--length", "5", "--score", "5,0"),
        ("--cube", "3"),
        ("--set", "25=1l"),
        ("--set", "nonsense"),
        ("--out", "board.gif"),
        ("--game", "draughts", "--hint"),
        ("--corners", "0,0 1,1"),
    ],
)
def test_options_that_make_no_sense_are_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["position", str(BOARD), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_board_of_draughts_becomes_fens(capsys: pytest.CaptureFixture[str]) -> None:
    status, answer = told(capsys, str(SQUARES), "--game", "draughts", "--on-roll", "dark", "--set", "c3=L")
    assert status == 0
    assert answer["fens"][0]["fen"].startswith("B:Wa1,c1")
    assert "Kc3" in answer["fens"][0]["fen"]


def test_in_a_terminal_what_is_open_is_asked(tmp_path: Path) -> None:
    sparse = Position.from_xgid("XGID=------a-a--A---------A----:0:0:1:00:0:0:0:0:10")
    script = tmp_path / "asked.py"
    script.write_text(
        "import sys\nfrom companion.app.pictured import backgammon\nfrom companion.cli import main\n"
        "from companion.games.backgammon import Position\nfrom tests.photograph.lying import pictured\n"
        f"backgammon.read = lambda *_: pictured(Position.from_xgid({sparse.xgid()!r}))\n"
        f"sys.exit(main(['position', {str(BOARD)!r}]))\n"
    )
    ours, theirs = pty.openpty()
    typed = ["9", "2", "11=2l", "", "", "2", "2", "7", "2", "6,4", "2", "2"]
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as process:  # fmt: skip
        os.write(ours, "".join(f"{line}\n" for line in typed).encode())
        printed, said = process.communicate(timeout=PATIENCE_S)
    assert "expected a number from 1 to" in said
    assert "Which way round is the board?  (O is Light, X is Dark)" in said
    assert process.returncode == 0, said
    assert ":1:1:-1:00:6:4:0:7:10" in printed
