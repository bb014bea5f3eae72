"""The bar and the proportion of a board are read off a single picture of it."""

from __future__ import annotations

import pytest

from tests.vision import clip
from vision.alone import Alone, likeliest
from vision.board import BoardGeometry
from vision.view import View

BAR = 0.095
"""Of the clip's board, measured in its pictures."""


def seen(board: BoardGeometry, number: int = 3) -> Alone:
    return Alone.of(clip.picture(number), View(clip.corners(), board))


@pytest.mark.parametrize("guess", [0.05, 0.07, 0.12])
def test_the_bar_is_as_wide_as_the_columns_lie_apart_whatever_was_guessed(guess: float) -> None:
    assert seen(BoardGeometry(guess)).bar_fraction(guess) == pytest.approx(BAR, abs=0.015)


def test_the_likeliest_board_has_that_bar_and_the_depth_that_is_worth_most() -> None:
    wide = likeliest(clip.picture(3), clip.corners(), BoardGeometry(), lambda tried: -abs(tried.view.board.depth - 4.8))
    assert wide.view.board.bar_fraction == pytest.approx(BAR, abs=0.015)
    assert wide.view.board.depth == 4.7


def test_a_picture_without_checkers_tells_no_bar() -> None:
    bare = Alone.of(0 * clip.picture(3), View(clip.corners(), BoardGeometry()))
    assert bare.bar_fraction(0.07) == 0.07
