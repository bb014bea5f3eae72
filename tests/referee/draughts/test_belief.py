"""What people do at a draughts board, act by act, and what the referee makes of it."""

from __future__ import annotations

import pytest

from companion.games.draughts import START, Position, after
from companion.games.draughts.notation import parse
from companion.games.rules import Side
from companion.referee.belief import looked, since, without_rejected
from companion.referee.draughts.course import Gap, Moved, Stage
from companion.referee.draughts.game import Draughts, anchored
from companion.referee.hypothesis import hypotheses_of, sureness
from tests.referee.draughts.table import Table, look

FORCED = "W:Wc3,g1:Bd4,f6,a7"
"""Light has to take two: c3xe5xg7."""


def at(fen: str, *, still: bool = True) -> Table:
    return Table(Position.from_fen(fen), still=still)


def moved(position: Position, *moves: str) -> tuple[Moved, ...]:
    told = []
    for text in moves:
        move = parse(text, position)
        told.append(Moved(position, move, after(position, move)))
        position = told[-1].end
    return tuple(told)


# --- lawful turns ----------------------------------------------------------------------------------------


def test_a_still_look_at_a_legal_move_tells_it() -> None:
    table = Table()
    table.moves("c3-d4")
    assert table.recorded == moved(START, "c3-d4")


def test_a_press_ends_a_turn_and_nothing_before_it() -> None:
    table = Table(still=False)
    table.moves("c3-d4")
    assert table.recorded == ()
    table.presses()
    assert table.recorded == moved(START, "c3-d4")


def test_a_press_before_any_look_ends_the_move_that_the_next_look_shows() -> None:
    table = Table(still=False)
    table.presses()
    table.moves("c3-d4")
    assert table.recorded == moved(START, "c3-d4")
    table.belief = looked(table.belief, look(table.board, {"h8": "."}), Draughts(), unmoved=True)
    assert table.recorded == moved(START, "c3-d4")


def test_a_press_after_a_turn_that_is_over_ends_the_next_one() -> None:
    table = Table(still=False)
    table.moves("c3-d4")
    table.presses()
    table.looks(2)
    table.presses()
    table.moves("d6-c5")
    assert table.recorded == moved(START, "c3-d4", "d6-c5")


def test_a_press_before_any_look_at_a_fault_ends_that_too() -> None:
    table = at("W:Wd4:Ba7", still=False)
    table.presses()
    table.puts("d4. c3l")
    assert table.fault > 0.97


def test_without_a_press_the_opponents_move_ends_the_turn() -> None:
    table = Table(still=False)
    table.moves("c3-d4")
    table.moves("d6-c5")
    assert table.recorded == moved(START, "c3-d4")


def test_a_move_and_its_answer_within_one_movement_are_two_turns() -> None:
    table = Table()
    table.position = moved(START, "c3-d4")[0].end
    table.moves("d6-c5")
    assert table.recorded == moved(START, "c3-d4", "d6-c5")


def test_another_move_tried_before_is_none() -> None:
    table = Table()
    table.puts("c3. b4l", 2)
    table.puts("b4. c3l")
    table.moves("e3-f4")
    assert table.recorded == moved(START, "e3-f4")


def test_a_move_changed_for_another_is_told_otherwise() -> None:
    table = Table()
    table.moves("c3-d4", 3)
    table.puts("d4. b4l", 2)
    assert table.recorded == moved(START, "c3-b4")


# --- captures, piece by piece -----------------------------------------------------------------------------


@pytest.mark.parametrize("stages", [
    ["c3. e5l", "e5. g7l", "d4.", "f6."],
    ["c3. e5l d4.", "e5. g7l f6."],
    ["d4.", "f6.", "c3. e5l", "e5. g7l"],
    ["c3.", "d4.", "g7l", "f6."],
], ids=["pieces lifted afterwards", "step by step", "pieces lifted first", "the man held meanwhile"])  # fmt: skip
def test_a_capture_is_told_when_it_is_whole(stages: list[str]) -> None:
    table = at(FORCED)
    for stage in stages[:-1]:
        table.puts(stage, 2)
        assert table.recorded == ()
        assert table.stage is Stage.HALF_WAY
    table.puts(stages[-1], 2)
    assert table.recorded == moved(Position.from_fen(FORCED), "c3xe5xg7")


def test_a_captured_piece_left_lying_for_a_while_is_no_fault() -> None:
    table = at(FORCED)
    table.puts("c3. g7l d4.", 6)
    assert table.stage is Stage.HALF_WAY
    table.puts("f6.")
    assert table.recorded == moved(Position.from_fen(FORCED), "c3xe5xg7")


# --- kings ----------------------------------------------------------------------------------------------


def test_a_man_on_the_far_row_is_a_king_from_then_on() -> None:
    table = at("W:Wc7,a1:Be5,h4")
    table.moves("c7-b8", 2)
    table.moves("h4-g3", 2)
    table.moves("b8xh2", 2)
    assert table.recorded == moved(Position.from_fen("W:Wc7,a1:Be5,h4"), "c7-b8", "h4-g3", "b8xh2")


