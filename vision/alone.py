"""Reads a picture of a board of which only the corners are known: its bar and proportion are the likeliest ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np

from vision.board import COLUMNS, BoardGeometry
from vision.observation import Pixel
from vision.peaks import STRIDE
from vision.reading import CELLS, DARK, LIGHT, Features, Maps, decoded, encoded
from vision.rectify import Image
from vision.view import View, field_x

BARS: Final = (0.0, 0.14)
"""Parts of the field's width from which the bar's is sought as well: with columns taken for their neighbours, it is
found too narrow or too wide."""
DEPTHS: Final = (4.0, 4.7, 5.5, 6.4)
"""Depths of rows to try, in points: each a sixth more than the one before."""
_STEPS: Final = 12
_WIDEST: Final = 0.2
_SAME: Final = 0.01

Corners = tuple[Pixel, Pixel, Pixel, Pixel]


@dataclass(frozen=True, slots=True, eq=False)
class Alone:
    """A picture read by itself: the canonical view (BGR), the net's half for it, and its answers."""

    view: View
    picture_wh: tuple[int, int]
    seen_bgr: Image
    features: Features
    maps: Maps

    @classmethod
    def of(cls, image_bgr: Image, view: View) -> Self:
        wh = image_bgr.shape[1], image_bgr.shape[0]
        seen_bgr = view.seen(image_bgr)
        features = encoded(seen_bgr, view.leaning(wh))
        return cls(view, wh, seen_bgr, features, decoded(features))

    def bar_fraction(self, begin: float) -> float:
        """The width of the bar with which the checkers lie in the middle of columns, sought from ``begin`` on."""
        on_checker = (self.maps.classes[LIGHT] + self.maps.classes[DARK])[CELLS] > 0.5
        leaning = self.view.leaning(self.picture_wh)[0][CELLS] / 2  # a face is seen that much beside its foot
        x = STRIDE * (np.arange(CELLS[1].start, CELLS[1].stop) + 0.5) - 0.5 - leaning
        across = field_x(x[on_checker], self.view.board)
        from_edge = np.minimum(across, 1 - across)
        bar = begin
        for _ in range(_STEPS):
            columns = from_edge * COLUMNS / (1 - bar)
            inside = (columns > 0) & (columns < COLUMNS // 2)
            middles = np.floor(columns[inside]) + 0.5
            if not len(middles):
                break
            bar = float(np.clip(1 - COLUMNS * (from_edge[inside] @ middles) / (middles @ middles), 0.0, _WIDEST))
        return bar


def likeliest(image_bgr: Image, corners_px: Corners, first: BoardGeometry, worth: Callable[[Alone], float]) -> Alone:
    """The picture read as the board whose bar, then whose depth makes the reading worth most; ``first``: a guess."""

    def read(board: BoardGeometry) -> Alone:
        return Alone.of(image_bgr, View(corners_px, board))

    guess = read(first)
    bars: list[float] = []
    for bar in (guess.bar_fraction(begin) for begin in (first.bar_fraction, *BARS)):
        if all(abs(bar - other) > _SAME for other in bars):
            bars.append(bar)
    best = max((read(replace(first, bar_fraction=bar)) for bar in bars), key=worth)
    others = (read(replace(best.view.board, depth=depth)) for depth in DEPTHS if depth != first.depth)
    return max((best, *others), key=worth)
