"""Colours and sizes of the screen, as data.

Warning, notice and turn differ in lightness and in shape as well as in hue, and the hues are taken
from the palette of Okabe and Ito, which people with any colour vision can tell apart.  Sizes are
pixels of a 7-inch screen of 800 x 480 (0.19 mm each): letters of main facts measure at least 31,
fields to touch at least 77, but for the two
small ones of a half and what is touched again in a list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.view import Bgr

Colour = tuple[float, float, float, float]
"""Red, green, blue, opacity, each 0..1."""


def rgb(hexadecimal: str, opacity: float = 1.0) -> Colour:
    """A colour written as on the web, without the hash sign.

    >>> rgb("ff0080")
    (1.0, 0.0, 0.5019607843137255, 1.0)
    """
    red, green, blue = bytes.fromhex(hexadecimal)
    return (red / 255, green / 255, blue / 255, opacity)


def from_bgr(colour: Bgr) -> Colour:
    """A colour learned by the camera."""
    blue, green, red = colour
    return (red / 255, green / 255, blue / 255, 1.0)


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 black to 1 white (WCAG 2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours and sizes.  ``_px``: pixels."""

    background: Colour
    strip: Colour
    strip_on_turn: Colour
    ink: Colour
    ink_quiet: Colour
    ink_on_turn: Colour
    ink_on_turn_quiet: Colour

    button: Colour
    button_main: Colour
    button_pressed: Colour
    ink_button: Colour
    ink_button_main: Colour

    warning: Colour
    notice: Colour
    ink_band: Colour
    won: Colour

    frame: Colour
    frame_edge: Colour
    rim: Colour
    field: Colour
    point_pale: Colour
    point_deep: Colour
    well: Colour
    arrow: Colour
    arrow_edge: Colour
    veil: Colour
    doubt: Colour
    surety: Colour

    die: Colour
    pip: Colour
    cube: Colour

    strip_px: float
    margin_px: float
    gap_px: float
    letter_px: float
    letter_name_px: float
    letter_band_px: float
    letter_band_long_px: float
    letter_button_px: float
    letter_rim_px: float
    touch_px: float
    column_px: float
    die_px: float
    band_long_characters: int
    caption_px: float
    letters_small_px: float
    title_px: float

    tick: Colour


THEME: Final = Theme(
    background=rgb("14181c"),
    strip=rgb("242b32"),
    strip_on_turn=rgb("f2e9d0"),
    ink=rgb("f4f1e8"),
    ink_quiet=rgb("b8c1c8"),
    ink_on_turn=rgb("14181c"),
    ink_on_turn_quiet=rgb("4d4a40"),
    button=rgb("303a43"),
    button_main=rgb("f0c24b"),
    button_pressed=rgb("ffffff"),
    ink_button=rgb("f4f1e8"),
    ink_button_main=rgb("14181c"),
    warning=rgb("f59f00"),
    notice=rgb("7cc4f0"),
    ink_band=rgb("101418"),
    won=rgb("f0c24b"),
    frame=rgb("5b3b24"),
    frame_edge=rgb("3c2616"),
    rim=rgb("e2cfb4"),
    field=rgb("2f5a52"),
    point_pale=rgb("93b3a0"),
    point_deep=rgb("1f3f3a"),
    well=rgb("3a2415"),
    arrow=rgb("ffe45c"),
    arrow_edge=rgb("14181c", 0.85),
    veil=rgb("14181c", 0.45),
    doubt=rgb("f59f00"),
    surety=rgb("e2cfb4", 0.35),
    die=rgb("fbf8f0"),
    pip=rgb("14181c"),
    cube=rgb("fbf8f0"),
    strip_px=80.0,
    margin_px=14.0,
    gap_px=5.0,
    letter_px=33.0,
    letter_name_px=34.0,
    letter_band_px=34.0,
    letter_band_long_px=31.0,
    letter_button_px=33.0,
    letter_rim_px=13.0,
    touch_px=80.0,
    column_px=140.0,
    die_px=60.0,
    band_long_characters=66,
    caption_px=15.0,
    letters_small_px=24.0,
    title_px=52.0,
    tick=rgb("2fa36b"),
)
