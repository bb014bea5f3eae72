"""The lights of a room."""

from __future__ import annotations

import numpy as np
import pytest

from vision.training.raster.lights import kelvin, lit
from vision.training.raster.looks import LIGHTS
from vision.training.raster.shaders import LIGHTS as MOST


@pytest.mark.parametrize("kind", sorted(set(LIGHTS)))
def test_every_kind_of_light_shines_from_above(kind: str) -> None:
    for seed in range(8):
        made = lit(kind, 1.0, np.random.default_rng(seed))
        assert 0 < len(made.lamps) <= MOST
        for place, _, power in made.lamps:
            assert place.shape == (3,)
            assert place[2] > 0
            assert power.min() > 0
        assert made.sky.min() > made.ground.min() > 0


def test_low_temperatures_are_redder() -> None:
    warm, cold = kelvin(2700), kelvin(9000)
    assert warm[0] > warm[2]
    assert cold[2] > cold[0]
