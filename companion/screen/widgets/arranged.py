"""The few ways in which a page arranges what it shows: columns, rows, fields at its foot, a board with what is beside.

Pages are made anew for every size of the window: whether it is upright (:data:`THEME`) is known when one is made.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion.screen.board.layout import WIDEST_BOARD, Box, board_in
from companion.screen.theme import THEME

Part: TypeAlias = "Widget | tuple[Widget, float]"
"""A widget that takes what the others leave, or one with the length that it takes: a share of what is left up to 1,
above it pixels on the 800 x 480 screen."""


WHOLE: Final = {"x": 0, "y": 0}
"""The ``pos_hint`` of what fills a float layout."""


class AtOnce(Layout):  # type: ignore[misc]
    """Gives what it holds a place as soon as it has one, not before the next frame.

    Words are not measured for a place that they will not have.
    """

    def __init__(self, **looks: Any) -> None:
        super().__init__(**{"size": (0, 0)} | looks)
        self.fbind("pos", self.do_layout)
        self.fbind("size", self.do_layout)

    def do_layout(self, *_: object) -> None:
        if self.width > 0 and self.height > 0:
            super().do_layout()


class Line(AtOnce, BoxLayout):  # type: ignore[misc]
    """Parts below each other (``orientation="vertical"``) or beside each other.

    ``margin``: whether words are held away from both sides; ``spaced``: whether there is a gap around each part.
    """

    def __init__(self, *parts: Part, margin: bool = False, spaced: bool = False, **looks: Any) -> None:
        if margin:
            looks["padding"] = (THEME.margin_px, 0)
        if spaced:
            looks["padding"] = looks["spacing"] = THEME.gap_px
        super().__init__(**looks)
        self.hold(*parts)

    def hold(self, *parts: Part) -> None:
        """Hold these parts from now on.  Those that it holds already are not touched: a finger may be on one."""
        _hold(self, parts, vertical=self.orientation == "vertical")


def _hold(layout: Layout, parts: tuple[Part, ...], *, vertical: bool) -> None:
    widgets = [part[0] if isinstance(part, tuple) else part for part in parts]
    lengths = [part[1] if isinstance(part, tuple) else 1.0 for part in parts]
    for widget, length in zip(widgets, lengths, strict=True):
        if isinstance(widget, Fields):
            widget.size_hint_x = 1  # it is as high as its rows
        elif length <= 1:
            widget.size_hint = (1, length) if vertical else (length, 1)
        elif vertical:
            widget.size_hint, widget.height = (1, None), THEME.px(length)
        else:
            widget.size_hint, widget.width = (None, 1), THEME.px(length)
    if layout.children[::-1] != widgets:
        layout.clear_widgets()
        for widget in widgets:
            layout.add_widget(widget)
    layout.do_layout()


def follow(widget: Widget, shape: Any) -> None:
    """Keep a shape of a canvas where a widget is, and as large."""

    def place(*_: object) -> None:
        shape.pos, shape.size = widget.pos, widget.size

    widget.bind(pos=place, size=place)
    place()


def column(*parts: Part, **looks: Any) -> Line:
    """Parts below each other, the highest first."""
    return Line(*parts, orientation="vertical", **looks)


def row(*parts: Part, **looks: Any) -> Line:
    """Parts beside each other, from the left."""
    return Line(*parts, orientation="horizontal", **looks)


class Over(AtOnce, FloatLayout):  # type: ignore[misc]
    """Widgets in the same place, the last one uppermost; one with a ``pos_hint`` stands there within it."""

    def __init__(self, *widgets: Widget) -> None:
        super().__init__()
        for widget in widgets:
            widget.size_hint, widget.pos_hint = (1, 1), widget.pos_hint or WHOLE
            self.add_widget(widget)


class Fields(AtOnce, GridLayout):  # type: ignore[misc]
    """Touch fields in a row, in an upright window in as many rows as ``upright`` says; or ``across`` in each row."""

    def __init__(self, *fields: Part, across: int = 0, upright: int = 1, high: float | None = None) -> None:
        super().__init__(size_hint=(1, None), spacing=THEME.gap_px, padding=THEME.gap_px)
        self._across: Final = across
        self._in_upright: Final = upright if THEME.upright else 1
        self._high_px: Final = THEME.touch_px if high is None else THEME.px(high)
        self.hold(*fields)

    def hold(self, *fields: Part) -> None:
        """Hold these from now on; those that it holds already are not touched."""
        self.cols = max(1, self._across or -(-len(fields) // self._in_upright))
        rows = -(-len(fields) // self.cols)
        self.height = rows * (self._high_px + THEME.gap_px) + THEME.gap_px if rows else 0
        _hold(self, fields, vertical=False)


class Framed(AtOnce, FloatLayout):  # type: ignore[misc]
    """A board, as large as its room lets it be.  ``widest``: its width by its height at most."""

    def __init__(self, board: Widget, *, widest: float = WIDEST_BOARD, **looks: Any) -> None:
        super().__init__(**looks)
        self.board: Final = board
        self._widest: Final = widest
        board.size_hint = (None, None)
        self.add_widget(board)

    def within(self, room: Box) -> Box:
        """The place of the board in a room."""
        return board_in(room.inset(THEME.gap_px), self._widest)

    def do_layout(self, *_: object) -> None:
        if min(self.size) > 2 * THEME.gap_px:
            box = self.within(Box(*self.pos, *self.size))
            self.board.pos, self.board.size = box[:2], box[2:]


class WithBoard(Line):
    """A board, and at its right what belongs to it, or below it in an upright window.

    ``least``: the least width beside the board; ``below``: the least height below it.  Lengths as of a :data:`Part`.
    """

    def __init__(self, board: Framed, beside: Widget, *, least: float, below: float) -> None:
        self._framed: Final = board
        self._least: Final = least
        self._below: Final = below
        super().__init__(board, beside, orientation="vertical" if THEME.upright else "horizontal")

    def do_layout(self, *_: object) -> None:
        gap = THEME.gap_px
        if self.width <= 0 or self.height <= 0:
            return
        if THEME.upright:
            room = Box(0, 0, self.width, self.height - _length(self._below, self.height))
            self._framed.size_hint, self._framed.height = (1, None), self._framed.within(room).height + 2 * gap
        else:
            room = Box(0, 0, self.width - _length(self._least, self.width), self.height)
            self._framed.size_hint, self._framed.width = (None, 1), self._framed.within(room).width + 2 * gap
        super().do_layout()


def _length(length: float, whole: float) -> float:
    return whole * length if length < 1 else THEME.px(length)
