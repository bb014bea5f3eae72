"""The state machine of a match under the referee that keeps one belief: ``step(state, event) -> (state, effects)``.

It is measured beside :mod:`companion.match.session`, and takes its place once it is better in every figure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice
from companion.lab.shadow import answers, around, cube, dice_that_count, telling
from companion.match import actions, interruptions, outside_turns, touch
from companion.match.cube import face_seen
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    CameraBack,
    CameraLost,
    CubeActed,
    DiceRolled,
    Disputed,
    Event,
    FramesEnded,
    LayerEvent,
    Paused,
    PositionSet,
    PutBackAsked,
    Resumed,
    Ticked,
    UndoAsked,
)
from companion.match.message import Message
from companion.match.phases import ASIDE, IN_GAME, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.questions import coming_back
from companion.match.session import FRESH_S, at, dice_rolled, is_anybodys, pressed_out_of_turn, roll_asked
from companion.match.state import DiceSource, Effect, EndOfTurn, State, seen_t
from companion.match.step import Step, as_effects
from companion.record.entries import Kind
from companion.referee.belief import covered, ended
from vision.observation import POINTS

_LEAST_SEEN: Final = 20
"""Points of 24 that must be in sight for a look to be weighed: all but four."""


def step(state: State, event: Event) -> Step:
    """The state after an event, and what is to be written, rolled, sounded or asked because of it."""
    if isinstance(event, LayerEvent):
        return state, []
    before = at(state, event.at_s)
    if before.phase in IN_GAME and before.clock is not None and not isinstance(event, Ticked):
        # Taken up after a break: whoever is there, the time that stood runs again.
        before = replace(before, clock=before.clock.going_on(before.t))
    state, effects = _happened(before, event)
    if not isinstance(event, BoardSeen | Ticked) and _is_changed(before, state):
        state = telling.anchored_to(state, thrown=isinstance(event, UndoAsked | PositionSet | Answered))
    state = coming_back(state)
    if effects or not isinstance(event, BoardSeen | Ticked):
        state = replace(state, stirred_t=state.t)
    return state, effects


def _happened(state: State, event: Event) -> Step:
    match event:
        case BoardSeen():
            return _seen(state, event)
        case ButtonPressed():
            return _pressed(replace(state, pressed_by=event.side))
        case DiceRolled():
            return dice_rolled(state, Dice(event.first, event.second), event.at_s)
        case Ticked():
            return interruptions.ticked(state)
        case Answered():
            return answers.answered(state, event.choice)
        case CameraLost():
            lost = replace(state, camera_lost=True, blind=True, message=Message("notice.camera-lost", alarm=False))
            return as_effects(actions.appended(lost, Kind.CAMERA_LOST, details={"why": event.reason}))
        case CameraBack():
            back = replace(state, camera_lost=False, blind=False, unchecked=True, message=None)
            return as_effects(actions.appended(back, Kind.CAMERA_BACK))
        case FramesEnded():
            return _closed(state)
        case Paused() | Resumed() | Disputed() | PutBackAsked():
            return interruptions.asked_for(state, event)
        case CubeActed():
            return cube.acted(state, event)
        case _:
            return touch.told(state, event)


def _is_changed(before: State, after: State) -> bool:
    """Whether a person has changed what is on record."""
    if after.belief is not before.belief:
        return False  # the belief has been told
    return _facts(before) != _facts(after)


def _facts(state: State) -> tuple[object, ...]:
    phase = Phase.TRYING if state.phase in PLAYING | WRONG else state.phase
    return phase, state.position, state.cube, state.turn.dice if state.turn else None, state.game


# --- looks ---------------------------------------------------------------------------------------


def _seen(state: State, event: BoardSeen) -> Step:
    if event.observation.hand:
        belief = covered(state.belief) if state.belief is not None else None
        return interruptions.hand_seen(replace(state, hand=True, belief=belief))
    event = replace(event, observation=state.seating.observation(event.observation))
    event = dice_that_count.as_they_count(state, event)
    state = replace(state, look=event, hand=False)
    if state.phase in ASIDE:
        return interruptions.seen(state, event)
    if state.phase is Phase.MATCH_OVER:
        return state, []
    if interruptions.is_cleared(state, event):
        return interruptions.cleared(state, event)
    by_button = state.phase is Phase.ENDED and state.ends_by is EndOfTurn.BUTTON and is_anybodys(state)
    effects: list[Effect] = []
    for tell in (
        outside_turns.cocked, around.begins, _weighed, cube.refused, cube.disagrees, face_seen, around.next_game,
        outside_turns.set_up, around.set_back,
    ):  # fmt: skip
        state, more = tell(state, event)
        effects += more
        if state.phase in ASIDE:
            break
    if by_button and state.phase is Phase.ROLLING and state.terms.dice is DiceSource.ELECTRONIC:
        state, more = roll_asked(state)  # no double is possible, so one press ends the turn and rolls
        effects += more
    return state, effects


def _weighed(state: State, event: BoardSeen) -> Step:
    if state.phase not in IN_GAME:
        return state, []
    if sum(event.observation.spot(point).seen for point in POINTS) < _LEAST_SEEN:
        return _too_little_seen(state, event)
    state, event = dice_that_count.counted(state, event)
    if state.unchecked and state.phase in TO_ROLL:
        return interruptions.compared(state, event)
    return telling.seen(state, event)


def _too_little_seen(state: State, event: BoardSeen) -> Step:
    """Nothing is weighed while something lies on the board; without dice the turn may be over."""
    belief = covered(state.belief) if state.belief is not None else None
    if state.phase in PLAYING and state.ends_by is EndOfTurn.LIFTED and not event.observation.dice:
        state = state.entering(Phase.ENDED, ended_t=state.t if state.ended_t is None else state.ended_t)
    return replace(state, belief=belief), []


# --- button, dice, answers, the end --------------------------------------------------------------


def _pressed(state: State) -> Step:
    electronic = state.terms.dice.electronic
    if state.phase in TO_ROLL | PLAYING | WRONG and state.pressed_by is state.side.other:
        return pressed_out_of_turn(state)
    if state.phase is Phase.PAUSED:
        return as_effects(actions.resumed(state))
    if state.phase is Phase.GAME_OVER:
        return as_effects(actions.confirmed(state))
    if state.phase in TO_ROLL | {Phase.OPENING} and electronic and state.turn is None and not state.awaiting_dice:
        return roll_asked(state)
    if (
        state.phase in (Phase.SETTING_UP, Phase.BETWEEN_GAMES)
        and electronic
        and state.look is not None
        and not state.hand
    ):
        return _begun_by_press(state, state.look)
    if state.phase in (Phase.SETTING_UP, Phase.BETWEEN_GAMES) and electronic and state.blind:
        state, effects = as_effects(actions.started(state, None))
        state, more = roll_asked(state)
        return state, effects + more
    if state.phase in PLAYING or (state.phase is Phase.OPENING and state.turn is not None):
        return _turn_ended(state)
    if state.phase in WRONG and state.look is not None and not state.hand:
        return telling.in_line(state, state.look.frame)
    return as_effects(actions.appended(state, Kind.NOTE, details={"pressed_in": state.phase.value}))


def _begun_by_press(state: State, look: BoardSeen) -> Step:
    """Who rolls begins, also where a checker of the start position seems to be missing."""
    state, effects = around.begins(state, look, rolling=True)
    if state.phase is not Phase.OPENING:
        return as_effects(actions.not_now(state, "ButtonPressed"))
    state, more = roll_asked(state)
    return state, effects + more


def _turn_ended(state: State) -> Step:
    """The player says that the turn is over: it is ruled on by the first clear look from now on."""
    state = state.entering(Phase.ENDED if state.phase in PLAYING else state.phase, ended_t=state.t, pressed=True)
    state = replace(state, belief=ended(state.belief) if state.belief is not None else None)
    if state.hand or state.look is None:
        note = actions.appended(replace(state, message=Message("notice.unseen", alarm=False)), Kind.HAND)
        return as_effects(note)
    if state.t - seen_t(state, state.look) > FRESH_S:
        return state, []
    state, effects = telling.in_line(state, state.look.frame)
    if state.phase is Phase.ROLLING and state.terms.dice is DiceSource.ELECTRONIC and is_anybodys(state):
        state, more = roll_asked(state)  # no double is possible, so one press ends the turn and rolls
        effects += more
    return state, effects


def _closed(state: State) -> Step:
    """No other frame will come: what the last look leaves open is settled as likeliest."""
    if state.belief is None or state.look is None or state.phase not in IN_GAME:
        return state, []
    over = ended(state.belief) if state.terms.end_of_turn is EndOfTurn.STILL else state.belief
    return telling.in_line(replace(state, belief=over), state.look.frame, closing=True)
