"""A match of draughts by touch."""

from __future__ import annotations

from functools import partial

import pytest

from companion.games.draughts import START, Position
from companion.games.draughts.squares import named
from companion.games.rules import Side
from companion.match.draughts.session import resumed
from companion.match.events import (
    Answered,
    Awarded,
    ButtonPressed,
    ChangeUndone,
    Claimed,
    Disputed,
    DrawOffered,
    GameResigned,
    LeftToDirector,
    MoveEdited,
    MoveEntered,
    NextGame,
    Paused,
    PositionEntered,
    Resumed,
    Ticked,
    UndoAsked,
)
from companion.record.journal import Mode
from companion.record.match import Cause
from tests.match.draughts.play import Table


def test_light_moves_first_and_the_turn_passes_with_each_move() -> None:
    table = Table()
    assert table.view.phase == "phase.start"
    assert table.view.to_move is None
    view = table.start()
    assert (view.phase, view.to_move, view.position, len(view.legal)) == ("phase.play", Side.LIGHT, START, 7)
    view = table.play("c3-d4", "b6-a5", "d4-c5")
    assert view.to_move is Side.DARK
    assert [shown.text for shown in view.moves] == ["c3-d4", "b6-a5", "d4-c5"]
    assert table.kinds == ["start", "play", "play", "play"]


def test_an_illegal_move_is_named_with_its_squares_until_a_legal_one_is_played() -> None:
    table = Table()
    table.start()
    view = table.play("c3-c4")
    assert (view.position, view.phase, view.to_move) == (START, "phase.correct", Side.LIGHT)
    assert view.message is not None
    assert view.message.alarm
    assert view.illegal is not None
    assert view.illegal.way == (named("c3"), named("c4"))
    assert named("c4") in view.illegal.squares
    view = table.play("c3-d4")
    assert (view.phase, view.message, view.illegal) == ("phase.play", None, None)
    assert table.kinds == ["start", "illegal", "corrected"]
    assert resumed(table.terms, table.entries[:2]).record.wrong is not None


def test_a_game_that_the_director_gives_is_asked_of_with_the_points_that_it_counts() -> None:
    table = Table()
    table.start()
    view = table.do(partial(Awarded, Side.LIGHT, 1, by=Side.LIGHT))
    assert view.question is not None
    assert (view.question.key, view.question.values["points"]) == ("question.award", "2")
    table.do(partial(Answered, 0, by=Side.DARK))
    assert "game_over" in table.kinds


def test_a_text_that_is_no_move_is_refused_with_a_sentence() -> None:
    table = Table()
    table.start()
    view = table.play("nowhere")
    assert (view.position, view.phase) == (START, "phase.play")
    assert view.message is not None
    assert view.message.key == "notice.refused"


@pytest.mark.parametrize(
    ("move", "key", "values"),
    [
        ("f6-e5", "draughts.wrong-side", {"start": "f6", "side": "light"}),
        ("d4-e5", "draughts.wrong-side.empty", {"start": "d4", "side": "light"}),
    ],
)
def test_a_move_that_cannot_be_made_on_the_board_is_refused_by_the_rule_that_forbids_it(
    move: str, key: str, values: dict[str, str]
) -> None:
    table = Table()
    table.start()
    view = table.play(move)
    assert (view.position, view.phase) == (START, "phase.play")
    assert view.message is not None
    assert (view.message.key, view.message.values, view.message.alarm) == (key, values, False)


def test_a_quiet_match_explains_what_it_refuses_all_the_same() -> None:
    table = Table(mode=Mode.RECORDED)
    table.start()
    view = table.play("c3-c4")
    assert view.message is not None
    assert (view.message.key, table.kinds[-1]) == ("draughts.not-diagonal.light", "note")


def test_an_earlier_move_that_was_against_the_rules_is_refused_by_the_rule() -> None:
    table = Table(mode=Mode.TRAINING)
    table.start()
    table.play("c3-d4", "b6-a5")
    view = table.do(partial(MoveEdited, 0, "c3-c5"))
    assert view.message is not None
    assert view.message.key == "draughts.not-diagonal"
    assert [shown.text for shown in view.moves] == ["c3-d4", "b6-a5"]


def test_a_capture_takes_what_it_jumps() -> None:
    table = Table()
    table.start()
    view = table.play("c3-d4", "f6-g5", "d4-c5", "b6xd4")
    assert view.position.count(Side.LIGHT) == 11
    assert view.last is not None
    assert view.last.move.captured == (named("c5"),)


