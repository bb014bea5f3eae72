"""``companion practise draughts-…``: the exercise, the answer, and what is said of it."""

from __future__ import annotations

import io
import json

import pytest

from companion.cli import main
from companion.coach.draughts.drills import DrillKind, made
from companion.commands.practise_draughts import board
from companion.games.draughts.notation import text

EXERCISE = ["practise", "draughts-capture", "--exercise", "2"]
DRILL = made(DrillKind.CAPTURE, 2)


def answer(given: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{given}\n"))
    return main(EXERCISE)


def test_the_right_move_is_told_to_be_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(text(DRILL.answer), monkeypatch) == 0
    printed = capsys.readouterr().out
    assert board(DRILL.position) in printed
    assert "Which capture must be made?" in printed
    assert "That is the move." in printed
    assert "you must capture the most" in printed


def test_an_illegal_move_is_refused_with_those_that_are_legal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer("a1-h8", monkeypatch) == 2
    assert text(DRILL.answer) in capsys.readouterr().err


def test_nothing_answered_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer("", monkeypatch) == 0


def test_as_json_the_exercise_has_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*EXERCISE, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["kind"] == "capture"
    assert facts["exercise"] == 2
    assert facts["position"] == DRILL.position.fen()
    assert facts["answer"] == text(DRILL.answer)
