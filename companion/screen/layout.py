"""Where things lie on the drawn board: plain geometry, no Kivy.  Pixels, x to the right, y up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.games.rules import BAR, TRAY, Side, Spot
from companion.screen.theme import THEME

SHOWN: Final = 5
"""Checkers drawn in one stack; a higher one carries its count on the last."""


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The places on a board drawn into ``box``.

    ``light_at_bottom``: Light's home and outer board (points 1 to 12) are the lower row.
    ``home_at_right``: both homes, and beside them the tray, are at the right; the cube's rail is
    on the other side.
    """

    box: Box
    light_at_bottom: bool = True
    home_at_right: bool = True

    @property
    def rim(self) -> float:
        return round(self.box.height * 0.05)

    @property
    def column(self) -> float:
        """The width of a point; of bar, tray and rail it is 1.2, 1.4 and 1.8."""
        return self.box.width / (12 + 1.2 + 1.4 + 1.8)

    @property
    def radius(self) -> float:
        """Of a checker: five from each side leave a gap in the middle of the field."""
        return min(self.column * 0.47, self.field.height / 20.9)

    @property
    def field(self) -> Box:
        """The 24 points with the bar, inside the frame."""
        side = 1.8 if self.home_at_right else 1.4
        return Box(
            self.box.x + side * self.column,
            self.box.y + self.rim,
            13.2 * self.column,
            self.box.height - 2 * self.rim,
        )

    @property
    def bar(self) -> Box:
        field = self.field
        return Box(field.x + 6 * self.column, field.y, 1.2 * self.column, field.height)

    def at_bottom(self, side: Side) -> bool:
        """Whether a side sits at the lower edge."""
        return (side is Side.LIGHT) == self.light_at_bottom

    def in_lower_row(self, point: int) -> bool:
        return (point <= 12) == self.light_at_bottom

    def point(self, point: int) -> Box:
        """The strip of field that belongs to a point: as wide as a column, half as high as the field."""
        along = 12 - point if point <= 12 else point - 13
        place = along if self.home_at_right else 11 - along
        field = self.field
        x = field.x + place * self.column + (self.bar.width if place >= 6 else 0.0)
        y = field.y if self.in_lower_row(point) else field.y + field.height / 2
        return Box(x, y, self.column, field.height / 2)

    def tray(self, side: Side) -> Box:
        """Where a side's borne-off checkers lie."""
        field, pad = self.field, self.column * 0.2
        x = field.x + field.width + pad if self.home_at_right else self.box.x + pad
        half = field.height / 2 - pad / 2
        y = field.y if self.at_bottom(side) else field.y + field.height - half
        return Box(x, y, 1.4 * self.column - 2 * pad, half)

    def cube(self, owner: Side | None) -> Box:
        """Where the cube lies: in the middle of its rail, or at its owner's end."""
        size, pad = self.column * 1.55, self.column * 0.125
        x = self.box.x + pad if self.home_at_right else self.box.x + self.box.width - pad - size
        if owner is None:
            return Box(x, self.box.center[1] - size / 2, size, size)
        y = self.field.y if self.at_bottom(owner) else self.field.y + self.field.height - size
        return Box(x, y, size, size)

    def offered_cube(self, by: Side) -> Box:
        """Where a cube lies that is being offered: on the field, before the player who is to answer."""
        size = self.column * 2.2
        x = self.point(4).center[0]
        away = self.field.height * 0.14
        y = self.box.center[1] + (away if self.at_bottom(by) else -away)
        return Box(x - size / 2, y - size / 2, size, size)

    def vacated(self, spot: Spot, side: Side, held: int) -> tuple[float, float]:
        """Where a checker stood that has left a stack of which ``held`` are left: on top of them."""
        x, y = self.checker(spot, side, held)
        if held < SHOWN:
            return x, y
        up = not self.at_bottom(side) if spot == BAR else self.in_lower_row(spot)
        return x, y + (1 if up else -1) * self.radius * 1.3

    def checker(self, spot: Spot, side: Side, index: int) -> tuple[float, float]:
        """The centre of the checker ``index`` (0 = nearest to the edge) of a side's stack on a spot."""
        step = min(index, SHOWN - 1) * 2 * self.radius
        if spot == BAR:
            x, middle = self.bar.center
            away = self.radius * 1.4 + step
            return x, middle - away if self.at_bottom(side) else middle + away
        if spot == TRAY:
            return self.tray(side).center
        strip = self.point(spot)
        x = strip.center[0]
        if self.in_lower_row(spot):
            return x, strip.y + self.radius + step
        return x, strip.y + strip.height - self.radius - step


def answer_boxes(half: Box, answers: Sequence[str]) -> tuple[Box, ...]:
    """Where one player's answers are touched, in the order of the choices.

    One or two short ones stand beside the board, the first at the right hand, so that the whole board
    is seen; more, or longer ones, lie in a row over its lower edge.
    """
    gap, y = THEME.gap_px, half.y + THEME.strip_px + THEME.gap_px
    if _fit_beside(answers):
        width = THEME.column_px - gap
        right = Box(half.x + half.width - width - gap, y, width, THEME.touch_px)
        return (right, right._replace(x=half.x + gap))[: len(answers)]
    width = (half.width - gap) / len(answers) - gap
    return tuple(Box(half.x + gap + k * (width + gap), y, width, THEME.touch_px) for k in range(len(answers)))


def _fit_beside(answers: Sequence[str]) -> bool:
    """Whether there are at most two answers, each of at most two short words."""
    words = [answer.split() for answer in answers]
    return (
        len(answers) <= 2 and all(len(word) <= 7 for answer in words for word in answer) and max(map(len, words)) <= 2
    )