def test_a_side_without_a_move_has_lost() -> None:
    table = Table()
    table.start()
    table.do(partial(PositionEntered, "W:Wg5,Kc1:Bh8"))
    view = table.play("c1-f4", "h8-g7", "f4-e5")
    assert view.phase == "phase.play"  # the man must take or move on
    table.do(partial(PositionEntered, "W:Wg5,f4,e7:Bh6"))
    view = table.play("e7-f8")
    assert (view.phase, view.winner, view.result, view.games) == ("phase.over", Side.LIGHT, "1-0", (2, 0))


def test_a_man_that_reaches_the_far_row_is_to_be_crowned_until_the_next_move() -> None:
    table = Table()
    table.start()
    table.do(partial(PositionEntered, "W:Wb6,a1:Bh8,h6"))
    view = table.play("b6-a7", "h8-g7", "a7-b8")
    assert view.crown == (named("b8"),)
    assert view.message is not None
    assert view.message.key == "notice.crown"
    assert table.play("g7-f6").crown == ()


def test_colours_change_with_each_game_and_the_points_stay_with_their_players() -> None:
    table = Table()
    table.start()
    table.play("c3-d4")
    view = table.do(partial(GameResigned, Side.DARK))
    assert (view.names, view.games) == (("Anna", "Boris"), (2, 0))
    table.do(NextGame)
    view = table.do(NextGame)
    assert (view.names, view.games, view.position) == (("Boris", "Anna"), (0, 2), START)
    assert not view.light_at_bottom  # nobody changes seats
    view = table.do(partial(GameResigned, Side.LIGHT))
    assert view.phase == "phase.match-over"
    assert (view.names, view.games) == (("Boris", "Anna"), (0, 4))


def test_a_match_goes_on_as_long_as_it_can_still_be_won() -> None:
    table = Table(length=3)
    table.start()
    for _ in range(2):
        table.do(partial(DrawOffered, Side.LIGHT))
        view = table.do(partial(DrawOffered, Side.DARK))
        assert (view.phase, view.result) == ("phase.over", "1/2-1/2")
        table.do(NextGame)
        table.do(NextGame)
    assert table.view.games == (2, 2)
    table.do(partial(DrawOffered, Side.LIGHT))
    assert table.do(partial(DrawOffered, Side.DARK)).phase == "phase.match-over"


def test_an_offer_of_a_draw_is_declined_by_the_others_move() -> None:
    table = Table()
    table.start()
    view = table.do(partial(DrawOffered, Side.LIGHT))
    assert view.draw_offered_by is Side.LIGHT
    assert table.play("c3-d4").draw_offered_by is Side.LIGHT
    assert table.play("b6-a5").draw_offered_by is None


def test_an_undo_in_a_refereed_match_needs_the_other_player() -> None:
    table = Table()
    table.start()
    table.play("c3-d4", "b6-a5")
    view = table.do(partial(UndoAsked, by=Side.DARK))
    assert view.question is not None
    assert view.question.to == {Side.LIGHT}
    view = table.do(partial(Answered, 0))
    assert (view.to_move, [shown.text for shown in view.moves]) == (Side.DARK, ["c3-d4"])
    view = table.do(ChangeUndone)
    assert [shown.text for shown in view.moves] == ["c3-d4", "b6-a5"]


def test_a_refused_undo_leaves_the_record_as_it_is() -> None:
    table = Table()
    table.start()
    table.play("c3-d4")
    table.do(partial(UndoAsked, by=Side.LIGHT))
    view = table.do(partial(Answered, 1))
    assert view.message is not None
    assert view.message.key == "notice.not-agreed"
    assert len(view.moves) == 1


def test_an_earlier_move_is_corrected_and_what_follows_is_played_again() -> None:
    table = Table(mode=Mode.RECORDED)
    table.start()
    table.play("c3-d4", "b6-a5", "d4-c5")
    view = table.do(partial(MoveEdited, 0, "c3-b4"))
    assert view.message is not None
    assert view.message.key == "notice.refused"  # nobody could have moved from d4 then
    view = table.do(partial(MoveEdited, 1, "f6-g5"))
    assert [shown.text for shown in view.moves] == ["c3-d4", "f6-g5", "d4-c5"]


def test_an_end_by_undo_is_taken_back() -> None:
    table = Table(mode=Mode.RECORDED)
    table.start()
    table.do(partial(PositionEntered, "W:Wa1,b2:Bc3"))
    view = table.play("b2xd4")
    assert view.phase == "phase.over"
    view = table.do(UndoAsked)
    view = table.do(partial(Answered, 0))
    assert (view.phase, view.games, view.winner) == ("phase.play", (0, 0), None)
    assert view.position == Position.from_fen("W:Wa1,b2:Bc3")


