"""What a session of draughts knows at one moment: the record, what was seen, and what is on show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, TypeAlias

from companion.games.draughts import Move, Position
from companion.games.draughts.squares import Square
from companion.games.rules import Side
from companion.match.clock import Clock
from companion.match.consent import Lasts
from companion.match.draughts.in_play import DraughtsInPlay
from companion.match.draughts.phases import IN_PLAY
from companion.match.draughts.terms import DraughtsTerms
from companion.match.events import BoardSeen
from companion.match.in_play import Change as Change
from companion.match.message import Message, alarm_in
from companion.match.phases import ASIDE, Phase
from companion.record.draughts import is_decided
from companion.record.entries import Entry
from companion.record.journal import Mode
from companion.record.match import Cause
from companion.referee.draughts.belief import Belief
from companion.referee.draughts.course import Event, Past


class Choice(Enum):
    """What an answer may mean besides a move."""

    YES = "yes"
    NO = "no"


Meaning: TypeAlias = Choice | Move | Side


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: a text key or words, what it stands for, and the board that it means."""

    text: str
    meaning: Meaning
    end: Position | None = None

    @property
    def move_meant(self) -> bool:
        """Whether it says that a move was made."""
        return isinstance(self.meaning, Move)


YES_OR_NO: Final = (Answer("answer.yes", Choice.YES), Answer("answer.no", Choice.NO))


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked.

    ``values`` fill the text of ``key``.  ``back``: how many moves are taken back by a yes.  ``wanted``: what is done
    on a yes, see :mod:`companion.match.consent`, and ``mark``: how long it stands.  ``to``: the players each of whom
    has to answer, empty where either may.
    """

    key: str
    answers: tuple[Answer, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    back: int = 0
    wanted: Any = None
    mark: tuple[Lasts, object] | None = None
    to: frozenset[Side] = frozenset()

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(answer.text for answer in self.answers)


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen, and what the referee makes of it.

    ``look``: the last one, in the record's squares; ``hand``: one was over the board since.  ``ended_t``: when the end
    of the turn was signalled.  ``belief``: what may have happened; ``told``: what of it is on record since what is
    ``settled``.  ``rejected``: the ends that a person says were not made.  ``odd_looks``: looks in a row at a board
    that is not set up; ``back_looks``: at an earlier board; ``declined``: where such a board was said to be none.
    ``camera_lost``: and ``blind`` since, or because there is none.  ``unchecked``: the camera has come back, and the
    board has not been compared with the record.
    """

    look: BoardSeen | None = None
    hand: bool = False
    ended_t: float | None = None
    belief: Belief | None = field(default=None, compare=False, repr=False)
    told: tuple[Event, ...] = ()
    settled: Past | None = field(default=None, compare=False, repr=False)
    rejected: tuple[Position, ...] = ()
    odd_looks: int = 0
    back_looks: int = 0
    declined: Position | None = None
    camera_lost: bool = False
    blind: bool = False
    unchecked: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What is on show, and awaited.

    ``said_t``: when the message was said.  ``read``: the notice that has left, which looks do not bring back while the
    record stays as it is.
    ``left``: the squares that do not lie as on record yet, while the board is put back.  ``crown``: men that became
    kings and are to be crowned by hand.  ``before_change``: what one touch restores.  ``deferred``: questions
    to players that made way for another one, the newest first.
    """

    message: Message | None = None
    said_t: float = 0.0
    read: Message | None = None
    question: Question | None = None
    deferred: tuple[Question, ...] = ()
    left: tuple[Square, ...] | None = None
    crown: tuple[Square, ...] = ()
    before_change: Change[DraughtsInPlay] | None = field(default=None, compare=False, repr=False)

    @property
    def alarm(self) -> Message | None:
        """The warning that stands, also where a notice stands before it."""
        return alarm_in(self.message)


@dataclass(frozen=True, slots=True)
class DraughtsState:
    """Everything a session knows; see :mod:`companion.match.draughts.session` for how it changes.

    ``n``: the number of the newest entry.  ``t``: the time, ``started_at_s`` when it began, ``stirred_t`` when
    something happened last.  ``beside``: the values of layers, by type.
    """

    terms: DraughtsTerms
    record: DraughtsInPlay = field(default_factory=DraughtsInPlay)
    seen: Seen = field(default_factory=Seen)
    shown: Shown = field(default_factory=Shown)
    clock: Clock | None = None
    n: int = 0
    t: float = 0.0
    started_at_s: float | None = None
    stirred_t: float = 0.0
    beside: Mapping[type, object] = field(default_factory=dict)

    def with_record(self, **changes: Any) -> DraughtsState:
        return replace(self, record=replace(self.record, **changes))

    def with_seen(self, **changes: Any) -> DraughtsState:
        return replace(self, seen=replace(self.seen, **changes))

    def with_shown(self, **changes: Any) -> DraughtsState:
        return replace(self, shown=replace(self.shown, **changes))

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        return self.record.phase

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.record.position.to_move

    @property
    def in_game(self) -> bool:
        """Whether a game is under way, interrupted or not."""
        return self.phase in IN_PLAY or (self.phase in ASIDE and self.record.resumes in IN_PLAY)

    @property
    def match_over(self) -> bool:
        return self.record.outcome is not None and is_decided(self.terms.length, self.record.games)

    @property
    def is_decided(self) -> bool:
        """Whether the last game was decided otherwise than by play."""
        return self.record.outcome is not None and self.record.outcome.cause is not Cause.PLAY

    @property
    def is_untouched(self) -> bool:
        """Whether the match still waits for its first move."""
        return self.record.game <= 1 and not self.record.turns and self.record.outcome is None

    @property
    def names(self) -> tuple[str, str]:
        """Who has the (light, dark) men in this game."""
        first, second = self.terms.names
        return (second, first) if self.record.exchanged else (first, second)

    @property
    def engine(self) -> Side | None:
        """Whose men the engine moves in this game; None where people play each other."""
        opponent = self.terms.opponent if self.terms.mode is Mode.TRAINING else None
        if opponent is None:
            return None
        return opponent.side.other if self.record.exchanged else opponent.side

    def name_of(self, side: Side) -> str:
        return self.names[0 if side is Side.LIGHT else 1]


Effect: TypeAlias = Entry
Step: TypeAlias = tuple[DraughtsState, list[Entry]]
