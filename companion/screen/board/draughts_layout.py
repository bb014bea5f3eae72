"""The geometry of the drawn draughts board.  Pixels, x to the right, y up.  No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.games.draughts.squares import DARK_SQUARES, SIZE, Square
from companion.games.rules import Side
from companion.screen.board.layout import Box
from companion.screen.theme import THEME

_SMALL_PX: Final = 175.0
_OF_SQUARE: Final = 0.41
"""The radius of a man, as a share of its square's side."""


@dataclass(frozen=True)
class DraughtsLayout:
    """The places on a square board drawn into the middle of ``box``; ``light_at_bottom``: a1 is at the lower left."""

    box: Box
    light_at_bottom: bool = True

    @property
    def small(self) -> bool:
        """Whether this is a picture of a board among others: without letters and numbers."""
        return min(self.box.width, self.box.height) < THEME.px(_SMALL_PX)

    @property
    def rim(self) -> float:
        return round(max(THEME.px(3), self._side * 0.016) if self.small else self._side * 0.052)

    @property
    def _side(self) -> float:
        return min(self.box.width, self.box.height)

    @cached_property
    def frame(self) -> Box:
        """The whole board with its frame, in whole pixels."""
        side = self.step * SIZE + 2 * self.rim
        x, y = self.box.center
        return Box(round(x - side / 2), round(y - side / 2), side, side)

    @cached_property
    def step(self) -> float:
        """The side of a square: whole pixels, so that all of them look alike."""
        return max(1.0, (self._side - 2 * self.rim) // SIZE)

    @property
    def field(self) -> Box:
        """The 64 squares, inside the frame."""
        return self.frame.inset(self.rim)

    @property
    def radius(self) -> float:
        """Of a man."""
        return self.step * _OF_SQUARE

    def at_bottom(self, side: Side) -> bool:
        """Whether a side sits at the lower edge."""
        return (side is Side.LIGHT) == self.light_at_bottom

    def square(self, square: Square) -> Box:
        """The box of a square."""
        file, rank = square % SIZE, square // SIZE
        if not self.light_at_bottom:
            file, rank = SIZE - 1 - file, SIZE - 1 - rank
        field = self.field
        return Box(field.x + file * self.step, field.y + rank * self.step, self.step, self.step)

    def spot_at(self, x: float, y: float) -> Square | None:
        """The dark square that a touch means, the nearest one; None outside the board."""
        frame = self.frame
        if not (frame.x <= x <= frame.x + frame.width and frame.y <= y <= frame.y + frame.height):
            return None

        def far(square: Square) -> float:
            centre = self.square(square).center
            return (centre[0] - x) ** 2 + (centre[1] - y) ** 2

        return min(DARK_SQUARES, key=far)
