"""The geometry of the drawn board and of the halves.  Pixels, x to the right, y up.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
        return beside and abs(y - cube.center[1]) <= max(cube.height, THEME.px(_LEAST_TOUCH_PX)) / 2

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


@dataclass(frozen=True, slots=True)
class HalfLayout:
    """One player's part of the screen, as that player sees it: words in a strip at the edge, fields, half a board.

    On a landscape screen (``tall`` False) the fields are in columns at both sides of the board, on a portrait
    screen in a row between strip and board.  ``letters``: the factor by which letters are
    larger than normal; the strip is as high as they need, and the fields beside the board get what is left.
    ``widest``: the width of the board by its height; what a narrow one leaves belongs to the fields.
    """

    box: Box
    letters: float = 1.0
    widest: float = WIDEST_BOARD

    @property
    def tall(self) -> bool:
        """Whether the players sit at the short edges."""
        return self.box.height * 2 > self.box.width

    @property
    def gap(self) -> float:
        return THEME.px(2)

    @property
    def strip(self) -> Box:
        """The box of the words: two lines, or three on a portrait screen."""
        line = max(THEME.px(48) if self.tall else THEME.strip_px / 2, self.letters * THEME.letter_name_px * _LINE)
        return self.box._replace(height=self.lines * line)

    @property
    def lines(self) -> int:
        return 3 if self.tall else 2

    @property
    def row(self) -> float:
        """The height of a field: there are two rows of fields beside the board, or one below it."""
        return THEME.px(100) if self.tall else (self.box.height - self.strip.height - 3 * self.gap) / 2

    @property
    def column(self) -> float:
        """The width of each side beside the board: two fields at least; 0 on a portrait screen."""
        if self.tall:
            return 0.0
        least = 2 * THEME.px(_LEAST_TOUCH_PX) + 3 * self.gap
        beside = (self.box.width - self._board_height * self.widest) / 2 - 2 * self.gap
        return least if self.widest >= WIDEST_BOARD else max(least, beside)

    @property
    def foot(self) -> float:
        """Where the fields begin."""
        return self.strip.y + self.strip.height + self.gap

    @property
    def right(self) -> float:
        return self.box.x + self.box.width

    def board(self) -> Box:
        """The box of the whole board, half of which is in this half."""
        gap, column = self.gap, self.column
        room = Box(self.box.x + column + gap, self._low + gap, self.box.width - 2 * (column + gap), self._board_height)
        return board_in(room, self.widest)

    @property
    def _low(self) -> float:
        """Where the fields beside the board, or below it, leave room for it."""
        return self.foot + (self.row + self.gap if self.tall else 0.0)

    @property
    def _board_height(self) -> float:
        return 2 * (self.box.y + self.box.height - self._low - self.gap)

    def line(self, number: int, *, told: bool = False) -> Box:
        """A line of the strip (0 = the upper one), right of the place for signs.

        ``told``: a notice takes the place of the lowest line, and name, score and clock above it make way.
        """
        strip, indent = self.strip, THEME.margin_px + THEME.px(40)
        lowest = self.notice.height if told else strip.height / self.lines
        height = (strip.height - lowest) / (self.lines - 1)
        last = number == self.lines - 1
        y = strip.y if last else strip.y + strip.height - (number + 1) * height
        return Box(strip.x + indent, y, strip.width - indent - THEME.margin_px, lowest if last else height)

    @property
    def notice(self) -> Box:
        """The box of a message: in the lowest part of the strip, so that it covers no name, score or clock."""
        strip = self.strip
        return strip._replace(height=strip.height * (_NOTICE_TALL if self.tall else _NOTICE))

    def side_by_side(self, left: float, width: float, y: float, height: float, count: int) -> tuple[Box, ...]:
        """Fields in a row."""
        each = (width - (count - 1) * self.gap) / count
        return tuple(Box(left + k * (each + self.gap), y, each, height) for k in range(count))


_LINE: Final = 1.15
"""The height of a line of the strip, relative to its letters."""
_NOTICE: Final = 0.575
"""The share of a strip of two lines that a message takes, for two rows of its smallest letters."""
_NOTICE_TALL: Final = 0.55
"""The same of a strip of three lines, for three rows: a field in it is high enough for a finger."""
_LEAST_TOUCH_PX: Final = 77.0
_COACH_PX: Final = 104.0


def play_board(window: Box, letters: float = 1.0, *, widest: float = WIDEST_BOARD) -> Box:
    """The box of the board on the game's page; ``letters``: of the half with the larger ones; ``widest``: its shape."""
    return HalfLayout(window._replace(height=window.height / 2), letters, widest).board()


