"""The lessons as the built-in engine sees them: what they ask for is right, and there is something to get wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.coach.engines.choosing import engine_named
from companion.coach.evaluation import MILLI
from companion.coach.evaluator import Evaluator
from companion.games.backgammon.cube import Act
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.practice.exercise import OF_CUBE, Exercise, Goal, Practice, PracticePlay
from companion.practice.goals import is_reached
from companion.practice.lessons import EXERCISES

GRADED = [each for each in EXERCISES.values() if each.dice and each.limit_mp is not None]
CUBES = [each for each in EXERCISES.values() if each.goal in OF_CUBE]


@pytest.fixture(scope="module")
def engine() -> Iterator[Evaluator]:
    with engine_named("builtin") as found:
        yield found


def situation(exercise: Exercise) -> Situation:
    side = exercise.position.on_roll
    return Situation(exercise.position, MatchState(on_roll=side, to_act=side), "xgid")


@pytest.mark.parametrize("exercise", GRADED, ids=lambda exercise: exercise.key)
def test_the_best_play_solves_it_and_most_plays_do_not(exercise: Exercise, engine: Evaluator) -> None:
    ranking = engine.ranking(situation(exercise), exercise.dice[0])
    best = ranking.best
    if exercise.goal is not Goal.OFF:  # which takes more than one roll
        made = PracticePlay(exercise.position, exercise.dice[0], best.play, best.end)
        assert is_reached(Practice(exercise, made=(made,)), best.end), best.play.text()
    good = [each for each in ranking.candidates if MILLI * ranking.loss(each) <= (exercise.limit_mp or 0.0)]
    assert len(good) <= len(ranking.candidates) / 2


@pytest.mark.parametrize("exercise", CUBES, ids=lambda exercise: exercise.key)
def test_what_the_exercise_calls_right_is_right(exercise: Exercise, engine: Evaluator) -> None:
    advice = engine.cube(situation(exercise))
    acts = (Act.TAKE, Act.DROP) if exercise.goal is Goal.ANSWER else (Act.DOUBLE, None)
    losses = {act: MILLI * advice.loss(act) for act in acts}
    assert exercise.limit_mp is not None
    assert losses.pop(exercise.right) <= exercise.limit_mp
    assert min(losses.values()) > exercise.limit_mp


def test_the_other_side_sees_the_same(engine: Evaluator) -> None:
    exercise = replace(GRADED[0])
    mine, others = (engine.ranking(situation(each), each.dice[0]) for each in (exercise, exercise.mirrored()))
    assert mine.best.play == others.best.play
