"""What consent needs to know of draughts, see :class:`companion.match.consent.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.games.draughts import Position
from companion.games.rules import Side
from companion.match.consent import (
    BOTH,
    PLAIN_ACTS,
    Deed,
    Lasts,
    award_words,
    deed_at_any_board,
    is_open,
    press_as_act,
    ruling_as_facts,
    ruling_from_facts,
)
from companion.match.draughts import actions
from companion.match.draughts.events import DrawOffered, GameResigned, MoveEdited, MoveEntered, PositionEntered
from companion.match.draughts.in_play import DraughtsInPlay
from companion.match.draughts.phases import IN_PLAY
from companion.match.draughts.state import YES_OR_NO, Answer, Change, DraughtsState, Question
from companion.match.events import (
    Answered,
    Awarded,
    ButtonPressed,
    ChangeUndone,
    LeftToDirector,
    NextGame,
    Paused,
    PutBackAsked,
    TimeAdjusted,
    UndoAsked,
)
from companion.match.message import Message
from companion.match.phases import ASIDE, OVER
from companion.record.draughts import WIN
from companion.record.facts import UNDO_CHANGE, ActWanted, ChangeWanted, ClockAdjusted, MoveWanted, UndoWanted

__all__ = [
    "appended", "as_act", "as_facts", "asked_of", "deed", "deferred", "from_facts", "mark", "owner", "put",
    "waiting", "wish", "with_change",
]  # fmt: skip

appended = actions.appended


def as_act(state: DraughtsState, event: Any) -> Any:
    """An event as the act that it amounts to: a press that ends a pause, an answer that sets the position."""
    match event:
        case ButtonPressed():
            return press_as_act(state, event)
        case Answered(choice) if state.shown.question is not None:
            answers = state.shown.question.answers
            answer = answers[choice] if choice in range(len(answers)) else None
            if answer is not None and isinstance(answer.meaning, Side) and answer.end is not None:
                return PositionEntered(answer.end.fen(), event.at_s, event.by)
    return event


def deed(state: DraughtsState, event: Any) -> Deed | None:
    """Which deed an event is."""
    match event:
        case MoveEntered():
            return Deed.ENTER_PLAY
        case MoveEdited():
            return Deed.CHANGE_TURN
        case PositionEntered():
            return Deed.SET_POSITION
        case DrawOffered():
            return Deed.OFFER_DRAW
        case GameResigned():
            return Deed.GIVE_UP
    return deed_at_any_board(state, event)


def owner(state: DraughtsState) -> Side | None:
    """Whose turn it is, None where it is nobody's."""
    return state.side if state.phase in IN_PLAY else None


def mark(state: DraughtsState, lasts: Lasts) -> object:
    """What is the same as long as a question of consent stands."""
    record = state.record
    match lasts:
        case Lasts.GAME:
            return record.game, state.phase in OVER
        case Lasts.PAUSE:
            aside = state.phase in ASIDE, state.phase in OVER
            return record.game, aside, record.dispute.turn if record.dispute is not None else None
    return record.games, record.offer, record.wrong is None, state.phase if state.phase in OVER else None


def asked_of(state: DraughtsState, question: Question) -> frozenset[Side]:
    """Who may answer a question."""
    del state
    return question.to or BOTH


def put(state: DraughtsState, question: Question) -> DraughtsState:
    """The state with a question open; one to the players that was open waits, and returns."""
    standing = state.shown.question
    makes_way = standing is not None and standing.wanted is not None and standing.key != question.key
    return (waiting(state, standing) if makes_way and standing is not None else state).with_shown(question=question)


def deferred(state: DraughtsState) -> Sequence[Question]:
    """The questions that wait behind another one."""
    return state.shown.deferred


def waiting(state: DraughtsState, question: Question) -> DraughtsState:
    """The state in which one more question waits."""
    others = (one for one in state.shown.deferred if one.key != question.key)
    return state.with_shown(deferred=(question, *others))


def coming_back(state: DraughtsState) -> DraughtsState:
    """The state with the next question open, if none is; those whose matter is gone are dropped."""
    still = tuple(question for question in state.shown.deferred if is_open(state, question, mark))
    if state.shown.question is not None or not still:
        return state.with_shown(deferred=still) if still != state.shown.deferred else state
    first, *others = still
    words = Message(first.key, first.values, alarm=False, choices=first.choices)
    return state.with_shown(question=first, deferred=tuple(others), message=state.shown.message or words)


# --- the question ----------------------------------------------------------------------------------------


def wish(state: DraughtsState, event: Any, to: frozenset[Side]) -> Question:
    """The question whether these players agree to what an event says."""
    key, values = _words(state, event)
    by = next(iter(to)).other if len(to) == 1 else None
    named = {"name": state.name_of(by)} if by is not None else {}
    return Question(key, _answers(event), {**named, **values}, wanted=event, to=to)


def _answers(event: Any) -> tuple[Answer, ...]:
    """Yes or no; where a board is to be agreed to, it is shown."""
    if not isinstance(event, PositionEntered):
        return YES_OR_NO
    yes, no = YES_OR_NO
    return replace(yes, end=Position.from_fen(event.fen)), no


def _words(state: DraughtsState, event: Any) -> tuple[str, Mapping[str, str]]:
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
        case NextGame():
            return "question.result-right", {}
        case ChangeUndone():
            return "question.undo-change", {}
        case Paused() | PutBackAsked():
            return "question.pause", {}
        case LeftToDirector():
            return "question.leave-dispute", {}
        case Awarded(winner, points):
            return award_words(None if winner is None else state.name_of(winner), WIN if points else 0)
        case TimeAdjusted(player, seconds):
            return "question.adjust-clock", {"player": state.name_of(player), "change": ClockAdjusted(seconds).in_words}
    return "question.go-on", {}


# --- the journal -----------------------------------------------------------------------------------------


def as_facts(state: DraughtsState, event: Any) -> ChangeWanted:
    """What the journal says of an act that is to be agreed to."""
    by: Side | None = getattr(event, "by", None)
    match event:
        case MoveEdited(number, move):
            return MoveWanted(by, number, move)
        case UndoAsked():
            return UndoWanted(by)
        case MoveEntered(move):
            return ActWanted(by, "move", move)
        case PositionEntered(fen):
            return ActWanted(by, "position", fen)
        case Awarded() | TimeAdjusted():
            return ruling_as_facts(event)
        case ChangeUndone():
            change = state.shown.before_change
            assert change is not None
            return ActWanted(by, UNDO_CHANGE, str(change.n))
    return ActWanted(by, next(word for word, kind in PLAIN_ACTS.items() if isinstance(event, kind)))


def from_facts(state: DraughtsState, facts: ChangeWanted) -> Any:
    """The event that the journal tells of."""
    match facts:
        case MoveWanted(by, number, move):
            return MoveEdited(number, move, state.t, by)
        case UndoWanted(by):
            return UndoAsked(state.t, by)
        case ActWanted(by, "move", move):
            return MoveEntered(move, state.t, by)
        case ActWanted(by, "position", fen):
            return PositionEntered(fen, state.t, by)
        case ActWanted(act="award" | "time"):
            return ruling_from_facts(facts, state.t)
        case ActWanted(by, word) if word in PLAIN_ACTS:
            return PLAIN_ACTS[word](state.t, by)
    raise InputError("it wants what nobody knows in a game without rolls")


def with_change(state: DraughtsState, number: int, record: DraughtsInPlay) -> DraughtsState:
    """The state of a match that is taken up, in which it is asked whether a change is undone."""
    return state.with_shown(before_change=Change(number, state.t, record, None))
