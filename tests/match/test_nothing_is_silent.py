"""Nothing that a person does is silent: what is wrong is said at once, or what is awaited first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import Play, Position
from companion.games.backgammon.notation import resolve
from companion.games.rules import Side
from companion.match.events import ButtonPressed, NextGame, Paused, PutBackAsked, Resumed, Ticked, UndoAsked
from companion.match.message import NOTICE_S
from companion.match.phases import WRONG, Phase
from companion.match.session import Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.match.view import view_of
from companion.record.entries import Kind
from companion.record.journal import Mode
from companion.settings.tree import Settings, terms_of
from tests.match.test_session import moved
from tests.table import LEFT, Table, after, opened


@pytest.fixture
def rolled() -> tuple[Table, Position]:
    """As shipped: Dark has thrown 65, and the dice lie there."""
    table, board = opened(terms_of(Settings(), asks=True))
    for _ in range(2):
        table.see(board)
    table.see(board, "65", LEFT)
    assert (table.state.phase, table.state.ends_by) == (Phase.TRYING, EndOfTurn.LIFTED)
    table.journal.clear()
    return table, board


def said(table: Table) -> str:
    message = view_of(table.state).message
    return "" if message is None else message.key


def fit_no_rule(board: Position) -> object:
    return moved(board, (12, 16), (12, 17), side=Side.DARK)


def test_done_on_an_illegal_play_whose_dice_lie_there_says_at_once_which_rule_it_breaks(
    rolled: tuple[Table, Position],
) -> None:
    table, board = rolled
    for _ in range(3):
        table.see(fit_no_rule(board), "65", LEFT)  # type: ignore[arg-type]
    assert said(table) == "", "nobody is warned who is still trying"
    table.press()
    assert table.state.phase in WRONG
    by_press = view_of(table.state)
    assert by_press.message is not None
    assert by_press.message.alarm
    table.see(fit_no_rule(board))  # type: ignore[arg-type]
    other, again = opened(terms_of(Settings(), asks=True))
    for _ in range(2):
        other.see(again)
    other.see(again, "65", LEFT)
    for _ in range(3):
        other.see(fit_no_rule(again))  # type: ignore[arg-type]
    by_itself = view_of(other.state)
    assert (by_press.message, by_press.illegal) == (by_itself.message, by_itself.illegal)


def test_done_before_the_next_look_is_seen_to_be_heard_and_the_look_decides(rolled: tuple[Table, Position]) -> None:
    table, board = rolled
    for _ in range(2):
        table.see(fit_no_rule(board), "65", LEFT)  # type: ignore[arg-type]
    table.happen(ButtonPressed(table.state.t + 0.7))
    assert view_of(table.state).awaits_look
    table.happen(ButtonPressed(table.state.t + 0.1))
    assert said(table) == "awaited.ended"
    for _ in range(2):
        table.see(fit_no_rule(board), "65", LEFT)  # type: ignore[arg-type]
    assert table.state.phase in WRONG


def test_done_while_a_hand_is_over_the_board_rules_on_nothing_and_says_so(rolled: tuple[Table, Position]) -> None:
    table, board = rolled
    for _ in range(3):
        table.see(fit_no_rule(board), "65", LEFT)  # type: ignore[arg-type]
    table.see(fit_no_rule(board), "65", LEFT, hand=True)  # type: ignore[arg-type]
    table.press()
    assert said(table) == "awaited.hand"
    assert [entry for entry in table.journal if entry.event is Kind.ILLEGAL] == []
    for _ in range(2):
        table.see(fit_no_rule(board), "65", LEFT)  # type: ignore[arg-type]
    assert table.state.phase in WRONG


def test_done_on_half_a_play_says_what_is_left_and_accuses_nobody(rolled: tuple[Table, Position]) -> None:
    table, board = rolled
    half = resolve(board, Play.from_text("24/18"))
    for _ in range(2):
        table.see(half, "65", LEFT)
    table.press()
    message = view_of(table.state).message
    assert message is not None
    assert (message.alarm, message.key) == (False, "move-left")
    assert table.recorded() == []


def test_done_before_anything_is_played_says_what_is_awaited(rolled: tuple[Table, Position]) -> None:
    table, _ = rolled
    table.press()
    assert said(table) == "awaited.trying"
    assert table.recorded() == [entry for entry in table.recorded() if "note" in entry]


def test_done_on_a_legal_play_ends_the_turn(rolled: tuple[Table, Position]) -> None:
    table, board = rolled
    table.see(after(board, "65", "24/13"), "65", LEFT)
    table.press()
    assert table.recorded()[-1] == "dark play 65 24/13"


def test_a_warning_stands_behind_a_notice_and_is_there_again_after_it(rolled: tuple[Table, Position]) -> None:
    table, board = rolled
    for _ in range(3):
        table.see(fit_no_rule(board), "65", LEFT)  # type: ignore[arg-type]
    table.press()
    warning = view_of(table.state)
    table.happen(UndoAsked(table.state.t + 0.1))
    table.happen(Resumed(table.state.t + 0.1))
    shown = view_of(table.state)
    assert shown.alarm == warning.message
    assert shown.illegal == warning.illegal
    table.happen(Ticked(table.state.t + NOTICE_S))
    assert view_of(table.state).alarm == warning.message


def test_a_warning_stands_again_after_a_pause(rolled: tuple[Table, Position]) -> None:
    table, board = rolled
    for _ in range(3):
        table.see(fit_no_rule(board), "65", LEFT)  # type: ignore[arg-type]
    table.press()
    warning = view_of(table.state).message
    table.happen(Paused(table.state.t + 1.0))
    assert said(table) == "notice.paused"
    table.happen(Resumed(table.state.t + 1.0))
    assert view_of(table.state).message == warning


def test_a_notice_leaves_after_four_seconds_and_no_look_brings_it_back() -> None:
    table, board = opened(Terms(asks=True, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.CAMERA))
    table.press()
    table.happen(ButtonPressed(table.state.t + 0.5))
    first = view_of(table.state)
    assert first.message is not None
    for _ in range(6):
        table.happen(Ticked(table.state.t + 1.0))
    assert view_of(table.state).message is None
    table.happen(ButtonPressed(table.state.t + 0.1))
    again = view_of(table.state)
    assert again.message is not None, "who asks again is answered again"
    assert again.said_t > first.said_t
    del board


@pytest.mark.parametrize(
    ("event", "key"),
    [
        (Resumed, "awaited.setting-up"), (PutBackAsked, "awaited.setting-up"), (UndoAsked, "refused.undo"),
        (NextGame, "awaited.setting-up"), (ButtonPressed, "awaited.setting-up"),
    ],
)  # fmt: skip
def test_before_a_game_it_is_said_that_the_board_is_to_be_set_up(event: type, key: str) -> None:
    table = Table(replace(Terms(asks=True), mode=Mode.REFEREED))
    table.happen(event(1.0))
    assert said(table) == key
