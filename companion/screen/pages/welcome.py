"""The first page, which leads to all others: resume, play, begin, look back, set up."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.properties import StringProperty

from companion.errors import CompanionError
from companion.match.events import NextGame
from companion.match.view import View
from companion.screen.match_text import length_words, match_words, waits_for
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, column
from companion.screen.widgets.row_field import RowField
from companion.screen.widgets.touching import TouchField
from companion.screen.widgets.words import Words
from companion.texts import label

_ELSEWHERE: Final = (
    PageName.NEW_MATCH, PageName.PRACTICE, PageName.CAMERA, PageName.ARCHIVE, PageName.PLAYERS, PageName.SETTINGS,
    PageName.DOCTOR,
)  # fmt: skip
_IN_A_ROW: Final = 6
"""The most fields in one row of a wide window: their words are read from the other side of the board."""
_HIGHEST: Final = 145.0
_BELOW: Final = 190.0
_BELOW_UPRIGHT: Final = 345.0
"""The most of the height of a field, and of all of them, in a wide and in an upright window."""
_MATCH_OVER: Final = "phase.match-over"


class WelcomePage(AppPage):
    """One large field for the match at the table, what it waits for, and a field for each other screen."""

    title = "screen.welcome"

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._over = False
        self.play: Final = _Large()
        self.play.bind(on_touched=lambda _: self._play())
        self.line: Final = _Line()
        self.others: Final = {place: self._way_to(place) for place in _ELSEWHERE if ways.offers(place)}
        number, gap = len(self.others), THEME.gap_px
        rows = -(-number // 3) if THEME.upright else 1 + (number > _IN_A_ROW)
        high = min(_HIGHEST, (_BELOW_UPRIGHT if THEME.upright else _BELOW) / max(rows, 1))
        upper = column(self.play, (self.line, 72 if THEME.upright else 52), padding=(gap, gap, gap, 0))
        self._hold(upper, Fields(*self.others.values(), across=-(-number // max(rows, 1)), high=high))
        self._tell(None)

    def show(self, view: View) -> None:
        """Show what the table waits for."""
        self._tell(view)

    def _tell(self, view: View | None) -> None:
        self._over = view is not None and view.phase == _MATCH_OVER
        self.play.words, self.play.note = self._match_at(view)
        calibrated = self._services.sight is None or self._services.sight.facts().calibrated
        key, urgent = waits_for(view, calibrated=calibrated)
        self.line.text, self.line.urgent = self._text(key), urgent

    def _match_at(self, view: View | None) -> tuple[str, str]:
        standing = self._services.matches.unfinished() if self._services.matches is not None else None
        if standing is not None:
            names = self._names(standing.header.names)
            light, dark = standing.score or (0, 0)
            score = self._text("score.money", own=str(light), other=str(dark))
            if standing.header.length:
                score += f"  ({length_words(standing.header.length, self._language, standing.header.rules)})"
            return self._text("welcome.go-on"), self._text("welcome.score", names=names, score=score)
        match = self._services.settings.now().match
        if self._over and view is not None:
            return self._text("welcome.rematch"), self._names(view.names)
        names = self._names((match.light, match.dark))
        return self._text("welcome.play"), f"{names}\n{match_words(match, self._language)}"

    def _names(self, names: tuple[str, str]) -> str:
        return " – ".join(label(name, language=self._language) for name in names)

    def _play(self) -> None:
        matches, table = self._services.matches, self._services.table
        try:
            if self._over:
                table.happen(NextGame(table.now_s()))
            elif matches is not None and matches.unfinished() is None:
                matches.begin()
        except CompanionError as error:
            self._ways.tell(str(error))
            return
        self._ways.home()

    def _way_to(self, place: PageName) -> TouchField:
        field = _Way(sign=place.value, words=self._text(f"screen.{place.value}"))
        field.bind(on_touched=lambda _: self._ways.open(place))
        return field


class _Large(RowField):
    """The large field: the action, and the match it concerns."""

    words = StringProperty("")
    note = StringProperty("")
    shows = ("words", "note")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(main=True, size_hint=(None, None), **kwargs)

    def _lay(self, *_: object) -> None:
        margin, upper = THEME.px(24), self.height * 0.44
        x, room = self.x + margin, self.width - 2 * margin
        ink = {"halign": "center", "color": THEME.ink_button_main}
        self.put(
            "words", self.words, (x, self.y + self.height - upper, room, upper), bold=True, most=44, least=24, **ink
        )
        note = (x, self.y + THEME.px(4), room, self.height * 0.54)
        self.put("note", self.note, note, most=31, valign="top", **ink)


class _Line(Words):
    """What the table waits for, behind a sign."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(most=24, **kwargs)
        self.urgent = False
        self.padding = (THEME.px(56), 0, THEME.px(8), 0)
        redraw = Clock.create_trigger(self._draw)
        self.bind(pos=redraw, size=redraw, text=redraw)

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        with self.canvas.after:
            kind, colour = ("!", THEME.warning) if self.urgent else ("i", THEME.notice)
            signs.sign(kind, (self.x + THEME.px(28), self.y + self.height / 2), THEME.px(30), colour, THEME.ink_band)


