"""The analysis page: progress, totals, match graph and worst decisions of a recorded match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.coach.analysis_text import GRADE_MARKS, Telling, TextRow
from companion.coach.grading import Grade
from companion.coach.match_graph import match_graph_of
from companion.coach.report import JudgedDecision, MatchReport, PlayJudged
from companion.errors import CompanionError
from companion.games.backgammon import Play
from companion.games.backgammon.arrows import Arrow, arrows_of
from companion.games.backgammon.cube import Cube
from companion.games.rules import Side
from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.board.layout import Box, grid
from companion.screen.facts import seated
from companion.screen.match_history import board_view
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.match_graph import SwingGraph
from companion.screen.widgets.parts import Progress, Rows, WordField, Words
from companion.screen.widgets.touching import TouchField
from companion.settings.tree import Lower
from companion.texts import sentence

_ASPECT: Final = 1.62
_ROW: Final = 64.0
_PAGES: Final = ("summary", "swings", "worst")
_MOST: Final = 20


class SumRow(TouchField):
    """A line of the summary: its title, and the words for both players."""

    what = StringProperty("")
    light = StringProperty("")
    dark = StringProperty("")
    bold_row = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._words = tuple(Words(most=22, least=15, halign=halign) for halign in ("left", "right", "right"))
        super().__init__(bare=True, **kwargs)
        for words in self._words:
            self.add_widget(words)
        for name in ("pos", "size", "what", "light", "dark", "bold_row"):
            self.fbind(name, self._lay)

    def _lay(self, *_: object) -> None:
        margin = THEME.margin_px
        room = self.width - 2 * margin
        x = self.x + margin
        told = zip(self._words, (self.what, self.light, self.dark), (0.44, 0.28, 0.28), strict=True)
        for words, text, share in told:
            words.text, words.bold = text, self.bold_row or words is not self._words[0]
            words.color = THEME.ink_quiet if words is self._words[0] else THEME.ink
            words.pos, words.size = (x, self.y), (max(room * share - THEME.px(8), 1), self.height)
            x += room * share


class WorstRow(TouchField):
    """An error in the list: player, roll, turn, and equity lost."""

    who = StringProperty("")
    where = StringProperty("")
    lost = StringProperty("")
    mark = StringProperty("")
    lit = BooleanProperty(False)
    then = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self._who = Words(bold=True, most=23, least=16)
        self._where = Words(most=18, least=15, color=THEME.ink_quiet)
        self._lost = Words(bold=True, most=23, least=16, halign="right")
        super().__init__(**kwargs)
        for words in (self._who, self._where, self._lost):
            self.add_widget(words)
        for name in ("pos", "size", "who", "where", "lost", "mark", "lit"):
            self.fbind(name, self._lay)

    def on_touched(self) -> None:
        if self.then is not None:
            self.then()

    def _lay(self, *_: object) -> None:
        self.main = self.lit
        ink = THEME.ink_button_main if self.lit else THEME.ink
        margin, right = THEME.px(10), THEME.px(104)
        self._who.text, self._where.text, self._lost.text = self.who, self.where, f"{self.lost} {self.mark}"
        self._who.color = self._lost.color = ink
        self._where.color = ink if self.lit else THEME.ink_quiet
        left, room = self.x + margin, max(self.width - right - 3 * margin, 1)
        self._who.pos, self._who.size = (left, self.y + self.height * 0.44), (room, self.height * 0.52)
        self._where.pos, self._where.size = (left, self.y + self.height * 0.06), (room, self.height * 0.38)
        self._lost.pos, self._lost.size = (self.right - right - margin, self.y), (right, self.height)


class AnalysisPage(FloatLayout):  # type: ignore[misc]
    """The engine's analysis of a match.  ``match``: its number, by default that of the one at the table."""

    title = "screen.analysis"
    keeps = False

    def __init__(
        self, services: Services, ways: Navigator, *, language: str, match: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        assert services.analyses is not None
        self._analyses: Final = services.analyses
        self._ways: Final = ways
        self._language: Final = language
        self._match: Final = match
        self._view: View | None = None
        self._telling: Telling | None = None
        self._chosen: JudgedDecision | None = None
        self._page = "summary"
        self.progress: Final = Progress(text=self._say("judging.begins"), size_hint=(None, None))
        self.sums: Final = Rows(size_hint=(None, None), row=42)
        self.sums.viewclass = "SumRow"
        self.graph: Final = SwingGraph()
        self.graph_says: Final = Words(most=22, least=16, color=THEME.ink_quiet)
        self.worst: Final = Rows(size_hint=(None, None), row=_ROW)
        self.worst.viewclass = "WorstRow"
        self.board: Final = BoardWidget(size_hint=(None, None))
        self.made: Final = Words(bold=True, most=22, least=15)
        self.best: Final = Words(bold=True, most=22, least=15)
        self.reason: Final = Words(most=20, least=14, color=THEME.ink_quiet)
        self.nothing: Final = Words(most=31, halign="center", color=THEME.ink_quiet)
        self.fields: Final = {name: self._field(name) for name in (*_PAGES, "drills")}
        self.fields["drills"].bind(on_touched=lambda _: self._make_drills())
        self._pages: Final[dict[str, tuple[Widget, ...]]] = {
            "summary": (self.sums,),
            "swings": (self.graph, self.graph_says),
            "worst": (self.worst, self.board, self.made, self.best, self.reason),
        }
        self.add_widget(self.progress)
        self.bind(pos=self._lay, size=self._lay)
        self.tasks: Final = Tasks(self._failed)
        self.tasks.go(self._judging, self._judged)

    def show(self, view: View) -> None:
        """Take the newest view: boards are drawn with the colours and orientation of the board on the table."""
        first, self._view = self._view is None, view
        self.graph.checker_bgr = view.checker_bgr
        if first and self._telling is not None:
            self._choose(self._chosen)

    def closed(self) -> None:
        """Stop the analysis; what is done so far is kept and resumed the next time."""
        self.tasks.drop()

    # --- the analysis ------------------------------------------------------------------------------

    def _judging(self, here: Callable[[Callable[[], None]], None]) -> MatchReport | None:
        """Analyse on a thread."""
        return self._analyses.analyse(
            self._match, told=lambda done, of: here(partial(self._come, done, of)), stop=lambda: self.tasks.dropped
        )

    def _come(self, done: int, of: int) -> None:
        self.progress.share = done / max(of, 1)
        self.progress.words.text = self._say("judging.at", done=str(done), all=str(of))

    def _judged(self, report: MatchReport | None) -> None:
        if report is None:
            return
        self._telling = telling = Telling(report, self._language)
        self.remove_widget(self.progress)
        tallies = report.totals(Side.LIGHT), report.totals(Side.DARK)
        names = TextRow("", telling.name(Side.LIGHT), telling.name(Side.DARK))
        self.sums.data = [
            *(self._sum(row, bold=row is names) for row in (names, *telling.rows(*tallies))),
            *(self._sum(TextRow(note, "", ""), bold=False) for note in telling.notes),
        ]
        self.graph.swings = match_graph_of(report)
        self.graph_says.text = telling.swings_say
        worst = report.worst(_MOST)
        self.nothing.text = "" if worst else telling.say("no-errors")
        self.fields["drills"].dead = not worst
        self._choose(worst[0] if worst else None)
        for field in self.fields.values():
            self.add_widget(field)
        self._turn_to("summary")

    def _sum(self, row: TextRow, *, bold: bool) -> dict[str, Any]:
        return {"what": row.what, "light": row.light, "dark": row.dark, "bold_row": bold}

    def _choose(self, decision: JudgedDecision | None) -> None:
        telling = self._telling
        self._chosen = decision
        if telling is None or decision is None:
            return
        self.worst.data = [
            {
                "who": telling.who(one) if isinstance(one, PlayJudged) else f"{telling.who(one)}, {telling.made(one)}",
                "where": telling.place(one),
                "lost": telling.number(-one.loss, 3),
                "mark": GRADE_MARKS[one.grade] if one.grade is not Grade.FINE else "",
                "lit": one is decision,
                "then": partial(self._choose, one),
            }
            for one in telling.report.worst(_MOST)
        ]
        state = decision.situation.state
        board = board_view(decision.position, Cube(state.cube, state.owner), self._view)
        self.board.view = replace(seated(board, Lower(decision.side.value)), on_roll=decision.side)
        self.board.compared = (decision.side, *_ways(decision)) if isinstance(decision, PlayJudged) else None
        self.made.text = telling.say("made", what=telling.made(decision))
        self.best.text = telling.say("best", what=telling.best(decision))
        self.reason.text = telling.reason(decision)

    def _make_drills(self) -> None:
        telling = self._telling
        if telling is not None:
            report = telling.report
            self.fields["drills"].dead = True
            self.tasks.run(lambda: self._analyses.keep_drills(report, self._match), self._kept)

    def _kept(self, number: int) -> None:
        self._ways.tell(self._say("judging.drills-kept", n=str(number)))

    def _failed(self, error: CompanionError) -> None:
        if self._telling is not None:
            self._ways.tell(str(error))
            return
        self.remove_widget(self.progress)
        self.nothing.text = str(error)
        self.add_widget(self.nothing)
        self._lay()

    # --- pages -------------------------------------------------------------------------------------

    def _field(self, name: str) -> WordField:
        field = WordField(text=self._say(f"judging.{name}"), size_hint=(None, None), most=24, least=17)
        if name in _PAGES:
            field.bind(on_touched=lambda _: self._turn_to(name))
        return field

    def _turn_to(self, page: str) -> None:
        self._page = page
        for widget in (*(one for widgets in self._pages.values() for one in widgets), self.nothing):
            if widget.parent is not None:
                self.remove_widget(widget)
        nothing = page == "worst" and bool(self.nothing.text)
        for widget in (self.nothing,) if nothing else self._pages[page]:
            self.add_widget(widget)
        for name in _PAGES:
            self.fields[name].main = name == page
        self._lay()

    def _say(self, key: str, **values: str) -> str:
        return sentence(key, values, language=self._language)

    # --- layout ------------------------------------------------------------------------------------

    def _lay(self, *_: object) -> None:
        margin = THEME.margin_px
        lying = self.width > self.height
        foot = (THEME.touch_px + THEME.gap_px) * (1 if lying else 2) + THEME.gap_px
        places = grid(Box(self.x, self.y, self.width, foot), *((4, 1) if lying else (2, 2)))
        for field, place in zip(self.fields.values(), places, strict=True):
            field.pos, field.size = place[:2], place[2:]
        room = Box(self.x, self.y + foot, self.width, max(self.height - foot, 1))
        self.progress.size = (self.width * 0.8, THEME.px(100))
        self.progress.pos = (self.x + self.width * 0.1, self.y + self.height / 2 - THEME.px(50))
        self.nothing.pos = (room.x + margin, room.y)
        self.nothing.size = (max(room.width - 2 * margin, 1), room.height)
        self.sums.pos, self.sums.size = room[:2], room[2:]
        says = THEME.px(40)
        self.graph_says.pos = (room.x + margin, room.y + room.height - says)
        self.graph_says.size = (room.width - 2 * margin, says)
        high = min(room.height - says, room.width * 0.62)
        self.graph.pos, self.graph.size = (room.x, room.y + room.height - says - high), (room.width, high)
        self._lay_worst(room, lying=lying)

    def _lay_worst(self, room: Box, *, lying: bool) -> None:
        margin, line = THEME.margin_px, THEME.px(30)
        told = ((self.made, line), (self.best, line), (self.reason, 1.5 * line))  # the reason may take two lines
        below = sum(words_high for _, words_high in told)
        wide = room.width * 0.54 if lying else room.width
        high = min((wide - margin) / _ASPECT, room.height - below - THEME.px(8) if lying else room.height * 0.5)
        top = room.y + room.height - THEME.px(4)
        self.board.size = (high * _ASPECT, high)
        self.board.pos = (room.x + (wide - high * _ASPECT) / 2, top - high)
        y = top - high
        for words, words_high in told:
            y -= words_high
            words.pos, words.size = (room.x + margin, y), (wide - 2 * margin, words_high)
        if lying:
            self.worst.pos, self.worst.size = (room.x + wide, room.y), (room.width - wide, room.height)
        else:
            self.worst.pos = room[:2]
            self.worst.size = (room.width, max(room.height - high - below - margin, 1))


def _ways(decision: PlayJudged) -> tuple[tuple[Arrow, ...], tuple[Arrow, ...]]:
    """The play made and the best one."""
    made = Play() if decision.made is None else decision.made.play
    return arrows_of(made, decision.side), arrows_of(decision.best.play, decision.side)


Builder.load_file(str(Path(__file__).with_name("analysis.kv")))
