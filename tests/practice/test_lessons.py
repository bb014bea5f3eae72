"""The lessons: each exercise can be solved and can be missed, and everything said of it is there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from companion.errors import InputError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.rules import Side
from companion.match.terms import Opponent, Strength
from companion.practice.exercise import OF_CUBE, Exercise, Goal, Practice, PracticePlay, against
from companion.practice.goals import is_reached, outcome_of_cube
from companion.practice.lessons import EXERCISES, LESSONS, board, lesson_named, practice_of
from companion.practice.view import ExerciseStage
from companion.texts import LONGEST, TEXTS, Language, sentence
from tests.practice.services import DOUBLE_UNTIL

ALL = list(EXERCISES.values())
MATCH = against(Opponent(Side.DARK, Strength.BEST)).exercise
SET = [exercise for exercise in ALL if exercise.dice]


def test_the_rules_come_before_six_lessons_of_several_exercises() -> None:
    assert [lesson.name for lesson in LESSONS] == [
        "rules", "bear-off", "race-home", "hit-and-enter", "build-a-point", "full-game", "cube",
    ]  # fmt: skip
    assert all(len(lesson.exercises) >= 3 for lesson in LESSONS)


def test_a_lesson_goes_by_its_name_or_number() -> None:
    assert lesson_named("cube") is lesson_named("7")
    for name in ("8", "0", "0011", "9" * 5000, "cubes", ""):
        with pytest.raises(InputError, match="bear-off"):
            lesson_named(name)
    with pytest.raises(InputError, match="1 to 8"):
        practice_of(lesson_named("1"), 9)


@pytest.mark.parametrize("exercise", ALL, ids=lambda exercise: exercise.key)
def test_both_sides_have_checkers_and_nobody_has_too_many(exercise: Exercise) -> None:
    for side in Side:
        on_board = exercise.position.checkers(side)
        assert on_board >= 1
        assert on_board + exercise.position.off.of(side) == 15


@pytest.mark.parametrize("exercise", ALL, ids=lambda exercise: exercise.key)
def test_the_learner_is_on_roll_but_where_a_double_is_answered(exercise: Exercise) -> None:
    assert (exercise.position.on_roll is exercise.learner) is (exercise.goal is not Goal.ANSWER)


@pytest.mark.parametrize("exercise", SET, ids=lambda exercise: exercise.key)
def test_no_fair_roll_follows_on_set_ones(exercise: Exercise) -> None:
    """So that what is called set dice are set dice."""
    assert len(exercise.dice) == exercise.most_rolls


@pytest.mark.parametrize("exercise", SET, ids=lambda exercise: exercise.key)
def test_the_set_rolls_can_solve_it(exercise: Exercise) -> None:
    assert any(reached for reached in _endings(exercise, exercise.position, 0, ()))


@pytest.mark.parametrize(
    "exercise", [each for each in SET if each.goal not in (Goal.PLAY, Goal.ENTERED)], ids=lambda each: each.key
)
def test_the_set_rolls_can_also_miss_it(exercise: Exercise) -> None:
    assert not all(reached for reached in _endings(exercise, exercise.position, 0, ()))


def _endings(exercise: Exercise, position: Position, thrown: int, made: tuple[PracticePlay, ...]) -> Iterator[bool]:
    dice = exercise.dice[thrown]
    for end, play in legal_plays(position, dice).items():
        played = (*made, PracticePlay(position, dice, play, end))
        reached = is_reached(Practice(exercise, made=played), end)
        if reached or len(played) >= exercise.most_rolls:
            yield reached
        else:
            again = Position(end.points, end.bar, end.off, position.on_roll)
            yield from _endings(exercise, again, thrown + 1, played)


@pytest.mark.parametrize("exercise", ALL, ids=lambda exercise: exercise.key)
def test_it_is_the_same_for_who_has_the_dark_checkers(exercise: Exercise) -> None:
    other = exercise.mirrored()
    assert other.learner is Side.DARK
    assert other.position.pip_count(Side.DARK) == exercise.position.pip_count(Side.LIGHT)
    assert other.mirrored() == exercise


@pytest.mark.parametrize("exercise", [each for each in ALL if each.goal in OF_CUBE], ids=lambda each: each.key)
def test_what_is_right_with_the_cube_follows_from_the_chances(exercise: Exercise) -> None:
    """Where the last roll decides: how often both checkers go off, or not."""
    chance = DOUBLE_UNTIL.get(exercise.key)
    if chance is None:
        return
    won = sum(_takes_off_all(exercise.position, first, second) for first, second in product(range(1, 7), repeat=2))
    assert won == chance
    assert outcome_of_cube(exercise, exercise.right, None).solved


def _takes_off_all(position: Position, first: int, second: int) -> bool:
    return any(end.winner is position.on_roll for end in legal_plays(position, Dice(first, second)))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("exercise", [*ALL, MATCH], ids=lambda exercise: exercise.key)
def test_everything_that_is_said_of_it_fits_two_lines(exercise: Exercise, language: Language) -> None:
    values = {"rolls": "3", "point": "5", "dice": "6-1"}
    for key in (exercise.set_up, exercise.hint):
        assert len(sentence(key, values, language=language)) <= LONGEST


def test_every_stage_and_strength_has_a_text() -> None:
    wanted = {f"practice.stage.{stage.value}" for stage in ExerciseStage}
    wanted |= {f"practice.strength.{strength.value}" for strength in Strength}
    wanted |= {lesson.title for lesson in LESSONS}
    goals = {exercise.goal for exercise in ALL} - {Goal.PLAY, Goal.GAME} - OF_CUBE
    wanted |= {f"practice.missed.{goal.value}" for goal in goals}
    assert wanted <= TEXTS.keys()


def test_a_short_board_counts_each_sides_points_from_its_own_home() -> None:
    position = board("6:2 bar:1", "1:3")
    assert position.points[5] == 2
    assert position.points[23] == -3
    assert (position.bar.light, position.off.light, position.off.dark) == (1, 12, 12)
