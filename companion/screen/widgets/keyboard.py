"""The on-screen keyboard for names and other short texts, and the number pad."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.screen.board.layout import Box
from companion.screen.theme import THEME, whole
from companion.screen.widgets import signs
from companion.screen.widgets.fitting import width_of
from companion.screen.widgets.keyboard_layouts import (
    LAYOUTS,
    LONGEST_NAME,
    SIGNS,
    Layout,
    Typed,
    first_layouts,
    one_line,
)
from companion.screen.widgets.modals import Modal
from companion.screen.widgets.repeating import Repeating
from companion.screen.widgets.scrolling import ScrollSpring
from companion.screen.widgets.touching import TouchField
from companion.screen.widgets.words import WordField, Words
from companion.texts import sentence

_HEAD: Final = 72.0
_STRIP: Final = 60.0
_TREMBLE_S: Final = 0.05
_REPEAT_AFTER_S: Final = 0.45
_REPEAT_S: Final = 0.09


class KeyField(TouchField):
    """One key.  Unlike other fields it may be pressed twice in quick succession; ``repeats``: it repeats while held."""

    sign = StringProperty("")
    breaks = False

    def __init__(self, *, repeats: bool = False, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), font_size=THEME.px(31), **kwargs)
        again = Repeating(lambda: self.dispatch("on_touched"), after_s=_REPEAT_AFTER_S, every_s=_REPEAT_S)
        self._again: Final = again if repeats else None
        self.bind(pos=self._draw, size=self._draw, main=self._draw)

    def on_press(self) -> None:
        touched_at_s = self.last_touch.time_start
        if touched_at_s - self._touched_at_s < _TREMBLE_S:
            return
        self._touched_at_s = touched_at_s
        self.dispatch("on_touched")
        if self._again is not None:
            self._again.begin()

    def on_release(self) -> None:
        if self._again is not None:
            self._again.end()

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        with self.canvas.after:
            ink = THEME.ink_button_main if self.main else THEME.ink_button
            _key_sign(self.sign, Box(*self.pos, *self.size).center, THEME.px(26), ink)


class _Line(Words):
    """The typed text with a caret after it; ``hint``: shown while nothing is typed."""

    hint = StringProperty("")
    typed = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(bold=True, most=31, **kwargs)
        self.bind(typed=self._say, hint=self._say, pos=self._caret, size=self._caret)
        self._say()

    def _say(self, *_: object) -> None:
        self.text, self.color = (self.typed, THEME.ink) if self.typed else (self.hint, THEME.ink_quiet)
        self._caret()

    def _caret(self, *_: object) -> None:
        x = self.x + (width_of(self.typed, self.font_size, bold=True) if self.typed else 0) + THEME.px(3)
        height = THEME.px(36)
        self.canvas.after.clear()
        with self.canvas.after:
            Color(*THEME.button_main)
            at = min(x, self.x + self.width)
            Rectangle(pos=(at, self.y + self.height / 2 - height / 2), size=(THEME.px(3), height))


class Keyboard(Modal):
    """Enters one short line, in a modal over the whole page; ``signs``: with the keys of digits and signs at first.

    ``text``: the text at first; ``hint``: shown while it is empty.  ``known``: texts to choose from, as
    long as they contain what has been typed.  ``done`` is called with the text, without blanks at its ends.
    ``left`` is called with it where the keyboard is left without its key for that, by the arrow, by the key that leads
    back or since the page goes; without it ``done`` is.  A text that was only deleted, or that is as it was at first,
    is none.
    """

    def __init__(
        self,
        text: str,
        *,
        hint: str,
        done: Callable[[str], None],
        left: Callable[[str], None] | None = None,
        longest: int = LONGEST_NAME,
        names: bool = True,
        known: Sequence[str] = (),
        signs: bool = False,
        language: str = "en",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._done: Final = done
        self._left: Final = done if left is None else left
        self._language: Final = language
        self._known: Final = [one_line(name, longest) for name in known]
        self._order = list(first_layouts(language))
        self._layout: Layout = SIGNS if signs else LAYOUTS[self._order[0]]
        self.typed = Typed(one_line(text, longest), longest, names)
        self._first: Final = self.typed.done
        self._touched = False
        self.line: Final = _Line(hint=hint)
        self.leave: Final = KeyField(sign="back")
        self.clear: Final = KeyField(sign="clear")
        self._choices: Final = ScrollView(
            do_scroll_y=False, bar_width=0, size_hint=(None, None), scroll_timeout=250, effect_cls=ScrollSpring
        )
        self._names: Final = BoxLayout(size_hint_x=None, spacing=THEME.gap_px)
        self._names.bind(minimum_width=self._names.setter("width"))
        self._choices.add_widget(self._names)
        self.leave.bind(on_touched=lambda _: self.step_back())
        self.clear.bind(on_touched=lambda _: self._become(self.typed.empty()))
        self.keys: dict[str, KeyField] = {}
        self._rows: list[list[tuple[KeyField, float]]] = []
        for widget in (self.leave, self.line, self.clear):
            self.add_widget(widget)
        if self._known:
            self.add_widget(self._choices)
        self.bind(pos=self._lay, size=self._lay)
        self._furnish()
        self._say()

    # --- keys -----------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        for character in text:
            self._become(self.typed.key(character))

    def erase(self) -> None:
        self._become(self.typed.back())

    def enter(self) -> None:
        self._finished(self.typed.done)

    def _become(self, typed: Typed) -> None:
        capital = self.typed.capital
        self.typed, self._touched = typed, True
        if typed.capital != capital:
            self._case()
        self._say()

    def step_back(self) -> None:
        self.close()
        if self.typed.done not in ("", self._first):
            self._left(self.typed.done)

    def _finished(self, text: str) -> None:
        self.close()
        self._done(text)

    def _switch(self) -> None:
        self._order.append(self._order.pop(0))
        self._layout = LAYOUTS[self._order[0]]
        self._furnish()

    def _signs(self) -> None:
        self._layout = LAYOUTS[self._order[0]] if self._layout is SIGNS else SIGNS
        self._furnish()

    # --- display --------------------------------------------------------------------------------------

    def _say(self) -> None:
        self.line.typed = self.typed.text
        self.clear.opacity = 1 if self.typed.text else 0
        self.clear.disabled = not self.typed.text
        self._names.clear_widgets()
        sought = self.typed.done.casefold() if self._touched else ""
        for name in self._known:
            if sought in name.casefold():
                width = width_of(name, THEME.px(26), bold=True) + THEME.px(40)
                field = WordField(text=name, size_hint_x=None, width=width)
                field.bind(on_touched=lambda _, name=name: self._finished(name))
                self._names.add_widget(field)

    def _case(self) -> None:
        for key in self.keys.values():
            if len(key.text) == 1:
                key.text = key.text.upper() if self.typed.capital else key.text.lower()
        self.keys["shift"].main = self.typed.capital

    def _furnish(self) -> None:
        """Make the keys of a layout."""
        self.clear_widgets(list(self.keys.values()))
        self.keys = {}
        self._rows = [[(self._character(each), 1.0) for each in row] for row in self._layout.rows]
        shift = self._key("shift", lambda: self._become(self.typed.shift()), sign="shift", main=self.typed.capital)
        back = self._key("back", lambda: self._become(self.typed.back()), sign="erase", repeats=True)
        self._rows[3] = [(shift, 1.5), *self._rows[3], (back, 1.5)]
        following = LAYOUTS[self._order[1] if self._layout is not SIGNS else self._order[0]]
        layout = self._key("layout", self._switch if self._layout is not SIGNS else self._signs, text=following.name)
        signs_key = self._key("signs", self._signs, text=SIGNS.name, main=self._layout is SIGNS)
        space = self._key("space", lambda: self._become(self.typed.key(" ")), sign="space")
        words = sentence("keyboard.done", language=self._language)
        done = self._key("done", lambda: self._finished(self.typed.done), text=words, main=True)
        self._rows.append([(layout, 1.6), (signs_key, 1.6), (space, 4.4), (done, 2.8)])
        if self._layout is not SIGNS:
            self._case()
        self._lay()

    def _character(self, character: str) -> KeyField:
        return self._key(character, lambda: self._become(self.typed.key(character)), text=character)

    def _key(self, name: str, act: Callable[[], None], **kwargs: Any) -> KeyField:
        key = KeyField(**kwargs)
        key.bind(on_touched=lambda _: act())
        self.keys[name] = key
        self.add_widget(key)
        return key

    def _lay(self, *_: object) -> None:
        head, gap = THEME.px(_HEAD), THEME.px(4)
        top = self.y + self.height - head
        side = THEME.px(84)
        for key, x in ((self.leave, self.x + gap), (self.clear, self.x + self.width - side - gap)):
            key.pos, key.size = (x, top + gap), (side, head - 2 * gap)
        self.line.pos = (self.x + side + 3 * gap, top)
        self.line.size = (max(self.width - 2 * side - 6 * gap, 1), head)
        if self._known:
            strip = THEME.px(_STRIP)
            top -= strip
            self._choices.pos, self._choices.size = (self.x + gap, top + gap), (self.width - 2 * gap, strip - gap)
        height = min((top - self.y) / len(self._rows), THEME.px(96))
        columns = max(sum(width for _, width in row) for row in self._rows)
        unit = (self.width - gap) / columns
        for number, row in enumerate(self._rows):
            wide = sum(width for _, width in row)
            stretch = columns / wide if number == len(self._rows) - 1 else 1.0
            x = self.x + gap + (columns - wide * stretch) * unit / 2
            y = self.y + (len(self._rows) - 1 - number) * height + gap
            for key, width in row:
                key.pos, key.size = (x, y), (width * stretch * unit - gap, height - gap)
                key.font_size = whole(min(THEME.px(31), unit * 0.62)) if len(key.text) == 1 else THEME.px(22)
                x += width * stretch * unit


class Pad(Modal):
    """Enters a number, or a PIN that is not shown; ``done`` is called with the digits as a text.

    ``left`` is called as that of a keyboard is; a PIN that is half typed is given to ``left`` only, and so to nobody
    where there is none.
    ``signs``: keys besides the digits, such as ``.``.  ``secret``: dots replace the digits.
    """

    def __init__(
        self,
        *,
        hint: str,
        done: Callable[[str], None],
        left: Callable[[str], None] | None = None,
        text: str = "",
        longest: int = 8,
        signs: str = "",
        secret: bool = False,
        language: str = "en",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._done: Final = done
        self._left: Final = done if left is None and not secret else left
        self._secret: Final = secret
        self.typed = Typed(text, longest, names=False)
        self._first: Final = self.typed.done
        self.line: Final = _Line(hint=hint)
        self.leave: Final = KeyField(sign="back")
        self.leave.bind(on_touched=lambda _: self.step_back())
        self.add_widget(self.leave)
        self.add_widget(self.line)
        self.keys: dict[str, KeyField] = {}
        words = sentence("keyboard.done", language=language)
        for character in f"123456789{signs}0":
            self._character(character)
        self._key("back", lambda: self._become(self.typed.back()), sign="erase", repeats=True)
        self._key("done", self._finished, text=words, main=True)
        self.bind(pos=self._lay, size=self._lay)
        self._become(self.typed)

    def _character(self, character: str) -> None:
        self._key(character, lambda: self._become(self.typed.key(character)), text=character)

    def _key(self, name: str, act: Callable[[], None], **kwargs: Any) -> None:
        key = KeyField(**kwargs)
        key.bind(on_touched=lambda _: act())
        self.keys[name] = key
        self.add_widget(key)

    def _become(self, typed: Typed) -> None:
        self.typed = replace(typed, shifted=None)
        self.line.typed = "•" * len(typed.text) if self._secret else typed.text

    def write(self, text: str) -> None:
        for character in text:
            if character in self.keys:
                self._become(self.typed.key(character))

    def erase(self) -> None:
        self._become(self.typed.back())

    def enter(self) -> None:
        self._finished()

    def step_back(self) -> None:
        self.close()
        if self._left is not None and self.typed.done not in ("", self._first):
            self._left(self.typed.done)

    def _finished(self) -> None:
        self.close()
        self._done(self.typed.done)

    def _lay(self, *_: object) -> None:
        head, gap = THEME.px(_HEAD), THEME.px(4)
        side = THEME.px(84)
        self.leave.pos, self.leave.size = (self.x + gap, self.y + self.height - head + gap), (side, head - 2 * gap)
        self.line.pos = (self.x + side + 3 * gap, self.y + self.height - head)
        self.line.size = (max(self.width - side - 6 * gap, 1), head)
        wide, high = min(self.width, THEME.px(560)), min(self.height - head, THEME.px(480))
        left, width, height = self.x + self.width / 2 - wide / 2, wide / 4, high / 4
        top = self.y + (self.height - head) / 2 + high / 2
        digits = [name for name in self.keys if name not in ("back", "done")]
        if len(digits) == 10:
            places = {name: divmod(index, 3) for index, name in enumerate(digits[:9])} | {"0": (3, 1)}
        else:
            places = {name: divmod(index, 3) for index, name in enumerate(digits)}
        spans = {name: (row, column, 1) for name, (row, column) in places.items()}
        spans |= {"back": (0, 3, 2), "done": (2, 3, 2)}
        for name, (row, column, rows) in spans.items():
            key = self.keys[name]
            key.size = (width - 2 * gap, rows * height - 2 * gap)
            key.pos = (left + column * width + gap, top - (row + rows) * height + gap)
            key.font_size = THEME.px(22) if name == "done" else THEME.px(33)


def _key_sign(name: str, center: tuple[float, float], size: float, ink: Any) -> None:
    x, y = center
    half, width = size / 2, max(2.0, size * 0.09)
    match name:
        case "back":
            signs.icon("back", center, size, ink)
        case "clear":
            Color(*ink)
            half *= 0.7
            SmoothLine(points=(x - half, y - half, x + half, y + half), width=width)
            SmoothLine(points=(x - half, y + half, x + half, y - half), width=width)
        case "shift":
            Color(*ink)
            SmoothLine(
                points=(
                    x - half * 0.45, y - half, x - half * 0.45, y, x - half, y, x, y + half,
                    x + half, y, x + half * 0.45, y, x + half * 0.45, y - half,
                ),
                width=width, close=True,
            )  # fmt: skip
        case "erase":
            Color(*ink)
            SmoothLine(
                points=(
                    x - half * 1.3, y, x - half * 0.5, y + half * 0.8, x + half * 1.2, y + half * 0.8,
                    x + half * 1.2, y - half * 0.8, x - half * 0.5, y - half * 0.8,
                ),
                width=width, close=True,
            )  # fmt: skip
            third = half * 0.35
            middle = x + half * 0.3
            SmoothLine(points=(middle - third, y - third, middle + third, y + third), width=width)
            SmoothLine(points=(middle - third, y + third, middle + third, y - third), width=width)
        case "space":
            Color(*ink)
            SmoothLine(points=(x - size, y + half * 0.3, x - size, y - half * 0.3, x + size, y - half * 0.3,
                               x + size, y + half * 0.3), width=width)  # fmt: skip


Builder.load_file(str(Path(__file__).with_name("keyboard.kv")))
