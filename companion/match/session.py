"""The one state machine: ``step(state, event) -> (state, effects)``, pure.

A look is weighed against everything that may have happened since the last thing on record
(:mod:`companion.referee.hypotheses`, :mod:`companion.referee.ruling`); what is certain is told
(:mod:`companion.match.actions`), what is not waits for another look, then for a person's answer
(:mod:`companion.referee.decision`).  Where nobody is there to answer, the likeliest legal play is taken, and
marked as uncertain.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from companion.games.backgammon import Dice
from companion.games.backgammon.conduct import has_to_roll, may_open, starter
from companion.games.rules import Stack
from companion.match import actions, answers, cube, interruptions, lost_track, outside_turns, premature_rolls, touch
from companion.match.clock import Clock
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    CameraBack,
    CameraLost,
    DiceRolled,
    Disputed,
    Event,
    FramesEnded,
    LayerEvent,
    Paused,
    PutBackAsked,
    Resumed,
    Ticked,
)
from companion.match.message import Message
from companion.match.phases import ASIDE, IN_GAME, OVER, PLAYING, TO_ROLL, WRONG, Phase
from companion.match.questions import coming_back, name_of
from companion.match.state import DiceSource, Effect, EndOfTurn, RollDice, State, Terms, seen_t
from companion.match.step import Step, as_effects
from companion.record.entries import Kind
from companion.referee import valid_rolls
from companion.referee.decision import at_next_roll, at_opening_roll, at_roll, judged, opening_taken_up
from companion.referee.dice_on_board import are_taken_up, dice_lie, is_new, still_lying, without_phantoms
from companion.referee.roll_evidence import Face, RollEvidence, certain_throw, lone_face
from companion.referee.ruling import MARGINS

__all__ = ["Effect", "Phase", "RollDice", "State", "Step", "Terms", "begun", "step"]


FRESH_S: Final = 0.3
"""A look this old shows the board as it lies when the button is pressed: no hand is quicker."""


def begun(terms: Terms) -> State:
    """A match before anything has been seen."""
    clock = Clock.at_start(terms.length, (0, 0), terms.rules.rules) if terms.clock else None
    return State(terms, clock=clock)


def step(state: State, event: Event) -> Step:
    """The state after an event, and what is to be written, rolled, sounded or asked because of it."""
    if isinstance(event, LayerEvent):
        return state, []
    before = at(state, event.at_s)
    if before.phase in IN_GAME and before.clock is not None and not isinstance(event, Ticked):
        # Taken up after a break: whoever is there, the time that stood runs again.
        before = replace(before, clock=before.clock.going_on(before.t))
    state, effects = _happened(before, event)
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
        case _:
            return touch.told(state, event)


def at(state: State, at_s: float) -> State:
    """The state at the time of an event; a session that goes on after a break goes on counting where it stopped."""
    started_at_s = at_s - state.t if state.started_at_s is None else state.started_at_s
    return replace(state, started_at_s=started_at_s, t=max(state.t, at_s - started_at_s))


# --- looks ---------------------------------------------------------------------------------------


def _seen(state: State, event: BoardSeen) -> Step:
    event = replace(event, unmoved=event.unmoved and state.followed)
    state = replace(state, followed=False)
    if event.observation.hand:
        return interruptions.hand_seen(replace(state, hand=True))
    event = replace(event, observation=state.seating.observation(event.observation))
    event = valid_rolls.as_they_count(state, event)
    state, event = without_phantoms(state, event)
    gathered = state.gathered.with_look(event)
    event = gathered.shown_by(event)
    at_early = event if event.unmoved and state.at_early is state.look else state.at_early
    state = replace(state, look=event, at_early=at_early, gathered=gathered, hand=False)
    if state.phase in ASIDE:
        return interruptions.seen(state, event)
    if state.phase is Phase.MATCH_OVER:
        return state, []
    if interruptions.is_cleared(state, event):
        return interruptions.cleared(state, event)
    early = state.early
    by_button = state.phase is Phase.ENDED and state.ends_by is EndOfTurn.BUTTON and is_anybodys(state)
    effects: list[Effect] = []
    for tell in (
        cube.answered_unseen,
        outside_turns.cocked,
        _turn,
        premature_rolls.rolled,
        cube.offered,
        cube.face_seen,
        valid_rolls.told,
        valid_rolls.first_thrown,
        outside_turns.next_game,
        outside_turns.set_up,
        outside_turns.turned_dice,
        outside_turns.set_back,
        lost_track.asked_about,
    ):
        state, more = tell(state, event)
        effects += more
        if state.phase in ASIDE:
            break
    state = _with_dice_as_they_lie(state, event, early)
    if by_button and state.phase is Phase.ROLLING and state.terms.dice is DiceSource.ELECTRONIC:
        state, more = roll_asked(state)  # no double is possible, so one press ends the turn and rolls
        effects += more
    return state, effects


def _with_dice_as_they_lie(state: State, event: BoardSeen, early: RollEvidence | None) -> State:
    """What the next look will have to know of the dice in this one; ``early``: which were so at the one before."""
    dice = event.observation.dice
    lone = state.lone_die or any(is_new(state, die.field_xy) for die in dice)
    still = state.terms.end_of_turn is EndOfTurn.STILL
    bare = not dice if still else are_taken_up(state, event)
    return replace(
        state,
        followed=True,
        bare_looks=state.bare_looks + 1 if bare else 0,
        lone_die=lone and state.phase in PLAYING,
        lone_face=_lone_face(state, event),
        at_early=state.at_early if state.early is None or _are_same(state.early, early) else event,
        old=state.old if still else still_lying(state, event),
        lay=tuple(die.field_xy for die in dice),
    )


def _lone_face(state: State, event: BoardSeen) -> Face | None:
    """What the only die shows that has come to lie there since the last roll."""
    new = tuple(die for die in event.observation.dice if is_new(state, die.field_xy))
    thrown = state.phase in TO_ROLL | PLAYING | {Phase.OPENING}
    return lone_face(replace(event.observation, dice=new)) if thrown and new else state.lone_face


def _are_same(one: RollEvidence, other: RollEvidence | None) -> bool:
    return other is not None and one.at_s == other.at_s


def _turn(state: State, event: BoardSeen) -> Step:
    if state.phase is Phase.DOUBLED:
        return state, []
    fresh = valid_rolls.fresh(state, event)
    if outside_turns.is_short(state, event, fresh):
        return state, []
    match state.terms.end_of_turn:
        case EndOfTurn.STILL:
            return judged(state, event, fresh)
        case EndOfTurn.LIFTED | EndOfTurn.BUTTON if state.phase in PLAYING:
            return _playing(state, event, fresh)
        case EndOfTurn.LIFTED | EndOfTurn.BUTTON if state.phase in TO_ROLL:
            return at_roll(state, event, fresh) if fresh is not None else _nothing_rolled(state, event)
        case EndOfTurn.LIFTED | EndOfTurn.BUTTON if state.phase is Phase.OPENING:
            return _opening(state, event, fresh)
        case EndOfTurn.LIFTED | EndOfTurn.BUTTON:
            return judged(state, event, fresh)
    assert_never(state.terms.end_of_turn)


def _playing(state: State, event: BoardSeen, fresh: RollEvidence | None) -> Step:
    if fresh is not None:
        return at_next_roll(state, event, fresh)
    overlooked = event.unmoved and state.ended_t is None  # nobody takes dice up while nothing moves
    lifted = not overlooked and not dice_lie(state, event)
    if state.ends_by is EndOfTurn.LIFTED and state.terms.dice.seen and lifted:
        ended_t = state.t if state.ended_t is None else state.ended_t
        return judged(state.entering(Phase.ENDED, ended_t=ended_t, pressed=False), event, None, ended=True)
    if state.ends_by is EndOfTurn.BUTTON and state.ended_t is not None:
        return judged(state, event, None, ended=True)
    tried, effects = judged(state, event, None, trying=True)
    if state.pressed and state.ended_t is not None and tried.phase is Phase.COMPLETE:
        # Who presses before taking the dice up has played to the end, where the play that lies there is whole.
        tried, more = judged(tried.entering(Phase.ENDED, ended_t=state.ended_t), event, None, ended=True)
        effects = [*effects, *more]
    return tried, effects


def _opening(state: State, event: BoardSeen, fresh: RollEvidence | None) -> Step:
    """Whose the first roll is, its play will tell, once it is over."""
    if fresh is not None and _ties(state):
        state = replace(state, turn=None)  # equal dice were taken up and thrown again between two looks
    if fresh is not None:
        return at_opening_roll(state, event, fresh)
    if state.turn is not None and state.ended_t is not None:
        return judged(state, event, None, ended=True)
    over = state.turn is not None and state.ends_by is EndOfTurn.LIFTED and not dice_lie(state, event)
    if not over or any(is_new(state, die.field_xy) for die in event.observation.dice):
        return state, []
    if _ties(state):
        return replace(state, turn=None), []
    return opening_taken_up(state, event)


def _ties(state: State) -> bool:
    """Whether the dice that were taken up were equal and open no game: they are thrown again."""
    throw = state.turn.throw if state.turn is not None else None
    certain = throw is not None and throw.margin >= MARGINS.certain
    return certain and throw is not None and not may_open(throw.best, state.terms.rules.rules)


def _nothing_rolled(state: State, event: BoardSeen) -> Step:
    """Before a roll nobody is accused of anything: people put checkers straight, or show what might have been."""
    return interruptions.compared(state, event) if state.unchecked else judged(state, event, None)


# --- button, dice, answers, the end --------------------------------------------------------------


def is_anybodys(state: State) -> bool:
    """Whether the button that was pressed is the only one; else nobody's button rolls for the opponent."""
    return state.pressed_by is None


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
        return judged(state, state.look, None, ended=True)
    return as_effects(actions.appended(state, Kind.NOTE, details={"pressed_in": state.phase.value}))


