"""QR codes (ISO/IEC 18004) as plain rows of modules, to be drawn dark on white."""

from __future__ import annotations

from typing import Final

import segno

QUIET: Final = 4
"""The white modules that the standard requires on each side."""


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code that says ``text``, row by row from the top, True for dark; its quiet zone included."""
    matrix = [[bool(module) for module in row] for row in segno.make_qr(text, error="m").matrix]
    side = len(matrix) + 2 * QUIET
    blank = (False,) * side
    edge = (False,) * QUIET
    return (*(blank,) * QUIET, *((*edge, *row, *edge) for row in matrix), *(blank,) * QUIET)
