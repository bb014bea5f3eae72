"""An illegal play that is entered in words: it is ruled on as if it had been seen."""

from __future__ import annotations

from companion.games.rules import Side
from companion.match.events import CameraLost, Condoned, PlayEntered, RollEntered
from companion.match.phases import Phase
from companion.match.session import Terms
from companion.match.view import view_of
from companion.record.journal import Mode
from tests.table import Table


def blind(mode: Mode = Mode.REFEREED) -> Table:
    """Light is to play 31, and no camera sees how."""
    table = Table(Terms(mode=mode, asks=True))
    table.happen(CameraLost("none", 0.5))
    table.happen(RollEntered(3, 1, 1.0))
    return table


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
