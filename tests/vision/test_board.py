"""Where a place in the rectified view belongs."""

from __future__ import annotations

import pytest

from vision.board import BoardGeometry
from vision.rectify import FIELD_XYXY

LEFT, _, RIGHT, _ = FIELD_XYXY
BOARD = BoardGeometry(bar_fraction=0.08)


def test_columns_lie_evenly_on_both_sides_of_the_bar() -> None:
    assert BOARD.column_x(0) - LEFT == pytest.approx(BOARD.pitch / 2)
    assert RIGHT - BOARD.column_x(11) == pytest.approx(BOARD.pitch / 2)
    assert BOARD.column_x(6) - BOARD.column_x(5) == pytest.approx(BOARD.pitch + 0.08 * (RIGHT - LEFT))
