"""What a finished game is worth, and the rule sets as data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import InputError
from companion.games.backgammon import RULE_SETS, STANDARD, START, Dice, legal_plays, picture_of
from companion.games.backgammon.scoring import Result, points_won, result
from companion.games.catalogue import BACKGAMMON, rules_named
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


def test_the_cube_multiplies() -> None:
    assert points_won(board("", "18:15"), cube=4) == (Side.LIGHT, 8)


def test_without_a_cube_in_the_rules_nothing_multiplies() -> None:
    assert points_won(board("", "18:15"), RULE_SETS["djeco"], cube=4) == (Side.LIGHT, 1)


def test_jacoby_counts_gammons_only_once_the_cube_is_turned() -> None:
    jacoby = replace(STANDARD, jacoby=True)
    assert points_won(board("", "18:15"), jacoby, money=True) == (Side.LIGHT, 1)
    assert points_won(board("", "18:15"), jacoby, money=True, cube=2, cube_turned=True) == (Side.LIGHT, 4)
    assert points_won(board("", "18:15"), jacoby) == (Side.LIGHT, 2)


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
    assert rules_named("djeco") is BACKGAMMON["djeco"]


def test_an_unknown_rule_set_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(InputError, match="expected one of tournament, tactic"):
        rules_named("chess")


def test_a_game_answers_the_application_by_ends_and_pictures() -> None:
    game = rules_named("tournament")
    assert game.legal_ends(START, Dice(3, 1)) == legal_plays(START, Dice(3, 1))
    assert game.picture(START) == picture_of(START)
    assert game.picture(START)[6] == Stack(5, 0)
    assert set(game.picture(START)) == {*range(1, 25), BAR, TRAY}