def half_boxes(
    half: Box,
    words: Mapping[str, str],
    *,
    dice: bool = False,
    boards: bool = False,
    whole: bool = False,
    cube: bool = False,
    letters: float = 1.0,
    widest: float = WIDEST_BOARD,
) -> dict[str, Box]:
    """The boxes of one player's fields, by place: ``action``, ``menu``, ``pause``, ``answer-0`` and so on.

    ``words``: the words of the fields, by place.  ``dice``: dice are shown, also if they are no field.
    ``boards``: answers are drawn as boards.  ``whole``: only this player is asked, so that the answers may be
    higher than the half.  ``cube``: a double is answered.  ``letters``, ``widest``: see :class:`HalfLayout`.
    """
    layout = HalfLayout(half, letters, widest)
    answers = [words[place] for place in words if place.startswith("answer")]
    beside = dice or bool({"dice", "draw", "double", "leave"} & words.keys())
    boxes = _boxes_tall(layout, dice=beside) if layout.tall else _boxes_beside(layout)
    if answers:
        boxes |= _boxes_asked(layout, answers, boards=boards, whole=whole, cube=cube, coach="coach" in words)
    if "undo" in words:
        boxes["undo"] = _left_of(boxes["undo"], [boxes[place] for place in words if place != "undo"], layout)
    return {place: boxes[place] for place in words}


def _boxes_beside(layout: HalfLayout) -> dict[str, Box]:
    gap, row, width = layout.gap, layout.row, layout.column - 2 * layout.gap
    left = Box(layout.box.x + gap, layout.foot, width, row)
    right = left._replace(x=layout.right - gap - width)
    pause, dispute = layout.side_by_side(left.x, width, layout.foot + row + gap, row, 2)
    return {
        "menu": left,
        "action": right,
        "pause": pause,
        "dispute": dispute,
        "back": pause,
        "back-all": dispute,
        "coach": left._replace(y=pause.y),
        "dice": right._replace(y=pause.y),
        "draw": right._replace(y=pause.y),
        "double": right._replace(y=pause.y),
        "leave": right._replace(y=pause.y),
        "last": _last(layout),
        "undo": _undo(layout),
    }


def _boxes_tall(layout: HalfLayout, *, dice: bool) -> dict[str, Box]:
    gap, x = layout.gap, layout.box.x
    wide, narrow = THEME.px(98), THEME.px(_LEAST_TOUCH_PX)
    menu = Box(x + gap, layout.foot, wide, layout.row)
    pause = Box(menu.x + wide + gap, layout.foot, narrow, layout.row)
    dispute = pause._replace(x=pause.x + narrow + gap)
    start = dispute.x + narrow + gap
    room = layout.right - gap - start
    shown = THEME.px(2 * 52) if dice else -gap
    return {
        "menu": menu,
        "pause": pause,
        "dispute": dispute,
        "back": pause,
        "back-all": dispute,
        "coach": pause._replace(width=2 * narrow + gap),
        "dice": Box(start, layout.foot, THEME.px(2 * 52), layout.row),
        "draw": Box(start, layout.foot, THEME.px(2 * 52), layout.row),
        "double": Box(start, layout.foot, THEME.px(2 * 52), layout.row),
        "leave": Box(start, layout.foot, THEME.px(2 * 52), layout.row),
        "action": Box(start + shown + gap, layout.foot, room - shown - gap, layout.row),
        "last": _last(layout),
        "undo": _undo(layout),
    }


def _undo(layout: HalfLayout) -> Box:
    """The field that undoes what a notice has reported, at its right end."""
    place, size = layout.notice if layout.tall else layout.strip, THEME.px(_LEAST_TOUCH_PX)
    wide = THEME.px(130)
    return Box(layout.right - layout.gap - wide, place.center[1] - size / 2, wide, size)


def _left_of(box: Box, others: Sequence[Box], layout: HalfLayout) -> Box:
    """A box of the strip, moved to the left of the others in it."""
    ends = [other.x - layout.gap for other in others if other.y < layout.strip.y + layout.strip.height]
    return box._replace(x=min([box.x + box.width, *ends]) - box.width)


def _last(layout: HalfLayout) -> Box:
    strip = layout.strip
    width = THEME.px(330)
    return Box(layout.right - width, strip.y, width, strip.height if not layout.tall else THEME.touch_px)


def _boxes_asked(
    layout: HalfLayout, answers: Sequence[str], *, boards: bool, whole: bool, cube: bool, coach: bool
) -> dict[str, Box]:
    """The boxes of the answers and of the fields beside them."""
    if boards:
        places, others = _boards(layout, len(answers), whole=whole)
    elif cube:
        places, others = _cube_answers(layout, len(answers), coach=coach)
    elif fit_beside(answers):
        places, others = _answers_beside(layout, len(answers))
    else:
        places, others = _answers_in_row(layout, len(answers))
    return {f"answer-{number}": box for number, box in enumerate(places)} | others


