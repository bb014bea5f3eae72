"""A session of any game: what it knows at one moment, and what is written and asked whatever is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, ClassVar, Final, Generic, Self, TypeAlias, TypeVar

from companion.games.backgammon import Dice
from companion.games.rules import Picture, Side, Spot
from companion.match.any_seen import AnySeen, Camera, Odd
from companion.match.clock import Clock, Stop
from companion.match.consent_table import BOTH, Lasts, applies
from companion.match.events import BoardSeen, Event
from companion.match.in_play import Change, InPlay
from companion.match.message import Message, alarm_in
from companion.match.phases import CORRECTED, INTERRUPTED, OVER, WRONG, Phase, may_follow
from companion.match.terms import AnyTerms
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    Facts,
    Fault,
    GoneOn,
    Halted,
    NotNow,
    QuestionAsked,
    RestoredTo,
    ResultConfirmed,
)
from companion.referee.decide import Costs, costs_where

TermsT = TypeVar("TermsT", bound=AnyTerms)
RecordT = TypeVar("RecordT", bound=InPlay)
SeenT = TypeVar("SeenT", bound=AnySeen[Any, Any, Any])


class Choice(Enum):
    """The meanings of an answer besides a play, a side, a roll or a result."""

    YES = "yes"
    NO = "no"
    TAKE = "take"
    DROP = "drop"
    DOUBLE_BACK = "double-back"


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question.

    ``text``: a text key or plain words (a play, a name).  ``meaning``: a :class:`Choice` or a value of the game.
    ``end``: the position of the answer, to be drawn small.  ``dice``: its roll, if it names one.
    """

    text: str
    meaning: object
    end: Any = None
    dice: Dice | None = None


