"""``companion practise`` as people type it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import pytest

from companion.app.starts import FILE_NAME as STARTS
from companion.cli import main
from companion.games.backgammon import Dice, Position, legal_plays
from companion.practice.draughts import DRAUGHTS_LESSONS
from companion.practice.lessons import LESSONS
from companion.practice.progress import attempts
from companion.record import Journal, read_match
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

COMPANION = [sys.executable, "-m", "companion"]
AT_A_TABLE = ["--headless", "--camera", "none", "--control"]


def environment(data: Path) -> dict[str, str]:
    return {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "COMPANION_DATA": str(data)}


def practise(data: Path, *words: str, typed: str) -> subprocess.CompletedProcess[str]:
    return companion(data, "practise", *words, typed=typed)


def companion(data: Path, *words: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMPANION, *words, *AT_A_TABLE], input=typed, capture_output=True, text=True, timeout=PATIENCE_S,
        env=environment(data),
    )  # fmt: skip


class Table:
    """A companion that runs, told and asked a line at a time; killed at the end, as by the plug."""

    def __init__(self, data: Path, *words: str) -> None:
        # A plug that was pulled means another start of the machine; killed on the same one, these would be crashes.
        (data / STARTS).unlink(missing_ok=True)
        self._process = subprocess.Popen(
            [*COMPANION, *words, *AT_A_TABLE, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=environment(data),
        )  # fmt: skip

    def tell(self, line: str) -> dict[str, Any]:
        """How things stand after a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(line, "show", sep="\n", file=self._process.stdin, flush=True)
        for answer in self._process.stdout:
            told: dict[str, Any] = json.loads(answer)
            if "phase" in told:
                return told
        pytest.fail("it has ended")

    def awaits(self, stage: str) -> dict[str, Any]:
        """How things stand as soon as this is awaited; the engine's checkers are moved for it."""
        given_up_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < given_up_s:
            told = self.tell("")
            if told["practice"]["stage"] == stage:
                return told
            if told["practice"]["stage"] in ("set-up", "roll", "cube", "move-for-me"):
                self.tell("press")
            time.sleep(0.02)
        pytest.fail(f"{stage} never comes")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


