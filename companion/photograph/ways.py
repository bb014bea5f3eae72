"""The orientation of a board in a picture, by its checkers: they gather where they are borne off."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, TypeAlias

from vision.observation import POINTS, USUAL, Counts, Orientation, Spot

Table: TypeAlias = tuple[tuple[int, ...], ...]

WAYS: Final = tuple(Orientation(bottom, right) for bottom in (True, False) for right in (True, False))
CLASSES: Final = 6
"""Of checkers on a point: 0 to 4, and 5 or more."""
OCCUPANCY: Final[Table] = (
    (649, 70, 154, 57, 31, 38),
    (576, 71, 209, 82, 37, 25),
    (511, 60, 296, 91, 30, 12),
    (501, 55, 312, 101, 24, 7),
    (497, 51, 306, 118, 22, 5),
    (154, 23, 227, 220, 158, 217),
    (736, 65, 149, 43, 6, 1),
    (422, 68, 224, 224, 54, 8),
    (866, 72, 53, 7, 1, 1),
    (889, 69, 35, 5, 1, 1),
    (882, 78, 33, 6, 1, 1),
    (969, 27, 4, 1, 1, 1),
    (469, 43, 153, 114, 117, 104),
    (965, 30, 5, 1, 1, 1),
    (958, 33, 9, 1, 1, 1),
    (953, 34, 12, 1, 1, 1),
    (978, 18, 3, 1, 1, 1),
    (915, 38, 43, 3, 1, 1),
    (987, 11, 1, 1, 1, 1),
    (889, 44, 57, 8, 1, 1),
    (896, 48, 46, 8, 2, 1),
    (899, 55, 39, 6, 1, 1),
    (888, 77, 26, 7, 1, 1),
    (691, 164, 135, 7, 2, 1),
)
"""Per mille of sides that have 0, 1 … 5 or more checkers on their own points 1 to 24: :mod:`companion.lab.occupancy`,
of 11,848 positions of 1,500 match files.
"""


def point_of(spot: Spot, way: Orientation) -> Spot:
    """The number of a spot as read (Light's home at the bottom right) in an orientation."""
    return way.point(*USUAL.cell(spot)) if spot in POINTS else spot


def spot_of(point: Spot, way: Orientation) -> Spot:
    """The inverse of :func:`point_of`."""
    return USUAL.point(*way.cell(point)) if point in POINTS else point


def likelihoods(counts: Mapping[Spot, Counts], table: Table = OCCUPANCY) -> dict[Orientation, float]:
    """The probability of each way round; ``counts``: of the points, numbered as read."""
    logs = {way: sum(_log(point_of(spot, way), pair, table) for spot, pair in counts.items()) for way in WAYS}
    shares = {way: math.exp(value - max(logs.values())) for way, value in logs.items()}
    return {way: share / sum(shares.values()) for way, share in shares.items()}


def _log(point: Spot, pair: Counts, table: Table) -> float:
    own, others = (min(count, CLASSES - 1) for count in pair)
    return math.log(table[point - 1][own]) + math.log(table[24 - point][others])
