"""What is told by colour is told apart by eyes without one kind of cones, in every theme; simulated, not seen.

The simulation: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, A Physiologically-based Model for Simulation of
Color Vision Deficiency, IEEE Transactions on Visualization and Computer Graphics 15 (2009), the matrices of full
severity (protanopia, deuteranopia, tritanopia), for linear red, green and blue.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

from companion.screen.board.legible import grounds_of, legible, to_oklab
from companion.screen.theme import Colour, contrast, names, rgb, theme
from tests.screen.test_legible import PAIRS, learned

CONES: Final[dict[str, Any]] = {
    "all": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}

LEAST: Final = 0.1
"""Distance in OKLab of colours that alone tell two things apart: five times what is just noticeable.

0.02 is just noticeable (W3C, CSS Color Module Level 4, 13.2); five times that is told at a glance, on small places.
"""
TOLD_BY_COLOUR: Final = (
    ("warning", "notice"),  # messages, marked points, arrows of a forbidden play and of a hint
    ("arrow", "notice"),  # the last play and a hint
    ("arrow", "warning"),
    ("arrow", "field"),
    ("arrow", "point_pale"),
    ("arrow", "point_deep"),
    ("notice", "field"),
    ("notice", "point_pale"),
    ("notice", "point_deep"),
    ("warning", "field"),
    ("warning", "point_pale"),
    ("warning", "point_deep"),
    ("doubt", "surety"),  # how sure a reading is
    ("doubt", "field"),
    ("tick", "warning"),  # well and not well
    ("tick", "button"),
    ("tick", "strip"),
    ("notice", "strip"),
    ("warning", "strip"),
    ("strip_on_turn", "strip"),  # whose turn it is
    ("button_main", "button"),  # what is chosen
)
TOLD_BY_SHAPE: Final = (("warning", "won"), ("warning", "button_main"))
"""Alike in some themes: a warning has its triangle and lit edges, a result its words, a field its shape."""


def seen(colour: Colour, cones: str) -> Colour:
    """A colour as eyes see it that have only these cones."""
    own = np.array(colour[:3])
    linear = np.where(own <= 0.04045, own / 12.92, ((own + 0.055) / 1.055) ** 2.4)
    linear = np.clip(CONES[cones] @ linear, 0.0, 1.0)
    bent = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    red, green, blue = map(float, bent)
    return red, green, blue, 1.0


def distance(one: Colour, other: Colour, cones: str) -> float:
    """Between two colours in OKLab, as they are seen."""
    lab = [to_oklab(np.array(seen(colour, cones)[:3])) for colour in (one, other)]
    return float(np.linalg.norm(lab[0] - lab[1]))


@pytest.mark.parametrize("cones", CONES)
@pytest.mark.parametrize("name", names())
def test_what_is_told_by_colour_is_told_apart(name: str, cones: str) -> None:
    worn = theme(name)
    near = {pair: round(distance(getattr(worn, pair[0]), getattr(worn, pair[1]), cones), 3) for pair in TOLD_BY_COLOUR}
    assert {pair: far for pair, far in near.items() if far < LEAST} == {}


@pytest.mark.parametrize("cones", CONES)
@pytest.mark.parametrize("name", names())
def test_the_checkers_of_both_sides_are_told_apart(name: str, cones: str) -> None:
    """Whatever colours were learned; a ring marks Dark's checkers besides."""
    grounds = grounds_of(theme(name))
    pairs = [legible(*learned(seed), grounds) for seed in range(PAIRS)]
    assert min(distance(*pair, cones) for pair in pairs) >= LEAST
    assert min(contrast(*(seen(colour, cones) for colour in pair)) for pair in pairs) >= 1.5


def test_the_simulation_takes_red_and_green_for_one_another_and_leaves_grey() -> None:
    red, green, grey = rgb("c04020"), rgb("607020"), rgb("808080")
    assert distance(red, green, "deuteranopia") < 0.5 * distance(red, green, "all")
    for cones in CONES:
        assert seen(grey, cones) == pytest.approx(grey, abs=0.01)


def test_colours_that_shape_tells_apart_are_the_only_ones_that_may_be_alike() -> None:
    alike = {
        pair
        for name in names()
        for cones in CONES
        for pair in (*TOLD_BY_COLOUR, *TOLD_BY_SHAPE)
        if distance(getattr(theme(name), pair[0]), getattr(theme(name), pair[1]), cones) < LEAST
    }
    assert alike <= set(TOLD_BY_SHAPE)
