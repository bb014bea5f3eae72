"""Checkers, dice and cube as pixels: a face in its colour, a shade that falls down, nothing around it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.screen.theme import BLACK, WHITE, rgb
from companion.screen.widgets import shapes

CREAM = rgb("f0e1c8")
PICTURES = {
    "checker": shapes.checker(13.2, CREAM, BLACK, edge_px=1.2, ringed=False),
    "ringed": shapes.checker(13.2, CREAM, BLACK, edge_px=1.2, ringed=True),
    "die": shapes.die(64, 6, CREAM, BLACK),
    "cube": shapes.cube(45, CREAM, BLACK),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_middle_of_a_shape_has_its_colour(name: str) -> None:
    picture = PICTURES[name]
    row, column = (side // 2 for side in picture.shape[:2])
    middle = picture[row - 1 : row + 2, column - 1 : column + 2]
    assert np.abs(middle[..., :3] - np.array(CREAM[:3]) * 255).max() <= 6
    assert (middle[..., 3] == 255).all()


@pytest.mark.parametrize("name", PICTURES)
def test_a_shape_casts_a_shadow_below_it_and_ends_within_its_picture(name: str) -> None:
    opacity = PICTURES[name][..., 3].astype(int)
    assert opacity[: len(opacity) // 2].sum() > opacity[len(opacity) // 2 :].sum(), "the lowest row is the first"
    assert max(opacity[0].max(), opacity[-1].max(), opacity[:, 0].max(), opacity[:, -1].max()) < 60


def test_a_checkers_rim_is_lit_from_above() -> None:
    picture = PICTURES["checker"].astype(int)
    centre, out = len(picture) // 2, 11
    assert picture[centre + out, centre, 0] > picture[centre - 1 - out, centre, 0]


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_has_as_many_pips_as_its_value(value: int) -> None:
    dark = shapes.die(96, value, WHITE, BLACK)[..., :3].max(axis=2) < 60
    middle = slice(shapes.margin_of(48) + 8, -shapes.margin_of(48) - 8)
    assert dark[middle, middle].sum() == pytest.approx(value * np.pi * (96 * 0.105) ** 2, rel=0.1)
