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
from companion.coach.match_graph import match_graph_of
from companion.coach.report import MatchReport
from companion.errors import EngineError
from companion.record import Journal, Mode
from companion.record.files.document import json_text, match_from_json
from companion.screen import PageName
from companion.texts import Language
from tests.archived import fill
from tests.record.playing import random_match
from tests.screen.archives import shelf_of, touch_row
from tests.screen.conftest import Stage
from tests.screen.engines import ByPips
from tests.screen.test_overflow import SIZES
from tests.screen.test_words_fit import looked_at
from tests.screen.views import START
from tests.screen.with_services import opened, settle, touch, wait_until, with_services

pytestmark = pytest.mark.slow


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
        self.may_go_on, self.told = threading.Event(), threading.Event()
        self.stopped: bool | None = None
        if not waits:
            self.may_go_on.set()

    def analyse(
        self, number: int | None, *, told: Callable[[int, int], None], stop: Callable[[], bool]
    ) -> MatchReport | None:
        assert number == 7
        if self._fails:
            raise EngineError("gnubg: is not installed")
        told(12, 48)
        self.told.set()
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
        assert [row["what"] for row in content.sums.data][1:3] == ["Error rate", "Level"]


def test_who_leaves_stops_it(stage: Stage) -> None:
    analyses = Judging(waits=True)
    with judging(stage, analyses):
        assert analyses.told.wait(10)
        stage.app.app_root.home()
        analyses.may_go_on.set()
        wait_until(lambda: analyses.stopped is not None)
        assert analyses.stopped


def test_without_an_engine_it_says_why(stage: Stage) -> None:
    with judging(stage, Judging(fails=True)) as content:
        wait_until(lambda: bool(content.nothing.text))
        assert content.nothing.text == "gnubg: is not installed"


def test_an_error_is_seen_on_the_board_with_the_play_made_and_the_best_one(stage: Stage) -> None:
    with judging(stage, Judging()) as content:
        wait_until(lambda: content._telling is not None)
        touch(stage, content.fields["worst"])
        touch_row(stage, content.worst, 1)
        error = report().worst(20)[1]
        assert content.board.view.points == error.position.points
        assert content.board.view.at_bottom is error.side, "as who erred saw it"
        assert content.made.text.startswith("Played: ")
        touch(stage, content.fields["drills"])
        wait_until(lambda: bool(stage.app.app_root.said))
        assert stage.app.app_root.said == "3 new drills are kept."
        assert content.fields["drills"].dead


class OfMoney(Judging):
    def analyse(
        self, number: int | None, *, told: Callable[[int, int], None], stop: Callable[[], bool]
    ) -> MatchReport | None:
        found = super().analyse(number, told=told, stop=stop)
        return None if found is None else replace(found, length=0)


@pytest.mark.parametrize(
    ("analyses", "says"),
    [
        (Judging, "Chance that Anna 5 wins the match, after each turn"),
        (OfMoney, "Chance that Anna 5 wins the game, after each turn"),
    ],
)
def test_the_graph_says_whether_it_shows_the_match_or_the_game(
    stage: Stage, analyses: type[Judging], says: str
) -> None:
    with judging(stage, analyses()) as content:
        wait_until(lambda: content._telling is not None)
        touch(stage, content.fields["swings"])
        settle()
        assert content.graph_says.text == says
        assert content.graph.swings == match_graph_of(content._telling.report)


def is_told(content: Any) -> bool:
    return content._telling is not None


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_of_an_analysis_is_cut_off(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    try:
        for language in Language if size in SIZES[:1] + SIZES[3:4] else (Language.RUSSIAN,):
            with judging(stage, Judging(), language) as content:
                wait_until(partial(is_told, content))
                for page in ("summary", "swings", "worst"):
                    content._turn_to(page)
                    assert looked_at(stage, f"{page}, {language.value}") == []
    finally:
        stage.resize(800, 480)


@pytest.mark.parametrize(("mode", "entries", "may"), [
    (Mode.REFEREED, 30, False), (Mode.RECORDED, 30, False), (Mode.TRAINING, 30, True), (Mode.REFEREED, None, True),
])  # fmt: skip
def test_a_match_that_goes_on_is_judged_in_training_only(
    stage: Stage, tmp_path: Path, mode: Mode, entries: int | None, may: bool
) -> None:
    with Journal(tmp_path) as journal:
        header = fill(journal, 5, length=1, mode=mode, most_entries=entries)
    archive = shelf_of(tmp_path)
    with with_services(stage, view=START, archive=archive, bin=archive, analyses=Judging()):
        archive = opened(stage, PageName.ARCHIVE)
        wait_until(lambda: header.id in archive._listed)
        assert archive.fields["analyse"].dead, "none is chosen"
        touch_row(stage, archive.rows, 0)
        assert archive.fields["analyse"].dead is not may
        review = opened(stage, PageName.REVIEW, match=header.id)
        wait_until(lambda: review._record is not None)
        settle()
        assert review.fields["analyse"].dead is not may
