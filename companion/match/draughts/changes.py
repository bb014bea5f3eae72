"""The notice of a change that a person has made in the record, from which one touch undoes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.match.draughts import actions
from companion.match.draughts.events import DrawOffered, GameResigned, MoveEdited, PositionEntered
from companion.match.draughts.state import DraughtsState, Step
from companion.match.events import Answered, ChangeUndone, Ticked, UndoAsked
from companion.match.message import Message
from companion.record.entries import Entry, Kind
from companion.record.facts import MoveAmended, Replaced

_BY_A_PERSON: Final = (Answered, ChangeUndone, DrawOffered, GameResigned, MoveEdited, PositionEntered, UndoAsked)
_UNDONE: Final = "notice.undone"
"""It stays: it says what is to be done on the board as well."""
SHOWN_S: Final = 20.0
"""For so long the notice of a change is shown, if its reader does not put it away by a touch."""


def is_reported(state: DraughtsState) -> bool:
    """Whether the notice of a change is on show."""
    return state.shown.before_change is not None and state.shown.message is not None and state.shown.message.may_undo


def undone(state: DraughtsState) -> Step:
    """Undoes the change that the notice reports; where there is none any more, it is only noted."""
    if state.shown.before_change is None or not is_reported(state):
        return actions.not_now(state, ChangeUndone.__name__)
    return actions.restored(state, state.shown.before_change)


def noticed(before: DraughtsState, after: DraughtsState, event: object, entries: Sequence[Entry]) -> DraughtsState:
    """The state after a step with the notice of what a person has changed; the notice goes when the game goes on."""
    if isinstance(event, _BY_A_PERSON):
        message = next((said for entry in reversed(entries) if (said := _said(entry)) is not None), None)
        if message is not None:
            return actions.with_notice(after, message, before)
    if after.shown.before_change is None:
        return after
    if not is_reported(after):
        return after.with_shown(before_change=None)
    read = (
        after.shown.message is not None
        and after.shown.message.key != _UNDONE
        and after.t - after.shown.before_change.t >= SHOWN_S
    )
    if before.record.games != after.record.games or (isinstance(event, Ticked) and read):
        return after.with_shown(message=None, before_change=None)
    return after


def _said(entry: Entry) -> Message | None:
    match entry.event, entry.facts:
        case Kind.UNDO, _:
            return Message(_UNDONE, alarm=False)
        case Kind.RESTORED, _:
            return Message("notice.change-undone", alarm=False)
        case Kind.EDIT, MoveAmended(number):
            return Message("notice.amended", {"turn": str(number + 1)}, alarm=False)
        case Kind.EDIT, Replaced():
            return Message("notice.placed", alarm=False)
    return None
