"""The pictures of the coach, drawn again: see :mod:`tests.screen.test_gallery`.

What they say of plays is what the built-in engine says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from companion.coach.analysing import analysed, report_of
from companion.coach.engines.builtin import Builtin
from companion.coach.error_rates import error_rate
from companion.coach.grading import CubeFault
from companion.coach.player_errors import KindCount, PlayerErrors
from companion.coach.player_text import PlayerShown
from companion.coach.report import MatchReport, PlayJudged
from companion.coach.teaching import RankedShown
from companion.coach.themes import ErrorTheme
from companion.games.backgammon import START, Dice, Position, legal_plays
from companion.games.backgammon.arrows import arrows_of
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.match.terms import HintLevel
from companion.match.view import view_of
from companion.practice import session as layer
from companion.practice.beginning import begun_at
from companion.practice.lessons import practice_of
from companion.practice.rules import RULES
from companion.record.journal import Header
from companion.record.match import Game, Match, Roll
from companion.record.players import PlayerRecord, PlayersMatch
from companion.record.rating import Rating
from companion.screen import PageName
from tests.practice.services import TERMS
from tests.screen import views
from tests.screen.conftest import Stage
from tests.screen.taught_views import BEFORE, DICE, helped
from tests.screen.test_analysis_screen import Judging
from tests.screen.test_gallery import drawn
from tests.screen.test_practice_screen import Lessons
from tests.screen.with_services import opened, settle, wait_until, with_services

TURNS = (
    ("31", "8/5 6/5"), ("62", "24/16"), ("43", "13/9* 8/5"), ("55", "Cannot Move"), ("64", "24/14"),
    ("21", "bar/24 13/11*"), ("63", "bar/16"), ("52", "13/11 6/1*"), ("41", "bar/24* 13/9"), ("65", "Cannot Move"),
    ("32", "24/21 8/6"), ("66", "Cannot Move"), ("51", "9/4 5/4"), ("42", "bar/23 6/2"),
)  # fmt: skip
"""The rolls of a short game and how they were played: some too quickly."""


class Judged(Judging):
    """By the built-in engine without look-ahead."""

    def __init__(self) -> None:
        super().__init__()
        with Builtin() as engine:
            match = Match(("Anna", "Boris"), 5, (played(),))
            steps = [step.judged for step in analysed(match, engine, ply=0, luck_ply=None)]
            self._report = report_of(match, steps, engine=engine.name, ply=0)

    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport:
        del number, on_progress, stop, again
        return self._report


def played() -> Game:
    position, rolls = replace(START, on_roll=Side.LIGHT), []
    for text, written in TURNS:
        dice, side = Dice.from_text(text), position.on_roll
        position, play = next(one for one in legal_plays(position, dice).items() if one[1].text() == written)
        rolls.append(Roll(side, dice, play))
    return Game(actions=tuple(rolls))


def situation(position: Position) -> Situation:
    return Situation.from_text(position.id(), position.on_roll)


def keep(stage: Stage, name: str) -> None:
    stage.write(f"gallery-{name}")
    drawn(name)


def test_a_page_shows_a_hint_as_it_is(stage: Stage) -> None:
    stage.lay(replace(helped(HintLevel.WHY), score=(2, 5)))
    keep(stage, "hint")


def rows() -> tuple[RankedShown, ...]:
    """All plays of an opening 3-1."""
    with Builtin() as engine:
        ranking = engine.ranking(situation(BEFORE), DICE)
    return tuple(
        RankedShown(one.play.text(), arrows_of(one.play, Side.LIGHT), one.equity, ranking.loss(one), one.chances.win)
        for one in ranking.candidates
    )


def test_a_page_shows_the_list_of_plays_as_it_is(stage: Stage) -> None:
    stage.lay(replace(helped(HintLevel.LIST, rows=rows()), score=(2, 5)))
    stage.touch_field("coach")
    settle()
    keep(stage, "plays")
    stage.app.app_root.home()


def test_a_page_shows_the_path_of_lessons_as_it_is(stage: Stage) -> None:
    with with_services(stage, practice=Lessons(4)):
        opened(stage, PageName.PRACTICE)
        keep(stage, "practice")


@pytest.mark.parametrize(
    ("name", "page"), [("analysis", "worst"), ("analysis-graph", "swings"), ("analysis-turn", "turns")]
)
def test_a_page_shows_an_analysis_as_it_is(stage: Stage, name: str, page: str) -> None:
    with with_services(stage, view=views.START, analyses=Judged()):
        content = opened(stage, PageName.ANALYSIS, match=7)
        wait_until(lambda: content._telling is not None)
        content._choose(content._telling.report.worst(20)[1])
        content._go_to(next(error for error in content.graph.errors if isinstance(error.decision, PlayJudged)))
        content._turn_to(page)
        settle()
        keep(stage, name)


@dataclass
class Records:
    """Anna, with her results and errors."""

    shown: PlayerShown

    def all(self) -> tuple[PlayerRecord, ...]:
        return (self.shown.record,)

    def show(self, name: str) -> PlayerShown:
        del name
        return self.shown


def anna() -> PlayerShown:
    """Ten matches against two people, as an engine judges them."""
    random = np.random.default_rng(3)
    headers = [Header(n, f"2026-11-{10 + n}T19:30:00+01:00", length=7) for n in range(1, 11)]
    matches = tuple(
        PlayersMatch(one, Side.LIGHT, ("Boris", "Zoe")[one.id % 2], False, ((7, one.id // 2), (3, 7))[one.id % 3 == 0],
                     True, one.id % 3 != 0, Rating(1500 + 4 * one.id, 7 * one.id))
        for one in headers
    )  # fmt: skip
    losses = [np.where(random.random(140) < 0.3, random.gamma(0.5, 0.06, 140), 0.0) for _ in headers]
    rates = {one.id: error_rate([each]) for one, each in zip(headers, losses, strict=True)}
    over_all = error_rate(losses)
    assert over_all is not None
    kinds = (KindCount(ErrorTheme.BACK, 14, 0.92), KindCount(CubeFault.MISSED_DOUBLE, 6, 0.71))
    errors = PlayerErrors("gnubg", 2, over_all, {n: one for n, one in rates.items() if one}, None, kinds)
    return PlayerShown(PlayerRecord(("Anna", "Ania"), matches, matches[-1].rating), errors)


def test_a_page_shows_a_player_as_she_is(stage: Stage) -> None:
    with with_services(stage, records=Records(anna())):
        content = opened(stage, PageName.PLAYER, name="Anna")
        wait_until(lambda: bool(content.rows.data))
        settle()
        keep(stage, "player")


def test_a_page_shows_a_rule_of_the_tutorial_as_it_is(stage: Stage) -> None:
    with with_services(stage, practice=Lessons()):
        state = begun_at(TERMS, practice_of(RULES, 3))
        stage.source.view = stage.app.app_root.view = view_of(state, layer=layer)
        settle()
        keep(stage, "rule")
