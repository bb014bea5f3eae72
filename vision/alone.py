"""Reads a picture of a board of which only the corners are known: its bar and proportion are the likeliest ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Self

from vision.board import BoardGeometry
from vision.observation import Pixel
from vision.reading import Features, Maps, decoded, encoded
from vision.rectify import Image
from vision.view import View

BARS: Final = (0.0, 0.04, 0.08, 0.12)
"""Widths of bars to try, as parts of the field's: no column is then off by more than an eighth of a point."""
DEPTHS: Final = (4.0, 4.7, 5.5, 6.4)
"""Depths of rows to try, in points: each a sixth more than the one before."""

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


def likeliest(
    image_bgr: Image, corners_px: Corners, first: BoardGeometry, worth: Callable[[Alone], float]
) -> Alone:  # fmt: skip
    """The picture read as the board whose bar, then whose depth makes the reading worth most; ``first``: a guess."""
    best = Alone.of(image_bgr, View(corners_px, first))
    most = worth(best)
    for others in (_bars, _depths):
        for board in list(others(best.view.board)):
            tried = Alone.of(image_bgr, View(corners_px, board))
            value = worth(tried)
            if value > most:
                best, most = tried, value
    return best


def _bars(board: BoardGeometry) -> Iterator[BoardGeometry]:
    return (replace(board, bar_fraction=bar) for bar in BARS if abs(bar - board.bar_fraction) > 0.01)


def _depths(board: BoardGeometry) -> Iterator[BoardGeometry]:
    return (replace(board, depth=depth) for depth in DEPTHS if depth != board.depth)
