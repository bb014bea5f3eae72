"""Which side is Light is told by the colours of the checkers."""

from __future__ import annotations

import numpy as np

from tests.vision.test_reading import USUAL, maps
from vision.observation import Counts, Spot
from vision.reading import ALONE, DARK, LIGHT, spots
from vision.sides import Bgr, Cells, Named, SideColours, named

ONE, OTHER = (slice(8, 30), slice(12, 20)), (slice(60, 90), slice(40, 48))
THERE: dict[Spot, Counts] = {13: (3, 0), 9: (0, 4)}
IVORY, BLACK, GREEN, RED = (200, 230, 240), (40, 30, 30), (60, 120, 60), (60, 82, 130)


def cells(one: Bgr, other: Bgr) -> Cells:
    """The field of a view in which the net's light checkers have one colour, its dark ones another."""
    whole = np.full((104, 128, 3), (90, 110, 130), np.uint8)
    whole[ONE], whole[OTHER] = one, other
    return whole[8:96, 12:116]


def told(one: Bgr, other: Bgr, known: SideColours | None = None) -> Named:
    return named(cells(one, other), maps(THERE, {LIGHT: ONE, DARK: OTHER}), known)


def counts(sides: Named) -> dict[Spot, Counts]:
    return {spot: one.best for spot, one in spots(sides.maps, USUAL, ALONE).items() if any(one.best)}


def test_light_is_the_lighter_side() -> None:
    assert counts(told(IVORY, BLACK)) == THERE
    assert counts(told(BLACK, IVORY)) == {13: (0, 3), 9: (4, 0)}
    assert told(BLACK, IVORY).colours == SideColours(IVORY, BLACK)


def test_sides_of_equal_lightness_are_alike_and_stay_as_the_net_names_them() -> None:
    assert told(GREEN, RED).alike
    assert counts(told(GREEN, RED)) == THERE
    assert not told(IVORY, BLACK).alike


def test_learned_colours_name_sides_of_equal_lightness_in_another_light_too() -> None:
    dim_red, dim_green = (30, 30, 60), (30, 60, 30)
    sides = told(dim_red, dim_green, SideColours(GREEN, RED))
    assert counts(sides) == {13: (0, 3), 9: (4, 0)}
    assert not sides.alike


def test_a_side_that_is_not_seen_keeps_its_known_colour() -> None:
    alone = named(cells(IVORY, BLACK), maps(THERE, {LIGHT: ONE}), SideColours(IVORY, RED))
    assert alone.colours == SideColours(IVORY, RED)
