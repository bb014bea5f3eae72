"""How well guessed corners fit what the field net sees: maps drawn by hand."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from vision.board import BoardGeometry
from vision.fieldmaps import FieldMaps
from vision.fit import Fit, bar_fraction
from vision.rectify import field_corners_view


def blank() -> FieldMaps:
    return FieldMaps(**{f.name: np.zeros((104, 128), np.float32) for f in fields(FieldMaps)})


def raised(heat: np.ndarray, x: float, y: float, value: float = 0.9) -> None:
    heat[round((y + 0.5) / 4 - 0.5), round((x + 0.5) / 4 - 0.5)] = value


def test_corners_are_looked_for_near_their_places() -> None:
    maps = blank()
    for x, y in field_corners_view()[:3]:
        raised(maps.corner, x + 8, y)
    fit = Fit.of(maps)
    assert fit.corners == pytest.approx(0.9 * 3 / 4)
    assert fit.corner == 0


def test_a_bar_in_the_middle_speaks_for_the_corners_and_one_elsewhere_against_them() -> None:
    right, wrong = blank(), blank()
    right.bar[:, 61:67] = 1.0
    wrong.bar[:, 40:46] = 1.0
    assert Fit.of(right).bar > 0.8 > Fit.of(right).strays == 0
    assert Fit.of(wrong).bar < 0.2 < 10 * Fit.of(wrong).strays


def test_checkers_between_the_columns_speak_against_the_corners() -> None:
    columns = [BoardGeometry(bar_fraction=0.0).column_x(k) for k in range(12)]
    in_place, aside = blank(), blank()
    for x in columns:
        raised(in_place.checker, x, 60)
        raised(aside.checker, x + 14, 60)
    assert Fit.of(in_place).aside < 0.1 < 0.3 < Fit.of(aside).aside


def test_the_bar_is_as_wide_as_the_map_shows_it() -> None:
    maps = blank()
    maps.bar[:, 60:68] = 0.8
    assert bar_fraction(maps) == pytest.approx(32 / 400)
