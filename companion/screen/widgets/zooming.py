"""Which part of a picture is shown: enlarged, moved, pinched.  No Kivy here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST: Final = 8.0
"""How often a picture is enlarged at most: more shows no more of a camera's picture."""
STEP: Final = 1.6
"""A touch of a button enlarges by this."""
TAPPED: Final = 2.5
"""A double tap on a whole picture enlarges to this."""

Place = tuple[float, float]
"""Shares of the frame's width and height, from its lower left corner."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """The part of a picture in its frame, which has the picture's shape.

    ``times``: how often it is enlarged, from 1; ``left`` and ``low``: where the part begins, shares of the picture.
    """

    times: float = 1.0
    left: float = 0.0
    low: float = 0.0

    @property
    def share(self) -> float:
        """How much of the picture's width and height is shown."""
        return 1.0 / self.times

    def by(self, factor: float, at: Place = (0.5, 0.5)) -> Zoom:
        """Enlarge; what is at a place of the frame stays there as far as the picture reaches."""
        times = min(max(self.times * factor, 1.0), MOST)
        less = self.share - 1.0 / times
        return _within(times, self.left + at[0] * less, self.low + at[1] * less)

    def moved(self, by: Place) -> Zoom:
        """Draw the picture along with a finger that has moved by these shares of the frame."""
        return _within(self.times, self.left - by[0] * self.share, self.low - by[1] * self.share)

    def tapped(self, at: Place) -> Zoom:
        """Enlarge what was touched twice, or show the whole picture again."""
        return self.by(TAPPED, at) if self.times == 1.0 else Zoom()

    def pinched(self, before: Sequence[Place], after: Sequence[Place]) -> Zoom:
        """Follow two fingers from where they were."""
        apart, now = math.dist(*before), math.dist(*after)
        old, new = _middle(before), _middle(after)
        factor = now / apart if apart > 0 else 1.0
        return self.by(factor, old).moved((new[0] - old[0], new[1] - old[1]))


def _middle(places: Sequence[Place]) -> Place:
    (x0, y0), (x1, y1) = places
    return (x0 + x1) / 2, (y0 + y1) / 2


def _within(times: float, left: float, low: float) -> Zoom:
    most = 1.0 - 1.0 / times
    return Zoom(times, min(max(left, 0.0), most), min(max(low, 0.0), most))
