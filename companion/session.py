"""The one state machine: ``step(state, event) -> (state, effects)``, pure.

A look is weighed against everything that may have happened since the last thing on record
(:mod:`companion.accounts`, :mod:`companion.referee`); what is certain is told
(:mod:`companion.chronicle`), what is not waits for another look, then for a person's answer
(:mod:`companion.judging`).  Where nobody is there to answer, the likeliest legal play is taken, and
marked as uncertain.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion import aside, chronicle
from companion.band import Band
from companion.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    CameraBack,
    CameraLost,
    DiceRolled,
    Event,
    FramesEnded,
    Kind,
    UndoAsked,
)
from companion.games.backgammon import Dice
from companion.games.backgammon.conduct import has_to_roll, starter
from companion.games.rules import Stack
from companion.judging import Step, as_effects, fresh_throw, judged
from companion.state import DiceSource, Effect, EndOfTurn, Phase, RollDice, Sound, State, Terms, may_double
from companion.throw import certain_throw

__all__ = ["Effect", "Phase", "RollDice", "Sound", "State", "Step", "Terms", "begun", "step"]


def begun(terms: Terms) -> State:
    """A match before anything has been seen."""
    return State(terms)


def step(state: State, event: Event) -> Step:
    """The state after an event, and what is to be written, rolled or sounded because of it."""
    state = _at(state, event.at_s)
    match event:
        case BoardSeen():
            return _seen(state, event)
        case ButtonPressed():
            return _pressed(state)
        case DiceRolled():
            return _dice_rolled(state, Dice(event.first, event.second), event.at_s)
        case UndoAsked():
            return _undo_asked(state)
        case Answered():
            return _answered(state, event.choice)
        case CameraLost():
            lost = replace(state, camera_lost=True, band=Band("notice.camera-lost", alarm=False))
            return as_effects(chronicle.noted(lost, Kind.CAMERA_LOST, details={"why": event.reason}))
        case CameraBack():
            return as_effects(chronicle.noted(replace(state, camera_lost=False, band=None), Kind.CAMERA_BACK))
        case FramesEnded():
            return _closed(state)
    assert_never(event)


def _at(state: State, at_s: float) -> State:
    started_at_s = at_s if state.started_at_s is None else state.started_at_s
    return replace(state, started_at_s=started_at_s, t=max(state.t, at_s - started_at_s))


# --- looks ---------------------------------------------------------------------------------------


def _seen(state: State, event: BoardSeen) -> Step:
    if event.observation.hand:
        return replace(state, hand=True), []
    state = replace(state, look=event, hand=False)
    effects: list[Effect] = []
    for tell in (aside.cube_before_dice, aside.cocked, _turn, aside.cube_after_play, aside.next_game):
        state, more = tell(state, event)
        effects += more
    return replace(state, lifted=not event.observation.dice), effects


def _turn(state: State, event: BoardSeen) -> Step:
    fresh = fresh_throw(state, event)
    if state.phase is Phase.DOUBLED or state.match_over:
        return state, []
    still = state.terms.end_of_turn is EndOfTurn.STILL
    if not still and fresh is None and state.phase not in (Phase.START, Phase.OVER):
        return state, []  # the button says when a turn is over
    return judged(state, event, fresh)


# --- button, dice, answers, the end --------------------------------------------------------------


def _pressed(state: State) -> Step:
    electronic = state.terms.dice is DiceSource.ELECTRONIC
    match state.phase:
        case Phase.ROLLING | Phase.OPENING if electronic and state.turn is None and not state.awaiting_dice:
            return _roll_asked(state)
        case Phase.PLAYING | Phase.CORRECTING if state.look is not None:
            return _turn_ended(state, state.look)
        case _:
            note = chronicle.noted(state, Kind.NOTE, details={"pressed_in": state.phase.value})
            return as_effects(note)


def _roll_asked(state: State) -> Step:
    if state.phase is Phase.ROLLING and not has_to_roll(state.position, state.side, state.terms.rules.rules):
        return as_effects(chronicle.passed(state))
    if state.reserved and state.phase is Phase.ROLLING:
        # A shown roll is final: after an undo the same one comes again.
        state, roll = replace(state, reserved=state.reserved[1:]), state.reserved[0]
        return _rolled(state, roll)
    return replace(state, awaiting_dice=True), [RollDice()]


def _turn_ended(state: State, look: BoardSeen) -> Step:
    if state.hand:
        note = chronicle.noted(replace(state, band=Band("notice.unseen", alarm=False)), Kind.HAND)
        return as_effects(note)
    state, effects = judged(state, look, None, ended=True)
    electronic = state.terms.dice is DiceSource.ELECTRONIC
    if state.phase is Phase.ROLLING and electronic and not may_double(state):
        state, more = _roll_asked(state)  # no double is possible, so one press ends the turn and rolls
        effects += more
    return state, effects


def _dice_rolled(state: State, roll: Dice, at_s: float) -> Step:
    if not state.awaiting_dice or state.phase not in (Phase.ROLLING, Phase.OPENING):
        details = {"dice_nobody_waits_for": [roll.first, roll.second]}
        return as_effects(chronicle.noted(state, Kind.NOTE, details=details))
    state = replace(state, awaiting_dice=False)
    if state.phase is Phase.ROLLING:
        return _rolled(state, roll, at_s)
    # In a roll-off the first die is Light's.
    side = starter(Stack(roll.first, roll.second), state.terms.rules.rules, younger=state.terms.younger)
    if side is None:
        return as_effects(chronicle.tied(state, roll.first, None))
    return _rolled(replace(state, position=replace(state.position, on_roll=side)), roll, at_s)


def _rolled(state: State, roll: Dice, at_s: float = 0.0) -> Step:
    return as_effects(chronicle.rolled(state, certain_throw(roll, at_s=at_s), roll, None))


def _undo_asked(state: State) -> Step:
    if state.earlier is None or state.phase in (Phase.START, Phase.OPENING):
        return as_effects(chronicle.noted(state, Kind.NOTE, details={"nothing_to_undo": True}))
    return as_effects(chronicle.undone(state))


def _answered(state: State, choice: int) -> Step:
    question = state.question
    if question is None or choice not in range(len(question.choices)):
        return as_effects(chronicle.noted(state, Kind.NOTE, details={"answer_to_no_question": choice}))
    state = replace(state, question=None, band=None)
    details = {"question": question.key, "choice": question.choices[choice]}
    state, effects = as_effects(chronicle.noted(state, Kind.ANSWERED, details=details))
    if question.answers:
        play, end = question.answers[choice]
        state, more = as_effects(chronicle.played(state, play, end, None, 1.0, None))
    elif question.choices[choice] == "take":
        state, more = as_effects(chronicle.taken(state, None, 1.0))
    else:
        state, more = as_effects(chronicle.dropped(state, None))
    return state, effects + more


def _closed(state: State) -> Step:
    """No other frame will come: what the last look leaves open is settled as likeliest."""
    if state.turn is None or state.look is None or state.phase in (Phase.START, Phase.OVER):
        return state, []
    if not state.unclear_looks and state.turn.dice is not None:
        return state, []
    return judged(state, state.look, None, closing=True)