def test_a_dispute_stops_the_game_and_keeps_what_both_say() -> None:
    table = Table(clock=True)
    table.start()
    table.play("c3-d4")
    view = table.do(Disputed)
    assert view.phase == "phase.paused"
    table.do(lambda at_s: Claimed(Side.LIGHT, "I touched d2", at_s))
    view = table.do(lambda at_s: Claimed(Side.DARK, "he did not", at_s))
    assert view.dispute is not None
    assert view.dispute.claims == ("I touched d2", "he did not")
    assert view.clock is not None
    assert view.clock.runs is None
    view = table.do(LeftToDirector)
    assert (view.phase, view.dispute) == ("phase.play", None)


def test_who_has_no_time_left_has_lost() -> None:
    table = Table(clock=True, time_s=60.0, increment_s=10.0)
    table.start()
    table.play("c3-d4")  # the clock begins with the first move
    view = table.do(Ticked, after_s=50.0)
    assert view.clock is not None
    assert view.clock.left_s == (60, 10)
    assert table.play("b6-a5").clock is not None
    view = table.do(Ticked, after_s=0.0)
    assert view.clock is not None
    assert view.clock.left_s == (60, 19)
    view = table.do(Ticked, after_s=61.0)
    assert (view.winner, view.phase) == (Side.DARK, "phase.over")
    assert "time" in str(table.entries[-1].facts)


def test_a_move_after_the_time_was_up_is_too_late_and_gets_no_increment() -> None:
    table = Table(clock=True, time_s=60.0, increment_s=10.0)
    table.start()
    table.play("c3-d4")
    view = table.do(partial(MoveEntered, "b6-a5"), after_s=61.0)
    assert (view.winner, view.cause, view.result, len(view.moves)) == (Side.LIGHT, Cause.TIME, "1-0", 1)
    assert table.kinds[-2:] == ["game_over", "note"]


def test_a_game_lost_on_time_is_not_changed_by_a_player() -> None:
    table = Table(clock=True, time_s=60.0)
    table.start()
    table.play("c3-d4")
    before = table.do(Ticked, after_s=70.0)
    for event in (partial(UndoAsked, by=Side.DARK), partial(MoveEdited, 0, "c3-b4")):
        view = table.do(event)
        assert (view.winner, view.phase, view.moves) == (before.winner, before.phase, before.moves)
        assert view.message is not None
        assert view.message.key == "notice.decided.game"


def test_the_winner_of_a_match_lost_on_time_is_on_record() -> None:
    table = Table(clock=True, time_s=60.0, length=1)
    table.start()
    table.play("c3-d4")
    assert table.do(Ticked, after_s=70.0).phase == "phase.match-over"
    assert [(entry.event.value, entry.side) for entry in table.entries[-2:]] == [
        ("game_over", Side.LIGHT), ("match_over", Side.LIGHT),
    ]  # fmt: skip


def test_an_automatic_pause_never_stops_a_running_clock() -> None:
    table = Table(clock=True, time_s=900.0, idle_s=60.0)
    table.start()
    assert table.do(Ticked, after_s=61.0).phase == "phase.paused", "nobody has moved, and no clock runs"
    table.do(Resumed)
    table.play("c3-d4")
    view = table.do(Ticked, after_s=100.0)
    assert (view.phase, view.dimmed) == ("phase.play", True)
    assert table.play("b6-a5").dimmed is False


def test_a_pause_by_button_ends_by_button() -> None:
    table = Table()
    table.start()
    assert table.do(Paused).phase == "phase.paused"
    assert table.do(ButtonPressed).phase == "phase.play"
    table.do(Paused)
    assert table.do(Resumed).phase == "phase.play"


def test_a_resumed_match_is_as_it_was_left() -> None:
    table = Table(clock=True)
    table.start()
    table.play("c3-d4", "b6-a5", "d4-c5")
    table.do(partial(DrawOffered, Side.LIGHT))
    table.do(partial(UndoAsked, by=Side.LIGHT))
    again = resumed(table.terms, table.entries)
    assert again.record == table.state.record
    assert again.shown.question is not None
    assert table.state.shown.question is not None
    assert again.shown.question.values == table.state.shown.question.values
    table.do(partial(Answered, 0))
    table.do(ChangeUndone)
    table.do(partial(GameResigned, Side.DARK))
    assert resumed(table.terms, table.entries).record == table.state.record
