"""A match of draughts by touch."""

from __future__ import annotations

from functools import partial

from companion.games.draughts import START
from companion.games.rules import Side
from companion.match.draughts.record_sync import in_line
from companion.match.events import (
    ButtonPressed,
    GameResigned,
    NextGame,
    Paused,
    Resumed,
    Ticked,
)
from companion.record.journal import Mode
from companion.referee.draughts.game import anchored
from tests.match.draughts.play import Table


def test_a_text_that_is_no_move_is_refused_with_a_sentence() -> None:
    table = Table()
    table.start()
    view = table.play("nowhere")
    assert (view.position, view.phase) == (START, "phase.play")
    assert view.message is not None
    assert view.message.key == "notice.refused"


def test_a_quiet_match_explains_what_it_refuses_all_the_same() -> None:
    table = Table(mode=Mode.RECORDED)
    table.start()
    view = table.play("c3-c4")
    assert view.message is not None
    assert (view.message.key, table.kinds[-1]) == ("draughts.not-diagonal.light", "note")


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


def test_the_winner_of_a_match_lost_on_time_is_on_record() -> None:
    table = Table(clock=True, time_s=60.0, length=1)
    table.start()
    table.play("c3-d4")
    assert table.do(Ticked, after_s=70.0).phase == "phase.match-over"
    assert [(entry.event.value, entry.side) for entry in table.entries[-2:]] == [
        ("game_over", Side.LIGHT), ("match_over", Side.LIGHT),
    ]  # fmt: skip


def test_a_pause_by_button_ends_by_button() -> None:
    table = Table()
    table.start()
    assert table.do(Paused).phase == "phase.paused"
    assert table.do(ButtonPressed).phase == "phase.play"
    table.do(Paused)
    assert table.do(Resumed).phase == "phase.play"


def test_a_move_that_was_set_back_is_taken_back_also_while_a_hand_is_over_the_board() -> None:
    table = Table()
    table.start()
    table.play("c3-d4")
    state = table.state.with_seen(belief=anchored(START), hand=True)
    assert len(state.seen.recorded) == 1
    state, _ = in_line(state, None)
    assert (state.record.position, state.seen.recorded) == (START, ())
