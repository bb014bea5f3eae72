"""Which spots, dice and cube have changed between two looks: views and maps drawn by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import change
from vision.board import BoardGeometry
from vision.change import Sight, changes, picture_of, sight
from vision.errors import WeightsError
from vision.fieldmaps import FieldMaps
from vision.observation import BAR, POINTS, Changes, CubePlace, Pixel, SeenCube, SeenDie
from vision.rectify import VIEW_WH, Image

GEOMETRY = BoardGeometry()
IN_PLACE = np.eye(3)
WOOD = np.random.default_rng(3).normal(0, 5, (VIEW_WH[1] // 2, VIEW_WH[0] // 2, 1))
Checkers = dict[int, int]


def column_of(point: int) -> tuple[float, float, int]:
    """Where the checkers of a point begin, and which way they go on."""
    row, column = GEOMETRY.orientation.cell(point)
    return GEOMETRY.column_x(column), (52.0, 364.0)[row == "bottom"], (1, -1)[row == "bottom"]


def view_of(checkers: Checkers) -> Image:
    """A brown field with light checkers on some points."""
    grain = cv2.resize(WOOD, VIEW_WH, interpolation=cv2.INTER_LINEAR)[..., None]
    view = np.clip(np.array([50.0, 80.0, 110.0]) + grain, 0, 255).astype(np.uint8)
    for point, count in checkers.items():
        x, y, way = column_of(point)
        for k in range(count):
            middle = round(x), round(y + way * k * 30)
            cv2.circle(view, middle, 14, (205, 220, 225), -1, cv2.LINE_AA)
            cv2.circle(view, middle, 14, (90, 100, 105), 1, cv2.LINE_AA)
    return view


def maps_of(checkers: Checkers) -> FieldMaps:
    maps = FieldMaps(**{f.name: np.zeros((104, 128), np.float32) for f in fields(FieldMaps)})
    for point, count in checkers.items():
        x, y, way = column_of(point)
        for k in range(count):
            row, column = round((y + way * k * 30) / 4), round(x / 4)
            maps.checker[row - 1 : row + 2, column - 1 : column + 2] = 0.6
            maps.checker[row, column] = 0.9
            maps.light[row - 1 : row + 2, column - 1 : column + 2] = 0.95
    return maps


def seen(
    checkers: Checkers, light: Callable[[Image], Image] = lambda view: view, **things: tuple[SeenDie, ...]
) -> Sight:
    return sight(picture_of(light(view_of(checkers)), maps_of(checkers)), IN_PLACE, things.get("dice", ()), None)


def likely(before: Sight, now: Sight) -> Changes:
    return changes(before, now, GEOMETRY)


STANDING: Checkers = {6: 5, 8: 3, 13: 5, 24: 2}


def dimmed(view: Image) -> Image:
    return np.asarray(np.clip(view * 0.6, 0, 255), dtype=np.uint8)


def shaded(view: Image) -> Image:
    across = np.linspace(0.55, 1.0, view.shape[1])[None, :, None]
    return np.asarray(view * across, dtype=np.uint8)


def noisy(view: Image) -> Image:
    return np.asarray(np.clip(view + np.random.default_rng(5).normal(0, 4, view.shape), 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("light", [dimmed, shaded, noisy])
def test_light_and_noise_change_no_spot(light: Callable[[Image], Image]) -> None:
    told = likely(seen(STANDING), seen(STANDING, light))
    assert set(told.spots) == {*POINTS, BAR}
    assert max(told.spots.values()) < 0.5


def test_a_checker_that_was_moved_has_changed_two_spots_and_no_other() -> None:
    told = likely(seen(STANDING), seen({**STANDING, 8: 2, 5: 1}))
    assert {spot for spot, p in told.spots.items() if p > 0.5} == {5, 8}


def test_a_checker_that_was_moved_while_a_lamp_was_dimmed_is_noticed() -> None:
    told = likely(seen(STANDING), seen({**STANDING, 13: 4, 10: 1}, dimmed))
    assert {spot for spot, p in told.spots.items() if p > 0.5} == {10, 13}


def test_of_a_spot_under_a_hand_nothing_is_said() -> None:
    maps = maps_of(STANDING)
    x, _, _ = column_of(6)
    maps.hand[52:, round(x / 4) - 5 : round(x / 4) + 5] = 0.9
    covered = sight(picture_of(view_of(STANDING), maps), IN_PLACE, (), None)
    told = likely(seen(STANDING), covered)
    assert 6 not in told.spots
    assert 13 in told.spots


def die(x: float, y: float, value: int = 3) -> SeenDie:
    shares = [0.01] * 6
    shares[value - 1] = 0.95
    return SeenDie((x, y), (0.5, 0.5), tuple(shares))  # type: ignore[arg-type]


def test_a_die_where_none_lay_is_new() -> None:
    assert likely(seen(STANDING), seen(STANDING, dice=(die(350, 200),))).dice == pytest.approx((1.0,), abs=0.01)


def test_a_die_that_looks_as_before_is_the_same_even_if_it_is_read_otherwise() -> None:
    before = seen(STANDING, dice=(die(350, 200, 3),))
    for value in (3, 5):
        assert likely(before, seen(STANDING, dice=(die(350, 200, value),))).dice[0] < 0.5


def cube(x: float, y: float, value: int | None) -> SeenCube:
    return SeenCube((x, y), CubePlace.MIDDLE, 0.9, value=value)


@pytest.mark.parametrize(
    ("before", "now", "moved"),
    [
        (cube(256, 200, 64), cube(257, 201, 64), False),
        (cube(256, 200, 64), cube(256, 200, None), False),
        (cube(256, 200, 64), cube(256, 200, 2), True),
        (cube(256, 200, 2), cube(256, 330, 2), True),
    ],
)
def test_a_cube_has_changed_where_it_was_moved_or_turned(before: SeenCube, now: SeenCube, moved: bool) -> None:
    patch = picture_of(view_of({}), maps_of({}))
    told = likely(sight(patch, IN_PLACE, (), before), sight(patch, IN_PLACE, (), now))
    assert told.cube is not None
    assert (told.cube > 0.5) is moved


def test_of_a_cube_that_comes_or_goes_nothing_is_known_and_without_one_nothing_is_said() -> None:
    patch = picture_of(view_of({}), maps_of({}))
    without, with_cube = sight(patch, IN_PLACE, (), None), sight(patch, IN_PLACE, (), cube(256, 200, 2))
    assert likely(without, with_cube).cube == 0.5
    assert likely(without, without).cube is None


def test_places_are_those_of_the_view_whatever_the_picture() -> None:
    half = np.diag([0.5, 0.5, 1.0])
    places: list[Pixel] = [(700.0, 400.0)]
    kept = sight(picture_of(view_of({}), maps_of({})), half, (die(*places[0]),), None)
    assert kept.dice[0][:2] == pytest.approx(((350 + 0.5) / 4 - 0.5, (200 + 0.5) / 4 - 0.5))


def test_an_installation_without_weights_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(change, "WEIGHTS", tmp_path)
    change._weights.cache_clear()
    with pytest.raises(WeightsError, match="install the package again"):
        likely(seen({}), seen({}))
    change._weights.cache_clear()


@pytest.mark.parametrize("what", ["hand", "cover", "die", "cube"])
@pytest.mark.parametrize("first", [True, False])
def test_of_a_spot_that_something_hides_in_one_of_the_looks_nothing_is_said(what: str, first: bool) -> None:
    maps = maps_of(STANDING)
    x, _, _ = column_of(6)
    getattr(maps, what)[52:, round(x / 4) - 5 : round(x / 4) + 5] = 0.9
    hidden = sight(picture_of(view_of(STANDING), maps), IN_PLACE, (), None)
    told = likely(hidden, seen(STANDING)) if first else likely(seen(STANDING), hidden)
    assert 6 not in told.spots
    assert {13, 19, BAR} <= set(told.spots), "the other row and the bar are in sight"


def by_a_cell(checkers: Checkers, dice: tuple[SeenDie, ...] = ()) -> Sight:
    """The board lies a cell farther right and down, as the net sees it too."""
    view = np.roll(view_of(checkers), (4, 4), (0, 1))
    maps = FieldMaps(**{f.name: np.roll(getattr(maps_of(checkers), f.name), (1, 1), (0, 1)) for f in fields(FieldMaps)})
    return sight(picture_of(view, maps), IN_PLACE, dice, None)


def test_a_board_that_was_nudged_by_a_cell_has_not_changed_and_a_checker_moved_on_it_is_noticed() -> None:
    assert max(likely(seen(STANDING), by_a_cell(STANDING)).spots.values()) < 0.5
    moved = likely(seen(STANDING), by_a_cell({**STANDING, 8: 2, 5: 1}))
    assert {spot for spot, p in moved.spots.items() if p > 0.5} == {5, 8}


def test_dice_are_judged_by_where_on_the_board_they_lay_and_what_they_showed(monkeypatch: pytest.MonkeyPatch) -> None:
    by_place_and_value = [-2.0, 20.0, 4.0, *[0.0] * 7]
    monkeypatch.setattr(change, "_weights", lambda: {"spot": [0.0] * 55, "die": by_place_and_value})
    before = seen(STANDING, dice=(die(350, 200, 3), die(120, 200, 6)))
    dice = (die(350, 200, 3), die(120, 200, 5), die(160, 200, 6))
    assert likely(before, seen(STANDING, dice=dice)).dice == pytest.approx((0.12, 0.88, 0.998), abs=0.01)
    with_the_board, pushed = (die(354, 204, 3), die(124, 204, 6)), (die(354, 204, 3), die(120, 204, 6))
    assert likely(before, by_a_cell(STANDING, with_the_board)).dice == pytest.approx((0.12, 0.12), abs=0.01)
    assert likely(before, by_a_cell(STANDING, pushed)).dice == pytest.approx((0.12, 0.64), abs=0.02)