def pressed_out_of_turn(state: State) -> Step:
    """A player's own button is pressed in the opponent's turn: it ends no turn and rolls no dice."""
    if state.question is None and (state.message is None or not state.message.alarm):
        state = replace(state, message=Message("notice.out-of-turn", {"name": name_of(state, state.side)}, alarm=False))
    return as_effects(actions.not_now(state, "ButtonPressed", side=state.side.other.value))


def _begun_by_press(state: State, look: BoardSeen) -> Step:
    """Who rolls begins, also where a checker of the start position seems to be missing."""
    state, effects = judged(state, look, None)
    if state.phase is not Phase.OPENING:
        return as_effects(actions.not_now(state, "ButtonPressed"))
    state, more = roll_asked(state)
    return state, effects + more


def roll_asked(state: State) -> Step:
    if state.phase in TO_ROLL and not has_to_roll(state.position, state.side, state.terms.rules.rules):
        return as_effects(actions.passed(state))
    if state.reserved and state.phase in TO_ROLL:
        # A shown roll is final: after an undo the same one comes again.
        return _rolled(state, state.reserved[0])
    return replace(state, awaiting_dice=True), [RollDice()]


def _turn_ended(state: State) -> Step:
    """The player says that the turn is over: it is ruled on by the first clear look from now on."""
    state = state.entering(Phase.ENDED if state.phase in PLAYING else state.phase, ended_t=state.t, pressed=True)
    if state.hand or state.look is None:
        note = actions.appended(replace(state, message=Message("notice.unseen", alarm=False)), Kind.HAND)
        return as_effects(note)
    if state.t - seen_t(state, state.look) > FRESH_S:
        return state, []
    state, effects = judged(state, state.look, None, ended=True)
    if state.phase is Phase.ROLLING and state.terms.dice is DiceSource.ELECTRONIC and is_anybodys(state):
        state, more = roll_asked(state)  # no double is possible, so one press ends the turn and rolls
        effects += more
    return state, effects


