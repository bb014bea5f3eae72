"""``companion practise`` as people type it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from companion.app.starts import FILE_NAME as STARTS
from companion.cli import main
from companion.games.backgammon import Dice, Position, legal_plays
from companion.practice.draughts import DRAUGHTS_LESSONS
from companion.practice.lessons import LESSONS
from companion.practice.progress import attempts
from companion.record import Journal, read_match
from tests.commands.program import Process, Program
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

AT_A_TABLE = ["--headless", "--camera", "none"]


def practise(data: Path, *words: str, typed: str) -> tuple[str, str]:
    """What it says and complains of."""
    told = [*words, *AT_A_TABLE, "--control"]
    with Process(main, ["practise", *told], COMPANION_DATA=str(data)) as process:
        said = process.communicate(typed)
        assert process.poll() == 0, said
    return said


class Table(Program):
    """Killed at the end, as by the plug."""

    def __init__(self, data: Path, *words: str, command: str = "practise") -> None:
        # A plug that was pulled means another start of the machine; killed on the same one, these would be crashes.
        (data / STARTS).unlink(missing_ok=True)
        super().__init__(data, *words, command=command)

    def awaits(self, stage: str) -> dict[str, Any]:
        """How things stand as soon as this is awaited; the engine's checkers are moved for it."""
        given_up_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < given_up_s:
            told = self.tell()
            if told["practice"]["stage"] == stage:
                return told
            if told["practice"]["stage"] in ("set-up", "roll", "cube", "move-for-me"):
                self.tell("press")
            time.sleep(0.02)
        pytest.fail(f"{stage} never comes")


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
    with Table(tmp_path, "game", "--against", "beginner") as table:
        before = table.awaits("play")
    with Table(tmp_path, "game", "--against", "beginner") as table:
        again = table.tell()
        assert [again[fact] for fact in facts] == [before[fact] for fact in facts]
        assert again["practice"]["stage"] == "play"
        plays = legal_plays(Position.from_id(before["position"]), Dice(*before["dice"]))
        table.tell(f"play {next(iter(plays.values())).text()}")
        meant = table.awaits("move-for-me")
    with Table(tmp_path, command="run") as table:
        again = table.awaits("move-for-me")
        assert (again["dice"], again["practice"]["play"]) == (meant["dice"], meant["practice"]["play"])
    out = tmp_path / "game.mat"
    assert main(["--data-dir", str(tmp_path), "archive", "export", "1", "--mat", "--out", str(out)]) == 0
    assert main(["--data-dir", str(tmp_path), "analyse", "1", "--engine", "builtin", "--ply", "0"]) == 0
    assert "Computer (Beginner)" in capsys.readouterr().out
    assert read_match(out).names == ("Light", "Computer (Beginner)")


def test_a_match_waits_between_its_games_when_the_plug_was_pulled(tmp_path: Path) -> None:
    words = ["game", "--against", "beginner", "--length", "3"]
    with Table(tmp_path, *words) as table:
        assert table.awaits("play")["length"] == 3
        table.tell("resign single")
        assert table.awaits("over")["score"] == [0, 1]
    for command, again in (("practise", words), ("run", [])):
        with Table(tmp_path, *again, command=command) as table:
            told = table.tell()
            assert (told["match"], told["length"], told["score"], told["practice"]["stage"]) == (1, 3, [0, 1], "over")
            if command == "run":
                table.tell("press", "press")
                assert table.awaits("play")["game"] == 2


@pytest.mark.parametrize("words", [["bear-off"], ["game"], ["drills"], []])
def test_practice_is_refused_where_a_refereed_match_waits(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Table(tmp_path, "--mode", "refereed", "--dice", "electronic", "--length", "3", command="run") as table:
        table.tell("press")
        table.quit()
    assert main(["--data-dir", str(tmp_path), "practise", *words, *AT_A_TABLE]) == 2
    assert "match 1 (Light - Dark, refereed) is not over" in capsys.readouterr().err
    with Journal(tmp_path) as journal:
        assert len(journal.matches()) == 1


def test_an_exercise_by_commands(tmp_path: Path) -> None:
    said, complained = practise(tmp_path, "build-a-point", typed="juggle\npress\npress\nplay 8/5 6/5\nnext\nquit\n")
    assert "companion practise: " in complained, "a line that is not understood is answered by the command that runs"
    assert "companion run: " not in complained
    assert "Make your 5-point with 3-1." in said
    assert "(Preset rolls)" in said
    assert "Solved" in said
    assert "Make your 4-point with 4-2." in said
    assert [(made.exercise, made.solved) for made in attempts(tmp_path)] == [("build-a-point.1", True)]
    assert not (tmp_path / "matches").exists()


def test_an_exercise_by_commands_as_json_is_not_counted_as_events_of_a_match(tmp_path: Path) -> None:
    said, _ = practise(tmp_path, "cube", "--json", typed="press\nshow\ndouble\nshow\nquit\n")
    *told, last = map(json.loads, said.splitlines())
    shown = [each for each in told if "phase" in each]
    assert [each["practice"]["stage"] for each in shown] == ["cube", "over"]
    assert shown[-1]["practice"]["outcome"]["solved"] is True
    assert shown[-1]["mode"] == "training"
    assert last == {"out": None, "events": 0}


def test_a_game_that_was_left_before_its_first_roll_is_not_on_record(tmp_path: Path) -> None:
    said, _ = practise(tmp_path, "game", typed="quit\n")
    assert "saved" not in said
    with Journal(tmp_path) as journal:
        assert journal.matches() == ()
