"""What a score says about the match."""

from __future__ import annotations

import pytest

from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.record.match import Double, Drop, Game, Resign, Win
from companion.record.scores import (
    is_crawford,
    is_post_crawford,
    match_winner,
    points_needed,
    score_after,
)
from companion.record.table import GameTable, tables
from tests.games.boards import board
from tests.record.playing import game_of


def test_a_won_game_adds_its_points_and_an_unfinished_one_none() -> None:
    assert score_after(Game((2, 1), win=Win(Side.DARK, 4))) == (2, 5)
    assert score_after(Game((2, 1))) == (2, 1)


@pytest.mark.parametrize(("score", "winner"), [((7, 3), Side.LIGHT), ((6, 8), Side.DARK), ((6, 6), None)])
def test_who_reaches_the_length_has_won_the_match(score: tuple[int, int], winner: Side | None) -> None:
    assert match_winner(7, score) is winner


def test_a_money_session_is_never_won() -> None:
    assert match_winner(0, (100, 0)) is None
    assert points_needed(0, (100, 0), Side.DARK) is None


def test_the_crawford_game_is_the_first_after_a_player_comes_within_a_point() -> None:
    assert is_crawford(5, (4, 2), [(0, 0), (2, 2)])
    assert not is_crawford(5, (4, 2), [(0, 0), (4, 1)])
    assert not is_crawford(5, (3, 3), [(0, 0)])
    assert not is_crawford(0, (4, 2), [])


def test_after_the_crawford_game_the_cube_is_back() -> None:
    assert is_post_crawford(5, [(0, 0), (4, 2)])
    assert not is_post_crawford(5, [(0, 0), (3, 3)])
    assert not is_post_crawford(0, [(4, 2)])


def test_a_match_to_one_point_has_no_crawford_game() -> None:
    assert not is_crawford(1, (0, 0), [])


def test_the_side_to_act_is_who_must_answer() -> None:
    game = game_of("light 31 8/5 6/5", "dark double 2", "light take")
    assert [table.to_act for table in tables(game)] == [None, Side.DARK, Side.LIGHT, Side.DARK]


def test_a_drop_has_a_winner_and_keeps_the_stake() -> None:
    *_, table = tables(game_of("light 31 8/5 6/5", "dark double 2", "light drop"))
    assert (table.winner, table.cube.value) == (Side.DARK, 1)


def test_a_resignation_is_answered_by_the_other_player() -> None:
    table = GameTable(on_roll=Side.LIGHT).after(Resign(Side.LIGHT, Result.SINGLE))
    assert table.to_act is Side.DARK


def test_who_begins_from_a_position_of_its_own_is_told_by_the_first_action() -> None:
    actions = (Double(Side.DARK, 2), Drop(Side.LIGHT))
    assert GameTable.at_start(Game(actions=actions, start=board("6:5", "6:5"))).on_roll is Side.DARK
    assert GameTable.at_start(Game(actions=actions)).on_roll is None


def test_rolls_are_counted_for_each_side() -> None:
    *_, table = tables(game_of("light 31 8/5 6/5", "dark 52 13/8 13/11", "light 64 24/14"))
    assert tuple(table.rolls) == (2, 1)
