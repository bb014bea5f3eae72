"""The panel over the whole screen for actions that are seldom needed, laid out for the player at the lower edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label

from companion.games.rules import Side
from companion.screen.board.boards import board_kind
from companion.screen.board.layout import Box, divided, grid
from companion.screen.navigator import PageName
from companion.screen.source import TableView
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs
from companion.screen.widgets.arranged import follow
from companion.screen.widgets.fields import Entry, Field, Page
from companion.screen.widgets.touching import AGAIN_AFTER_S, PictureField
from companion.texts import sentence

_LOWEST_ROW: Final = 4
"""So many fields at least have place in the lowest row."""


class Panel(FloatLayout):  # type: ignore[misc]
    """Shows pages, one after the other, until a field sends an event to the session or *Close* is touched.

    ``at_s``: the time of the touch that opened it.  ``offers``: which other pages are available.
    """

    __events__ = ("on_told", "on_opened", "on_locked", "on_closed")

    def __init__(
        self,
        page: Page,
        checkers: Mapping[Side, Colour],
        *,
        offers: Callable[[PageName], bool] = lambda _: False,
        language: str = "en",
        at_s: float = float("-inf"),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._turned_at_s = at_s
        self._checkers = checkers
        self._offers = offers
        self._language = language
        self.buttons: tuple[PictureField, ...] = ()
        self.board: Any = None
        with self.canvas.before:
            Color(*THEME.background)
            follow(self, Rectangle())
        self.bind(pos=lambda *_: self._lay(), size=lambda *_: self._lay())
        self.show(page)

    def show(self, page: Page) -> None:
        """Turn to a page."""
        self.page = page
        self.clear_widgets()
        self._title = Label(
            text=page.title, bold=True, font_size=THEME.px(28), color=THEME.ink, size_hint=(None, None),
            halign="center", valign="middle", line_height=0.95,
        )  # fmt: skip
        self.add_widget(self._title)
        fields = [*page.shown, *self._lowest_row(page)]
        self.buttons = tuple(PictureField(field, self._checkers) for field in fields)
        for button, field in zip(self.buttons, fields, strict=True):
            button.bind(on_touched=partial(self._touched, field))
            self.add_widget(button)
        if page.board is None:
            self.board = None
        else:
            self._draw_board(page.board, page.entry)
        self._lay()

    def _draw_board(self, view: TableView, entry: Entry | None) -> None:
        if self.board is None:
            self._highest = board_kind(view).highest
            self.board = board_kind(view).entered(view=view, entry=entry, size_hint=(None, None))
            self.board.bind(on_entered=lambda _, entered: self._entered(entered))
        self.board.view, self.board.entry = view, entry
        self.add_widget(self.board)

    def on_told(self, event: Callable[[float], object]) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_opened(self, place: PageName) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_locked(self, page: Callable[[bool], Page]) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_closed(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from what is below the panel, and a trembling finger from the next page."""
        if touch.time_start - self._turned_at_s >= AGAIN_AFTER_S:
            super().on_touch_down(touch)
        return True

    def _entered(self, entry: Entry) -> None:
        if self.page.entered is not None:
            self.show(self.page.entered(entry))

    def _lowest_row(self, page: Page) -> list[Field]:
        close = Field(sentence(page.close, language=self._language), page=lambda: page)
        also = [field for field in page.also if field.opens is None or self._offers(field.opens)]
        more = page.more()
        if more is None:
            return [close, *also]
        return [close, *also, Field(sentence("button.more", language=self._language), page=lambda: more)]

    def _touched(self, field: Field, button: PictureField) -> None:
        if button is self.buttons[len(self.page.shown)]:
            self.dispatch("on_closed")
        elif field.event is not None or field.opens is not None:
            if field.event is not None:
                self.dispatch("on_told", field.event)
            if field.opens is not None:
                self.dispatch("on_opened", field.opens)
        elif field.locked is not None:
            self.dispatch("on_locked", field.locked)
        elif field.page is not None:
            self._turned_at_s = button.last_touch.time_start
            self.show(field.page())

    def _lay(self) -> None:
        room = Box(*self.pos, *self.size)
        foot, head = THEME.touch_px + 2 * THEME.gap_px, THEME.title_px
        self._title.pos, self._title.size = (room.x, room.y + room.height - head), (room.width, head)
        width = room.width - THEME.px(20)
        self._title.text_size = (width, None)
        self._title.font_size = signs.letters_for(self.page.title, THEME.px(28), width, head)
        middle = Box(room.x, room.y + foot, room.width, room.height - foot - head)
        if self.board is not None:
            height = min(middle.height, middle.width * self._highest)
            self.board.size = (middle.width - 2 * THEME.gap_px, height)
            self.board.pos = (middle.x + THEME.gap_px, middle.center[1] - height / 2)
        places = divided(middle, self.page.columns, self.page.rows)[: len(self.page.shown)]
        lowest = grid(Box(room.x, room.y, room.width, foot), max(_LOWEST_ROW, len(self.buttons) - len(places)), 1)
        for button, box in zip(self.buttons, (*places, *lowest), strict=False):
            button.lay(box)
