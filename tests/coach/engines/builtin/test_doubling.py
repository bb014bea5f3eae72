"""The built-in engine's advice on the cube: the last roll, which is exact, and what holds for every position."""

from __future__ import annotations

import json
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.coach.engines.builtin import Builtin
from companion.coach.evaluation import MILLI, CubeAdvice, Doubling
from companion.games.backgammon import RULE_SETS, START, Position
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack
from tests.games.boards import board, oracle_lines, positions

ENGINE: Final = Builtin()
STATES: Final = st.sampled_from(
    [
        MatchState(),
        MatchState(jacoby=True),
        MatchState(cube=2, owner=Side.LIGHT),
        MatchState(length=7, score=Stack(3, 4)),
        MatchState(length=5, score=Stack(4, 2)),
    ]
)


def advice(position: Position, state: MatchState | None = None, *, ply: int = 1) -> CubeAdvice:
    return ENGINE.cube(Situation(position, state or MatchState(), "gnubg-id"), ply=ply)


@pytest.mark.parametrize(
    ("light", "wins_of_36", "takes"),
    [("6:1 1:1", 15, True), ("5:1 1:1", 23, True), ("4:1 1:1", 29, False), ("3:1 1:1", 34, False)],
)
def test_on_the_last_roll_the_favourite_doubles_and_a_quarter_of_the_games_is_a_take(
    light: str, wins_of_36: int, takes: bool
) -> None:
    """One checker of the opponent's is left, a pip from home: two of ours go off now or never."""
    found = advice(board(light, "1:1"))
    equity = 2 * wins_of_36 / 36 - 1
    assert found.no_double == pytest.approx(equity, abs=1e-3)
    assert found.double_take == pytest.approx(2 * equity, abs=2e-3)
    assert found.takes is takes
    assert (found.doubling is Doubling.DOUBLE) is (equity > 0)


def test_the_first_roll_is_no_double_and_a_take() -> None:
    for ply in (0, 1):
        found = advice(START, ply=ply)
        assert (found.doubling, found.takes, found.ply) == (Doubling.NO_DOUBLE, True, ply)


def test_after_the_crawford_game_who_is_behind_doubles_at_once() -> None:
    for away in range(2, 8):
        behind = MatchState(length=9, score=Stack(9 - away, 8))
        assert advice(START, behind).doubling is Doubling.DOUBLE


@pytest.mark.slow
@given(positions(), STATES, st.sampled_from((0, 1)))
@settings(max_examples=12)
def test_light_and_dark_get_the_same_advice(position: Position, state: MatchState, ply: int) -> None:
    mirrored = MatchState(
        cube=state.cube,
        owner=state.owner.other if state.owner else None,
        length=state.length,
        score=Stack(state.score.dark, state.score.light),
        jacoby=state.jacoby,
    )
    assert advice(position, state, ply=ply) == advice(position.mirrored(), mirrored, ply=ply)


@pytest.mark.slow
@given(positions())
@settings(max_examples=12)
def test_who_wins_the_match_with_the_cube_as_it_stands_does_not_double(position: Position) -> None:
    to_play = Situation(position, MatchState(length=5, score=Stack(4, 4)), "gnubg-id")
    assert ENGINE.cube(to_play, ply=1).doubling is Doubling.NO_DOUBLE


@pytest.mark.slow
@given(positions(), st.sampled_from(sorted(RULE_SETS)))
@settings(max_examples=12)
def test_every_rule_set_gets_an_answer_and_none_without_a_cube_a_double(position: Position, name: str) -> None:
    rules = RULE_SETS[name]
    found = ENGINE.cube(Situation(position, MatchState(), "gnubg-id"), ply=1, rules=rules)
    assert found.allowed is rules.cube
    assert -3.001 <= found.no_double <= 3.001


@pytest.mark.slow
def test_little_is_lost_on_the_reference_decisions() -> None:
    """Every fifteenth; in millipoints, mean per decision.  Without any double: 15 on doubles."""
    rows = [row for row in map(json.loads, oracle_lines("cubes.jsonl.gz")) if row["double_legal"]][::15]
    double_loss, take_loss = 0.0, 0.0
    for row in rows:
        found = ENGINE.cube(Situation.from_text(row["gnubgid"]), ply=1)
        no_double, take, drop = (row["eq"][key] for key in ("nd", "dt", "dp"))
        right = min(take, drop)
        double_loss += max(no_double, right) - (right if found.doubling is Doubling.DOUBLE else no_double)
        take_loss += (take if found.takes else drop) - right
    assert MILLI * double_loss / len(rows) < 10
    assert MILLI * take_loss / len(rows) < 10
