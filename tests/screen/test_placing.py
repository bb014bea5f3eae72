"""Checkers laid by touch: lifted, put, counted, undone, and told to the session."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import START as BOARD
from companion.games.backgammon import Position
from companion.games.rules import BAR, TRAY, Side, Stack
from companion.match.view import View
from companion.screen.board.layout import BoardLayout, Box
from companion.screen.board.placing import Placing, as_seen, on_record, placing, touched_at
from tests.screen.views import START, UNDER_WAY
from vision.observation import POINTS

LAYOUT = BoardLayout(Box(0, 0, 600, 400))
ROLLING = replace(START, phase="phase.roll", on_roll=Side.LIGHT)


def moved(view: View, *spots: int) -> Placing:
    placed = placing(view)
    for spot in spots:
        placed = placed.touched(spot)
    return placed


def test_the_board_on_record_is_what_is_corrected() -> None:
    placed = placing(ROLLING)
    assert placed.position == BOARD
    assert placed.fault is None
    assert placed.event(3.0).position == BOARD.id()


def test_a_touch_lifts_a_checker_and_the_next_puts_it_down() -> None:
    placed = moved(ROLLING, 13, 11)
    assert (placed.count(13, Side.LIGHT), placed.count(11, Side.LIGHT)) == (4, 1)
    assert placed.fault is None


def test_every_further_touch_of_a_stack_lifts_one_more() -> None:
    placed = moved(ROLLING, 13, 13, 13, 11)
    assert (placed.count(13, Side.LIGHT), placed.count(11, Side.LIGHT)) == (2, 3)


def test_who_lifts_more_than_lies_there_has_lifted_none() -> None:
    assert moved(ROLLING, 24, 24, 24).held == 0


def test_what_is_put_on_the_other_sides_checkers_sends_them_to_the_bar() -> None:
    placed = moved(UNDER_WAY, 6, 7)
    assert placed.count(7, Side.LIGHT) == 1
    assert placed.count(BAR, Side.DARK) == UNDER_WAY.bar[1] + 1


def test_checkers_are_put_on_bar_and_tray_and_taken_from_there() -> None:
    placed = placing(ROLLING).touched(6).touched(TRAY, Side.LIGHT).touched(1).touched(BAR, Side.DARK)
    assert placed.position.off == Stack(1, 0)
    assert placed.position.bar == Stack(0, 1)
    back = placed.touched(TRAY, Side.LIGHT).touched(6)
    assert back.position.off == Stack(0, 0)


def test_a_checker_more_or_fewer_is_said_until_the_count_is_right() -> None:
    placed = replace(placing(ROLLING), chosen=(5, Side.LIGHT)).changed(Side.LIGHT, 1)
    assert placed.fault == ("position.too-many", Side.LIGHT, 1)
    right = placed.touched(6).changed(Side.LIGHT, -1)
    assert right.fault is None
    assert right.changed(Side.LIGHT, -1).fault == ("position.missing", Side.LIGHT, 1)


def test_a_point_belongs_to_one_side() -> None:
    placed = replace(placing(ROLLING), chosen=(6, Side.LIGHT)).changed(Side.DARK, 1)
    assert (placed.count(6, Side.LIGHT), placed.count(6, Side.DARK)) == (0, 1)


def test_a_side_without_checkers_has_won_and_is_no_position_in_play() -> None:
    lies = {19: Stack(0, 15), TRAY: Stack(15, 0)}
    assert placing(ROLLING).filled(lies).fault == ("position.none-left", Side.LIGHT, 0)


def test_every_step_is_undone_one_by_one() -> None:
    first = moved(ROLLING, 13, 11)
    second = first.touched(11).touched(10).rolled_by(Side.DARK)
    assert second.undone().on_roll is Side.LIGHT
    assert second.undone().undone().lies == first.lies
    assert second.undone().undone().undone().position == BOARD
    assert placing(ROLLING).undone() == placing(ROLLING)


def test_a_game_begun_with_fewer_checkers_is_complete_with_as_many() -> None:
    fourteen = replace(ROLLING, points=(*BOARD.points[:5], 4, *BOARD.points[6:]))
    assert placing(fourteen).fault is None
    assert placing(fourteen).wanted == Stack(14, 15)


def test_the_last_look_fills_in_what_it_saw() -> None:
    lies: list[Stack | None] = [stack for spot, stack in on_record(ROLLING).items() if spot != TRAY]
    lies[6], lies[5], lies[1] = Stack(4, 0), Stack(1, 0), None  # 6/5, and the 1 point was covered
    seen = as_seen(replace(ROLLING, board_read=tuple(lies)), Stack(15, 15))
    assert seen is not None
    placed = placing(ROLLING).filled(seen)
    assert (placed.count(5, Side.LIGHT), placed.count(6, Side.LIGHT), placed.count(1, Side.DARK)) == (1, 4, 2)
    assert placed.fault is None
    assert placed.undone().position == BOARD


def test_a_checker_that_the_look_does_not_show_is_taken_for_borne_off() -> None:
    lies = [stack for spot, stack in on_record(ROLLING).items() if spot != TRAY]
    lies[6] = Stack(4, 0)
    seen = as_seen(replace(ROLLING, board_read=tuple(lies)), Stack(15, 15))
    assert seen is not None
    assert seen[TRAY] == Stack(1, 0)


def test_without_a_look_there_is_nothing_to_fill_in() -> None:
    assert as_seen(ROLLING, Stack(15, 15)) is None


def test_what_is_told_reads_back_as_what_was_laid() -> None:
    placed = moved(UNDER_WAY, 6, 3).rolled_by(Side.LIGHT)
    told = placed.event(1.5)
    assert Position.from_id(told.position, told.on_roll) == placed.position
    assert told.at_s == 1.5


@pytest.mark.parametrize("light_at_bottom", [True, False])
@pytest.mark.parametrize("home_at_right", [True, False])
def test_the_middle_of_every_spot_is_touched_as_that_spot(light_at_bottom: bool, home_at_right: bool) -> None:
    layout = BoardLayout(Box(10, 20, 600, 400), light_at_bottom, home_at_right)
    for point in POINTS:
        assert touched_at(layout, *layout.point(point).center) == (point, None)
    for side in Side:
        assert touched_at(layout, *layout.tray(side).center) == (TRAY, side)
        assert touched_at(layout, *layout.checker(BAR, side, 0)) == (BAR, side)
    assert touched_at(layout, 5, 5) is None
