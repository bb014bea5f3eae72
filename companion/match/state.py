"""What a session knows at one moment: the table, the standing turn and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, TypeAlias

from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.cube import Act, Moment, Refusal, refusal
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match import fold
from companion.match.clock import Clock
from companion.match.consent import Lasts
from companion.match.events import BoardSeen, Event
from companion.match.in_play import Change as Change
from companion.match.in_play import CurrentRoll as CurrentRoll
from companion.match.in_play import Finished as Finished
from companion.match.in_play import MatchInPlay as MatchInPlay
from companion.match.in_play import Wrong as Wrong
from companion.match.message import Message, alarm_in
from companion.match.orientation import BoardOrientation
from companion.match.phases import PLAYING, WRONG, Phase
from companion.match.table_choices import DiceSource as DiceSource
from companion.match.table_choices import EndOfTurn as EndOfTurn
from companion.match.terms import Terms as Terms
from companion.record.entries import Entry
from companion.record.scores import match_winner
from companion.referee.belief import Belief
from companion.referee.course import Past
from companion.referee.story import Item


class Choice(Enum):
    """What an answer may mean besides a play, a side, a roll or a result."""

    YES = "yes"
    NO = "no"
    TAKE = "take"
    DROP = "drop"
    DOUBLE_BACK = "double-back"


Meaning: TypeAlias = Choice | Play | Side | Dice | Result | BoardOrientation
"""A play of the standing roll, a winner, a roll, what a game counts, how the board is set up."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question.

    ``text``: a text key, or words as they are (a play, a name).  ``meaning``: what it stands for.
    ``end``: the board that it means, to be drawn small.  ``dice``: the roll, where the answer tells it.
    """

    text: str
    meaning: Meaning
    end: Position | None = None
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked, with at most three answers.

    ``values`` fill the text of ``key``.  ``winner``: who has won, where that was asked before;
    ``back``: how many plays are taken back by a yes;
    ``turn``: of which roll of the game it is, where not of the standing one; ``asked_in``: in which game,
    after how many rolls of the match and at which position it was asked.
    ``wanted``: what is done on a yes, see :mod:`companion.match.consent`, and ``mark``: how long it stands.  ``to``:
    the players each of whom has to answer it with a yes, empty where the question itself says whose answer it is.
    """

    key: str
    answers: tuple[Answer, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    winner: Side | None = None
    back: int = 0
    turn: int = 0
    asked_in: tuple[int, int, Position] | None = None
    wanted: Event | None = None
    mark: tuple[Lasts, object] | None = None
    to: frozenset[Side] = frozenset()

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(answer.text for answer in self.answers)


@dataclass(frozen=True, slots=True)
class Back:
    """What the board is put back to, and why: ``wanted`` as the record has it, ``left`` the spots still wrong."""

    wanted: Position
    left: tuple[int, ...] = ()
    ticked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What the referee has seen, and makes of it.

    ``look``: the last one; ``hand``: one was over the board since. ``belief``: what may have happened; ``told``: what
    of it is on record since what is ``settled``; ``marks``: what was on record before each of these, None where it is
    not known.
    ``ended_t``: when the end of the turn was signalled; ``pressed``: by the button, ``pressed_by``: whose, where each
    player has one. ``early_throw``: dice that came too soon and were spoken of; ``void_dice``: where dice lie that are
    nobody's roll; ``cocked``: one lies so. ``odd_looks``: looks in a row that showed something that nobody expects;
    ``back_looks``: that showed an earlier board; ``declined``: where such a board was said to be none.
    ``cube_looks``: looks in a row at which the cube did not lie as on record, ``face_looks``: at which it did not show
    the stake; ``cube_asked``: in which turn it was asked about. ``rejected``: the ends of plays that a person says
    were not made. ``camera_lost``: and ``blind`` since, or because there is none. ``unchecked``: the camera has come
    back, and the board has not been compared with the record. ``prepared``: the play that stands entered on the
    drawn board, with the position and the roll that it is of.
    """

    look: BoardSeen | None = None
    hand: bool = False
    belief: Belief | None = field(default=None, compare=False, repr=False)
    told: tuple[Item, ...] = ()
    marks: tuple[Change[MatchInPlay] | None, ...] = field(default=(), compare=False, repr=False)
    settled: Past | None = field(default=None, compare=False, repr=False)
    ended_t: float | None = None
    pressed: bool = False
    pressed_by: Side | None = None
    early_throw: tuple[int, ...] | None = None
    void_dice: tuple[tuple[float, float], ...] = ()
    cocked: bool = False
    odd_looks: int = 0
    back_looks: int = 0
    declined: Position | None = None
    cube_looks: int = 0
    face_looks: int = 0
    cube_asked: int = -1
    rejected: tuple[Position, ...] = ()
    camera_lost: bool = False
    blind: bool = False
    unchecked: bool = False
    prepared: tuple[Position, Dice, str] | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What is on show, and awaited.

    ``said_t``: when the message was said.  ``read``: the notice that has left, which looks do not bring back while the
    record stays as it is.
    ``deferred``: questions that made way for another one, or for a pause, the newest first. ``back``: what the board is
    put back to. ``before_change``: what one touch restores.
    ``cube_refused``: the message is why the cube is refused. ``awaiting_dice``: electronic ones are to fall.
    ``time_called``: of whom it has been said that the reserve is used up.
    """

    message: Message | None = None
    said_t: float = 0.0
    read: Message | None = None
    question: Question | None = None
    deferred: tuple[Question, ...] = ()
    back: Back | None = None
    before_change: Change[MatchInPlay] | None = field(default=None, compare=False, repr=False)
    cube_refused: bool = False
    awaiting_dice: bool = False
    time_called: frozenset[Side] = frozenset()

    @property
    def alarm(self) -> Message | None:
        """The warning that stands, also where a notice stands before it."""
        return alarm_in(self.message)


@dataclass(frozen=True, slots=True)
class State:
    """Everything a session knows; see :mod:`companion.match.session` for how it changes.

    ``record``: the match so far.  ``seen``: what the referee makes of the looks.  ``shown``: what the players read.
    ``clock``: where one is used.  ``n``: the number of the newest entry.  ``t``: the time, and ``started_at_s`` when it
    began; ``stirred_t``: when something happened last.
    ``beside``: the values of layers, by type, see :class:`companion.match.layer.Layer`.
    """

    terms: Terms
    record: MatchInPlay = field(default_factory=MatchInPlay)
    seen: Seen = field(default_factory=Seen)
    shown: Shown = field(default_factory=Shown)
    clock: Clock | None = None
    n: int = 0
    t: float = 0.0
    started_at_s: float | None = None
    stirred_t: float = 0.0
    beside: Mapping[type, object] = field(default_factory=dict)

    def with_record(self, **changes: Any) -> State:
        return replace(self, record=replace(self.record, **changes))

    def with_seen(self, **changes: Any) -> State:
        return replace(self, seen=replace(self.seen, **changes))

    def with_shown(self, **changes: Any) -> State:
        return replace(self, shown=replace(self.shown, **changes))

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        return self.record.phase

    @property
    def match_over(self) -> bool:
        return self.is_decided or match_winner(self.terms.length, self.record.score) is not None

    @property
    def is_decided(self) -> bool:
        """Whether the match was decided otherwise than by points."""
        return self.record.result is not None and self.record.result.cause.decides_match

    @property
    def side(self) -> Side:
        """The side to act."""
        return self.record.position.on_roll

    @property
    def is_untouched(self) -> bool:
        """Whether the match still waits for its first roll; a look or a set-up board changes nothing in that."""
        record = self.record
        return record.game <= 1 and not any((sum(record.rolls), record.ties, record.result))

    def name_of(self, side: Side) -> str:
        return self.terms.names[0 if side is Side.LIGHT else 1]

    @property
    def rolled(self) -> bool:
        """Whether a roll is on record and its turn is not over."""
        return self.phase in PLAYING | WRONG and self.record.turn is not None

    @property
    def ends_by(self) -> EndOfTurn:
        """What ends the standing turn: no dice are taken up after a roll that no camera saw, but a button is there."""
        by, turn = self.terms.end_of_turn, self.record.turn
        if by is not EndOfTurn.LIFTED or turn is None or not self.terms.dice.electronic:
            return by
        return by if turn.seen else EndOfTurn.BUTTON


def seen_t(state: State, look: BoardSeen) -> float:
    """When a look was taken, in seconds of the session."""
    return look.at_s - (state.started_at_s or 0.0)


def moment_of(state: State) -> Moment:
    """What an act with the cube depends on besides the cube."""
    return fold.moment_of(state.terms, state.record)


def against_doubling(state: State) -> Refusal | None:
    """Why the side to act may not offer a double now, None where it may."""
    return refusal(Act.DOUBLE, state.side, state.record.cube, moment_of(state), state.terms.rules.rules)


def may_double(state: State) -> bool:
    return against_doubling(state) is None


def may_stand(state: State) -> bool:
    """Whether the opponent may let the illegal play stand that both are told of: it has not been put back."""
    wrong, alarmed = state.record.wrong, state.shown.alarm is not None
    return state.phase in WRONG and wrong is not None and wrong.told and wrong.position is not None and alarmed


def to_roll(state: State, **changes: Any) -> State:
    """The state in which the side on roll is to throw, and may double first where the rules allow it."""
    return replace(state, record=fold.to_roll(state.terms, state.record, **changes))


@dataclass(frozen=True, slots=True)
class RollDice:
    """Asks for an electronic roll, which comes back as an event."""


class LayerEffect:
    """Base of what a layer round the match asks for, see :class:`companion.match.layer.Layer`."""

    __slots__ = ()


Effect: TypeAlias = Entry | RollDice | LayerEffect
