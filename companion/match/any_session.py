"""The step of a session of any game: what is done, what is said of it, and what one touch undoes.

Every act of a person changes what the players see, or is answered by a message that says what is awaited.  Every change
of the record by a person has a notice and can be undone with one touch for some time; the undo is a change, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

from companion.errors import InputError
from companion.games.rules import Side
from companion.match import consent, interruptions
from companion.match.any_game import (
    Answer,
    AnyState,
    Appended,
    Question,
    appended,
    coming_back,
    confirmed,
    not_now,
    then,
)
from companion.match.any_seen import Camera, Odd
from companion.match.clock import clock_after_break, clock_before_change
from companion.match.events import (
    Answered,
    BoardSeen,
    CameraBack,
    CameraLost,
    ChangeUndone,
    Claimed,
    DiceRolled,
    Disputed,
    Event,
    FramesEnded,
    LayerEvent,
    LeftToDirector,
    NextGame,
    Paused,
    PlayPrepared,
    PutBackAsked,
    Resumed,
    TakenUp,
    Ticked,
    TimeAdjusted,
    UndoAsked,
)
from companion.match.in_play import Change
from companion.match.message import Message, Standing, after_step
from companion.match.phases import WRONG, Phase
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, Kind, restored_to
from companion.record.facts import CameraFailed, ChoiceMade, ClockAdjusted, StrayAnswer
from vision.observation import Observation

_Value = TypeVar("_Value")
_State = TypeVar("_State", bound=AnyState[Any, Any, Any])
_BY_NOBODY: Final = (BoardSeen, Ticked, DiceRolled, CameraLost, CameraBack, FramesEnded, TakenUp)
_SEEN_ELSEWHERE: Final = (PlayPrepared, LayerEvent)
"""Events whose effect is visible on the touched board or in a layer."""
_NOTHING_THERE: Final[Mapping[type, str]] = MappingProxyType(
    {UndoAsked: "refused.undo", ChangeUndone: "refused.change", Answered: "refused.answer"}
)
"""Messages for requests that have nothing to act on."""
UNDO_S: Final = 20.0
"""For so long one touch undoes a change, long after its notice has left: both are to have seen it."""


class Game(consent.Game[_State], Protocol[_State]):
    """What a session needs to know of a game; a module with these functions is one.

    ``followed``: the state ``after`` an event, with a belief that follows a person's change of the record.
    ``flagged``: handles a side whose time is up.  ``restored``: undoes a change of the record.  ``notice``: the message
    of a person's change; ``visible``: what the players see without messages.  ``awaited``: the message of what is
    awaited first; ``in_sight``: whether a look can be ruled on.
    """

    def followed(self, before: _State, after: _State, event: Event) -> _State: ...

    def flagged(self, state: _State, late: Side) -> Appended[_State]: ...

    def restored(self, state: _State, change: Change[Any]) -> Appended[_State]: ...

    def notice(self, before: _State, after: _State, event: Event, effects: Sequence[Any]) -> Message | None: ...

    def visible(self, state: _State) -> object: ...

    def awaited(self, state: _State, event: Event) -> Message: ...

    def in_sight(self, look: Observation) -> bool: ...


def step(
    state: _State, event: Event, game: Game[_State], happened: Callable[[_State, Event], Appended[_State]]
) -> Appended[_State]:
    """The state after an event, and what is to be done because of it.  ``happened``: what is special to the game."""
    if isinstance(event, LayerEvent):
        return state, []

    def happens(before: _State, event: Event) -> Appended[_State]:
        after, effects = _at_any_board(before, event, game) or happened(before, event)
        after = after if isinstance(event, BoardSeen | Ticked) else game.followed(before, after, event)
        return _noticed(before, after, event, effects, game), effects

    before = state.at(event.at_s)
    state, effects = _in_time(before, event, game, happens)
    state = coming_back(_faded(before, state))
    if effects or not isinstance(event, BoardSeen | Ticked):
        state = replace(state, stirred_t=state.t)
    return said(before, state, event, effects, game), effects


def _in_time(state: _State, event: Event, game: Game[_State], happens: consent.Happens[_State]) -> Appended[_State]:
    """Applies an event after any time-out before it; acts after the time-out are only recorded as notes."""
    late = interruptions.late(state)
    if late is None:
        return consent.step(state, event, game, happens)
    state, effects = game.flagged(state, late)
    if isinstance(event, Ticked):
        return state, effects
    by_itself = isinstance(event, BoardSeen | DiceRolled | CameraLost | CameraBack | FramesEnded)
    return then(
        (state, effects),
        lambda state: happens(state, event) if by_itself else not_now(state, type(event).__name__),
    )


def _at_any_board(state: _State, event: Event, game: Game[_State]) -> Appended[_State] | None:
    """Applies an event that is alike in all games; None for others."""
    match event:
        case TakenUp():
            return interruptions.taken_up(state)
        case Ticked():
            return interruptions.ticked(state)
        case ChangeUndone() if state.shown.before_change is not None:
            return game.restored(state, state.shown.before_change)
        case CameraLost(reason):
            lost = state.with_seen(camera=Camera.LOST).saying("notice.camera-lost")
            return appended(lost, Kind.CAMERA_LOST, CameraFailed(reason))
        case CameraBack():
            back = state.with_seen(camera=Camera.BACK).with_shown(message=None)
            return appended(back, Kind.CAMERA_BACK)
        case Paused() | Resumed() | Disputed() | Claimed() | LeftToDirector() | PutBackAsked():
            return interruptions.asked_for(state, event)
        case TimeAdjusted(player, seconds) if state.clock is not None and state.clock.has_reserve:
            called = state.shown.time_called - ({player} if seconds > 0 else set())
            words = {"name": state.name_of(player), "change": ClockAdjusted(seconds).in_words}
            state = state.saying("notice.clock-adjusted", **words).with_shown(time_called=called)
            return appended(state, Kind.NOTE, ClockAdjusted(seconds), side=player)
        case NextGame() if state.phase is Phase.GAME_OVER:
            return confirmed(state)
    return None


# --- the notice of a change -------------------------------------------------------------------------------


def _noticed(before: _State, after: _State, event: Event, effects: Sequence[Any], game: Game[_State]) -> _State:
    """The state after a step with the notice of what a person has changed."""
    message = game.notice(before, after, event, effects)
    if message is None:
        return after
    deed = consent.deed_of(before, event, game)
    change = Change(before.n, after.t, before.record, before.clock, consent.by_of(event), deed)
    return after.with_shown(message=message, before_change=change)


def _faded(before: _State, after: _State) -> _State:
    """The state after a step without an outdated notice."""
    change, asked = after.shown.before_change, (after.shown.question, *after.shown.deferred)
    if change is None or change is not before.shown.before_change:
        return after
    if any(one is not None and isinstance(one.wanted, ChangeUndone) for one in asked):
        return after
    if after.shown.message is not before.shown.message:  # another message takes the way back with it
        return after.with_shown(before_change=None)
    was, now = ((state.record.standing, state.record.resumes) for state in (before, after))
    if was != now:
        return after.with_shown(message=after.shown.alarm, before_change=None)
    return after.with_shown(before_change=None) if after.t - change.t >= UNDO_S else after


# --- what is said -----------------------------------------------------------------------------------------


def _is_by_person(event: object) -> bool:
    return not isinstance(event, (*_BY_NOBODY, *_SEEN_ELSEWHERE))


def said(before: _State, after: _State, event: Event, effects: Iterable[object], game: Game[_State]) -> _State:
    """The state after a step with its message and the time of it."""
    by_person = _is_by_person(event)
    silent = by_person and _is_silent(before, after, effects, game)
    after = _why_nothing(after, event, game) if silent else after
    return _with_message(before, after, by_person=by_person, again=silent)


def said_of_layer(before: _State, after: _State, effects: Iterable[object], key: str, game: Game[_State]) -> _State:
    """The state after a request to a layer: ``key`` is the message if the layer has done nothing."""
    if not _is_silent(before, after, effects, game):
        return after
    return _with_message(before, after.saying(key), by_person=True, again=True)


def _with_message(before: _State, after: _State, *, by_person: bool, again: bool) -> _State:
    fault = after.phase in WRONG and after.record.wrong == before.record.wrong and before.phase in WRONG
    read = after.shown.read if after.record == before.record else None
    stood = Standing(before.shown.message, after.shown.said_t, read)
    now = after_step(stood, after.shown.message, after.t, by_person=by_person, again=again, fault=fault)
    return after.with_shown(message=now.message, said_t=now.said_t, read=now.read)


def _is_silent(before: _State, after: _State, effects: Iterable[object], game: Game[_State]) -> bool:
    """Whether a step said nothing and changed nothing that the players see."""
    acts = any(not isinstance(effect, Entry) for effect in effects)
    said_again = after.shown.message is not before.shown.message
    return not (said_again or acts or after.layers != before.layers or game.visible(after) != game.visible(before))


def _why_nothing(state: _State, event: Event, game: Game[_State]) -> _State:
    """The state with a message that says what is wrong, or what is awaited first."""
    if state.shown.question is not None:
        return state.saying("awaited.answer")
    if (key := _NOTHING_THERE.get(type(event))) is not None:
        return state.saying(key)
    if state.phase in WRONG and state.shown.alarm is not None:
        return state.with_shown(message=state.shown.alarm)
    return state.with_shown(message=unclear(state, game) if state.is_ended else game.awaited(state, event))


def unclear(state: _State, game: Game[_State]) -> Message:
    """The message that says why a finished turn has not been ruled on yet."""
    if state.seen.hand:
        return Message("awaited.hand", alarm=False)
    if state.seen.look is None or not game.in_sight(state.seen.look.observation):
        return Message("notice.unseen", alarm=False)
    return Message("awaited.ended", alarm=False)


def answered(
    state: _State, choice: int, done: Callable[[_State, Question, Answer], Appended[_State]]
) -> Appended[_State]:
    """Answers the open question with the choice of that number, which is then ``done``; else it is only recorded as a
    note.
    """
    question = state.shown.question
    if question is None or choice not in range(len(question.answers)):
        return appended(state, Kind.NOTE, StrayAnswer(choice))
    answer = question.answers[choice]
    state = state.counting(Odd.BOARD, shown=False).with_shown(question=None, message=None)
    step = appended(state, Kind.ANSWERED, ChoiceMade(question.key, answer.text))
    return then(step, lambda state: done(state, question, answer))


# --- after a restart --------------------------------------------------------------------------------------


def replayed(
    state: _State, entries: Sequence[Entry], fold: Callable[[_State, Entry, Mapping[int, Any]], _State],
    mark: ClockMark | None,
) -> _State:  # fmt: skip
    """The state of a match after these entries.  ``mark``: the last reading of the clock.

    ``fold``: the state after one more entry, which may restore one of the records by entry number.

    Raises :class:`InputError` naming the first entry that does not follow from those before it.
    """
    wanted = {to for entry in entries if (to := restored_to(entry)) is not None} | consent.wanted_back(entries)
    kept, clock = {0: state.record}, state.clock
    for entry in entries:
        try:
            state = fold(state, entry, kept)
        except Exception as error:  # whatever does not go with an entry: another version may have written it
            why = str(error) or type(error).__name__
            raise InputError(f"journal entry {entry.n} ({entry.event.value}) does not follow: {why}") from error
        if state.n in wanted:
            kept[state.n] = state.record
    t = state.t if mark is None else max(state.t, mark.t)
    state = replace(state, t=t, stirred_t=t, clock=clock_after_break(state.clock, entries, t, mark))
    if (change := state.shown.before_change) is not None:
        before, changed_t = clock_before_change(clock, entries, change.n, change.t)
        state = state.with_shown(before_change=replace(change, t=changed_t, clock=before))
    return state


# --- what surrounds a match ----------------------------------------------------------------------


class Layer(Protocol):
    """What surrounds a match; a module with these functions is one.

    ``step``: wraps :func:`companion.match.session.step`.  ``replayed``: the state ``after`` an entry of a resumed
    match, with what the layer knew ``before``.  ``shown``: the values for a view, by type.
    """

    def step(self, state: Any, event: Any) -> tuple[Any, list[Any]]: ...

    def replayed(self, before: Any, after: Any, entry: Entry) -> Any: ...

    def shown(self, state: Any) -> Mapping[type, object]: ...


def value_of(layers: Mapping[type, object], kind: type[_Value]) -> _Value | None:
    """The value of a layer, or None."""
    found = layers.get(kind)
    assert found is None or isinstance(found, kind)
    return found


def with_value(state: _State, value: object, **changes: Any) -> _State:
    """The state with the value of a layer, and further changes."""
    return replace(state, layers={**state.layers, type(value): value}, **changes)
