"""What the reader says of every spot: likelihoods of the counts that may lie there."""

from __future__ import annotations

from typing import Final

from vision.observation import Counts

POINT_CLASSES: Final[tuple[Counts, ...]] = (
    (0, 0),
    *((n, 0) for n in range(1, 16)),
    *((0, n) for n in range(1, 16)),
    *((light, dark) for light in range(1, 5) for dark in range(1, 5)),  # both sides, as in the middle of a hit
    *((n, 1) for n in range(5, 15)),
    *((1, n) for n in range(5, 15)),
)
"""The counts (light, dark) that the net tells apart on a point, in the order of its answers."""
MOST_ON_BAR: Final = 7
"""Of each side; the net answers for each side by itself."""
FINE: Final = ("board", "light", "dark", "die", "cube", "hand", "light off", "dark off", "thing")
"""Classes of the fine map, at a quarter of the view's size; three heats follow: dice, leaning dice, the cube."""
