"""Telling the two sides apart."""

from __future__ import annotations

import numpy as np

from vision.colours import Lab, SideColours, Swatch, clustered, face_colour

IVORY, BLACK, ORANGE = (230.0, 128.0, 136.0), (30.0, 128.0, 128.0), (150.0, 165.0, 180.0)


def at(colour: Lab, x: float = 200.0, y: float = 200.0) -> Swatch:
    return Swatch(x, y, colour)


def test_a_checker_is_whose_colour_it_is_nearer_to() -> None:
    sides = SideColours((at(IVORY),) * 5, (at(BLACK),) * 5)
    assert sides.light_likelihood(at((210.0, 128.0, 133.0))) > 0.99
    assert sides.light_likelihood(at((60.0, 128.0, 128.0))) < 0.01


def test_no_colour_is_ever_quite_sure() -> None:
    sides = SideColours((at(IVORY),) * 5, (at(BLACK),) * 5)
    assert sides.light_likelihood(at(IVORY)) < 1.0
    assert sides.light_likelihood(at(BLACK)) > 0.0


def test_sides_of_equal_lightness_are_told_apart_by_hue() -> None:
    blue = (150.0, 128.0, 80.0)
    sides = SideColours((at(ORANGE),) * 5, (at(blue),) * 5)
    assert sides.light_likelihood(at((150.0, 160.0, 175.0))) > 0.99
    assert sides.light_likelihood(at((150.0, 130.0, 85.0))) < 0.01


def test_a_lamp_whitens_dark_checkers_only_where_it_shines() -> None:
    wood, shiny = (110.0, 130.0, 146.0), (112.0, 134.0, 148.0)
    sides = SideColours(
        (at(wood, 60, 350), at(wood, 70, 330)), (at(BLACK, 60, 300), at(BLACK, 80, 280), at(shiny, 280, 60))
    )
    assert sides.light_likelihood(at(shiny, 285, 70)) < 0.5
    assert sides.light_likelihood(at(shiny, 65, 345)) > 0.5


def test_light_is_the_lighter_of_two_unknown_colours() -> None:
    sides = clustered([at(c) for c in (BLACK, IVORY, BLACK, IVORY, IVORY)])
    assert len(sides.light) == 3
    assert sides.light_likelihood(at(IVORY)) > 0.9


def test_a_single_checker_is_light_if_it_is_bright() -> None:
    assert clustered([at(IVORY)]).light_likelihood(at(IVORY)) > 0.9
    assert clustered([at(BLACK)]).light_likelihood(at(BLACK)) < 0.1


def test_a_reflection_on_part_of_a_face_does_not_lighten_it() -> None:
    face = np.full((100, 3), (40, 128, 128), dtype=np.uint8)
    face[:60] = (240, 128, 128)
    assert face_colour(face)[0] < 60
