"""Whether an exercise is over, and how well it was done."""

from __future__ import annotations

from typing import Final

from companion.coach.at_the_table.events import HintReady
from companion.coach.evaluation import MILLI, PlayReason
from companion.games.backgammon import Play, Position
from companion.games.backgammon.cube import Act
from companion.match.phases import OVER
from companion.match.state import State
from companion.practice.exercise import OF_CUBE, Exercise, ExerciseOutcome, Goal, Practice, millipoints

_HOME: Final = 6
_MADE: Final = 2
"""Checkers that make a point."""
_AS_GOOD_MP: Final = 1.0
"""A play that loses no more is as good as the best one."""


def outcome_of(practice: Practice, state: State) -> ExerciseOutcome | None:
    """What came of the plays so far, None as long as the exercise goes on or an engine has still to grade it."""
    exercise = practice.exercise
    if practice.is_match:
        return None
    if exercise.goal is Goal.GAME:
        return _of_game(practice, state) if state.phase in OVER else None
    if not _has_ended(practice, state) or awaits_grade(practice, state):
        return None
    return _graded(practice) if is_reached(practice, state.record.position) else _missed(practice)


def awaits_grade(practice: Practice, state: State) -> bool:
    """Whether all is played, and only an engine's word on the last play is missing."""
    if practice.exercise.limit_mp is None or practice.outcome is not None or not _has_ended(practice, state):
        return False
    return not practice.made[-1].sure and not practice.deserted


def _has_ended(practice: Practice, state: State) -> bool:
    if practice.exercise.goal in OF_CUBE | {Goal.GAME} or not practice.made:
        return False
    return is_reached(practice, state.record.position) or state.phase in OVER or _is_too_late(practice)


def outcome_of_cube(exercise: Exercise, act: Act | None, answer: HintReady | None) -> ExerciseOutcome:
    """What came of a decision about the cube, and why as far as an engine says it; ``act`` None: rolled instead."""
    advice, why = (None, None) if answer is None else (answer.advice, answer.reason)
    if advice is None:
        solved, loss = act is exercise.right, None
        better = exercise.right
    else:
        loss = advice.loss(act)
        solved = MILLI * loss <= (exercise.limit_mp or 0.0)
        better = _better(act)
    said = PlayReason("practice.right") if solved else cube_said(better)
    return ExerciseOutcome(exercise.key, solved, said, millipoints(loss), why=why)


def cube_said(better: Act | None) -> PlayReason:
    """What is said of an act with the cube where another one is better; None is to roll without doubling."""
    return PlayReason(_BETTER[better])


_BETTER: Final = {
    Act.DOUBLE: "practice.better.double",
    None: "practice.better.no-double",
    Act.TAKE: "practice.better.take",
    Act.DROP: "practice.better.drop",
}


def _better(act: Act | None) -> Act | None:
    """The other one of two."""
    return {Act.DOUBLE: None, None: Act.DOUBLE, Act.TAKE: Act.DROP, Act.DROP: Act.TAKE}.get(act)


def _of_game(practice: Practice, state: State) -> ExerciseOutcome:
    won = state.record.result is not None and state.record.result.side is practice.learner
    return ExerciseOutcome(
        practice.exercise.key, True, PlayReason("practice.game-won" if won else "practice.game-lost"), lost=not won
    )


def _is_too_late(practice: Practice) -> bool:
    most = practice.exercise.most_rolls
    return bool(most) and len(practice.made) >= most


def is_reached(practice: Practice, position: Position) -> bool:
    """Whether the goal is reached by the plays so far, the last of which led to ``position``."""
    exercise, last = practice.exercise, practice.made[-1]
    match exercise.goal:
        case Goal.OFF:
            return position.checkers(exercise.learner) == 0
        case Goal.HOME:
            return sum(position.counts(exercise.learner)[_HOME:]) == 0
        case Goal.ENTERED:
            return position.counts(exercise.learner)[-1] == 0
        case Goal.HIT:
            return any(step.hit for step in last.play.steps)
        case Goal.POINT:
            return position.counts(exercise.learner)[exercise.point - 1] >= _MADE
        case _:
            return True


def _graded(practice: Practice) -> ExerciseOutcome:
    exercise, worst = practice.exercise, practice.worst()
    if exercise.limit_mp is None:
        return ExerciseOutcome(exercise.key, True, PlayReason("practice.solved"))
    if worst is None:
        # A goal that the board shows is reached without an engine; how good a play is only an engine can say.
        solved = exercise.goal is not Goal.PLAY
        return ExerciseOutcome(exercise.key, solved, PlayReason("practice.solved" if solved else "practice.ungraded"))
    loss_mp = millipoints(worst.loss)
    assert loss_mp is not None
    if loss_mp <= _AS_GOOD_MP:
        return ExerciseOutcome(exercise.key, True, PlayReason(_BEST), loss_mp)
    solved = loss_mp <= exercise.limit_mp
    return ExerciseOutcome(exercise.key, solved, best_said(loss_mp / MILLI, worst.best, solved=solved), loss_mp, worst)


_BEST: Final = "practice.best-play"


def best_said(loss: float, best: Play | None, *, solved: bool) -> PlayReason:
    """What is said of a play that gave up so much equity against the best one."""
    if MILLI * loss <= _AS_GOOD_MP:
        return PlayReason(_BEST)
    values = {"play": best.text()} if best is not None else {}
    return PlayReason("practice.good-play" if solved else "practice.costly", values)


def _missed(practice: Practice) -> ExerciseOutcome:
    exercise, worst = practice.exercise, practice.worst()
    loss_mp = millipoints(worst.loss) if worst is not None else None
    return ExerciseOutcome(
        exercise.key, False, PlayReason(f"practice.missed.{exercise.goal.value}", _facts(exercise)), loss_mp, worst
    )


def _facts(exercise: Exercise) -> dict[str, str]:
    return {"rolls": str(exercise.most_rolls), "point": str(exercise.point)}
