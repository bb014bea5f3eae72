"""Draughts for a session, see :class:`companion.match.any_session.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.errors import InputError
from companion.games.draughts import Position
from companion.games.rules import Side
from companion.match.any_game import Back
from companion.match.consent import award_words
from companion.match.consent_table import Deed
from companion.match.draughts import actions, looks, record_sync
from companion.match.draughts.state import DraughtsState, Step
from companion.match.draughts.view import view_of
from companion.match.events import (
    Answered,
    Awarded,
    ChangeUndone,
    DrawOffered,
    Event,
    GameResigned,
    MoveEdited,
    MoveEntered,
    PositionEntered,
    PutBackAsked,
    UndoAsked,
)
from companion.match.interruptions import PUT_BACK
from companion.match.message import Message
from companion.match.phases import Phase
from companion.record.draughts import WIN, Outcome
from companion.record.entries import Entry, Kind
from companion.record.facts import ActWanted, ChangeWanted, MoveAmended, MoveWanted, Replaced
from companion.record.match import Cause


def as_act(state: DraughtsState, event: Event) -> Event:
    """An event as the act that it amounts to: an answer that sets the position."""
    if isinstance(event, Answered) and state.shown.question is not None:
        answers = state.shown.question.answers
        answer = answers[event.choice] if event.choice in range(len(answers)) else None
        if answer is not None and isinstance(answer.meaning, Side) and answer.end is not None:
            return PositionEntered(answer.end.fen(), event.at_s, event.by)
    return event


_DEEDS: Final[Mapping[type, Deed]] = {
    MoveEntered: Deed.ENTER_PLAY, MoveEdited: Deed.CHANGE_TURN, PositionEntered: Deed.SET_POSITION,
    DrawOffered: Deed.OFFER_DRAW, GameResigned: Deed.GIVE_UP,
}  # fmt: skip


def deed(state: DraughtsState, event: Event) -> Deed | None:  # noqa: ARG001
    """The deed of an event."""
    return _DEEDS.get(type(event))


# --- the question ----------------------------------------------------------------------------------------


def board(event: Event) -> Position | None:
    """The position to be agreed to."""
    return Position.from_fen(event.fen) if isinstance(event, PositionEntered) else None


def words(state: DraughtsState, event: Event) -> tuple[str, Mapping[str, str]] | None:
    """The question whether an event is agreed to."""
    match event:
        case MoveEdited(number, move):
            is_last = number == len(state.record.moves) - 1
            key = "question.change-play" if is_last else "question.change-turn"
            return key, {"turn": str(number + 1), "play": move}
        case UndoAsked():
            return "question.take-back", {"play": state.record.last.text} if state.record.last is not None else {}
        case MoveEntered(move):
            return "question.play-entered", {"play": move}
        case PositionEntered(fen):
            return "question.position", {"player": state.name_of(Position.from_fen(fen).to_move)}
        case Awarded(winner, points):
            return award_words(None if winner is None else state.name_of(winner), WIN if points else 0)
    return None


# --- the journal -----------------------------------------------------------------------------------------


def as_facts(event: Event) -> ChangeWanted | None:
    """The journal's form of an act that needs consent."""
    match event:
        case MoveEdited(number, move, by=by):
            return MoveWanted(by, number, move)
        case MoveEntered(move, by=by):
            return ActWanted(by, "move", move)
        case PositionEntered(fen, by=by):
            return ActWanted(by, "position", fen)
    return None


def from_facts(state: DraughtsState, facts: ChangeWanted) -> Event:
    """The event of a journal entry."""
    match facts:
        case MoveWanted(by, number, move):
            return MoveEdited(number, move, state.t, by)
        case ActWanted(by, "move", move):
            return MoveEntered(move, state.t, by)
        case ActWanted(by, "position", fen):
            return PositionEntered(fen, state.t, by)
    raise InputError("it wants what nobody knows in a game without rolls")


# --- what happens and is said ----------------------------------------------------------------------------

_BY_A_PERSON: Final = (Answered, ChangeUndone, DrawOffered, GameResigned, MoveEdited, PositionEntered, UndoAsked)
_ITS_OWN: Final = {Phase.TRYING: "move", Phase.CORRECTING: "other-move", Phase.PUTTING_BACK: "squares-back"}
"""Phases of which draughts has other words than backgammon."""


def followed(before: DraughtsState, after: DraughtsState, event: Event) -> DraughtsState:
    """The state whose belief follows what a person has changed of the record."""
    if isinstance(event, PutBackAsked | Answered) and after.phase is Phase.PUTTING_BACK and after.shown.back == Back():
        after = after.with_shown(message=after.in_words(PUT_BACK, ()))  # until a look shows what is wrong
    if after.seen.belief is not before.seen.belief:
        return after  # the belief knows already
    is_same = before.record.games == after.record.games and before.phase is after.phase
    return after if is_same else record_sync.anchored_to(after)


def flagged(state: DraughtsState, late: Side) -> Step:
    """Handles time that is up: the game is lost."""
    return actions.scored(state, Outcome(late.other, Cause.TIME.value))


restored = actions.restored


def notice(before: DraughtsState, after: DraughtsState, event: Event, effects: Sequence[Entry]) -> Message | None:
    """The message of a change."""
    del before, after
    if not isinstance(event, _BY_A_PERSON):
        return None
    return next((said for entry in reversed(effects) if (said := _notice_of(entry)) is not None), None)


def _notice_of(entry: Entry) -> Message | None:
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


def visible(state: DraughtsState) -> object:
    return replace(view_of(state), message=None, said_t=0.0, board_read=None, hand=False, dimmed=False)


def awaited(state: DraughtsState, event: Event) -> Message:
    """The message of what is awaited first."""
    del event
    key = _ITS_OWN.get(state.phase, state.phase.value)
    return Message(f"awaited.{key}", {"name": state.name_of(state.side)}, alarm=False)


in_sight = looks.is_in_sight
