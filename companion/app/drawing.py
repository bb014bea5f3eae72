"""Draws an SVG of ours as a PNG, with the letters that the screen has."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

import resvg_py

_FAMILY: Final = "Roboto"


def as_png(svg: str, *, width: int = 1000) -> bytes:
    """Return the drawing as PNG on white, so many pixels wide."""
    kivy = find_spec("kivy")
    fonts = Path(kivy.origin or "").parent / "data" / "fonts" if kivy else Path()
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="#ffffff",
        skip_system_fonts=True,
        font_dirs=[str(fonts)],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )
    return bytes(drawn)
