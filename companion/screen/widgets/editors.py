"""Editors of a value: a number, one of a few, a switch, a field that opens another editor.

Each dispatches ``on_changed`` with the new value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, SmoothEllipse, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.arranged import AtOnce, Line
from companion.screen.widgets.repeating import Repeating
from companion.screen.widgets.row_field import RowField
from companion.screen.widgets.sign_field import SignField
from companion.screen.widgets.words import WordField

_REPEAT_AFTER_S: Final = 0.5
_REPEAT_S: Final = 0.12


class Stepper(Line):
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
        self.words = WordField(text=says(value), bare=True, most=31)
        self.words.bind(on_touched=lambda _: self.dispatch("on_asked"))
        self.minus, self.plus = (SignField(sign=sign, size_hint_max_x=THEME.px(96)) for sign in ("minus", "plus"))
        for field, by in ((self.minus, -step), (self.plus, step)):
            again = Repeating(partial(self._turn, by), after_s=_REPEAT_AFTER_S, every_s=_REPEAT_S)
            field.bind(
                on_touched=lambda _, by=by: self._turn(by),
                state=lambda _, state, again=again: again.begin() if state == "down" else again.end(),
            )
        self.hold((self.minus, 0.29), (self.words, 0.42), (self.plus, 0.29))
        self.bind(value=self._say)
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


class ChoiceRow(AtOnce, GridLayout):  # type: ignore[misc]
    """A choice of one of a few: a field for each, the chosen one highlighted.  ``rows``: how many rows it needs."""

    chosen = ObjectProperty(None, allownone=True)
    __events__ = ("on_changed",)

    def __init__(self, options: Sequence[tuple[Any, str]], chosen: Any, *, rows: int = 1, **kwargs: Any) -> None:
        super().__init__(chosen=chosen, rows=rows, spacing=THEME.gap_px, **kwargs)
        self.fields: Final = {value: WordField(text=words) for value, words in options}
        for value, field in self.fields.items():
            field.bind(on_touched=lambda _, value=value: self._choose(value))
            self.add_widget(field)
        self.bind(chosen=self._show)
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

    def do_layout(self, *_: object) -> None:
        super().do_layout()
        smallest = min((field.font_size for field in self.fields.values()), default=0)
        for field in self.fields.values():
            field.font_size = smallest  # all in the same letters


class Toggle(RowField):
    """A switch with the words for its state: ``says`` (off, on)."""

    active = BooleanProperty(False)
    shows = ("active",)
    __events__ = ("on_changed",)

    def __init__(self, *, says: tuple[str, str], **kwargs: Any) -> None:
        self._says: Final = says
        super().__init__(bare=True, **kwargs)

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
        room = self.width - width - THEME.margin_px
        self.put("state", self.shown, (self.x, self.y, room, self.height), bold=True, halign="right")
        x, y = self.x + self.width - width, self.y + (self.height - height) / 2
        edge = THEME.px(4)
        self.canvas.after.clear()
        with self.canvas.after:
            Color(*(THEME.button_main if self.active else THEME.button))
            SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[height / 2])
            Color(*(THEME.ink_button_main if self.active else THEME.ink_quiet))
            knob = height - 2 * edge
            SmoothEllipse(pos=(x + (width - knob - edge if self.active else edge), y + edge), size=(knob, knob))


class LinkField(RowField):
    """A link field: shows a value (a name, a list, a folder), and opens its editor when touched.

    ``locked``: shown with a padlock.
    """

    shown = StringProperty("")
    locked = BooleanProperty(False)
    shows = ("shown", "locked")

    def _lay(self, *_: object) -> None:
        box = (self.x + THEME.margin_px, self.y, self.width - THEME.px(58), self.height)
        self.put("shown", self.shown, box, bold=True, color=THEME.ink_button)
        right, middle = self.x + self.width, self.y + self.height / 2
        self.canvas.after.clear()
        with self.canvas.after:
            if self.locked:
                signs.seal((right - THEME.px(28), middle), THEME.px(26), THEME.ink_quiet)
            else:
                signs.icon("right", (right - THEME.px(26), middle), THEME.px(20), THEME.ink_quiet)
