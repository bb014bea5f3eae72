"""Where a place in the rectified view belongs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.board import BoardGeometry
from vision.cube import cube_place
from vision.fieldmaps import Peak
from vision.observation import CubePlace, Orientation
from vision.rectify import FIELD_XYXY

LEFT, TOP, RIGHT, BOTTOM = FIELD_XYXY
BOARD = BoardGeometry(bar_fraction=0.08)


def test_columns_lie_evenly_on_both_sides_of_the_bar() -> None:
    assert BOARD.column_x(0) - LEFT == pytest.approx(BOARD.pitch / 2)
    assert RIGHT - BOARD.column_x(11) == pytest.approx(BOARD.pitch / 2)
    assert BOARD.column_x(6) - BOARD.column_x(5) == pytest.approx(BOARD.pitch + 0.08 * (RIGHT - LEFT))


@pytest.mark.parametrize("column", range(12))
def test_a_checker_in_the_middle_of_a_column_belongs_to_it(column: int) -> None:
    assert BOARD.nearest_columns(BOARD.column_x(column))[0][1] == column


def test_a_checker_on_the_middle_line_belongs_to_the_bar() -> None:
    assert BOARD.nearest_columns(BOARD.middle_x)[0][1] is None


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [
        (BOARD.middle_x, 208, CubePlace.MIDDLE),
        (RIGHT + 30, 208, CubePlace.MIDDLE),
        (BOARD.middle_x, BOTTOM - 20, CubePlace.LIGHT),
        (BOARD.middle_x, TOP + 20, CubePlace.DARK),
        (LEFT + 60, BOTTOM + 25, CubePlace.LIGHT),
        (LEFT + 80, 200, CubePlace.OFFERED),
    ],
)
def test_the_cube_is_whose_side_it_lies_on(x: float, y: float, place: CubePlace) -> None:
    assert cube_place(Peak(x, y, 0.9, 0, 0), BOARD) is place


def test_the_cube_changes_sides_with_the_seats() -> None:
    turned = replace(BOARD, orientation=Orientation(light_at_bottom=False))
    assert cube_place(Peak(BOARD.middle_x, BOTTOM - 20, 0.9, 0, 0), turned) is CubePlace.DARK
