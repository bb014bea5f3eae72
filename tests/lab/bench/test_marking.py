"""What was read, held against what is in the picture."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from companion.lab.bench.marking import Cell, Wanted, marked, marked_where_found, turned_ring, unread
from vision.observation import (
    BAR,
    POINTS,
    TRAY,
    UNSEEN,
    Counts,
    CubePlace,
    Evidence,
    Observation,
    Orientation,
    SeenCube,
    SeenDie,
)

CORNERS = ((100.0, 100.0), (700.0, 100.0), (700.0, 600.0), (100.0, 600.0))
ON_BOARD: dict[int, Counts] = {6: (5, 0), 8: (3, 0), 19: (0, 4), 24: (2, 0)}
USUAL = Orientation()


def cells(counts: dict[int, Counts]) -> dict[Cell, Counts]:
    return {USUAL.cell(point): counts.get(point, (0, 0)) for point in POINTS}


def wanted() -> Wanted:
    return Wanted("walnut", Path("board.jpg"), CORNERS, 1 / 13, cells(ON_BOARD), bar=(0, 0))


def seen(counts: dict[int, Counts], *dice: SeenDie, off: Counts | None = None) -> Observation:
    evidence = {spot: Evidence({counts.get(spot, (0, 0)): 0.9}) for spot in (*POINTS, BAR)}
    evidence[TRAY] = UNSEEN if off is None else Evidence({off: 0.9})
    return Observation(evidence, dice, None, hand=False, seen_at_s=0.0, corners_px=CORNERS)


def die(value: int, *, cocked: bool = False) -> SeenDie:
    one, two, three, four, five, six = (float(k == value) for k in range(1, 7))
    return SeenDie((300.0, 300.0), (0.5, 0.5), (one, two, three, four, five, six), cocked=cocked)


def test_a_board_is_exact_where_all_points_and_the_bar_are_right() -> None:
    mark = marked(seen(ON_BOARD), wanted())
    assert (mark.exact, mark.spots_right, dict(mark.wrong)) == (True, 1.0, {})


def test_a_wrong_point_is_named_with_its_true_counts() -> None:
    mark = marked(seen({**ON_BOARD, 8: (2, 0)}), wanted())
    assert (mark.exact, dict(mark.wrong)) == (False, {8: (3, 0)})
    assert mark.spots_right == pytest.approx(24 / 25)


def test_a_checker_too_many_on_the_bar_makes_the_board_wrong_and_no_point() -> None:
    mark = marked(seen({**ON_BOARD, BAR: (0, 1)}), wanted())
    assert (mark.exact, mark.spots_right, dict(mark.wrong)) == (False, 24 / 25, {BAR: (0, 0)})


def test_a_point_that_cannot_be_seen_is_not_asked_for() -> None:
    hidden = {cell: counts for cell, counts in cells(ON_BOARD).items() if cell != USUAL.cell(8)}
    mark = marked(seen({**ON_BOARD, 8: (0, 0)}), replace(wanted(), cells=hidden))
    assert (mark.exact, len(mark.spots)) == (True, 24)


def test_a_point_that_the_reader_calls_unseen_is_right_only_where_it_is_empty() -> None:
    observation = seen(ON_BOARD)
    held = next(point for point in range(1, 25) if observation.spot(point).best != (0, 0))
    hidden = replace(observation, evidence={**observation.evidence, 1: UNSEEN, held: UNSEEN})
    assert dict(marked(hidden, wanted()).wrong) == {held: observation.spot(held).best}


@pytest.mark.parametrize(
    ("off", "read", "exact"),
    [
        ({"light": 0, "dark": 0}, None, True),  # none may be unseen
        ({"light": 0, "dark": 0}, (0, 0), True),
        ({"light": 0, "dark": 0}, (1, 0), False),
        ({"light": 3, "dark": 0}, None, False),
        ({"light": 3, "dark": 0}, (3, 0), True),
        ({"light": 3}, (3, 7), True),  # the other side's pile can hardly be seen
        ({}, (3, 7), True),
    ],
)
def test_the_tray_counts_as_far_as_it_can_be_seen(off: dict[str, int], read: Counts | None, exact: bool) -> None:
    assert marked(seen(ON_BOARD, off=read), replace(wanted(), off=off)).exact is exact  # type: ignore[arg-type]


def test_points_are_compared_by_number_where_the_numbers_are_known() -> None:
    as_read = replace(seen(ON_BOARD), orientation=USUAL)
    assert marked(as_read, replace(wanted(), orientation=USUAL)).exact
    turned = Orientation(light_at_bottom=False, home_at_right=False)
    by_place = {USUAL.point(*turned.cell(point)): counts for point, counts in ON_BOARD.items()}
    misnumbered = replace(seen(ON_BOARD), orientation=turned)
    assert marked(misnumbered, replace(wanted(), cells=cells(by_place))).exact
    assert not marked(misnumbered, replace(wanted(), cells=cells(by_place), orientation=USUAL)).exact


@pytest.mark.parametrize(
    ("dice", "right"),
    [((3, 1), True), ((1, 3), True), ((3, 3), False), ((3,), False), ((3, 1, 1), False), ((), False)],
)
def test_a_roll_is_right_where_both_dice_are_and_no_other_is_seen(dice: tuple[int, ...], right: bool) -> None:
    mark = marked(seen(ON_BOARD, *map(die, dice)), replace(wanted(), dice=(1, 3)))
    assert mark.dice is right


def test_a_die_seen_where_none_lies_is_told_apart_from_a_wrong_roll() -> None:
    empty = replace(wanted(), dice=())
    assert (marked(seen(ON_BOARD), empty).phantom, marked(seen(ON_BOARD), empty).dice) == (False, None)
    assert marked(seen(ON_BOARD, die(2)), empty).phantom is True


def test_a_checker_on_an_empty_board_is_an_invented_one() -> None:
    empty = replace(wanted(), cells=dict.fromkeys(wanted().cells, (0, 0)), bar=(0, 0))
    assert marked(seen({}), empty).invented is False
    assert marked(seen(ON_BOARD), empty).invented is True
    assert marked(seen(ON_BOARD), wanted()).invented is None


def test_the_values_of_cocked_dice_are_not_asked_for() -> None:
    cocked = replace(wanted(), dice=(1, 3), cocked=True)
    mark = marked(seen(ON_BOARD, die(6), die(1, cocked=True)), cocked)
    assert (mark.dice, mark.cocked) == (None, (True, True))
    assert marked(seen(ON_BOARD, die(3), die(1, cocked=True)), replace(cocked, cocked=False)).cocked == (False, True)


def test_a_cube_that_is_in_view_must_be_found_with_its_number() -> None:
    cube = replace(wanted(), cube=16)
    for value, right in ((16, True), (2, False), (None, False)):
        found = replace(seen(ON_BOARD), cube=SeenCube((1.0, 1.0), CubePlace.MIDDLE, 0.9, value))
        assert marked(found, cube).cube is right
    assert marked(seen(ON_BOARD), cube).cube is False
    assert marked(seen(ON_BOARD), wanted()).cube is None


def test_under_a_hand_nothing_but_the_hand_is_asked_for() -> None:
    covered = replace(wanted(), hand=True, clear=False)
    mark = marked(replace(seen({}), hand=True), covered)
    assert (mark.hand, mark.exact, mark.spots, mark.failed) == ((True, True), None, (), False)
    assert marked(seen({}), covered).failed


def test_a_board_that_is_not_found_is_wrong_in_everything() -> None:
    mark = unread(replace(wanted(), dice=(1, 3), cube=2))
    assert (mark.exact, mark.dice, mark.cube, mark.spots_right, mark.corner) == (False, False, False, 0.0, math.inf)


def test_the_worst_corner_is_measured_in_widths_of_a_point() -> None:
    width = 600 / 13
    moved = ((100.0 + width / 2, 100.0), *CORNERS[1:])
    mark = marked_where_found(replace(seen(ON_BOARD), corners_px=moved), wanted())
    assert mark.corner == pytest.approx(0.5)


def test_a_board_named_from_the_wrong_side_is_read_wrong() -> None:
    upside_down = {25 - point: counts for point, counts in ON_BOARD.items()}
    by_place = {USUAL.point("bottom" if r == "top" else "top", 11 - c): n for (r, c), n in cells(ON_BOARD).items()}
    assert by_place != upside_down  # turned by half a turn, not mirrored
    found = replace(seen(by_place), corners_px=turned_ring(CORNERS, 2))
    mark = marked_where_found(found, wanted())
    assert (mark.exact, mark.corner) == (False, 0.0)


def test_a_board_that_lies_slanting_may_be_named_from_either_side() -> None:
    slanting = ((400.0, 100.0), (700.0, 400.0), (400.0, 700.0), (100.0, 400.0))
    by_place = {USUAL.point("bottom" if r == "top" else "top", 11 - c): n for (r, c), n in cells(ON_BOARD).items()}
    found = replace(seen(by_place), corners_px=turned_ring(slanting, 2))
    assert marked_where_found(found, replace(wanted(), corners_px=slanting)).exact


def test_sides_named_the_other_way_round_are_swapped_everywhere() -> None:
    named = replace(wanted(), bar=(0, 1)).swapped()
    assert (named.cells[USUAL.cell(6)], named.cells[USUAL.cell(19)], named.bar) == ((0, 5), (4, 0), (1, 0))
