"""From discs in the view to likely counts on the spots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.board import BoardGeometry
from vision.checkers import Disc, Owned, piles, spot_evidence
from vision.colours import Swatch
from vision.fieldmaps import STRIDE, FieldMaps
from vision.observation import BAR, POINTS, Spot
from vision.rectify import FIELD_XYXY, VIEW_WH

BOARD = BoardGeometry(bar_fraction=0.08)
LEFT, TOP, RIGHT, BOTTOM = FIELD_XYXY
ONE = (1.0, 0.0, 0.0)
GREY = (130.0, 128.0, 132.0)


def maps(**painted: tuple[slice, slice]) -> FieldMaps:
    """Maps of nothing, but for the regions (view pixels: rows, columns) that are painted 1."""
    size = VIEW_WH[1] // STRIDE, VIEW_WH[0] // STRIDE
    values = {name: np.zeros(size, np.float32) for name in FieldMaps.__slots__}
    for name, region in painted.items():
        values[name][tuple(slice(s.start // STRIDE, s.stop // STRIDE) for s in region)] = 1.0
    return FieldMaps(**values)


def disc(spot: Spot, nth: int = 0, **changes: object) -> Disc:
    """The ``nth`` checker of a point, counted from its base."""
    row, column = BOARD.orientation.cell(spot)
    reach = BOARD.pitch * (0.5 + nth)
    y = TOP + reach if row == "top" else BOTTOM - reach
    plain = Disc(BOARD.column_x(column), y, 0.99, ONE, 0.0, Swatch(BOARD.column_x(column), y, GREY))
    return replace(plain, **changes)  # type: ignore[arg-type]


def evidence(discs: Sequence[Owned], seen: FieldMaps | None = None) -> dict[Spot, tuple[int, int]]:
    found = spot_evidence(discs, seen or maps(), BOARD)
    return {spot: e.best for spot, e in found.items() if e.best != (0, 0)}


def test_an_empty_board_holds_nothing() -> None:
    assert evidence([]) == {}


@pytest.mark.parametrize("point", POINTS)
def test_checkers_count_on_their_point(point: int) -> None:
    column = [Owned(disc(point, n), 0.99) for n in range(3)]
    assert evidence(column) == {point: (3, 0)}


def test_a_stack_counts_for_what_it_is_high() -> None:
    full = [Owned(disc(6, nth), 0.01) for nth in range(1, 5)]
    assert evidence([Owned(disc(6, heights=(0.02, 0.9, 0.08)), 0.01), *full]) == {6: (0, 6)}
    assert evidence([Owned(disc(6, heights=(0.01, 0.04, 0.95)), 0.01), *full]) == {6: (0, 7)}


def test_a_lone_checker_is_hardly_ever_a_stack() -> None:
    assert evidence([Owned(disc(6, heights=(0.3, 0.7, 0.0)), 0.01)]) == {6: (0, 1)}


def test_hit_checkers_are_stacked_on_the_bar() -> None:
    stack = disc(6, heights=(0.2, 0.8, 0.0))
    assert evidence([Owned(replace(stack, x=BOARD.middle_x, y=200.0), 0.99)]) == {BAR: (2, 0)}


def test_one_doubtful_checker_in_a_column_is_as_its_neighbours() -> None:
    column = [Owned(disc(6, 0), 0.98), Owned(disc(6, 1), 0.97), Owned(disc(6, 2), 0.2)]
    assert evidence(column) == {6: (3, 0)}


def test_both_sides_on_one_point_are_seen_where_the_colours_are_clear() -> None:
    column = [Owned(disc(6, nth, sure=0.9995), light) for nth, light in enumerate((0.9995, 0.9995, 0.0005))]
    assert evidence(column) == {6: (2, 1)}


def test_both_sides_may_wait_on_the_bar() -> None:
    middle = [replace(disc(6), x=BOARD.middle_x, y=y) for y in (140.0, 260.0)]
    assert evidence([Owned(middle[0], 0.95), Owned(middle[1], 0.05)]) == {BAR: (1, 1)}


def test_a_doubtful_disc_leaves_doubt() -> None:
    found = spot_evidence([Owned(disc(6, sure=0.6), 0.99)], maps(), BOARD)[6]
    assert 0.5 < found.confidence < 0.7


def test_a_checker_astride_two_points_may_belong_to_either() -> None:
    one, other = (BOARD.column_x(BOARD.orientation.cell(p)[1]) for p in (6, 5))
    astride = replace(disc(6), x=(one + other) / 2)
    found = spot_evidence([Owned(astride, 0.99)], maps(), BOARD)
    assert found[6].likelihoods[1, 0] == pytest.approx(found[5].likelihoods[1, 0], rel=0.1)


@pytest.mark.parametrize("thing", ["hand", "cover"])
def test_what_is_covered_is_unseen(thing: str) -> None:
    over = slice(int(TOP), int(TOP + 150)), slice(int(LEFT), int(LEFT + 100))
    found = spot_evidence([], maps(**{thing: over}), BOARD)
    assert not found[13].seen
    assert found[1].seen


def test_a_checker_beside_the_field_is_on_no_spot() -> None:
    assert evidence([Owned(replace(disc(6), x=RIGHT + 25), 0.99)]) == {}


def test_piles_beside_the_field_are_told_by_side() -> None:
    upper = slice(60, 120), slice(int(RIGHT) + 12, int(RIGHT) + 40)
    lower = slice(260, 320), slice(int(RIGHT) + 12, int(RIGHT) + 40)
    on_board = [Owned(disc(6, light=4.0), 0.99)]
    assert piles(maps(), on_board, BOARD.pitch) == (0.0, 0.0)
    light, dark = piles(maps(off=upper), on_board, BOARD.pitch)
    assert light == 0.0
    assert dark == pytest.approx(60 * 28 / BOARD.pitch**2, rel=0.05)
    light, dark = piles(maps(off=lower, light=lower), on_board, BOARD.pitch)
    assert light > 1.0
    assert dark == 0.0


def test_checkers_of_a_spot_that_light_falls_on_alike_are_mistaken_together() -> None:
    column = [Owned(disc(6, nth), 0.999) for nth in range(5)]
    light, dark = (spot_evidence(column, maps(), BOARD)[6].likelihoods.get(pair, 0.0) for pair in ((5, 0), (0, 5)))
    assert light > 0.9
    assert dark > 0.001


def test_the_surest_checkers_of_a_spot_decide_whose_it_is() -> None:
    column = [Owned(disc(6), 0.01), Owned(disc(6, 1, sure=0.55), 0.6)]
    assert evidence(column)[6] in ((0, 1), (0, 2))
