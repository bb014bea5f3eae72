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
from companion.screen.widgets.arranged import WHOLE, AtOnce, column, follow, row
from companion.screen.widgets.rows import ListRow, Sheet
from companion.screen.widgets.touching import Opposite
from companion.screen.widgets.words import WordField, Words


class Modal(AtOnce, FloatLayout):  # type: ignore[misc]
    """A modal: covers the whole page until it is closed; nothing below it can be touched.

    ``cover``: how much it hides what is below it, 0 to 1.  ``stays``: the key that leads back does not close it.
    """

    stays = BooleanProperty(False)

    def __init__(self, *, cover: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            Color(*THEME.background[:3], cover)
            follow(self, Rectangle())

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


_ANSWERS_PX: Final = 80.0


class Confirm(Modal):
    """A question with two answers: ``act`` does it, ``keep`` leaves everything as it is."""

    def __init__(self, words: str, *, act: str, keep: str, done: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(cover=0.8, **kwargs)
        self._done: Final = done
        with self.canvas.before:
            Color(*THEME.strip)
            ground = SmoothRoundedRectangle(radius=[THEME.px(14)])
        self.act = WordField(text=act, main=True)
        self.keep = WordField(text=keep)
        self.act.bind(on_touched=lambda _: self._acted())
        self.keep.bind(on_touched=lambda _: self.close())
        margin = THEME.px(24)
        self.asked: Final = Words(text=words, bold=True, halign="center", most=31)
        card = column(
            self.asked, (row(self.keep, self.act, spacing=margin), _ANSWERS_PX), padding=margin, spacing=margin
        )
        follow(card, ground)
        card.size_hint, card.pos_hint = (0.9, 0.8), {"center_x": 0.5, "center_y": 0.5}
        card.size_hint_max = THEME.px(640), THEME.px(300)
        self.add_widget(card)

    def _acted(self) -> None:
        self.close()
        self._done()


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
        self.add_widget(column((head, _HEAD_PX), self.sheet, pos_hint=WHOLE))

    def _chosen(self, value: Any) -> None:
        self.close()
        self._done(value)


def _host(anchor: Widget) -> Widget:
    while anchor.parent is not None and not isinstance(anchor.parent, Opposite | WindowBase):
        anchor = anchor.parent
    return anchor
