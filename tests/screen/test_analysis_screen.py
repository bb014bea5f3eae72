"""A match that is judged: while it is, what is found, and when it may not be."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from companion.coach.analysing import analysed, report_of
from companion.coach.cube_acts import CubeAct
from companion.coach.match_graph import match_graph_of
from companion.coach.rate_words import pr_says
from companion.coach.report import CubeJudged, Judged, MatchReport, PlayJudged, cost_of
from companion.errors import EngineError
from companion.games.backgammon import legal_plays
from companion.games.backgammon.arrows import arrows_of
from companion.record import Journal, Mode
from companion.record.files.document import json_text, match_from_json
from companion.screen import PageName
from companion.texts import Language
from tests.archived import fill
from tests.coach.judged import report as judged_report
from tests.record.playing import random_match
from tests.screen.archives import shelf_of, touch_row
from tests.screen.conftest import Stage
from tests.screen.engines import ByPips
from tests.screen.overflow import looked_at
from tests.screen.test_overflow import SIZES
from tests.screen.views import START
from tests.screen.with_services import opened, settle, touch, wait_until, with_services


@cache
def report() -> MatchReport:
    """Of the first turns of a match."""
    match = match_from_json(json_text(random_match(5, 3)))
    steps = analysed(match, ByPips())
    return report_of(match, [next(steps).judged for _ in range(24)], engine="builtin", ply=0)


class Judging:
    """``waits``: until it is told to go on; ``fails``: there is no engine."""

    def __init__(self, *, waits: bool = False, fails: bool = False) -> None:
        self._fails = fails
        self.may_go_on, self.begun = threading.Event(), threading.Event()
        self.stopped: bool | None = None
        if not waits:
            self.may_go_on.set()

    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport | None:
        del again
        assert number == 7
        if self._fails:
            raise EngineError("gnubg: is not installed")
        on_progress(12, 48)
        self.begun.set()
        self.may_go_on.wait(10)
        self.stopped = stop()
        return None if self.stopped else report()

    def keep_drills(self, report: MatchReport, number: int | None) -> int:
        assert (number, report.engine) == (7, "builtin")
        return 3


@contextmanager
def judging(stage: Stage, analyses: Judging, language: Language = Language.ENGLISH) -> Iterator[Any]:
    with with_services(stage, {"screen.language": language.value}, view=START, analyses=analyses):
        yield opened(stage, PageName.ANALYSIS, match=7)


def test_how_far_it_is_is_told_and_what_is_found_takes_its_place(stage: Stage) -> None:
    analyses = Judging(waits=True)
    with judging(stage, analyses) as content:
        wait_until(lambda: content.progress.share > 0)
        assert content.progress.words.text == "12 of 48 decisions"
        assert content.progress.share == pytest.approx(0.25)
        analyses.may_go_on.set()
        wait_until(lambda: content._telling is not None)
        assert content.progress.parent is None
        assert [row["what"] for row in content.sums.data][1:3] == ["Error rate (millipoints per decision)", "Level"]


@pytest.mark.parametrize("language", list(Language))
def test_the_pr_is_beside_each_error_rate_and_a_touch_says_what_it_is(stage: Stage, language: Language) -> None:
    stage.resize(480, 800)
    with judging(stage, Judging(), language) as content:
        wait_until(partial(is_told, content))
        rates = [row for row in content.sums.data if row["then"] is not None]
        assert len(rates) == 3
        assert all("(PR\N{NO-BREAK SPACE}" in row["light"] and "(PR\N{NO-BREAK SPACE}" in row["dark"] for row in rates)
        rates[0]["then"]()
        settle()
        assert stage.app.app_root.said == pr_says(language)
        assert looked_at(stage, "pr") == []
        stage.keep(f"analysis-pr-{language.value}")
        stage.app.app_root._unsay()
        stage.keep(f"analysis-rates-{language.value}")


def test_who_leaves_stops_it(stage: Stage) -> None:
    analyses = Judging(waits=True)
    with judging(stage, analyses):
        assert analyses.begun.wait(10)
        stage.app.app_root.home()
        analyses.may_go_on.set()
        wait_until(lambda: analyses.stopped is not None)
        assert analyses.stopped


def test_without_an_engine_it_says_why(stage: Stage) -> None:
    with judging(stage, Judging(fails=True)) as content:
        wait_until(lambda: bool(content.nothing.text))
        assert content.nothing.text == "gnubg: is not installed"


def test_errors_stand_in_the_order_of_what_they_cost_and_are_seen_on_the_board_with_the_best_play(stage: Stage) -> None:
    with judging(stage, Judging()) as content:
        wait_until(lambda: content._telling is not None)
        touch(stage, content.fields["worst"])
        costs = [cost_of(error) for error in content._errors]
        assert costs == sorted(costs, reverse=True)
        assert content.place.text == "Ranked by the match winning chances lost"
        first = content.worst.data[0]
        assert first["lost"].startswith(f"{100 * costs[0]:.2f}%")
        touch(stage, content.on)
        assert content.worst.data[1]["lit"]
        touch(stage, content.back)
        assert content.worst.data[0]["lit"]
        assert content.back.dead
        touch_row(stage, content.worst, 1)
        error = report().worst(20)[1]
        assert content.board.view.points == error.position.points
        assert content.board.view.at_bottom is error.side, "as who erred saw it"
        assert content.made.text.startswith("Played: ")
        touch(stage, content.fields["drills"])
        wait_until(lambda: bool(stage.app.app_root.said))
        assert stage.app.app_root.said == "3 new drills are saved."
        assert content.fields["drills"].dead


def test_a_touch_of_the_graph_leads_to_the_turn_and_near_an_error_to_the_error(stage: Stage) -> None:
    with judging(stage, Judging()) as content:
        wait_until(lambda: content._telling is not None)
        touch(stage, content.fields["swings"])
        settle()
        assert content.graph_says.text.startswith("Chance that Anna 5 wins the match, after each turn. ")
        assert content.graph.swings == match_graph_of(content._telling.report)
        errors = content.graph.errors
        assert errors
        for error in errors[:3]:
            stage.touch(*content.graph.place_of(error.at))
            settle()
            assert content._page == "turns"
            assert (content.step.game, content.step.turn) == (error.decision.game, error.decision.turn)
            assert content.step.loss > 0.04
            touch(stage, content.fields["swings"])
            assert content.graph.at == error.at, "the turn that was shown is pointed at"
        content.graph.errors = ()
        at = next(at for at, point in enumerate(content.graph.swings) if point.turn == 5)
        stage.touch(content.graph.place_of(at)[0], content.graph.center_y)
        settle()
        assert content.step.turn == 5
        assert content.board.rolled == (content.step.side, content.step.dice)


def test_every_turn_is_stepped_through_with_all_its_plays(stage: Stage) -> None:
    with judging(stage, Judging()) as content:
        wait_until(lambda: content._telling is not None)
        touch(stage, content.fields["turns"])
        assert content.back.dead
        seen = [content.step]
        while not content.on.dead:
            touch(stage, content.on)
            seen.append(content.step)
            if isinstance(content.step, PlayJudged):
                legal = legal_plays(content.step.position, content.step.dice)
                assert len(content.options.data) == len(legal)
                assert sum(row["line"].words.startswith("Played: ") for row in content.options.data) == 1
                equities = [row["line"].equity for row in content.options.data]
                assert equities == sorted(equities, reverse=True)
        assert tuple(seen) == report().steps
        turns = {(one.game, one.turn) for one in report().decisions if isinstance(one, PlayJudged)}
        assert {(one.game, one.turn) for one in seen} >= turns


def test_another_play_of_the_list_is_shown_beside_the_one_made(stage: Stage) -> None:
    with judging(stage, Judging()) as content:
        wait_until(lambda: content._telling is not None)
        touch(stage, content.fields["turns"])
        step = content.step
        touch_row(stage, content.options, 2)
        assert content.options.data[2]["lit"]
        assert content.board.compared == (
            step.side, arrows_of(step.made.play, step.side), arrows_of(step.plays[2].play, step.side),
        )  # fmt: skip


class OfCube(Judging):
    """A match with a double that was wrongly dropped, and one rightly taken."""

    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport | None:
        del number, on_progress, stop, again
        return judged_report()


def test_a_decision_about_the_cube_shows_cube_score_and_what_each_action_is_worth(stage: Stage) -> None:
    with judging(stage, OfCube()) as content:
        wait_until(lambda: content._telling is not None)
        touch(stage, content.fields["turns"])
        content._step = next(
            at for at, one in enumerate(content._steps) if isinstance(one, CubeJudged) and one.act is CubeAct.DROPPED
        )
        content._say_decision()
        assert content.standing.text == "Score 0–2, match to 5 · Cube in the middle"
        assert [row["line"].words for row in content.options.data] == ["Take", "Drop"]
        assert content.board.view.cube_offered_by is content.step.side.other
        assert content.board.view.with_cube
        assert content.board.rolled is None


class Saved(Judging):
    """By an earlier version, which kept no plays; ``again``: as often as it was asked to judge again."""

    again = 0

    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport | None:
        found = super().analyse(number, on_progress=on_progress, stop=stop, again=again)
        self.again += again
        assert found is not None
        return found if again else without_plays(found)


def without_plays(found: MatchReport, most: int = 99) -> MatchReport:
    """``most``: of the turns up to this one."""

    def bare(one: Judged) -> Judged:
        return replace(one, plays=()) if isinstance(one, PlayJudged) and one.turn <= most else one

    return replace(found, games=tuple(replace(game, judged=tuple(map(bare, game.judged))) for game in found.games))


def test_an_analysis_without_plays_says_so_and_is_judged_again_on_request(stage: Stage) -> None:
    analyses = Saved()
    with judging(stage, analyses) as content:
        wait_until(lambda: content._telling is not None)
        assert any("earlier version" in row["what"] for row in content.sums.data)
        touch(stage, content.fields["turns"])
        shown = content.step
        assert isinstance(shown, PlayJudged)
        assert shown.choices > 2
        assert len(content.options.data) <= 2
        touch(stage, content.again)
        wait_until(lambda: analyses.again == 1 and content._telling is not None)
        settle()
        assert content.again.get_root_window() is None
        assert (content.step.game, content.step.turn) == (shown.game, shown.turn)
        assert len(content.options.data) == content.step.choices


def test_the_review_leads_to_the_analysis_of_the_turn_that_it_shows(stage: Stage, tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = fill(journal, 5, length=1, mode=Mode.REFEREED)
    archive = shelf_of(tmp_path)
    with with_services(stage, view=START, archive=archive, trash=archive, analyses=AnyMatch()):
        review = opened(stage, PageName.REVIEW, match=header.id, game=1, turn=4)
        wait_until(lambda: review._record is not None and review.turn is not None)
        touch(stage, review.fields["analyse"])
        content = stage.app.app_root.top.content
        wait_until(lambda: content._telling is not None)
        assert content._page == "turns"
        assert (content.step.game, content.step.turn) == (1, 4)
        stage.app.app_root.back()
        settle()
        assert stage.app.app_root.top.content is review


class AnyMatch(Judging):
    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport | None:
        del number, on_progress, stop, again
        return report()


class OfMoney(Judging):
    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport | None:
        found = super().analyse(number, on_progress=on_progress, stop=stop, again=again)
        return None if found is None else replace(found, length=0)


def test_the_graph_of_a_money_session_shows_the_game(stage: Stage) -> None:
    with judging(stage, OfMoney()) as content:
        wait_until(lambda: content._telling is not None)
        touch(stage, content.fields["swings"])
        settle()
        assert content.graph_says.text.startswith("Chance that Anna 5 wins the game, after each turn. ")
        assert content.graph.swings == match_graph_of(content._telling.report)


def is_told(content: Any) -> bool:
    return content._telling is not None


class OfLongNames(Judging):
    """With names as long as they may be, and all that an analysis can say in one."""

    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport | None:
        found = super().analyse(number, on_progress=on_progress, stop=stop, again=again)
        names = "Bartłomiej Wojciechowski", "Константин Ростропович"
        return None if found is None else without_plays(replace(found, names=names), most=3)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_of_an_analysis_is_cut_off(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    with judging(stage, OfLongNames(), Language.RUSSIAN) as content:
        wait_until(partial(is_told, content))
        for page in ("summary", "swings", "worst", "turns"):
            content._turn_to(page)
            assert looked_at(stage, page) == []
        for error in content.graph.errors[:4]:
            content._go_to(error)
            assert looked_at(stage, f"{error.decision.turn}") == []


def test_a_match_that_goes_on_is_judged_in_training_only(stage: Stage, tmp_path: Path) -> None:
    may = {}
    with Journal(tmp_path) as journal:
        for mode, entries in ((Mode.REFEREED, 30), (Mode.RECORDED, 30), (Mode.TRAINING, 30), (Mode.REFEREED, None)):
            header = fill(journal, 5, length=1, mode=mode, most_entries=entries)
            may[header.id] = mode is Mode.TRAINING or entries is None
    archive = shelf_of(tmp_path)
    with with_services(stage, view=START, archive=archive, trash=archive, analyses=Judging()):
        archive = opened(stage, PageName.ARCHIVE)
        wait_until(lambda: set(may) <= set(archive._listed))
        assert archive.fields["analyse"].dead, "none is chosen"
        for place, number in enumerate(header.id for header in archive._headers):
            touch_row(stage, archive.rows, place)
            assert archive.fields["analyse"].dead is not may[number]
        for number in may:
            review = opened(stage, PageName.REVIEW, match=number)
            wait_until(lambda review=review: review._record is not None)  # type: ignore[misc]
            settle()
            assert review.fields["analyse"].dead is not may[number]
