"""A move entered by touch: every legal move can be entered, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import pytest

from companion.games.draughts import START, Move, Position, after, legal_moves
from companion.games.draughts.move_entry import MoveEntry
from companion.games.draughts.position import bits_of
from companion.games.draughts.squares import DARK_SQUARES, named
from companion.games.rules import Side

GAMES: Final = 12


def squares(text: str) -> tuple[int, ...]:
    return tuple(named(word) for word in text.split())


def board(light: str, dark: str, kings: str = "", to_move: Side = Side.LIGHT) -> Position:
    return Position(bits_of(squares(light)), bits_of(squares(dark)), bits_of(squares(kings)), to_move)


def tapped(entry: MoveEntry, text: str) -> MoveEntry:
    for square in squares(text):
        entry = entry.tapped(square)
    return entry


def met_in_play(seed: int) -> Iterator[Position]:
    """The positions of a game of chance, and boards of chance with many kings."""
    chance = random.Random(seed)
    position = START
    for _ in range(80):
        moves = legal_moves(position)
        if not moves:
            break
        yield position
        position = after(position, chance.choice(moves))
    for _ in range(30):
        pieces = chance.sample(DARK_SQUARES, chance.randint(3, 14))
        half = len(pieces) // 2
        kings = bits_of(chance.sample(pieces, half))
        yield Position(bits_of(pieces[:half]), bits_of(pieces[half:]), kings, chance.choice(list(Side)))


def meaning(move: Move) -> tuple[int, int, frozenset[int]]:
    """What two moves have in common that are one move."""
    return move.start, move.end, frozenset(move.captured)


@pytest.mark.parametrize("seed", range(GAMES))
def test_taps_along_a_legal_move_enter_it(seed: int) -> None:
    for position in met_in_play(seed):
        for move in legal_moves(position):
            entry = MoveEntry.of(position)
            for square in move.route:
                entry = entry.tapped(square)
            assert entry.move is not None, (position, move)
            assert meaning(entry.move) == meaning(move), (position, move)
            assert entry.board == after(position, move)


@pytest.mark.parametrize("seed", range(GAMES))
def test_drags_along_a_legal_move_enter_it(seed: int) -> None:
    for position in met_in_play(seed):
        for move in legal_moves(position):
            entry = MoveEntry.of(position)
            for start, end in zip(move.route, move.route[1:], strict=False):
                if not entry.is_complete:
                    assert end in entry.landings(start)
                    entry = entry.dragged(start, end)
            assert entry.move is not None
            assert meaning(entry.move) == meaning(move), (position, move)


@pytest.mark.parametrize("seed", range(GAMES))
def test_whatever_is_touched_is_the_beginning_of_a_legal_move(seed: int) -> None:
    chance = random.Random(seed)
    for position in met_in_play(seed):
        entry = MoveEntry.of(position)
        legal = {meaning(move) for move in legal_moves(position)}
        for _ in range(12):
            before = entry
            if chance.random() < 0.3:
                entry = entry.dragged(chance.choice(DARK_SQUARES), chance.choice(DARK_SQUARES))
            else:
                near = [*entry.way, *(entry.landings(entry.way[-1]) if entry.way else ())]
                entry = entry.tapped(chance.choice([*DARK_SQUARES, *near * 4]))
            assert not entry.way or any(move.route[: len(entry.way)] == entry.way for move in entry.routes)
            assert (entry.move is None) or meaning(entry.move) in legal
            assert entry.board.count(position.to_move) == position.count(position.to_move)
            assert entry is before or not entry.touches or entry.undone() == before


def test_a_tap_of_a_man_with_one_move_plays_it_and_another_takes_it_back() -> None:
    entry = tapped(MoveEntry.of(START), "a3")
    assert entry.way == squares("a3 b4")
    assert entry.tapped(named("b4")) == entry
    assert entry.tapped(named("a3")).way == ()


def test_a_piece_with_several_moves_is_selected_first() -> None:
    entry = tapped(MoveEntry.of(START), "c3")
    assert entry.move is None
    assert entry.landings(named("c3")) == set(squares("b4 d4"))
    assert tapped(entry, "d4").way == squares("c3 d4")
    assert tapped(entry, "d4 b4").way == squares("c3 b4")
    assert tapped(entry, "e3").way == squares("e3")
    assert tapped(entry, "c3").way == ()


def test_a_capture_goes_on_where_there_is_one_way_and_waits_where_there_are_two() -> None:
    forked = board("a1", "b2 d4 d6 f6 h8")
    entry = tapped(MoveEntry.of(forked), "a1")
    assert entry.way == squares("a1")
    on = tapped(entry, "c3")
    assert on.way == squares("a1 c3")
    assert on.captured == squares("b2")
    assert on.board.dark == forked.dark, "what is captured comes off after the move"
    assert tapped(on, "e5 g7").move == Move(squares("a1 c3 e5 g7"), squares("b2 d4 f6"))
    assert tapped(on, "c7").move == Move(squares("a1 c3 e5 c7"), squares("b2 d4 d6")), "e5 may be left out"
    assert tapped(on, "g7 c7").way == squares("a1 c3 e5 c7"), "another end instead"


def test_a_piece_that_must_not_move_is_not_lifted() -> None:
    must_capture = board("c3 h2", "d4")
    entry = MoveEntry.of(must_capture)
    assert entry.may_lift(named("c3"))
    assert not entry.may_lift(named("h2"))
    assert entry.tapped(named("h2")) == entry
    assert entry.dragged(named("h2"), named("g3")) == entry
    assert entry.dragged(named("c3"), named("e5")).is_complete


def test_each_touch_can_be_undone() -> None:
    entry = tapped(MoveEntry.of(START), "c3 d4")
    assert entry.undone().way == squares("c3")
    assert entry.cleared().touches == ()


# --- an answer to an exercise ------------------------------------------------------------------------------------


def test_in_an_exercise_a_capture_may_stop_too_soon_and_be_left_out() -> None:
    position = board("c3 g1", "d4 d6 b8")
    entry = MoveEntry.tried(position)
    once = tapped(entry, "c3 e5")
    assert once.move == Move(squares("c3 e5"), squares("d4"))
    assert once.board.side_at(named("d4")) is None
    assert tapped(once, "c7").move == Move(squares("c3 e5 c7"), squares("d4 d6"))
    assert tapped(entry, "g1 h2").move == Move(squares("g1 h2"))
    assert MoveEntry.of(position).tapped(named("g1")).touches == ()


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_legal_move_can_be_tried_in_an_exercise(seed: int) -> None:
    for position in met_in_play(seed):
        assert set(MoveEntry.of(position).routes) <= set(MoveEntry.tried(position).routes)