def test_crowning_a_man_later_changes_nothing() -> None:
    table = at("W:Wc7,a1:Be5,h4")
    table.moves("c7-b8", 2)
    table.looks(2)
    assert len(table.recorded) == 1
    table.moves("h4-g3")
    table.looks(2)
    assert len(table.recorded) == 2
    assert table.fault < 0.05


# --- faults ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fen", "pieces"), [
    ("W:Wc3,g1:Bd4,h6", "g1. h2l"),
    ("W:Wc1,d2:Bh8", "c1. e3l"),
    ("W:Wd4:Ba7", "d4. c3l"),
    ("W:Wd4:Ba7", "d4. d5l"),
    ("W:Wd4:Ba7", "d4. f6l"),
    ("W:Wd4:Ba7,h8", "a7. b6d"),
    ("W:WKa1,h2:Bc3,d4,h8", "a1. f6l c3. d4."),
    ("W:WKa1,b2:Bh8,h6", "a1. e5l"),
    ("W:Wd4,f4:Ba7", "d4. e5l f4. g5l"),
], ids=[
    "capture ignored", "own man jumped", "backward", "onto a light square", "too far", "the other side's man",
    "king over two men", "king over its own man", "two men",
])  # fmt: skip
def test_a_turn_against_the_rules_is_a_fault(fen: str, pieces: str) -> None:
    table = at(fen)
    table.puts(pieces, 2)
    assert table.fault > 0.97


def test_a_fault_put_right_is_a_move() -> None:
    table = at("W:Wd4:Ba7")
    table.puts("d4. c3l", 3)
    assert table.fault > 0.97
    table.puts("c3. e5l", 2)
    assert table.recorded == moved(Position.from_fen("W:Wd4:Ba7"), "d4-e5")


def test_a_fault_over_which_the_opponent_moves_stood_as_it_lies() -> None:
    before = Position.from_fen("W:Wd4,h2:Bb8,a7,g7")
    table = Table(before)
    table.puts("d4. c3l", 1)
    table.puts("b8. c7d", 2)
    first, second = table.recorded
    assert isinstance(first, Moved)
    assert first.move is None
    assert second.side is Side.DARK  # type: ignore[union-attr]


def test_with_a_button_nothing_is_a_fault_before_the_press() -> None:
    table = at("W:Wd4:Ba7", still=False)
    table.puts("d4. c3l", 3)
    assert table.fault < 0.1
    table.presses()
    table.looks(1)
    assert table.fault > 0.97


# --- nobody's turn ----------------------------------------------------------------------------------------


def test_the_last_move_set_back_is_undone() -> None:
    table = Table()
    table.moves("c3-d4", 3)
    table.moves("d6-c5", 3)
    table.puts("c5. d6d", 3)
    assert table.recorded == moved(START, "c3-d4")
    table.puts("d4. c3l", 3)
    assert table.recorded == ()


def test_a_man_nudged_off_its_square_and_straightened_is_nothing() -> None:
    table = Table()
    table.moves("c3-d4", 2)
    table.puts("g3.", 3)
    assert table.fault < 0.5
    table.puts("g3l", 1)
    table.moves("d6-c5", 2)
    assert table.recorded == moved(START, "c3-d4", "d6-c5")


def test_a_board_that_nothing_leads_to_is_a_gap() -> None:
    table = Table()
    table.moves("c3-d4", 2)
    table.puts("c1. e1. g1. b4l a5l h4l b8. d8. f8. c5d f6d h6d", 3)
    table.puts("h4. g5l", 3)
    table.puts("h6. g5. f4d", 3)
    assert any(isinstance(event, Gap) for event in hypotheses_of(table.belief, Draughts())[0].items)


# --- misreadings -------------------------------------------------------------------------------------------


def test_a_square_that_is_misread_all_the_while_accuses_nobody() -> None:
    table = Table()
    table.misread = {"h2": "."}
    table.moves("c3-d4", 5)
    table.moves("d6-c5", 5)
    table.moves("e3-f4", 5)
    assert table.recorded == moved(START, "c3-d4", "d6-c5", "e3-f4")
    assert table.fault < 0.05


def test_looks_that_show_the_same_make_nothing_surer() -> None:
    table = Table()
    table.misread = {"d4": "."}
    table.moves("c3-d4", 1)
    again = looked(table.belief, look(table.board, table.misread), Draughts(), unmoved=True)
    assert again.courses is table.belief.courses


# --- persons -----------------------------------------------------------------------------------------------


def test_what_a_person_denies_is_unlikely() -> None:
    table = Table()
    table.moves("c3-d4")
    denied = [course.end == table.position for course in table.belief.courses]
    told, once = (hypotheses_of(one, Draughts()) for one in (without_rejected(table.belief, denied), table.belief))
    items = moved(START, "c3-d4")
    assert 1 - sureness(told, items) > 20 * (1 - sureness(once, items))


def test_what_is_settled_stays() -> None:
    table = Table()
    table.moves("c3-d4", 2)
    table.moves("d6-c5", 2)
    past = table.belief.best.past
    assert past is not None
    settled = since(table.belief, past, Draughts())
    assert all(course.leads_from(past) for course in settled.courses)


def test_an_anchored_belief_is_the_record() -> None:
    assert [story.items for story in hypotheses_of(anchored(START), Draughts())] == [()]
