"""The widgets of the pages besides the game: words that fit, scrolling rows, editors of a value, confirmations.

Lay out every part by ``pos`` and ``size``.  Editors dispatch ``on_changed`` with the new value.  A field in a
sheet acts when the finger is lifted without having moved, so that a list can be scrolled by touching
anything in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import WindowBase
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.recycleview import RecycleView
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screen.board.layout import Box
from companion.screen.theme import THEME, whole
from companion.screen.widgets import signs
from companion.screen.widgets.fitting import fits, height_of, letters, width_of
from companion.screen.widgets.repeating import Repeating
from companion.screen.widgets.scrolling import ScrollSpring
from companion.screen.widgets.touching import Opposite, TouchField

LETTERS: Final = 26.0
"""Letters of what is chosen or set, on the 800 x 480 screen."""
NOTE: Final = 20.0
"""Letters of an explanation: the least that anybody must read."""
ROW: Final = 68.0
"""The least height of a row of a list."""
_TITLE: Final = 36.0
"""The height of a row's title of one line, on the 800 x 480 screen."""
_EDITOR: Final = 0.52
_REPEAT_AFTER_S: Final = 0.5
_REPEAT_S: Final = 0.12


class Words(Label):  # type: ignore[misc]
    """Words in the largest letters with which they fit this widget's size.

    ``most``, ``least``: letters on the 800 x 480 screen.  What does not fit at the least is shortened.
    """

    most = NumericProperty(LETTERS)
    least = NumericProperty(NOTE)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(size=self._fit, text=self._fit, most=self._fit, bold=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        if self.width <= 0 or self.height <= 0:
            return
        least, most = THEME.px(self.least), THEME.letters_of(self.most)
        room = self.width - self.padding[0] - self.padding[2]
        self.font_size = letters(self.text, room, self.height, most_px=most, least_px=least, bold=self.bold)
        self.shorten = not fits(self.text, self.font_size, room, self.height, bold=self.bold)
        self.shorten_from = "left" if "/" in self.text else "right"  # of a path the end tells most


class WordField(TouchField):
    """A touch field whose words fit it; those of one row have the same letters, the smallest that fit one of them."""

    most = NumericProperty(LETTERS + 2)
    least = NumericProperty(NOTE - 4)
    own_px = NumericProperty(0)
    """The letters with which its own words fit it; 0 before it has a size."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._even: Final = Clock.create_trigger(lambda _: even_letters(self), -1)
        self.bind(size=self._fit, text=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        width, height = self.width - THEME.px(12), self.height - THEME.px(8)
        if width > 0 and height > 0:
            least, most = THEME.px(self.least), THEME.letters_of(self.most)
            self.own_px = letters(self.text, width, height, most_px=most, least_px=least, bold=True)
            self.font_size = self.own_px
            self._even()


def even_letters(field: WordField) -> None:
    """Give the fields beside a field, at its height and of its kind, letters of one size: the smallest that one needs.

    One long word does not make the whole row small: it keeps smaller letters than the others then.
    """
    beside = [
        one
        for one in (field.parent.children if field.parent else ())
        if isinstance(one, WordField) and one.own_px and one.opacity and _row(one) == _row(field)
    ]
    sizes = [one.own_px for one in beside]
    even = max(min(sizes, default=0.0), _LEAST_OF_LARGEST * max(sizes, default=0.0))
    for one in beside:
        one.font_size = whole(min(one.own_px, even))


_LEAST_OF_LARGEST: Final = 0.5
"""So much smaller may the letters of a row become for one of its fields; judged on the pages in large text."""


def _row(field: WordField) -> tuple[float, float, float]:
    return round(field.y), round(field.height), field.most


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


class ListRow(TouchField):
    """A line of a list: a title, a note below it, a value at its right end, a sign before it.

    ``sign``: ``chosen``, ``free`` (may be chosen), ``next`` (leads on), ``ok``, ``warning``, ``fault`` or nothing.
    ``grows``: in a sheet; it takes the height that its words need.
    """

    title = StringProperty("")
    note = StringProperty("")
    value = StringProperty("")
    sign = StringProperty("")
    then = ObjectProperty(None, allownone=True)

    def __init__(self, *, grows: bool = False, **kwargs: Any) -> None:
        self._grows = grows
        self._title = Words(bold=True)
        self._note = Words(most=NOTE, color=THEME.ink_quiet)
        self._value = Words(halign="right", color=THEME.ink_quiet)
        super().__init__(**({"size_hint_y": None} if grows else {}), **kwargs)
        for words in (self._title, self._note, self._value):
            self.add_widget(words)
        for name in ("pos", "size", "title", "note", "value", "sign"):
            self.fbind(name, self._lay)
        self._lay()

    def on_touched(self) -> None:
        if self.then is not None:
            self.then()

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
        room = self.width - before - after
        value = _value_width(self.value, room)
        self._title.text, self._note.text, self._value.text = self.title, self.note, self.value
        title = _title_height(self.title, self.value, self.sign, self.width) if self.note else self.height
        inset = THEME.px(5) if self.note else 0.0
        self._title.pos = (self.x + before, self.y + self.height - title - inset)
        self._title.size = (max(room - value, 1), title)
        self._note.pos = (self.x + before, self.y + inset)
        self._note.size = (max(room, 1), max(self.height - title - 2 * inset, 1))
        self._value.pos = (self.x + before + room - value, self.y + self.height - title - inset)
        self._value.size = (max(value, 1), title)
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
        self._note = Words(text=note, most=NOTE, color=THEME.ink_quiet)
        editor.size_hint = (None, None)
        for widget in (self._words, self._note, editor):
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
        self._words.text, self._note.text = self.title, self.note
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
        self._note.size, self._note.pos = (room, max(note, 1)), (left, top - line - note)
        if narrow:
            self.editor.size, self.editor.pos = (room, editor), (left, self.y + foot + inset)
        else:
            wide = room * self._share
            self.editor.size = (wide, editor)
            self.editor.pos = (self.x + self.width - margin - wide, top - (line + editor) / 2)
        if self._foot is not None:
            self._foot.pos, self._foot.size = (left, self.y + inset), (room, THEME.px(60))


class Heading(Words):
    """The words above a group of rows."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(bold=True, most=22, color=THEME.ink_quiet, valign="bottom", **kwargs)
        self.size_hint, self.height = (1, None), THEME.letters_of(40)
        self.padding = (THEME.margin_px, 0, 0, THEME.px(4))


class Stepper(FloatLayout):  # type: ignore[misc]
    """A number between a minus and a plus, which repeat while they are held.

    ``says``: the words for a value; without it the number is shown.  A touch of the number dispatches ``on_asked``.
    """

    value = NumericProperty(0)
    __events__ = ("on_changed", "on_asked")

    def __init__(
        self,
        value: float,
        *,
        least: float,
        most: float,
        step: float = 1,
        says: Callable[[float], str] = "{:g}".format,
        **kwargs: Any,
    ) -> None:
        super().__init__(value=value, **kwargs)
        self._least, self._most, self._says = least, most, says
        self.words = WordField(text=says(value), bare=True, most=31, size_hint=(None, None))
        self.words.bind(on_touched=lambda _: self.dispatch("on_asked"))
        self.minus, self.plus = _Sign(sign="minus"), _Sign(sign="plus")
        for field, by in ((self.minus, -step), (self.plus, step)):
            again = Repeating(partial(self._turn, by), after_s=_REPEAT_AFTER_S, every_s=_REPEAT_S)
            field.bind(
                on_touched=lambda _, by=by: self._turn(by),
                state=lambda _, state, again=again: again.begin() if state == "down" else again.end(),
            )
            self.add_widget(field)
        self.add_widget(self.words)
        self.bind(pos=self._lay, size=self._lay, value=self._say)
        self._say()

    def on_changed(self, value: float) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_asked(self) -> None:
        """Kivy's default handler of our event: nothing."""

    @property
    def shown(self) -> str:
        """The words for the value."""
        return str(self.words.text)

    def _turn(self, by: float) -> None:
        value = round(min(max(self.value + by, self._least), self._most), 6)
        if value != self.value:
            self.value = value
            self.dispatch("on_changed", value)

    def _say(self, *_: object) -> None:
        self.words.text = self._says(self.value)
        self.minus.dead, self.plus.dead = self.value <= self._least, self.value >= self._most

    def _lay(self, *_: object) -> None:
        side = min(THEME.px(96), self.width * 0.29)
        self.minus.size = self.plus.size = (side, self.height)
        self.minus.pos, self.plus.pos = self.pos, (self.x + self.width - side, self.y)
        self.words.pos, self.words.size = (self.x + side, self.y), (max(self.width - 2 * side, 1), self.height)


class ChoiceRow(FloatLayout):  # type: ignore[misc]
    """A choice of one of a few: a field for each, the chosen one highlighted.  ``rows``: how many rows it needs."""

    chosen = ObjectProperty(None, allownone=True)
    rows = NumericProperty(1)
    __events__ = ("on_changed",)

    def __init__(self, options: Sequence[tuple[Any, str]], chosen: Any, *, rows: int = 1, **kwargs: Any) -> None:
        super().__init__(chosen=chosen, rows=rows, **kwargs)
        self.fields: Final = {value: WordField(text=words, size_hint=(None, None)) for value, words in options}
        for value, field in self.fields.items():
            field.bind(on_touched=lambda _, value=value: self._choose(value))
            self.add_widget(field)
        self.bind(pos=self._lay, size=self._lay, chosen=self._show, rows=self._lay)
        self._show()

    def on_changed(self, value: Any) -> None:
        """Kivy's default handler of our event: nothing."""

    @property
    def shown(self) -> str:
        """The words of the chosen one, empty if there is none."""
        field = self.fields.get(self.chosen)
        return "" if field is None else str(field.text)

    def _choose(self, value: Any) -> None:
        if value != self.chosen:
            self.chosen = value
            self.dispatch("on_changed", value)

    def _show(self, *_: object) -> None:
        for value, field in self.fields.items():
            field.main = value == self.chosen

    def _lay(self, *_: object) -> None:
        gap = THEME.gap_px
        columns = -(-len(self.fields) // int(self.rows))
        width = (self.width + gap) / columns - gap
        height = (self.height + gap) / self.rows - gap
        for index, field in enumerate(self.fields.values()):
            row, column = divmod(index, columns)
            field.size = (width, height)
            field.pos = (self.x + column * (width + gap), self.y + self.height - (row + 1) * height - row * gap)
        smallest = min((field.font_size for field in self.fields.values()), default=0)
        for field in self.fields.values():
            field.font_size = smallest  # all in the same letters


class Toggle(TouchField):
    """A switch with the words for its state: ``says`` (off, on)."""

    active = BooleanProperty(False)
    __events__ = ("on_changed",)

    def __init__(self, *, says: tuple[str, str], **kwargs: Any) -> None:
        self._says: Final = says
        self._words = Words(bold=True, halign="right")
        super().__init__(bare=True, **kwargs)
        self.add_widget(self._words)
        self.bind(pos=self._lay, size=self._lay, active=self._lay)
        self._lay()

    @property
    def shown(self) -> str:
        """The words for its state."""
        return self._says[self.active]

    def on_touched(self) -> None:
        self.active = not self.active
        self.dispatch("on_changed", self.active)

    def on_changed(self, value: bool) -> None:
        """Kivy's default handler of our event: nothing."""

    def _lay(self, *_: object) -> None:
        height = min(THEME.px(44), self.height)
        width = height * 1.9
        self._words.text = self._says[self.active]
        self._words.pos = self.pos
        self._words.size = (max(self.width - width - THEME.margin_px, 1), self.height)
        x, y = self.x + self.width - width, self.y + self.height / 2 - height / 2
        edge = THEME.px(4)
        self.canvas.after.clear()
        with self.canvas.after:
            Color(*(THEME.button_main if self.active else THEME.button))
            SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[height / 2])
            Color(*(THEME.ink_button_main if self.active else THEME.ink_quiet))
            knob = height - 2 * edge
            SmoothEllipse(pos=(x + (width - knob - edge if self.active else edge), y + edge), size=(knob, knob))


class LinkField(TouchField):
    """A link field: shows a value (a name, a list, a folder), and opens its editor when touched.

    ``locked``: shown with a padlock.
    """

    shown = StringProperty("")
    locked = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(bold=True)
        super().__init__(**kwargs)
        self.add_widget(self._words)
        self.bind(pos=self._lay, size=self._lay, shown=self._lay, locked=self._lay)
        self._lay()

    def _lay(self, *_: object) -> None:
        self._words.text, self._words.color = self.shown, THEME.ink_button
        self._words.pos = (self.x + THEME.margin_px, self.y)
        self._words.size = (max(self.width - THEME.px(58), 1), self.height)
        self.canvas.after.clear()
        with self.canvas.after:
            if self.locked:
                signs.seal(
                    (self.x + self.width - THEME.px(28), self.y + self.height / 2), THEME.px(26), THEME.ink_quiet
                )
            else:
                _chevron(self.x + self.width - THEME.px(26), self.y + self.height / 2)


class Progress(FloatLayout):  # type: ignore[misc]
    """The task that is running, with a progress bar; ``share`` below 0: the progress is unknown."""

    share = NumericProperty(-1.0)

    def __init__(self, *, text: str = "", share: float = -1.0, **kwargs: Any) -> None:
        super().__init__(share=share, **kwargs)
        self.words: Final = Words(text=text, halign="center")
        self.add_widget(self.words)
        self._phase = 0.0
        self._moving: Any = None
        self.bind(pos=self._lay, size=self._lay, share=self._lay, parent=self._seen)

    def _seen(self, *_: object) -> None:
        if self._moving is not None:
            self._moving.cancel()
        self._moving = Clock.schedule_interval(self._move, 1 / 20) if self.parent is not None else None

    def _move(self, passed_s: float) -> None:
        if self.share < 0:
            self._phase = (self._phase + passed_s * 0.5) % 1.0
            self._lay()

    def _lay(self, *_: object) -> None:
        line = THEME.px(8)
        self.words.pos, self.words.size = (self.x, self.y + 2 * line), (self.width, max(self.height - 2 * line, 1))
        start, long = (self._phase * 1.3 - 0.3, 0.3) if self.share < 0 else (0.0, min(self.share, 1.0))
        left, right = max(start, 0.0), min(start + long, 1.0)
        self.canvas.after.clear()
        with self.canvas.after:
            Color(*THEME.button)
            Rectangle(pos=self.pos, size=(self.width, line))
            Color(*THEME.button_main)
            Rectangle(pos=(self.x + left * self.width, self.y), size=(max(right - left, 0.0) * self.width, line))


# --- modals ----------------------------------------------------------------------------------------


class Modal(FloatLayout):  # type: ignore[misc]
    """A modal: covers the whole page until it is closed; nothing below it can be touched.

    ``cover``: how much it hides what is below it, 0 to 1.  ``stays``: the key that leads back does not close it.
    """

    cover = NumericProperty(1.0)
    stays = BooleanProperty(False)

    def lie_over(self, anchor: Widget) -> None:
        """Cover the page that contains a widget, turned as the page is."""
        host = _host(anchor)
        self.size_hint, self.pos, self.size = (None, None), host.pos, host.size
        host.bind(pos=self.setter("pos"), size=self.setter("size"))
        host.add_widget(self)

    def write(self, text: str) -> None:
        """Take text from a physical keyboard; a modal that wants none ignores it."""

    def erase(self) -> None:
        """Take the key that erases the last character."""

    def enter(self) -> None:
        """Take the key that finishes the text."""

    def step_back(self) -> None:
        """Close the modal as the key that leads back does, or a page that goes: nothing that was typed is lost."""
        self.close()

    def close(self) -> None:
        """Close the modal."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        super().on_touch_up(touch)
        return True


class Confirm(Modal):
    """A question with two answers: ``act`` does it, ``keep`` leaves everything as it is."""

    card = ListProperty([0, 0, 0, 0])

    def __init__(self, words: str, *, act: str, keep: str, done: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(cover=0.8, **kwargs)
        self._done: Final = done
        self._words = Words(text=words, bold=True, halign="center", most=31)
        self.act = WordField(text=act, main=True, size_hint=(None, None))
        self.keep = WordField(text=keep, size_hint=(None, None))
        self.act.bind(on_touched=lambda _: self._acted())
        self.keep.bind(on_touched=lambda _: self.close())
        for widget in (self._words, self.act, self.keep):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _acted(self) -> None:
        self.close()
        self._done()

    def _lay(self, *_: object) -> None:
        width, margin = min(self.width * 0.9, THEME.px(640)), THEME.px(24)
        height = min(self.height * 0.8, THEME.px(300))
        x, y = self.x + self.width / 2 - width / 2, self.y + self.height / 2 - height / 2
        self.card = [x, y, width, height]
        field = (width - 3 * margin) / 2
        self.keep.size = self.act.size = (field, THEME.touch_px)
        self.keep.pos, self.act.pos = (x + margin, y + margin), (x + 2 * margin + field, y + margin)
        foot = THEME.touch_px + 2 * margin
        self._words.pos = (x + margin, y + foot)
        self._words.size = (width - 2 * margin, max(height - foot - margin, 1))


class Chooser(Modal):
    """A list to choose from: a title, a row with a note for each option, and a field that cancels.

    ``options``: value, title, note.
    """

    def __init__(
        self,
        title: str,
        options: Sequence[tuple[Any, str, str]],
        chosen: Any,
        *,
        keep: str,
        done: Callable[[Any], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._done: Final = done
        self._title = Words(text=title, bold=True, most=31)
        self.keep = WordField(text=keep, size_hint=(None, None))
        self.keep.bind(on_touched=lambda _: self.close())
        self.sheet: Final = Sheet(size_hint=(None, None))
        self.rows: Final = {
            value: ListRow(title=words, note=note, sign="chosen" if value == chosen else "free", grows=True)
            for value, words, note in options
        }
        for value, row in self.rows.items():
            row.then = lambda value=value: self._chosen(value)
            self.sheet.column.add_widget(row)
        for widget in (self._title, self.keep, self.sheet):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _chosen(self, value: Any) -> None:
        self.close()
        self._done(value)

    def _lay(self, *_: object) -> None:
        head, margin = THEME.strip_px, THEME.margin_px
        keep = THEME.px(170)
        self._title.pos = (self.x + margin, self.y + self.height - head)
        self._title.size = (max(self.width - keep - 3 * margin, 1), head)
        self.keep.size = (keep, head - 2 * THEME.px(4))
        self.keep.pos = (self.x + self.width - keep - THEME.px(4), self.y + self.height - head + THEME.px(4))
        self.sheet.pos, self.sheet.size = self.pos, (self.width, self.height - head)


def _host(anchor: Widget) -> Widget:
    while anchor.parent is not None and not isinstance(anchor.parent, Opposite | WindowBase):
        anchor = anchor.parent
    return anchor


# --- signs -----------------------------------------------------------------------------------------


class _Sign(TouchField):
    """A field with a minus or a plus."""

    sign = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.bind(pos=self._draw, size=self._draw, dead=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        with self.canvas.after:
            ink = (*THEME.ink_quiet[:3], 0.4) if self.dead else THEME.ink_button
            signs.icon(self.sign, Box(*self.pos, *self.size).center, THEME.px(28), ink)


def _chevron(x: float, y: float) -> None:
    half = THEME.px(10)
    Color(*THEME.ink_quiet)
    SmoothLine(points=(x - half / 2, y + half, x + half / 2, y, x - half / 2, y - half), width=max(2.0, THEME.px(2)))


def _row_sign(kind: str, row: Widget) -> None:
    """The sign of a list's row: a ring, a ring with a disc in it, or the sign of a finding."""
    box = Box(*row.pos, *row.size)
    x, y, radius = box.x + THEME.px(28), box.center[1], THEME.px(13)
    match kind:
        case "next":
            _chevron(box.x + box.width - THEME.px(24), y)
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


Builder.load_file(str(Path(__file__).with_name("parts.kv")))