class _Way(RowField):
    """A field that opens a page: a picture above its name."""

    def __init__(self, *, sign: str, words: str, **kwargs: Any) -> None:
        self._sign, self._name = sign, words
        super().__init__(size_hint=(None, None), **kwargs)

    def _lay(self, *_: object) -> None:
        foot, edge = min(THEME.px(58), self.height * 0.45), THEME.px(4)
        name = (self.x + edge, self.y + edge, self.width - 2 * edge, foot)
        self.put("name", self._name, name, bold=True, halign="center", most=24, least=18)
        self.canvas.after.clear()
        with self.canvas.after:
            center = (self.x + self.width / 2, self.y + foot + (self.height - foot) / 2)
            picture(self._sign, center, min(THEME.px(44), (self.height - foot) * 0.62))


def picture(name: str, center: tuple[float, float], size: float) -> None:
    """The small picture for a page, by the name of its place."""
    x, y = center
    half, width = size / 2, max(2.0, size * 0.07)
    Color(*THEME.ink_button)
    match name:
        case "new_match":
            signs.icon("plus", center, size * 0.9, THEME.ink_button)
        case "practice":
            signs.lamp(center, size, THEME.ink_button, THEME.button)
        case "camera":
            SmoothLine(rounded_rectangle=(x - half, y - half * 0.7, size, size * 0.7, size * 0.12), width=width)
            SmoothLine(circle=(x, y, half * 0.4), width=width)
        case "archive":
            for up in (0.62, 0.0, -0.62):
                SmoothLine(points=(x - half, y + up * half, x + half, y + up * half), width=width)
        case "players":
            for along in (-0.42, 0.42):
                SmoothLine(circle=(x + along * half * 1.1, y + half * 0.4, half * 0.34), width=width)
                SmoothLine(
                    ellipse=(x + along * half * 1.1 - half * 0.42, y - half * 1.25, half * 0.84, half * 1.1, -90, 90),
                    width=width,
                )
        case "settings":
            for up, along in ((0.62, 0.35), (0.0, -0.4), (-0.62, 0.1)):
                SmoothLine(points=(x - half, y + up * half, x + half, y + up * half), width=width)
                knob = size * 0.2
                SmoothRoundedRectangle(
                    pos=(x + along * half - knob / 2, y + up * half - knob / 2), size=(knob, knob), radius=[knob / 2]
                )
        case "doctor":
            SmoothLine(
                points=(x - half, y, x - half * 0.45, y, x - half * 0.1, y + half * 0.8, x + half * 0.2,
                        y - half * 0.8, x + half * 0.45, y, x + half, y),
                width=width, joint="round",
            )  # fmt: skip
