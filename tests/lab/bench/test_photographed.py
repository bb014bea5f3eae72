"""The figures of photographs, from marks made up, and what photographs are asked for."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from companion.lab.bench.marking import RowMark
from companion.lab.bench.photographed import PhotographMark, board_mean, figures
from companion.lab.bench.photographs import photographs

SHARED = Path(__file__).parents[4] / "shared"
PLACE = Path("board.jpg")

needs_photographs = pytest.mark.skipif(
    not (SHARED / "data" / "photos").is_dir(), reason="the photographs are not beside the project"
)


def mark(right: int, *, board: str = "board", invented: bool | None = None, dice: bool | None = None) -> RowMark:
    """Ten spots of which so many are right."""
    spots = tuple((0.9, k < right) for k in range(10))
    return RowMark(board, PLACE, spots=spots, exact=right == 10, invented=invented, dice=dice)


def values(*marks: PhotographMark) -> dict[str, float]:
    return {figure.name: figure.value for figure in figures(marks)}


def test_boards_to_count_are_counted_alike_however_many_pictures_there_are_of_each() -> None:
    often = [PhotographMark("count", mark(10), mark(10))] * 9
    made = values(*often, PhotographMark("count", mark(9, board="other"), mark(10, board="other")))
    assert made["photographs to count, corners given: exact"] == 50
    assert made["photographs to count, corners given: spots right"] == 95
    assert made["photographs to count, corners found: exact"] == 100
    assert math.isnan(board_mean([], lambda one: one.spots_right))


def test_spots_in_sight_are_counted_where_others_are_hidden() -> None:
    made = values(PhotographMark("unseen", mark(10), mark(9)), PhotographMark("unseen", mark(8, board="other"), None))
    assert made["photographs with hidden points, corners given: spots in sight right"] == 90


def test_a_checker_invented_either_way_is_counted_once() -> None:
    clear = PhotographMark("empty", mark(10, invented=False), mark(10, invented=False))
    invented = replace(clear, found=mark(9, invented=True))
    assert values(clear, invented)["photographs of empty boards with invented checkers, of 2"] == 1


def test_a_picture_that_is_read_where_it_should_be_declined_is_counted() -> None:
    made = values(PhotographMark("decline", None, None, declined=True), PhotographMark("decline", None, None))
    assert made["photographs to decline that were read as sure, of 2"] == 1


def test_dice_are_asked_for_in_whatever_photograph_shows_some() -> None:
    made = values(PhotographMark("decline", mark(0, dice=True), None), PhotographMark("count", mark(9), mark(9)))
    assert made["photographs with all dice right, of 1"] == 1


@needs_photographs
def test_photographs_are_asked_for_what_can_be_seen_in_them() -> None:
    labels = {one.picture.stem: one.wanted for one in photographs(SHARED)}
    hidden, hit, paper = (labels[name] for name in ("occluded_wtc_frame5_hand", "wtc_test8", "gb_minta_02"))
    assert hidden is not None
    assert (len(hidden.cells), hidden.dice) == (22, None)
    assert hit is not None
    assert hit.bar == (1, 0)
    assert paper is not None
    assert paper.dice == (2, 3)
    assert paper.point_width == pytest.approx(1 / 12)
    assert labels["berk_partial"] is None
