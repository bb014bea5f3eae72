"""An earlier look at the board, with what lay there: what the reader is shown beside the picture of now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from vision.observation import BAR, POINTS, Counts, Orientation, Spot
from vision.reading import Features, Maps, Values, decoded

START: Final[Mapping[Spot, Counts]] = {
    1: (0, 2), 6: (5, 0), 8: (3, 0), 12: (0, 5), 13: (5, 0), 17: (0, 3), 19: (0, 5), 24: (2, 0),
}  # fmt: skip
"""The start position; its other spots hold nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class EarlierLook:
    """The net's half for an earlier picture, kept, and the map (1, 5, 52, 64) of what lay there."""

    features: Features
    layout: Values

    @classmethod
    def of(cls, features: Features, counts: Mapping[Spot, Counts], orientation: Orientation) -> Self:
        return cls(features, layout(counts, orientation))

    def beside(self, now: Features) -> Maps:
        """What the net says of the picture of now, shown this one."""
        return decoded(now, self.features, self.layout)


def layout(counts: Mapping[Spot, Counts], orientation: Orientation) -> Values:
    """What lies on every spot as the net is told: (1, 5, 52, 64), an eighth of the view's size.

    Light and dark checkers in fives, whether there are any light, any dark ones, and that it is known.
    """
    told = np.zeros((1, 5, 52, 64), np.float32)
    rows = {"top": slice(4, 26), "bottom": slice(26, 48)}
    for point in POINTS:
        row, column = orientation.cell(point)
        left = 6 + 4 * (column + (column >= 6))
        told[0, :, rows[row], left : left + 4] = _told(counts.get(point, (0, 0)))
    told[0, :, 4:48, 30:34] = _told(counts.get(BAR, (0, 0)))
    return told


def _told(counts: Counts) -> Values:
    light, dark = counts
    return np.array([light / 5, dark / 5, light > 0, dark > 0, 1], np.float32)[:, None, None]
