"""What a person is told whose act changes nothing: what is wrong, or what is awaited first.

Nothing that a person does is silent.  After a step in which somebody has acted, either the players see something else
than before, or something was said; where neither is so, :func:`told_why_not` says what is awaited, by phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.games.backgammon.conduct import players_are_told
from companion.match.accusing import fault
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    CameraBack,
    CameraLost,
    ChangeUndone,
    DiceRolled,
    FramesEnded,
    LayerEvent,
    PlayPrepared,
    TakenUp,
    Ticked,
    UndoAsked,
)
from companion.match.message import Message, Standing, told
from companion.match.phases import PLAYING, WRONG, Phase
from companion.match.questions import name_of
from companion.match.state import Effect, State
from companion.match.view import view_of
from companion.record.entries import Entry
from companion.referee.course import Stage
from companion.referee.known_boards import is_in_sight

_BY_NOBODY: Final = (BoardSeen, Ticked, DiceRolled, CameraLost, CameraBack, FramesEnded, TakenUp)
_SEEN_ELSEWHERE: Final = (PlayPrepared, LayerEvent)
"""What they change is drawn on the board that is touched, or shown by the layer that knows them."""
NOTHING_THERE: Final[Mapping[type, str]] = MappingProxyType(
    {UndoAsked: "refused.undo", ChangeUndone: "refused.change", Answered: "refused.answer"}
)
"""What a person wants to take back or to answer, and there is nothing."""


def is_by_person(event: object) -> bool:
    """Whether an event is something that a person does at this table."""
    return not isinstance(event, (*_BY_NOBODY, *_SEEN_ELSEWHERE))


def said(before: State, after: State, event: object, effects: Iterable[Effect]) -> State:
    """The state after a step with what is to be said of it, and the time at which it was said."""
    by_person = is_by_person(event)
    silent = by_person and _is_silent(before, after, effects)
    after = told_why_not(after, event) if silent else after
    return _told(before, after, by_person=by_person, anew=silent)


def said_of_layer(before: State, after: State, effects: Iterable[Effect], key: str) -> State:
    """The state after a person has asked a layer for something: ``key`` is said if that has brought nothing."""
    if not _is_silent(before, after, effects):
        return after
    return _told(before, after.with_shown(message=Message(key, alarm=False)), by_person=True, anew=True)


def _told(before: State, after: State, *, by_person: bool, anew: bool) -> State:
    fault = after.phase in WRONG and after.record.wrong == before.record.wrong and before.phase in WRONG
    read = after.shown.read if after.record == before.record else None
    stood = Standing(before.shown.message, after.shown.said_t, read)
    now = told(stood, after.shown.message, after.t, by_person=by_person, anew=anew, fault=fault)
    return after.with_shown(message=now.message, said_t=now.said_t, read=now.read)


def _is_silent(before: State, after: State, effects: Iterable[Effect]) -> bool:
    """Whether nothing was said, no dice fall, no layer acts, and the table looks as before."""
    acts = any(not isinstance(effect, Entry) for effect in effects)
    told_anew = after.shown.message is not before.shown.message
    return not (told_anew or acts or after.beside != before.beside or _visible(after) != _visible(before))


def _visible(state: State) -> Any:
    return replace(view_of(state), message=None, said_t=0.0, lies=None, confidence=None, hand=False, dimmed=False)


def told_why_not(state: State, event: object) -> State:
    """The state in which is said what is wrong, or what is awaited before anything else."""
    return state.with_shown(message=_why_not(state, event))


def _why_not(state: State, event: object) -> Message:
    if state.shown.question is not None:
        return Message("awaited.answer", alarm=False)
    if (key := NOTHING_THERE.get(type(event))) is not None:
        return Message(key, alarm=False)
    if state.phase in WRONG and state.shown.alarm is not None:
        return state.shown.alarm
    if state.phase is Phase.ENDED:
        return unclear(state)
    if isinstance(event, ButtonPressed) and (more := _unfinished(state)) is not None:
        return more
    turn, offer = state.record.turn, state.record.cube.offer
    side = offer.to if offer is not None else state.side
    values = {"name": name_of(state, side)} | ({"dice": str(turn.dice)} if turn is not None else {})
    return Message(f"awaited.{state.phase.value}", values, alarm=False)


def _unfinished(state: State) -> Message | None:
    """What speaks against ending a turn of which more is to be played, in the words of its rule."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    is_told = players_are_told(state.terms.rules.rules, asked=False)
    if best is None or state.phase not in PLAYING or best.stage is not Stage.HALF_WAY or not is_told:
        return None
    why, _ = fault(state, best)
    return None if why is None else Message(why.text_key, why.values, why.points, alarm=False)


def unclear(state: State) -> Message:
    """Why a turn that is over has not been ruled on yet: what keeps the board from being seen."""
    look = state.seen.look
    if state.seen.hand:
        return Message("awaited.hand", alarm=False)
    if look is None or not is_in_sight(look.observation):
        return Message("notice.unseen", alarm=False)
    return Message("awaited.ended", alarm=False)
