"""What programs are told of games that they do not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.coach.engines.situation import EngineSituation, is_known, nearest_known
from companion.coach.evaluation import Candidate, Chances, Stakes
from companion.errors import InputError
from companion.games.backgammon import START, Play
from companion.games.rules import Side, Stack


@pytest.mark.parametrize(
    ("stakes", "told"),
    [
        (Stakes(), Stakes()),
        (Stakes(cube=4, owner=Side.DARK), Stakes(cube=4, owner=Side.DARK)),
        (Stakes(jacoby=True), Stakes(jacoby=True)),
        (Stakes(length=7, score=Stack(2, 0), cube=2), Stakes(length=7, score=Stack(2, 0), cube=2)),
    ],
)
def test_a_known_game_is_told_as_it_is(stakes: Stakes, told: Stakes) -> None:
    assert is_known(stakes, 25)
    assert nearest_known(stakes, 25) == told


def test_points_that_both_have_are_left_out() -> None:
    stakes = Stakes(length=100, score=Stack(97, 95))
    assert is_known(stakes, 25)
    assert nearest_known(stakes, 25) == Stakes(length=5, score=Stack(2, 0))


def test_far_from_the_end_of_a_match_it_is_money_play() -> None:
    stakes = Stakes(length=31, score=Stack(0, 29), cube=2, owner=Side.LIGHT)
    assert not is_known(stakes, 25)
    assert nearest_known(stakes, 25) == Stakes(cube=2, owner=Side.LIGHT)


def test_without_gammons_winning_is_all() -> None:
    for doubling in (True, False):
        stakes = Stakes(length=7, cube=2, gammons=False, backgammons=False, doubling=doubling)
        assert not is_known(stakes, 25)
        assert nearest_known(stakes, 25) == Stakes(length=1)


def test_without_a_cube_it_is_money_play_without_one() -> None:
    assert nearest_known(Stakes(length=7, doubling=False), 25) == Stakes(doubling=False)


def test_a_crawford_game_is_one_only_where_one_player_lacks_one_point() -> None:
    stakes = Stakes(length=7, score=Stack(6, 2), crawford=True)
    assert nearest_known(stakes, 25).crawford
    assert not nearest_known(replace(stakes, score=Stack(5, 2)), 25).crawford
    assert not nearest_known(replace(stakes, score=Stack(6, 6)), 25).crawford


def test_a_match_that_is_over_is_bad_input() -> None:
    with pytest.raises(InputError, match="score 7-3 in a match to 7"):
        nearest_known(Stakes(length=7, score=Stack(7, 3)), 25)


def test_a_play_is_worth_anew_what_its_chances_are_worth_in_the_game_as_it_is() -> None:
    chances = Chances(0.6, 0.3, 0.1, 0.1, 0.0)
    stakes = Stakes(gammons=False, backgammons=False, doubling=False)
    made = Candidate(Play(), START, 0.7, chances, 2)
    (candidate,) = EngineSituation(stakes, Side.DARK, Stakes(length=1), is_known=False).valued([made])
    assert candidate.equity == pytest.approx(0.2)
    assert (candidate.chances, candidate.ply) == (chances, 2)


@pytest.mark.parametrize(
    ("stakes", "sides"),
    [
        (Stakes(), set(Side)),
        (Stakes(owner=Side.DARK, cube=2), {Side.DARK}),
        (Stakes(length=3, score=Stack(2, 0), crawford=True), set()),
        (Stakes(doubling=False), set()),
    ],
)
def test_who_may_double(stakes: Stakes, sides: set[Side]) -> None:
    assert {side for side in Side if stakes.may_double(side)} == sides


def test_where_the_rules_know_no_cube_the_advice_says_so_without_the_programs_equities() -> None:
    game = EngineSituation(Stakes(doubling=False), Side.DARK, Stakes(doubling=False), is_known=False)
    told = game.advice(Chances(0.6, 0.0, 0.0, 0.0, 0.0), None, engine="fake", ply=1)
    assert not told.allowed
    assert told.no_double == pytest.approx(0.2)


def test_the_programs_own_equities_are_taken_where_it_knows_the_game() -> None:
    game = EngineSituation(Stakes(owner=Side.LIGHT, cube=2), Side.DARK, Stakes(owner=Side.LIGHT, cube=2), is_known=True)
    told = game.advice(Chances(0.6, 0.0, 0.0, 0.0, 0.0), (0.3, 0.4, 1.0), engine="fake", ply=1)
    assert (told.no_double, told.double_take, told.double_drop, told.allowed) == (0.3, 0.4, 1.0, False)
