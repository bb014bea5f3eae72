"""The task that is running, with a progress bar."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout

from companion.screen.theme import THEME
from companion.screen.widgets.words import Words


class Progress(FloatLayout):  # type: ignore[misc]
    """The task that is running, with a progress bar, in the middle of its room.

    ``share`` below 0: the progress is unknown.
    """

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
        line, high, margin = THEME.px(8), min(self.height, THEME.touch_px), THEME.margin_px
        x, y, width = self.x + margin, self.y + (self.height - high) / 2, max(self.width - 2 * margin, 1)
        self.words.pos, self.words.size = (x, y + 2 * line), (width, max(high - 2 * line, 1))
        start, long = (self._phase * 1.3 - 0.3, 0.3) if self.share < 0 else (0.0, min(self.share, 1.0))
        left, right = max(start, 0.0), min(start + long, 1.0)
        self.canvas.after.clear()
        with self.canvas.after:
            Color(*THEME.button)
            Rectangle(pos=(x, y), size=(width, line))
            Color(*THEME.button_main)
            Rectangle(pos=(x + left * width, y), size=(max(right - left, 0.0) * width, line))
