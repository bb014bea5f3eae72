"""The colours of checkers' faces."""

from __future__ import annotations

import numpy as np

from vision.colours import SideColours, Swatch, face_colour, lightness

IVORY, BLACK = (230.0, 128.0, 136.0), (30.0, 128.0, 128.0)


def test_a_reflection_on_part_of_a_face_does_not_lighten_it() -> None:
    face = np.full((100, 3), (40, 128, 128), dtype=np.uint8)
    face[:60] = (240, 128, 128)
    assert face_colour(face)[0] < 60


def test_lightness_is_that_of_the_usual_face() -> None:
    faces = [Swatch(0.0, 0.0, (value, 128.0, 128.0)) for value in (90.0, 100.0, 250.0)]
    assert lightness(faces) == 100.0


def test_the_drawn_colours_are_those_of_the_sides() -> None:
    light, dark = SideColours((Swatch(0.0, 0.0, IVORY),), (Swatch(0.0, 0.0, BLACK),)).bgr
    assert min(light) > 180
    assert max(dark) < 60
