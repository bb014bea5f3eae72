"""The built-in engine: what it must say of any position, and how well it plays on decisions of our own."""

from __future__ import annotations

import gzip
import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from companion.coach.engines.builtin import Builtin
from companion.coach.engines.builtin.evaluator import boards_of
from companion.coach.engines.builtin.nets import WEIGHTS, outcomes
from companion.coach.evaluation import Chances, Stakes
from companion.coach.evaluator import Evaluator
from companion.errors import EngineError, InputError
from companion.games.backgammon import RULE_SETS, START, Dice, Position, RuleSet, legal_plays
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack
from tests.games.boards import board, dice, positions

HELD_OUT = Path(__file__).with_name("held_out.json.gz")
"""Decisions of our own games that were held out of the training, with GNU Backgammon's 2-ply equities."""
LEAST_IN_ALL = 1e-3  # the shares of half-precision networks need not add up better

ENGINE: Evaluator = Builtin()


def money(position: Position) -> Situation:
    return Situation(position, MatchState(on_roll=position.on_roll, to_act=position.on_roll), "position-id")


def chances(position: Position) -> Chances:
    return Builtin().chances(position, Stakes())


def test_all_weights_together_are_no_more_than_a_megabyte() -> None:
    package = files("companion.coach.engines.builtin")
    assert sum(len(file.read_bytes()) for file in package.iterdir() if file.name.endswith(".npz")) <= 1_000_000
    assert WEIGHTS.is_file()


@pytest.mark.slow
@given(positions())
def test_chances_are_shares_and_each_holds_the_rarer_ones(position: Position) -> None:
    found = chances(position)
    assert 0 <= found.win_backgammon <= found.win_gammon <= found.win <= 1
    assert 0 <= found.lose_backgammon <= found.lose_gammon <= found.lose <= 1
    assert outcomes(boards_of([position])).sum() == pytest.approx(1, abs=LEAST_IN_ALL)


@pytest.mark.slow
@given(positions())
def test_light_and_dark_have_the_same_chances(position: Position) -> None:
    assert chances(position) == chances(position.mirrored())


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ("6:14", Chances(0, 0, 0, 0, 0)),
        ("6:15", Chances(0, 0, 0, 1, 0)),
        ("6:14 19:1", Chances(0, 0, 0, 1, 1)),
        ("6:14 bar:1", Chances(0, 0, 0, 1, 1)),
    ],
)
def test_a_game_that_is_over_is_known_exactly(left: str, expected: Chances) -> None:
    for position in (lost := board(left, "", on_roll=Side.LIGHT), lost.mirrored()):
        assert chances(position) == expected


def test_the_end_of_a_bear_off_is_known_exactly() -> None:
    assert chances(board("1:2", "1:1")).win == 1
    assert chances(board("6:1", "1:1")).win == pytest.approx(27 / 36, abs=1e-4)
    assert chances(board("1:4", "1:2")).win == pytest.approx(6 / 36, abs=1e-4)
    assert chances(board("5:1 2:1", "1:2")).win == pytest.approx(19 / 36, abs=1e-4)


def test_no_gammon_is_lost_once_a_checker_is_off() -> None:
    assert chances(board("24:14", "3:2 2:1")).lose_gammon == 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", [RULE_SETS["tournament"], RULE_SETS["box-leaflet"]], ids=lambda rules: rules.name)
@given(position=positions(), roll=dice)
@settings(max_examples=8)
def test_the_ranking_holds_every_legal_play_once(rules: RuleSet, position: Position, roll: Dice) -> None:
    for ply in (0, 1):
        ranking = ENGINE.ranking(money(position), roll, ply=ply, rules=rules)
        found = {candidate.end: candidate.play for candidate in ranking.candidates}
        assert found == legal_plays(position, roll, rules)
        assert len(found) == len(ranking.candidates)
        assert all(ranking.loss(candidate) >= 0 for candidate in ranking.candidates)


@pytest.mark.slow
@given(positions(), dice)
@settings(max_examples=8)
def test_light_and_dark_are_advised_alike(position: Position, roll: Dice) -> None:
    ours, mirrored = (ENGINE.ranking(money(view), roll, ply=1) for view in (position, position.mirrored()))
    assert [c.end.mirrored() for c in ours.candidates] == [c.end for c in mirrored.candidates]
    assert [c.equity for c in ours.candidates] == [c.equity for c in mirrored.candidates]


def test_a_play_that_is_asked_for_is_looked_at_as_deeply_as_the_best() -> None:
    roll = Dice(3, 1)
    worst = ENGINE.ranking(money(START), roll, ply=1).candidates[-1]
    assert worst.ply == 0
    again = ENGINE.ranking(money(START), roll, ply=1, also=worst.end)
    found = again.of(worst.end)
    assert found is not None
    assert found.ply == 1
    assert again.best.play.text() == "8/5 6/5"


def test_at_a_score_where_gammons_are_worthless_they_are_not_sought() -> None:
    last_point = MatchState(length=3, score=Stack(2, 2))
    equity = ENGINE.ranking(Situation(START, last_point, "gnubg-id"), Dice(3, 1), ply=0).best
    assert equity.equity == pytest.approx(2 * equity.chances.win - 1, abs=1e-6)


def test_depths_it_does_not_know_and_questions_after_the_end_are_refused() -> None:
    engine = Builtin()
    with pytest.raises(InputError, match="3 plies: the built-in engine is asked for 0, 1"):
        engine.ranking(money(START), Dice(3, 1), ply=3)
    with engine:
        assert engine.cube(money(START), ply=0).takes
    engine.close()
    with pytest.raises(EngineError):
        engine.cube(money(START))


@pytest.mark.slow
@pytest.mark.parametrize(("ply", "most_mp", "each"), [(0, 9, 2), (1, 7, 6)])
def test_little_is_lost_on_decisions_that_were_held_out(ply: int, most_mp: float, each: int) -> None:
    """``each``: so many decisions one is of."""
    losses = []
    for row in json.loads(gzip.decompress(HELD_OUT.read_bytes()))[::each]:
        situation = money(Position.from_id(row["id"]))
        worth = {Position.from_id(end, Side.DARK).points: equity for end, equity in row["ends"].items()}
        best = ENGINE.ranking(situation, Dice(*row["dice"]), ply=ply).best
        losses.append(max(worth.values()) - worth[best.end.points])
    assert 1000 * np.mean(losses) <= most_mp


def test_views_are_those_of_the_rules() -> None:
    assert boards_of([START]).tolist() == [list(view_of(START))]
