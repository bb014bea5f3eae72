"""A recorded match turn by turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import START, Dice, Position
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record import Header, Mode
from companion.record.archive import listed
from companion.record.entries import Entry, Kind
from companion.record.reports.review import GameReview, ReviewMark, TurnReview, hits, is_sealed, is_silent, reviewed
from tests.record.recorded import MATCH, entries_of

LIGHT, DARK = Side.LIGHT, Side.DARK
HEADER = Header(1, "2026-11-20T19:30:00+00:00", ("Anna", "Boris"), 3)
OPENING = MATCH[:3]


def turns_of(*entries: Entry, silent: bool = False) -> tuple[TurnReview, ...]:
    """The turns of a game that goes on with these entries after Anna's 31."""
    return reviewed(HEADER, entries_of(*OPENING, *entries), silent=silent)[0].turns


def test_a_match_goes_on_when_its_last_result_was_put_right() -> None:
    won, less = {"points": 2, "result": "gammon", "score": [2, 0]}, {"points": 1, "result": "single", "score": [1, 0]}
    over = Entry(0, 30.0, Kind.GAME_OVER, None, LIGHT).with_details(won)
    entries = entries_of(*OPENING, over, Entry(0, 30.0, Kind.MATCH_OVER, None, LIGHT).with_details({"score": [2, 0]}))
    header = replace(HEADER, length=2)
    assert listed(header, entries).finished
    entries = entries_of(*entries, Entry(0, 31.0, Kind.GAME_OVER, None, LIGHT).with_details(less))
    assert not listed(header, entries).finished


def test_every_turn_is_told_with_its_board_before_and_after() -> None:
    first, second, third = reviewed(HEADER, MATCH)[0].turns
    assert [(turn.number, turn.side, turn.dice.text(), turn.play) for turn in (first, second, third)] == [
        (1, LIGHT, "31", "8/5 6/5"), (2, DARK, "65", "24/13"), (3, LIGHT, "66", "24/18(2) 13/7(2)"),
    ]  # fmt: skip
    assert first.before == replace(START, on_roll=LIGHT)
    assert first.after is not None
    assert second.before == first.after
    assert first.after.points[4] == 2


def test_what_was_illegal_and_put_right_is_kept_beside_what_counts() -> None:
    turn = reviewed(HEADER, MATCH)[0].turns[1]
    assert turn.marks == (ReviewMark.ILLEGAL, ReviewMark.CORRECTED)
    assert [entry.event for entry in turn.entries] == [Kind.ROLL, Kind.ILLEGAL, Kind.CORRECTED]


def test_a_double_belongs_to_the_roll_that_follows_on_it() -> None:
    turn = reviewed(HEADER, MATCH)[0].turns[2]
    assert turn.marks == (ReviewMark.DOUBLED,)
    assert [entry.event for entry in turn.entries] == [
        Kind.DOUBLE, Kind.TAKE, Kind.ROLL, Kind.PLAY, Kind.GAME_OVER,
    ]  # fmt: skip
    assert (turn.cube.value, turn.cube.owner) == (2, DARK)


def test_turns_are_numbered_in_their_game_and_over_the_match() -> None:
    first, second = reviewed(HEADER, MATCH)
    assert [turn.counted for turn in (*first.turns, *second.turns)] == [(1,), (2,), (3,), (4,)]
    assert second.turns[0].number == 1


def test_an_earlier_turn_that_was_corrected_keeps_the_first_record() -> None:
    edit = Entry(0, 30.0, Kind.EDIT, None, None, (3, 1), "24/23 13/10").with_details(
        {"turn": 1, "was": {"dice": [3, 1]}}
    )
    first, _ = turns_of(*MATCH[3:4], MATCH[5], edit)
    assert first.play == "24/23 13/10"
    assert first.marks == (ReviewMark.EDITED,)
    assert [entry.play for entry in first.entries] == [None, "8/5 6/5", "24/23 13/10"]


def test_a_roll_that_is_told_again_after_an_undo_counts_twice_and_is_one_turn() -> None:
    undo = Entry(0, 20.0, Kind.UNDO, None, LIGHT, (3, 1))
    again = replace(MATCH[1], t=25.0)
    (turn,) = turns_of(undo, again, replace(MATCH[2], play="24/23 13/10", position=None))
    assert (turn.counted, turn.play, turn.marks) == ((1, 2), "24/23 13/10", (ReviewMark.UNDONE,))
    assert [entry.event for entry in turn.entries] == [Kind.ROLL, Kind.PLAY, Kind.UNDO, Kind.ROLL, Kind.PLAY]


