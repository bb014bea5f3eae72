"""``companion hint`` and ``companion cube``, with an engine that counts blots."""

from __future__ import annotations

import io
import json
from types import TracebackType
from typing import Any

import pytest

from companion.cli import main
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking
from companion.errors import EngineError, InputError
from companion.games.backgammon import START, Dice, Position, legal_plays
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:7:10"
EVEN = Chances(0.5, 0.12345678, 0.0, 0.1, 0.0)


class Blots:
    """Fewer blots on either side are better, whatever that is worth; it dies at the first question where told to."""

    name, usual_ply = "blots", 1

    def __init__(self) -> None:
        self.takes, self.dies, self.closed, self.asked = True, False, False, 0

    def ranking(
        self,
        situation: Situation,
        dice: Dice,
        *,
        ply: int | None = None,
        rules: RuleSet = STANDARD,
        also: Position | None = None,  # noqa: ARG002
    ) -> Ranking:
        self.asked += 1
        if self.dies and self.asked == 1:
            raise EngineError("it died; it is started again for the next question")
        if ply == 9:
            raise InputError("9 plies: expected 0 or 1")
        legal = legal_plays(situation.position, dice, rules)
        rows = [
            Candidate(play, end, -sum(abs(count) == 1 for count in end.points) / 10, EVEN)
            for end, play in legal.items()
        ]
        rows.sort(key=lambda row: -row.equity)
        return Ranking(situation.position, dice, self.name, self.usual_ply if ply is None else ply, tuple(rows))

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        allowed = situation.state.owner in (None, situation.position.on_roll) and rules.cube
        return CubeAdvice(self.name, ply or 0, 0.123456, 0.2 if self.takes else 1.3, 1.0, EVEN, allowed)

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> Blots:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Blots:
    engine = Blots()
    monkeypatch.setattr("companion.commands.hint.engine_named", lambda _: engine)
    monkeypatch.setattr("companion.commands.cube.engine_named", lambda _: engine)
    return engine


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_hint_lists_every_legal_play_with_its_worth(engine: Blots, capsys: pytest.CaptureFixture[str]) -> None:
    hint = answered(capsys, "hint", START.id(), "3", "1")
    assert {key: hint[key] for key in ("position", "dice", "engine", "ply")} == {
        "position": START.id(),
        "dice": [3, 1],
        "engine": "blots",
        "ply": 1,
    }
    results = {end.id(): play.text() for end, play in legal_plays(START, Dice(3, 1)).items()}
    assert {row["result"]: row["play"] for row in hint["plays"]} == results
    assert hint["plays"][0] == {
        "play": "8/5 6/5",
        "result": "sGfwATDgc/ABMA",
        "equity": 0.0,
        "loss": 0.0,
        "probs": [0.5, 0.12346, 0.0, 0.1, 0.0],
    }
    assert [row["loss"] for row in hint["plays"]] == sorted(row["loss"] for row in hint["plays"])
    assert engine.closed


@pytest.mark.usefixtures("engine")
def test_an_xgid_in_gives_xgids_out(capsys: pytest.CaptureFixture[str]) -> None:
    hint = answered(capsys, "hint", XGID, "6", "4")
    assert hint["position"] == XGID
    assert all(row["result"].startswith("XGID=") and ":-1:00:" in row["result"] for row in hint["plays"])


@pytest.mark.usefixtures("engine")
def test_the_results_are_those_of_legal_under_the_same_rules(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("4HPwATDgc/ABMA", "6", "2", "--rules", "box-leaflet")
    hint, legal = answered(capsys, "hint", *words), answered(capsys, "legal", *words)
    assert {row["result"] for row in hint["plays"]} == {row["result"] for row in legal["plays"]}


def test_a_bad_line_is_answered_in_its_place(
    engine: Blots, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"{START.id()} 3 1", "nonsense 3 1", f"{START.id()} 3 7", f"{START.id()} 3", f"{START.id()} 2 1"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["hint", "--stdin", "--json"]) == 2
    shown = capsys.readouterr()
    answers = [json.loads(line) for line in shown.out.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert shown.err.startswith("companion hint: line 2:")
    assert shown.err.count("\n") == 1
    assert engine.asked == 2


def test_an_engine_that_fails_once_answers_the_next_line(
    engine: Blots, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.dies = True
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{START.id()} 3 1\n" * 2))
    assert main(["hint", "--stdin", "--json"]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"error": "it died; it is started again for the next question"}
    assert second["plays"]
    assert engine.closed


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["hint"], "expected ID D1 D2"),
        (["hint", START.id()], "expected ID D1 D2"),
        (["hint", START.id(), "3"], "dice '3': expected two numbers from 1 to 6, such as 31"),
        (["hint", START.id(), "3", "1", "--stdin"], "standard input only"),
        (["hint", START.id(), "3", "1", "--ply", "9"], "9 plies"),
        (["hint", "AAAAAAAAAAAAAA", "3", "1"], "the game is over"),
        (["cube", "AAAAAAAAAAAAAA"], "the game is over"),
        (["cube", "nonsense"], "Position ID"),
        (["cube", START.id(), "--rules", "nobody's"], "nobody's"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert why in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("words", [["--ply", "-1"], ["--ply", "x"], ["--engine", "snowie"]])
def test_a_depth_or_an_engine_that_is_none_is_bad_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["hint", START.id(), "3", "1", *words])
    assert ended.value.code == 2
    assert words[1] in capsys.readouterr().err


@pytest.mark.usefixtures("engine")
def test_people_read_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", START.id(), "3", "1"]) == 0
    head, _, best, *others = capsys.readouterr().out.splitlines()
    assert head == "4HPwATDgc/ABMA 3-1   blots, 1-ply"
    assert best.split() == ["1.", "8/5", "6/5", "+0.000", "50.0", "12.3", "50.0", "10.0"]
    assert len(others) == 15
    assert all(line.split()[-5].startswith("-") for line in others)


def test_the_cube_is_advised_on_with_equities(engine: Blots, capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(capsys, "cube", START.id()) == {
        "double": "double",
        "take": "take",
        "eq": {"nd": 0.12346, "dt": 0.2, "dp": 1.0},
    }
    assert engine.closed
    engine.takes = False
    assert answered(capsys, "cube", START.id())["take"] == "pass"
    assert answered(capsys, "cube", START.id(), "--rules", "djeco")["double"] == "not_allowed"


def test_people_read_of_taking_and_dropping_alone(engine: Blots, capsys: pytest.CaptureFixture[str]) -> None:
    engine.takes = False
    assert main(["cube", START.id()]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[-1].endswith(", drop")
    assert "double/drop" in said
    assert "pass" not in said


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("identity", "verdict"),
    [(XGID, "double, take"), (XGID.replace(":0:0:1:64:", ":1:-1:1:64:"), "no double is allowed")],
)
def test_people_read_the_verdict_last(identity: str, verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cube", identity]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == verdict
