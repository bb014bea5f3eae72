"""Telling whose each checker is."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from vision.colours import Lab, SideColours, Swatch
from vision.sides import Suspect, owners

IVORY, BLACK = (230.0, 128.0, 136.0), (30.0, 128.0, 128.0)
GREEN, RED = (150.0, 100.0, 150.0), (150.0, 175.0, 160.0)
KNOWN = SideColours((Swatch(200.0, 200.0, IVORY),) * 5, (Swatch(200.0, 200.0, BLACK),) * 5)


def checker(colour: Lab, net: float = 0.0, *, x: float = 200.0, spot: Hashable = None) -> Suspect:
    return Suspect(Swatch(x, 200.0, colour), net, spot if spot is not None else object())


def test_without_checkers_there_is_nothing_to_tell() -> None:
    assert owners([]) == []


def test_a_checker_is_whose_learned_colour_it_has() -> None:
    ivory, black = owners([checker((215.0, 128.0, 134.0)), checker((40.0, 128.0, 128.0))], KNOWN)
    assert ivory > 0.9
    assert black < 0.1


def test_no_checker_is_ever_quite_surely_whose_it_seems() -> None:
    assert all(0 < p < 1 for p in owners([checker(IVORY, 9.0), checker(BLACK, -9.0)] * 5))


def test_light_is_the_lighter_of_two_unknown_colours() -> None:
    found = owners([checker(c, n) for c, n in ((BLACK, -3.0), (IVORY, 3.0)) * 4])
    assert [p > 0.5 for p in found] == [False, True] * 4


def test_light_is_the_lighter_even_where_the_net_names_them_wrong() -> None:
    found = owners([checker(c, n) for c, n in ((BLACK, 3.0), (IVORY, -3.0)) * 4])
    assert [p > 0.5 for p in found] == [False, True] * 4


def test_sides_of_equal_lightness_are_told_apart_by_hue() -> None:
    said = (2.0, 2.0, 1.0, 2.0, -0.5)  # the net is wrong about the last green one
    found = owners([checker(GREEN, -n) for n in said] + [checker(RED, n) for n in said[:4]])
    green, red = found[:5], found[5:]
    assert len({p > 0.5 for p in green}) == 1
    assert {p > 0.5 for p in red} == {green[0] <= 0.5}


def test_the_net_decides_where_colours_say_nothing() -> None:
    found = owners([checker(IVORY, n) for n in (5.0, -5.0, 5.0, -5.0)])
    assert [p > 0.5 for p in found] == [True, False, True, False]


def test_one_reflection_does_not_make_a_dark_checker_light() -> None:
    dark = [checker(BLACK, -4.0, spot="a"), checker(BLACK, -4.0, spot="a"), checker(IVORY, -1.0, spot="a")]
    light = [checker(IVORY, 4.0) for _ in range(4)]
    assert owners(dark + light, KNOWN)[2] < 0.5


@pytest.mark.parametrize("dimmed", [0.6, 0.8])
def test_learned_colours_still_name_the_sides_in_another_light(dimmed: float) -> None:
    dim_ivory, dim_black = ((lightness * dimmed, *hue) for lightness, *hue in (IVORY, BLACK))
    seen = [checker((c[0], c[1], c[2]), n) for c, n in ((dim_ivory, 4.0), (dim_black, -4.0)) * 5]
    assert [p > 0.5 for p in owners(seen, KNOWN)] == [True, False] * 5


def test_a_single_checker_is_whose_the_net_says() -> None:
    assert owners([checker(IVORY, 3.0)])[0] > 0.5
    assert owners([checker(BLACK, -3.0)])[0] < 0.5
