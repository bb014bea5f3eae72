"""A match of draughts at the table, by the commands that a person types: played, disputed, cut, resumed, exported."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.draughts.notation import text
from companion.record.files.draughts_formats import read_games
from tests.commands.program import Program
from tests.patience import PATIENCE_S

_DEMO = ["g3-h4", "f6-e5", "h2-g3", "g7-f6", "e3-d4", "e5-f4", "g3xe5xg7", "h8xf6", "d4-e5", "f6xd4", "c3xe5", "d6xf4"]
"""The moves of the bundled clip."""
_BEGIN = ("--rules", "draughts-box", "--length", "2", "--names", "Anna,Boris", "--clock")


def _printed(capsys: pytest.CaptureFixture[str], data_dir: Path, words: Sequence[str]) -> str:
    assert main(["archive", *words, "--data-dir", str(data_dir)]) == 0
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with an illegal move, a correction and a dispute that was cut by a kill."""
    data_dir = tmp_path_factory.mktemp("cut")
    with Program(data_dir, *_BEGIN) as table:
        shown = table.tell("next", "c3-d4", "f6-g5", "d4-c5", "b6-c5")
        assert (shown["phase"], shown["to_move"]) == ("correcting", "dark")
        assert "c5" in shown["notice"]
        shown = table.tell("b6xd4", "e3xc5", "edit 2 light h6-g5", "answer 2")
        assert shown["moves"] == ["c3-d4", "f6-g5", "d4-c5", "b6xd4", "e3xc5"]
        shown = table.tell("dispute", "claim light it stood on d4", "claim dark it did not")
        assert (shown["phase"], shown["dispute"]) == ("paused", ["it stood on d4", "it did not"])
        shown = table.tell("director", "answer 1", "d6xb4", "undo light")
        assert shown["question"]["choices"] == ["Yes", "No"]
        table.kill()
    return data_dir


@pytest.fixture
def cut(recorded: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(recorded, tmp_path / "data"))