def test_the_lessons_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path), "practise", "--list"]) == 0
    printed = capsys.readouterr().out
    assert "1. rules" in printed
    assert "   draughts-shot      Shots                        0/12" in printed
    assert main(["--data-dir", str(tmp_path), "--json", "practise", "--list"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["lesson"] for each in told] == [
        *(one.name for one in LESSONS),
        *(one.name for one in DRAUGHTS_LESSONS),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["juggling"], "expected one of rules, bear-off"),
        (["cube", "--against", "god"], "expected one of beginner"),
        (["game", "--exercise", "2"], "has no numbered exercises"),
        (["cube", "--cube"], "only with game"),
        (["cube", "--new"], "only with game"),
        (["cube", "--length", "3"], "only with game"),
        (["cube", "--exercise", "9", "--headless", "--camera", "none"], "has 1 to 6"),
        (["drills", "--headless", "--camera", "none"], "none is due today"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data-dir", str(tmp_path), "practise", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_game_goes_on_after_the_plug_was_pulled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = ("match", "mode", "on_roll", "phase", "dice", "position", "score", "cube")
    with Table(tmp_path, "practise", "game", "--against", "best") as table:
        before = table.awaits("play")
    for words in (["run"], ["practise", "game", "--against", "best"]):
        with Table(tmp_path, *words) as table:
            again = table.tell("")
            assert [again[fact] for fact in facts] == [before[fact] for fact in facts]
            assert again["practice"]["stage"] == "play"
    with Table(tmp_path, "run") as table:
        plays = legal_plays(Position.from_id(before["position"]), Dice(*before["dice"]))
        table.tell(f"play {next(iter(plays.values())).text()}")
        meant = table.awaits("move-for-me")
    with Table(tmp_path, "run") as table:
        again = table.awaits("move-for-me")
        assert (again["dice"], again["practice"]["play"]) == (meant["dice"], meant["practice"]["play"])
    out = tmp_path / "game.mat"
    assert main(["--data-dir", str(tmp_path), "archive", "export", "1", "--mat", "--out", str(out)]) == 0
    assert main(["--data-dir", str(tmp_path), "analyse", "1", "--engine", "builtin", "--ply", "0"]) == 0
    assert "Computer (Best)" in capsys.readouterr().out
    assert read_match(out).names == ("Light", "Computer (Best)")


def test_a_match_waits_between_its_games_when_the_plug_was_pulled(tmp_path: Path) -> None:
    words = ["practise", "game", "--against", "beginner", "--length", "3"]
    with Table(tmp_path, *words) as table:
        assert table.awaits("play")["length"] == 3
        table.tell("resign single")
        assert table.awaits("over")["score"] == [0, 1]
    for again in (["run"], words):
        with Table(tmp_path, *again) as table:
            told = table.tell("")
            assert (told["match"], told["length"], told["score"], told["practice"]["stage"]) == (1, 3, [0, 1], "over")
    with Table(tmp_path, "run") as table:
        table.tell("press")
        table.tell("press")
        assert table.awaits("play")["game"] == 2


@pytest.mark.parametrize("words", [["bear-off"], ["game"], ["drills"], []])
def test_practice_is_refused_where_a_refereed_match_waits(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refereed = ["run", "--mode", "refereed", "--dice", "electronic", "--length", "3"]
    done = companion(tmp_path, *refereed, typed="press\nquit\n")
    assert done.returncode == 0
    assert main(["--data-dir", str(tmp_path), "practise", *words, "--headless", "--camera", "none"]) == 2
    assert "match 1 (Light - Dark, refereed) is not over" in capsys.readouterr().err
    with Journal(tmp_path) as journal:
        assert len(journal.matches()) == 1


def test_what_was_practised_is_not_counted_as_events_of_a_match(tmp_path: Path) -> None:
    done = practise(tmp_path, "build-a-point", "--json", typed="press\npress\nplay 8/5 6/5\nquit\n")
    assert json.loads(done.stdout.splitlines()[-1]) == {"out": None, "events": 0}


def test_an_exercise_by_commands(tmp_path: Path) -> None:
    done = practise(tmp_path, "build-a-point", typed="press\npress\nplay 8/5 6/5\nnext\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Make your 5-point with 3-1." in done.stdout
    assert "(Preset rolls)" in done.stdout
    assert "Solved" in done.stdout
    assert "Make your 4-point with 4-2." in done.stdout
    assert [(made.exercise, made.solved) for made in attempts(tmp_path)] == [("build-a-point.1", True)]
    assert not (tmp_path / "matches").exists()


def test_an_exercise_by_commands_as_json(tmp_path: Path) -> None:
    done = practise(tmp_path, "cube", "--json", typed="press\nshow\ndouble\nshow\nquit\n")
    assert done.returncode == 0, done.stderr
    shown = [told for line in done.stdout.splitlines() if "phase" in (told := json.loads(line))]
    assert [each["practice"]["stage"] for each in shown] == ["cube", "over"]
    assert shown[-1]["practice"]["outcome"]["solved"] is True
    assert shown[-1]["mode"] == "training"


def test_a_line_that_is_not_understood_is_answered_by_the_command_that_runs(tmp_path: Path) -> None:
    said = practise(tmp_path, "bear-off", typed="juggle\nquit\n").stderr
    assert "companion practise: " in said
    assert "companion run: " not in said


def test_a_game_that_was_left_before_its_first_roll_is_not_on_record(tmp_path: Path) -> None:
    done = practise(tmp_path, "game", typed="quit\n")
    assert (done.returncode, "saved" in done.stdout) == (0, False)
    with Journal(tmp_path) as journal:
        assert journal.matches() == ()
    practise(tmp_path, "game", typed="press\nquit\n")
    with Journal(tmp_path) as journal:
        assert len(journal.matches()) == 1
