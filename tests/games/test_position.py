"""Positions, their counts and how they print."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.backgammon import START, Dice, Position
from companion.games.rules import Side, Stack
from tests.games.boards import board, positions


def test_light_and_dark_start_with_167_pips() -> None:
    assert START.pip_count(Side.LIGHT) == START.pip_count(Side.DARK) == 167


def test_the_start_position_stands_as_on_every_leaflet() -> None:
    assert board("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5") == START


def test_a_checker_on_the_bar_has_25_pips_to_go() -> None:
    assert board("bar:2 1:1", "1:1").pip_count(Side.LIGHT) == 51


def test_checkers_borne_off_are_no_longer_in_play() -> None:
    position = board("6:3 bar:1", "1:2")
    assert position.checkers(Side.LIGHT) == 4
    assert position.off == Stack(11, 13)


def test_the_side_that_has_borne_off_everything_has_won() -> None:
    assert START.winner is None
    assert board("", "1:2").winner is Side.LIGHT
    assert board("1:2", "").winner is Side.DARK


@pytest.mark.slow
@given(positions())
def test_mirroring_twice_changes_nothing(position: Position) -> None:
    assert position.mirrored().mirrored() == position
    assert position.mirrored().pip_count(Side.DARK) == position.pip_count(Side.LIGHT)


@pytest.mark.slow
@given(positions())
def test_repr_can_be_pasted_back(position: Position) -> None:
    assert eval(repr(position), {"Position": Position, "Side": Side, "Stack": Stack}) == position


def test_a_side_with_fewer_than_fifteen_checkers_can_be_held() -> None:
    fewer = Position((0, *START.points[1:]))
    assert eval(repr(fewer), {"Position": Position, "Side": Side, "Stack": Stack}) == fewer


def test_a_position_prints_as_a_small_board() -> None:
    assert str(board("6:2 bar:1", "6:1")).splitlines() == [
        " 13 14 15 16 17 18 |    | 19 20 21 22 23 24",
        "  .  .  .  .  .  . | 1O | 1X  .  .  .  .  .",
        "  .  .  .  .  .  . |    | 2O  .  .  .  .  .",
        " 12 11 10  9  8  7 |    |  6  5  4  3  2  1",
        "light on roll, off 12O 14X",
    ]


@pytest.mark.parametrize("text", ["31", "3 1", "3-1", "3,1", " 3/1 "])
def test_dice_are_read_in_many_spellings(text: str) -> None:
    assert Dice.from_text(text) == Dice(3, 1)


@pytest.mark.parametrize("text", ["", "3", "71", "0 1", "3 1 2", "x1"])
def test_other_dice_are_refused_by_name(text: str) -> None:
    with pytest.raises(InputError, match="expected two numbers from 1 to 6"):
        Dice.from_text(text)


def test_a_die_shows_one_to_six() -> None:
    with pytest.raises(InputError, match="dice 7 1"):
        Dice(7, 1)


@pytest.mark.slow
@given(positions(highest=15), st.integers(0, 3), st.integers(0, 3))
def test_a_position_is_read_back_from_the_board_it_prints(position: Position, light: int, dark: int) -> None:
    assert Position.from_text(str(position)) == position
    off = Stack(max(position.off.light - light, 0), max(position.off.dark - dark, 0))
    fewer = replace(position, off=off)
    assert Position.from_text(str(fewer)) == fewer
    assert Position.from_text("\n  " + str(fewer).replace("\n", "  \r\n").replace(" |", "  |")) == fewer


def test_a_board_that_gnubg_prints_is_read_by_its_ids() -> None:
    text = """
 GNU Backgammon  Position ID: 4HPwBSDgc/ABMA
                 Match ID   : MAEgAwAAAAAE
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: gnubg
 | X           O    |   | O              X |     0 points
"""
    assert Position.from_text(text) == Position.from_id("4HPwBSDgc/ABMA", Side.DARK)


BOARD = str(board("6:2 bar:1", "6:1"))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "expected five lines"),
        ("hello\n" * 5, "expected five lines"),
        (BOARD.replace("light", "nobody"), "expected five lines"),
        (BOARD.replace("13 14", "14 13"), "expected five lines"),
        (BOARD.replace("| 2O", "| 2Y"), "is no row of twelve points"),
        (BOARD.replace(" 1O ", " 1X "), "is no row of twelve points"),
        (BOARD.replace("  .  .", "  ."), "is no row of twelve points"),
        (BOARD.replace("off 12O", "off 13O"), "16 checkers O and 15 X"),
        (BOARD.replace("| 2O", "| ٢O"), "is no row of twelve points"),
        (BOARD.replace("|", ""), "is no row of twelve points"),
        ("Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAA!", "Match ID"),
    ],
)
def test_another_text_is_no_board(text: str, named: str) -> None:
    with pytest.raises(InputError, match=named):
        Position.from_text(text)
