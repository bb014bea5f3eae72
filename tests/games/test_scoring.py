"""What a finished game is worth, and the rule sets as data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import InputError
from companion.games.backgammon import RULE_SETS, STANDARD, START, Dice, legal_plays, picture_of
from companion.games.backgammon.choices import GammonBy, MatchCounts
from companion.games.backgammon.cube import Cube
from companion.games.backgammon.scoring import Result, points, points_dropped, points_won, result
from companion.games.catalogue import BACKGAMMON, backgammon_named
from companion.games.rules import BAR, TRAY, Side, Stack
from tests.games.boards import board


def test_a_loser_who_has_borne_off_a_checker_loses_a_single_game() -> None:
    assert result(board("", "24:14")) is Result.SINGLE


def test_a_loser_who_has_borne_off_none_loses_a_gammon() -> None:
    assert result(board("", "18:15")) is Result.GAMMON


def test_a_loser_with_a_checker_in_the_winners_home_loses_a_backgammon() -> None:
    assert result(board("", "19:1 1:14")) is Result.BACKGAMMON


def test_a_loser_with_a_checker_on_the_bar_loses_a_backgammon() -> None:
    assert result(board("bar:1 1:14", "")) is Result.BACKGAMMON


def test_a_win_is_a_win_where_the_leaflet_knows_no_gammon() -> None:
    assert result(board("", "bar:1 1:14"), RULE_SETS["djeco"]) is Result.SINGLE
    assert result(board("", "bar:1 1:14"), RULE_SETS["box-leaflet"]) is Result.SINGLE


def test_checkers_taken_off_illegally_do_not_save_a_gammon() -> None:
    lost = board("", "18:14")
    assert result(lost, borne_off=Stack(15, 0)) is Result.GAMMON
    assert result(lost, borne_off=Stack(15, 1)) is Result.SINGLE
    assert result(lost, replace(STANDARD, gammon_by=GammonBy.TRAY), borne_off=Stack(15, 0)) is Result.SINGLE


def test_who_plays_with_fewer_than_fifteen_has_borne_none_off_by_that() -> None:
    lost = replace(board("", "18:14"), off=Stack(15, 0))
    assert result(lost) is Result.GAMMON


def test_the_cube_multiplies() -> None:
    assert points_won(board("", "18:15"), cube=Cube(4, Side.DARK)) == (Side.LIGHT, 8)


def test_a_game_counts_in_full_whatever_the_match_still_needs() -> None:
    assert points(Result.BACKGAMMON, Cube(64, Side.LIGHT)) == 192


def test_a_dropped_double_costs_the_stake_before_it() -> None:
    assert points_dropped(Cube(4, Side.LIGHT).double(Side.LIGHT)) == 4
    assert points_dropped(Cube().double(Side.LIGHT)) == 1


def test_a_refused_beaver_costs_the_doubled_stake() -> None:
    assert points_dropped(Cube().double(Side.LIGHT).beaver(Side.DARK)) == 2


def test_an_automatic_double_counts() -> None:
    assert points(Result.SINGLE, Cube(2), money=True) == 2


@pytest.mark.parametrize(("resigned", "lost"), [(Result.SINGLE, 2), (Result.GAMMON, 4), (Result.BACKGAMMON, 6)])
def test_a_game_given_up_counts_as_it_was_offered(resigned: Result, lost: int) -> None:
    assert points(resigned, Cube(2, Side.LIGHT)) == lost


def test_nobody_resigns_a_gammon_where_there_is_none() -> None:
    assert points(Result.BACKGAMMON, Cube(), RULE_SETS["djeco"]) == 1
    assert points(Result.BACKGAMMON, Cube(), replace(STANDARD, backgammon=False)) == 2


def test_where_games_are_counted_each_counts_one() -> None:
    games = replace(STANDARD, match_counts=MatchCounts.GAMES)
    assert points(Result.GAMMON, Cube(4, Side.LIGHT), games) == 1
    assert points_dropped(Cube(4, Side.LIGHT).double(Side.LIGHT), games) == 1


def test_without_a_cube_in_the_rules_nothing_multiplies() -> None:
    assert points_won(board("", "18:15"), RULE_SETS["djeco"], cube=Cube(4)) == (Side.LIGHT, 1)


def test_jacoby_counts_gammons_only_once_the_cube_is_turned() -> None:
    jacoby, gammon = replace(STANDARD, jacoby=True), board("", "18:15")
    assert points_won(gammon, jacoby, money=True) == (Side.LIGHT, 1)
    assert points_won(gammon, jacoby, money=True, cube=Cube(2, Side.LIGHT)) == (Side.LIGHT, 4)


def test_jacoby_does_not_count_an_automatic_double_as_turning_the_cube() -> None:
    assert points(Result.GAMMON, Cube(2), replace(STANDARD, jacoby=True), money=True) == 2


def test_jacoby_exists_in_money_play_only() -> None:
    assert points_won(board("", "18:15"), replace(STANDARD, jacoby=True)) == (Side.LIGHT, 2)


def test_an_unfinished_game_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        result(START)


def test_the_five_named_rule_sets_differ_where_the_leaflets_do() -> None:
    assert set(RULE_SETS) == {"tournament", "tactic", "djeco", "box-leaflet", "gamez"}
    assert STANDARD is RULE_SETS["tournament"]
    assert [name for name, rules in RULE_SETS.items() if not rules.larger_number] == ["box-leaflet"]
    assert [name for name, rules in RULE_SETS.items() if rules.home_size == 12] == ["box-leaflet"]
    assert {name for name, rules in RULE_SETS.items() if rules.cube} == {"tournament", "tactic", "gamez"}
    assert all(rules.both_numbers for rules in RULE_SETS.values())


def test_a_rule_set_is_found_by_name() -> None:
    assert backgammon_named("djeco") is BACKGAMMON["djeco"]


def test_an_unknown_rule_set_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(InputError, match="expected one of tournament, tactic"):
        backgammon_named("chess")


def test_a_game_answers_the_application_by_ends_and_pictures() -> None:
    game = backgammon_named("tournament")
    assert game.legal_ends(START, Dice(3, 1)) == legal_plays(START, Dice(3, 1))
    assert game.picture(START) == picture_of(START)
    assert game.picture(START)[6] == Stack(5, 0)
    assert set(game.picture(START)) == {*range(1, 25), BAR, TRAY}