_Placed = tuple[Sequence[Box], dict[str, Box]]


def _answers_beside(layout: HalfLayout, count: int) -> _Placed:
    """One or two short answers beside the board, the first at the right hand, so that the whole board stays visible."""
    if layout.tall:
        return _answers_right(layout, count)
    boxes = _boxes_beside(layout)
    return (boxes["action"], boxes["menu"])[:count], {"menu": boxes["pause"]}


def _answers_right(layout: HalfLayout, count: int, *, coach: bool = False) -> _Placed:
    """Answers in the row below the board, right of the menu and of dispute or coach."""
    gap, narrow = layout.gap, THEME.px(_LEAST_TOUCH_PX)
    menu = Box(layout.box.x + gap, layout.foot, narrow, layout.row)
    beside = menu._replace(x=menu.x + narrow + gap, width=THEME.px(_COACH_PX) if coach else narrow)
    start = beside.x + beside.width + gap
    places = layout.side_by_side(start, layout.right - gap - start, layout.foot, layout.row, count)
    return places[::-1], {"menu": menu, "dispute": beside, "coach": beside}


def _answers_in_row(layout: HalfLayout, count: int) -> _Placed:
    """More or longer answers in a row over the board's lower edge; the menu is beside or above them."""
    gap, narrow = layout.gap, THEME.px(_LEAST_TOUCH_PX)
    if layout.tall:
        room = layout.side_by_side(layout.box.x + gap, layout.box.width - 2 * gap, layout.foot, layout.row, count)
        menu = Box(layout.box.x + gap, layout.foot + layout.row + gap, narrow, narrow)
        return room, {"menu": menu, "dispute": menu._replace(x=menu.x + narrow + gap)}
    menu = Box(layout.box.x + gap, layout.foot, narrow, layout.row)
    start = menu.x + narrow + gap
    return layout.side_by_side(start, layout.right - gap - start, layout.foot, layout.row, count), {"menu": menu}


def _cube_answers(layout: HalfLayout, count: int, *, coach: bool) -> _Placed:
    """Take at the right hand and drop at the left, as high as they fit; anything else in the strip."""
    if layout.tall:
        return _answers_right(layout, count, coach=coach)
    boxes, gap = _boxes_beside(layout), layout.gap
    high = 2 * layout.row + gap
    size = THEME.px(_LEAST_TOUCH_PX)
    wide = THEME.px(150)
    menu = Box(layout.right - gap - size, layout.strip.center[1] - size / 2, size, size)
    beside_px = wide if coach else size
    beside = menu._replace(x=menu.x - gap - beside_px, width=beside_px)
    more = beside._replace(x=beside.x - gap - wide, width=wide)
    places = (boxes["action"]._replace(height=high), boxes["menu"]._replace(height=high), more)
    last = _last(layout)
    end = (more if count > 2 else beside).x - gap
    others = {"menu": menu, "dispute": beside, "coach": beside, "last": last._replace(x=end - last.width)}
    return places[:count], others


def _boards(layout: HalfLayout, count: int, *, whole: bool) -> _Placed:
    """Boards as large as they fit, beside each other or in a square, with the menu."""
    gap, narrow = layout.gap, THEME.px(_LEAST_TOUCH_PX)
    top = layout.box.y + layout.box.height - gap
    if whole:  # the other player keeps strip and fields
        top += layout.box.height - layout.strip.height - layout.row - 3 * gap
    menu = Box(layout.box.x + gap, layout.foot, narrow, min(layout.row, THEME.touch_px))
    if not layout.tall:
        start = menu.x + narrow + gap
        width = layout.right - gap - start
        return layout.side_by_side(start, width, layout.foot, top - layout.foot, count), {"menu": menu}
    rows = -(-(count + 1) // 2)
    height = (top - layout.foot - (rows - 1) * gap) / rows
    left, width = layout.box.x + gap, layout.box.width - 2 * gap
    cells = [
        box
        for row in range(rows)
        for box in layout.side_by_side(left, width, layout.foot + (rows - 1 - row) * (height + gap), height, 2)
    ]
    corner = cells[-1]
    return cells[:count], {"menu": corner._replace(x=corner.x + corner.width - narrow, width=narrow, height=narrow)}


def fit_beside(answers: Sequence[str]) -> bool:
    """Whether there are at most two answers, each of at most two short words or two short lines."""
    words = [answer.split() for answer in answers]
    return (
        len(answers) <= 2 and all(len(word) <= 7 for answer in words for word in answer) and max(map(len, words)) <= 2
    )


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
