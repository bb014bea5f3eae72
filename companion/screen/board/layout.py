"""The geometry of the drawn board, and boxes in rows and columns.  Pixels, x to the right, y up.  No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from companion.games.rules import BAR, TRAY, Side, Spot
from companion.screen.theme import THEME

SHOWN: Final = 5
"""The most checkers drawn in one stack; a higher stack shows its count on the last one."""

_SMALL_PX: Final = 175.0
_BAR, _TRAY, _RAIL = 1.2, 1.4, 1.8
"""The least widths of bar, bear-off tray and the cube's rail, as shares of a point's."""
_OF_POINT: Final = 0.47
"""The radius of a checker, as a share of a point's width."""
_STACKS: Final = 20.6
"""The height of two facing stacks of five with the gap between them, in radii."""
WIDEST_BOARD: Final = 1.55
"""Width by height: on a wider board the points would be no wider, only bar, trays and rail."""
LEAST_TOUCH_PX: Final = 77.0
"""The least width of what is touched, on the 800 x 480 screen."""
HIGHEST_BOARD: Final = 0.8
"""Height by width: the points of a higher board would be longer than any stack."""


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Box:
        """The box with so many pixels less on each side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def board_in(room: Box, widest: float = WIDEST_BOARD) -> Box:
    """The largest box of a board in the middle of a room; ``widest``: its width by its height at most."""
    width = min(room.width, room.height * widest)
    height = min(room.height, width * max(HIGHEST_BOARD, 1 / widest))
    x, y = room.center
    return Box(x - width / 2, y - height / 2, width, height)


@dataclass(frozen=True)
class BoardLayout:
    """The places on a board drawn into ``box``.

    ``light_at_bottom``: Light's home and outer board (points 1 to 12) are the lower row.
    ``home_at_right``: both homes, and beside them the tray, are at the right; the cube's rail is
    on the other side.  What every point and checker is placed by is computed once.
    """

    box: Box
    light_at_bottom: bool = True
    home_at_right: bool = True

    @property
    def small(self) -> bool:
        """Whether this is a picture of a board among others: without numbers and cube."""
        return self.box.height < THEME.px(_SMALL_PX)

    @cached_property
    def rim(self) -> float:
        return round(min(self.box.height * 0.06, self.box.width * 0.042))

    @cached_property
    def column(self) -> float:
        """The width of a point: no wider than its checkers need, five of which fit in half the field's height."""
        return min(self.box.width / (12 + _BAR + _TRAY + _RAIL), self._field_height / _STACKS / _OF_POINT)

    @cached_property
    def _field_height(self) -> float:
        return self.box.height - 2 * self.rim

    def _beside(self, share: float) -> float:
        """The width of bar, tray or rail: they share what the points leave, so that the board fills its box."""
        return (self.box.width - 12 * self.column) * share / (_BAR + _TRAY + _RAIL)

    @property
    def radius(self) -> float:
        """Of a checker: as wide as its point allows; five from each side leave a gap in the middle of the field."""
        return self.column * _OF_POINT

    @cached_property
    def field(self) -> Box:
        """The 24 points with the bar, inside the frame."""
        return Box(
            self.box.x + self._beside(_RAIL if self.home_at_right else _TRAY),
            self.box.y + self.rim,
            12 * self.column + self._beside(_BAR),
            self._field_height,
        )

    @cached_property
    def bar(self) -> Box:
        field = self.field
        return Box(field.x + 6 * self.column, field.y, self._beside(_BAR), field.height)

    def at_bottom(self, side: Side) -> bool:
        """Whether a side sits at the lower edge."""
        return (side is Side.LIGHT) == self.light_at_bottom

    def in_lower_row(self, point: int) -> bool:
        return (point <= 12) == self.light_at_bottom

    def point(self, point: int) -> Box:
        """The box of a point: as wide as a column, half as high as the field."""
        along = 12 - point if point <= 12 else point - 13
        place = along if self.home_at_right else 11 - along
        field = self.field
        x = field.x + place * self.column + (self.bar.width if place >= 6 else 0.0)
        y = field.y if self.in_lower_row(point) else field.y + field.height / 2
        return Box(x, y, self.column, field.height / 2)

    def tray(self, side: Side) -> Box:
        """The box of a side's borne-off checkers."""
        field, pad = self.field, self.column * 0.2
        x = field.x + field.width + pad if self.home_at_right else self.box.x + pad
        half = field.height / 2 - pad / 2
        y = field.y if self.at_bottom(side) else field.y + field.height - half
        return Box(x, y, self._beside(_TRAY) - 2 * pad, half)

    def cube(self, owner: Side | None) -> Box:
        """The place of the cube: in the middle of its rail, or at its owner's end."""
        size = self.column * 1.55
        pad = (self._beside(_RAIL) - size) / 2
        x = self.box.x + pad if self.home_at_right else self.box.x + self.box.width - pad - size
        if owner is None:
            return Box(x, self.box.center[1] - size / 2, size, size)
        y = self.field.y if self.at_bottom(owner) else self.field.y + self.field.height - size
        return Box(x, y, size, size)

    def dice(self, side: Side) -> tuple[Box, Box]:
        """The places of a side's dice on the rail: between the cube in the middle and the one that the side owns."""
        size = self.column * 1.1
        rail, gap = self.cube(None).center[0], self.column * 0.12
        away = self.column * 1.55 / 2 + gap + size / 2
        middle, way = self.box.center[1], -1 if self.at_bottom(side) else 1
        centers = (middle + way * away, middle + way * (away + size + gap))
        first, second = (Box(rail - size / 2, y - size / 2, size, size) for y in centers)
        return first, second

    def on_cube(self, x: float, y: float, owner: Side | None) -> bool:
        """Whether a touch means the cube at its place: on its rail, no farther from it than a finger is wide."""
        field, cube = self.field, self.cube(owner)
        beside = (
            self.box.x <= x < field.x
            if self.home_at_right
            else field.x + field.width < x <= self.box.x + self.box.width
        )
        return beside and abs(y - cube.center[1]) <= max(cube.height, THEME.px(LEAST_TOUCH_PX)) / 2

    def offered_cube(self, by: Side) -> Box:
        """The place of an offered cube: on the field, before the player who is to answer."""
        size = self.column * 2.2
        x = self.point(4).center[0]
        away = self.field.height * 0.14
        y = self.box.center[1] + (away if self.at_bottom(by) else -away)
        return Box(x - size / 2, y - size / 2, size, size)

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The spot that a touch means, None outside the board.

        The whole height of the rim belongs to its points, so that a finger need not hit them well.
        """
        field, box = self.field, self.box
        if not (box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height):
            return None
        if not field.x <= x <= field.x + field.width:
            return TRAY if (x > field.x) == self.home_at_right else None
        bar = self.bar
        if bar.x <= x <= bar.x + bar.width:
            return BAR
        row = [point for point in range(1, 25) if self.in_lower_row(point) == (y < box.center[1])]
        return min(row, key=lambda point: abs(self.point(point).center[0] - x))

    def vacated(self, spot: Spot, side: Side, held: int) -> tuple[float, float]:
        """The place of a checker that has left a stack with ``held`` remaining: on top of them."""
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


def divided(room: Box, columns: int, rows: int) -> tuple[Box, ...]:
    """A :func:`grid` for a landscape screen, with fewer columns and more rows in a portrait box."""
    if room.height <= room.width:
        return grid(room, columns, rows)
    narrow = max(1, min(columns, -(-columns // 2)))
    return grid(room, narrow, -(-columns * rows // narrow))


def grid(room: Box, columns: int, rows: int) -> tuple[Box, ...]:
    """A box divided into equal fields with gaps, row by row from the upper left one."""
    gap = THEME.gap_px
    width, height = (room.width - gap) / columns - gap, (room.height - gap) / rows - gap
    return tuple(
        Box(
            room.x + gap + column * (width + gap),
            room.y + room.height - (row + 1) * (height + gap),
            width,
            height,
        )
        for row in range(rows)
        for column in range(columns)
    )
