"""A row of a list of plays: rank, play, equity, a bar for the equity lost, and how often it wins."""

from __future__ import annotations

from typing import Final

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.screen.hints import HintLine
from companion.screen.theme import THEME
from companion.screen.widgets.row_field import RowField

_MUCH: Final = 0.5
"""The equity loss that fills the bar."""


class PlayRow(RowField):
    """A line of the list: rank, play, equity, a bar for the equity lost, and how often it wins."""

    line = ObjectProperty(None, allownone=True)
    place = ObjectProperty(0)
    lit = BooleanProperty(False)
    worth = StringProperty("")
    wins = StringProperty("")
    shows = ("line", "place", "lit", "worth", "wins")

    def _lay(self, *_: object) -> None:
        line: HintLine | None = self.line
        if line is None:
            return
        self.main = self.lit
        ink = THEME.ink_button_main if self.lit else THEME.ink
        quiet = ink if self.lit else THEME.ink_quiet
        margin, right, foot = THEME.px(8), THEME.px(100), THEME.px(10)
        low, high = self.y + foot, self.height - foot
        rank = (self.x, low, THEME.px(30), high)
        self.put("place", str(self.place), rank, bold=True, most=20, halign="right", color=quiet)
        left, x = self.x + THEME.px(40), self.x + self.width - right - margin
        self.put("play", line.words, (left, low, x - left, high), bold=True, most=25, least=17, color=ink)
        upper = high * 0.56 if self.wins else high
        worth = (x, self.y + self.height - upper, right, upper)
        self.put("worth", self.worth, worth, bold=True, most=22, least=16, halign="right", color=ink)
        self.put("wins", self.wins, (x, low, right, high - upper), most=18, least=15, halign="right", color=quiet)
        self.canvas.after.clear()
        with self.canvas.after:
            long = (self.width - THEME.px(40) - margin) * min(1.0, line.loss / _MUCH)
            Color(*(ink if self.lit else THEME.warning))
            Rectangle(pos=(self.x + THEME.px(40), self.y + THEME.px(4)), size=(long, THEME.px(5)))


PLAY_ROW: Final = PlayRow.__name__
"""The name by which a list of rows makes them."""
