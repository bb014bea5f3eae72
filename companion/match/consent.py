"""In a refereed match one player changes the record of a turn only if the other one agrees.

Whoever's play it was: the player who asks for the change wants it already, so the other one is asked.  In any other
match, and where it is not known who asks, it is changed at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import Dice, Play
from companion.match import actions, corrections
from companion.match.events import Edited, RollEntered, UndoAsked
from companion.match.message import Message
from companion.match.phases import PLAYING, WRONG
from companion.match.questions import YES_OR_NO, coming_back, making_way, name_of, put
from companion.match.state import Question, State, Wanted
from companion.match.step import Step, as_effects, asked
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    ChangeWanted,
    ChoiceMade,
    GoneOn,
    Halted,
    MoveWanted,
    QuestionAsked,
    Replaced,
    RollWanted,
    TurnWanted,
    UndoWanted,
)
from companion.record.journal import Mode


def is_needed(state: State, wanted: Wanted) -> bool:
    """Whether a change that could be made needs the other player's consent."""
    return state.terms.mode is Mode.REFEREED and state.terms.asks and wanted.by is not None


def sought(state: State, wanted: Wanted) -> Step:
    """Asks the other player than the one who wants the change."""
    return asked(state, _question(state, wanted), None, _as_facts(wanted))


def given(state: State, wanted: Wanted) -> Step:
    """Makes the change, as far as it still can be made."""
    match wanted:
        case Edited():
            return corrections.edited(state, wanted)
        case RollEntered(first, second) if state.phase in PLAYING | WRONG and state.record.turn is not None:
            return as_effects(actions.roll_entered_anew(state, Dice(first, second)))
        case UndoAsked() if state.record.moments:
            return as_effects(actions.undone(state))
    return as_effects(actions.not_now(state, type(wanted).__name__))


def refused(state: State) -> Step:
    """Says to both that the record stays as it is."""
    return state.with_shown(message=Message("notice.not-agreed", alarm=False)), []


def retold(state: State, entry: Entry) -> State:
    """The state of a resumed match in which a wish is open as long as the entries leave it unanswered."""
    question = state.shown.question
    match entry.event, entry.facts:
        case _, QuestionAsked(wanted=wanted) if wanted is not None:
            return put(state, _question(state, _from_facts(state, wanted)))
        case _, ChoiceMade(question=key):
            waiting = tuple(one for one in state.shown.deferred if one.wanted is None or one.key != key)
            return state.with_shown(deferred=waiting, question=question if question and question.key != key else None)
        case _, Halted():
            return state.with_shown(question=None, deferred=making_way(state))
        case _, GoneOn():
            return coming_back(state.with_shown(question=None))
        case Kind.EDIT, Replaced():
            return state.with_shown(question=None)
        case event, _ if event in _END_WISHES:
            return state.with_shown(question=None)
        case event, _ if event in _OF_THE_NEXT_TURN:
            return state.with_shown(question=question if question and question.turn else None)
    return state


_OF_THE_NEXT_TURN: Final = (Kind.ROLL, Kind.PLAY, Kind.CORRECTED)
"""Entries that leave only a wish about an earlier turn open."""
_END_WISHES: Final = (
    Kind.START, Kind.STOOD, Kind.UNDO, Kind.RESTORED, Kind.ILLEGAL, Kind.TAKE, Kind.GAME_OVER, Kind.MATCH_OVER,
)  # fmt: skip


def _question(state: State, wanted: Wanted) -> Question:
    by = wanted.by
    assert by is not None
    values, turn = {"name": name_of(state, by)}, 0
    match wanted:
        case Edited():
            key, turn = _of_turn(state, wanted), wanted.turn
            values |= {"turn": str(turn), **_new(wanted)}
        case RollEntered(first, second):
            key = "question.change-roll"
            values["dice"] = str(Dice(first, second))
        case UndoAsked():
            key = "question.take-back"
            values |= (
                {"play": state.record.last.play.text()}
                if state.record.last is not None and state.record.last.play.steps
                else {}
            )
    return Question(key, YES_OR_NO, values, back=1, turn=turn, wanted=replace(wanted, at_s=state.t), to=by.other)


def _of_turn(state: State, wanted: Edited) -> str:
    is_last = state.record.last is not None and wanted.turn == sum(state.record.rolls) - state.rolled
    return "question.change-play" if is_last else "question.change-turn"


def _new(wanted: Edited) -> dict[str, str]:
    """The roll and the play as they would be."""
    roll = str(Dice(*wanted.dice)) if wanted.dice else ""
    play = wanted.play if wanted.play and Play.from_text(wanted.play).steps else ""
    new = ": ".join(filter(None, (roll, play)))
    return {"play": new} if new else {}


def _as_facts(wanted: Wanted) -> ChangeWanted:
    assert wanted.by is not None
    match wanted:
        case Edited(turn=turn, dice=dice, play=play):
            return TurnWanted(wanted.by, turn, dice, play)
        case RollEntered(first, second):
            return RollWanted(wanted.by, (first, second))
        case UndoAsked():
            return UndoWanted(wanted.by)


def _from_facts(state: State, wanted: ChangeWanted) -> Wanted:
    match wanted:
        case TurnWanted(by, turn, dice, play):
            return Edited(turn, state.t, dice, play, by)
        case RollWanted(by, (first, second)):
            return RollEntered(first, second, state.t, by)
        case UndoWanted(by):
            return UndoAsked(state.t, by)
        case MoveWanted():
            raise InputError("it wants another move in a game that has rolls")
