"""A match of draughts at the table, by the commands that a person types: played, disputed, cut, resumed, exported."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.cli import main
from companion.record.files.draughts_formats import read_games
from tests.commands.program import Program

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
        shown = table.tell("director", "d6xb4", "undo light")
        assert shown["question"]["choices"] == ["Yes", "No"]
        table.kill()
    return data_dir


@pytest.fixture
def cut(recorded: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(recorded, tmp_path / "data"))


def test_a_cut_match_goes_on_where_it_was_and_is_exported_as_pdn(
    cut: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Program(cut)
    shown = table.tell()
    assert (shown["names"], shown["game"], shown["phase"]) == (["Anna", "Boris"], 1, "trying")
    assert shown["moves"] == ["c3-d4", "f6-g5", "d4-c5", "b6xd4", "e3xc5", "d6xb4"]
    assert shown["question"] is not None, "the wish of before the cut is still open"
    shown = table.tell("answer 1")
    assert shown["moves"][-1] == "e3xc5"
    shown = table.tell("undo-change", "draw light", "draw dark")
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


def test_a_finished_match_counts_for_its_players(cut: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Program(cut)
    table.tell("answer 2", "resign light", "next", "next", "g3-f4", "resign light")
    table.quit()
    assert main(["players", "show", "Boris", "--json", "--data-dir", str(cut)]) == 0
    assert "Anna" in capsys.readouterr().out