def test_a_cut_match_goes_on_where_it_was_is_exported_as_pdn_and_counts_for_its_players(
    cut: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Program(cut)
    shown = table.tell()
    assert (shown["names"], shown["game"], shown["phase"]) == (["Anna", "Boris"], 1, "paused")
    shown = table.tell("resume", "answer 1")
    assert shown["phase"] == "trying"
    assert shown["moves"] == ["c3-d4", "f6-g5", "d4-c5", "b6xd4", "e3xc5", "d6xb4"]
    assert shown["question"] is not None, "the wish of before the cut is still open"
    shown = table.tell("answer 1")
    assert shown["moves"][-1] == "e3xc5"
    shown = table.tell("undo-change", "answer 1", "draw light", "draw dark")
    assert (shown["result"], shown["why"], shown["score"]) == ("1/2-1/2", "agreed", [1, 1])
    shown = table.tell("next", "next", "g3-f4")
    assert (shown["names"], shown["score"], shown["game"]) == (["Boris", "Anna"], [1, 1], 2)
    shown = table.tell("resign dark")
    assert (shown["phase"], shown["score"]) == ("match-over", [3, 1])
    table.quit()

    (listed,) = (json.loads(line) for line in _printed(capsys, cut, ["list", "--json"]).splitlines())
    assert (listed["score"], listed["finished"], listed["rules"]) == ([1, 3], True, "draughts-box")
    out = tmp_path / "match.pdn"
    _printed(capsys, cut, ["export", "1", "--pdn", "--out", str(out)])
    first, second = read_games(out).games
    assert (first.names, first.result, len(first.moves)) == (("Anna", "Boris"), "1/2-1/2", 6)
    assert (second.names, second.result, len(second.moves)) == (("Boris", "Anna"), "1-0", 1)
    document = json.loads(_printed(capsys, cut, ["export", "1", "--json"]))
    assert document["why"] == ["agreed", "resigned"]
    assert [event["event"] for event in document["events"]].count("illegal") == 1
    assert main(["players", "show", "Boris", "--json", "--data-dir", str(cut)]) == 0
    assert "Anna" in capsys.readouterr().out, "it counts for its players"
    shown_text = _printed(capsys, cut, ["show", "1"])
    assert "Boris corrects it: b6xd4" in shown_text
    assert "game 2 at 1-1, Boris (light) and Anna (dark): 1-0 (resigned)" in shown_text


def test_the_disputed_turn_is_a_folder_for_the_director(
    cut: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "dispute"
    _printed(capsys, cut, ["export", "1", "--dispute", "6", "--out", str(out)])
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "it did not" in page
    assert "<svg" in page


def test_the_demo_plays_a_game_of_draughts_from_its_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--game", "draughts", "--headless", "--data-dir", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "Light: against the rules (not-diagonal): Pieces move along diagonals: c3 to c5 is not a diagonal." in shown
    assert "Light corrects it: e3-d4" in shown
    (game,) = read_games(tmp_path / "matches" / "demo-1.pdn").games
    assert [text(move) for move in game.moves] == _DEMO


def test_pictures_are_replayed_to_a_match_of_draughts_on_a_board_that_was_calibrated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clip, board = str(files("companion") / "demo" / "draughts"), tmp_path / "board.json"
    assert main(["calibrate", clip, "--game", "draughts", "--out", str(board)]) == 0
    out = tmp_path / "match.pdn"
    words = ["replay", clip, "--rules", "draughts-box", "--calibration", str(board), "--out", str(out), "--json"]
    assert main([*words, "--data-dir", str(tmp_path)]) == 0
    summary = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (summary["illegal"], summary["play"] + summary["corrected"]) == (1, len(_DEMO))
    assert [text(move) for move in read_games(out).games[0].moves] == _DEMO


def test_rules_of_another_game_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "--headless", "--camera", "none", "--game", "draughts", "--rules", "tournament"]
    assert main([*words, "--data-dir", str(tmp_path)]) == 2
    assert "are not of draughts" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["export", "1", "--mat"], ["export", "1", "--sgf"]])
def test_a_format_that_cannot_hold_draughts_is_refused_with_a_sentence(
    words: list[str], cut: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["archive", *words, "--data-dir", str(cut)]) == 2
    assert "expected .pdn or .json" in capsys.readouterr().err


def test_analysing_a_match_of_draughts_is_refused_with_a_sentence(
    cut: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", "1", "--data-dir", str(cut)]) == 2
    assert "draughts" in capsys.readouterr().err


def test_a_match_against_the_engine_is_resumed_against_it(tmp_path: Path) -> None:
    begin = ("--game", "draughts", "--mode", "training", "--against", "child")
    with Program(tmp_path, *begin) as table:
        shown = table.tell("c3-d4")
        assert shown["names"][0] == "Light"
        assert shown["names"][1].startswith("Computer (")
        shown = _until(table, moves=2)
        assert shown["to_move"] == "light"
        shown = table.tell("undo", "answer 1")
        assert shown["moves"] == []
        table.tell("e3-f4")
        table.kill()
    with Program(tmp_path) as table:
        shown = _until(table, moves=2)
        assert shown["moves"][0] == "e3-f4"


def _until(table: Program, *, moves: int) -> dict[str, Any]:
    """What is shown once so many moves are on record; the engine may take some seconds on a busy machine."""
    until = time.monotonic() + PATIENCE_S
    while len((shown := table.tell())["moves"]) < moves:
        assert time.monotonic() < until
        time.sleep(0.1)
    return dict(shown)


def test_the_engine_plays_nothing_but_draughts_in_training(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["run", "--headless", "--camera", "none", "--data-dir", str(tmp_path), "--against", "full"]
    for mode in ([], ["--game", "draughts"], ["--mode", "training"]):
        assert main([*told, *mode]) == 2
        assert "add --game draughts --mode training" in capsys.readouterr().err
