"""The colours and sizes of the screen, as data.

The colours of a theme are a file of ``companion/screen/themes``.  In each of them warning, notice and turn
differ in lightness and in shape as well as in hue, and the hues are taken from the palette of Okabe and
Ito, which people with any colour vision can tell apart.

Sizes are those of a 7-inch screen of 800 x 480 (0.19 mm each): letters of main facts measure at least 31,
touch fields at least 77, except in lists.  On other screens all sizes are multiplied, so that nothing looks
smaller: :func:`scale_of`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError
from companion.match.view import Bgr
from companion.settings.reading import themes

Colour = tuple[float, float, float, float]
"""Red, green, blue, opacity, each 0..1."""

THEMES: Final = Path(__file__).with_name("themes")
USUAL: Final = "dusk"
LARGE: Final = 1.6
"""The factor by which large letters exceed normal ones: two steps of a chart for testing eyes (1.26 each)."""
_LONG_PX: Final = 800
_SHORT_PX: Final = 480


def rgb(hexadecimal: str) -> Colour:
    """A colour written as on the web, without the hash sign; a fourth pair of digits is its opacity.

    >>> rgb("ff0080")
    (1.0, 0.0, 0.5019607843137255, 1.0)
    """
    red, green, blue, opacity = bytes.fromhex(hexadecimal.ljust(8, "f"))
    return (red / 255, green / 255, blue / 255, opacity / 255)


def from_bgr(colour: Bgr) -> Colour:
    """A colour that the camera learned."""
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


BLACK: Final[Colour] = (0.07, 0.08, 0.09, 1.0)
WHITE: Final[Colour] = (1.0, 0.99, 0.96, 1.0)


def ink_for(ground: Colour) -> Colour:
    """Black or white, whichever contrasts better with a ground: for letters on it, and its outline."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, ground))


@dataclass(slots=True)
class Theme:
    """All colours and sizes of the window.  ``_px``: pixels of this window; ``upright``: it is higher than wide.

    There is one, :data:`THEME`, which the drawing code reads; :func:`apply` changes its values, and everything
    that was drawn before must be drawn again.
    """

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
    bar: Colour
    field: Colour
    point_pale: Colour
    point_deep: Colour
    point_seam: Colour
    well: Colour
    arrow: Colour
    arrow_edge: Colour
    veil: Colour
    doubt: Colour
    surety: Colour

    die: Colour
    pip: Colour
    cube: Colour
    tick: Colour

    scale: float = 1.0
    letters: float = 1.0
    upright: bool = False
    strip_px: float = 80.0
    margin_px: float = 14.0
    gap_px: float = 5.0
    letter_px: float = 33.0
    letter_name_px: float = 34.0
    letter_band_px: float = 34.0
    letter_button_px: float = 33.0
    letter_rim_px: float = 16.0
    touch_px: float = 80.0
    caption_px: float = 20.0
    letters_small_px: float = 24.0
    title_px: float = 52.0

    def worn(self) -> tuple[object, ...]:
        """All colours and sizes, to tell whether what was drawn with them is still right."""
        return tuple(getattr(self, each.name) for each in fields(self))

    def px(self, size: float) -> float:
        """A size of the 800 x 480 screen in pixels of this window."""
        return size * self.scale

    def letters_of(self, size: float) -> float:
        """Letters of the 800 x 480 screen in pixels of this window, as large as its players want them on pages."""
        return whole(self.px(size) * self.letters)


def whole(size_px: float) -> float:
    """The letters that are drawn for a size: SDL has whole pixels alone, and Kivy keeps a font for every other size.

    >>> whole(20.9)
    20.0
    """
    return float(int(size_px))


def scale_of(width_px: float, height_px: float) -> float:
    """The factor by which sizes are multiplied for a window, landscape or portrait.

    >>> scale_of(800, 480), scale_of(480, 800), scale_of(1024, 600), scale_of(1280, 720)
    (1.0, 1.0, 1.25, 1.5)
    """
    short, long = sorted((width_px, height_px))
    return min(long / _LONG_PX, short / _SHORT_PX)


def names() -> tuple[str, ...]:
    """The names of all themes."""
    return themes()


def theme(name: str = USUAL, scale: float = 1.0, letters: float = 1.0) -> Theme:
    """The theme of a name, for a window of a certain scale and for larger letters on pages.

    Raises :class:`InputError` for an unknown name.
    """
    if name not in names():
        raise InputError(f"theme {name!r}: expected one of {', '.join(names())}")
    made = Theme(**_colours(name))
    made.scale, made.letters = scale, letters
    for size in fields(Theme):
        if size.name.endswith("_px"):
            setattr(made, size.name, getattr(made, size.name) * scale)
    return made


@cache
def _colours(name: str) -> Mapping[str, Any]:
    with (THEMES / f"{name}.toml").open("rb") as file:
        return {colour: rgb(written) for colour, written in tomllib.load(file).items()}


def apply(name: str, size_px: tuple[float, float] = (_LONG_PX, _SHORT_PX), letters: float = 1.0) -> None:
    """Apply these colours and this factor of letters to :data:`THEME`, for a window of a size (width, height)."""
    new = theme(name, scale_of(*size_px), letters)
    new.upright = size_px[1] > size_px[0]
    for each in fields(Theme):
        setattr(THEME, each.name, getattr(new, each.name))


THEME: Final = theme()
"""The theme of the window."""
