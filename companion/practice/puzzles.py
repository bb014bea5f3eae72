"""Puzzles: a position on the drawn board and a decision in it, the own errors that are due first.  Plain values.

No board is set up for them and nothing is recorded: a play is entered by touch, or an act with the cube, and an engine
says what it gives away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, TypeAlias

from companion.coach.answering import answer_of_any
from companion.coach.at_the_table.events import HintReady
from companion.coach.drills import SOLVED_UP_TO, Drill, OfSituation, Task
from companion.coach.evaluation import CubeAdvice, PlayReason, Ranking
from companion.coach.evaluator import Evaluator
from companion.coach.teaching import Decision
from companion.errors import EngineError
from companion.games.backgammon import START, Dice, Play, Position
from companion.games.backgammon.cube import CENTRED, Act
from companion.games.backgammon.play_entry import PlayEntry
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from companion.practice.exercise import Exercise, Goal
from companion.practice.goals import best_said, cube_said
from companion.practice.lessons import LESSONS
from companion.practice.rules import RULES

_PLAYS: Final = frozenset({Goal.PLAY, Goal.POINT, Goal.HIT, Goal.ENTERED})
Choice: TypeAlias = Play | Act | None
"""What is answered: a play, or an act with the cube; None is to roll without doubling."""


@dataclass(frozen=True, slots=True)
class Puzzle(OfSituation):
    """A decision.  ``key``: by which tries are kept; ``drill``: the own error that it is, None of the usual set."""

    key: str
    situation: Situation
    drill: Drill | None = None
    rules: RuleSet = STANDARD

    @classmethod
    def of_drill(cls, drill: Drill) -> Puzzle:
        return cls(f"drill.{drill.id}", drill.situation, drill)

    @property
    def choices(self) -> tuple[Act | None, ...]:
        """What may be done with the cube; nothing where a roll is to be played."""
        match self.task:
            case Task.DOUBLE:
                return Act.DOUBLE, None
            case Task.ANSWER:
                return Act.TAKE, Act.DROP
            case _:
                return ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an answer.

    ``choice``: the answer; where none was given (``is_told``) the solution is shown.  ``loss``: equity given up.
    ``best``: what was right.  ``said``: how good it was; ``reason``: why.
    """

    solved: bool
    said: PlayReason
    best: Choice
    choice: Choice = None
    loss: float = 0.0
    reason: PlayReason | None = None
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A puzzle as far as it is solved.

    ``entry``: the play that is being entered, None where it is about the cube.  ``waits``: an engine is asked.
    ``tries``: how many answers were given, or that it was shown: only the first counts.
    """

    puzzle: Puzzle
    entry: PlayEntry | None
    verdict: Verdict | None = None
    waits: bool = False
    tries: int = 0

    @classmethod
    def of(cls, puzzle: Puzzle) -> PuzzleState:
        """The puzzle as it begins."""
        dice = puzzle.dice
        return cls(puzzle, None if dice is None else PlayEntry.of(puzzle.position, dice, puzzle.rules))

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be found out."""
        return self.verdict is not None and (self.verdict.solved or self.verdict.is_told)

    @property
    def may_answer(self) -> bool:
        """Whether an answer can be given now: a whole play is entered that was not judged, or the cube is the task."""
        is_whole = self.entry is None or (bool(self.entry.touches) and self.entry.is_complete)
        return not self.waits and not self.is_over and is_whole and (self.entry is None or self.verdict is None)

    @property
    def end(self) -> Position | None:
        """The board after the play that is entered, the opponent on roll; None where it is about the cube."""
        return None if self.entry is None else replace(self.entry.board, on_roll=self.entry.side.other)

    def entered(self, entry: PlayEntry) -> PuzzleState:
        """With a play as far as it is entered now; nothing is said of the one before any longer."""
        return self if self.waits or self.is_over else replace(self, entry=entry, verdict=None)

    def asked(self) -> PuzzleState:
        """While the engine is asked."""
        return replace(self, waits=True, verdict=None)

    def judged(self, verdict: Verdict) -> PuzzleState:
        """With what came of the answer."""
        return replace(self, verdict=verdict, waits=False, tries=self.tries + 1)

    def unjudged(self) -> PuzzleState:
        """Where no engine answers."""
        return replace(self, waits=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a puzzle: a play with the board after it, or an act with the cube."""

    choice: Choice
    end: Position | None = None


def judged(puzzle: Puzzle, given: Answer | None, *engines: Evaluator) -> Verdict:
    """Return what the first of the engines says of an answer; of none, the solution.

    Raises :class:`EngineError` where no engine answers.
    """
    task, made = puzzle.task, None if given is None else given.end
    decision = Decision(0, puzzle.situation, puzzle.dice, puzzle.rules, to_answer=task is Task.ANSWER, made=made)
    answer = answer_of_any(decision, *engines)
    if answer.ranking is not None:
        return _of_play(answer.ranking, answer, given)
    if answer.advice is not None:
        return _of_cube(puzzle, answer.advice, answer, given)
    raise EngineError(answer.failure)


def _of_play(ranking: Ranking, answer: HintReady, given: Answer | None) -> Verdict:
    best = ranking.best.play
    candidate = None if given is None or given.end is None else ranking.of(given.end)
    if given is None or candidate is None:
        said = PlayReason("puzzle.best", {"play": best.text()})
        return Verdict(False, said, best, reason=answer.reason, is_told=True)
    loss = ranking.loss(candidate)
    solved = loss <= SOLVED_UP_TO
    return Verdict(solved, best_said(loss, best, solved=solved), best, given.choice, loss, answer.reason)


def _of_cube(puzzle: Puzzle, advice: CubeAdvice, answer: HintReady, given: Answer | None) -> Verdict:
    best = min(puzzle.choices, key=advice.loss)
    if given is None:
        return Verdict(False, cube_said(best), best, reason=answer.reason, is_told=True)
    choice = given.choice
    assert not isinstance(choice, Play)
    loss = advice.loss(choice)
    solved = loss <= SOLVED_UP_TO
    said = PlayReason("practice.right") if solved else cube_said(best)
    return Verdict(solved, said, best, choice, loss, answer.reason)


# --- which puzzle comes next --------------------------------------------------------------------------------


def usual_puzzles() -> tuple[Puzzle, ...]:
    """The set that everybody has: the opening rolls, and what the lessons ask of one roll or of the cube."""
    return (*_openings(), *_of_lessons())


def next_puzzle(due: Iterable[Drill], solved: Iterable[str], *, after: str = "") -> Puzzle:
    """Return the puzzle that comes: the own errors that are due, then what was not solved yet of the usual set.

    ``solved``: the keys of those solved; where all are, they come again.  ``after``: the one that was done just now,
    which comes last.
    """
    own = next((drill for drill in due if f"drill.{drill.id}" != after), None)
    if own is not None:
        return Puzzle.of_drill(own)
    done, usual = set(solved), usual_puzzles()
    start = next((place for place, puzzle in enumerate(usual, start=1) if puzzle.key == after), 0)
    turned = usual[start:] + usual[:start]
    return next((puzzle for puzzle in turned if puzzle.key not in done and puzzle.key != after), turned[0])


def _openings() -> Iterator[Puzzle]:
    for larger, smaller in sorted(((b, a) for a, b in combinations(range(1, 7), 2)), reverse=True):
        yield Puzzle(f"puzzle.opening.{larger}{smaller}", _situation(START, Dice(larger, smaller)))


def _of_lessons() -> Iterator[Puzzle]:
    openings = {(puzzle.position.points, puzzle.dice) for puzzle in _openings()}
    for exercise in (each for lesson in LESSONS if lesson is not RULES for each in lesson.exercises):
        position, one_roll = exercise.position, len(exercise.dice) == 1
        if exercise.goal in _PLAYS and one_roll and (position.points, exercise.dice[0]) not in openings:
            yield Puzzle(f"puzzle.{exercise.key}", _situation(position, exercise.dice[0]))
        elif exercise.goal in (Goal.DOUBLE, Goal.ANSWER) and exercise.around is None:
            yield Puzzle(f"puzzle.{exercise.key}", _of_the_cube(exercise))


def _situation(position: Position, dice: Dice | None = None) -> Situation:
    return Situation.in_play(position, STANDARD, CENTRED, length=0, score=(0, 0), crawford=False, dice=dice)


def _of_the_cube(exercise: Exercise) -> Situation:
    situation = _situation(exercise.position)
    if exercise.goal is Goal.DOUBLE:
        return situation
    state = replace(situation.state, doubled=True, to_act=exercise.position.on_roll.other)
    return replace(situation, state=state)
