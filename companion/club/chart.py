"""A rating over time as an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

_WIDTH, _HEIGHT = 480, 200
_LEFT, _EDGE = 48, 12
_POINTS: Final = 300
"""Points of the line at most; of more the last of each few is shown."""
_STEPS: Final = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_LINES: Final = 5


def rating_svg(ratings: Sequence[float], label: str) -> str:
    """Return the ratings, oldest first, as a line; ``label``: for screen readers."""
    every = -(-len(ratings) // _POINTS)
    shown = list(ratings[::-1][::every])[::-1]
    low, high = min(shown), max(shown)
    step = next((step for step in _STEPS if (high - low) / step <= _LINES), _STEPS[-1])
    bottom, top = step * (low // step), step * (high // step + 1)

    def y(rating: float) -> float:
        return _EDGE + (_HEIGHT - 2 * _EDGE) * (top - rating) / (top - bottom)

    across = (_WIDTH - _LEFT - _EDGE) / max(1, len(shown) - 1)
    line = " ".join(f"{_LEFT + at * across:.1f},{y(rating):.1f}" for at, rating in enumerate(shown))
    grid = "".join(
        f'<path class="grid" d="M{_LEFT} {y(at):.1f}H{_WIDTH - _EDGE}"/>'
        f'<text x="{_LEFT - 6}" y="{y(at) + 5:.1f}" text-anchor="end">{at}</text>'
        for at in range(int(bottom), int(top) + 1, step)
    )
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(label)}">{grid}<polyline class="line" points="{line}"/></svg>'
    )
