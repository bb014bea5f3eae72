"""Reads dice: each place where the net sees one on the field is cut out of the picture itself and read separately."""

from __future__ import annotations

import math
from typing import Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from vision import net
from vision.board import COLUMNS
from vision.observation import Pixel, SeenDie
from vision.patches import STRIDE, Peak, log_odds, peaks, uprights
from vision.reading import DARK, LIGHT, Maps, softmax
from vision.rectify import Image
from vision.view import FIELD_XYXY, View, bar_of, field_x, field_y

PATCH: Final = 64
PITCH: Final = 64.0
"""Pixels of a patch for the width of one point: a die is 20 to 28 pixels wide, and a checker under it is seen whole."""

LEAST: Final = 0.08
"""A place on a map below this is not looked at; the faintest of 121 dice on unseen boards was at 0.09."""

MOST: Final = 6
"""So many places are looked at: a pair of each player, and two that are none."""

APART: Final = 0.27
"""Widths of a point: two places nearer than this are one die, the smallest of which are 0.28 wide."""

SURE: Final = 0.9
"""A patch read less surely is looked at once more."""

RARELY: Final = -1.8
"""Log odds: of the patches that were learned from 72 in a hundred show a die, of the places looked at 31."""

_NONE, _COCKED = 6, 7
_HIGH: Final = 1.6  # a die's height in thicknesses of a checker: 0.38 by 0.24 of a point
_RING: Final = 10.0  # pixels of the view: outside a die, whose corners are 8 from its middle, and within a checker


def read_dice(image_bgr: Image, view: View, maps: Maps) -> tuple[SeenDie, ...]:
    """The dice on the playing field, the surest first.

    Where map and patch together leave a doubt that there is one, its values are the less likely.
    """
    places = _places(view, maps)
    if not places:
        return ()
    lean = view.leaning((image_bgr.shape[1], image_bgr.shape[0]))
    centers, patches = uprights(image_bgr, view, [(p.x, p.y) for p in places], pitch=PITCH, size=PATCH)
    found: list[tuple[float, SeenDie]] = []
    for place, center, row in zip(places, centers, readings(patches), strict=True):
        seen = SeenAt.of(place.score, row)
        if seen.odds > 0:
            on_checker = _on_checker(place, lean, maps)
            leans = log_odds(_near(maps.leaning, place) / place.score) + float(row[_COCKED]) > 0
            field = float(field_x(place.x, view.board)), float(field_y(place.y, view.board))
            pixel, cocked = (float(center[0]), float(center[1])), leans or on_checker
            found.append((seen.odds, SeenDie(pixel, field, seen.values, cocked=cocked, on_checker=on_checker)))
    return tuple(die for _, die in sorted(found, key=lambda one: -one[0]))


class SeenAt(NamedTuple):
    """Log odds that there is a die at a place, and how likely its values are: the less, the more that is in doubt."""

    odds: float
    values: tuple[float, float, float, float, float, float]

    @classmethod
    def of(cls, height: float, logits: npt.NDArray[np.float32]) -> Self:
        """``height``: of the map there; ``logits`` (8,): of the patch."""
        odds = log_odds(height) + log_odds(1 - float(softmax(logits[:_COCKED])[_NONE])) + RARELY
        sure = 1 / (1 + math.exp(-odds))
        one, two, three, four, five, six = (sure * float(v) + (1 - sure) / 6 for v in softmax(logits[:_NONE]))
        return cls(odds, (one, two, three, four, five, six))


def _places(view: View, maps: Maps) -> list[Peak]:
    """Where the map shows dice on the field, each once."""
    (x0, y0, x1, y1), board = FIELD_XYXY, view.board
    across, down = COLUMNS / (1 - bar_of(board)), 2 * board.depth
    kept: list[tuple[Peak, Pixel]] = []
    for p in peaks(maps.dice, LEAST):
        at = float(field_x(p.x, board)) * across, float(field_y(p.y, board)) * down
        on_field = x0 - STRIDE < p.x < x1 + STRIDE and y0 - STRIDE < p.y < y1 + STRIDE
        if on_field and all(math.dist(at, other) > APART for _, other in kept):
            kept.append((p, at))
    return [p for p, _ in kept[:MOST]]


def _on_checker(place: Peak, lean: npt.NDArray[np.float32], maps: Maps) -> bool:
    """Whether a checker is seen round most of the place where a die stands."""
    across, along = (float(v) * _HIGH for v in lean[:, place.row, place.column])
    around = np.linspace(0, 2 * math.pi, 12, endpoint=False)
    columns = (place.x - across + _RING * np.cos(around)) / STRIDE
    rows = (place.y - along + _RING * np.sin(around)) / STRIDE
    height, width = maps.dice.shape
    at = np.clip(rows, 0, height - 1).astype(int), np.clip(columns, 0, width - 1).astype(int)
    checkers = maps.classes[LIGHT][at] + maps.classes[DARK][at]
    return float(checkers.mean()) > 0.5


def _near(heat: npt.NDArray[np.float32], place: Peak) -> float:
    rows, columns = (slice(max(0, v - 1), v + 2) for v in (place.row, place.column))
    return float(heat[rows, columns].max())


def readings(patches: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Logits (n, 8) of patches (n, PATCH, PATCH, 3): values 1 to 6, none, cocked.

    A die reads the same in a mirror: where one sight leaves doubt, the mean with the mirrored patch counts.
    """
    logits = net.run("dice", patches)
    shares = [softmax(row[:_COCKED]) for row in logits]
    doubtful = [k for k, share in enumerate(shares) if share.max() < SURE and share.argmax() != _NONE]
    if doubtful:
        logits[doubtful] = (logits[doubtful] + net.run("dice", patches[doubtful][:, :, ::-1])) / 2
    return logits
