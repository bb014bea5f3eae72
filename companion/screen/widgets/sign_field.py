"""A field with a small picture in place of words."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.touching import TouchField


class SignField(TouchField):
    """A field with a small picture instead of words: ``back``, ``turn``, ``help``, ``plus``, ``minus``, ``up``,
    ``down``."""

    sign = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self._draw)
        self.bind(pos=redraw, size=redraw, sign=redraw, dead=redraw)

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        with self.canvas.after:
            size = min(self.height, self.width) * 0.4
            dimmed = (*THEME.ink_quiet[:3], 0.4)
            ink = THEME.ink_button_main if self.main else dimmed if self.dead else THEME.ink_button
            signs.icon(self.sign, self.center, size, ink)
