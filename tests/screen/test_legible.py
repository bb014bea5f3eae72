"""Checkers stand out from the drawn board and from each other, whatever colours the real ones have."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import numpy as np
import pytest

from companion.games.rules import Side
from companion.screen.board.ground import ground
from companion.screen.board.layout import BoardLayout, Box
from companion.screen.board.legible import (
    LEAST_BETWEEN,
    LEAST_TO_GROUND,
    checker_colours,
    from_oklab,
    grounds_of,
    legible,
    to_oklab,
)
from companion.screen.theme import THEME, WHITE, Colour, apply, contrast, luminance, names, rgb, theme

PAIRS = 40


def learned(seed: int) -> tuple[Colour, Colour]:
    chance = random.Random(seed)
    light, dark = (rgb(f"{chance.randrange(1 << 24):06x}") for _ in range(2))
    return light, dark


@pytest.fixture(params=names())
def worn(request: pytest.FixtureRequest) -> Iterator[str]:
    apply(request.param)
    yield request.param
    apply("dusk")


@pytest.mark.parametrize("name", names())
def test_checkers_of_any_colours_stand_out_from_the_board_and_from_each_other(name: str) -> None:
    grounds = grounds_of(theme(name))
    alike = [(colour, colour) for colour in (*grounds, rgb("000000"), rgb("ffffff"))]
    for pair in [*map(learned, range(PAIRS)), *alike]:
        drawn = legible(*pair, grounds)
        assert contrast(*drawn) >= LEAST_BETWEEN, pair
        for colour in drawn:
            assert min(contrast(colour, ground) for ground in grounds) >= LEAST_TO_GROUND, (pair, colour)


@pytest.mark.parametrize("name", names())
def test_only_lightness_changes_and_not_hue(name: str) -> None:
    for seed in range(PAIRS):
        pair = learned(seed)
        for own, drawn in zip(pair, legible(*pair, grounds_of(theme(name))), strict=True):
            before, after = (to_oklab(np.array(colour[:3])) for colour in (own, drawn))
            across = before[1] * after[2] - before[2] * after[1]
            # What is left of a nearly grey colour's hue is rounded away: the distance from the hue's line counts.
            assert abs(across) / max(math.hypot(before[1], before[2]), 0.02) < 0.02, (own, drawn)


@pytest.mark.parametrize("name", names())
def test_who_was_lighter_stays_lighter(name: str) -> None:
    for seed in range(PAIRS):
        light, dark = learned(seed)
        drawn = legible(light, dark, grounds_of(theme(name)))
        assert (luminance(light) > luminance(dark)) == (luminance(drawn[0]) > luminance(drawn[1]))


def test_colours_that_stand_out_are_drawn_as_they_were_learned() -> None:
    black_and_white = rgb("fafafa"), rgb("101010")
    assert legible(*black_and_white, grounds_of(theme())) == black_and_white


def test_a_board_of_black_and_white_leaves_no_room_for_two_sides() -> None:
    with pytest.raises(ValueError, match="grounds"):
        legible(WHITE, WHITE, (rgb("000000"), rgb("ffffff"), rgb("777777")))


def test_a_colour_comes_back_from_oklab() -> None:
    colours = np.random.default_rng(1).random((50, 3))
    assert np.allclose(from_oklab(to_oklab(colours)), colours, atol=1e-4)
    assert to_oklab(np.ones(3)) == pytest.approx([1, 0, 0], abs=1e-4)


def test_on_the_drawn_wood_and_leather_checkers_stand_out_as_on_the_themes_colours(worn: str) -> None:
    layout = BoardLayout(Box(0, 0, 474, 316))
    picture = ground(layout) / 255
    checkers = checker_colours(((90, 90, 60), (60, 80, 50)))
    point, bar = layout.point(1), layout.bar
    x = int(point.x) + 1
    places = {
        "pale": (int(point.center[0]), int(point.y + point.height * 0.3), THEME.point_pale),
        "deep": (int(layout.point(2).center[0]), int(point.y + point.height * 0.3), THEME.point_deep),
        "field": (x, int(point.y + point.height * 0.85), THEME.field),
        "bar": (int(bar.center[0]), int(bar.center[1]), THEME.bar),
    }
    for where, (column, row, colour) in places.items():
        patch = picture[row - 5 : row + 6, column - 2 : column + 3, :3].reshape(-1, 3).mean(axis=0)
        assert patch == pytest.approx(colour[:3], abs=0.04), (worn, where)
        for side in Side:
            assert contrast(checkers[side], (*patch, 1.0)) >= LEAST_TO_GROUND * 0.9, (worn, where)
