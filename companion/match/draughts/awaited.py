"""What a person is told whose act changes nothing; see :mod:`companion.match.awaited`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.match.awaited import NOTHING_THERE, is_by_person
from companion.match.draughts.looks import is_in_sight
from companion.match.draughts.showing import view_of
from companion.match.draughts.state import DraughtsState
from companion.match.message import Message, Standing, told
from companion.match.phases import Phase
from companion.record.entries import Entry

_ITS_OWN: Final[Mapping[Phase, str]] = MappingProxyType(
    {Phase.TRYING: "awaited.move", Phase.CORRECTING: "awaited.other-move", Phase.PUTTING_BACK: "awaited.squares-back"}
)
"""Phases of which draughts has other words than backgammon."""


def said(before: DraughtsState, after: DraughtsState, event: object, effects: Sequence[object]) -> DraughtsState:
    """The state after a step with what is to be said of it, and the time at which it was said."""
    by_person = is_by_person(event)
    silent = by_person and _is_silent(before, after, effects)
    after = told_why_not(after, event) if silent else after
    return _told(before, after, by_person=by_person, anew=silent)


def said_of_layer(before: DraughtsState, after: DraughtsState, effects: Sequence[object], key: str) -> DraughtsState:
    """The state after a person has asked a layer for something: ``key`` is said if that has brought nothing."""
    if not _is_silent(before, after, effects):
        return after
    return _told(before, after.with_shown(message=Message(key, alarm=False)), by_person=True, anew=True)


def _told(before: DraughtsState, after: DraughtsState, *, by_person: bool, anew: bool) -> DraughtsState:
    fault = after.phase is before.phase is Phase.CORRECTING and after.record.wrong == before.record.wrong
    read = after.shown.read if after.record == before.record else None
    stood = Standing(before.shown.message, after.shown.said_t, read)
    now = told(stood, after.shown.message, after.t, by_person=by_person, anew=anew, fault=fault)
    return after.with_shown(message=now.message, said_t=now.said_t, read=now.read)


def _is_silent(before: DraughtsState, after: DraughtsState, effects: Sequence[object]) -> bool:
    acts = any(not isinstance(effect, Entry) for effect in effects)
    told_anew = after.shown.message is not before.shown.message
    return not (told_anew or acts or after.beside != before.beside or _visible(after) != _visible(before))


def _visible(state: DraughtsState) -> Any:
    return replace(view_of(state), message=None, said_t=0.0, lies=None, hand=False, dimmed=False)


def told_why_not(state: DraughtsState, event: object) -> DraughtsState:
    """The state in which is said what is wrong, or what is awaited before anything else."""
    return state.with_shown(message=_why_not(state, event))


def _why_not(state: DraughtsState, event: object) -> Message:
    if state.shown.question is not None:
        return Message("awaited.answer", alarm=False)
    if (key := NOTHING_THERE.get(type(event))) is not None:
        return Message(key, alarm=False)
    if state.phase is Phase.CORRECTING and state.shown.alarm is not None:
        return state.shown.alarm
    if state.phase is Phase.TRYING and state.seen.ended_t is not None:
        return unclear(state)
    key = _ITS_OWN.get(state.phase, f"awaited.{state.phase.value}")
    return Message(key, {"name": state.name_of(state.side)}, alarm=False)


def unclear(state: DraughtsState) -> Message:
    """Why a turn that is over has not been ruled on yet: what keeps the board from being seen."""
    if state.seen.hand:
        return Message("awaited.hand", alarm=False)
    if state.seen.look is None or not is_in_sight(state.seen.look.observation):
        return Message("notice.unseen", alarm=False)
    return Message("awaited.ended", alarm=False)
