"""What a screen draws of practice, as plain values and text keys, see :func:`practice_shown`.

How a screen takes part.  There is one only while an exercise is on the board; everything else of the
view (board, dice, ``put_back`` while the position is set up, ``question``, ``help``) is as in any game.  The events
are those of a game: the button's field is :class:`~companion.match.events.ButtonPressed`; where ``outcome`` is there,
:class:`~companion.match.events.NextGame` or the button goes on to the next exercise and
:class:`~companion.match.events.UndoAsked` begins this one again.  Lessons are listed, begun and left
through the port ``practice`` of the services (:class:`companion.screen.services.PracticePort`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.coach.evaluation import PlayReason
from companion.games.backgammon import Position
from companion.games.backgammon.arrows import Arrow
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.match.any_session import value_of
from companion.match.any_view import AnyView


class ExerciseStage(Enum):
    """What an exercise waits for; ``practice.stage.VALUE`` says it."""

    SET_UP = "set-up"  # the checkers where the exercise wants them
    ROLL = "roll"  # the learner's roll
    CUBE = "cube"  # the learner's roll or double
    PLAY = "play"  # the learner's play
    ANSWER = "answer"  # take or drop
    THINKING = "thinking"  # the engine
    MOVE_FOR_ME = "move-for-me"  # the engine's checkers to be moved, as the arrows say
    MISPLACED = "misplaced"  # they were moved otherwise: put as the arrows say
    PLAY_FOR_ME = "play-for-me"  # no engine answers: any play for it
    RESIGNED = "resigned"  # accept the engine's resignation, or play on
    OVER = "over"  # the next exercise, or the next game
    MATCH_OVER = "match-over"  # nothing: the match against the engine is won


@dataclass(frozen=True, slots=True)
class OutcomeShown:
    """How it ended.

    ``said``: in a sentence.  ``made`` and ``best``: the costliest play and the best in its place, with their arrows
    on the board ``before`` them; empty and None where there is nothing to compare.  ``loss_mp``: what it lost.
    ``reason``: what speaks for the best one.
    ``has_next``: another exercise follows.  ``lost``: the game was; that it is done counts, but is nothing to cheer.
    """

    solved: bool
    said: PlayReason
    loss_mp: float | None = None
    before: Position | None = None
    made: str = ""
    made_arrows: tuple[Arrow, ...] = ()
    best: str = ""
    best_arrows: tuple[Arrow, ...] = ()
    reason: PlayReason | None = None
    has_next: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A rule to be read before it is tried.

    ``name`` and ``sentences``: text keys.  ``position``, ``arrows``: a board that shows it; ``doubled``: the
    side on roll there offers the cube.
    """

    name: str
    sentences: tuple[str, ...]
    position: Position
    arrows: tuple[Arrow, ...] = ()
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class PracticeShown:
    """The exercise on the board.

    ``title``: of the lesson, a text key.  ``number`` and ``of``: which exercise, from 1.  ``instruction``: what is to
    be done; ``hint``: what helps with it, a text key, to be shown on request.  ``stage``: what is awaited, and
    ``said``: the same in words, with the play where the engine's checkers are to be moved (``play``, ``arrows``).
    ``set_dice``: the learner's rolls come from the exercise and are not random, to be said beside them.
    ``strength``: text key of the opponent's, None where nobody plays against the learner.  ``is_match``: it is on
    record as a match, which begins and ends as any other, without an ``outcome``.  ``rule``: what the exercise tries.
    """

    title: str
    number: int
    of: int
    learner: Side
    instruction: PlayReason
    hint: str
    stage: ExerciseStage
    said: PlayReason
    play: str = ""
    arrows: tuple[Arrow, ...] = ()
    set_dice: bool = False
    strength: str | None = None
    outcome: OutcomeShown | None = None
    is_match: bool = False
    rule: RuleShown | None = None


def practice_shown(view: AnyView) -> PracticeShown | None:
    """What a view shows of practice: None but while an exercise is on the board, or a game against an engine."""
    return value_of(view.layers, PracticeShown)


@dataclass(frozen=True, slots=True)
class LessonShown:
    """One lesson in the list: its ``name`` for the port, its title as a text key, how many exercises are solved.

    ``by_touch``: its exercises are done on the screen alone, and the table's board is not used.
    """

    name: str
    title: str
    exercises: int
    solved: int
    game: Game = Game.BACKGAMMON
    by_touch: bool = False

    @property
    def is_done(self) -> bool:
        return self.solved == self.exercises
