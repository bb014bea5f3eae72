"""What consent needs to know of backgammon, see :class:`companion.match.consent.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match import actions
from companion.match.consent import (
    PLAIN_ACTS,
    Deed,
    award_words,
    deed_at_any_board,
    press_as_act,
    ruling_as_facts,
    ruling_from_facts,
)
from companion.match.events import (
    Answered,
    Awarded,
    ButtonPressed,
    ChangeUndone,
    Condoned,
    CubeActed,
    Edited,
    Ended,
    Event,
    LeftToDirector,
    NextGame,
    Paused,
    PlayEntered,
    PositionSet,
    PutBackAsked,
    Resigned,
    Resumed,
    RollEntered,
    RulingAsked,
    TimeAdjusted,
    UndoAsked,
)
from companion.match.phases import BEFORE_PLAY, IN_GAME, OVER
from companion.match.questions import YES_OR_NO, asked_of, double_back, mark, name_of, number_of_roll, put
from companion.match.state import Answer, Change, Choice, MatchInPlay, Question, State
from companion.record.facts import (
    UNDO_CHANGE,
    ActWanted,
    ChangeWanted,
    ClockAdjusted,
    MoveWanted,
    RollWanted,
    TurnWanted,
    UndoWanted,
)

__all__ = [
    "appended", "as_act", "as_facts", "asked_of", "deed", "deferred", "from_facts", "mark", "owner", "put",
    "waiting", "wish", "with_change",
]  # fmt: skip

appended = actions.appended


def as_act(state: State, event: Event) -> Event:
    """An event as the act that it amounts to: a press that ends a pause, an answer that ends the game."""
    match event:
        case ButtonPressed():
            pressed: Event = press_as_act(state, event)
            return pressed
        case Answered(choice) if state.shown.question is not None:
            question = state.shown.question
            if choice in range(len(question.answers)):
                return _said(state, question, question.answers[choice], event) or event
    return event


def _said(state: State, question: Question, answer: Answer, event: Answered) -> Event | None:
    """What an answer says that a touch says as well; None of others."""
    offer = state.record.cube.offer
    match answer.meaning:
        case Choice.TAKE | Choice.DROP | Choice.DOUBLE_BACK as said if offer is not None:
            back = double_back(state)
            act = back if said is Choice.DOUBLE_BACK and back is not None else _CUBE_ACTS[said]
            return CubeActed(act, offer.to, event.at_s)
        case Side() as side if question.key == "question.adrift" and answer.end is not None:
            return PositionSet(replace(answer.end, on_roll=side).id(), side, event.at_s, event.by)
        case Result() as result if question.winner is not None:
            return Ended(question.winner, result, event.at_s, event.by)
        case Dice() as roll if question.turn and question.turn != number_of_roll(state):
            return Edited(question.turn, event.at_s, (roll.first, roll.second), by=event.by)
        case Choice.NO if question.key == "question.who-won":
            return Resumed(event.at_s, event.by)
    return None


_CUBE_ACTS: Final[Mapping[Choice, Act]] = {
    Choice.TAKE: Act.TAKE, Choice.DROP: Act.DROP, Choice.DOUBLE_BACK: Act.BEAVER,
}  # fmt: skip


def deed(state: State, event: Event) -> Deed | None:
    """Which deed an event is."""
    match event:
        case RollEntered():
            return Deed.CHANGE_ROLL if state.record.turn is not None else Deed.ENTER_ROLL
        case PlayEntered():
            return Deed.ENTER_PLAY
        case PositionSet():
            return Deed.SET_POSITION
        case Edited():
            return Deed.CHANGE_TURN
        case CubeActed(act=act):
            return Deed.DOUBLE if act is Act.DOUBLE else Deed.ANSWER_DOUBLE
        case Resigned():
            return Deed.RESIGN
        case Ended():
            return Deed.CHANGE_RESULT if state.phase in OVER else Deed.END_GAME
        case RulingAsked():
            return Deed.ASK_RULING
        case Condoned():
            return Deed.CONDONE
    return deed_at_any_board(state, event)


def owner(state: State) -> Side | None:
    """Whose turn it is, None where it is nobody's."""
    return state.side if state.phase in IN_GAME and state.phase not in BEFORE_PLAY else None


def deferred(state: State) -> Sequence[Question]:
    """The questions that wait behind another one."""
    return state.shown.deferred


def waiting(state: State, question: Question) -> State:
    """The state in which one more question waits."""
    return state.with_shown(deferred=(question, *state.shown.deferred))


# --- the question ----------------------------------------------------------------------------------------


def wish(state: State, event: Event, to: frozenset[Side]) -> Question:
    """The question whether these players agree to what an event says."""
    key, values = _words(state, event)
    by = next(iter(to)).other if len(to) == 1 else None
    named = {"name": name_of(state, by)} if by is not None else {}
    turn = event.turn if isinstance(event, Edited) else 0
    return Question(key, _answers(event), {**named, **values}, turn=turn, wanted=event, to=to)


