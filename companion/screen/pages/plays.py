"""The plays page: all plays of a roll by equity, or the cube actions, beside a board that shows the touched play."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.coach.at_the_table.shown import coach_shown
from companion.games.rules import Side
from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.hints import HintLine, board_before, help_of, lines_of, per_cent, points_words
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.parts import Progress, Rows, Words
from companion.screen.widgets.touching import TouchField
from companion.settings.tree import language_of

_ROW: Final = 62.0
_ASPECT: Final = 1.62
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


class PlaysPage(FloatLayout):  # type: ignore[misc]
    """The list that a player has asked for in training; a deeper analysis replaces the first one in place."""

    title = "screen.plays"
    keeps = False
    opposite = False

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._settings: Final = services.settings
        self._ways: Final = ways
        del language  # of the header; what stands below is read in the player's own
        self._view: View | None = None
        self._chosen = ""
        self.lines: tuple[HintLine, ...] = ()
        self.board: Final = BoardWidget(size_hint=(None, None))
        self.rows: Final = Rows(size_hint=(None, None), row=_ROW)
        self.rows.viewclass = "PlayRow"
        self.waits: Final = Progress(size_hint=(None, None))
        for widget in (self.board, self.rows):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, view: View) -> None:
        """Take the newest view; leave the page when the turn is over."""
        seen, self._view = self._seen, view
        if coach_shown(view).help is None:
            self._ways.back()
        elif seen != self._seen:
            self._again()

    def closed(self) -> None:
        """Nothing is held."""

    @property
    def _seen(self) -> tuple[object, ...] | None:
        view = self._view
        coach = None if view is None else coach_shown(view)
        return None if view is None or coach is None else (coach.help, view.points, coach.tutored)

    def _again(self, *_: object) -> None:
        view = self._view
        help_ = None if view is None else coach_shown(view).help
        if view is None or help_ is None:
            return
        chair = Chair(view, help_.side, self._language_of(help_.side))
        self.lines = lines_of(chair)
        if self._chosen not in [line.words for line in self.lines]:
            self._chosen = self.lines[0].words if self.lines else ""
        self._fill(chair)
        failed = help_.failed
        self.waits.words.text, self.waits.share = chair.say(failed or "hint.nothing"), 0.0 if failed else -1.0
        waits = not self.lines and help_of(chair) is not None
        if waits != (self.waits.parent is not None):
            (self.add_widget if waits else self.remove_widget)(self.waits)

    def _language_of(self, side: Side) -> str:
        return language_of(self._settings.now(), side)

    def _fill(self, chair: Chair) -> None:
        self.rows.data = [
            {
                "line": line,
                "place": place,
                "lit": line.words == self._chosen,
                "worth": points_words(chair, line.equity),
                "wins": "" if line.win is None else chair.say("hint.wins", n=per_cent(line.win)),
                "then": partial(self._choose, line.words),
            }
            for place, line in enumerate(self.lines, start=1)
        ]
        chosen = next((line for line in self.lines if line.words == self._chosen), None)
        self.board.view = board_before(chair, () if chosen is None else chosen.arrows)

    def _choose(self, words: str) -> None:
        self._chosen = words
        self._again()

    def _lay(self, *_: object) -> None:
        margin = THEME.margin_px
        lying = self.width > self.height
        if lying:
            wide = self.width * 0.5
            high = min(wide / _ASPECT, self.height - 2 * margin)
            self.board.size = (high * _ASPECT - margin, high)
            self.board.pos = (self.x + margin / 2, self.y + (self.height - high) / 2)
            self.rows.pos, self.rows.size = (self.x + wide, self.y), (self.width - wide, self.height)
        else:
            high = (self.width - 2 * margin) / _ASPECT
            self.board.size = (self.width - 2 * margin, high)
            self.board.pos = (self.x + margin, self.y + self.height - high - margin)
            self.rows.pos, self.rows.size = self.pos, (self.width, max(self.height - high - 2 * margin, 1))
        self.waits.size = (self.rows.width - 2 * margin, THEME.touch_px)
        self.waits.pos = (self.rows.x + margin, self.rows.y + self.rows.height / 2)


Builder.load_file(str(Path(__file__).with_name("plays.kv")))
