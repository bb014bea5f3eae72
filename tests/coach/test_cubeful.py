"""The cube: Janowski's figures for money, what every player knows about scores, and what holds for all positions."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.coach import cubeful
from companion.coach.cubeful import AfterPlay, CubefulGame
from companion.coach.evaluation import MILLI, Chances, CubeAdvice, Doubling, Stakes
from companion.games.rules import Stack
from tests.coach.games import ME, MONEY, THEM, any_chances, any_stakes, chances, score
from tests.games.boards import oracle_lines

EVERYBODY: Final = (None, ME, THEM)


def advice(chances: Chances, stakes: Stakes = MONEY, efficiency: float = 0.68) -> CubeAdvice:
    return cubeful.advice(chances, stakes, ME, efficiency, engine="test")


def least_take(stakes: Stakes, efficiency: float, **gammons: float) -> float:
    """The least chance to win with which the opponent takes, in hundredths."""
    return next(k for k in range(100) if advice(chances(1 - k / 100, **gammons), stakes, efficiency).takes) / 100


# --- money ------------------------------------------------------------------------------------------


def test_a_dead_cube_is_taken_with_a_quarter_and_a_live_one_with_a_fifth_of_the_games() -> None:
    assert least_take(MONEY, efficiency=0) == 0.25
    assert least_take(MONEY, efficiency=1) == 0.20
    assert least_take(MONEY, efficiency=0.68) == 0.22


def test_gammons_lost_raise_the_take_point() -> None:
    assert least_take(MONEY, efficiency=0, gammons=0.5) == 0.40  # (1.5 - 0.5) / (1 + 1.5)


@pytest.mark.parametrize("win", [0.4, 0.5, 0.6])
def test_a_cube_of_ones_own_is_worth_what_janowski_says(win: float) -> None:
    """For W = L = 1: the cube mine, theirs, and live in the middle."""
    owned, efficiency = Stakes(cube=2, owner=ME), 0.6
    assert advice(chances(win), owned, efficiency).no_double == pytest.approx(win * (2 + efficiency / 2) - 1)
    theirs = Stakes(cube=2, owner=THEM)
    expected = win * (2 + efficiency / 2) - 1 - efficiency / 2
    assert advice(chances(win), theirs, efficiency).no_double == pytest.approx(expected)
    assert advice(chances(win), MONEY, 1).no_double == pytest.approx(4 / 3 * (win * 2.5 - 1.25))


def test_a_beaten_opponent_is_doubled_out_and_an_even_game_is_not_doubled() -> None:
    assert advice(chances(0.5)).doubling is Doubling.NO_DOUBLE
    assert (advice(chances(0.75)).doubling, advice(chances(0.75)).takes) == (Doubling.DOUBLE, True)
    assert (advice(chances(0.85)).doubling, advice(chances(0.85)).takes) == (Doubling.DOUBLE, False)


def test_a_redouble_needs_more_than_a_first_double() -> None:
    game = chances(0.71)
    assert advice(game).doubling is Doubling.DOUBLE
    assert advice(game, Stakes(cube=2, owner=ME)).doubling is Doubling.NO_DOUBLE


def test_a_game_with_many_gammons_is_too_good_to_double_but_never_by_jacobys_rule() -> None:
    game = chances(0.9, gammons=0.6)
    assert advice(game).doubling is Doubling.TOO_GOOD
    assert advice(game, Stakes(jacoby=True)).doubling is Doubling.DOUBLE
    assert not advice(game).takes


def test_jacobys_rule_ends_once_the_cube_was_turned() -> None:
    game = chances(0.9, gammons=0.6)
    owned = Stakes(cube=2, owner=ME)
    assert advice(game, replace(owned, jacoby=True)) == advice(game, owned)


def test_automatic_doubles_do_not_end_jacobys_rule() -> None:
    game = chances(0.7, gammons=0.4)
    assert advice(game, Stakes(cube=2, jacoby=True)) == advice(game, Stakes(jacoby=True))


# --- scores -----------------------------------------------------------------------------------------


def test_the_last_point_is_played_for_the_game_alone() -> None:
    assert cubeful.equity(chances(0.7, gammons=0.5), score(1, 1), ME) == pytest.approx(0.4)


def test_after_the_crawford_game_who_is_behind_doubles_at_once() -> None:
    for away in range(2, 12):
        for win in (0.2, 0.4, 0.6):
            assert advice(chances(win, 0.2, 0.2), score(away, 1)).doubling is Doubling.DOUBLE


def test_who_is_a_point_away_never_doubles() -> None:
    for win in (0.3, 0.6, 0.8):
        assert advice(chances(win, 0.2, 0.2), score(1, 5)).doubling is Doubling.NO_DOUBLE


@pytest.mark.parametrize(("away", "takes"), [(2, False), (3, True), (4, False), (5, True)])
def test_the_free_drop_is_used_where_the_opponent_needs_an_even_number(away: int, takes: bool) -> None:
    assert advice(chances(0.55, 0.25, 0.25), score(away, 1)).takes is takes


def test_the_crawford_game_has_no_double() -> None:
    crawford = score(3, 1, crawford=True)
    assert advice(chances(0.6), crawford).doubling is Doubling.NOT_ALLOWED
    assert advice(chances(0.6), replace(crawford, crawford=False)).doubling is Doubling.DOUBLE


def test_two_points_each_the_favourite_doubles_and_nearly_a_third_of_the_games_is_a_take() -> None:
    two_each = score(2, 2)
    assert advice(chances(0.55, 0.2, 0.2), two_each).doubling is Doubling.DOUBLE
    assert advice(chances(0.68, 0.2, 0.2), two_each).takes
    assert not advice(chances(0.70, 0.2, 0.2), two_each).takes


def test_gammons_are_of_no_use_to_who_needs_one_point_and_of_much_to_who_needs_two() -> None:
    ahead, behind = score(1, 2, crawford=True), score(2, 1, crawford=True)
    assert cubeful.equity(chances(0.5, gammons=0.5), ahead, ME) == cubeful.equity(chances(0.5), ahead, ME)
    assert cubeful.equity(chances(0.5, gammons=0.5), behind, ME) > cubeful.equity(chances(0.5), behind, ME) + 0.4


@pytest.mark.slow
def test_a_long_match_is_played_like_money() -> None:
    for win in (0.2, 0.5, 0.7, 0.9):
        in_match, for_money = (advice(chances(win, 0.25, 0.25), stakes) for stakes in (score(64, 64), MONEY))
        assert in_match.no_double == pytest.approx(for_money.no_double, abs=0.03)
        assert in_match.double_take == pytest.approx(for_money.double_take, abs=0.06)


def test_a_match_of_any_length_has_an_answer() -> None:
    far = Stakes(length=32767, score=Stack(0, 32000))
    assert advice(chances(0.75), far).doubling is Doubling.DOUBLE


# --- other rules ------------------------------------------------------------------------------------


def test_without_gammons_or_backgammons_they_are_worth_a_win() -> None:
    game = Chances(0.6, 0.3, 0.1, 0.2, 0.1)
    no_cube = Stakes(doubling=False)
    assert cubeful.equity(game, no_cube, ME) == pytest.approx(game.equity())
    assert cubeful.equity(game, replace(no_cube, backgammons=False), ME) == pytest.approx(0.3)
    assert cubeful.equity(game, replace(no_cube, gammons=False), ME) == pytest.approx(0.2)


def test_rules_without_a_cube_allow_no_double() -> None:
    assert advice(chances(0.75), Stakes(doubling=False)).doubling is Doubling.NOT_ALLOWED


def test_the_opponents_cube_allows_no_double() -> None:
    assert advice(chances(0.75), Stakes(cube=2, owner=THEM)).doubling is Doubling.NOT_ALLOWED


# --- whatever the position --------------------------------------------------------------------------


@given(any_chances(), any_stakes())
def test_what_one_gains_without_a_cube_the_other_loses(game: Chances, stakes: Stakes) -> None:
    stakes = replace(stakes, doubling=False)
    assert cubeful.equity(game, stakes, ME) == pytest.approx(-cubeful.equity(game.mirrored(), stakes, THEM))


@given(any_chances())
def test_a_dead_cube_is_no_cube(game: Chances) -> None:
    for owner in (ME, THEM):
        held = CubefulGame.of(Stakes(cube=2, owner=owner), ME).double_take(game, 0.0)
        assert held <= 2 * game.equity() + 1e-9


@pytest.mark.slow
@given(any_stakes(), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_more_wins_are_never_worse(stakes: Stakes, one: float, other: float, gammons: float, lost: float) -> None:
    worse, better = sorted((one, other))
    for ask in (CubefulGame.equity, CubefulGame.no_double, CubefulGame.double_take):
        game = CubefulGame.of(stakes, ME)
        assert ask(game, chances(worse, gammons, lost)) <= ask(game, chances(better, gammons, lost)) + 1e-9


@given(any_chances(), st.booleans(), st.booleans())
def test_for_money_to_hold_the_cube_is_worth_more_than_to_share_it_and_that_more_than_to_face_it(
    game: Chances, gammons: bool, backgammons: bool
) -> None:
    rules = Stakes(gammons=gammons, backgammons=backgammons)
    centred, mine, theirs = (CubefulGame.of(replace(rules, owner=owner), ME).no_double(game) for owner in EVERYBODY)
    assert theirs - 1e-9 <= centred <= mine + 1e-9


@given(any_chances(), any_stakes())
def test_no_equity_is_beyond_the_best_and_the_worst_end(game: Chances, stakes: Stakes) -> None:
    assert -3 - 1e-9 <= cubeful.equity(game, replace(stakes, length=0), ME) <= 3 + 1e-9
    one = CubefulGame.of(stakes, ME)
    lost, won = one.levels[0].lost, one.levels[0].won
    assert lost[2] - 1e-9 <= one.worth_of(one.equity(game)) <= max(won[2], 1e-9) + 1e-9


@given(any_chances(), any_stakes())
def test_a_double_that_is_of_no_use_is_not_made(game: Chances, stakes: Stakes) -> None:
    """Whoever wins the match with the cube as it stands; chances apart from certainty, where nothing matters."""
    won = replace(stakes, length=5, score=Stack(5 - min(stakes.cube, 5), 0), crawford=False)
    assert advice(game, won).doubling is not Doubling.DOUBLE


@pytest.mark.slow
@given(any_stakes(), st.sampled_from([(1, 0, 0), (1, 1, 0), (1, 1, 1)]))
def test_a_game_that_is_over_is_worth_what_was_won(stakes: Stakes, won: tuple[float, float, float]) -> None:
    game = Chances(*won, 0, 0)
    one = CubefulGame.of(stakes, ME)
    assert one.equity(game) == pytest.approx(one.equity_of(one.levels[0].won[int(sum(won)) - 1]))
    other = CubefulGame.of(stakes, THEM)
    assert other.equity(game.mirrored()) == pytest.approx(-one.equity(game))


@pytest.mark.slow
@given(st.lists(any_chances(), min_size=1, max_size=8), any_stakes())
def test_many_positions_at_once_are_worth_what_each_is_alone(games: list[Chances], stakes: Stakes) -> None:
    together = Chances(*np.array(games).T)
    for ask in (CubefulGame.equity, CubefulGame.no_double, CubefulGame.double_take):
        alone = [ask(CubefulGame.of(stakes, ME), game) for game in games]
        np.testing.assert_allclose(ask(CubefulGame.of(stakes, ME), together), alone, atol=1e-9)


# --- one roll ahead ---------------------------------------------------------------------------------


def test_looking_ahead_a_taken_double_counts_twice() -> None:
    won = Chances(0, 0, 0, 0, 0)  # the opponent's, when I have borne off my last checker
    after = AfterPlay.of(MONEY, ME)
    assert (after.equity(won), after.equity_if_taken(won)) == (1, 2)


def test_looking_ahead_the_last_roll_is_doubled_by_the_favourite_and_taken_with_a_quarter() -> None:
    """Two checkers left on the point that 27 of 36 rolls clear, the opponent about to bear off the last."""
    after = AfterPlay.of(MONEY, ME)
    for good, right_take in ((26, True), (28, False)):
        ends = [(good / 36, Chances(0, 0, 0, 0, 0)), (1 - good / 36, Chances(1, 0, 0, 0, 0))]
        taken = sum(weight * after.equity_if_taken(end) for weight, end in ends)
        assert (taken < 1) is right_take
        assert taken > sum(weight * after.equity(end) for weight, end in ends)


@pytest.mark.slow
@given(any_chances(), any_stakes())
def test_looking_ahead_from_a_score_gives_the_same_units(game: Chances, stakes: Stakes) -> None:
    taken = cubeful.doubled(stakes, ME)
    worth = CubefulGame.of(taken, ME).worth_of(-cubeful.equity(game, taken, THEM))
    expected = CubefulGame.of(stakes, ME).equity_of(worth)
    assert AfterPlay.of(stakes, ME).equity_if_taken(game) == pytest.approx(expected, abs=1e-6)


# --- against GNU Backgammon -------------------------------------------------------------------------


def test_from_its_chances_we_act_as_gnu_backgammon_does() -> None:
    """Mean loss in millipoints per decision; GNU Backgammon without look-ahead: 2.9 and 0.65."""
    double_loss, take_loss = [], []
    for row in map(json.loads, oracle_lines("cubes.jsonl.gz")):
        if not row["double_legal"]:
            continue
        stakes = Stakes(
            cube=row["cube"],
            owner={"center": None, "mover": ME, "opponent": THEM}[row["owner"]],
            length=row["match_length"],
            score=Stack(*row["score"]),
            jacoby=row["jacoby"],
        )
        ours, (no_double, take, drop) = (
            advice(Chances(*row["probs"]), stakes),
            (row["eq"][k] for k in ("nd", "dt", "dp")),
        )
        answered = min(take, drop)
        chosen = answered if ours.doubling is Doubling.DOUBLE else no_double
        double_loss.append(max(no_double, answered) - chosen)
        take_loss.append((take if ours.takes else drop) - answered)
    assert MILLI * sum(double_loss) / len(double_loss) < 2
    assert MILLI * sum(take_loss) / len(take_loss) < 0.5
