"""Moves as PDN writes them."""

from __future__ import annotations

import random

import pytest

from companion.errors import InputError
from companion.games.draughts import START, Move, Position, after, legal_moves
from companion.games.draughts.fen import Numbering
from companion.games.draughts.notation import parse, squares_in, text
from companion.games.draughts.squares import named
from tests.games.draughts.boards import random_position


def test_a_quiet_move_and_a_capture_have_signs_of_their_own() -> None:
    assert text(Move((18, 27))) == "c3-d4"
    assert text(Move((18, 36, 22), (27, 29))) == "c3xe5xg3"


def test_among_others_start_and_end_do_where_they_tell_enough() -> None:
    position = Position.from_fen("W:Wc3:Bd4,f4")
    (move,) = legal_moves(position)
    assert (text(move), text(move, position), text(move, [])) == ("c3xe5xg3", "c3xg3", "c3xg3")


def test_a_capture_is_written_in_full_where_start_and_end_fit_several() -> None:
    rng = random.Random(3)
    ambiguous = 0
    for _ in range(3_000):
        position = random_position(rng)
        moves = legal_moves(position)
        ends = [(move.start, move.end) for move in moves]
        for move in moves:
            several = ends.count((move.start, move.end)) > 1
            ambiguous += several
            assert text(move, moves).count("x") == (len(move.captured) if several else bool(move.captured))
    assert ambiguous > 10


def test_every_legal_move_is_read_back_from_both_spellings_and_from_numbers() -> None:
    rng = random.Random(5)
    for _ in range(60):
        position = random_position(rng)
        moves = legal_moves(position)
        for move in moves:
            for written in (text(move), text(move, moves)):
                assert after(position, parse(written, position)) == after(position, move)
            for corner in Numbering:
                written = "x".join(str(number(square, corner)) for square in move.route)
                assert parse(written, position, corner).route == move.route


def number(square: int, corner: Numbering) -> int:
    return next(n for n in range(1, 33) if squares_in(f"{n}-1", corner)[0] == square)


@pytest.mark.parametrize("written", ["c3-d4", "C3-D4", "c3d4", " c3-d4 ", "22-18", "c3:d4"])
def test_one_move_is_written_in_many_ways(written: str) -> None:
    assert parse(written, START) == Move((named("c3"), named("d4")))


def test_squares_on_the_way_may_be_left_out() -> None:
    position = Position.from_fen("W:Wa1:Bb2,d4,f6")
    assert [parse(w, position).end for w in ("a1xg7", "a1xc3xg7", "a1xe5xg7", "a1xc3xe5xg7")] == [named("g7")] * 4


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "expected squares such as c3-d4"),
        ("c3", "expected squares such as c3-d4"),
        ("castles", "expected squares such as c3-d4"),
        ("33-1", "square 33: expected 1 to 32"),
        ("c3-e5", "is not legal here, expected one of a3-b4, c3-b4, c3-d4, e3-d4, e3-f4, g3-f4, g3-h4"),
        ("c3-d4" * 40, "expected squares such as"),
    ],
)
def test_what_is_no_move_is_refused_in_one_sentence(written: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(written, START)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 250


def test_who_cannot_move_is_named() -> None:
    with pytest.raises(InputError, match="light cannot move"):
        parse("c3-d4", Position.from_fen("W:W:Ba3"))


def test_a_text_that_fits_several_captures_names_them() -> None:
    rng = random.Random(11)
    for _ in range(20_000):
        position = random_position(rng)
        moves = legal_moves(position)
        for move in moves:
            if text(move, moves) != text(move, []):
                with pytest.raises(InputError, match="fits several, expected one of") as refused:
                    parse(text(move, []), position)
                assert text(move) in str(refused.value)
                return
    pytest.fail("no capture was ambiguous")
