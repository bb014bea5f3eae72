"""The buttons under what a page shows, which are others from one moment to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout

from companion.screen.board.layout import Box, grid
from companion.screen.theme import THEME
from companion.screen.widgets.touching import AGAIN_AFTER_S
from companion.screen.widgets.words import WordField


class Buttons(FloatLayout):  # type: ignore[misc]
    """Rows of at most ``across`` buttons, by their names; each row takes the whole width."""

    across = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.by_name: Final[dict[str, Any]] = {}
        self.touched_at_s = float("-inf")
        """The time of the last touch that did something."""
        self.bind(pos=self._lay, size=self._lay, children=self._lay, across=self._lay)

    @property
    def rows(self) -> int:
        return -(-len(self.by_name) // int(self.across))

    def clear(self) -> None:
        self.by_name.clear()
        self.clear_widgets()

    def put(self, name: str, widget: Any) -> None:
        """Add something that is no plain button."""
        self.by_name[name] = widget
        self.add_widget(widget)

    def add(self, name: str, words: str, act: Callable[[], None], *, main: bool = False, dead: bool = False) -> None:
        field = WordField(text=words, main=main and not dead, dead=dead, size_hint=(None, None))
        field.bind(on_touched=lambda field: self._act(field, act))
        self.put(name, field)

    def lay(self, room: Box, across: int) -> None:
        self.across, self.pos, self.size = across, room[:2], room[2:]
        self._lay()

    def _act(self, field: WordField, act: Callable[[], None]) -> None:
        """Do what a button is for, unless a trembling finger meant the one that was there just before."""
        at_s = field.last_touch.time_start
        if at_s - self.touched_at_s >= AGAIN_AFTER_S:
            self.touched_at_s = at_s
            act()

    def _lay(self, *_: object) -> None:
        fields = tuple(self.by_name.values())
        rows = [fields[first : first + self.across] for first in range(0, len(fields), self.across)]
        gap = THEME.gap_px
        for above, row in enumerate(reversed(rows)):
            high = (self.height - gap) / len(rows)
            places = grid(Box(self.x, self.y + above * high, self.width, high + gap), len(row), 1)
            for field, place in zip(row, places, strict=True):
                field.pos, field.size = place[:2], place[2:]