YES_OR_NO: Final = (Answer("answer.yes", Choice.YES), Answer("answer.no", Choice.NO))


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person, with at most three answers.

    ``values`` fill the text of ``key``.  ``winner``: the winner, if that was asked before; ``back``: plays that a yes
    takes back; ``turn``: the number of the roll in the game, if it is not the current one; ``asked_in``: the game, the
    turns of the match and the position when it was asked.  ``wanted``: the event that a yes performs, see
    :mod:`companion.match.consent`, and ``mark``: how long it stands.  ``to``: the players who all have to say yes,
    empty where the question itself says whose answer it is.
    """

    key: str
    answers: tuple[Answer, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    winner: Side | None = None
    back: int = 0
    turn: int = 0
    asked_in: tuple[int, int, object] | None = None
    wanted: Event | None = None
    mark: tuple[Lasts, object] | None = None
    to: frozenset[Side] = frozenset()

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(answer.text for answer in self.answers)

    @property
    def message(self) -> Message:
        """The question in words."""
        return Message(self.key, self.values, alarm=False, choices=self.choices)


@dataclass(frozen=True, slots=True)
class Back:
    """The board is being restored: ``left`` the spots that are still wrong, ``ticked`` those that are right now."""

    left: tuple[Spot, ...] = ()
    ticked: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """What the screen shows and awaits.

    ``said_t``: the time of the message.  ``read``: the last notice, which looks do not bring back while the record is
    the same.  ``deferred``: questions that wait for another one or for a pause, the newest first.  ``back``: the board
    that is being restored.  ``before_change``: what one touch restores.  ``time_called``: the sides whose time has been
    called.  In backgammon, ``awaiting_dice``: electronic dice are falling.  In draughts, ``crown``: men that are to be
    crowned by hand.
    """

    message: Message | None = None
    said_t: float = 0.0
    read: Message | None = None
    question: Question | None = None
    deferred: tuple[Question, ...] = ()
    back: Back | None = None
    before_change: Change[Any] | None = field(default=None, compare=False, repr=False)
    time_called: frozenset[Side] = frozenset()
    awaiting_dice: bool = False
    crown: tuple[Spot, ...] = ()

    @property
    def alarm(self) -> Message | None:
        """The warning that stands, also where a notice stands before it."""
        return alarm_in(self.message)


@dataclass(frozen=True, slots=True)
class AnyState(ABC, Generic[TermsT, RecordT, SeenT]):
    """Everything a session knows, with what is special about its game.

    ``record``: the match so far.  ``seen``: what the referee makes of the looks.  ``shown``: what the players read.
    ``clock``: None without one.  ``n``: the number of the newest entry.  ``t``: seconds since the session began at
    ``started_at_s``, without breaks; ``stirred_t``: the time of the last event.  ``layers``: the values of layers by
    type, see :class:`companion.match.any_session.Layer`.
    """

    asks_in_pause: ClassVar[bool] = False
    """Whether a question stands in a pause as well; else it makes way for it, and comes back."""
    terms: TermsT
    record: RecordT
    seen: SeenT
    shown: Shown = field(default_factory=Shown)
    clock: Clock | None = None
    n: int = 0
    t: float = 0.0
    started_at_s: float | None = None
    stirred_t: float = 0.0
    layers: Mapping[type, object] = field(default_factory=dict)

    def with_record(self, **changes: Any) -> Self:
        return replace(self, record=replace(self.record, **changes))

    def with_seen(self, **changes: Any) -> Self:
        seen: Any = self.seen
        return replace(self, seen=replace(seen, **changes))

    def counting(self, odd: Odd, *, shown: bool = True) -> Self:
        """The state after a look that shows an oddity once more in a row, or does not show it."""
        count = self.seen.in_a_row.get(odd, 0) + 1 if shown else 0
        return self.with_seen(in_a_row={**self.seen.in_a_row, odd: count})

    def having_said(self, key: str, of: object) -> Self:
        """The state that remembers what was last said or asked under this key."""
        return self.with_seen(said={**self.seen.said, key: of})

    def checked(self) -> Self:
        """The state in which the board needs no comparison with the record."""
        return self.with_seen(camera=Camera.SEES) if self.seen.unchecked else self

    def with_shown(self, **changes: Any) -> Self:
        return replace(self, shown=replace(self.shown, **changes))

    def saying(self, key: str, **values: str) -> Self:
        """The state with a notice."""
        return self.with_shown(message=Message(key, values, alarm=False))

    def at(self, at_s: float) -> Self:
        """The state at the time of an event; a resumed session continues its time."""
        started_at_s = at_s - self.t if self.started_at_s is None else self.started_at_s
        return replace(self, started_at_s=started_at_s, t=max(self.t, at_s - started_at_s))

    @property
    def phase(self) -> Phase:
        """The phase of the table."""
        return self.record.phase

    @property
    def side(self) -> Side:
        """The side on roll or to move."""
        return self.record.side

    @property
    def names(self) -> tuple[str, str]:
        """The names of (light, dark)."""
        return self.terms.names

    @property
    def costs(self) -> Costs:
        """The costs of the decision."""
        return costs_where(asks=self.terms.asks)

    def name_of(self, side: Side) -> str:
        return self.names[0 if side is Side.LIGHT else 1]

    # --- what differs from game to game -----------------------------------------------------------------------

    @abstractmethod
    def folded(self, entry: Entry, after: Mapping[int, RecordT] | None = None) -> RecordT:
        """The record after an entry; ``after``: earlier records by entry number, which it may restore.

        Raises :class:`InputError` if the entry does not follow.
        """

    @abstractmethod
    def clock_with(self, clock: Clock, record: RecordT, entry: Entry) -> Clock | None:
        """The clock once an entry has led to this record: whose time runs, if anybody's."""

    @property
    @abstractmethod
    def is_ended(self) -> bool:
        """Whether a person has ended the turn and the next clear look decides."""

    @property
    @abstractmethod
    def picture(self) -> Picture:
        """The recorded content of each spot."""

    @abstractmethod
    def in_words(self, key: str, spots: tuple[Spot, ...]) -> Message:
        """A notice about spots, in the words of the game."""

    @abstractmethod
    def shows_record(self, event: BoardSeen) -> bool:
        """Whether a look shows the recorded board."""

    def due(self) -> Question | None:
        """The question that follows from the record."""
        return None

    def waits(self, question: Question) -> bool:
        """Whether a question waits while another one takes its place, or the game is paused."""
        return question.wanted is not None

    def is_open(self, question: Question) -> bool:
        """Whether a question is still to be answered."""
        return is_wished(self, question)

    def asked_of(self, question: Question) -> frozenset[Side]:
        """The sides that may answer a question."""
        return question.to or BOTH


