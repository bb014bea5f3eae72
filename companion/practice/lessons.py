"""The lessons.  Positions are the learner's as Light; :meth:`Exercise.mirrored` gives them to Dark.

Set rolls and limits are chosen so that each exercise has plays that solve it and plays that do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.coach.cube_acts import CubeAct
from companion.coach.drills import SOLVED_UP_TO, Drill, Task
from companion.coach.evaluation import MILLI
from companion.errors import InputError, quoted
from companion.games.backgammon import START
from companion.games.backgammon.cube import Act
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.match.terms import Strength
from companion.practice.exercise import Exercise, Goal, Lesson, Practice
from companion.practice.rules import RULES
from companion.practice.shorthand import board as board
from companion.practice.shorthand import rolls

_GOOD_MP: Final = 40.0
"""GNU Backgammon calls a play doubtful from here on."""


_ANCHORS: Final = "24:2 13:5 8:3 6:5"
"""The start position of one side."""

BEAR_OFF: Final = Lesson(
    "bear-off",
    (
        Exercise("bear-off.1", Goal.OFF, board("3:1 2:2 1:2", "3:1 2:2 1:2")),
        Exercise("bear-off.2", Goal.OFF, board("6:1 5:1 4:1 2:1 1:1", "4:2 3:2 1:1"), dice=rolls("41", "52", "63"),
                 rolls=3, limit_mp=_GOOD_MP),
        Exercise("bear-off.3", Goal.GAME, board("6:1 5:1 4:1 3:1 2:1", "6:1 5:1 4:1 3:1 2:1"),
                 strength=Strength.BEGINNER),
    ),
)  # fmt: skip

RACE_HOME: Final = Lesson(
    "race-home",
    (
        Exercise("race-home.1", Goal.HOME, board("9:1 8:1 7:1 5:1 4:1", "6:1 5:1 4:1 3:1 2:1")),
        Exercise("race-home.2", Goal.HOME, board("11:1 10:1 8:1 7:1 6:1", "11:1 10:1 8:1 7:1 6:1"),
                 dice=rolls("53", "42"), rolls=2),
        Exercise("race-home.3", Goal.GAME, board("10:1 8:2 6:2 5:2", "10:1 8:2 6:2 5:2"), strength=Strength.IMPROVER),
    ),
)  # fmt: skip

HIT_AND_ENTER: Final = Lesson(
    "hit-and-enter",
    (
        Exercise("hit-and-enter.1", Goal.ENTERED, board("bar:1 24:1 13:5 8:3 6:5", "24:2 13:4 8:2 6:4 5:3"),
                 dice=rolls("42")),
        Exercise("hit-and-enter.2", Goal.HIT, board("13:4 8:3 6:5 24:2 7:1", "21:1 13:5 8:3 6:5 24:1"),
                 dice=rolls("43")),
        Exercise("hit-and-enter.3", Goal.HIT, board("bar:1 24:1 13:5 8:3 6:5", "24:2 13:4 8:3 6:5 4:1"),
                 dice=rolls("42"), limit_mp=_GOOD_MP),
    ),
)  # fmt: skip

BUILD_A_POINT: Final = Lesson(
    "build-a-point",
    (
        Exercise("build-a-point.1", Goal.POINT, START, dice=rolls("31"), point=5),
        Exercise("build-a-point.2", Goal.POINT, START, dice=rolls("42"), point=4),
        Exercise("build-a-point.3", Goal.POINT, START, dice=rolls("61"), point=7, limit_mp=_GOOD_MP),
        Exercise("build-a-point.4", Goal.PLAY, board("24:2 13:4 8:3 6:5 10:1", _ANCHORS), dice=rolls("53"),
                 limit_mp=_GOOD_MP),
    ),
)  # fmt: skip

FULL_GAME: Final = Lesson(
    "full-game",
    (
        Exercise("full-game.1", Goal.GAME, strength=Strength.BEGINNER),
        Exercise("full-game.2", Goal.GAME, strength=Strength.ONLINE),
        Exercise("full-game.3", Goal.GAME, strength=Strength.BEST),
    ),
)

CUBE: Final = Lesson(
    "cube",
    (
        # One checker left against a roll that takes off both (19 of 36), or does not (13 of 36; 29 of 36).
        Exercise("cube.1", Goal.DOUBLE, board("5:1 2:1", "1:1"), cube=True, right=Act.DOUBLE, limit_mp=_GOOD_MP),
        Exercise("cube.2", Goal.DOUBLE, board("6:1 2:1", "1:1"), cube=True, limit_mp=_GOOD_MP),
        Exercise("cube.3", Goal.ANSWER, board("1:1", "5:1 2:1", Side.DARK), cube=True, right=Act.TAKE,
                 limit_mp=_GOOD_MP),
        Exercise("cube.4", Goal.ANSWER, board("1:1", "4:1 1:1", Side.DARK), cube=True, right=Act.DROP,
                 limit_mp=_GOOD_MP),
        Exercise("cube.5", Goal.DOUBLE, board("6:2 5:2 4:2 3:1 2:1", "6:3 5:2 4:2 3:1"), cube=True, right=Act.DOUBLE,
                 limit_mp=_GOOD_MP),
        Exercise("cube.6", Goal.GAME, cube=True, strength=Strength.ONLINE),
    ),
)  # fmt: skip

LESSONS: Final = (RULES, BEAR_OFF, RACE_HOME, HIT_AND_ENTER, BUILD_A_POINT, FULL_GAME, CUBE)
EXERCISES: Final[Mapping[str, Exercise]] = MappingProxyType(
    {exercise.key: exercise for lesson in LESSONS for exercise in lesson.exercises}
)


def lesson_named(name: str) -> Lesson:
    """A lesson by its name, or by its number from 1.  Raises :class:`InputError` with the names there are."""
    numbered = enumerate(LESSONS, start=1)
    lesson = next((lesson for number, lesson in numbered if name in (lesson.name, str(number))), None)
    if lesson is None:
        names = ", ".join(lesson.name for lesson in LESSONS)
        raise InputError(f"lesson {quoted(name)}: expected one of {names}, or 1 to {len(LESSONS)}")
    return lesson


def practice_of(
    lesson: Lesson, number: int, *, learner: Side = Side.LIGHT, strength: Strength | None = None, seed: int = 0
) -> Practice:
    """A lesson from its exercise of this number, from 1, on.  Raises :class:`InputError` where it has none."""
    if not 1 <= number <= len(lesson.exercises):
        raise InputError(f"exercise {number}: lesson {lesson.name} has 1 to {len(lesson.exercises)}")
    return in_turn(lesson.exercises, number, lesson=lesson.name, learner=learner, strength=strength, seed=seed)


def in_turn(
    exercises: Sequence[Exercise], number: int = 1, *, lesson: str = "", learner: Side = Side.LIGHT,
    strength: Strength | None = None, seed: int = 0,
) -> Practice:  # fmt: skip
    """Exercises one after the other; ``strength``: None = each has its own."""
    mine = [exercise if learner is exercise.learner else exercise.mirrored() for exercise in exercises]
    if strength is not None:
        mine = [replace(exercise, strength=strength) for exercise in mine]
    first, *ahead = mine[number - 1 :]
    return Practice(first, lesson, number, len(mine), tuple(ahead), seed)


_GOALS: Final = {Task.PLAY: Goal.PLAY, Task.DOUBLE: Goal.DOUBLE, Task.ANSWER: Goal.ANSWER}


def game_from(situation: Situation) -> Exercise:
    """A game that goes on from a position, for who is on roll there, at its score and cube."""
    state, position = situation.state, situation.position
    dice = () if state.dice is None else (state.dice,)
    return Exercise("position", Goal.GAME, position, learner=position.on_roll, dice=dice, cube=True, around=state)


def drill_exercise(drill: Drill) -> Exercise:
    """A decision from a game that was reviewed, at its score and cube."""
    return Exercise(
        f"drill.{drill.task.value}", _GOALS[drill.task], drill.position, learner=drill.side,
        dice=() if drill.dice is None else (drill.dice,), limit_mp=MILLI * SOLVED_UP_TO, cube=True,
        right=drill.best.act if isinstance(drill.best, CubeAct) else None, around=drill.situation.state, drill=drill.id,
    )  # fmt: skip
