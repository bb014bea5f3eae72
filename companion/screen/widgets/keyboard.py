"""The on-screen keyboard for names and other short texts, and the number pad."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screen.board.layout import Box
from companion.screen.theme import THEME, whole
from companion.screen.widgets import signs
from companion.screen.widgets.arranged import WHOLE, Line, Over, Part, column, follow, row
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
from companion.screen.widgets.touching import TextField
from companion.screen.widgets.words import WordField, Words
from companion.texts import sentence

HEAD_PX: Final = 72.0
_STRIP: Final = 60.0
_SIDE: Final = 84.0
_HIGHEST_KEY: Final = 96.0
_CARET: Final = 8.0
_OF_KEY: Final = 0.68
"""The letters of a key, by its width."""
_TREMBLE_S: Final = 0.05
_REPEAT_AFTER_S: Final = 0.45
_REPEAT_S: Final = 0.09


class KeyField(TextField):
    """One key.  Unlike other fields it may be pressed twice in quick succession; ``repeats``: it repeats while held."""

    sign = StringProperty("")
    breaks = False

    def __init__(self, *, repeats: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        again = Repeating(lambda: self.dispatch("on_touched"), after_s=_REPEAT_AFTER_S, every_s=_REPEAT_S)
        self._again: Final = again if repeats else None
        self.bind(pos=self._draw, size=self._draw, main=self._draw)
        for name in ("size", "text"):
            self.fbind(name, self._fit)

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

    def _fit(self, *_: object) -> None:
        one = len(self.text) == 1
        self.font_size = whole(min(THEME.px(31), self.width * _OF_KEY)) if one else THEME.px(22)

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
        # What is typed begins behind the place of the caret, which would lie over the hint.
        super().__init__(bold=True, most=31, padding=(THEME.px(_CARET), 0, 0, 0), **kwargs)
        self.bind(typed=self._say, hint=self._say, pos=self._caret, size=self._caret)
        self._say()

    def _say(self, *_: object) -> None:
        self.text, self.color = (self.typed, THEME.ink) if self.typed else (self.hint, THEME.ink_quiet)
        self._caret()

    def _caret(self, *_: object) -> None:
        width = width_of(self.typed, self.font_size, bold=True) + THEME.px(_CARET) if self.typed else 0
        x = self.x + width + THEME.px(3)
        height = THEME.px(36)
        self.canvas.after.clear()
        with self.canvas.after:
            Color(*THEME.button_main)
            at = min(x, self.x + self.width)
            Rectangle(pos=(at, self.y + self.height / 2 - height / 2), size=(THEME.px(3), height))


def header(*parts: Part) -> Line:
    """The strip at the top of a modal; the first of its parts leads back."""
    leave, *others = parts
    made = row((leave, _SIDE), *others, padding=THEME.px(4), spacing=THEME.px(8))
    with made.canvas.before:
        Color(*THEME.strip)
        follow(made, Rectangle())
    return made


class _Typing(Modal):
    """A modal that enters a short text by keys.

    ``done`` is called with the text, without blanks at its ends.  ``left`` is called with it where the modal is left
    without its key for that, by the arrow, by the key that leads back or since the page goes.  A text that was only
    deleted, or that is as it was at first, is none.
    """

    def __init__(
        self, typed: Typed, *, hint: str, done: Callable[[str], None], left: Callable[[str], None] | None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.typed = typed
        self._first: Final = typed.done
        self._done: Final = done
        self._left: Final = left
        self.line: Final = _Line(hint=hint)
        self.leave: Final = KeyField(sign="back")
        self.leave.bind(on_touched=lambda _: self.step_back())
        self.keys: dict[str, KeyField] = {}

    def erase(self) -> None:
        self._become(self.typed.back())

    def enter(self) -> None:
        self._finished(self.typed.done)

    def step_back(self) -> None:
        self.close()
        if self._left is not None and self.typed.done not in ("", self._first):
            self._left(self.typed.done)

    def _finished(self, text: str) -> None:
        self.close()
        self._done(text)

    def _become(self, typed: Typed) -> None:
        self.typed = typed

    def _character(self, character: str) -> KeyField:
        return self._key(character, lambda: self._become(self.typed.key(character)), text=character)

    def _key(self, name: str, act: Callable[[], None], **looks: Any) -> KeyField:
        self.keys[name] = key = KeyField(**looks)
        key.bind(on_touched=lambda _: act())
        return key

    def _usual_keys(self, language: str) -> tuple[KeyField, KeyField]:
        """The keys that erase, and that finish the text."""
        back = self._key("back", self.erase, sign="erase", repeats=True)
        return back, self._key("done", self.enter, text=sentence("keyboard.done", language=language), main=True)


class Keyboard(_Typing):
    """Enters one short line, in a modal over the whole page; ``signs``: with the keys of digits and signs at first.

    ``text``: the text at first; ``hint``: shown while it is empty.  ``known``: texts to choose from, as
    long as they contain what has been typed.  Without ``left``, ``done`` is called where the keyboard is left.
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
        typed = Typed(one_line(text, longest), longest, names)
        super().__init__(typed, hint=hint, done=done, left=done if left is None else left, **kwargs)
        self._language: Final = language
        self._known: Final = [one_line(name, longest) for name in known]
        self._order = list(first_layouts(language))
        self._layout: Layout = SIGNS if signs else LAYOUTS[self._order[0]]
        self._touched = False
        self.clear: Final = KeyField(sign="clear")
        self.clear.bind(on_touched=lambda _: self._become(self.typed.empty()))
        choices = ScrollView(do_scroll_y=False, bar_width=0, scroll_timeout=250, effect_cls=ScrollSpring)
        self._names: Final = BoxLayout(size_hint_x=None, spacing=THEME.gap_px)
        self._names.bind(minimum_width=self._names.setter("width"))
        choices.add_widget(self._names)
        gap = THEME.px(4)
        self._rows: Final = column(padding=gap, spacing=gap)
        self._rows.size_hint_max_y = THEME.px(_HIGHEST_KEY) * (len(self._layout.rows) + 1)
        head: Part = (header(self.leave, self.line, (self.clear, _SIDE)), HEAD_PX)
        strip: list[Part] = [(column(choices, padding=gap), _STRIP)] if self._known else []
        self.add_widget(column(head, *strip, Over(self._rows), pos_hint=WHOLE))
        self._furnish()
        self._say()

    # --- keys -----------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        for character in text:
            self._become(self.typed.key(character))

    def _become(self, typed: Typed) -> None:
        capital = self.typed.capital
        self.typed, self._touched = typed, True
        if typed.capital != capital:
            self._case()
        self._say()

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
        self.keys = {}
        rows: list[list[tuple[KeyField, float]]] = [
            [(self._character(each), 1.0) for each in characters] for characters in self._layout.rows
        ]
        back, done = self._usual_keys(self._language)
        shift = self._key("shift", lambda: self._become(self.typed.shift()), sign="shift", main=self.typed.capital)
        rows[3] = [(shift, 1.5), *rows[3], (back, 1.5)]
        following = LAYOUTS[self._order[1] if self._layout is not SIGNS else self._order[0]]
        layout = self._key("layout", self._switch if self._layout is not SIGNS else self._signs, text=following.name)
        signs_key = self._key("signs", self._signs, text=SIGNS.name, main=self._layout is SIGNS)
        space = self._key("space", lambda: self._become(self.typed.key(" ")), sign="space")
        columns = max(sum(width for _, width in keys) for keys in rows)
        last = row((layout, 0.16), (signs_key, 0.16), (space, 0.44), (done, 0.28), spacing=THEME.px(4))
        self._rows.hold(*(_row_of_keys(keys, columns) for keys in rows), last)
        if self._layout is not SIGNS:
            self._case()


