"""From the net's answers to likely counts on the spots."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from inspect import unwrap

import numpy as np
import pytest

from tests.vision import clip
from vision import net
from vision.alone import Alone
from vision.observation import BAR, POINTS, UNSEEN, Counts, Evidence, Orientation, Spot
from vision.reading import (
    ALONE,
    DARK,
    DARK_OFF,
    FINE,
    HAND,
    LIGHT,
    LIGHT_OFF,
    MIRRORS,
    MOST_ON_BAR,
    POINT_CLASSES,
    THING,
    Maps,
    hand_over,
    in_a_mirror,
    spots,
    tray,
)
from vision.view import View

USUAL = Orientation()


def maps(
    counts: dict[Spot, Counts], shows: dict[int, tuple[slice, slice]] | None = None, orientation: Orientation = USUAL
) -> Maps:
    """The answers of a net that is sure of these counts, and of a class in some cells of its fine map."""
    points = np.zeros((len(POINT_CLASSES), 2, 12), np.float32)
    for point in POINTS:
        row, column = orientation.cell(point)
        points[POINT_CLASSES.index(counts.get(point, (0, 0))), int(row == "bottom"), column] = 20
    bar = np.zeros((2, MOST_ON_BAR + 1), np.float32)
    bar[[0, 1], counts.get(BAR, (0, 0))] = 20
    fine = np.zeros((len(FINE) + 3, 104, 128), np.float32)
    fine[0] = 9
    for kind, cells in (shows or {}).items():
        fine[kind][cells] = 20
    return Maps.of(points, bar, fine)


def test_the_classes_are_those_of_the_net() -> None:
    assert len(POINT_CLASSES) == len(set(POINT_CLASSES)) == 67
    assert (5, 0) in POINT_CLASSES
    assert all(light + dark <= 15 for light, dark in POINT_CLASSES)


@pytest.mark.parametrize("at_bottom", [True, False])
@pytest.mark.parametrize("at_right", [True, False])
def test_counts_are_on_their_spots_whichever_way_the_board_lies(at_bottom: bool, at_right: bool) -> None:
    there: dict[Spot, Counts] = {1: (0, 2), 6: (5, 0), 13: (1, 7), BAR: (2, 1)}
    way = Orientation(at_bottom, at_right)
    seen = spots(maps(there, orientation=way), way, ALONE)
    assert {spot: one.best for spot, one in seen.items() if any(one.best)} == there


def test_a_higher_temperature_leaves_more_doubt() -> None:
    doubtful = maps({})
    doubtful.points[:] /= 4
    sure, unsure = (spots(doubtful, USUAL, ALONE._replace(point=t))[6].confidence for t in (1.0, 2.0))
    assert unsure < sure < 1


@pytest.mark.parametrize("thing", [HAND, THING])
def test_what_is_covered_is_unseen_not_empty(thing: int) -> None:
    over = slice(8, 52), slice(12, 20)
    seen = spots(maps({}, {thing: over}), USUAL, ALONE)
    assert seen[13] is UNSEEN
    assert [point for point in POINTS if not seen[point].seen] == [13]


def test_a_bar_of_which_one_half_is_covered_is_unseen() -> None:
    assert not spots(maps({}, {HAND: (slice(52, 96), slice(60, 68))}), USUAL, ALONE)[BAR].seen


def test_a_hand_over_the_field_is_told_and_one_beside_it_is_none() -> None:
    assert hand_over(maps({}, {HAND: (slice(40, 60), slice(40, 60))}))
    assert not hand_over(maps({}, {HAND: (slice(0, 104), slice(0, 7))}))
    assert not hand_over(maps({}, {HAND: (slice(40, 46), slice(40, 46))}))


BORNE_OFF: dict[Spot, Counts] = {6: (5, 0), 3: (4, 0), 2: (3, 0), 19: (0, 15)}


def off(shown: Maps) -> Evidence:
    return tray(spots(shown, USUAL, ALONE), shown)


def test_as_many_are_off_as_are_missing_where_some_lie_beside_the_board() -> None:
    assert off(maps(BORNE_OFF, {LIGHT_OFF: (slice(60, 80), slice(120, 124))})).best == (3, 0)


@pytest.mark.parametrize("beside", [{}, {DARK_OFF: (slice(60, 80), slice(120, 124))}])
def test_missing_checkers_that_are_not_in_view_leave_the_tray_unseen(beside: dict[int, tuple[slice, slice]]) -> None:
    assert not off(maps(BORNE_OFF, beside)).seen


def test_a_tray_is_unseen_while_a_spot_is_or_there_are_too_many() -> None:
    pile = slice(60, 80), slice(120, 124)
    assert not off(maps(BORNE_OFF, {LIGHT_OFF: pile, HAND: (slice(8, 52), slice(12, 20))})).seen
    assert not off(maps({**BORNE_OFF, 8: (4, 0)}, {LIGHT_OFF: pile})).seen


def test_exchanged_answers_are_those_of_a_board_with_the_colours_exchanged() -> None:
    there: dict[Spot, Counts] = {1: (0, 2), 6: (5, 0), 13: (1, 7), BAR: (2, 1)}
    shown = maps(there, {LIGHT: (slice(10, 20), slice(20, 30)), LIGHT_OFF: (slice(60, 80), slice(120, 124))})
    turned = spots(shown.exchanged(), USUAL, ALONE)
    assert {spot: one.best[::-1] for spot, one in turned.items() if any(one.best)} == there
    assert shown.exchanged().classes[DARK, 15, 25] > 0.9
    assert shown.exchanged().classes[DARK_OFF, 70, 122] > 0.9


@pytest.mark.parametrize(("rows", "columns"), MIRRORS)
def test_a_board_in_a_mirror_reads_as_it_would_without(rows: int, columns: int) -> None:
    known = clip.calibration()
    one = Alone.of(clip.picture(4), View(known.corners_px, known.geometry))
    leaning = one.view.leaning(one.picture_wh)[:, ::rows, ::columns] * np.array([[[columns]], [[rows]]], np.float32)
    turned = np.ascontiguousarray(one.seen_bgr[::rows, ::columns])
    seen = in_a_mirror(turned, leaning, rows, columns).mirrored(rows, columns)
    np.testing.assert_allclose(seen.points, one.maps.points, atol=1e-3)
    np.testing.assert_allclose(Maps.mean([one.maps, seen]).classes, one.maps.classes, atol=1e-3)


def test_two_threads_do_not_mix_their_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "answers", unwrap(net.answers))  # the net itself, at each time
    patches = [np.full((2, 64, 64, 3), level, np.uint8) for level in (0, 90, 180, 255)] * 4
    with ThreadPoolExecutor(2) as both:
        together = list(both.map(lambda patch: net.run("dice", patch), patches))
    for patch, answer in zip(patches, together, strict=True):
        np.testing.assert_array_equal(answer, net.run("dice", patch))
