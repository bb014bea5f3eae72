"""Handles events entered by touch: rolls and plays that no camera saw, the cube, resignations, corrections."""

from __future__ import annotations

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position, explain
from companion.games.backgammon.conduct import players_are_told, starter
from companion.games.backgammon.play_entry import laid
from companion.games.rules import Side, Stack
from companion.match import actions, cube
from companion.match.any_game import YES_OR_NO, then
from companion.match.consent_table import applies
from companion.match.events import (
    Awarded,
    Condoned,
    CubeActed,
    Edited,
    Ended,
    Event,
    NextGame,
    PlayEntered,
    PositionSet,
    Resigned,
    RollEntered,
    RulingAsked,
    UndoAsked,
)
from companion.match.phases import BEFORE_PLAY, IN_GAME, INTERRUPTED, OVER, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.state import Question, State, Step, asked, may_stand
from companion.record.entries import Kind
from companion.record.facts import NothingToUndo
from companion.record.match import Cause
from companion.record.replaying import legal_end


def handled(state: State, event: Event) -> Step:
    """Applies an event entered by touch; an impossible one is answered with a sentence and recorded as a note."""
    match event:
        case UndoAsked() | Edited() | Ended() if state.is_decided:
            state = state.saying("notice.decided")
            return not_now(state, event)
        case RollEntered():
            return _roll_entered(state, event)
        case PlayEntered(play):
            return _play_entered(state, play)
        case PositionSet(text, on_roll):
            return _position_set(state, text, on_roll)
        case Edited():
            return actions.edited(state, event)
        case CubeActed(act, side):
            return cube.acted(state, act, side)
        case Resigned(side, result) if state.phase in IN_GAME and state.record.resignation is None:
            return then(actions.resigned(state, side, result), _asked_what_is_due)
        case Ended(winner, result) if (
            state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER) and state.record.result is not None
        ):
            return actions.result_changed(state, winner, result)
        case Ended(winner, result) if state.phase not in OVER | {Phase.SETTING_UP}:
            return actions.given_up(state, winner, result)
        case UndoAsked():
            return _undo_asked(state)
        case RulingAsked():
            return _ruling_asked(state)
        case Condoned() if may_stand(state):
            return actions.stood(state, None)
        case Awarded(winner, points) if state.record.game and winner is not None:
            return _awarded(state, winner, points)
        case NextGame() if (
            state.phase in BEFORE_PLAY | OVER and state.seen.blind and state.phase is not Phase.MATCH_OVER
        ):
            return actions.started(state, None)
    return not_now(state, event)


def _asked_what_is_due(state: State) -> Step:
    question = state.due()
    return (state, []) if question is None else asked(state, question, None)


def _awarded(state: State, winner: Side, points: int) -> Step:
    if points > 0:
        return actions.awarded(state, winner, points)
    if state.terms.money or state.phase is Phase.MATCH_OVER:
        return actions.not_now(state, "Awarded")
    return actions.decided(state, winner, Cause.FORFEITED)


def not_now(state: State, event: Event) -> Step:
    """Notes an event that is impossible in this phase, and changes nothing."""
    return actions.not_now(state, type(event).__name__)


def _roll_entered(state: State, entered: RollEntered) -> Step:
    roll = Dice(entered.first, entered.second)
    if state.phase is Phase.SETTING_UP or state.phase is Phase.BETWEEN_GAMES:
        return then(actions.started(state, None), lambda state: _roll_entered(state, entered))
    if state.phase is Phase.OPENING:
        # The first number is Light's.
        side = starter(Stack(roll.first, roll.second), state.terms.rules.rules, younger=state.terms.younger)
        if side is None:
            tied = state.saying("phase.tied")
            return actions.tied(tied, roll.first, None)
        return actions.rolled(state, roll, None, side=side, passes=True)
    if state.phase in TO_ROLL:
        return actions.rolled(state, roll, None, passes=True)
    if state.phase in INTERRUPTED and state.record.turn is not None and not state.record.turn.drawn:
        return then(actions.resumed(state), lambda state: _roll_entered(state, entered))
    if state.phase in PLAYING | WRONG and state.record.turn is not None:
        if state.record.turn.dice.same_numbers(roll) and state.phase in PLAYING:
            return state.saying("notice.roll-same", dice=str(roll)), []
        if state.record.turn.drawn:
            refused = state.saying("notice.roll-final")
            return actions.not_now(refused, "RollEntered", why="electronic")
        return actions.roll_entered_again(state, roll)
    return actions.not_now(state, "RollEntered")


def _play_entered(state: State, text: str) -> Step:
    """Records a legal play; rules on an illegal one as if it had been seen."""
    if state.phase not in PLAYING | WRONG or state.record.turn is None:
        return actions.not_now(state, "PlayEntered")
    dice = state.record.turn.dice
    try:
        play, end = legal_end(state.terms.rules.rules, state.record.position, dice, text)
    except InputError as error:
        return _illegal_entered(state, dice, text, error)
    return actions.played(state, play, end, None, 1.0, None)


def _illegal_entered(state: State, dice: Dice, text: str, error: InputError) -> Step:
    try:
        picture = laid(state.record.position, Play.from_text(text))
    except InputError as unplayable:
        return _refused(state, str(unplayable))
    why = explain(state.record.position, dice, picture, state.terms.rules.rules)
    if why is None:
        return _refused(state, str(error))
    found, effects = actions.found_illegal(state, picture, why, None, 1.0, None)
    if found.record.wrong is None or found.record.wrong.reported:
        return found, effects
    if found.record.wrong.position is None:
        return _refused(state, str(error))
    return then((found, effects), lambda found: actions.stood(found, None))  # not reported, so nobody corrects it


def _position_set(state: State, text: str, on_roll: Side) -> Step:
    if state.phase in OVER | {Phase.SETTING_UP}:
        return actions.not_now(state, "PositionSet")
    try:
        position = Position.from_id(text, on_roll)
    except InputError as error:
        return _refused(state, str(error))
    if position.winner is not None:
        return _refused(state, "a side has no checker left, expected a position in play")
    state, effects = actions.placed(state, position)
    return state.saying("notice.placed"), effects


def _refused(state: State, why: str) -> Step:
    state = state.saying("notice.refused", why=why)
    return actions.not_now(state, "refused", why=why)


def _undo_asked(state: State) -> Step:
    if not state.record.moments or state.phase in BEFORE_PLAY:
        return actions.appended(state, Kind.NOTE, NothingToUndo())
    if not state.terms.asks or applies(state.terms):
        return actions.undone(state)
    last = state.record.last.play.text() if state.record.last else ""
    return asked(state, Question("question.undo", YES_OR_NO, {"play": last}, back=1), None)


def _ruling_asked(state: State) -> Step:
    """Reports a known illegal play now, where rulings are given on request."""
    asked_for = players_are_told(state.terms.rules.rules, asked=True)
    if state.record.wrong is None or state.phase not in WRONG or not asked_for:
        key = "notice.nothing-wrong" if asked_for and state.record.wrong is None else "notice.not-told"
        return state.saying(key), []
    if state.record.wrong.reported:
        return state.with_shown(message=state.record.wrong.message), []
    return actions.ruling_reported(state)
