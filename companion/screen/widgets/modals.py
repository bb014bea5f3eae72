"""Modals: what lies over a page until it is closed.  A question with two answers, a list to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.core.window import WindowBase
from kivy.graphics import Color, Rectangle, SmoothRoundedRectangle
from kivy.properties import BooleanProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screen.theme import THEME
from companion.screen.widgets.arranged import column, row
from companion.screen.widgets.rows import ListRow, Sheet
from companion.screen.widgets.touching import Opposite
from companion.screen.widgets.words import WordField, Words


class Modal(FloatLayout):  # type: ignore[misc]
    """A modal: covers the whole page until it is closed; nothing below it can be touched.

    ``cover``: how much it hides what is below it, 0 to 1.  ``stays``: the key that leads back does not close it.
    """

    stays = BooleanProperty(False)

    def __init__(self, *, cover: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            Color(*THEME.background[:3], cover)
            ground = Rectangle(pos=self.pos, size=self.size)
        self.bind(pos=lambda _, pos: setattr(ground, "pos", pos), size=lambda _, size: setattr(ground, "size", size))

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

    def __init__(self, words: str, *, act: str, keep: str, done: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(cover=0.8, **kwargs)
        self._done: Final = done
        with self.canvas.before:
            Color(*THEME.strip)
            self._card: Final = SmoothRoundedRectangle(radius=[THEME.px(14)])
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
        self._card.pos, self._card.size = (x, y), (width, height)
        field = (width - 3 * margin) / 2
        self.keep.size = self.act.size = (field, THEME.touch_px)
        self.keep.pos, self.act.pos = (x + margin, y + margin), (x + 2 * margin + field, y + margin)
        foot = THEME.touch_px + 2 * margin
        self._words.pos = (x + margin, y + foot)
        self._words.size = (width - 2 * margin, max(height - foot - margin, 1))


_HEAD_PX: Final = 80.0
_KEEP_PX: Final = 170.0


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
        self.keep = WordField(text=keep)
        self.keep.bind(on_touched=lambda _: self.close())
        self.sheet: Final = Sheet()
        self.rows: Final = {
            value: ListRow(title=words, note=note, sign="chosen" if value == chosen else "free", grows=True)
            for value, words, note in options
        }
        for value, option in self.rows.items():
            option.then = lambda value=value: self._chosen(value)
            self.sheet.column.add_widget(option)
        head = row(column(self._title, margin=True), (self.keep, _KEEP_PX), padding=THEME.px(4))
        self.add_widget(column((head, _HEAD_PX), self.sheet))

    def _chosen(self, value: Any) -> None:
        self.close()
        self._done(value)


def _host(anchor: Widget) -> Widget:
    while anchor.parent is not None and not isinstance(anchor.parent, Opposite | WindowBase):
        anchor = anchor.parent
    return anchor