StateT = TypeVar("StateT", bound=AnyState[Any, Any, Any])
Appended: TypeAlias = tuple[StateT, list[Any]]
"""The state after a step, and what is to be done because of it: entries to write, and what a game or layer asks for."""


def then(step: Appended[StateT], follows: Callable[[StateT], Appended[StateT]]) -> Appended[StateT]:
    """One step after another: the state after both, and what comes of them in order."""
    state, effects = step
    state, more = follows(state)
    return state, [*effects, *more]


# --- what is written ------------------------------------------------------------------------------------------


def appended(
    state: StateT, kind: Kind, facts: Facts | None = None, *, after: Mapping[int, Any] | None = None, **columns: Any
) -> Appended[StateT]:
    """Appends one entry at the state's time and folds it; missing columns stay empty.

    ``position``: the board after the entry, if the entry sets it.  ``after``: see :meth:`AnyState.folded`.
    """
    columns |= {key: rounded(columns[key]) for key in ("confidence", "margin") if key in columns}
    entry = Entry(state.n + 1, round(state.t, 3), kind, facts=facts, **columns)
    record, clock = state.folded(entry, after), state.clock
    clock = None if clock is None else state.clock_with(clock, record, entry)
    before, state = state.phase, replace(state, n=entry.n, record=record, clock=clock)
    assert _may_follow(before, state.phase, kind), f"{state.phase} cannot follow on {before}"
    position = None if record.phase is Phase.SETTING_UP else record.board
    return state, [replace(entry, position=position, clock=None if clock is None else clock.as_details(state.t))]


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _may_follow(before: Phase, after: Phase, kind: Kind) -> bool:
    if kind in (Kind.EDIT, Kind.UNDO, Kind.CORRECTED, Kind.STOOD) and after in CORRECTED:
        return True
    # A result may be changed, the match decided, and the next game set up whatever came before.
    return may_follow(before, after) or kind in (Kind.GAME_OVER, Kind.MATCH_OVER, Kind.START, Kind.RESTORED)


def not_now(state: StateT, what: str, *, side: str | None = None, why: str | None = None) -> Appended[StateT]:
    """Records a request that cannot be met now, and changes nothing else."""
    return appended(state, Kind.NOTE, NotNow(what, state.phase.value, side, why))


def found_wrong(
    state: StateT, picture: Picture, message: Message, reason: str, frame: int | None, **columns: Any
) -> Appended[StateT]:
    """Records a fault and reports it to the player; the recorded position is unchanged."""
    seen = {spot: stack for spot, stack in picture.items() if sum(stack)}
    fault = Fault(message.key, message.points, message.values, seen)
    state, entries = appended(state, Kind.ILLEGAL, fault, frame=frame, side=state.side, reason=reason, **columns)
    is_reported = state.record.wrong is not None and state.record.wrong.reported
    return state.with_shown(question=None, message=message if is_reported else None), entries


def confirmed(state: StateT) -> Appended[StateT]:
    """Records that the players agree with the result."""
    return appended(state.with_shown(message=None, crown=()), Kind.NOTE, ResultConfirmed())


def halted(
    state: StateT, why: Stop, *, phase: Phase = Phase.PAUSED, idle: bool = False, dispute: int | None = None,
    time_out: Side | None = None, taken_up: bool = False,
) -> Appended[StateT]:  # fmt: skip
    """Pauses the game until the players resume; nothing is ruled or recorded meanwhile."""
    back = Back() if phase is Phase.PUTTING_BACK else None
    state = state.counting(Odd.BOARD, shown=False)
    state = state.with_shown(question=None, back=back, deferred=making_way(state))
    return appended(state, Kind.NOTE, Halted(why.value, phase.value, idle, dispute, time_out, taken_up))


def resumed(state: StateT, *, as_recorded: bool = False) -> Appended[StateT]:
    """Resumes a paused game; a warning stands again unless the board matches the record."""
    wrong = state.record.wrong if state.record.resumes in WRONG and not as_recorded else None
    alarm = wrong.message if wrong is not None and wrong.reported else None
    state = replace(state, stirred_t=state.t).counting(Odd.BOARD, shown=False)
    state = state.with_shown(message=alarm, back=None, question=None, deferred=making_way(state))
    state, entries = appended(state, Kind.NOTE, GoneOn())
    return coming_back(state), entries


