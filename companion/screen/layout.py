"""Where things lie on the drawn board: plain geometry, no Kivy.  Pixels, x to the right, y up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.games.rules import BAR, TRAY, Side, Spot
from companion.screen.theme import THEME

SHOWN: Final = 5
"""Checkers drawn in one stack; a higher one carries its count on the last."""

_SMALL_PX: Final = 200.0


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
    def small(self) -> bool:
        """Whether this is a picture of a board among others: without numbers and cube."""
        return self.box.height < _SMALL_PX

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


def half_boxes(half: Box, words: Mapping[str, str], *, boards: bool = False, whole: bool = False) -> dict[str, Box]:
    """Where one player touches what, by place: ``action``, ``menu``, ``pause``, ``answer-0`` and so on.

    ``words``: what the fields say, by place.  ``boards``: answers are drawn as boards.  ``whole``: only
    this player is asked, so that they may be higher than the half.
    """
    gap, y = THEME.gap_px, half.y + THEME.strip_px + THEME.gap_px
    width = THEME.column_px - gap
    right = Box(half.x + half.width - width - gap, y, width, THEME.touch_px)
    left = right._replace(x=half.x + gap)
    above = y + THEME.touch_px + gap
    small = Box(left.x, above, (width - gap) / 2, half.y + half.height - above - gap / 2)
    die = THEME.die_px
    boxes = {
        "action": right,
        "menu": left,
        "pause": small,
        "dispute": small._replace(x=small.x + small.width + gap),
        "dice": Box(right.x, above, right.width, die + 8),
        "last": Box(half.x + half.width - _LAST_PX, half.y, _LAST_PX, THEME.strip_px),
    }
    answers = [words[place] for place in words if place.startswith("answer")]
    if answers:
        room = Box(half.x, half.y, half.width, half.height + _BEYOND_PX if whole and boards else half.height)
        places = answer_boxes(room, answers, boards=boards)
        boxes |= {f"answer-{number}": box for number, box in enumerate(places)}
        in_row = boards or not fit_beside(answers)
        boxes["menu"] = left._replace(width=_BESIDE_ANSWERS_PX) if in_row else small
    return {place: boxes[place] for place in words}


_BEYOND_PX: Final = 68.0
_LAST_PX: Final = 330.0
_BESIDE_ANSWERS_PX: Final = 90.0


def answer_boxes(half: Box, answers: Sequence[str], *, boards: bool = False) -> tuple[Box, ...]:
    """Where one player's answers are touched, in the order of the choices.

    One or two short ones stand beside the board, the first at the right hand, so that the whole board
    is seen; more, or longer ones, lie in a row over its lower edge, with room at their left for one
    field more; ``boards`` are as high as there is room.
    """
    gap, y = THEME.gap_px, half.y + THEME.strip_px + THEME.gap_px
    if not boards and fit_beside(answers):
        width = THEME.column_px - gap
        right = Box(half.x + half.width - width - gap, y, width, THEME.touch_px)
        return (right, right._replace(x=half.x + gap))[: len(answers)]
    start = half.x + gap + _BESIDE_ANSWERS_PX + gap
    width = (half.x + half.width - start) / len(answers) - gap
    height = half.y + half.height - y - gap / 2 if boards else THEME.touch_px
    return tuple(Box(start + k * (width + gap), y, width, height) for k in range(len(answers)))


def fit_beside(answers: Sequence[str]) -> bool:
    """Whether there are at most two answers, each of at most two short words."""
    words = [answer.split() for answer in answers]
    return (
        len(answers) <= 2 and all(len(word) <= 7 for answer in words for word in answer) and max(map(len, words)) <= 2
    )


def grid(room: Box, columns: int, rows: int) -> tuple[Box, ...]:
    """A room divided into equal fields with gaps, row by row from the upper left one."""
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
