"""The buttons under what a page shows, which are others from one moment to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.properties import NumericProperty

from companion.screen.theme import THEME
from companion.screen.widgets.arranged import Line, row
from companion.screen.widgets.touching import AGAIN_AFTER_S
from companion.screen.widgets.words import WordField


class Buttons(Line):
    """Rows of at most ``across`` buttons, by their names; each row takes the whole width."""

    across = NumericProperty(1)

    def __init__(self, **looks: Any) -> None:
        super().__init__(orientation="vertical", spaced=True, **looks)
        self.by_name: Final[dict[str, Any]] = {}
        self.touched_at_s = float("-inf")
        """The time of the last touch that did something."""

    @property
    def rows(self) -> int:
        return -(-len(self.by_name) // int(self.across))

    def on_across(self, *_: object) -> None:
        placed = dict(self.by_name)
        self.clear()
        for name, widget in placed.items():
            self.put(name, widget)

    def clear(self) -> None:
        self.by_name.clear()
        for held in self.children:
            held.clear_widgets()
        self.clear_widgets()

    def put(self, name: str, widget: Any) -> None:
        """Add something that is no plain button."""
        if len(self.by_name) % self.across == 0:
            self.add_widget(row(spacing=THEME.gap_px))
        self.by_name[name], widget.size_hint = widget, (1, 1)
        self.children[0].add_widget(widget)

    def add(self, name: str, words: str, act: Callable[[], None], *, main: bool = False, dead: bool = False) -> None:
        field = WordField(text=words, main=main and not dead, dead=dead)
        field.bind(on_touched=lambda field: self._act(field, act))
        self.put(name, field)

    def _act(self, field: WordField, act: Callable[[], None]) -> None:
        """Do what a button is for, unless a trembling finger meant the one that was there just before."""
        at_s = field.last_touch.time_start
        if at_s - self.touched_at_s >= AGAIN_AFTER_S:
            self.touched_at_s = at_s
            act()
