"""Where the columns of a board lie."""

from __future__ import annotations

import pytest

from vision.board import BoardGeometry

BOARD = BoardGeometry(bar_fraction=0.08)


def test_columns_lie_evenly_on_both_sides_of_the_bar() -> None:
    assert BOARD.column_x(0) == pytest.approx(BOARD.pitch / 2)
    assert 1 - BOARD.column_x(11) == pytest.approx(BOARD.pitch / 2)
    assert BOARD.column_x(6) - BOARD.column_x(5) == pytest.approx(BOARD.pitch + 0.08)
