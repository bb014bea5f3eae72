"""The bench of the engines: what it counts as lost, and that it can be run."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import pytest

from companion.coach.engines import gnubg
from companion.coach.engines.choosing import engine_named
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking
from companion.errors import EngineError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from companion.lab.bench import hints
from companion.lab.bench.hints import doubled, played
from companion.lab.bench.reference import rows_of
from tests.lab.bench.test_figures import _shared

CHANCES = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


@dataclass
class Stubborn:
    """Takes the first or the last play in the order of Position IDs, and always doubles or never."""

    last: bool = False
    doubles: bool = True
    takes: bool = True
    name: str = "stubborn"
    usual_ply: int = 0

    def ranking(
        self,
        situation: Situation,
        dice: Dice,
        *,
        ply: int | None = None,
        rules: RuleSet = STANDARD,
        also: Position | None = None,  # noqa: ARG002
    ) -> Ranking:
        plays = legal_plays(situation.position, dice, rules)
        ends = sorted(plays, key=Position.id, reverse=self.last)
        return Ranking(
            situation.position, dice, self.name, ply or 0, tuple(Candidate(plays[e], e, 0.0, CHANCES) for e in ends)
        )

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:  # noqa: ARG002
        return CubeAdvice(self.name, ply or 0, -2.0 if self.doubles else 2.0, 0.0 if self.takes else 1.5, 1.0, CHANCES)

    def close(self) -> None:
        pass

    def __enter__(self) -> Stubborn:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


def rows(name: str) -> list[dict[str, Any]]:
    return rows_of(_shared() / "data" / "oracle" / f"{name}.jsonl.gz")[::50]


@pytest.mark.parametrize("last", [False, True])
def test_a_play_loses_what_the_reference_says_of_where_it_leads(last: bool) -> None:
    those = rows("hints")
    found = played(Stubborn(last), 0, those)
    assert [play.phase for play in found] == [row["phase"] for row in those]
    for row, play in zip(those, found, strict=True):
        losses = [1000 * (row["best_eq"] - move["eq2"]) for move in row["moves"]]
        assert min(losses) <= play.lost_mp <= max(losses)
        assert any(play.lost_mp == pytest.approx(loss) for loss in losses)
    assert sum(play.lost_mp for play in found) > 0


def test_never_to_double_loses_what_the_right_doubles_win_and_never_to_take_what_the_right_takes_save() -> None:
    those = rows("cubes")
    found = doubled(Stubborn(doubles=False, takes=False), 0, those)
    for row, cube in zip(those, found, strict=True):
        no_double, taken, dropped = (row["eq"][key] for key in ("nd", "dt", "dp"))
        assert cube.double_lost_mp == pytest.approx(1000 * max(0, min(taken, dropped) - no_double))
        assert cube.take_lost_mp == pytest.approx(1000 * max(0, dropped - taken))
        assert (cube.may, cube.believed) == (row["double_legal"], True)


def test_always_to_double_loses_what_a_wrong_one_costs_and_always_to_take_likewise() -> None:
    those = rows("cubes")
    found = doubled(Stubborn(doubles=True, takes=True), 0, those)
    for row, cube in zip(those, found, strict=True):
        no_double, taken, dropped = (row["eq"][key] for key in ("nd", "dt", "dp"))
        assert cube.double_lost_mp == pytest.approx(1000 * max(0, no_double - min(taken, dropped)))
        assert cube.take_lost_mp == pytest.approx(1000 * max(0, taken - dropped))


@pytest.mark.skipif(gnubg.program() is None, reason="GNU Backgammon is not installed")
def test_each_engine_is_measured_in_processes_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_EVERY", 250)
    options = argparse.Namespace(shared=_shared(), engine=["gnubg"], ply=0, at_the_table=False)
    figures = {figure.name: figure for figure in hints.figures(options)}
    assert figures["gnubg is installed"].value == 1
    assert 0 <= figures["gnubg 0-ply: mean loss of 4 plays"].value < 40
    assert figures["gnubg 0-ply: wrong about who may double, of 2"].ok
    assert "plays, gnubg 0-ply: contact mp" in figures


def test_an_engine_that_is_not_here_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "available", tuple)
    options = argparse.Namespace(shared=_shared(), engine=[], ply=None, at_the_table=False)
    assert [(figure.name, figure.value) for figure in hints.figures(options)] == [
        ("gnubg is installed", 0),
        ("builtin is installed", 0),
        ("sage is installed", 0),
    ]
    monkeypatch.setattr("companion.coach.engines.gnubg.program", lambda: None)
    monkeypatch.setattr(hints, "_shared_out", lambda _, name, *__: engine_named(name))
    with pytest.raises(EngineError, match="not installed"):
        list(hints.figures(argparse.Namespace(shared=_shared(), engine=["gnubg"], ply=None, at_the_table=False)))