def _answers(event: Event) -> tuple[Answer, ...]:
    """Yes or no; where a board is to be agreed to, it is shown."""
    if not isinstance(event, PositionSet):
        return YES_OR_NO
    yes, no = YES_OR_NO
    return replace(yes, end=Position.from_id(event.position, event.on_roll)), no


def _words(state: State, event: Event) -> tuple[str, Mapping[str, str]]:
    match event:
        case Edited():
            return _of_turn(state, event), {"turn": str(event.turn), **_new(event)}
        case RollEntered(first, second):
            key = "question.change-roll" if state.record.turn is not None else "question.roll-entered"
            return key, {"dice": str(Dice(first, second))}
        case PlayEntered(play):
            return "question.play-entered", {"play": play}
        case UndoAsked():
            last = state.record.last
            return "question.take-back", {"play": last.play.text()} if last is not None and last.play.steps else {}
        case PositionSet(on_roll=on_roll):
            return "question.position", {"player": name_of(state, on_roll)}
        case Ended(winner, result):
            return "question.said-over", {"player": name_of(state, winner), "result": _result(result)}
        case NextGame():
            return "question.result-right", {}
        case ChangeUndone():
            return _of_undoing(state), {}
        case Paused() | PutBackAsked():
            return "question.pause", {}
        case LeftToDirector():
            return "question.leave-dispute", {}
        case Awarded(winner, points):
            return award_words(None if winner is None else name_of(state, winner), points)
        case TimeAdjusted(player, seconds):
            return "question.adjust-clock", {
                "player": name_of(state, player),
                "change": ClockAdjusted(seconds).in_words,
            }
    return "question.go-on", {}


def _of_undoing(state: State) -> str:
    """The question whether the last change is undone: an offered double, the answer to one, or another change."""
    change, offer = state.shown.before_change, state.record.cube.offer
    if change is None or change.record.cube == state.record.cube:
        return "question.undo-change"
    return "question.undo-double" if change.record.cube.offer is None and offer is not None else "question.undo-answer"


def _result(result: Result) -> str:
    return f"result.{result.name.lower()}"


def _of_turn(state: State, wanted: Edited) -> str:
    is_last = state.record.last is not None and wanted.turn == sum(state.record.rolls) - state.rolled
    return "question.change-play" if is_last else "question.change-turn"


def _new(wanted: Edited) -> dict[str, str]:
    """The roll and the play as they would be."""
    roll = str(Dice(*wanted.dice)) if wanted.dice else ""
    play = wanted.play if wanted.play and Play.from_text(wanted.play).steps else ""
    new = ": ".join(filter(None, (roll, play)))
    return {"play": new} if new else {}


# --- the journal -----------------------------------------------------------------------------------------


def as_facts(state: State, event: Event) -> ChangeWanted:
    """What the journal says of an act that is to be agreed to."""
    by: Side | None = getattr(event, "by", None)
    match event:
        case Edited(turn=turn, dice=dice, play=play):
            return TurnWanted(by, turn, dice, play)
        case RollEntered(first, second):
            return RollWanted(by, (first, second))
        case UndoAsked():
            return UndoWanted(by)
        case PlayEntered(play):
            return ActWanted(by, "play", play)
        case PositionSet(position, on_roll):
            return ActWanted(by, "position", f"{position} {on_roll.value}")
        case Ended(winner, result):
            return ActWanted(by, "end", f"{winner.value} {result.name.lower()}")
        case Awarded() | TimeAdjusted():
            return ruling_as_facts(event)
        case ChangeUndone():
            change = state.shown.before_change
            assert change is not None
            return ActWanted(by, UNDO_CHANGE, str(change.n))
    return ActWanted(by, next(word for word, kind in _PLAIN.items() if isinstance(event, kind)))


def from_facts(state: State, facts: ChangeWanted) -> Event:
    """The event that the journal tells of."""
    match facts:
        case TurnWanted(by, turn, dice, play):
            return Edited(turn, state.t, dice, play, by)
        case RollWanted(by, (first, second)):
            return RollEntered(first, second, state.t, by)
        case UndoWanted(by):
            return UndoAsked(state.t, by)
        case ActWanted(by, "play", play):
            return PlayEntered(play, state.t, by)
        case ActWanted(by, "position", said):
            position, on_roll = said.split()
            return PositionSet(position, Side(on_roll), state.t, by)
        case ActWanted(by, "end", said):
            side, result = said.split()
            return Ended(Side(side), Result[result.upper()], state.t, by)
        case ActWanted(act="award" | "time"):
            return ruling_from_facts(facts, state.t)
        case ActWanted(by, word) if word in _PLAIN:
            plain: Event = _PLAIN[word](state.t, by)
            return plain
        case MoveWanted() | ActWanted():
            raise InputError("it wants what nobody knows in a game that has rolls")


_PLAIN: Final[Mapping[str, Any]] = {**PLAIN_ACTS, "stand": Condoned}


def with_change(state: State, number: int, record: MatchInPlay) -> State:
    """The state of a match that is taken up, in which it is asked whether a change is undone."""
    return state.with_shown(before_change=Change(number, state.t, record, None))
