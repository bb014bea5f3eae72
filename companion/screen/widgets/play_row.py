"""A row of a list of plays: rank, play, equity, a bar for the equity lost, and how often it wins."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.screen.hints import HintLine
from companion.screen.theme import THEME
from companion.screen.widgets.parts import Words
from companion.screen.widgets.touching import TouchField

_MUCH: Final = 0.5
"""The equity loss that fills the bar."""


class PlayRow(TouchField):
    """A line of the list: rank, play, equity, a bar for the equity lost, and how often it wins."""

    line = ObjectProperty(None, allownone=True)
    place = ObjectProperty(0)
    lit = BooleanProperty(False)
    worth = StringProperty("")
    wins = StringProperty("")
    then = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self._place = Words(bold=True, most=20, halign="right", color=THEME.ink_quiet)
        self._play = Words(bold=True, most=25, least=17)
        self._worth = Words(bold=True, most=22, least=16, halign="right")
        self._wins = Words(most=18, least=15, halign="right", color=THEME.ink_quiet)
        super().__init__(**kwargs)
        for words in (self._place, self._play, self._worth, self._wins):
            self.add_widget(words)
        for name in ("pos", "size", "line", "place", "lit", "worth", "wins"):
            self.fbind(name, self._lay)

    def on_touched(self) -> None:
        if self.then is not None:
            self.then()

    def _lay(self, *_: object) -> None:
        line: HintLine | None = self.line
        if line is None:
            return
        self.main = self.lit
        ink = THEME.ink_button_main if self.lit else THEME.ink
        quiet = ink if self.lit else THEME.ink_quiet
        margin, right, foot = THEME.px(8), THEME.px(100), THEME.px(10)
        self._place.text, self._play.text = str(self.place), line.words
        self._worth.text, self._wins.text = self.worth, self.wins
        self._place.color = self._wins.color = quiet
        self._play.color = self._worth.color = ink
        high = self.height - foot
        self._place.pos, self._place.size = (self.x, self.y + foot), (THEME.px(30), high)
        left = self.x + THEME.px(40)
        self._play.pos, self._play.size = (left, self.y + foot), (max(self.right - left - right - margin, 1), high)
        upper = high * 0.56 if self.wins else high
        x = self.right - right - margin
        self._worth.pos, self._worth.size = (x, self.y + self.height - upper), (right, upper)
        self._wins.pos, self._wins.size = (x, self.y + foot), (right, max(high - upper, 1))
        self.canvas.after.clear()
        with self.canvas.after:
            long = (self.width - THEME.px(40) - margin) * min(1.0, line.loss / _MUCH)
            Color(*(ink if self.lit else THEME.warning))
            Rectangle(pos=(self.x + THEME.px(40), self.y + THEME.px(4)), size=(long, THEME.px(5)))


PLAY_ROW: Final = PlayRow.__name__
"""The name by which a list of rows makes them."""
