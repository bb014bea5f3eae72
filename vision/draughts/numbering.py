"""Which square of the game a square of the picture is: a1 is dark, at Light's left hand."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.draughts.net import DARK, EMPTY, LIGHT, SQUARE, Classes
from vision.observation import Spot
from vision.rectify import Image, as_lab

SPOTS: Final = range(64)
MEN: Final = 12
"""Of a side, at the start and so at most."""
_FEW: Final = 1.5
"""By no more pieces than these, the colours of the squares decide where men stand."""


def square_at(row: int, column: int, turns: int) -> Spot:
    """The number of the square in a row from the top and a column from the left of the view.

    ``turns``: Light sits below (0), at the left (1), above (2) or at the right (3).
    """
    rank, file = ((7 - row, column), (column, row), (row, 7 - column), (7 - column, 7 - row))[turns]
    return 8 * rank + file


def place_of(square: Spot, turns: int) -> tuple[int, int]:
    """Row and column of a square: the inverse of :func:`square_at`."""
    rank, file = divmod(square, 8)
    return ((7 - rank, file), (file, rank), (rank, 7 - file), (7 - file, 7 - rank))[turns]


def name_of(square: Spot) -> str:
    """``a1`` for 0 to ``h8`` for 63."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def is_dark(square: Spot) -> bool:
    """Whether men stand on such squares."""
    return (square % 8 + square // 8) % 2 == 0


START: Final = np.array([0 if not is_dark(s) or 24 <= s < 40 else LIGHT if s < 24 else DARK for s in SPOTS])
"""The class (64,) of each square at the start: twelve men a side on the dark squares of three rows."""


def numbered(view: npt.NDArray[Any], turns: int) -> npt.NDArray[Any]:
    """What there is (8, 8, …) of the squares of the view, by their numbers (64, …)."""
    return np.rot90(view, turns)[::-1].reshape(64, *view.shape[2:])


def turns_by_looks(view_bgr: Image, seen: Classes) -> int:
    """Where Light sits, as far as one picture tells: a1 is dark, and most of Light's pieces are near it."""
    first = 0 if _dark_at_bottom_left(view_bgr, seen) else 1
    lights, rows = seen[..., LIGHT] - seen[..., DARK], np.arange(8) - 3.5
    # How far Light's pieces lie towards the bottom (turns 0), or the left (1), of the view.
    leaning = float((lights * rows[:, None]).sum()) if first == 0 else -float((lights * rows[None]).sum())
    return first if leaning >= 0 else first + 2


def _dark_at_bottom_left(view_bgr: Image, seen: Classes) -> bool:
    """Whether the square at the bottom left is one that men stand on: more stand on such, or they are darker."""
    like_it = np.indices((8, 8)).sum(axis=0) % 2 == 1
    more = float(((seen[..., LIGHT] + seen[..., DARK]) * np.where(like_it, 1, -1)).sum())
    if abs(more) > _FEW:
        return more > 0
    tone = np.median(by_square(as_lab(view_bgr)[..., :1]), axis=(2, 3, 4))
    free = seen[..., EMPTY] > 0.5
    tones = [np.median(tone[half & free] if (half & free).any() else tone[half]) for half in (like_it, ~like_it)]
    return bool(tones[0] < tones[1])


def by_square(view: Image) -> Image:
    """The pixels of each square of a view (240, 240, n): (8, 8, 24, 24, n)."""
    inner = view[SQUARE:-SQUARE, SQUARE:-SQUARE]
    return inner.reshape(8, SQUARE, 8, SQUARE, -1).transpose(0, 2, 1, 3, 4)
