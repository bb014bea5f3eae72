"""The notice of a change that a person has made in the record, from which one touch undoes it.

Every such change has one: a play taken back, a turn or a roll corrected, a position set, an act with the cube or a
result by touch.  The touch brings back the state before the change, and the record with it
(:func:`companion.match.actions.restored`); that is a change, too, so that another touch makes the first one again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.match import actions
from companion.match.events import (
    Answered,
    ChangeUndone,
    CubeActed,
    Edited,
    Ended,
    Event,
    PositionSet,
    RollEntered,
    Ticked,
    UndoAsked,
)
from companion.match.message import Message
from companion.match.questions import name_of
from companion.match.state import Effect, State
from companion.match.step import Step, as_effects
from companion.record.entries import Entry, Kind

_BY_A_PERSON: Final = (Answered, ChangeUndone, CubeActed, Edited, Ended, PositionSet, RollEntered, UndoAsked)
_CUBE: Final = {Kind.DOUBLE: "notice.doubled", Kind.TAKE: "notice.taken", Kind.DROP: "notice.dropped"}
_UNDONE: Final = "notice.undone"
"""It stays: it says what is to be done on the board as well."""
_ADRIFT: Final = "question.adrift"
_SHOWN_S: Final = 20.0
"""For so long the notice of a change covers names, score and clock."""


def is_reported(state: State) -> bool:
    """Whether the notice of a change is on show."""
    return state.before_change is not None and state.message is not None and state.message.may_undo


def undone(state: State) -> Step:
    """Undoes the change that the notice reports; where there is none any more, it is only noted."""
    if state.before_change is None or not is_reported(state):
        return as_effects(actions.not_now(state, ChangeUndone.__name__))
    return as_effects(actions.restored(state, state.before_change))


def noticed(before: State, after: State, event: Event, effects: Iterable[Effect]) -> State:
    """The state after a step with the notice of what a person has changed; the notice goes when the game goes on."""
    message = _notice(before, after, event, effects) if isinstance(event, _BY_A_PERSON) else None
    if message is not None:
        return actions.with_notice(after, message, before)
    if after.before_change is None:
        return after
    if not is_reported(after):
        return replace(after, before_change=None)
    if _on_record(before) != _on_record(after) or (isinstance(event, Ticked) and _is_read(after)):
        return replace(after, message=None, before_change=None)
    return after


def _notice(before: State, after: State, event: Event, effects: Iterable[Effect]) -> Message | None:
    """What is said of a change; what its step says of it by itself, as that nothing can be played, is kept."""
    said = [_said(before, after, event, effect) for effect in effects if isinstance(effect, Entry)]
    own = next((message for message in reversed(said) if message is not None), None)
    if own is None or after.message is before.message or after.message is None:
        return own
    return None if after.message.alarm and not isinstance(event, ChangeUndone) else after.message


def _said(before: State, after: State, event: Event, entry: Entry) -> Message | None:
    details = entry.details or {}
    match entry.event:
        case Kind.UNDO if after.message is not None and after.message.key == _UNDONE:
            return after.message
        case Kind.RESTORED:
            return _notice_of("change-undone")
        case Kind.EDIT if "turn" in details:
            return _notice_of("amended", turn=str(details["turn"]))
        case Kind.EDIT if actions.PLACED in details and (isinstance(event, PositionSet) or _is_asked(before, _ADRIFT)):
            return _notice_of("placed")
        case Kind.EDIT if entry.dice is not None and (isinstance(event, RollEntered) or _was_agreed(before)):
            return _notice_of("roll-changed", dice=f"{entry.dice[0]}-{entry.dice[1]}")
        case Kind.DOUBLE | Kind.TAKE | Kind.DROP if entry.side is not None and isinstance(event, CubeActed | Answered):
            value = str(details.get("value", after.cube.value))
            return Message(_CUBE[entry.event], {"name": name_of(after, entry.side), "value": value}, alarm=False)
        case Kind.GAME_OVER if isinstance(event, Ended):
            return _notice_of("result")
    return None


def _notice_of(key: str, **values: str) -> Message:
    return Message(f"notice.{key}", values, alarm=False)


def _is_asked(state: State, key: str) -> bool:
    return state.question is not None and state.question.key == key


def _was_agreed(before: State) -> bool:
    """Whether the answer was to one player's wish to change the record."""
    return before.question is not None and before.question.wanted is not None


def _is_read(state: State) -> bool:
    assert state.message is not None
    assert state.before_change is not None
    return state.message.key != _UNDONE and state.t - state.before_change.t >= _SHOWN_S


def _on_record(state: State) -> tuple[object, ...]:
    """What goes on when the game does."""
    dice = state.turn.dice if state.turn else None
    return state.position, state.cube, dice, state.rolls, state.score, state.game, state.resumes, state.result
