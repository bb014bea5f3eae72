"""Three evenings by touch, in each language and at each size once: hints in a game, a lesson, a match analysed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from companion.app.archive import StoredArchive
from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.practice import PracticeHere
from companion.app.services import MatchesHere, PlayersHere, facts_of
from companion.app.table import TableSource
from companion.coach.analysing import analysed, report_of
from companion.coach.answering import answer
from companion.coach.at_the_table.shown import coach_shown
from companion.coach.cube_acts import CubeAct
from companion.coach.drill_box import DrillBox
from companion.coach.drills import Drill, drills_of
from companion.coach.report import LeftOut, MatchReport
from companion.coach.teaching import Decision
from companion.games.backgammon import START
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import Game
from companion.games.rules import Side, Stack
from companion.match.phases import Phase
from companion.match.terms import HintLevel
from companion.match.view import View
from companion.practice.progress import attempts
from companion.practice.view import practice_shown
from companion.record import Header, Journal, match_from_entries
from companion.record.archived_match import ArchivedMatch
from companion.record.entries import Entry, Kind
from companion.record.files.document import json_text, match_from_json
from companion.screen import PageName, Services
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.reading import changed
from companion.settings.tree import Settings, terms_of
from companion.texts import Language
from tests.archived import fill
from tests.screen.archives import touch_row
from tests.screen.conftest import Stage
from tests.screen.engines import ByPips
from tests.screen.overflow import looked_at
from tests.screen.test_overflow import faults
from tests.screen.test_story import ENGLISH, RUSSIAN, Clock, Story
from tests.screen.with_services import said, settle, touch, wait_until
from tests.table import after

ROLLS = ((3, 1), (6, 4), (2, 1))
SHORT = 30
"""Entries of a match that is quickly judged."""


class AtOnce:
    """A coach who knows pips and answers before anybody has looked away."""

    def __init__(self, inbox: Inbox, clock: Clock) -> None:
        self._inbox, self._clock = inbox, clock
        self.asked: list[Decision] = []

    def wake(self) -> None: ...

    def rest(self) -> None: ...

    def ask(self, decision: Decision) -> None:
        self.asked.append(decision)
        self._inbox.post(replace(answer(decision, ByPips()), at_s=self._clock.now_s))


@cache
def judged(text: str) -> MatchReport:
    """What an engine that counts pips says of a match, once for all stories; ``text``: the match as JSON."""
    match = match_from_json(text)
    steps = [step.judged for step in analysed(match, ByPips())]
    return report_of(match, steps, engine="builtin", ply=0)


class Judging:
    """Analyses without a process of their own."""

    def __init__(self, folder: Path, record: Callable[[int | None], ArchivedMatch]) -> None:
        self._folder, self._record = folder, record

    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport | None:
        del again
        record = self._record(number)
        on_progress(1, 2)
        report = judged(json_text(match_from_entries(record.header, record.entries)))
        return None if stop() else report

    def keep_drills(self, report: MatchReport, number: int | None) -> int:
        header = self._record(number).header
        with DrillBox(self._folder, shared=True) as box:
            return box.add(drills_of(report, "Anna - Łukasz", date.today(), match=header.id))


@dataclass
class Taught(Story):
    """The window over a table with a coach.  ``wrong``: what was not seen whole so far."""

    coach: AtOnce | None = None

    def look(self) -> None:
        self.services.table.poll()  # what the coach has answered meanwhile is in the next view
        super().look()
        halves = self.stage.screen.ids
        if self.stage.app.app_root.top is None and self.stage.screen.panel is None:
            assert [*faults(halves.lower), *faults(halves.upper)] == []

    def keep(self, name: str) -> None:
        window = self.stage.app.root
        self.stage.keep(f"coach-{name}-{self.language}-{window.width:.0f}")

    @property
    def view(self) -> View:
        view = self.stage.app.app_root.view
        assert isinstance(view, View)
        return view

    @property
    def content(self) -> Any:
        """Of the screen over the game; all of it is seen."""
        settle()
        top = self.stage.app.app_root.top
        assert top is not None
        assert looked_at(self.stage, str(top.content.title)) == []
        return top.content

    def leave(self) -> None:
        """By the field that every screen has."""
        touch(self.stage, self.stage.app.app_root.top.ids.back)
        self.look()


@contextmanager
def taught(stage: Stage, folder: Path, language: Language, size: tuple[int, int]) -> Iterator[Taught]:
    told: dict[str, object] = {"screen.language": language.value, "match.mode": "training", "match.length": 3}
    told["coach.speaks"] = False  # so that the player asks
    settings = changed(Settings(data_dir=folder), {**told, "match.light": "Anna", "match.dark": "Boris"})
    book, rolls = SettingsFile(settings), iter(ROLLS)
    clock, inbox = Clock(), Inbox()
    coach = AtOnce(inbox, clock)
    with Journal(folder, goes_on=True) as journal:
        session = CurrentMatch(
            journal, folders=(folder,), roll=lambda: next(rolls), coaches={Game.BACKGAMMON: coach}, clock=clock
        )
        session.begin(terms_of(settings, asks=True), facts_of(settings))
        archive, sight = StoredArchive(folder, session, sticks=tuple), CameraService()
        with PracticeHere(session, book, seed=1) as practice:
            services = Services(
                TableSource(session, CameraReader(attempts=None), inbox, sight=sight, clock=clock), book,
                MatchesHere(session, journal, book), sight, players=PlayersHere(journal), archive=archive,
                trash=archive, exports=archive, practice=practice, analyses=Judging(folder, archive.record),
            )  # fmt: skip
            with stage.desk(services):
                stage.resize(*size)
                yield Taught(stage, stage.app._services, session, language.value, clock, coach=coach)


# --- hints ---------------------------------------------------------------------------------------


def test_a_beginner_climbs_the_ladder_of_help_and_learns_what_was_better(stage: Stage, tmp_path: Path) -> None:
    with taught(stage, tmp_path, *RUSSIAN) as hypothesis:
        hypothesis.lies(START)
        hypothesis.touches("action", side=Side.LIGHT)
        assert hypothesis.view.dice == (3, 1)
        look_where_a_checker_may_land(hypothesis)
        climb(hypothesis)
        read_the_list(hypothesis)
        play_otherwise_and_ask(hypothesis)
        appended = [
            entry.details["help"] for entry in entries_of(hypothesis) if entry.details and "help" in entry.details
        ]
        assert appended == [1, 2, 3, 4]


def entries_of(hypothesis: Taught) -> tuple[Entry, ...]:
    return hypothesis.session._journal.entries(hypothesis.session.header.id)


def look_where_a_checker_may_land(hypothesis: Taught) -> None:
    board = hypothesis.stage.screen.ids.board
    assert hypothesis.stage.touch(*board.layout.checker(24, Side.LIGHT, 1)) == []
    assert board.touched == 24
    assert set(coach_shown(hypothesis.view).landings[24]) == {20, 21, 23}
    hypothesis.keep("landings")


def climb(hypothesis: Taught) -> None:
    assert coach_shown(hypothesis.view).help is None
    hypothesis.touches("coach", side=Side.LIGHT)
    help_ = coach_shown(hypothesis.view).help
    assert help_ is not None
    assert help_.spots
    assert not help_.arrows
    hypothesis.touches("coach", side=Side.LIGHT)
    assert coach_shown(hypothesis.view).help.arrows  # type: ignore[union-attr]
    assert hypothesis.bands == ("", "")
    hypothesis.touches("coach", side=Side.LIGHT)
    mine, other = hypothesis.bands
    assert mine
    assert other == ""
    hypothesis.keep("why")


def read_the_list(hypothesis: Taught) -> None:
    hypothesis.touches("coach", side=Side.LIGHT)
    content = hypothesis.content
    assert len(content.lines) == len(coach_shown(hypothesis.view).help.rows) > 10  # type: ignore[union-attr]
    touch_row(hypothesis.stage, content.rows, 1)
    assert content.rows.data[1]["lit"]
    hypothesis.keep("list")
    hypothesis.leave()
    assert hypothesis.stage.app.app_root.top is None


def play_otherwise_and_ask(hypothesis: Taught) -> None:
    before = replace(START, on_roll=Side.LIGHT)
    hypothesis.lies(after(before, "31", "8/4"))
    hypothesis.touches("action", side=Side.LIGHT)
    assert hypothesis.session.state.side is Side.DARK
    halves = hypothesis.stage.screen.ids
    assert halves.lower.used == hypothesis.say("hint.used", n="1")
    assert halves.upper.used == ""
    hypothesis.touches("coach", side=Side.LIGHT)
    (remark,) = coach_shown(hypothesis.view).remarks
    assert remark.made == "8/4"
    assert hypothesis.bands[0]
    hypothesis.touches("coach", side=Side.LIGHT)
    panel = hypothesis.stage.screen.panel
    assert [button.text for button in panel.buttons[:2]] == [
        hypothesis.say("hint.mine-was", play="8/4"), hypothesis.say("hint.best-was", play=remark.best)
    ]  # fmt: skip
    hypothesis.keep("compared")
    hypothesis.touches(hypothesis.say("button.close"), side=Side.LIGHT)


# --- a lesson ------------------------------------------------------------------------------------


def test_a_lesson_is_chosen_set_up_solved_and_left(stage: Stage, tmp_path: Path) -> None:
    with taught(stage, tmp_path, *ENGLISH) as hypothesis:
        hypothesis.look()
        app_root = hypothesis.stage.app.app_root
        app_root.open(PageName.WELCOME)
        touch(hypothesis.stage, hypothesis.content.others[PageName.PRACTICE])
        path = hypothesis.content
        assert [step.lesson.solved for step in path.steps] == [0] * 7
        hypothesis.keep("path")
        touch(hypothesis.stage, path.steps[4])
        hypothesis.look()
        assert app_root.top is None
        solve_a_point(hypothesis)
        assert [(one.exercise, one.solved) for one in attempts(tmp_path)] == [("build-a-point.1", True)]
        go_on_and_leave(hypothesis)
        assert practice_shown(hypothesis.view) is None
        assert hypothesis.session.state.phase in (Phase.SETTING_UP, Phase.OPENING)


def solve_a_point(hypothesis: Taught) -> None:
    hypothesis.lies(START)
    assert hypothesis.say("practice.build-a-point.1", dice="3-1", point="5") in hypothesis.bands[0]
    hypothesis.touches("action", side=Side.LIGHT)
    assert hypothesis.view.dice == (3, 1)
    hypothesis.keep("task")
    hypothesis.lies(after(replace(START, on_roll=Side.LIGHT), "31", "8/5 6/5"))
    hypothesis.touches("action", side=Side.LIGHT)
    card = hypothesis.content
    assert card.title == "screen.outcome"
    assert not card.next.dead
    hypothesis.keep("solved")


def go_on_and_leave(hypothesis: Taught) -> None:
    app_root = hypothesis.stage.app.app_root
    touch(hypothesis.stage, hypothesis.content.next)
    hypothesis.look()
    assert app_root.top is None, "the card goes with its exercise"
    practice = practice_shown(hypothesis.view)
    assert practice is not None
    assert practice.number == 2
    hypothesis.touches("menu", hypothesis.say("exercise.lessons"), side=Side.LIGHT)
    path = hypothesis.content
    assert [step.lesson.solved for step in path.steps] == [0, 0, 0, 0, 1, 0, 0]
    touch(hypothesis.stage, path.leave)
    hypothesis.look()


# --- a match looked at again ---------------------------------------------------------------------


def test_a_match_is_analysed_and_its_errors_become_drills(stage: Stage, tmp_path: Path) -> None:
    header = played(tmp_path)
    with taught(stage, tmp_path, *ENGLISH) as hypothesis:
        hypothesis.look()
        hypothesis.stage.app.app_root.open(PageName.ARCHIVE)
        archive = hypothesis.content
        wait_until(lambda: bool(archive.rows.data) and header.id in archive._listed)
        place = next(place for place, row in enumerate(archive.rows.data) if "Łukasz" in row["title"])
        touch_row(hypothesis.stage, archive.rows, place)
        touch(hypothesis.stage, archive.fields["analyse"])
        analysis = hypothesis.content
        wait_until(lambda: analysis._telling is not None)
        for page in ("summary", "swings", "worst"):
            touch(hypothesis.stage, analysis.fields[page])
            assert hypothesis.content is analysis
            hypothesis.keep(page)
        assert len(analysis.graph.swings) > 5
        follow_the_graph(hypothesis, analysis)
        touch(hypothesis.stage, analysis.fields["worst"])
        touch_row(hypothesis.stage, analysis.worst, 1)
        assert analysis.board.compared is not None
        touch(hypothesis.stage, analysis.fields["drills"])
        wait_until(lambda: bool(hypothesis.stage.app.app_root.said))
        kept = len(drills(tmp_path))
        assert kept > 0
        assert said(hypothesis.stage) == hypothesis.say("judging.drills-kept", n=str(kept))
        repeat(hypothesis, kept)


def follow_the_graph(hypothesis: Taught, analysis: Any) -> None:
    """Touch an error on the graph, land on it, and step through all turns from there to both ends."""
    touch(hypothesis.stage, analysis.fields["swings"])
    error = analysis.graph.errors[-1]
    hypothesis.stage.touch(*analysis.graph.place_of(error.at))
    settle()
    assert (analysis.step.game, analysis.step.turn) == (error.decision.game, error.decision.turn)
    assert analysis.reason.text.startswith(analysis._telling.lost(analysis.step))
    hypothesis.keep("turn")
    steps = analysis._telling.report.steps
    for field, at in ((analysis.back, 0), (analysis.on, len(steps) - 1)):
        while not field.dead:
            touch(hypothesis.stage, field)
            assert isinstance(analysis.step, LeftOut) or analysis.options.data
        assert analysis.step is steps[at]


def played(folder: Path) -> Header:
    with Journal(folder) as journal:
        return fill(journal, 5, most_entries=SHORT)


def drills(folder: Path) -> tuple[Drill, ...]:
    with DrillBox(folder) as box:
        return box.drills()


def repeat(hypothesis: Taught, due: int) -> None:
    hypothesis.stage.app.app_root.home()
    hypothesis.stage.app.app_root.open(PageName.PRACTICE)
    path = hypothesis.content
    assert path.drills.text == hypothesis.say("path.due", n=str(due))
    touch(hypothesis.stage, path.drills)
    hypothesis.look()
    practice = practice_shown(hypothesis.view)
    assert practice is not None
    assert practice.title == "practice.drill"
    hypothesis.keep("drill")


def test_what_went_wrong_with_the_cube_is_repeated_on_the_board(stage: Stage, tmp_path: Path) -> None:
    before = MatchState(length=7, score=Stack(3, 5), cube=2, owner=Side.LIGHT)
    doubled = replace(before, owner=Side.DARK, on_roll=Side.DARK, doubled=True)
    dark = replace(START, on_roll=Side.DARK)
    with DrillBox(tmp_path) as box:
        box.add([
            drill(Situation(START, before, "xgid"), CubeAct.DOUBLED, CubeAct.ROLLED),
            drill(Situation(dark, doubled, "xgid"), CubeAct.TOOK, CubeAct.DROPPED),
        ])  # fmt: skip
    with taught(stage, tmp_path, *RUSSIAN) as hypothesis:
        hypothesis.look()
        repeat(hypothesis, 2)
        hypothesis.lies(START)
        assert hypothesis.say("practice.drill.double") in hypothesis.bands[0]
        hypothesis.keep("drill-double")
        hypothesis.touches("double", side=Side.LIGHT)
        hypothesis.keep("drill-doubled")
        touch(hypothesis.stage, hypothesis.content.next)
        hypothesis.lies(START)
        assert hypothesis.say("practice.drill.answer") in hypothesis.bands[0]
        hypothesis.keep("drill-answer")
        hypothesis.touches(hypothesis.say("answer.take"), side=Side.LIGHT)
        assert hypothesis.content.title == "screen.outcome"
        assert [one.tries for one in drills(tmp_path)] == [1, 1]


def drill(situation: Situation, best: CubeAct, made: CubeAct) -> Drill:
    return Drill(situation, best, made, 0.24, "Anna", "match 1", 1, 1, "fake", 0, date.today())


def test_the_coach_is_asked_of_each_roll_once_and_of_the_play_that_was_made(stage: Stage, tmp_path: Path) -> None:
    with taught(stage, tmp_path, *ENGLISH) as hypothesis:
        assert hypothesis.coach is not None
        hypothesis.lies(START)
        hypothesis.touches("action", side=Side.LIGHT)
        asked = [decision.made for decision in hypothesis.coach.asked]
        assert asked == [None]
        hypothesis.touches("coach", side=Side.LIGHT)
        help_ = coach_shown(hypothesis.view).help
        assert help_ is not None
        assert help_.hint_level is HintLevel.CHECKERS
        assert len(hypothesis.coach.asked) == 1, "it was known before it was asked for"
        assert Kind.NOTE in [entry.event for entry in entries_of(hypothesis)]