def _row_of_keys(keys: Sequence[tuple[KeyField, float]], columns: float) -> Line:
    """Keys with their widths, in the middle of a row that is so many wide."""
    beside = (columns - sum(width for _, width in keys)) / 2 / columns
    places = [(key, width / columns) for key, width in keys]
    parts = [(Widget(), beside), *places, (Widget(), beside)] if beside else places
    return row(*parts, spacing=THEME.px(4))


class Pad(_Typing):
    """Enters a number, or a PIN that is not shown; ``done`` is called with the digits as a text.

    Without ``left``, ``done`` is called where the pad is left; a PIN that is half typed is given to ``left`` only, and
    so to nobody where there is none.
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
        left = done if left is None and not secret else left
        super().__init__(Typed(text, longest, names=False), hint=hint, done=done, left=left, **kwargs)
        self._secret: Final = secret
        gap = 2 * THEME.px(4)
        digits = GridLayout(cols=3, spacing=gap)
        for character in f"123456789{signs}0":
            if character == "0" and not signs:
                digits.add_widget(Widget())
            digits.add_widget(self._character(character))
        keys = row((digits, 0.75), (column(*self._usual_keys(language), spacing=gap), 0.25), padding=gap, spacing=gap)
        keys.size_hint_max = THEME.px(560), THEME.px(480)
        keys.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        self.add_widget(column((header(self.leave, self.line), HEAD_PX), Over(keys), pos_hint=WHOLE))
        self._become(self.typed)

    def _become(self, typed: Typed) -> None:
        self.typed = replace(typed, shifted=None)
        self.line.typed = "•" * len(typed.text) if self._secret else typed.text

    def write(self, text: str) -> None:
        for character in text:
            if character in self.keys:
                self._become(self.typed.key(character))


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
