"""Dice drawn on a bare table, large and small, and places that show none."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_dice import draw_die
from vision.loose import find_loose_dice
from vision.rectify import Image


def table() -> Image:
    return np.full((600, 800, 3), (60, 90, 60), dtype=np.uint8)


@pytest.mark.slow
def test_loose_dice_are_found_and_read_without_a_board() -> None:
    picture = table()
    for value, place in ((6, (100.0, 80.0)), (3, (260.0, 190.0))):
        draw_die(picture, place, value, 15)
    assert sorted(die.value for die in find_loose_dice(picture)) == [3, 6]


@pytest.mark.slow
def test_no_dice_are_found_on_a_bare_table() -> None:
    assert find_loose_dice(table()) == ()
