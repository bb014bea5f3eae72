"""Positions as FEN: what is read, what is written, and what is refused in which words."""

from __future__ import annotations

import random

import pytest

from companion.errors import InputError
from companion.games.draughts import START, Position
from companion.games.draughts.fen import Numbering, square_numbered
from companion.games.draughts.squares import DARK_SQUARES, name
from companion.games.rules import Side
from tests.games.draughts.boards import random_position


def test_kings_have_a_letter_and_men_none() -> None:
    position = Position.from_fen("W:Wc1,Kd4:Bf6,h8")
    assert [position.side_at(square) for square in (2, 27, 45, 63)] == [Side.LIGHT] * 2 + [Side.DARK] * 2
    assert [position.is_king(square) for square in (2, 27, 45, 63)] == [False, True, False, False]
    assert position.to_move is Side.LIGHT


@pytest.mark.parametrize(
    "text",
    [
        "W:Wc1,Kd4:Bf6,h8",
        "W:Bf6,h8:Wc1,Kd4",
        "W:WKd4,c1:Bh8,f6.",
        "w:wc1,kd4:bF6,H8",
        " W : Wc1, Kd4 : Bf6, h8 ",
        "W:W30,K18:B4,11",
        "W:W30,K18:B4,11:H0:F1",
        "W:W30,K18:B4,11:H12:F31:+0+1",
        "W:Wc1,Kd4:Bf6,h8:H3:F12",
        "B:W:W30,K18:B4,11",
        "W:W:Wc1,Kd4:Bf6,h8:H0:F1",
        '[FEN "W:W30,K18:B4,11"]',
        "w:w30,k18:b4,11",
        "W:WM30,D18:B4,11",
        "W:W30,K18:B4,11,G7,P8",
        "WeeebeeeeeebeeeeeeWeeeeeeeeeeewee",
    ],
)
def test_one_position_is_written_in_many_ways(text: str) -> None:
    assert Position.from_fen(text).fen() == "W:Wc1,Kd4:Bf6,h8"


def test_numbers_may_be_written_as_ranges() -> None:
    assert Position.from_fen("W:W21-32:B1-12") == START
    assert Position.from_fen("B:WK1-3:B5").fen() == "B:WKb8,Kd8,Kf8:Ba7"


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("W:B:W30:B", "B:Wc1:B"),
        ("B:W:W21:B1", "W:Wa3:Bb8"),
        ("B:W:BKa1", "B:W:BKa1"),
        ("W:W:B", "W:W:B"),
        ("B:W21:B", "B:Wa3:B"),
    ],
)
def test_where_the_side_is_named_twice_the_second_time_counts(text: str, fen: str) -> None:
    assert Position.from_fen(text).fen() == fen


def test_d_is_a_king_among_numbers_and_a_file_of_squares_among_letters() -> None:
    assert Position.from_fen("W:WD4:BD18,5").fen() == "W:WKh8:BKd4,a7"
    assert Position.from_fen("W:WD4,C3:BD6,KB8").fen() == "W:Wc3,d4:Bd6,Kb8"
    assert Position.from_fen("W:WG3:BF6").fen() == "W:Wg3:Bf6"


def test_a_row_of_squares_is_read_from_the_top_left() -> None:
    assert Position.from_fen("W" + "b" * 12 + "e" * 8 + "w" * 12) == START
    assert Position.from_fen("B" + "W" + "e" * 30 + "B").fen() == "B:WKb8:BKg1"


def test_a_numbering_begins_at_its_corner() -> None:
    assert [name(square_numbered(1, corner)) for corner in Numbering] == ["a1", "g1", "b8", "h8"]
    for corner in Numbering:
        assert sorted(square_numbered(number, corner) for number in range(1, 33)) == list(DARK_SQUARES)
    assert Position.from_fen("W:W1-12:B21-32", Numbering.BOTTOM_LEFT) == START


def test_a_side_may_have_no_pieces() -> None:
    assert Position.from_fen("B:W:BKa1").fen() == "B:W:BKa1"


def test_what_is_written_is_read_again() -> None:
    rng = random.Random(7)
    for _ in range(500):
        position = random_position(rng)
        assert Position.from_fen(position.fen()) == position


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "W or B, then the squares of both"),
        ("W:Wc1", "W or B, then the squares of both"),
        ("W:Wc1:Wd4", "W or B, then the squares of both"),
        ("X:Wc1:Bd4", "W or B, then the squares of both"),
        ("?:Wc1:Bd4", "W or B, then the squares of both"),
        ("W:Wc1,:Bd4", "'' is no square"),
        ("h6", "W or B, then the squares of both"),
        ("H0:F1", "W or B, then the squares of both"),
        ('[FEN ""]', "W or B, then the squares of both"),
        ("W:Wc9:Bd4", "'c9' is no square, expected a1 to h8 or 1 to 32"),
        ("W:Wc1-e3:Bd4", "'c1-e3' is no square"),
        ("W:Wb1:Bd4", "b1 is a light square, expected a dark one"),
        ("W:W33:Bd4", "square 33: expected 1 to 32"),
        ("W:W0:Bd4", "square 0: expected 1 to 32"),
        ("W:W9-5:Bd4", "the range 9-5 ends before it begins"),
        ("W:Wd4:Bd4", "two pieces stand on d4, expected one"),
        ("W:Wh8:Bd4", "a light man on h8 would be a king, expected Kh8"),
        ("W:Wc1:Ba1", "a dark man on a1 would be a king, expected Ka1"),
        ("W:W17-29:Bb8", "light has 13 pieces, expected at most 12"),
        ("W:W" + "c1," * 200 + ":B", "has 605 characters"),
    ],
)
def test_bad_positions_are_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        Position.from_fen(text)
    assert str(refused.value).startswith("position '")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