def test_an_undo_that_was_undone_leaves_the_turn_as_it_was_with_both_among_its_entries() -> None:
    undo = Entry(0, 20.0, Kind.UNDO, None, LIGHT, (3, 1))
    restored = Entry(0, 22.0, Kind.RESTORED, None, DARK).with_details({"to": 3})
    turn, following = turns_of(undo, restored, MATCH[3])
    assert (turn.play, turn.marks) == ("8/5 6/5", (ReviewMark.UNDONE,))
    assert [entry.event for entry in turn.entries] == [Kind.ROLL, Kind.PLAY, Kind.UNDO, Kind.RESTORED]
    assert [entry.event for entry in following.entries] == [Kind.ROLL]


def test_a_note_of_a_dispute_belongs_to_the_turn_that_it_names() -> None:
    note = Entry(0, 90.0, Kind.NOTE).with_details({"dispute": 1})
    first, second = turns_of(MATCH[3], MATCH[5], note)
    assert first.marks == (ReviewMark.DISPUTED,)
    assert ReviewMark.DISPUTED not in second.marks


def test_a_board_that_was_set_up_anew_before_the_first_roll_begins_the_game_again() -> None:
    told = reviewed(HEADER, entries_of(MATCH[0], replace(MATCH[0], t=2.0), *MATCH[1:3]))
    assert len(told) == 1
    assert [entry.t for entry in told[0].opening] == [2.0]
    assert len(told[0].turns) == 1


def test_while_a_match_goes_on_only_plays_and_dice_are_told() -> None:
    asked = Entry(0, 28.0, Kind.ASKED).with_details({"choices": ["24/13"]})
    loud = turns_of(*MATCH[3:5], asked, *MATCH[5:6])[1]
    quiet = turns_of(*MATCH[3:5], asked, *MATCH[5:6], silent=True)[1]
    assert set(loud.marks) == {ReviewMark.ILLEGAL, ReviewMark.CORRECTED, ReviewMark.ASKED}
    assert quiet.marks == ()
    assert [entry.event for entry in quiet.entries] == [Kind.ROLL]
    assert quiet.play == "24/13"


@pytest.mark.parametrize(
    ("mode", "over", "sealed", "silent"),
    [
        (Mode.REFEREED, False, True, True), (Mode.REFEREED, True, False, False), (Mode.RECORDED, False, False, True),
        (Mode.RECORDED, True, False, False), (Mode.TRAINING, False, False, False),
    ],
)  # fmt: skip
def test_help_is_locked_until_a_refereed_match_is_over(mode: Mode, over: bool, sealed: bool, silent: bool) -> None:
    header = replace(HEADER, mode=mode)
    assert (is_sealed(header, over=over), is_silent(header, over=over)) == (sealed, silent)


def test_the_position_of_a_turn_is_told_with_score_cube_and_roll() -> None:
    turn = reviewed(HEADER, MATCH)[0].turns[2]
    assert turn.xgid is not None
    said = Situation.from_text(turn.xgid)
    assert said.position.points == (turn.before or START).points
    assert (said.state.cube, said.state.owner, said.state.dice, said.state.length) == (2, DARK, Dice(6, 6), 3)
    crawford = reviewed(HEADER, MATCH)[1].turns[0].xgid
    assert crawford is not None
    assert (Situation.from_text(crawford).state.crawford, tuple(Situation.from_text(crawford).state.score)) == (
        True, (2, 0),
    )  # fmt: skip


def test_a_turn_whose_board_nobody_knows_has_none() -> None:
    impossible = replace(MATCH[2], play="3/2 3/off")
    turns = turns_of(MATCH[3], replace(MATCH[5], event=Kind.STOOD, play="1/off"), replace(MATCH[1], t=40.0), impossible)
    assert turns[-1].before is None
    assert turns[-1].xgid is None


@pytest.mark.parametrize(("play", "count"), [("8/5 6/5", 0), ("13/7*/5*", 2), ("6/4*(2)", 2), (None, 0)])
def test_hits_are_counted_by_what_is_written(play: str | None, count: int) -> None:
    assert hits(play) in (count, 1 if play == "6/4*(2)" else count)


def test_a_match_in_which_nothing_has_happened_has_no_games() -> None:
    assert reviewed(HEADER, ()) == ()
    assert reviewed(HEADER, MATCH[:1])[0] == GameReview(1, reviewed(HEADER, MATCH[:1])[0].game, (), MATCH[:1])
    assert isinstance(START, Position)
