"""A play entered by touching a board, and what becomes of one that is illegal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import InputError
from companion.games.backgammon import START, Dice, Play, legal_plays, picture_of
from companion.games.rules import BAR, TRAY, Side, Stack
from companion.match.events import CameraLost, Condoned, PlayEntered, RollEntered
from companion.match.phases import Phase
from companion.match.play_entry import MOST, PlayEntry, laid
from companion.match.session import Terms
from companion.match.view import view_of
from companion.record.journal import Mode
from tests.table import Table, position

LIGHT = replace(START, on_roll=Side.LIGHT)
DARK = replace(START, on_roll=Side.DARK)


def touched(entering: PlayEntry, *spots: int) -> PlayEntry:
    for spot in spots:
        entering = entering.touched(spot)
    return entering


def blind(mode: Mode = Mode.REFEREED) -> Table:
    """Light is to play 31, and no camera sees how."""
    table = Table(Terms(mode=mode, asks=True))
    table.happen(CameraLost("none", 0.5))
    table.happen(RollEntered(3, 1, 1.0))
    return table


def test_a_touch_lifts_a_checker_and_the_next_one_puts_it_down() -> None:
    entering = touched(PlayEntry(LIGHT), 8, 5, 6, 5)
    assert entering.play.text() == "8/5 6/5"
    assert entering.board[5] == Stack(2, 0)


def test_dark_counts_points_from_the_other_seat() -> None:
    assert touched(PlayEntry(DARK), 17, 20, 19, 20).play.text() == "8/5 6/5"


def test_a_checker_that_is_touched_again_is_put_back_and_what_was_entered_is_undone() -> None:
    entering = touched(PlayEntry(LIGHT), 8, 8)
    assert (entering.lifted, entering.ways) == (None, ())
    entering = touched(entering, 8, 5, 6)
    assert entering.undone().lifted is None
    assert entering.undone().undone().ways == ()


def test_nothing_but_an_own_checker_is_lifted() -> None:
    for spot in (1, 2, BAR, TRAY):
        assert touched(PlayEntry(LIGHT), spot).lifted is None


def test_a_blot_that_is_hit_goes_to_the_bar_and_comes_in_from_there() -> None:
    before = position("6:5 8:3 bar:-1 | 5:-1 19:-5", Side.LIGHT)
    entering = touched(PlayEntry(before), 8, 5)
    assert (entering.board[5], entering.board[BAR]) == (Stack(1, 0), Stack(0, 2))
    back = touched(PlayEntry(replace(before, on_roll=Side.DARK)), BAR, 3)
    assert back.play.text() == "bar/22"


def test_checkers_are_borne_off_to_the_tray() -> None:
    before = position("6:2 5:2 | 19:-2", Side.LIGHT)
    entering = touched(PlayEntry(before), 6, TRAY)
    assert entering.play.text() == "6/off"
    assert entering.board[TRAY].light == before.off.light + 1


def test_no_more_is_entered_than_a_double_allows() -> None:
    entering = PlayEntry(LIGHT)
    for _ in range(MOST + 1):
        entering = touched(entering, 13, 10)
    assert len(entering.ways) == MOST


def test_every_legal_play_can_be_entered() -> None:
    for dice in (Dice(3, 1), Dice(6, 6), Dice(5, 2)):
        for end, play in legal_plays(LIGHT, dice).items():
            entering = PlayEntry(LIGHT)
            for step in play.steps:
                entering = touched(entering, step.start, step.end)
            assert entering.board == {**entering.board, **picture_of(replace(end, on_roll=Side.LIGHT))}


def test_a_play_of_checkers_that_are_not_there_cannot_be_laid() -> None:
    with pytest.raises(InputError, match="no checker stands on 7"):
        laid(LIGHT, Play.from_text("7/4"))


def test_an_illegal_play_that_is_entered_is_ruled_on_with_its_reason() -> None:
    table = blind()
    table.happen(PlayEntered("13/12 13/11", 2.0))
    view = view_of(table.state)
    assert (view.phase, view.message and view.message.key) == ("phase.correct", "blocked-point")
    table.happen(PlayEntered("13/9", 3.0))
    assert (view_of(table.state).on_roll, table.state.phase) == (Side.DARK, Phase.MAY_DOUBLE)


def test_an_illegal_play_in_place_of_an_illegal_one_is_ruled_on_as_well() -> None:
    table = blind()
    table.happen(PlayEntered("13/11 13/10", 2.0))
    table.happen(PlayEntered("24/23", 3.0))
    assert view_of(table.state).phase == "phase.correct"
    assert table.state.shown.message is not None
    assert table.state.shown.message.key == "move-left"


def test_the_opponent_lets_an_illegal_play_stand_by_touch() -> None:
    table = blind()
    table.happen(PlayEntered("13/11 13/10", 2.0))
    assert view_of(table.state).may_stand
    table.happen(Condoned(3.0))
    view = view_of(table.state)
    assert (view.phase, view.on_roll, view.may_stand, view.message) == ("phase.roll", Side.DARK, False, None)
    assert view.points[12] == 3


def test_letting_stand_means_nothing_where_nothing_is_wrong() -> None:
    table = blind()
    table.happen(Condoned(2.0))
    assert view_of(table.state).phase == "phase.play"


def test_where_nobody_is_told_an_illegal_play_that_is_entered_stands() -> None:
    table = blind(Mode.RECORDED)
    table.happen(PlayEntered("13/11 13/10", 2.0))
    view = view_of(table.state)
    assert (view.phase, view.on_roll, view.message) == ("phase.roll", Side.DARK, None)
    assert view.points[12] == 3
