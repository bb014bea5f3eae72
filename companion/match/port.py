"""Backgammon for a session, see :class:`companion.match.any_session.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.conduct import loses_on_time, players_are_told
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match import actions
from companion.match.accusing import fault
from companion.match.anchoring import anchored_to
from companion.match.any_game import Answer, Choice, Question
from companion.match.clock import Stop
from companion.match.consent_table import Deed
from companion.match.events import (
    Answered,
    ButtonPressed,
    ChangeUndone,
    Condoned,
    CubeActed,
    Edited,
    Ended,
    Event,
    PlayEntered,
    PositionSet,
    Resigned,
    Resumed,
    RollEntered,
    RulingAsked,
    UndoAsked,
)
from companion.match.message import Message
from companion.match.phases import OVER, PLAYING, WRONG, Phase
from companion.match.state import Effect, State, Step, double_back, number_of_roll
from companion.match.view import view_of
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    ActWanted,
    ChangeWanted,
    CubeTurned,
    Replaced,
    RollWanted,
    TurnAmended,
    TurnWanted,
)
from companion.record.match import Cause
from companion.referee.course import Stage
from companion.referee.known_boards import is_in_sight


def as_act(state: State, event: Event) -> Event:
    """An event as the act that it amounts to: an answer that ends the game, or answers a double."""
    question = state.shown.question
    if not isinstance(event, Answered) or question is None or event.choice not in range(len(question.answers)):
        return event
    return _said(state, question, question.answers[event.choice], event) or event


def _said(state: State, question: Question, answer: Answer, event: Answered) -> Event | None:
    """The event that an answer amounts to, or None."""
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


_DEEDS: Final[Mapping[type, Deed]] = {
    PlayEntered: Deed.ENTER_PLAY, PositionSet: Deed.SET_POSITION, Edited: Deed.CHANGE_TURN, Resigned: Deed.RESIGN,
    RulingAsked: Deed.ASK_RULING, Condoned: Deed.CONDONE,
}  # fmt: skip


def deed(state: State, event: Event) -> Deed | None:
    """The deed of an event."""
    match event:
        case RollEntered():
            return Deed.CHANGE_ROLL if state.record.turn is not None else Deed.ENTER_ROLL
        case CubeActed(act=act):
            return Deed.DOUBLE if act is Act.DOUBLE else Deed.ANSWER_DOUBLE
        case Ended():
            return Deed.CHANGE_RESULT if state.phase in OVER else Deed.END_GAME
    return _DEEDS.get(type(event))


# --- the question ----------------------------------------------------------------------------------------


def board(event: Event) -> Position | None:
    """The position to be agreed to."""
    return Position.from_id(event.position, event.on_roll) if isinstance(event, PositionSet) else None


def words(state: State, event: Event) -> tuple[str, Mapping[str, str]] | None:
    """The question whether an event is agreed to."""
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
            return "question.position", {"player": state.name_of(on_roll)}
        case Ended(winner, result):
            values = {"player": state.name_of(winner), "result": f"result.{result.name.lower()}"}
            return "question.said-over", values
        case ChangeUndone():
            return _of_undoing(state), {}
    return None


def _of_undoing(state: State) -> str:
    """The question whether the last change is undone: an offered double, the answer to one, or another change."""
    change, offer = state.shown.before_change, state.record.cube.offer
    if change is None or change.record.cube == state.record.cube:
        return "question.undo-change"
    return "question.undo-double" if change.record.cube.offer is None and offer is not None else "question.undo-answer"


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


def as_facts(event: Event) -> ChangeWanted | None:
    """The journal's form of an act that needs consent."""
    match event:
        case Edited(turn=turn, dice=dice, play=play, by=by):
            return TurnWanted(by, turn, dice, play)
        case RollEntered(first, second, by=by):
            return RollWanted(by, (first, second))
        case PlayEntered(play, by=by):
            return ActWanted(by, "play", play)
        case PositionSet(position, on_roll, by=by):
            return ActWanted(by, "position", f"{position} {on_roll.value}")
        case Ended(winner, result, by=by):
            return ActWanted(by, "end", f"{winner.value} {result.name.lower()}")
    return None


def from_facts(state: State, facts: ChangeWanted) -> Event:
    """The event of a journal entry."""
    match facts:
        case TurnWanted(by, turn, dice, play):
            return Edited(turn, state.t, dice, play, by)
        case RollWanted(by, (first, second)):
            return RollEntered(first, second, state.t, by)
        case ActWanted(by, "play", play):
            return PlayEntered(play, state.t, by)
        case ActWanted(by, "position", said):
            position, on_roll = said.split()
            return PositionSet(position, Side(on_roll), state.t, by)
        case ActWanted(by, "end", said):
            side, result = said.split()
            return Ended(Side(side), Result[result.upper()], state.t, by)
    raise InputError("it wants what nobody knows in a game that has rolls")


