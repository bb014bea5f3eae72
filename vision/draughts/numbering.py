"""Which square of the game a square of the picture is: a1 is dark, at Light's left hand."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.draughts.net import DARK, EMPTY, LIGHT, SQUARE, Classes
from vision.observation import Spot
from vision.rectify import Image, as_lab

SPOTS: Final = range(64)
_CLEARLY: Final = 3.0
"""So many times as many pieces lie on the dark squares as on the light ones, or the colours decide."""


def square_at(row: int, column: int, turns: int) -> Spot:
    """The number of the square in a row from the top and a column from the left of the view.

    ``turns``: Light sits below (0), at the left (1), above (2) or at the right (3).
    """
    if turns == 0:
        return 8 * (7 - row) + column
    if turns == 1:
        return 8 * column + row
    if turns == 2:
        return 8 * row + 7 - column
    return 8 * (7 - column) + 7 - row


def name_of(square: Spot) -> str:
    """``a1`` for 0 to ``h8`` for 63."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def place_of(square: Spot, turns: int) -> tuple[int, int]:
    """Row and column of a square: the inverse of :func:`square_at`."""
    rank, file = divmod(square, 8)
    return ((7 - rank, file), (file, rank), (rank, 7 - file), (7 - file, 7 - rank))[turns]


def parity() -> npt.NDArray[np.bool_]:
    """(8, 8), true where the square has the colour of the one at the bottom left."""
    return np.asarray((np.arange(8)[:, None] + np.arange(8)[None]) % 2 == 1)


def dark_at_bottom_left(view_bgr: Image, seen: Classes) -> bool:
    """Whether the square at the bottom left is one that men stand on: most stand there, or it is darker."""
    occupied = seen[..., LIGHT] + seen[..., DARK]
    there, elsewhere = float(occupied[parity()].sum()), float(occupied[~parity()].sum())
    if max(there, elsewhere) > 1.5 and max(there, elsewhere) > _CLEARLY * min(there, elsewhere):
        return there > elsewhere
    light = as_lab(view_bgr)[..., 0].astype(np.float64)
    inner = light[SQUARE:-SQUARE, SQUARE:-SQUARE].reshape(8, SQUARE, 8, SQUARE).transpose(0, 2, 1, 3)
    tone = np.median(inner.reshape(8, 8, -1), axis=2)
    free = seen[..., EMPTY] > 0.5
    tones = [tone[half & free] if (half & free).any() else tone[half] for half in (parity(), ~parity())]
    return float(np.median(tones[0])) < float(np.median(tones[1]))


def turns_by_looks(view_bgr: Image, seen: Classes) -> int:
    """Where Light sits, as far as one picture tells: a1 is dark, and most of Light's pieces are near it."""
    first = 0 if dark_at_bottom_left(view_bgr, seen) else 1
    ways = (first, first + 2)
    rows = np.arange(8) - 3.5
    lights = seen[..., LIGHT] - seen[..., DARK]
    # How far Light's pieces lie towards the bottom (turns 0), or the left (1), of the view.
    leaning = float((lights * rows[:, None]).sum()) if first == 0 else -float((lights * rows[None]).sum())
    return ways[0] if leaning >= 0 else ways[1]
