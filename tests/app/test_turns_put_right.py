"""What people put right, enter by touch and begin anew, and what the camera reader is told of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import START, Position, picture_of
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.events import (
    Answered,
    BoardSeen,
    ChangeUndone,
    CubeActed,
    Edited,
    Ended,
    NextGame,
    PlayEntered,
    PositionSet,
    RollEntered,
)
from companion.match.orientation import BoardOrientation
from companion.match.phases import Phase
from companion.match.session import Terms
from tests.app.test_confirmed_turns import FollowedTable
from tests.table import LEFT, RIGHT, after, observed
from vision.observation import BAR

LIGHT, DARK = Side.LIGHT, Side.DARK
FIRST = after(replace(START, on_roll=LIGHT), "31", "8/5 6/5")
SECOND = after(FIRST, "65", "24/13")
THIRD = after(SECOND, "42", "8/4 6/4")
FOURTH = after(THIRD, "31", "8/5 6/5")


def playing(seating: BoardOrientation | None = None, *, asks: bool = False) -> FollowedTable:
    """Light has opened with 31, Dark has answered with 65; both plays were seen."""
    table = FollowedTable(Terms(length=5, asks=asks))
    seating = seating or BoardOrientation()
    table.state = table.state.with_record(seating=seating)
    for board, dice, places in (
        (START, "", LEFT),
        (START, "31", LEFT),
        (FIRST, "31", LEFT),
        (FIRST, "65", RIGHT),
        (SECOND, "65", RIGHT),
    ):
        table.see(seating.picture(picture_of(board)), dice, places)
    assert table.recorded()[-1] == "dark play 65 24/13"
    assert (table.reader.settled, len(table.reader.confirmed)) == ([2.0, 4.0], 1)
    return table


def plays(table: FollowedTable, board: Position, dice: str, to: Position) -> None:
    places = RIGHT if board.on_roll is DARK else LEFT
    table.see(board)
    table.see(board, dice, places)
    table.see(to, dice, places)
    assert table.state.record.position == to


def unsure(table: FollowedTable, event: BoardSeen) -> None:
    """A look at which the likeliest play is taken, though nobody could tell."""
    before = table.state
    super(FollowedTable, table).happen(event)
    assert table.state.record.last is not None
    assert table.state.record.last is not before.record.last
    table.state = table.state.with_record(last=replace(table.state.record.last, sure=False))
    table.turns.follow(before, event, table.state)


def test_what_was_learned_is_forgotten_when_a_person_puts_the_position_right() -> None:
    table = playing()
    table.happen(PositionSet(replace(FIRST, on_roll=LIGHT).id(), LIGHT, 6.0))
    assert table.reader.forgotten == 1
    assert len(table.reader.confirmed) == 1, "the play that was put right is not confirmed"


def test_what_was_learned_is_forgotten_when_the_other_player_agrees_to_a_change() -> None:
    table = playing(asks=True)
    table.happen(Edited(2, 6.0, play="13/2", by=LIGHT))
    assert table.reader.forgotten == 0
    table.happen(Answered(0, 7.0))
    assert (table.recorded()[-1], table.reader.forgotten) == ("edit 65 13/2", 1)
    table.happen(ChangeUndone(8.0))
    assert (table.state.record.position, table.reader.forgotten) == (SECOND, 2)


def test_a_position_set_as_it_is_on_record_makes_nobody_forget() -> None:
    table = playing()
    table.happen(PositionSet(SECOND.id(), LIGHT, 6.0))
    assert table.reader.forgotten == 0


def test_the_turn_before_a_correction_is_not_confirmed_by_the_one_after_it() -> None:
    table = playing()
    table.happen(PositionSet(FIRST.id(), DARK, 6.0))
    plays(table, FIRST, "65", SECOND)
    assert len(table.reader.confirmed) == 1
    assert table.reader.settled[2:] == [7.0]
    plays(table, SECOND, "42", THIRD)
    assert [when for when, _ in table.reader.confirmed] == [2.0, 7.0]


def test_a_board_set_up_before_the_first_turn_makes_nobody_forget() -> None:
    table = FollowedTable(Terms(length=5))
    table.see(START)
    table.happen(PositionSet(FIRST.id(), DARK, 1.0))
    assert table.state.record.position == FIRST
    assert table.reader.forgotten == 0


def test_a_play_entered_by_touch_confirms_the_one_before_and_is_settled_on_no_look() -> None:
    table = playing()
    table.happen(RollEntered(4, 2, 6.0))
    table.happen(PlayEntered("8/4 6/4", 7.0))
    assert table.state.record.position == THIRD
    assert [when for when, _ in table.reader.confirmed] == [2.0, 4.0]
    assert table.reader.settled == [2.0, 4.0]
    plays(table, THIRD, "31", FOURTH)
    assert len(table.reader.confirmed) == 2, "of the play by touch there was no look"


def test_a_double_between_two_turns_keeps_the_first_from_nothing() -> None:
    table = playing()
    table.happen(CubeActed(Act.DOUBLE, LIGHT, 6.0))
    table.happen(CubeActed(Act.TAKE, DARK, 7.0))
    plays(table, SECOND, "42", THIRD)
    assert [when for when, _ in table.reader.confirmed] == [2.0, 4.0]
    assert table.reader.forgotten == 0


def test_a_roll_and_its_play_at_one_look_confirm_the_turn_before() -> None:
    table = playing()
    table.see(THIRD, "42", LEFT)
    assert table.state.record.position == THIRD
    assert [when for when, _ in table.reader.confirmed] == [2.0, 4.0]
    assert table.reader.settled == [2.0, 4.0, 5.0]


def test_an_unsure_play_confirms_the_one_before_but_is_not_confirmed_itself() -> None:
    table = playing()
    table.see(SECOND, "42", LEFT)
    unsure(table, BoardSeen(observed(THIRD, "42", LEFT, at_s=5.5), 6, 5.5))
    assert [when for when, _ in table.reader.confirmed] == [2.0, 4.0]
    assert 5.5 not in table.reader.settled
    plays(table, THIRD, "31", FOURTH)
    assert 5.5 not in [when for when, _ in table.reader.confirmed]


@pytest.mark.parametrize(
    ("seating", "six_point", "counts"),
    [
        (BoardOrientation(), 6, (4, 0)),
        (BoardOrientation(mirrored=True), 7, (4, 0)),
        (BoardOrientation(swapped=True), 6, (0, 4)),
    ],
)
def test_the_reader_is_told_in_its_own_spots_and_sides(
    seating: BoardOrientation, six_point: int, counts: tuple[int, int]
) -> None:
    ((_, told),) = playing(seating).reader.confirmed
    assert told[six_point] == counts
    assert told[BAR] == (0, 0)
    assert sum(light + dark for light, dark in told.values()) == 30


def test_in_the_next_game_the_start_position_is_shown_again() -> None:
    table = playing()
    table.happen(Ended(LIGHT, Result.SINGLE, 6.0))
    table.happen(NextGame(7.0))
    table.see(START, "", LEFT)
    assert table.state.phase is Phase.OPENING, "the next game has begun"
    assert table.reader.forgotten == 1, "the last look of the game before shows another position"


def test_two_turns_that_one_look_told_are_no_correction() -> None:
    table = playing()
    table.see(SECOND, "42", LEFT)
    for _ in range(4):
        table.see(FOURTH, "31", RIGHT)
    assert table.recorded()[-4:] == [
        "light roll 42", "light play 42 8/4 6/4", "dark roll 31", "dark play 31 8/5 6/5",
    ]  # fmt: skip
    assert table.reader.forgotten == 0


def test_a_correction_after_a_play_by_touch_makes_the_reader_forget() -> None:
    table = playing()
    table.happen(RollEntered(4, 2, 6.0))
    table.happen(PlayEntered("8/4 6/4", 7.0))
    table.happen(PositionSet(replace(FIRST, on_roll=LIGHT).id(), LIGHT, 8.0))
    assert table.state.record.position.points == FIRST.points
    assert table.reader.forgotten == 1, "the play that was confirmed was none"
