"""What Open Sage says, where it is installed, and what is said where it is not."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from companion.coach.engines.sage import Sage, is_installed
from companion.coach.evaluation import Doubling
from companion.errors import EngineError, InputError
from companion.games.backgammon import RULE_SETS, START, Dice, Position, RuleSet, legal_plays
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack

OPENING = Situation.from_text("4HPwATDgc/ABMA")
here = pytest.mark.skipif(not is_installed(), reason="the package bgsage is not installed")


@pytest.fixture(scope="module")
def sage() -> Iterator[Sage]:
    with Sage() as engine:
        yield engine


@here
def test_a_three_and_a_one_make_the_five_point(sage: Sage) -> None:
    ranking = sage.ranking(OPENING, Dice(3, 1))
    assert ranking.best.play.text() == "8/5 6/5"
    assert ranking.best.equity == pytest.approx(0.2, abs=0.05)


@here
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_play_that_the_rules_allow_is_ranked_once(sage: Sage, rules: RuleSet) -> None:
    points = tuple({5: 3, 9: 4, 11: 2, 17: -2, 18: -3, 23: -2}.get(k, 0) for k in range(24))
    for position in (START, Position(points, off=Stack(6, 8)), Position(points, off=Stack(6, 8)).mirrored()):
        for dice in (Dice(6, 5), Dice(4, 4), Dice(2, 1)):
            ranking = sage.ranking(_of(position, MatchState(on_roll=position.on_roll)), dice, ply=0, rules=rules)
            assert {c.end: c.play for c in ranking.candidates} == legal_plays(position, dice, rules)


@here
def test_who_cannot_move_has_one_play_with_its_worth(sage: Sage) -> None:
    points = tuple({5: 7, 7: 7, **dict.fromkeys(range(18, 24), -2)}.get(k, 0) for k in range(24))
    position = Position(points, bar=Stack(1, 0), off=Stack(0, 3))
    ranking = sage.ranking(_of(position, MatchState()), Dice(3, 1))
    assert [candidate.play.text() for candidate in ranking.candidates] == ["Cannot Move"]
    assert ranking.best.equity < 0


@here
def test_both_sides_hear_the_same_of_the_same_position(sage: Sage) -> None:
    state = MatchState(length=7, score=Stack(5, 2))
    mirrored = MatchState(length=7, score=Stack(2, 5), on_roll=Side.DARK, to_act=Side.DARK)
    ours = sage.ranking(_of(START, state), Dice(4, 3), ply=0).best
    theirs = sage.ranking(_of(START.mirrored(), mirrored), Dice(4, 3), ply=0).best
    assert ours.play == theirs.play
    assert ours.equity == pytest.approx(theirs.equity)


@here
@pytest.mark.parametrize(
    ("state", "allowed"),
    [
        (MatchState(), True),
        (MatchState(cube=2, owner=Side.DARK), False),
        (MatchState(length=5, score=Stack(4, 2), crawford=True), False),
    ],
)
def test_a_double_is_allowed_to_who_may_turn_the_cube(sage: Sage, state: MatchState, allowed: bool) -> None:
    advice = sage.cube(_of(START, state), ply=0)
    assert advice.allowed is allowed
    assert (advice.doubling is Doubling.NO_DOUBLE) is allowed


@here
def test_a_depth_it_does_not_know_is_bad_input(sage: Sage) -> None:
    with pytest.raises(InputError, match="3 plies"):
        sage.ranking(OPENING, Dice(3, 1), ply=3)


@here
def test_once_closed_it_says_so() -> None:
    engine = Sage()
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.ranking(OPENING, Dice(3, 1))


def test_where_it_is_not_installed_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bgsage", None)
    with pytest.raises(EngineError, match="bgsage"):
        Sage()


def _of(position: Position, state: MatchState) -> Situation:
    return Situation(position, state, "gnubg-id")
