"""The colours in which checkers are drawn: those learned from the real board, made legible on the drawn one.

Only lightness changes, and saturation as far as a lighter or darker colour of that hue can show it.
No Kivy here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from companion.games.rules import Side
from companion.match.view import Bgr
from companion.screen.theme import THEME, Colour, Theme, contrast, from_bgr, luminance

LEAST_TO_GROUND: Final = 3.0
"""Contrast of a checker to field, points and bar: WCAG 2.1, 1.4.11, for what must be told apart."""
LEAST_BETWEEN: Final = 2.0
"""Contrast between the checkers of the two sides."""

_STEPS: Final = 129
Array = Any

# From linear red, green, blue to the roots of the cones' answers, and from these to OKLab: Ottosson (2020).
_TO_CONES: Final = np.array([
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
])  # fmt: skip
_TO_LAB: Final = np.array([
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
])  # fmt: skip


def to_oklab(colours: Array) -> Array:
    """Colours (..., 3), red, green, blue, each 0..1, as OKLab (..., 3): lightness 0..1, and the two axes of hue.

    Source: B. Ottosson, A perceptual color space for image processing (2020).
    """
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return np.cbrt(linear @ _TO_CONES.T) @ _TO_LAB.T


def from_oklab(lab: Array) -> Array:
    """Back from OKLab (..., 3) to red, green, blue (..., 3); outside 0..1 where no screen can show the colour."""
    linear = (lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_CONES).T
    bent = 1.055 * np.maximum(linear, 0.0031308) ** (1 / 2.4) - 0.055
    return np.where(linear <= 0.0031308, linear * 12.92, bent)


def grounds_of(theme: Theme) -> tuple[Colour, ...]:
    """What checkers lie on: field, points and bar of a theme."""
    return theme.field, theme.point_pale, theme.point_deep, theme.bar


def checker_colours(learned: tuple[Bgr, Bgr]) -> dict[Side, Colour]:
    """The colours of Light's and Dark's checkers on the board of the theme that is applied."""
    light, dark = (from_bgr(colour) for colour in learned)
    return dict(zip(Side, legible(light, dark, grounds_of(THEME)), strict=True))


@lru_cache(maxsize=64)
def legible(light: Colour, dark: Colour, grounds: Sequence[Colour]) -> tuple[Colour, Colour]:
    """Both sides' colours with the contrasts demanded above, changed as little in lightness as possible.

    Who was lighter stays lighter; of two equal colours Light's becomes the lighter one.  Raises ``ValueError``
    where the grounds leave no room for two sides.
    """
    pairs = [_shades(colour, grounds) for colour in (light, dark)]
    if not all(len(shades) for shades, _ in pairs):
        raise ValueError(f"grounds {grounds!r}: expected some lightness at {LEAST_TO_GROUND}:1 from all of them")
    (light_shades, light_far), (dark_shades, dark_far) = pairs
    lit, unlit = (np.array([luminance(tuple(shade)) for shade in shades]) for shades, _ in pairs)
    ratio = (lit[:, None] + 0.05) / (unlit[None, :] + 0.05)
    apart = ratio >= LEAST_BETWEEN if luminance(light) >= luminance(dark) else 1 / ratio >= LEAST_BETWEEN
    if not apart.any():
        raise ValueError(f"grounds {grounds!r}: expected two lightnesses at {LEAST_BETWEEN}:1 from each other")
    far = np.where(apart, light_far[:, None] ** 2 + dark_far[None, :] ** 2, np.inf)
    one, other = np.unravel_index(int(far.argmin()), far.shape)
    return _colour(light_shades[one]), _colour(dark_shades[other])


def _shades(colour: Colour, grounds: Sequence[Colour]) -> tuple[Array, Array]:
    """The shades (N, 3) of a colour that stand out from all grounds, and how much each changes its lightness (N,)."""
    own = np.array(colour[:3])
    lab = to_oklab(own)
    light = np.linspace(0.0, 1.0, _STEPS)
    shades = np.vstack([own, np.round(_of_hue(lab[1:], light) * 255) / 255])
    far = np.abs(np.concatenate([[lab[0]], light]) - lab[0])
    kept = [all(contrast(_colour(shade), ground) >= LEAST_TO_GROUND for ground in grounds) for shade in shades]
    return shades[kept], far[kept]


def _of_hue(axes: Array, light: Array) -> Array:
    """Colours (N, 3) of one hue: at each lightness as saturated as asked for, or as a screen can show."""
    shares = np.linspace(1.0, 0.0, 65)
    lab = np.empty((len(light), len(shares), 3))
    lab[..., 0] = light[:, None]
    lab[..., 1:] = shares[None, :, None] * axes
    colours = from_oklab(lab)
    shown = ((colours > -1e-4) & (colours < 1 + 1e-4)).all(axis=2)
    shown[:, -1] = True  # grey
    return np.clip(colours[np.arange(len(light)), shown.argmax(axis=1)], 0.0, 1.0)


def _colour(shade: Array) -> Colour:
    red, green, blue = (float(part) for part in shade)
    return red, green, blue, 1.0
