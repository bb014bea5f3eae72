"""In a refereed match one player changes the record of a move only if the other one agrees."""

from __future__ import annotations

from companion.errors import InputError
from companion.games.draughts.explain import explain_move
from companion.games.draughts.notation import squares_in
from companion.games.draughts.reason import Explanation
from companion.match.draughts import actions
from companion.match.draughts.events import MoveEdited
from companion.match.draughts.state import YES_OR_NO, DraughtsState, Question, Step, Wanted
from companion.match.events import UndoAsked
from companion.match.message import Message
from companion.record.entries import Entry, Kind
from companion.record.facts import ChangeWanted, ChoiceMade, GoneOn, Halted, MoveWanted, QuestionAsked, UndoWanted
from companion.record.journal import Mode


def is_needed(state: DraughtsState, wanted: Wanted) -> bool:
    """Whether a change that could be made needs the other player's consent."""
    return state.terms.mode is Mode.REFEREED and state.terms.asks and wanted.by is not None


def sought(state: DraughtsState, wanted: Wanted) -> Step:
    """Asks the other player than the one who wants the change."""
    return actions.asked(state, question(state, wanted), None, _as_facts(wanted))


def given(state: DraughtsState, wanted: Wanted) -> Step:
    """Makes the change, as far as it still can be made."""
    match wanted:
        case MoveEdited(number, move):
            return edited(state, number, move)
        case UndoAsked() if state.record.may_undo:
            return actions.undone(state)
    return actions.not_now(state, type(wanted).__name__)


def edited(state: DraughtsState, number: int, move: str) -> Step:
    """Changes an earlier move of this game; refuses with a sentence where that cannot be."""
    why = refusal(state, number, move)
    if why is None:
        return actions.amended(state, number, move)
    return actions.not_now(state, "MoveEdited", why=why, explained=_explained(state, number, move))


def _explained(state: DraughtsState, number: int, move: str) -> Explanation | None:
    """Which rule forbids a move in place of an earlier one; None where it is legal there, or cannot be read."""
    if number not in range(len(state.record.moves)):
        return None
    try:
        squares = squares_in(move)
    except InputError:
        return None
    return explain_move(state.record.moves[number].before, squares, state.terms.rules.rules)


def refusal(state: DraughtsState, number: int, move: str) -> str | None:
    """Why a move cannot be changed like this, None where it can."""
    if not state.record.games:
        return "no game has begun"
    try:
        state.record.games[-1].amended(number, move)
    except InputError as error:
        return str(error)
    return None


def question(state: DraughtsState, wanted: Wanted) -> Question:
    by = wanted.by
    assert by is not None
    values = {"name": state.name_of(by)}
    match wanted:
        case MoveEdited(number, move):
            is_last = number == len(state.record.moves) - 1
            key = "question.change-play" if is_last else "question.change-turn"
            values |= {"turn": str(number + 1), "play": move}
        case UndoAsked():
            key = "question.take-back"
            values |= {"play": state.record.last.text} if state.record.last is not None else {}
    return Question(key, YES_OR_NO, values, wanted=wanted, to=by.other)


def retold(state: DraughtsState, entry: Entry) -> DraughtsState:
    """The state of a resumed match in which a wish is open as long as the entries leave it unanswered."""
    match entry.event, entry.facts:
        case _, QuestionAsked(wanted=wanted) if isinstance(wanted, MoveWanted | UndoWanted):
            asked = question(state, _from_facts(state, wanted))
            message = Message(asked.key, asked.values, alarm=False, choices=asked.choices)
            return state.with_shown(question=asked, message=message)
        case (Kind.ASKED | Kind.NOTE, _) if not isinstance(entry.facts, ChoiceMade | Halted | GoneOn):
            return state
    return state.with_shown(question=None, message=None)


def _as_facts(wanted: Wanted) -> ChangeWanted:
    assert wanted.by is not None
    match wanted:
        case MoveEdited(number, move):
            return MoveWanted(wanted.by, number, move)
        case UndoAsked():
            return UndoWanted(wanted.by)


def _from_facts(state: DraughtsState, wanted: MoveWanted | UndoWanted) -> Wanted:
    match wanted:
        case MoveWanted(by, number, move):
            return MoveEdited(number, move, state.t, by)
        case UndoWanted(by):
            return UndoAsked(state.t, by)


def refused(state: DraughtsState) -> Step:
    """Says to both that the record stays as it is."""
    return state.with_shown(message=Message("notice.not-agreed", alarm=False)), []