def restored(state: StateT, change: Change[Any], side: Side | None = None) -> Appended[StateT]:
    """Undoes a change of the record."""
    record = change.record
    wrong = record.wrong if record.phase in WRONG else None
    fault = wrong.message if wrong is not None and wrong.reported else None
    back = Back() if record.phase is Phase.PUTTING_BACK else None
    state = state.with_shown(
        message=fault or Message("notice.change-undone", alarm=False), question=None, back=back, awaiting_dice=False,
        before_change=None,
    )  # fmt: skip
    state = replace(state, clock=change.clock_from(state.clock, state.t))
    return appended(state, Kind.RESTORED, RestoredTo(change.n), after={change.n: record}, side=side)


# --- what is asked --------------------------------------------------------------------------------------------


def asked(state: StateT, question: Question, frame: int | None = None) -> Appended[StateT]:
    """Puts a question on the screen and records it.

    A question that it replaces returns once this one is answered, as long as it is still open.
    """
    state = put(state, question).with_shown(message=question.message)
    facts = QuestionAsked(question.key, question.choices)
    side = None if state.phase in OVER or state.phase is Phase.SETTING_UP else state.side
    return appended(state, Kind.ASKED, facts, frame=frame, side=side)


def put(state: StateT, question: Question) -> StateT:
    """The state with a question open; the question that was open waits, and returns."""
    asked_in = (state.record.game, state.record.turns, state.record.position)
    return state.with_shown(question=replace(question, asked_in=asked_in), deferred=making_way(state, question.key))


def making_way(state: StateT, key: str = "") -> tuple[Question, ...]:
    """The waiting questions, the open one first unless the record itself asks it again.

    ``key``: the question that takes its place; empty in a pause.
    """
    standing: Question | None = state.shown.question
    stays = not key and state.asks_in_pause
    if standing is None or standing.key == key or stays or not state.waits(standing):
        return tuple(state.shown.deferred)
    return deferring(state, standing)


def deferring(state: StateT, question: Question) -> tuple[Question, ...]:
    """The questions that wait, and this one before them."""
    return (question, *(waiting for waiting in state.shown.deferred if waiting.key != question.key))


def with_pause(state: StateT, entry: Entry) -> StateT:
    """The state of a resumed match after an entry: an open question waits for the end of a pause."""
    match entry.facts:
        case Halted():
            return state.with_shown(question=None, deferred=making_way(state))
        case GoneOn():
            state = coming_back(state.with_shown(question=None, deferred=making_way(state)))
            question = state.shown.question  # the record asks its own question again in the end
            return state if question is None or question.wanted is not None else state.with_shown(question=None)
    return state


def coming_back(state: StateT) -> StateT:
    """The state with the next question open, if none is; settled questions are dropped."""
    if not state.terms.asks or (state.phase is Phase.PAUSED and not state.asks_in_pause):
        return state
    waiting = tuple(question for question in state.shown.deferred if state.is_open(question))
    if state.shown.question is not None:
        return state.with_shown(deferred=waiting) if waiting != state.shown.deferred else state
    first = state.due()
    if first is None and waiting and (state.phase is not Phase.PUTTING_BACK or state.asks_in_pause):
        first, waiting = waiting[0], waiting[1:]
    return state.with_shown(question=first, deferred=waiting)


def mark(state: AnyState[Any, Any, Any], lasts: Lasts) -> object:
    """A value that is the same as long as a question of consent stands."""
    record = state.record
    match lasts:
        case Lasts.GAME:
            return record.game, state.phase in OVER
        case Lasts.PAUSE:
            interrupted = state.phase in INTERRUPTED, state.phase in OVER
            return record.game, interrupted, record.dispute.turn if record.dispute is not None else None
    return record.standing, record.wrong is None, state.phase if state.phase in OVER else None


def is_wished(state: AnyState[Any, Any, Any], question: Question) -> bool:
    """Whether the subject of a question of consent is still there."""
    if question.mark is None:
        return False
    lasts, asked_at = question.mark
    return mark(state, lasts) == asked_at


def of_both(state: AnyState[Any, Any, Any]) -> frozenset[Side]:
    """The sides that have to agree to a change of the record of both."""
    return BOTH if applies(state.terms) else frozenset()
