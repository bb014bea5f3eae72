"""The commands that take positions and games of draughts."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.draughts import Position, perft

FEN = "W:Wc3,g3:Bd4,f6"


def answer(capsys: pytest.CaptureFixture[str], *words: str, ends: int = 0) -> dict[str, Any]:
    assert main([*words, "--json"]) == ends
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_legal_lists_the_moves_of_a_fen(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "legal", "W:Bf6,d4:Wg3,c3") == {
        "position": FEN, "moves": [{"move": "c3xe5xg7", "result": "B:Wg3,g7:B"}]
    }  # fmt: skip
    start = answer(capsys, "legal", "W:W21-32:B1-12", "--rules", "draughts-federation")
    assert len(start["moves"]) == 7
    assert sum(perft(Position.from_fen(row["result"]), 1) for row in start["moves"]) == 49


def test_legal_reads_fens_and_ids_from_one_stream(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{FEN}\n4HPwATDgc/ABMA 3 1\nW:Wa1\n"))
    assert main(["legal", "--stdin", "--json"]) == 2
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert (len(first["moves"]), len(second["plays"])) == (1, 16)
    assert "expected W or B" in third["error"]


def test_rules_of_another_game_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", FEN, "--rules", "tournament"]) == 2
    assert "are of backgammon" in capsys.readouterr().err


@pytest.mark.parametrize("result", ["c3xe5", "B:We5,g3:Bf6"])
def test_explain_names_the_rule_that_a_move_or_an_end_breaks(capsys: pytest.CaptureFixture[str], result: str) -> None:
    found = answer(capsys, "explain", FEN, result, ends=1)
    assert (found["legal"], found["reason"], found["points"]) == (False, "longer-capture", ["c3"])
    assert found["text"] == "The capture continues: 2 can be captured, you captured 1."


def test_explain_reads_the_board_as_it_was_seen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = ["........"] * 8
    file = tmp_path / "seen.json"
    file.write_text(json.dumps({"found": True, "rows": [*rows[:1], "......l.", *rows[:3], "......l.", *rows[:2]]}))
    assert answer(capsys, "explain", FEN, str(file)) == {
        "legal": True, "reason": None, "text": "c3xe5xg7", "points": []
    }  # fmt: skip
    file.write_text('{"rows": ["x"]}')
    assert main(["explain", FEN, str(file)]) == 2
    assert "expected 'rows' with 8 texts" in capsys.readouterr().err


def test_explain_refuses_dice_and_a_result_with_the_same_side_to_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", FEN, "3", "c3xe5"]) == 2
    assert main(["explain", FEN, "W:Wg3,g7:B"]) == 2
    assert "the other side must be to move" in capsys.readouterr().err


def test_verify_plays_games_of_draughts_by_the_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pdn", tmp_path / "bad.pdn"
    good.write_text("1. c3-d4 d6-c5 (1... f6-e5) 1-0\n", encoding="utf-8")
    bad.write_text("1. c3-e5 *\n", encoding="utf-8")
    report = answer(capsys, "verify", str(good))
    assert (report["ok"], report["games"], report["moves"]) == (True, 1, 2)
    assert [problem["kind"] for problem in report["problems"]] == ["skipped"]
    assert answer(capsys, "verify", str(bad), ends=1)["problems"][0]["kind"] == "illegal"
    assert main(["verify", str(tmp_path)]) == 1
    assert "good.pdn: ok, 1 game, 2 moves" in capsys.readouterr().out


def test_convert_writes_pdn_anew_and_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = tmp_path / "numbers.pdn"
    source.write_text('[GameType "26"]\n1. 22-18 11-15 *', encoding="utf-8")
    assert answer(capsys, "convert", str(source), str(tmp_path / "out.pdn"))["games"] == 1
    assert "1. c3-d4 f6-e5 *" in (tmp_path / "out.pdn").read_text(encoding="utf-8")
    answer(capsys, "convert", str(source), str(tmp_path / "out.json"))
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["format"] == "companion-draughts"
    assert main(["convert", str(source), str(tmp_path / "out.sgf")]) == 2
    assert "games of draughts are written as one of .pdn, .json" in capsys.readouterr().err
