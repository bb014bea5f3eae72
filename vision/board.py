"""A backgammon board: how wide its bar is, how deep its rows are, and from which side it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from vision.observation import USUAL, Orientation

COLUMNS: Final = 12
Row = Literal["top", "bottom"]


USUAL_DEPTH: Final = 5.5
"""Five checkers fit a row with some room: what most boards are made for."""


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """A backgammon board as seen in the view.

    ``bar_fraction``: width of the bar as a part of the field's width; 0 on a board without a bar.
    ``depth``: how many points' widths each row is deep, from the edge to the field's middle.
    """

    bar_fraction: float = 0.07
    orientation: Orientation = USUAL
    depth: float = USUAL_DEPTH

    @property
    def pitch(self) -> float:
        """Width of one point as a part of the field's width."""
        return (1 - self.bar_fraction) / COLUMNS

    def column_x(self, column: int) -> float:
        """Middle of a column (0 to 11 from the left), from 0 at the field's left edge to 1 at its right one."""
        return (column + 0.5) * self.pitch + (self.bar_fraction if column >= COLUMNS // 2 else 0.0)
