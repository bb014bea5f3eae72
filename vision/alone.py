"""Reads a picture of a board of which only the corners are known: its bar and proportion are the likeliest ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np

from vision.board import COLUMNS, USUAL_DEPTH, BoardGeometry
from vision.observation import Corners
from vision.parallax import proportion
from vision.patches import STRIDE
from vision.reading import CELLS, DARK, LIGHT, Features, Maps, decoded, encoded
from vision.rectify import Image
from vision.view import View, bar_of, field_x

BARS: Final = (0.0, 0.14)
"""The narrowest and the widest bar, as parts of the field's width.  It is sought from there as well: with columns taken
for their neighbours, it is found too narrow or too wide."""
SPREAD: Final = 0.12
"""Of the logarithms of depths round the usual one: nearly all boards have room for five checkers, few for six.
Judged."""
APART: Final = 1.4
"""How many spreads of what the corners leave open of the depth are tried above and below it.  Judged."""
PLAIN: Final = 0.05
"""A spread below which the depth is not tried: the net reads rows that are so little off as well."""
_STEPS: Final = 12


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
        on_checker = self.maps.shows(LIGHT, DARK)[CELLS]
        leaning = self.view.leaning(self.picture_wh)[0][CELLS] / 2  # a face is seen that much beside its foot
        x = STRIDE * np.arange(CELLS[1].start, CELLS[1].stop) + (STRIDE - 1) / 2 - leaning
        across = field_x(x[on_checker], self.view.board)
        from_edge = np.minimum(across, 1 - across)
        bar = begin
        for _ in range(_STEPS):
            columns = from_edge * COLUMNS / (1 - bar)
            inside = (columns > 0) & (columns < COLUMNS // 2)
            middles = (2 * np.floor(columns[inside]) + 1) / 2
            if not len(middles):
                break
            bar = float(np.clip(1 - COLUMNS * (from_edge[inside] @ middles) / (middles @ middles), *BARS))
        return bar


def likeliest(image_bgr: Image, corners_px: Corners, worth: Callable[[Alone], float]) -> Alone:
    """The picture read as the board whose bar, then whose depth makes the reading worth most.

    What corners and camera tell of the depth counts beside it.
    """
    (height, width), first = image_bgr.shape[:2], BoardGeometry()
    depth, spread = depth_of(corners_px, first, (width, height))

    def read(board: BoardGeometry) -> Alone:
        return Alone.of(image_bgr, View(corners_px, board))

    def with_depth(tried: Alone) -> float:
        return worth(tried) - ((math.log(tried.view.board.depth) - depth) / spread) ** 2 / 2

    guess = read(replace(first, depth=math.exp(depth)))
    bars: dict[float, float] = {}  # those that differ by less than a hundredth read the same
    for bar in (guess.bar_fraction(begin) for begin in (first.bar_fraction, *BARS)):
        bars.setdefault(round(bar, 2), bar)
    best = max((read(replace(guess.view.board, bar_fraction=bar)) for bar in bars.values()), key=worth)
    ways = (-APART, APART) if spread > PLAIN else ()
    others = (read(replace(best.view.board, depth=math.exp(depth + way * spread))) for way in ways)
    return max((best, *others), key=with_depth)


def depth_of(corners_px: Corners, board: BoardGeometry, picture_wh: tuple[int, int]) -> tuple[float, float]:
    """The logarithm of the depth of rows, and its spread: what boards are like and what the corners tell, together."""
    seen, spread = proportion(View(corners_px, board).from_field_px, picture_wh)
    seen += math.log(6 / (1 - bar_of(board)))
    weight = SPREAD**2 / (SPREAD**2 + spread**2)
    return weight * seen + (1 - weight) * math.log(USUAL_DEPTH), math.sqrt(weight) * spread
