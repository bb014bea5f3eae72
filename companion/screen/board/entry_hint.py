"""How a turn is entered, written on the board the first times that one is: what is said, and where.  No Kivy here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Final

from companion.screen.board.layout import Box

_COLUMNS, _ROWS = 28, 24
"""The grid on which room is looked for: as fine as half a checker."""


@dataclass(frozen=True, slots=True)
class EntryHint:
    """``words``: for the player who enters; ``turned``: who sits at the upper edge."""

    words: str
    turned: bool = False


def free_box(field: Box, taken: Iterable[Box], *, least: tuple[float, float], most: tuple[float, float]) -> Box | None:
    """Return the largest free room of a field, the nearest to its middle; None where there is none of the least size.

    ``taken``: what lies on the field.  ``least``, ``most``: width and height, in pixels.
    """
    wide, high = field.width / _COLUMNS, field.height / _ROWS
    free = [[True] * _COLUMNS for _ in range(_ROWS)]
    for box in taken:
        for row, column in product(
            _touched(box.y - field.y, box.height, high, _ROWS), _touched(box.x - field.x, box.width, wide, _COLUMNS)
        ):
            free[row][column] = False
    best: tuple[float, float, Box] | None = None
    for left, bottom, right, top in _rooms(free):
        width, height = min((right - left) * wide, most[0]), min((top - bottom) * high, most[1])
        if width < least[0] or height < least[1]:
            continue
        x, y = field.x + (left + right) / 2 * wide, field.y + (bottom + top) / 2 * high
        far = abs(x - field.center[0]) + abs(y - field.center[1])
        found = (width * height, -far, Box(x - width / 2, y - height / 2, width, height))
        best = found if best is None else max(best, found)
    return None if best is None else best[2]


def _touched(start: float, size: float, step: float, most: int) -> range:
    """The cells that something reaches into."""
    tiny: Final = step * 1e-6
    return range(max(0, int((start + tiny) // step)), min(most, int(-(-(start + size - tiny) // step))))


def _rooms(free: list[list[bool]]) -> Iterable[tuple[int, int, int, int]]:
    """The free rectangles that nothing makes wider, as (left, bottom, right, top) cells."""
    for bottom in range(_ROWS):
        open_ = [True] * _COLUMNS
        for top in range(bottom + 1, _ROWS + 1):
            open_ = [is_open and cell for is_open, cell in zip(open_, free[top - 1], strict=True)]
            left = 0
            for column in range(_COLUMNS + 1):
                if column < _COLUMNS and open_[column]:
                    continue
                if column > left:
                    yield left, bottom, column, top
                left = column + 1
