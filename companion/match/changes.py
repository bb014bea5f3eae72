"""The notice of a change that a person has made in the record, and for how long one touch undoes it.

Every such change has one: a play taken back, a turn or a roll corrected, a position set, an act with the cube or a
result by touch.  The touch brings back the state before the change, and the record with it
(:func:`companion.match.actions.restored`); that is a change, too, so that another touch makes the first one again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.backgammon import Dice
from companion.games.backgammon.cube import Act
from companion.match import actions
from companion.match.consent import by_of
from companion.match.deeds import deed
from companion.match.events import (
    Answered,
    ChangeUndone,
    CubeActed,
    Edited,
    Ended,
    Event,
    PositionSet,
    RollEntered,
    UndoAsked,
)
from companion.match.message import Message
from companion.match.questions import name_of
from companion.match.state import Change, Effect, State
from companion.match.step import Step, as_effects
from companion.record.entries import Entry, Kind
from companion.record.facts import CubeTurned, Replaced, TurnAmended

_BY_A_PERSON: Final = (Answered, ChangeUndone, CubeActed, Edited, Ended, PositionSet, RollEntered, UndoAsked)
_CUBE: Final = {
    Act.DOUBLE: "notice.doubled",
    Act.BEAVER: "notice.beavered",
    Act.RACCOON: "notice.raccooned",
    Act.TAKE: "notice.taken",
    Act.DROP: "notice.dropped",
}
_UNDONE: Final = "notice.undone"
_ADRIFT: Final = "question.adrift"
UNDO_S: Final = 20.0
"""For so long one touch undoes a change, long after its notice has left: both are to have seen it."""


def undone(state: State) -> Step:
    """Undoes the change that was reported last; where it can no longer be undone, it is only noted."""
    if state.shown.before_change is None:
        return as_effects(actions.not_now(state, ChangeUndone.__name__))
    return as_effects(actions.restored(state, state.shown.before_change))


def noticed(before: State, after: State, event: Event, effects: Iterable[Effect]) -> State:
    """The state after a step with the notice of what a person has changed."""
    message = _notice(before, after, event, effects) if isinstance(event, _BY_A_PERSON) else None
    if message is None:
        return after
    change = Change(before.n, after.t, before.record, before.clock, by_of(event), deed(before, event))
    return after.with_shown(message=message, before_change=change)


def faded(before: State, after: State) -> State:
    """The state after a step without a notice that is read, or whose game has gone on."""
    change = after.shown.before_change
    if change is None or change is not before.shown.before_change or _is_wished(after):
        return after
    if after.shown.message is not before.shown.message:  # another message takes the way back with it
        return after.with_shown(before_change=None)
    if _on_record(before) != _on_record(after):
        return after.with_shown(message=after.shown.alarm, before_change=None)
    return after.with_shown(before_change=None) if after.t - change.t >= UNDO_S else after


def _is_wished(state: State) -> bool:
    """Whether it is asked whether the change is undone, or will be once another question is answered."""
    asked = (state.shown.question, *state.shown.deferred)
    return any(one is not None and isinstance(one.wanted, ChangeUndone) for one in asked)


def _notice(before: State, after: State, event: Event, effects: Iterable[Effect]) -> Message | None:
    """What is said of a change; what its step says of it by itself, as that nothing can be played, is kept."""
    said = [_said(before, after, event, effect) for effect in effects if isinstance(effect, Entry)]
    own = next((message for message in reversed(said) if message is not None), None)
    if own is None or after.shown.message is before.shown.message or after.shown.message is None:
        return own
    return None if after.shown.message.alarm and not isinstance(event, ChangeUndone) else after.shown.message


def _said(before: State, after: State, event: Event, entry: Entry) -> Message | None:
    facts = entry.facts
    match entry.event:
        case Kind.UNDO if after.shown.message is not None and after.shown.message.key == _UNDONE:
            return after.shown.message
        case Kind.RESTORED:
            return _notice_of("change-undone")
        case Kind.EDIT if isinstance(facts, TurnAmended):
            return _notice_of("amended", turn=str(facts.turn))
        case Kind.EDIT if isinstance(facts, Replaced) and (
            isinstance(event, PositionSet) or _is_asked(before, _ADRIFT)
        ):
            return _notice_of("placed")
        case Kind.EDIT if entry.dice is not None and isinstance(event, RollEntered):
            return _notice_of("roll-changed", dice=str(Dice(*entry.dice)))
        case Kind.DOUBLE | Kind.TAKE | Kind.DROP if entry.side is not None and isinstance(event, CubeActed | Answered):
            value = str(facts.value if isinstance(facts, CubeTurned) else after.record.cube.value)
            act = facts.act if entry.event is Kind.DOUBLE and isinstance(facts, CubeTurned) else Act(entry.event.value)
            return Message(_CUBE[act], {"name": name_of(after, entry.side), "value": value}, alarm=False)
        case Kind.GAME_OVER if isinstance(event, Ended) and after.terms.opponent is None:
            return _notice_of("result")
    return None


def _notice_of(key: str, **values: str) -> Message:
    return Message(f"notice.{key}", values, alarm=False)


def _is_asked(state: State, key: str) -> bool:
    return state.shown.question is not None and state.shown.question.key == key


def _on_record(state: State) -> tuple[object, ...]:
    """What goes on when the game does."""
    dice = state.record.turn.dice if state.record.turn else None
    return (
        state.record.position,
        state.record.cube,
        dice,
        state.record.rolls,
        state.record.score,
        state.record.game,
        state.record.resumes,
        state.record.result,
    )
