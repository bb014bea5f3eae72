"""A backgammon board: how wide its bar is, how deep its rows are, and from which side it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from vision.observation import USUAL, Orientation
from vision.rectify import FIELD_W, FIELD_XYXY

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
        """Width of one point in pixels of the view."""
        return FIELD_W * (1 - self.bar_fraction) / COLUMNS

    @property
    def middle_x(self) -> float:
        return (FIELD_XYXY[0] + FIELD_XYXY[2]) / 2

    def column_x(self, column: int) -> float:
        """Middle of a column (0 to 11 from the left) in pixels of the view."""
        across_bar = self.bar_fraction * FIELD_W if column >= COLUMNS // 2 else 0.0
        return FIELD_XYXY[0] + (column + 0.5) * self.pitch + across_bar
