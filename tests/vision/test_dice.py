"""Dice drawn on a plain field, found with maps made by hand."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.vision.maps import FINER, maps, seen_from_above
from vision.dice import read_dice
from vision.observation import SeenDie
from vision.reading import Maps
from vision.rectify import Image
from vision.view import FIELD_XYXY, VIEW_WH

VIEW = seen_from_above()
PLACE = (201.5, 185.5)
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def field() -> Image:
    return np.full((VIEW_WH[1] * FINER, VIEW_WH[0] * FINER, 3), (70, 110, 90), dtype=np.uint8)


def draw_die(
    picture: Image,
    view_xy: tuple[float, float],
    value: int,
    angle_deg: float,
    *,
    dark: bool = False,
    close: float = 1.0,
) -> None:
    """A die of 12 pixels of the view, seen from straight above; ``close``: how near the rows of a six are."""
    (x, y), side = ((v + 0.5) * FINER - 0.5 for v in view_xy), 12.0 * FINER
    body, pip = ((30, 30, 30), (235, 235, 235)) if dark else ((235, 240, 240), (20, 20, 20))
    corners = cv2.boxPoints(((x, y), (side, side), angle_deg))
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], body, cv2.LINE_AA, 4)
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    for a, b in PIPS[value]:
        across = a * close if value == 6 else a
        at = (x + 0.26 * side * (across * cos - b * sin), y + 0.26 * side * (across * sin + b * cos))
        cv2.circle(picture, (round(at[0] * 16), round(at[1] * 16)), round(0.095 * side * 16), pip, -1, cv2.LINE_AA, 4)


def read(picture: Image, seen: Maps) -> tuple[SeenDie, ...]:
    return read_dice(picture, VIEW, seen)


def only(dice: tuple[SeenDie, ...]) -> SeenDie:
    assert len(dice) == 1, dice
    return dice[0]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_is_read_however_it_is_turned(value: int, dark: bool) -> None:
    for angle in (0, 25, 70):
        picture = field()
        draw_die(picture, PLACE, value, angle, dark=dark)
        assert only(read(picture, maps({PLACE: 0.9}))).value == value


@pytest.mark.parametrize("close", [0.6, 0.75])
def test_a_six_whose_rows_are_close_is_no_four(close: float) -> None:
    for angle in (10, 60, 110):
        picture = field()
        draw_die(picture, PLACE, 6, angle, close=close)
        assert only(read(picture, maps({PLACE: 0.9}))).value == 6


def test_a_die_says_where_on_the_field_and_in_the_picture_it_lies() -> None:
    picture = field()
    draw_die(picture, PLACE, 5, 10)
    die = only(read(picture, maps({PLACE: 0.9})))
    left, top, right, bottom = FIELD_XYXY
    assert die.center_px == pytest.approx([FINER * v for v in PLACE], abs=2 * FINER)
    assert die.field_xy[0] == pytest.approx((PLACE[0] - left) / (right - left), abs=0.01)
    assert die.field_xy[1] == pytest.approx((PLACE[1] - top) / (bottom - top), abs=0.01)


def test_an_empty_place_on_the_map_is_no_die() -> None:
    assert read(field(), maps({PLACE: 0.4})) == ()


def test_a_checker_is_no_die() -> None:
    picture = field()
    center = (round(PLACE[0] * FINER), round(PLACE[1] * FINER))
    cv2.circle(picture, center, 15 * FINER, (200, 215, 225), -1, cv2.LINE_AA)
    cv2.circle(picture, center, 5 * FINER, (120, 140, 160), 2, cv2.LINE_AA)
    assert read(picture, maps({PLACE: 0.4})) == ()


def test_two_places_on_one_die_are_one_die() -> None:
    picture = field()
    draw_die(picture, PLACE, 6, 0)
    assert only(read(picture, maps({PLACE: 0.9, (PLACE[0] + 7, PLACE[1]): 0.5}))).value == 6


def test_dice_beside_the_board_are_not_read() -> None:
    picture, place = field(), (FIELD_XYXY[0] - 20.5, 201.5)
    draw_die(picture, place, 3, 0)
    assert read(picture, maps({place: 0.9})) == ()


def test_values_are_less_likely_where_the_map_doubts_that_there_is_a_die() -> None:
    picture = field()
    draw_die(picture, PLACE, 4, 30)
    surely, hardly = (only(read(picture, maps({PLACE: height}))) for height in (0.9, 0.4))
    assert surely.value == hardly.value == 4
    assert surely.confidence > 0.95
    assert hardly.confidence < surely.confidence


def test_a_die_on_a_checker_is_cocked_and_one_beside_it_is_flat() -> None:
    picture, flat = field(), (PLACE[0] + 26, PLACE[1])
    for center in (PLACE, (PLACE[0] + 60, PLACE[1])):
        x, y = ((v + 0.5) * FINER - 0.5 for v in center)
        cv2.circle(picture, (round(x), round(y)), 15 * FINER, (60, 80, 130), -1, cv2.LINE_AA)
    draw_die(picture, PLACE, 5, 20)
    draw_die(picture, flat, 3, 20)
    dice = read(picture, maps({PLACE: 0.9, flat: 0.9}, light={PLACE: 0.9, (PLACE[0] + 60, PLACE[1]): 0.9}))
    assert {die.value: (die.cocked, die.on_checker) for die in dice} == {5: (True, True), 3: (False, False)}


@pytest.mark.parametrize(("leans", "cocked"), [(0.8, True), (0.1, False)])
def test_where_the_patch_is_in_doubt_the_map_says_whether_a_die_leans(
    leans: float, cocked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_in_doubt = np.array([[-5, 8, -5, -5, -5, -5, -5, 0]], np.float32)
    monkeypatch.setattr("vision.dice.readings", lambda _: two_in_doubt)
    die = only(read(field(), maps({PLACE: 0.9}, leaning={PLACE: leans})))
    assert (die.value, die.cocked, die.on_checker) == (2, cocked, False)
