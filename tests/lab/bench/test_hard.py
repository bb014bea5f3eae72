"""The figures of the harder photographs, from marks made up."""

from __future__ import annotations

from pathlib import Path

from companion.lab.bench.hard import HardMark, figures
from companion.lab.bench.marking import RowMark

PLACE = Path("board.jpg")


def mark(right: int, *, invented: bool | None = None) -> RowMark:
    """Ten points of which so many are right."""
    return RowMark("board", PLACE, points=tuple((0.9, k < right) for k in range(10)), invented=invented)


def values(*marks: HardMark) -> dict[str, float]:
    return {figure.name: figure.value for figure in figures(marks)}


def test_points_in_sight_count_picture_by_picture() -> None:
    made = values(HardMark("unseen", mark(10), mark(9)), HardMark("unseen", mark(8), None))
    assert made["harder photographs, points in sight, corners given: right"] == 90
    assert made["harder photographs, points in sight, corners found: right"] == 45


def test_a_checker_invented_either_way_is_counted_once() -> None:
    clear = HardMark("empty", mark(10, invented=False), mark(10, invented=False))
    invented = HardMark("empty", mark(10, invented=False), mark(9, invented=True))
    assert values(clear, invented)["photographs of empty boards with invented checkers, of 2"] == 1


def test_a_picture_that_is_read_where_it_should_be_declined_is_counted() -> None:
    made = values(HardMark("decline", None, None, declined=True), HardMark("decline", None, None))
    assert made["photographs that should be declined and were not, of 2"] == 1


def test_given_corners_that_read_worse_than_found_ones_are_counted() -> None:
    made = values(HardMark("count", mark(9), mark(10)), HardMark("count", mark(10), mark(10)))
    assert made["harder photographs read better with corners found than given"] == 1
