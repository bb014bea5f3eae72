"""Applies a person's answer to the open question."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice, Play
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match import actions, interruptions, narrowing, record_sync
from companion.match.accusing import annulled
from companion.match.any_game import then
from companion.match.events import Edited, PutBackAsked
from companion.match.orientation import BoardOrientation
from companion.match.phases import INTERRUPTED, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.state import (
    Answer,
    Choice,
    Effect,
    Question,
    State,
    Step,
    asked,
    double_back,
    may_double,
    number_of_roll,
)

_RESULTS: Final = (
    Answer("answer.single", Result.SINGLE),
    Answer("answer.gammon", Result.GAMMON),
    Answer("answer.backgammon", Result.BACKGAMMON),
)

_IN_TURN: Final = PLAYING | WRONG | TO_ROLL | {Phase.OPENING}


def done(state: State, question: Question, answer: Answer) -> Step:
    """Applies an answer."""
    match answer.meaning:
        case Play() as play if answer.end is not None and state.phase in _IN_TURN:
            return _played(state, answer, play)
        case Dice() as roll if question.turn and question.turn != number_of_roll(state):
            return actions.edited(state, Edited(question.turn, state.t, dice=(roll.first, roll.second)))
        case Dice() as roll if state.phase in _IN_TURN:
            return narrowing.roll_known(state, roll)
        case Side() as side if question.key == "question.adrift" and answer.end is not None:
            return actions.placed(state, replace(answer.end, on_roll=side))
        case Side() as winner:
            question = Question("question.how-much", _RESULTS, {"name": state.name_of(winner)}, winner=winner)
            return asked(state, question, None)
        case Result() as result if question.winner is not None:
            return actions.given_up(state, question.winner, result)
        case BoardOrientation() as seating:
            look = state.seen.look
            return actions.started(state, look.frame if look else None, seating=seating)
        case Choice.TAKE if state.record.cube.offer is not None:
            return actions.taken(state, None, 1.0)
        case Choice.DROP if state.record.cube.offer is not None:
            return actions.dropped(state, None)
        case Choice.DOUBLE_BACK if double_back(state) is not None:
            return actions.doubled_back(state, None, 1.0)
        case Choice() as said:
            return _yes_or_no(state, question, yes=said is Choice.YES)
    return state, []


def _yes_or_no(state: State, question: Question, *, yes: bool) -> Step:
    match question.key:
        case "question.undo" | "question.set-back" if yes:
            return actions.undone(state, question.back)
        case "question.set-back":
            return state.having_said(question.key, state.record.position), []
        case "question.adrift":
            return interruptions.asked_for(state, PutBackAsked(state.t))
        case "question.which-play" | "checker-count" | "hit-not-on-bar.unseen":
            return narrowing.none_of(state, [one for one in question.answers if one.end is not None])
        case "question.doubled" if yes and may_double(state):
            return then(actions.doubled(state, None, 1.0), lambda state: actions.taken(state, None, 1.0))
        case "question.stands" if state.record.wrong is not None and state.phase in WRONG:
            if yes:
                return actions.stood(state, None) if state.record.wrong.position else (state, [])
            return actions.correction_demanded(state)
        case "question.premature" if yes:
            return annulled(state)
        case "question.resigned" if state.record.resignation is not None:
            return actions.resignation_answered(state, accepted=yes)
        case "question.who-won" if state.phase in INTERRUPTED:
            return actions.resumed(state)
    return state, []


def _played(state: State, answer: Answer, play: Play) -> Step:
    assert answer.end is not None
    narrowed = narrowing.choose(state, answer)
    if narrowed is not None:
        return record_sync.in_line(narrowed, None, answered=True)
    effects: list[Effect] = []
    if answer.dice is not None:
        side, turn = answer.end.on_roll.other, state.record.turn
        if turn is not None and state.phase in PLAYING | WRONG:
            state, effects = actions.roll_corrected(state, answer.dice, None, side=side, seen=turn.seen)
        else:
            state, effects = actions.rolled(state, answer.dice, None, side=side, passes=False)
    if state.phase not in PLAYING | WRONG:
        return state, effects  # the roll leaves nothing to play
    end = answer.end
    return then((state, effects), lambda state: actions.played(state, play, end, None, 1.0, None))
