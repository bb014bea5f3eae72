"""What a picture of a draughts board leaves open, and the positions that fit."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.games.draughts import START, Position
from companion.games.draughts.position import picture_of
from companion.games.draughts.squares import named
from companion.photograph.draughts import PicturedSquares
from companion.photograph.open_reading import Key
from tests.photograph.lying import observed
from vision.observation import Evidence


def pictured(position: Position, *, turns: int = 0) -> PicturedSquares:
    held = {square: Evidence({tuple(stack): 0.999}) for square, stack in picture_of(position).items()}  # type: ignore[dict-item]
    return PicturedSquares(observed(held), turns)


def fens(board: PicturedSquares) -> list[str]:
    return [one.fen for one in board.fitting()]


def test_men_at_home_tell_where_light_sits_and_only_the_move_is_open() -> None:
    board = pictured(START, turns=1)
    assert [question.key for question in board.questions()] == [Key.ON_ROLL]
    assert fens(board) == [START.fen(), START.fen().replace("W:", "B:", 1)]
    assert fens(board.answered(Key.ON_ROLL, "light")) == [START.fen()]


def test_few_pieces_fit_from_both_sides() -> None:
    board = pictured(Position.from_fen("W:We3:Bd4"))
    assert [option.value for option in board.questions()[0].options] == ["bottom", "top"]
    assert set(fens(board.answered(Key.ON_ROLL, "light"))) == {"W:We3:Bd4", "W:Wd6:Be5"}
    assert fens(board.answered(Key.WAY, "top").answered(Key.ON_ROLL, "light")) == ["W:Wd6:Be5"]


def test_a_piece_on_the_far_row_is_a_king_and_others_may_be_said_to_be_one() -> None:
    board = pictured(Position.from_fen("W:WKb8,c3:Ba7")).answered(Key.WAY, "bottom").answered(Key.ON_ROLL, "dark")
    assert fens(board) == ["B:Wc3,Kb8:Ba7"]
    assert fens(board.corrected(named("c3"), "L")) == ["B:WKc3,Kb8:Ba7"]
    assert fens(board.corrected(named("c3"), ".")) == ["B:WKb8:Ba7"]


def test_a_piece_on_a_light_square_fits_nothing() -> None:
    board = pictured(START).corrected(named("b1"), "l")
    assert fens(board) == []
    assert ("picture.light-square", {}) in board.problems


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="bottom or top"):
        pictured(START).answered(Key.WAY, "left")
    with pytest.raises(InputError, match="not asked in draughts"):
        pictured(START).answered(Key.CUBE, "2")
    with pytest.raises(InputError, match="capital"):
        pictured(START).corrected(0, "x")
