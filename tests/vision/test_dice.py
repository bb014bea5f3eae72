"""Dice drawn on a plain field, found with maps made by hand, and how many of several places are believed."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from vision.dice import (
    CHECKER,
    PATCH,
    find_loose_dice,
    is_cocked,
    is_on_checker,
    likeliest_number,
    read_dice,
    upright_patch,
)
from vision.fieldmaps import STRIDE, FieldMaps, Map, peaks
from vision.observation import SeenDie
from vision.parallax import lean
from vision.patches import cut
from vision.rectify import FIELD_XYXY, VIEW_WH, Image, Points, transformed, view_from_picture

FINER = 2  # pixels of the picture for one of the view
PICTURE_FROM_VIEW = np.diag([FINER, FINER, 1.0])
HOMOGRAPHY: Points = np.diag([1 / FINER, 1 / FINER, 1.0])
LEFT, TOP, RIGHT, BOTTOM = FIELD_XYXY
PLACE = (201.5, 185.5)
Heights = dict[tuple[float, float], float]
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def field() -> Image:
    picture = np.full((VIEW_WH[1] * FINER, VIEW_WH[0] * FINER, 3), (70, 110, 90), dtype=np.uint8)
    cv2.rectangle(picture, (0, 0), (int(LEFT) * FINER, picture.shape[0]), (40, 60, 80), -1)
    return picture


def draw_die(picture: Image, view_xy: tuple[float, float], value: int, angle_deg: float, *, dark: bool = False) -> None:
    """A die of 12 pixels of the view, seen from straight above."""
    body, pip = ((60, 30, 30), (235, 235, 235)) if dark else ((230, 238, 240), (20, 20, 20))
    x, y = (v * FINER for v in view_xy)
    side = 12.0 * FINER
    cv2.fillPoly(picture, [cv2.boxPoints(((x, y), (side, side), angle_deg)).astype(np.int32)], body, cv2.LINE_AA)
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    for a, b in PIPS[value]:
        at = (x + 0.26 * side * (a * cos - b * sin), y + 0.26 * side * (a * sin + b * cos))
        cv2.circle(picture, (round(at[0] * 16), round(at[1] * 16)), round(0.095 * side * 16), pip, -1, cv2.LINE_AA, 4)


def maps(
    dice: Heights, cubes: Heights | None = None, *, checkers: Heights | None = None, bar: Heights | None = None
) -> FieldMaps:
    """Maps on which things are seen at these places, with these heights."""

    def heat(things: Heights | None) -> Map:
        grid = np.zeros((VIEW_WH[1] // STRIDE, VIEW_WH[0] // STRIDE), dtype=np.float32)
        for (x, y), height in (things or {}).items():
            grid[int((y + 0.5) / STRIDE), int((x + 0.5) / STRIDE)] = height
        return grid

    seen = SimpleNamespace(die=heat(dice), cube=heat(cubes), checker=heat(checkers), bar=heat(bar))
    return cast(FieldMaps, seen)


def only(dice: tuple[SeenDie, ...]) -> SeenDie:
    assert len(dice) == 1, dice
    return dice[0]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_is_read_however_it_is_turned(value: int, dark: bool) -> None:
    for angle in (0, 25, 70):
        picture = field()
        draw_die(picture, PLACE, value, angle, dark=dark)
        assert only(read_dice(picture, HOMOGRAPHY, maps({PLACE: 0.95}))).value == value


def test_a_die_says_where_on_the_field_and_in_the_picture_it_lies() -> None:
    picture = field()
    draw_die(picture, PLACE, 5, 10)
    die = only(read_dice(picture, HOMOGRAPHY, maps({PLACE: 0.95})))
    assert die.center_px == pytest.approx([FINER * v for v in PLACE], abs=2 * FINER)
    assert die.field_xy[0] == pytest.approx((PLACE[0] - LEFT) / (RIGHT - LEFT), abs=0.01)
    assert die.field_xy[1] == pytest.approx((PLACE[1] - TOP) / (BOTTOM - TOP), abs=0.01)


def test_an_empty_place_on_the_die_map_is_no_die() -> None:
    assert read_dice(field(), HOMOGRAPHY, maps({PLACE: 0.4})) == ()


def test_a_checker_is_no_die() -> None:
    picture = field()
    center = (round(PLACE[0] * FINER), round(PLACE[1] * FINER))
    cv2.circle(picture, center, 13 * FINER, (200, 215, 225), -1, cv2.LINE_AA)
    cv2.circle(picture, center, 5 * FINER, (120, 140, 160), 2, cv2.LINE_AA)
    assert read_dice(picture, HOMOGRAPHY, maps({PLACE: 0.4})) == ()


def test_two_places_on_one_die_are_one_die() -> None:
    picture = field()
    draw_die(picture, PLACE, 6, 0)
    beside = (PLACE[0] + 8, PLACE[1])
    assert only(read_dice(picture, HOMOGRAPHY, maps({PLACE: 0.9, beside: 0.5}))).value == 6


def test_dice_beside_the_board_are_not_read() -> None:
    picture = field()
    place = (LEFT - 20.5, 201.5)
    draw_die(picture, place, 3, 0)
    assert read_dice(picture, HOMOGRAPHY, maps({place: 0.95})) == ()


def test_what_is_rather_a_cube_is_no_die() -> None:
    picture = field()
    draw_die(picture, PLACE, 4, 0)
    assert read_dice(picture, HOMOGRAPHY, maps({PLACE: 0.5}, {PLACE: 0.9})) == ()


def test_a_die_on_a_checker_is_cocked_and_one_beside_it_is_flat() -> None:
    for dark in (False, True):
        picture = field()
        other = (PLACE[0] + 60, PLACE[1])
        for x, y in (PLACE, other):
            cv2.circle(picture, (round(x * FINER), round(y * FINER)), 13 * FINER, (60, 80, 130), -1, cv2.LINE_AA)
        flat = (PLACE[0] + 28, PLACE[1])
        draw_die(picture, PLACE, 5, 20, dark=dark)
        draw_die(picture, flat, 3, 20, dark=dark)
        seen = maps({PLACE: 0.95, flat: 0.95}, checkers={PLACE: 0.9, other: 0.9})
        read = read_dice(picture, HOMOGRAPHY, seen)
        assert {die.value: (die.cocked, die.on_checker) for die in read} == {5: (True, True), 3: (False, False)}


def cocked(foot: tuple[float, float], logit: float, seen: FieldMaps) -> bool:
    return is_cocked(foot, logit, peaks(seen.checker, CHECKER), seen)


def test_a_die_that_looks_tilted_leans_only_on_something() -> None:
    beside = (PLACE[0] + 22.0, PLACE[1])
    assert not cocked(PLACE, 5.0, maps({}))
    assert cocked(PLACE, 5.0, maps({}, checkers={beside: 0.9}))
    assert cocked(PLACE, 5.0, maps({}, bar={(PLACE[0] + 8, PLACE[1]): 0.9}))
    assert cocked((LEFT + 6.0, PLACE[1]), 5.0, maps({}))


def test_a_die_that_leans_on_a_checker_does_not_lie_on_it() -> None:
    beside, under = (PLACE[0] + 22.0, PLACE[1]), (PLACE[0] + 10.0, PLACE[1])
    assert not is_on_checker(PLACE, peaks(maps({}, checkers={beside: 0.9}).checker, CHECKER))
    assert is_on_checker(PLACE, peaks(maps({}, checkers={under: 0.9}).checker, CHECKER))


def test_a_die_that_looks_flat_beside_a_checker_is_flat() -> None:
    assert not cocked(PLACE, -3.0, maps({}, checkers={(PLACE[0] + 22.0, PLACE[1]): 0.9}))


def test_no_die_lies_flat_where_a_checker_stands() -> None:
    assert cocked(PLACE, -5.0, maps({}, checkers={(PLACE[0] + 9.0, PLACE[1]): 0.9}))


def test_a_weak_second_die_is_believed_beside_a_sure_one() -> None:
    assert likeliest_number([4.0, -1.0]) == 2


def test_a_weak_third_place_is_no_die() -> None:
    assert likeliest_number([4.0, 1.0, 3.0]) == 2


def test_a_pair_of_each_player_is_four_dice() -> None:
    assert likeliest_number([3.0, 2.0, 4.0, 1.5]) == 4


def test_a_sure_die_alone_is_believed() -> None:
    assert likeliest_number([6.0]) == 1


def test_weak_places_alone_are_no_dice() -> None:
    assert likeliest_number([-1.0, -2.0]) == 0
    assert likeliest_number([]) == 0


def pictured(place_cm: Points) -> Points:
    """Where a camera that looks across a board from the left and above sees places (n, 3) of it."""
    turn = cv2.Rodrigues(np.array([0.6, -0.35, 0.2]))[0] @ np.diag([1.0, -1.0, -1.0])
    seen = place_cm @ turn.T + np.array([2.0, 1.0, 75.0])
    return np.asarray(seen[:, :2] / seen[:, 2:] * 1000 + (639.5, 479.5))


def test_upright_edges_lean_upwards_in_a_patch() -> None:
    corners = pictured(np.array([(-24, 21, 0), (24, 21, 0), (24, -21, 0), (-24, -21, 0)], dtype=float))
    homography = view_from_picture([(float(x), float(y)) for x, y in corners])
    rising = lean(homography, (1280, 960))
    for x, y in ((-15, 10), (0, -12), (18, 3)):
        foot, top = pictured(np.array([(x, y, 0), (x, y, 1.2)], dtype=float))
        up_view = rising[:2] - transformed([foot], homography)[0] * rising[2]
        patch = upright_patch(homography, foot, up_view, size=PATCH)
        (_, _), (across, along) = transformed([foot, top], patch) - (PATCH - 1) / 2
        assert along < -3
        assert abs(across) < 0.25 * abs(along)


def test_a_patch_shows_the_place_it_was_cut_for_in_its_middle() -> None:
    picture = np.zeros((VIEW_WH[1] * FINER, VIEW_WH[0] * FINER, 3), dtype=np.uint8)
    picture[300:303, 400:403] = 255
    place, up = np.array([401.0, 301.0]), np.array([0.6, -0.8])
    patch = cut(picture, upright_patch(HOMOGRAPHY, place, up, size=PATCH), PATCH)[..., 0]
    rows, columns = np.nonzero(patch > 100)
    assert (columns.mean(), rows.mean()) == pytest.approx(((PATCH - 1) / 2, (PATCH - 1) / 2), abs=0.3)


@pytest.mark.slow
def test_loose_dice_are_found_and_read_without_a_board() -> None:
    picture = np.full((600, 800, 3), (60, 90, 60), dtype=np.uint8)
    for value, place in ((6, (100.0, 80.0)), (3, (260.0, 190.0))):
        draw_die(picture, place, value, 15)
    assert sorted(die.value for die in find_loose_dice(picture)) == [3, 6]


@pytest.mark.slow
def test_no_dice_are_found_on_a_bare_table() -> None:
    assert find_loose_dice(np.full((480, 640, 3), (60, 90, 60), dtype=np.uint8)) == ()
