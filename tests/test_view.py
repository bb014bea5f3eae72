"""What a screen is given to draw."""

from __future__ import annotations

from dataclasses import replace

from companion.games.backgammon import START
from companion.games.rules import Side
from companion.session import Terms, begun
from companion.view import Arrow, view_of
from tests.table import LEFT, after, opened
from tests.test_session import moved
from vision.observation import CubePlace


def test_before_anything_is_seen_the_start_position_is_awaited() -> None:
    view = view_of(begun(Terms(names=("Ann", "Bob"), length=5)))
    assert (view.phase, view.names, view.length) == ("phase.start", ("Ann", "Bob"), 5)
    assert view.on_roll is None
    assert view.confidence is None


def test_the_table_after_a_play() -> None:
    table, board = opened()
    view = view_of(table.state)
    assert view.points == board.points
    assert (view.phase, view.on_roll, view.dice) == ("phase.roll", Side.DARK, None)
    assert (view.last_side, view.last_play) == (Side.LIGHT, "8/5 6/5")
    assert view.arrows == (Arrow(8, 5), Arrow(6, 5))
    assert view.confidence is not None
    assert len(view.confidence) == 24


def test_a_roll_is_shown_and_darks_arrows_are_absolute() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    assert view_of(table.state).dice == (6, 5)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    assert {(arrow.start, arrow.end) for arrow in view_of(table.state).arrows} == {(1, 7), (7, 12)}


def test_the_bar_and_the_tray_have_spots_of_their_own() -> None:
    from companion.view import _spot

    assert [_spot(own, Side.LIGHT) for own in (25, 24, 1, 0)] == [0, 24, 1, 25]
    assert [_spot(own, Side.DARK) for own in (25, 24, 1, 0)] == [0, 1, 24, 25]


def test_an_illegal_play_is_a_band_with_its_points() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    view = view_of(table.state)
    assert view.phase == "phase.correct"
    assert view.band is not None
    assert (view.band.key, view.band.alarm) == ("wrong-distance", True)
    assert view.points == board.points, "the position on record, not the wrong one"


def test_an_offered_cube_names_who_offers_it() -> None:
    table, board = opened()
    table.see(board, cube=CubePlace.OFFERED)
    view = view_of(table.state)
    assert (view.phase, view.cube_offered_by) == ("phase.take-or-drop", Side.DARK)


def test_the_winner_is_shown_when_a_game_is_over() -> None:
    table, _ = opened()
    table.see(START)
    state = replace(table.state, result=(Side.DARK, 2))
    assert (view_of(state).winner, view_of(state).points_won) == (Side.DARK, 2)
