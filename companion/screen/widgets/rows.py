"""What scrolls: sheets of rows, lists of any length, and the rows of both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.fitting import height_of, width_of
from companion.screen.widgets.row_field import RowField
from companion.screen.widgets.scrolling import ScrollSpring
from companion.screen.widgets.words import LETTERS, NOTE, Words

ROW: Final = 68.0
"""The least height of a row of a list."""
_TITLE: Final = 36.0
"""The height of a row's title of one line, on the 800 x 480 screen."""
_EDITOR: Final = 0.52


class Sheet(ScrollView):  # type: ignore[misc]
    """Rows below each other that scroll: add them to ``column``; each has a height of its own."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(effect_cls=ScrollSpring, **kwargs)
        gap = THEME.gap_px
        self.column: Final = BoxLayout(
            orientation="vertical", size_hint_y=None, spacing=gap, padding=(gap, gap, gap + THEME.px(8), gap)
        )
        self.column.bind(minimum_height=self.column.setter("height"))
        self.add_widget(self.column)


class Rows(RecycleView):  # type: ignore[misc]
    """A list of any length, of which only the visible rows are made.

    ``data``: a mapping for each row with the properties of :class:`ListRow`; ``then`` is called.  All rows are as high
    as the longest of their words need; rows of another class are ``row`` high.
    """

    row_px = NumericProperty(ROW)

    def __init__(self, **kwargs: Any) -> None:
        self._least_px: Final = THEME.px(kwargs.pop("row", ROW))
        super().__init__(row_px=self._least_px, effect_cls=ScrollSpring, **kwargs)
        self.bind(width=self._fit)
        self.data_model.bind(on_data_changed=self._fit)

    def _fit(self, *_: object, **__: object) -> None:
        if self.viewclass in (ListRow, ListRow.__name__):
            width = self.width - 2 * THEME.gap_px - THEME.px(8)
            self.row_px = max((_row_height(row, width) for row in self.data), default=self._least_px)


class ListRow(RowField):
    """A line of a list: a title, a note below it, a value at its right end, a sign before it.

    ``sign``: ``chosen``, ``free`` (may be chosen), ``next`` (leads on), ``ok``, ``warning``, ``fault`` or nothing.
    ``grows``: in a sheet; it takes the height that its words need.
    """

    title = StringProperty("")
    note = StringProperty("")
    value = StringProperty("")
    sign = StringProperty("")
    shows = ("title", "note", "value", "sign")

    def __init__(self, *, grows: bool = False, **kwargs: Any) -> None:
        self._grows = grows
        super().__init__(**({"size_hint_y": None} if grows else {}), **kwargs)

    def _needed(self) -> float:
        """How high it has to be for its width."""
        before, after = _beside(self.sign)
        note = height_of(self.note, THEME.letters_of(NOTE), self.width - before - after) if self.note else 0.0
        title = _title_height(self.title, self.value, self.sign, self.width)
        return float(max(THEME.px(ROW), title + note + THEME.px(14)))

    def _lay(self, *_: object) -> None:
        if self._grows and self.height != (needed := self._needed()):
            self.size = (self.width, needed)  # and everything is laid again
            return
        before, after = _beside(self.sign)
        x, room = self.x + before, self.width - before - after
        value = _value_width(self.value, room)
        title = _title_height(self.title, self.value, self.sign, self.width) if self.note else self.height
        inset = THEME.px(5) if self.note else 0.0
        below = self.height - title - inset
        self.put("title", self.title, (x, self.y + below, room - value, title), bold=True)
        self.put("note", self.note, (x, self.y + inset, room, below - inset), most=NOTE, color=THEME.ink_quiet)
        place = (x + room - value, self.y + below, value, title)
        self.put("value", self.value, place, halign="right", color=THEME.ink_quiet)
        self.canvas.after.clear()
        with self.canvas.after:
            _row_sign(self.sign, self)


def _beside(sign: str) -> tuple[float, float]:
    """What a row with a sign leaves free before its words, and after them."""
    before = THEME.px(52) if sign and sign != "next" else THEME.margin_px
    return before, THEME.px(44) if sign == "next" else THEME.margin_px


def _value_width(value: str, room: float) -> float:
    """As wide as a value is, but no wider than leaves more for the title."""
    return min(width_of(value, THEME.letters_of(LETTERS)) + THEME.margin_px, room * 0.4) if value else 0.0


def _title_height(title: str, value: str, sign: str, width: float) -> float:
    """How high the title of a row is: one line, or as many as it takes in the smallest letters."""
    before, after = _beside(sign)
    room = width - before - after
    return max(
        THEME.letters_of(_TITLE), height_of(title, THEME.letters_of(NOTE), room - _value_width(value, room), bold=True)
    )


def _row_height(row: Mapping[str, Any], width: float) -> float:
    """How high a row of a list has to be; that a note takes one line is quickly known."""
    sign, note = row.get("sign", ""), row.get("note", "")
    room = width - sum(_beside(sign))
    title = _title_height(row["title"], row.get("value", ""), sign, width)
    if note and width_of(note, THEME.letters_of(NOTE)) <= room:
        note = "X"
    return max(THEME.px(ROW), title + height_of(note, THEME.letters_of(NOTE), room) + THEME.px(14))


class Row(FloatLayout):  # type: ignore[misc]
    """A line of a form: a setting, its explanation, and its editor beside the words or below them.

    ``stacked``: below; None = below if the row is narrow.  ``marked``: a bar at the left end.
    """

    marked = BooleanProperty(False)

    title = StringProperty("")
    note = StringProperty("")

    def __init__(
        self, title: str, editor: Widget, *, note: str = "", share: float = _EDITOR, stacked: bool | None = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(size_hint_y=None, width=0, **kwargs)  # laid out when the sheet gives it a width
        self._stacked: Final = stacked
        self.editor: Final = editor
        self._share: Final = share
        self._words = Words(text=title, bold=True)
        self._note: Words | None = None  # made when there is one to show
        editor.size_hint = (None, None)
        for widget in (self._words, editor):
            self.add_widget(widget)
        self.title, self.note = title, note
        self._foot: Widget | None = None
        self.bind(pos=self._lay, size=self._lay, note=self._lay, title=self._lay)
        if hasattr(editor, "rows"):
            editor.bind(rows=self._lay)

    def stand_on(self, foot: Widget | None) -> None:
        """Put a field at the row's foot, or none."""
        if self._foot is not None:
            self.remove_widget(self._foot)
        self._foot = foot
        if foot is not None:
            foot.size_hint = (None, None)
            self.add_widget(foot)
        self._lay()

    def _lay(self, *_: object) -> None:
        self._words.text = self.title
        if self.note and self._note is None:
            self._note = Words(most=NOTE, color=THEME.ink_quiet)
            self.add_widget(self._note)
        margin = THEME.margin_px
        room = self.width - 2 * margin
        if room <= 0:
            return
        narrow = self.width < THEME.px(520) if self._stacked is None else self._stacked
        editor = THEME.touch_px * getattr(self.editor, "rows", 1) - THEME.px(8)
        inset = THEME.px(6)
        foot = THEME.px(60) + inset if self._foot is not None else 0.0
        words = room if narrow else room * (1 - self._share) - margin
        note = height_of(self.note, THEME.letters_of(NOTE), room) + THEME.px(4) if self.note else 0.0
        head = max(THEME.letters_of(_TITLE), height_of(self.title, THEME.letters_of(NOTE), words, bold=True))
        line = head if narrow else max(head, editor)
        height = inset + line + note + (editor + inset if narrow else 0.0) + foot + inset
        if height != self.height:
            self.size = (self.width, height)  # and everything is laid again
            return
        left, top = self.x + margin, self.y + self.height - inset
        self._words.size, self._words.pos = (words, line), (left, top - line)
        if self._note is not None:
            self._note.text, self._note.size = self.note, (room, max(note, 1))
            self._note.pos = (left, top - line - note)
        if narrow:
            self.editor.size, self.editor.pos = (room, editor), (left, self.y + foot + inset)
        else:
            wide = room * self._share
            self.editor.size = (wide, editor)
            self.editor.pos = (self.x + self.width - margin - wide, top - (line + editor) / 2)
        if self._foot is not None:
            self._foot.pos, self._foot.size = (left, self.y + inset), (room, THEME.px(60))


def _row_sign(kind: str, row: Widget) -> None:
    """The sign of a list's row: a ring, a ring with a disc in it, or the sign of a finding."""
    x, y, radius = row.x + THEME.px(28), row.y + row.height / 2, THEME.px(13)
    match kind:
        case "next":
            signs.icon("right", (row.x + row.width - THEME.px(24), y), THEME.px(20), THEME.ink_quiet)
        case "free" | "chosen":
            Color(*(THEME.button_main if kind == "chosen" else THEME.ink_quiet))
            SmoothLine(circle=(x, y, radius), width=THEME.px(2))
            if kind == "chosen":
                SmoothEllipse(pos=(x - radius / 2, y - radius / 2), size=(radius, radius))
        case "ok":
            signs.tick((x, y), 2 * radius, THEME.tick)
        case "warning":
            signs.sign("i", (x, y), 2.2 * radius, THEME.notice, THEME.ink_band)
        case "fault":
            signs.sign("!", (x, y), 2.4 * radius, THEME.warning, THEME.ink_band)


Builder.load_file(str(Path(__file__).with_name("rows.kv")))
