"""The README's pictures of the coach, drawn anew: see :mod:`tests.screen.test_gallery`.

What they say of plays is what the built-in engine says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.coach.analysing import analysed, report_of
from companion.coach.engines.builtin import Builtin
from companion.coach.report import MatchReport
from companion.coach.teaching import RankedShown, Rung
from companion.games.backgammon import START, Dice, Position
from companion.games.backgammon.arrows import arrows_of
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record.match import Game, Match, Roll
from companion.screen import Place
from tests.screen import views
from tests.screen.conftest import Stage
from tests.screen.furnished import furnished, opened, settle, wait_until
from tests.screen.taught_views import BEFORE, DICE, helped
from tests.screen.test_analysis_screen import Judging
from tests.screen.test_gallery import drawn
from tests.screen.test_practice_screen import Lessons

TURNS = (
    ("31", 0), ("62", 0), ("43", 3), ("55", 0), ("64", 5), ("21", 0), ("63", 0), ("52", 4), ("41", 0), ("65", 1),
    ("32", 6), ("66", 0), ("51", 0), ("42", 2),
)  # fmt: skip
"""The rolls of a short game, and the how-manieth best play was made: some were made too quickly."""


class Judged(Judging):
    """By the built-in engine without look-ahead."""

    def __init__(self) -> None:
        super().__init__()
        with Builtin() as engine:
            match = Match(("Anna", "Boris"), 5, (played(engine),))
            steps = [step.judged for step in analysed(match, engine, ply=0, luck_ply=None)]
            self._report = report_of(match, steps, engine=engine.name, ply=0)

    def analyse(self, number: int | None, *, told: Callable[[int, int], None], stop: Callable[[], bool]) -> MatchReport:
        del number, told, stop
        return self._report


def played(engine: Builtin) -> Game:
    position, rolls = replace(START, on_roll=Side.LIGHT), []
    for text, place in TURNS:
        dice = Dice.from_text(text)
        made = engine.ranking(situation(position), dice, ply=0).candidates[place]
        rolls.append(Roll(position.on_roll, dice, made.play))
        position = made.end
    return Game(actions=tuple(rolls))


def situation(position: Position) -> Situation:
    return Situation.from_text(position.id(), position.on_roll)


def keep(stage: Stage, name: str) -> None:
    stage.keep(f"gallery-{name}")
    drawn(name)


def test_the_readme_shows_a_hint_as_it_is(stage: Stage) -> None:
    stage.show(replace(helped(Rung.WHY), score=(2, 5)))
    keep(stage, "hint")


def rows() -> tuple[RankedShown, ...]:
    """All plays of an opening 3-1."""
    with Builtin() as engine:
        ranking = engine.ranking(situation(BEFORE), DICE)
    return tuple(
        RankedShown(one.play.text(), arrows_of(one.play, Side.LIGHT), one.equity, ranking.loss(one), one.chances.win)
        for one in ranking.candidates
    )


def test_the_readme_shows_the_list_of_plays_as_it_is(stage: Stage) -> None:
    stage.show(replace(helped(Rung.LIST, rows=rows()), score=(2, 5)))
    stage.touch_field("coach")
    settle()
    keep(stage, "plays")
    stage.app.shell.home()


def test_the_readme_shows_the_path_of_lessons_as_it_is(stage: Stage) -> None:
    with furnished(stage, practice=Lessons(4)):
        opened(stage, Place.PRACTICE)
        keep(stage, "practice")


def test_the_readme_shows_an_analysis_as_it_is(stage: Stage) -> None:
    with furnished(stage, view=views.START, analyses=Judged()):
        content = opened(stage, Place.ANALYSIS, match=7)
        wait_until(lambda: content._telling is not None)
        content._turn_to("worst")
        content._choose(content._telling.report.worst(20)[1])
        settle()
        keep(stage, "analysis")
