"""What is practised: an exercise, an attempt at it, and what came of it.  Plain values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import ClassVar, Final

from companion.coach.at_the_table.events import HintReady
from companion.coach.evaluation import MILLI, PlayReason
from companion.coach.teaching import Decision
from companion.games.backgammon import START, Dice, Play, Position
from companion.games.backgammon.cube import Act
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.scoring import Result
from companion.games.catalogue import Game
from companion.games.rules import Side, Stack
from companion.match.any_session import value_of
from companion.match.state import State
from companion.match.terms import Opponent, Strength
from companion.record.journal import Mode


class Goal(Enum):
    """What is to be reached.  In games the engine plays against the learner, else the learner alone moves."""

    OFF = "off"  # all checkers of the learner are borne off
    HOME = "home"  # all of them are at home
    ENTERED = "entered"  # none is left on the bar
    HIT = "hit"  # the play hits
    POINT = "point"  # a point is made
    PLAY = "play"  # the roll is played well
    DOUBLE = "double"  # to double, or to roll without
    ANSWER = "answer"  # to take a double, or to drop it
    GAME = "game"  # a game is played to its end
    MATCH = "match"  # a match on record, or for money as many games as one likes


_AT_ONCE: Final = frozenset({Goal.ENTERED, Goal.HIT, Goal.POINT, Goal.PLAY})
OF_CUBE: Final = frozenset({Goal.DOUBLE, Goal.ANSWER})


@dataclass(frozen=True, slots=True)
class Illustration:
    """A rule, drawn and said before it is tried.

    ``position``: the drawn board; ``play``: the ways on it.  ``sentences``: how many there are; they are texts
    of the exercise.  ``doubled``: the side on roll offers the cube.
    """

    position: Position
    sentences: int
    play: Play = field(default_factory=lambda: Play(()))
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class Exercise:
    """One task on the board.

    ``key``: names its texts, ``practice.KEY`` and ``practice.KEY.hint``.  ``position``: how the checkers are set
    up, the learner on roll, or the doubler where a double is to be answered; the start position of a ``GAME`` begins
    as any game, by the opening roll.  ``dice``: the learner's rolls in order, set by the exercise and not random;
    those after them, and all where there are none, are fair.  ``rolls``: in so many the goal is to be reached, 0 =
    however many it takes.  ``point``: the one to be made, in the learner's numbering.  ``limit_mp``: a play that
    loses more millipoints than this is not good enough, None where plays are not graded.  ``cube``: the
    game has one.  ``right``: with the cube, what counts where no engine answers,
    None = to roll without doubling.  ``strength``: of the opponent.  ``around``: score
    and cube where they matter, None = money play, the cube in the middle.  ``drill``: number of the drill that it
    comes from.  ``illustration``: the rule that is shown first, ``practice.KEY.rule`` its name and
    ``practice.KEY.rule.1`` and so on its sentences; None where none is.
    """

    key: str
    goal: Goal
    position: Position = START
    learner: Side = Side.LIGHT
    dice: tuple[Dice, ...] = ()
    rolls: int = 0
    point: int = 0
    limit_mp: float | None = None
    cube: bool = False
    right: Act | None = None
    strength: Strength = Strength.ONLINE
    around: MatchState | None = None
    drill: int | None = None
    illustration: Illustration | None = None

    @property
    def most_rolls(self) -> int:
        """In how many rolls the goal is to be reached, 0 = however many."""
        return self.rolls or (1 if self.goal in _AT_ONCE else 0)

    @property
    def from_opening(self) -> bool:
        """Whether it is a game from its first roll on."""
        return self.goal is Goal.GAME and self.position.points == START.points and not self.dice

    @property
    def set_up(self) -> str:
        """The instruction's text key."""
        return f"practice.{self.key}"

    @property
    def hint(self) -> str:
        """The text key of what helps with it."""
        return f"practice.{self.key}.hint"

    def mirrored(self) -> Exercise:
        """The same for who plays the other checkers."""
        around = _mirrored(self.around) if self.around is not None else None
        drawn = self.illustration
        if drawn is not None:
            drawn = replace(drawn, position=drawn.position.mirrored())
        position, learner = self.position.mirrored(), self.learner.other
        return replace(self, position=position, learner=learner, around=around, illustration=drawn)


def _mirrored(around: MatchState) -> MatchState:
    owner, (light, dark) = around.owner, around.score
    return replace(
        around,
        owner=None if owner is None else owner.other,
        on_roll=around.on_roll.other,
        to_act=around.to_act.other,
        score=Stack(dark, light),
    )


