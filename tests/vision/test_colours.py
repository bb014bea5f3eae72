"""Telling the two sides apart."""

from __future__ import annotations

from vision.colours import clustered, learned

IVORY, BLACK, ORANGE = (230.0, 128.0, 136.0), (30.0, 128.0, 128.0), (150.0, 165.0, 180.0)


def test_a_checker_is_whose_colour_it_is_nearer_to() -> None:
    sides = learned([IVORY] * 5, [BLACK] * 5)
    assert sides.light_likelihood((210.0, 128.0, 133.0)) > 0.99
    assert sides.light_likelihood((60.0, 128.0, 128.0)) < 0.01


def test_no_colour_is_ever_quite_sure() -> None:
    sides = learned([IVORY] * 5, [BLACK] * 5)
    assert sides.light_likelihood(IVORY) < 1.0
    assert sides.light_likelihood(BLACK) > 0.0


def test_sides_of_equal_lightness_are_told_apart_by_hue() -> None:
    blue = (150.0, 128.0, 80.0)
    sides = learned([ORANGE] * 5, [blue] * 5)
    assert sides.light_likelihood((150.0, 160.0, 175.0)) > 0.99
    assert sides.light_likelihood((150.0, 130.0, 85.0)) < 0.01


def test_light_is_the_lighter_of_two_unknown_colours() -> None:
    sides = clustered([BLACK, IVORY, BLACK, IVORY, IVORY])
    assert sides.light[0] > sides.dark[0]
    assert sides.light_likelihood(IVORY) > 0.9


def test_a_single_checker_is_light_if_it_is_bright() -> None:
    assert clustered([IVORY]).light_likelihood(IVORY) > 0.9
    assert clustered([BLACK]).light_likelihood(BLACK) < 0.1
