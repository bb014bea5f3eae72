"""The geometry of a player's half: its strip of words, and its fields beside the board.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.screen.board.layout import LEAST_TOUCH_PX, WIDEST_BOARD, Box, board_in
from companion.screen.theme import THEME


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
        least = 2 * THEME.px(LEAST_TOUCH_PX) + 3 * self.gap
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

    def line(self, number: int, *, with_notice: bool = False) -> Box:
        """A line of the strip (0 = the upper one), right of the place for signs.

        ``with_notice``: a notice takes the place of the lowest line, and name, score and clock above it make way.
        """
        strip, indent = self.strip, THEME.margin_px + THEME.px(40)
        lowest = self.notice.height if with_notice else strip.height / self.lines
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
_COACH_PX: Final = 104.0
_BY_THE_DICE: Final = frozenset({"dice", "draw", "double", "leave"})
"""What takes the place of the dice."""


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
    beside = dice or bool(_BY_THE_DICE & words.keys())
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
        **dict.fromkeys(_BY_THE_DICE, right._replace(y=pause.y)),
        "last": _last(layout),
        "undo": _undo(layout),
    }


def _boxes_tall(layout: HalfLayout, *, dice: bool) -> dict[str, Box]:
    gap, x = layout.gap, layout.box.x
    wide, narrow = THEME.px(98), THEME.px(LEAST_TOUCH_PX)
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
        **dict.fromkeys(_BY_THE_DICE, Box(start, layout.foot, THEME.px(2 * 52), layout.row)),
        "action": Box(start + shown + gap, layout.foot, room - shown - gap, layout.row),
        "last": _last(layout),
        "undo": _undo(layout),
    }


def _undo(layout: HalfLayout) -> Box:
    """The field that undoes what a notice has reported, at its right end."""
    place, size = layout.notice if layout.tall else layout.strip, THEME.px(LEAST_TOUCH_PX)
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
    gap, narrow = layout.gap, THEME.px(LEAST_TOUCH_PX)
    menu = Box(layout.box.x + gap, layout.foot, narrow, layout.row)
    beside = menu._replace(x=menu.x + narrow + gap, width=THEME.px(_COACH_PX) if coach else narrow)
    start = beside.x + beside.width + gap
    places = layout.side_by_side(start, layout.right - gap - start, layout.foot, layout.row, count)
    return places[::-1], {"menu": menu, "dispute": beside, "coach": beside}


def _answers_in_row(layout: HalfLayout, count: int) -> _Placed:
    """More or longer answers in a row over the board's lower edge; the menu is beside or above them."""
    gap, narrow = layout.gap, THEME.px(LEAST_TOUCH_PX)
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
    size = THEME.px(LEAST_TOUCH_PX)
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
    gap, narrow = layout.gap, THEME.px(LEAST_TOUCH_PX)
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