@dataclass(frozen=True, slots=True)
class Lesson:
    """Exercises of rising difficulty; ``name``: as commands know it, and ``practice.NAME`` its title."""

    name: str
    exercises: tuple[Exercise, ...]
    game: ClassVar[Game] = Game.BACKGAMMON
    by_touch: ClassVar[bool] = False

    @property
    def title(self) -> str:
        """The title's text key."""
        return f"practice.{self.name}"

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its exercises, by which attempts are kept."""
        return tuple(exercise.key for exercise in self.exercises)


@dataclass(frozen=True, slots=True)
class PracticePlay:
    """A play of the learner.

    ``loss``: points of equity against the best, None while or where nobody can say; ``sure``: no deeper look follows.
    ``why_not``: what speaks for the best play, in the usual words.
    """

    before: Position
    dice: Dice
    play: Play
    end: Position
    loss: float | None = None
    best: Play | None = None
    sure: bool = False
    why_not: PlayReason | None = None


@dataclass(frozen=True, slots=True)
class Meant:
    """What the opponent plays with the standing roll, for the learner to move."""

    play: Play
    end: Position


@dataclass(frozen=True, slots=True)
class ExerciseOutcome:
    """What came of an exercise.

    ``said``: in a sentence.  ``loss_mp``: millipoints lost by the costliest play, None where it was not graded.
    ``costly``: that play, where a better one is to be shown.  ``lost``: the game was, which solves an exercise too.
    ``why``: what speaks for the right act with the cube.
    """

    key: str
    solved: bool
    said: PlayReason
    loss_mp: float | None = None
    costly: PracticePlay | None = None
    lost: bool = False
    why: PlayReason | None = None


@dataclass(frozen=True, slots=True)
class Practice:
    """An exercise that is being done.

    ``lesson``: its name, empty outside of lessons.  ``number`` and ``of``: which one of how many, from 1.
    ``ahead``: those that follow.  ``seed``: of the opponent's luck in choosing.  ``thrown``: how many of the set
    dice are used.  ``asked``: the decision about the cube or a resignation that an engine was asked last, and
    ``heard``: what it said to that; ``deserted``: no engine answers what is to be decided or graded now.
    ``refused``: what the opponent offered to lose in this game in vain.  ``meant``: the opponent's
    play; ``misplaced``: another one was made.  ``declined``: the opponent does not double this turn.
    ``outcome``: it is over.
    """

    exercise: Exercise
    lesson: str = ""
    number: int = 1
    of: int = 1
    ahead: tuple[Exercise, ...] = ()
    seed: int = 0
    thrown: int = 0
    made: tuple[PracticePlay, ...] = ()
    asked: Decision | None = None
    heard: HintReady | None = None
    deserted: bool = False
    refused: Result | None = None
    meant: Meant | None = None
    misplaced: bool = False
    declined: bool = False
    outcome: ExerciseOutcome | None = None

    @property
    def strength(self) -> Strength:
        return self.exercise.strength

    @property
    def learner(self) -> Side:
        return self.exercise.learner

    @property
    def opponent(self) -> Side:
        return self.exercise.learner.other

    @property
    def next_dice(self) -> Dice | None:
        """The learner's next roll, where it is set."""
        dice = self.exercise.dice
        return dice[self.thrown] if self.thrown < len(dice) else None

    @property
    def dice_are_set(self) -> bool:
        """Whether the roll that was thrown last, or comes next, is set and not random."""
        return bool(self.exercise.dice) and self.thrown <= len(self.exercise.dice)

    @property
    def plays_opponent(self) -> bool:
        """Whether the engine plays against the learner."""
        return self.exercise.goal in (Goal.GAME, Goal.MATCH)

    @property
    def is_match(self) -> bool:
        """Whether it is a match on record, which the session alone begins and ends."""
        return self.exercise.goal is Goal.MATCH

    def worst(self) -> PracticePlay | None:
        """The costliest of the graded plays."""
        graded = [made for made in self.made if made.loss is not None]
        return max(graded, key=lambda made: made.loss or 0.0, default=None)


def against(opponent: Opponent) -> Practice:
    """What is practised in a match against the engine, as it begins and as it goes on after a break."""
    game = Exercise("game.task", Goal.MATCH, learner=opponent.side.other, strength=opponent.strength)
    return Practice(game, lesson="game", seed=opponent.seed)


def practice_in(state: State) -> Practice | None:
    """What is practised beside a match, None in any other."""
    opponent = state.terms.opponent if state.terms.mode is Mode.TRAINING else None
    return value_of(state.layers, Practice) or (None if opponent is None else against(opponent))


def millipoints(loss: float | None) -> float | None:
    """Points of equity as millipoints, to a tenth."""
    return None if loss is None else round(loss * MILLI, 1)
