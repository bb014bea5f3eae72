"""Handles what is entered by touch: moves that no camera saw, draws, resignations, corrections."""

from __future__ import annotations

from companion.errors import InputError
from companion.games.draughts import Position, picture_of
from companion.games.draughts.explain import explain_move
from companion.games.draughts.notation import parse, squares_in
from companion.games.draughts.reason import Explanation
from companion.games.rules import Side, Stack
from companion.match.any_game import then
from companion.match.consent_table import applies
from companion.match.draughts import actions
from companion.match.draughts.state import YES_OR_NO, DraughtsState, Question, Step
from companion.match.events import (
    Awarded,
    DrawOffered,
    GameResigned,
    MoveEdited,
    MoveEntered,
    NextGame,
    PositionEntered,
    UndoAsked,
)
from companion.match.phases import IN_GAME, OVER, Phase
from companion.record.draughts import Outcome
from companion.record.entries import Kind
from companion.record.facts import NothingToUndo
from companion.record.journal import Mode
from companion.record.match import Cause

_NO_GAME = frozenset({Phase.SETTING_UP, Phase.BETWEEN_GAMES})
"""No game is under way, and the next one may begin."""


def handled(state: DraughtsState, event: object) -> Step:
    """Applies an event entered by touch; an impossible one is answered with a sentence and recorded as a note."""
    match event:
        case UndoAsked() | MoveEdited() if state.is_decided:
            key = "notice.decided" if state.match_over else "notice.decided.game"
            return actions.not_now(state.saying(key), type(event).__name__)
        case MoveEntered(move):
            return _move_entered(state, move)
        case MoveEdited(number, move) if state.record.moves:
            return _edited(state, number, move)
        case PositionEntered(fen) if state.in_game:
            return _position_entered(state, fen)
        case DrawOffered(side) if state.phase in IN_GAME:
            return _draw_offered(state, side)
        case GameResigned(side) if state.in_game:
            return actions.resigned(state, side)
        case UndoAsked():
            return _undo_asked(state)
        case Awarded(winner, points) if state.record.game:
            return _awarded(state, winner, points)
        case NextGame() if state.phase in _NO_GAME and state.seen.blind:
            return actions.started(state, None)
    return actions.not_now(state, type(event).__name__)


def _awarded(state: DraughtsState, winner: Side | None, points: int) -> Step:
    if points == 0 and (winner is None or not state.terms.length or state.phase is Phase.MATCH_OVER):
        return actions.not_now(state, "Awarded")
    cause = Cause.AWARDED if points else Cause.FORFEITED
    return actions.scored(state, Outcome(winner, cause.value), said=state.phase in OVER)


def _move_entered(state: DraughtsState, text: str) -> Step:
    if state.phase in _NO_GAME:
        return then(actions.started(state, None), lambda state: _move_entered(state, text))
    if state.phase not in IN_GAME:
        return actions.not_now(state, "MoveEntered")
    try:
        move = parse(text, state.record.position)
    except InputError as error:
        return _illegal_entered(state, text, error)
    return actions.moved(state, move)


def _illegal_entered(state: DraughtsState, text: str, error: InputError) -> Step:
    """Rules on an illegal move as if it had been seen; one that cannot be done on a board is only refused."""
    before = state.record.position
    try:
        squares = squares_in(text)
    except InputError as unreadable:
        return actions.refused(state, "MoveEntered", str(unreadable))
    start, end = squares[0], squares[-1]
    why = explain_move(before, squares, state.terms.rules.rules)
    if why is None or before.side_at(start) is not state.side or state.terms.mode is Mode.RECORDED:
        return actions.refused(state, "MoveEntered", str(error), why)
    picture = dict(picture_of(before))
    moved, stands = picture[start], picture[end]
    picture |= {start: Stack(0, 0), end: Stack(moved.light + stands.light, moved.dark + stands.dark)}
    return actions.found_illegal(state, picture, why, None, 1.0)


def _position_entered(state: DraughtsState, fen: str) -> Step:
    try:
        position = Position.from_fen(fen)
    except InputError as error:
        return actions.refused(state, "PositionEntered", str(error))
    if not position.light or not position.dark:
        return actions.refused(state, "PositionEntered", "a side has no piece left, expected a position in play")
    return actions.placed(state, position)


def _draw_offered(state: DraughtsState, side: Side) -> Step:
    """An offer, or the other side's agreement to one."""
    if state.record.offer is None:
        return actions.draw_offered(state, side)
    if state.record.offer is side:
        return actions.not_now(state, "DrawOffered")
    return actions.scored(state, Outcome(None, "agreed"))


def _edited(state: DraughtsState, number: int, move: str) -> Step:
    """Changes an earlier move of this game; refuses with a sentence where that cannot be."""
    try:
        state.record.games[-1].amended(number, move)
    except InputError as error:
        explained = _explained(state, number, move)
        return actions.refused(state, "MoveEdited", str(error), explained)
    return actions.amended(state, number, move)


def _explained(state: DraughtsState, number: int, move: str) -> Explanation | None:
    """The rule that forbids a move in place of an earlier one; None if it is legal there, or cannot be read."""
    if number not in range(len(state.record.moves)):
        return None
    try:
        squares = squares_in(move)
    except InputError:
        return None
    return explain_move(state.record.moves[number].before, squares, state.terms.rules.rules)


def _undo_asked(state: DraughtsState) -> Step:
    if not state.record.may_undo or state.phase in {Phase.SETTING_UP, Phase.BETWEEN_GAMES}:
        return actions.appended(state, Kind.NOTE, NothingToUndo())
    back = _moves_back(state)
    if not state.terms.asks or applies(state.terms):
        return actions.undone(state, back)
    play = state.record.moves[-back].text if state.record.moves else ""
    return actions.asked(state, Question("question.undo", YES_OR_NO, {"play": play}, back=back))


def _moves_back(state: DraughtsState) -> int:
    """The number of moves that an undo takes back, including the one before the engine's last move."""
    moves = state.record.moves
    return 2 if len(moves) > 1 and moves[-1].side is state.engine else 1
