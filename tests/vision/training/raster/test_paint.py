"""Painted surfaces: sizes, repeatability, and that what is painted lies where the geometry says."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from vision.training.raster import looks, paint

GEO: dict[str, Any] = {
    "W": 26.0,
    "D": 24.0,
    "bar": 2.0,
    "bar_h": 1.0,
    "pw": 2.0,
    "pt": {
        point: (x, -12.0 * way, way)
        for point, x, way in [(k + 1, 12.0 - 2 * k - 2 * (k > 5), 1) for k in range(12)]
        + [(24 - k, 12.0 - 2 * k - 2 * (k > 5), -1) for k in range(12)]
    },
}


def style(number: int) -> dict[str, Any]:
    return looks.board_style(random.Random(number))


@pytest.mark.parametrize("number", range(6))
def test_a_field_is_as_large_as_asked_and_always_the_same(number: int) -> None:
    one, other = (paint.field(style(number), GEO, np.random.default_rng(3), 10) for _ in range(2))
    assert one.shape == (240, 260, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, other)


def test_points_stand_on_both_edges_in_their_two_colours() -> None:
    plain = {"type": "plain", "var": 0.0}
    field = {"base": {**plain, "c": "#808080"}, "ptA": {**plain, "c": "#ff0000"}, "ptB": {**plain, "c": "#0000ff"}}
    made = paint.field(
        {"field": {**field, "shape": "tri", "len": 0.4, "wfrac": 0.9}}, GEO, np.random.default_rng(1), 10
    )
    for x, y, way in GEO["pt"].values():
        at = made[round((12 - y - way * 0.5) * 10) - 1, round((x + 13) * 10)]
        assert at[1] < 20
        assert max(at[0], at[2]) > 200
    assert np.all(made[120, 65] == 128)


def test_dice_and_cube_have_six_faces() -> None:
    rng = np.random.default_rng(1)
    assert paint.die(style(2)["dice"][0], rng, 40).shape == (240, 40, 3)
    assert paint.cube(style(2)["cube"][0], rng, 40).shape == (240, 40, 3)


def test_a_die_has_as_many_dark_places_as_its_value() -> None:
    spec = {"body": "#ffffff", "pip": "#000000", "dot": 0.09, "spread": 0.25, "drilled": False}
    faces = paint.die(spec, np.random.default_rng(1), 96).reshape(6, 96, 96, 3)
    dark = [(face[..., 0] < 100).sum() for face in faces]
    assert [round(n / dark[0]) for n in dark] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("kind", ["plain", "wood", "burl", "leather", "felt", "cork", "marble", "check", "print"])
def test_every_material_is_painted(kind: str) -> None:
    spec = {"type": kind, "c": "#806040", "c1": "#806040", "c2": "#503010"}
    assert paint.surface(spec, np.random.default_rng(1), 64).std() >= 0
