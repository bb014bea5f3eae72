"""QR codes (ISO/IEC 18004) as plain rows of modules, to be drawn dark on white."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno

QUIET: Final = 4
"""The white modules that the standard requires on each side."""


LEGIBLE: Final = 26
"""The largest version that phones read from a screen of 7 inches and 800 x 480 pixels: its modules are 0.57 mm wide."""


def version(text: str, *, error: str = "m") -> int | None:
    """The version of the code that says ``text``, 1 to 40; None if no code is large enough.

    ``error``: how much of it may be missing, l, m, q or h.
    """
    try:
        return int(segno.make_qr(text, error=error).version)
    except segno.DataOverflowError:
        return None


@lru_cache(maxsize=4)  # the same code is drawn at every size that its place takes, and in the picture of its page
def modules(text: str, *, error: str = "m") -> tuple[tuple[bool, ...], ...]:
    """The code that says ``text``, row by row from the top, True for dark; its quiet zone included."""
    matrix = [[bool(module) for module in row] for row in segno.make_qr(text, error=error).matrix]
    side = len(matrix) + 2 * QUIET
    blank = (False,) * side
    edge = (False,) * QUIET
    return (*(blank,) * QUIET, *((*edge, *row, *edge) for row in matrix), *(blank,) * QUIET)