# --- what happens and is said ----------------------------------------------------------------------------

_BY_A_PERSON: Final = (Answered, ChangeUndone, CubeActed, Edited, Ended, PositionSet, RollEntered, UndoAsked)
_CUBE: Final = {
    Act.DOUBLE: "doubled",
    Act.BEAVER: "beavered",
    Act.RACCOON: "raccooned",
    Act.TAKE: "taken",
    Act.DROP: "dropped",
}


_ANOTHER_BOARD: Final = (UndoAsked, ChangeUndone, PositionSet, Answered)
"""By these the record may go to another position than the one to which the dice on the board belong."""


def followed(before: State, after: State, event: Event) -> State:
    """The state whose belief follows what a person has changed of the record."""
    if after.seen.belief is not before.seen.belief or _facts(before) == _facts(after):
        return after  # the belief knows already
    return anchored_to(after, others_are_next=isinstance(event, _ANOTHER_BOARD))


def _facts(state: State) -> tuple[object, ...]:
    phase = Phase.TRYING if state.phase in PLAYING | WRONG else state.phase
    return (
        phase,
        state.record.position,
        state.record.cube,
        state.record.turn.dice if state.record.turn else None,
        state.record.game,
    )


def flagged(state: State, late: Side) -> Step:
    """Handles time that is up: the match is lost, or by some rules the director decides."""
    if loses_on_time(0.0, state.terms.rules.rules):
        return actions.decided(state, late.other, Cause.TIME)
    state = state.saying("notice.time-out", name=state.name_of(late))
    state = state.with_shown(time_called=state.shown.time_called | {late})
    return actions.halted(state, Stop.DISPUTE, time_out=late)


restored = actions.restored


def notice(before: State, after: State, event: Event, effects: Sequence[Effect]) -> Message | None:
    """The message of a change; a message of its own step is kept."""
    if not isinstance(event, _BY_A_PERSON):
        return None
    said = [_notice_of(before, after, event, effect) for effect in effects if isinstance(effect, Entry)]
    own = next((message for message in reversed(said) if message is not None), None)
    if own is None or after.shown.message is before.shown.message or after.shown.message is None:
        return own
    return None if after.shown.message.alarm and not isinstance(event, ChangeUndone) else after.shown.message


def _notice_of(before: State, after: State, event: Event, entry: Entry) -> Message | None:
    facts, asked = entry.facts, before.shown.question
    match entry.event:
        case Kind.UNDO if after.shown.message is not None and after.shown.message.key == "notice.undone":
            return after.shown.message
        case Kind.RESTORED:
            return _notice("change-undone")
        case Kind.EDIT if isinstance(facts, TurnAmended):
            return _notice("amended", turn=str(facts.turn))
        case Kind.EDIT if isinstance(facts, Replaced):
            is_said = isinstance(event, PositionSet) or (asked is not None and asked.key == "question.adrift")
            return _notice("placed") if is_said else None
        case Kind.EDIT if entry.dice is not None and isinstance(event, RollEntered):
            return _notice("roll-changed", dice=str(Dice(*entry.dice)))
        case Kind.DOUBLE | Kind.TAKE | Kind.DROP if entry.side is not None and isinstance(event, CubeActed | Answered):
            value = str(facts.value if isinstance(facts, CubeTurned) else after.record.cube.value)
            act = facts.act if entry.event is Kind.DOUBLE and isinstance(facts, CubeTurned) else Act(entry.event.value)
            return _notice(_CUBE[act], name=after.name_of(entry.side), value=value)
        case Kind.GAME_OVER if isinstance(event, Ended) and after.terms.opponent is None:
            return _notice("result")
    return None


def _notice(key: str, **values: str) -> Message:
    return Message(f"notice.{key}", values, alarm=False)


def visible(state: State) -> object:
    return replace(view_of(state), message=None, said_t=0.0, board_read=None, confidence=None, hand=False, dimmed=False)


def awaited(state: State, event: object) -> Message:
    """The message of what is awaited first."""
    if isinstance(event, ButtonPressed) and (more := _unfinished(state)) is not None:
        return more
    turn, offer = state.record.turn, state.record.cube.offer
    values = {"name": state.name_of(offer.to if offer is not None else state.side)}
    values |= {"dice": str(turn.dice)} if turn is not None else {}
    return Message(f"awaited.{state.phase.value}", values, alarm=False)


def _unfinished(state: State) -> Message | None:
    """The reason against ending an unfinished turn, in the words of its rule."""
    best = state.seen.belief.best if state.seen.belief is not None else None
    are_faults_reported = players_are_told(state.terms.rules.rules, asked=False)
    if best is None or state.phase not in PLAYING or best.stage is not Stage.HALF_WAY or not are_faults_reported:
        return None
    why, _ = fault(state, best)
    return None if why is None else Message(why.text_key, why.values, why.points, alarm=False)


in_sight = is_in_sight
