"""In a refereed match one player changes the record of a turn only if the other one agrees.

Whoever's play it was: the player who asks for the change wants it already, so the other one is asked.  In any other
match, and where it is not known who asks, it is changed at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import Dice, Play
from companion.games.rules import Side
from companion.match import actions, corrections
from companion.match.events import Edited, RollEntered, UndoAsked
from companion.match.message import Message
from companion.match.phases import PLAYING, WRONG
from companion.match.questions import YES_OR_NO, name_of, put
from companion.match.state import Question, State, Wanted
from companion.match.step import Step, as_effects, asked
from companion.record.entries import Entry
from companion.record.journal import Mode

WANTED: Final = "wanted"
"""The key of the details by which the entry of a question tells a resumed match which change is wanted."""


def is_needed(state: State, wanted: Wanted) -> bool:
    """Whether a change that could be made needs the other player's consent."""
    return state.terms.mode is Mode.REFEREED and state.terms.asks and wanted.by is not None


def sought(state: State, wanted: Wanted) -> Step:
    """Asks the other player than the one who wants the change."""
    return asked(state, _question(state, wanted), None, **{WANTED: _as_details(wanted)})


def given(state: State, wanted: Wanted) -> Step:
    """Makes the change, as far as it still can be made."""
    match wanted:
        case Edited():
            return corrections.edited(state, wanted)
        case RollEntered(first, second) if state.phase in PLAYING | WRONG and state.turn is not None:
            return as_effects(actions.roll_entered_anew(state, Dice(first, second)))
        case UndoAsked() if state.earlier is not None:
            return as_effects(actions.undone(state))
    return as_effects(actions.not_now(state, type(wanted).__name__))


def refused(state: State) -> Step:
    """Says to both that the record stays as it is."""
    return replace(state, message=Message("notice.not-agreed", alarm=False)), []


def asked_again(state: State, entry: Entry) -> State:
    """The state of a resumed match in which the question of an entry is open again; of any other entry, as it was."""
    wanted = _from_details(state, (entry.details or {}).get(WANTED))
    return state if wanted is None else put(state, _question(state, wanted))


def answered(state: State, entry: Entry) -> State:
    """The state of a resumed match in which the question that an entry answers is no longer open."""
    key = (entry.details or {}).get("question")
    waiting = tuple(one for one in state.deferred if one.wanted is None or one.key != key)
    is_open = state.question is not None and state.question.wanted is not None and state.question.key == key
    return replace(state, deferred=waiting, question=None if is_open else state.question)


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
            values["dice"] = f"{first}-{second}"
        case UndoAsked():
            key = "question.take-back"
            values |= {"play": state.last.play.text()} if state.last is not None and state.last.play.steps else {}
    return Question(key, YES_OR_NO, values, back=1, turn=turn, wanted=replace(wanted, at_s=state.t), to=by.other)


def _of_turn(state: State, wanted: Edited) -> str:
    is_last = state.last is not None and wanted.turn == sum(state.rolls) - state.rolled
    return "question.change-play" if is_last else "question.change-turn"


def _new(wanted: Edited) -> dict[str, str]:
    """The roll and the play as they would be."""
    roll = f"{wanted.dice[0]}-{wanted.dice[1]}" if wanted.dice else ""
    play = wanted.play if wanted.play and Play.from_text(wanted.play).steps else ""
    new = ": ".join(filter(None, (roll, play)))
    return {"play": new} if new else {}


def _as_details(wanted: Wanted) -> Mapping[str, object]:
    assert wanted.by is not None
    by = {"by": wanted.by.value}
    match wanted:
        case Edited():
            return {**by, "turn": wanted.turn, "dice": list(wanted.dice) if wanted.dice else None, "play": wanted.play}
        case RollEntered(first, second):
            return {**by, "roll": [first, second]}
        case UndoAsked():
            return by


def _from_details(state: State, details: object) -> Wanted | None:
    if not isinstance(details, Mapping):
        return None
    match details:
        case {"by": str(by), "turn": int(turn), "dice": dice, "play": str() | None as play}:
            numbers = Dice(*dice) if isinstance(dice, list | tuple) else None
            roll = None if numbers is None else (numbers.first, numbers.second)
            return Edited(turn, state.t, roll, play, Side(by))
        case {"by": str(by), "roll": [int(first), int(second)]}:
            return RollEntered(first, second, state.t, Side(by))
        case {"by": str(by)}:
            return UndoAsked(state.t, Side(by))
    raise InputError(f"it asks for {details}, expected a change of a turn, a roll or an undo")
