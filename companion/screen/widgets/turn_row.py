"""A turn in a list, and a picture of one."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.record.reports.review import ReviewMark
from companion.screen.board.layout import Box
from companion.screen.reviewing import ToldTurn
from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.row_field import RowField
from companion.screen.widgets.touching import TouchField

BAD: Final = frozenset({ReviewMark.ILLEGAL, ReviewMark.STOOD, ReviewMark.DISPUTED})
"""The marks that are written in the colour of a warning."""


class TurnRow(RowField):
    """A turn in the list: its number, its player, the dice if any, the play, and a sign if it is notable."""

    turn = ObjectProperty(None, allownone=True)
    dice = ObjectProperty(None, allownone=True)
    play = StringProperty("")
    marks = StringProperty("")
    lit = BooleanProperty(False)
    checker = ObjectProperty((1.0, 1.0, 1.0, 1.0))
    shows = ("turn", "dice", "play", "marks", "lit", "checker")

    def _lay(self, *_: object) -> None:
        turn: ToldTurn | None = self.turn
        if turn is None:
            return
        self.main = self.lit
        ink = THEME.ink_button_main if self.lit else THEME.ink
        die, gap = THEME.px(30), THEME.px(5)
        sign = self.x + THEME.px(56)
        dice = sign + THEME.px(18)
        left, right = dice + (2 * (die + gap) + gap if self.dice is not None else gap), self.x + self.width - gap
        foot = self.height * 0.4 if self.marks else 0.0
        low, high, middle = self.y + foot, self.height - foot, self.y + (self.height + foot) / 2
        quiet = ink if self.lit else THEME.ink_quiet
        number = (self.x, low, THEME.px(36), high)
        self.put("number", str(turn.number), number, bold=True, most=22, halign="right", color=quiet)
        self.put("play", self.play, (left, low, right - left, high), bold=True, most=24, least=16, color=ink)
        loud = ink if self.lit else THEME.warning if BAD & set(turn.marks) else THEME.notice
        beside = self.x + THEME.px(44)
        marks = (beside, self.y + gap / 2, right - beside, foot)
        self.put("marks", self.marks, marks, most=18, least=15, color=loud)
        self.canvas.after.clear()
        with self.canvas.after:
            signs.checker((sign, middle), THEME.px(12), self.checker, turn.side)
            thrown = () if self.dice is None else (self.dice.first, self.dice.second)
            for place, value in enumerate(thrown):
                signs.die(Box(dice + place * (die + gap), middle - die / 2, die, die), value)


class Photo(TouchField):
    """A picture as large as it fits; a touch shows the next one."""

    texture_shown = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(bare=True, size_hint=(None, None), **kwargs)
        self.bind(pos=self._draw, size=self._draw, texture_shown=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        texture = self.texture_shown
        if texture is None or min(self.size) < 2:
            return
        share = min(self.width / texture.width, self.height / texture.height)
        width, height = texture.width * share, texture.height * share
        with self.canvas.after:
            Color(1, 1, 1, 1)
            Rectangle(
                texture=texture, pos=(self.center_x - width / 2, self.center_y - height / 2), size=(width, height)
            )
