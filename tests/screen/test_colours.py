"""Colours that people with any colour vision can tell apart, or that shapes tell apart where colours do not."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from companion.screen.theme import Colour, contrast, ink_for, luminance, names, rgb, theme

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear red, green, blue.
BLINDNESS = {
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
STATES = ("warning", "notice", "strip_on_turn", "strip")
SIGNED = {"warning": "!", "notice": "i", "strip_on_turn": "wedge", "strip": ""}
"""What each state shows besides its colour: bands carry a sign, the player on turn a wedge."""


def as_seen(colour: Colour, blindness: str) -> Colour:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    seen = np.clip(np.array(BLINDNESS[blindness]) @ linear, 0, 1)
    red, green, blue = (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in seen)
    return (float(red), float(green), float(blue), 1.0)


def lightness(colour: Colour) -> float:
    """CIE L*, 0 to 100."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("name", names())
def test_warning_notice_turn_and_rest_differ_in_lightness_or_by_their_sign(name: str, blindness: str) -> None:
    worn = theme(name)
    for one, other in combinations(STATES, 2):
        apart = abs(
            lightness(as_seen(getattr(worn, one), blindness)) - lightness(as_seen(getattr(worn, other), blindness))
        )
        assert apart >= 8 or SIGNED[one] != SIGNED[other], (one, other, apart)


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("name", names())
def test_whose_turn_it_is_is_told_by_lightness_alone(name: str, blindness: str) -> None:
    worn = theme(name)
    lit, rest = (lightness(as_seen(getattr(worn, each), blindness)) for each in ("strip_on_turn", "strip"))
    assert abs(lit - rest) >= 30


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("name", names())
def test_words_stay_legible(name: str, blindness: str) -> None:
    worn = theme(name)
    pairs = (("ink_band", "warning"), ("ink_band", "notice"), ("ink_on_turn", "strip_on_turn"), ("ink", "strip"))
    for ink, ground in pairs:
        assert contrast(as_seen(getattr(worn, ink), blindness), as_seen(getattr(worn, ground), blindness)) >= 4.5


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("learned", ["2f5a52", "1f3f3a", "93b3a0", "5b3b24", "808080", "000000", "ffffff", "d02020"])
def test_a_checker_of_any_colour_has_an_edge_that_stands_out_from_it(name: str, learned: str) -> None:
    """Where checkers hardly differ from field and points, their outline tells them from those."""
    worn, colour = theme(name), rgb(learned)
    assert contrast(ink_for(colour), colour) >= 4.0
    for ground in (worn.field, worn.point_pale, worn.point_deep):
        assert max(contrast(colour, ground), contrast(ink_for(colour), ground)) >= 2.0, ground
