"""What GNU Backgammon says through our script, where it is installed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.coach.engines.gnubg import Gnubg, program
from companion.coach.evaluation import Candidate, Chances, Doubling
from companion.errors import InputError
from companion.games.backgammon import RULE_SETS, START, Dice, Position, RuleSet, legal_plays
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack

pytestmark = pytest.mark.skipif(program() is None, reason="GNU Backgammon is not installed")

OPENING = Situation.from_text("4HPwATDgc/ABMA")
BEARING_IN = Position(
    tuple({0: 2, 1: 3, 4: 3, 7: 1, 20: -2, 21: -3, 23: -2}.get(k, 0) for k in range(24)), off=Stack(6, 8)
)


@pytest.fixture(scope="module")
def gnubg() -> Iterator[Gnubg]:
    with Gnubg() as engine:
        yield engine


def wandering(seed: int, turns: int) -> Iterator[tuple[Position, Dice]]:
    """Positions of a game of random plays, each with its roll."""
    chance = random.Random(seed)
    position = START
    for _ in range(turns):
        dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
        yield position, dice
        position = chance.choice(list(legal_plays(position, dice)))
        if position.winner is not None:
            position = START


def test_a_three_and_a_one_make_the_five_point(gnubg: Gnubg) -> None:
    ranking = gnubg.ranking(OPENING, Dice(3, 1))
    assert ranking.best.play.text() == "8/5 6/5"
    assert ranking.best.ply == ranking.ply == 2
    assert ranking.best.equity == pytest.approx(0.218, abs=0.01)


@pytest.mark.parametrize("name", ["tournament", "box-leaflet"])
def test_every_play_that_the_rules_allow_is_ranked_once(gnubg: Gnubg, name: str) -> None:
    rules = RULE_SETS[name]
    for position, dice in wandering(5, 20):
        ranking = gnubg.ranking(_money(position), dice, ply=0, rules=rules)
        legal = legal_plays(position, dice, rules)
        assert len(ranking.candidates) == len(legal)
        assert {candidate.end: candidate.play for candidate in ranking.candidates} == legal


def test_both_sides_hear_the_same_of_the_same_position(gnubg: Gnubg) -> None:
    for position, dice in wandering(7, 12):
        ours = gnubg.ranking(_money(position), dice, ply=0).candidates
        theirs = gnubg.ranking(_money(position.mirrored()), dice, ply=0).candidates
        assert sorted(c.equity for c in ours) == pytest.approx(sorted(c.equity for c in theirs), abs=1e-5)


def test_what_a_play_is_worth_to_one_the_position_after_it_costs_the_other(gnubg: Gnubg) -> None:
    """So plays that are not listed may be valued by their ends."""
    state = MatchState(length=7, score=Stack(3, 5), cube=2, owner=Side.DARK)
    for position, dice in wandering(3, 6):
        situation = Situation(position, replace(state, on_roll=position.on_roll, to_act=position.on_roll), "gnubg-id")
        best = gnubg.ranking(situation, dice, ply=1).best
        if best.end.winner is None:
            after = gnubg.cube(situation.after(best.end), ply=1)
            assert after.optimal == pytest.approx(-best.equity, abs=1e-4)
            assert after.chances.mirrored() == pytest.approx(best.chances, abs=1e-4)


def test_a_play_dismissed_at_first_sight_is_looked_at_as_deeply_as_the_best_on_request(gnubg: Gnubg) -> None:
    worst = gnubg.ranking(OPENING, Dice(6, 5)).candidates[-1]
    assert worst.ply == 0
    ranking = gnubg.ranking(OPENING, Dice(6, 5), also=worst.end)
    found = ranking.of(worst.end)
    assert found is not None
    assert found.ply == 2
    assert ranking.best.play.text() == "24/13"
    assert ranking.loss(found) > 0.1


def test_a_lone_best_play_is_looked_at_deeply(gnubg: Gnubg) -> None:
    """GNU Backgammon leaves at first sight a play that alone comes through its filter."""
    bad = gnubg.ranking(OPENING, Dice(3, 1), also=gnubg.ranking(OPENING, Dice(3, 1)).candidates[-1].end)
    assert bad.best.play.text() == "8/5 6/5"


def test_who_cannot_move_has_one_play_with_its_worth(gnubg: Gnubg) -> None:
    points = tuple({5: 7, 7: 7, **dict.fromkeys(range(18, 24), -2)}.get(k, 0) for k in range(24))
    ranking = gnubg.ranking(_money(Position(points, bar=Stack(1, 0), off=Stack(0, 3))), Dice(3, 1))
    assert [candidate.play.text() for candidate in ranking.candidates] == ["Cannot Move"]
    assert ranking.best.equity < 0


def test_bearing_off_the_last_checker_wins(gnubg: Gnubg) -> None:
    points = tuple({0: 1, 23: -2}.get(k, 0) for k in range(24))
    situation = _money(Position(points, off=Stack(14, 13)))
    ranking = gnubg.ranking(situation, Dice(6, 5))
    assert ranking.best == Candidate(
        ranking.best.play, ranking.best.end, 1.0, Chances(1.0, 0.0, 0.0, 0.0, 0.0), ranking.ply
    )


def test_a_position_with_checkers_off_is_ranked(gnubg: Gnubg) -> None:
    ranking = gnubg.ranking(_money(BEARING_IN), Dice(5, 4), ply=1)
    assert {candidate.end for candidate in ranking.candidates} == set(legal_plays(BEARING_IN, Dice(5, 4)))


def test_in_a_match_to_one_point_and_without_gammons_winning_is_all(gnubg: Gnubg) -> None:
    one_point = Situation(START, MatchState(length=1), "gnubg-id")
    for situation, rules in ((one_point, RULE_SETS["tournament"]), (OPENING, RULE_SETS["djeco"])):
        for candidate in gnubg.ranking(situation, Dice(6, 4), ply=0, rules=rules).candidates:
            assert candidate.equity == pytest.approx(2 * candidate.chances.win - 1, abs=1e-4)


def test_an_answer_does_not_depend_on_what_was_asked_before(gnubg: Gnubg) -> None:
    """Its cache mixes up money play and a match to one point."""
    states = [
        MatchState(),
        MatchState(length=1),
        MatchState(jacoby=True),
        MatchState(cube=2, owner=Side.DARK),
        MatchState(length=3, score=Stack(2, 2)),
        MatchState(length=3, score=Stack(2, 0), crawford=True),
        MatchState(length=3, score=Stack(2, 0)),
    ]
    first, second = (
        {state: gnubg.ranking(Situation(START, state, "gnubg-id"), Dice(3, 1), ply=0).best.equity for state in order}
        for order in (states, states[::-1])
    )
    assert first == second
    assert first[MatchState(length=1)] == pytest.approx(0.102, abs=0.01)


def test_jacoby_makes_gammons_worthless_while_the_cube_is_in_the_middle(gnubg: Gnubg) -> None:
    points = {2: 2, 3: 2, 4: 2, 5: 3, 7: 3, 12: 3, 0: -1, 11: -5, 16: -3, 18: -4}
    blitz = Position(tuple(points.get(k, 0) for k in range(24)), bar=Stack(0, 2))
    with_jacoby, without = (gnubg.cube(_money(blitz, jacoby=jacoby), ply=0) for jacoby in (True, False))
    assert with_jacoby.no_double < without.no_double
    assert with_jacoby.double_take == pytest.approx(without.double_take, abs=1e-5)


@pytest.mark.parametrize(
    ("state", "allowed"),
    [
        (MatchState(), True),
        (MatchState(cube=2, owner=Side.LIGHT), True),
        (MatchState(cube=2, owner=Side.DARK), False),
        (MatchState(length=5, score=Stack(4, 2), crawford=True), False),
        (MatchState(length=5, score=Stack(4, 2)), True),
    ],
)
def test_a_double_is_allowed_to_who_may_turn_the_cube(gnubg: Gnubg, state: MatchState, allowed: bool) -> None:
    advice = gnubg.cube(Situation(START, state, "gnubg-id"), ply=0)
    assert advice.allowed is allowed
    assert (advice.doubling is Doubling.NOT_ALLOWED) is not allowed


def test_without_a_cube_no_double_is_allowed(gnubg: Gnubg) -> None:
    assert gnubg.cube(OPENING, ply=0, rules=RULE_SETS["djeco"]).doubling is Doubling.NOT_ALLOWED
    no_cube = RuleSet.from_text("tournament cube=false")
    advice = gnubg.cube(OPENING, ply=0, rules=no_cube)
    assert advice.doubling is Doubling.NOT_ALLOWED
    assert advice.no_double == pytest.approx(advice.chances.equity(), abs=1e-4)


@pytest.mark.slow
def test_a_cube_without_gammons_is_valued_by_ourselves(gnubg: Gnubg) -> None:
    rules = RuleSet.from_text("tournament gammon=false backgammon=false")
    points = {2: 2, 3: 2, 4: 2, 5: 3, 7: 3, 12: 3, 0: -1, 11: -5, 16: -3, 18: -4}
    blitz = _money(Position(tuple(points.get(k, 0) for k in range(24)), bar=Stack(0, 2)))
    advice = gnubg.cube(blitz, ply=0, rules=rules)
    assert advice.allowed
    assert advice.double_take < gnubg.cube(blitz, ply=0).double_take
    best = gnubg.ranking(blitz, Dice(6, 2), ply=0, rules=rules).best
    assert 2 * best.chances.win - 1 < best.equity <= 1


@pytest.mark.slow
@pytest.mark.parametrize("ply", [-1, 4])
def test_a_depth_it_does_not_know_is_bad_input(gnubg: Gnubg, ply: int) -> None:
    with pytest.raises(InputError, match=f"{ply} plies"):
        gnubg.ranking(OPENING, Dice(3, 1), ply=ply)


def _money(position: Position, *, jacoby: bool = False) -> Situation:
    state = MatchState(on_roll=position.on_roll, to_act=position.on_roll, jacoby=jacoby)
    return Situation(position, state, "gnubg-id")
