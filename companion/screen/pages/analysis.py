"""The analysis page: progress, totals, match graph, errors and all turns of a recorded match."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.coach.analysis_text import ReportSpeaker, TextRow
from companion.coach.match_graph import GraphError, GraphPoint, errors_on, match_graph_of, place_of, step_at, step_of
from companion.coach.rate_words import pr_says
from companion.coach.report import Judged, JudgedDecision, MatchReport
from companion.errors import CompanionError
from companion.games.backgammon import Play
from companion.games.rules import Side
from companion.match.view import View
from companion.screen.analysed import compared, error_words, options_words, rolled_in, view_of_step, words_of
from companion.screen.board.board import BoardWidget
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.tasks import Here, Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Framed, Line, column, row
from companion.screen.widgets.match_graph import SwingGraph
from companion.screen.widgets.play_row import PLAY_ROW
from companion.screen.widgets.progress import Progress
from companion.screen.widgets.row_field import RowField
from companion.screen.widgets.rows import Rows
from companion.screen.widgets.sign_field import SignField
from companion.screen.widgets.words import WordField, Words

_SAID: Final = 90.0
_SAID_UPRIGHT: Final = 130.0
"""The height of what is said of a decision."""
_STRIP: Final = 32.0
_ARROW: Final = 76.0
_ROW: Final = 64.0
_PLAY_ROW: Final = 62.0
_PAGES: Final = ("summary", "swings", "worst", "turns")
_MOST: Final = 20


class SumRow(RowField):
    """A line of the summary: its title, and the words for both players."""

    what = StringProperty("")
    light = StringProperty("")
    dark = StringProperty("")
    bold_row = BooleanProperty(False)
    shows = ("what", "light", "dark", "bold_row")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(bare=True, **kwargs)

    def _lay(self, *_: object) -> None:
        x, room = self.x + THEME.margin_px, self.width - 2 * THEME.margin_px
        for name, share in zip(("what", "light", "dark"), (0.44, 0.28, 0.28), strict=True):
            wide = room if not (self.light or self.dark) else room * share
            is_title = name == "what"
            self.put(
                name, getattr(self, name), (x, self.y, wide - THEME.px(8), self.height), most=22, least=15,
                bold=self.bold_row or not is_title, halign="left" if is_title else "right",
                color=THEME.ink_quiet if is_title else THEME.ink,
            )  # fmt: skip
            x += wide


class WorstRow(RowField):
    """An error in the list: player, roll, turn, equity lost, and what it cost."""

    who = StringProperty("")
    where = StringProperty("")
    lost = StringProperty("")
    lit = BooleanProperty(False)
    shows = ("who", "where", "lost", "lit")

    def _lay(self, *_: object) -> None:
        self.main = self.lit
        ink = THEME.ink_button_main if self.lit else THEME.ink
        margin, right, high = THEME.px(10), THEME.px(104), self.height
        left, room = self.x + margin, self.width - right - 3 * margin
        self.put(
            "who", self.who, (left, self.y + high * 0.4, room, high * 0.58), bold=True, most=23, least=14, color=ink
        )
        quiet = ink if self.lit else THEME.ink_quiet
        self.put("where", self.where, (left, self.y + high * 0.05, room, high * 0.36), most=18, least=15, color=quiet)
        lost = (self.x + self.width - right - margin, self.y, right, high)
        self.put("lost", self.lost, lost, bold=True, most=23, least=16, halign="right", color=ink)


class AnalysisPage(AppPage):
    """The engine's analysis of a match.  ``match``: its number, by default that of the one at the table.

    ``game`` and ``turn``: which turn is shown first; by default the summary is.
    """

    views = View
    title = "screen.analysis"

    def __init__(
        self, services: Services, ways: Navigator, *, language: str, match: int | None = None, game: int | None = None,
        turn: int | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(services, ways, language=language, **kwargs)
        assert services.analyses is not None
        self._analyses: Final = services.analyses
        self._match: Final = match
        self._first = (game, turn) if game and turn else None
        self._view: View | None = None
        self._telling: ReportSpeaker | None = None
        self._steps: tuple[Judged, ...] = ()
        self._step = 0
        self._errors: tuple[JudgedDecision, ...] = ()
        self._chosen: JudgedDecision | None = None
        self._page = "summary"
        self.progress: Final = Progress(text=self._text("judging.begins"))
        self.sums: Final = Rows(row=42)
        self.sums.viewclass = "SumRow"
        self.graph: Final = SwingGraph()
        self.graph.bind(on_chosen=lambda _, chosen: self._go_to(chosen))
        self.graph_says: Final = Words(most=22, least=16, color=THEME.ink_quiet)
        self.worst: Final = Rows(row=_ROW)
        self.worst.viewclass = "WorstRow"
        self.options: Final = Rows(row=_PLAY_ROW)
        self.options.viewclass = PLAY_ROW
        self.board: Final = BoardWidget()
        self.place: Final = Words(bold=True, most=22, least=15)
        self.made: Final = Words(bold=True, most=22, least=15)
        self.best: Final = Words(bold=True, most=22, least=15)
        self.standing: Final = Words(most=20, least=14, color=THEME.ink_quiet)
        self.reason: Final = Words(most=20, least=14, color=THEME.ink_quiet)
        self.nothing: Final = Words(most=31, halign="center", color=THEME.ink_quiet, padding=(THEME.margin_px, 0))
        self.back: Final = SignField(sign="left")
        self.on: Final = SignField(sign="right")
        self.back.bind(on_touched=lambda _: self._move(-1))
        self.on.bind(on_touched=lambda _: self._move(1))
        self.fields: Final = {name: self._page_field(name) for name in (*_PAGES, "drills")}
        self.fields["drills"].bind(on_touched=lambda _: self._make_drills())
        self.again: Final = self._field(lambda: self._begin(anew=True), "judging.again", most=24, least=15)
        says = column(self.graph_says, margin=True)
        self._beginning: Final = Fields(self.again)
        self._list: Final = column()
        self._foot: Final = self._fields()
        self._decision: Final = self._of_decision()
        self._pages: Final[dict[str, Widget]] = {
            "summary": self.sums,
            "swings": column((says, 64 if THEME.upright else 40), self.graph),
            "worst": self._decision,
            "turns": self._decision,
        }
        self._whole: Final = self._hold(self.progress)
        self.tasks: Final = Tasks(self._failed)
        self._begin(anew=False)

    def show(self, view: View) -> None:
        """Take the newest view: boards are drawn with the colours and orientation of the board on the table."""
        first, self._view = self._view is None, view
        self.graph.checker_bgr = view.checker_bgr
        if first:
            self._say_decision()

    def closed(self) -> None:
        """Stop the analysis; what is done so far is kept and resumed the next time."""
        self.tasks.drop()

    # --- the analysis ------------------------------------------------------------------------------

    def _begin(self, *, anew: bool) -> None:
        if (step := self.step) is not None:
            self._first = (step.game, step.turn)
        self._telling = None
        self.progress.share = 0
        self.progress.words.text = self._text("judging.begins")
        self._whole.hold(self.progress)
        self.tasks.go(partial(self._judging, anew), self._judged)

    def _judging(self, anew: bool, here: Here) -> MatchReport | None:
        """Analyse on a thread."""
        return self._analyses.analyse(
            self._match,
            on_progress=lambda done, of: here(partial(self._come, done, of)),
            stop=lambda: self.tasks.dropped,
            again=anew,
        )

    def _come(self, done: int, of: int) -> None:
        self.progress.share = done / max(of, 1)
        self.progress.words.text = self._text("judging.at", done=str(done), all=str(of))

    def _judged(self, report: MatchReport | None) -> None:
        if report is None:
            return
        self._telling = telling = ReportSpeaker(report, self._language)
        names = TextRow("", telling.name(Side.LIGHT), telling.name(Side.DARK))
        words = (telling.result, telling.occasion, telling.about, *telling.notes)
        self.sums.data = [
            *(self._sum(row, bold=row is names) for row in (names, *telling.summary)),
            *(self._sum(TextRow(word, "", ""), bold=False) for word in words if word),
        ]
        self.graph.swings = match_graph_of(report)
        self.graph.errors = errors_on(self.graph.swings, report)
        self.graph_says.text = f"{telling.graph_caption}. {telling.say('graph-says')}."
        self._steps, self._errors = report.steps, report.worst(_MOST)
        self._chosen = self._errors[0] if self._errors else None
        self._step = step_of(report, *self._first) if self._first else 0
        self.nothing.text = "" if self._errors else telling.say("no-errors")
        self.fields["drills"].dead = not self._errors
        self.fields["turns"].dead = not self._steps
        self._turn_to("turns" if self._first and self._steps else "summary")

    def _sum(self, row: TextRow, *, bold: bool) -> dict[str, Any]:
        then = partial(self._ways.tell, pr_says(self._language)) if row.is_rate else None
        return {"what": row.what, "light": row.light, "dark": row.dark, "bold_row": bold, "then": then}

    # --- a decision --------------------------------------------------------------------------------

    @property
    def step(self) -> Judged | None:
        """What is shown: one of all steps, or of the errors."""
        if self._page == "worst":
            return self._chosen
        return self._steps[self._step] if self._steps else None

    def _go_to(self, chosen: GraphPoint | GraphError) -> None:
        """Show the turn that was touched on the graph."""
        if self._telling is None or not self._steps:
            return
        if isinstance(chosen, GraphError):
            self._step = next(at for at, one in enumerate(self._steps) if one is chosen.decision)
        else:
            self._step = step_at(self._telling.report, chosen)
        self._turn_to("turns")

    def _move(self, by: int) -> None:
        if self._page == "worst":
            self._choose(self._errors[self._place + by])
        else:
            self._step += by
            self._say_decision()

    @property
    def _place(self) -> int:
        """The place of the shown decision among those that can be stepped through."""
        if self._page == "worst":
            return next((at for at, one in enumerate(self._errors) if one is self._chosen), 0)
        return self._step

    def _choose(self, decision: JudgedDecision) -> None:
        self._chosen = decision
        self._say_decision()

    def _say_decision(self) -> None:
        """Say what was decided in the step that is shown, and fill the list beside it."""
        telling, step = self._telling, self.step
        of = {"worst": len(self._errors), "turns": len(self._steps)}.get(self._page, 0)
        self.back.dead, self.on.dead = not of or self._place <= 0, self._place >= of - 1
        if telling is None or step is None or self._page not in ("worst", "turns"):
            return
        words = words_of(step, telling)
        self.place.text = telling.ranked if self._page == "worst" else words.place
        self.made.text, self.best.text = words.made, words.best
        self.standing.text, self.reason.text = words.standing, words.reason
        self.board.view = view_of_step(step, self._view, rules=telling.report.rules)
        self.board.rolled, self.board.compared = rolled_in(step), compared(step)
        if self._page == "worst":
            self._fill_errors(telling)
        else:
            self._fill_options(telling, step, None)
            self.options.scroll_y = 1
            self.graph.at = place_of(self.graph.swings, step.game, step.turn)

    def _fill_errors(self, telling: ReportSpeaker) -> None:
        self.worst.data = [
            {"who": who, "where": where, "lost": lost, "lit": one is self._chosen, "then": partial(self._choose, one)}
            for one in self._errors
            for who, where, lost in (error_words(one, telling),)
        ]

    def _fill_options(self, telling: ReportSpeaker, step: Judged, shown: Play | None) -> None:
        self.options.data = [
            {
                "line": one.line,
                "place": one.rank,
                "worth": one.worth,
                "wins": one.wins,
                "lit": shown is not None and one.play is shown,
                "then": partial(self._show_play, telling, step, one.play),
            }
            for one in options_words(step, telling)
        ]

    def _show_play(self, telling: ReportSpeaker, step: Judged, play: Play | None) -> None:
        """Show another play beside the one made, instead of the best one."""
        if play is not None:
            self.board.compared = compared(step, play)
            self._fill_options(telling, step, play)

    def _make_drills(self) -> None:
        telling = self._telling
        if telling is not None:
            report = telling.report
            self.fields["drills"].dead = True
            self.tasks.run(lambda: self._analyses.keep_drills(report, self._match), self._kept)

    def _kept(self, number: int) -> None:
        self._ways.tell(self._text("judging.drills-kept", n=str(number)))

    def _failed(self, error: CompanionError) -> None:
        if self._telling is not None:
            self._ways.tell(str(error))
            return
        self.nothing.text = str(error)
        self._whole.hold(self.nothing)

    # --- pages -------------------------------------------------------------------------------------

    def _page_field(self, name: str) -> WordField:
        field = WordField(text=self._text(f"judging.{name}"), most=24, least=15)
        if name in _PAGES:
            field.bind(on_touched=lambda _: self._turn_to(name))
        return field

    def _turn_to(self, page: str) -> None:
        self._page = page
        nothing = page == "worst" and bool(self.nothing.text)
        again = [self._beginning] if self._offers_again else []
        self._list.hold(self.worst if page == "worst" else self.options, *again)
        self._whole.hold(self.nothing if nothing else self._pages[page], *self._foot)
        for name in _PAGES:
            self.fields[name].main = name == page
        self._say_decision()

    @property
    def _offers_again(self) -> bool:
        """Whether plays are missing that another analysis would find."""
        return self._page == "turns" and self._telling is not None and self._telling.report.without_plays > 0

    # --- layout ------------------------------------------------------------------------------------

    def _fields(self) -> tuple[Fields, ...]:
        fields = tuple(self.fields.values())
        if THEME.upright:
            return Fields(*fields[:3]), Fields((self.back, _ARROW), *fields[3:], (self.on, _ARROW))
        return (Fields((self.back, _ARROW), *fields, (self.on, _ARROW)),)

    def _of_decision(self) -> Line:
        """The board with what is said of a decision, and the list beside it or below."""
        board, place = Framed(self.board), column(self.place, margin=True)
        if THEME.upright:
            said = column((self.made, 0.2), (self.best, 0.2), (self.standing, 0.2), (self.reason, 0.4), margin=True)
            return column((board, 0.6), (said, _SAID_UPRIGHT), (place, _STRIP), (self._list, 0.4))
        said = column((self.made, 0.26), (self.best, 0.26), (self.reason, 0.48), margin=True)
        standing = column(self.standing, margin=True)
        beside = column((standing, _STRIP), (place, _STRIP), self._list)
        return row((column(board, (said, _SAID)), 0.54), (beside, 0.46))
