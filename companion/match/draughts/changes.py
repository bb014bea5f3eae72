"""The notice of a change that a person has made in the record, and for how long one touch undoes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.match.changes import UNDO_S
from companion.match.consent import by_of
from companion.match.draughts import actions
from companion.match.draughts.deeds import deed
from companion.match.draughts.events import DrawOffered, GameResigned, MoveEdited, PositionEntered
from companion.match.draughts.state import Change, DraughtsState, Step
from companion.match.events import Answered, ChangeUndone, UndoAsked
from companion.match.message import Message
from companion.record.entries import Entry, Kind
from companion.record.facts import MoveAmended, Replaced

_BY_A_PERSON: Final = (Answered, ChangeUndone, DrawOffered, GameResigned, MoveEdited, PositionEntered, UndoAsked)


def undone(state: DraughtsState) -> Step:
    """Undoes the change that was reported last; where it can no longer be undone, it is only noted."""
    if state.shown.before_change is None:
        return actions.not_now(state, ChangeUndone.__name__)
    return actions.restored(state, state.shown.before_change)


def noticed(before: DraughtsState, after: DraughtsState, event: object, entries: Sequence[Entry]) -> DraughtsState:
    """The state after a step with the notice of what a person has changed."""
    if isinstance(event, _BY_A_PERSON):
        message = next((said for entry in reversed(entries) if (said := _said(entry)) is not None), None)
        if message is not None:
            change = Change(before.n, after.t, before.record, before.clock, by_of(event), deed(before, event))
            return after.with_shown(message=message, before_change=change)
    return after


def faded(before: DraughtsState, after: DraughtsState) -> DraughtsState:
    """The state after a step without a notice that is read, or whose game has gone on."""
    change, asked = after.shown.before_change, (after.shown.question, *after.shown.deferred)
    if change is None or change is not before.shown.before_change:
        return after
    if any(one is not None and isinstance(one.wanted, ChangeUndone) for one in asked):
        return after
    if after.shown.message is not before.shown.message:
        return after.with_shown(before_change=None)
    if before.record.games != after.record.games:
        return after.with_shown(message=after.shown.alarm, before_change=None)
    return after.with_shown(before_change=None) if after.t - change.t >= UNDO_S else after


def _said(entry: Entry) -> Message | None:
    match entry.event, entry.facts:
        case Kind.UNDO, _:
            return Message("notice.undone", alarm=False)
        case Kind.RESTORED, _:
            return Message("notice.change-undone", alarm=False)
        case Kind.EDIT, MoveAmended(number):
            return Message("notice.amended", {"turn": str(number + 1)}, alarm=False)
        case Kind.EDIT, Replaced():
            return Message("notice.placed", alarm=False)
    return None