def dice_rolled(state: State, roll: Dice, at_s: float) -> Step:
    if not state.awaiting_dice or state.phase not in TO_ROLL | {Phase.OPENING}:
        details = {"dice_nobody_waits_for": [roll.first, roll.second]}
        return as_effects(actions.appended(state, Kind.NOTE, details=details))
    state = replace(state, awaiting_dice=False)
    if state.phase in TO_ROLL:
        return _rolled(state, roll, at_s)
    # In a roll-off the first die is Light's.
    side = starter(Stack(roll.first, roll.second), state.terms.rules.rules, younger=state.terms.younger)
    if side is None:
        return as_effects(actions.tied(state, roll.first, None))
    return _rolled(replace(state, position=replace(state.position, on_roll=side)), roll, at_s)


def _rolled(state: State, roll: Dice, at_s: float = 0.0) -> Step:
    return as_effects(actions.rolled(state, certain_throw(roll, at_s=at_s), roll, None, passes=True, drawn=True))


def _closed(state: State) -> Step:
    """No other frame will come: what the last look leaves open is settled as likeliest."""
    if state.turn is None or state.look is None or state.phase is Phase.SETTING_UP or state.phase in OVER:
        return state, []
    if not state.unclear_looks and state.turn.dice is not None:
        return state, []
    return judged(state, state.look, None, closing=True)
