"""Which side is Light: the net tells two kinds of checkers apart, their colours tell how they are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.reading import CELLS, DARK, FEWEST, LIGHT, Maps
from vision.rectify import Image, shrunk

ALIKE: Final = 0.055
"""Of the scale of a picture: sides that differ by less in lightness may be named either way; so they were trained."""
LUMINANCE: Final = np.array((0.114, 0.587, 0.299))
"""What blue, green and red add to lightness (ITU-R BT.601)."""

Bgr = tuple[int, int, int]
Colour = npt.NDArray[np.float64]
Cells = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SideColours:
    """The colours of Light's and Dark's checkers."""

    light: Bgr
    dark: Bgr

    @property
    def bgr(self) -> tuple[Bgr, Bgr]:
        return self.light, self.dark


USUAL: Final = SideColours((220, 235, 240), (40, 38, 36))
"""Ivory and coal, where none were seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """The net's answers with the sides named by their colours; ``alike``: nobody can say which is the lighter."""

    maps: Maps
    colours: SideColours
    alike: bool


def named(cells: Cells, maps: Maps, known: SideColours | None = None) -> Named:
    """Light is the side that is called so where its colours are known, else the lighter one; ``cells``: of the view."""
    light, dark = (median_of(cells[maps.shows(kind)[CELLS]]) for kind in (LIGHT, DARK))
    if light is None or dark is None:
        return Named(maps, _colours(light, dark, known or USUAL), alike=False)
    towards = np.subtract(known.light, known.dark) if known else LUMINANCE
    if float((light - dark) @ towards) < 0:
        maps, light, dark = maps.exchanged(), dark, light
    return Named(maps, _colours(light, dark, USUAL), alike=known is None and are_alike(light, dark))


def are_alike(light: Colour, dark: Colour) -> bool:
    return abs(float((light - dark) @ LUMINANCE)) < ALIKE * 255


def in_cells(view_bgr: Image) -> Cells:
    """The field of a canonical view in the cells of the fine map: (88, 104, 3)."""
    return shrunk(view_bgr, (128, 104))[CELLS]


def median_of(colours: Cells) -> Colour | None:
    """The usual one of colours (n, 3), None where they are too few."""
    return np.asarray(np.median(colours, axis=0), np.float64) if len(colours) >= FEWEST else None


def _colours(light: Colour | None, dark: Colour | None, otherwise: SideColours) -> SideColours:
    return SideColours(*(otherwise.bgr[k] if seen is None else as_bgr(seen) for k, seen in enumerate((light, dark))))


def as_bgr(colour: Colour) -> Bgr:
    blue, green, red = (int(value) for value in colour)
    return blue, green, red
