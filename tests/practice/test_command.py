"""``companion practise`` as people type it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.practice.lessons import LESSONS
from companion.practice.progress import attempts
from tests.patience import PATIENCE_S


def practise(data: Path, *words: str, typed: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "practise", "--headless", "--camera", "none", "--control", *words]
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "COMPANION_DATA": str(data)}
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=PATIENCE_S, env=environment)


def test_the_lessons_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path), "practise", "--list"]) == 0
    assert "1. bear-off" in capsys.readouterr().out
    assert main(["--data-dir", str(tmp_path), "--json", "practise", "--list"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["lesson"] for each in told] == [lesson.name for lesson in LESSONS]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["juggling"], "expected one of bear-off"),
        (["cube", "--against", "god"], "expected one of beginner"),
        (["game", "--exercise", "2"], "has no numbered exercises"),
        (["cube", "--cube"], "expected with game only"),
        (["cube", "--exercise", "9", "--headless", "--camera", "none"], "has 1 to 6"),
        (["drills", "--headless", "--camera", "none"], "none is due today"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data-dir", str(tmp_path), "practise", *words]) == 2
    assert said in capsys.readouterr().err


def test_what_was_practised_is_not_counted_as_events_of_a_match(tmp_path: Path) -> None:
    done = practise(tmp_path, "build-a-point", "--json", typed="press\npress\nplay 8/5 6/5\nquit\n")
    assert json.loads(done.stdout.splitlines()[-1]) == {"out": None, "events": 0}


def test_an_exercise_by_commands(tmp_path: Path) -> None:
    done = practise(tmp_path, "build-a-point", typed="press\npress\nplay 8/5 6/5\nnext\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Make your point 5 with 3-1." in done.stdout
    assert "(Set dice)" in done.stdout
    assert "Solved" in done.stdout
    assert "Make your point 4 with 4-2." in done.stdout
    assert [(made.exercise, made.solved) for made in attempts(tmp_path)] == [("build-a-point.1", True)]
    assert not (tmp_path / "matches").exists()


def test_an_exercise_by_commands_as_json(tmp_path: Path) -> None:
    done = practise(tmp_path, "cube", "--json", typed="press\nshow\ndouble\nshow\nquit\n")
    assert done.returncode == 0, done.stderr
    shown = [told for line in done.stdout.splitlines() if "phase" in (told := json.loads(line))]
    assert [each["practice"]["stage"] for each in shown] == ["cube", "over"]
    assert shown[-1]["practice"]["outcome"]["solved"] is True
    assert shown[-1]["mode"] == "training"
