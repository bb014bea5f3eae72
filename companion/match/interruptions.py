"""Interruptions of a game of any kind: a pause, a dispute, a board that is put back, time that is up, and resuming."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.rules import Side, Spot
from companion.match.any_game import Appended, Back, StateT, appended, halted, not_now, resumed, then
from companion.match.clock import Stop, was_cut_off
from companion.match.consent_table import applies
from companion.match.events import BoardSeen, Claimed, Disputed, LeftToDirector, Paused, PutBackAsked, Resumed
from companion.match.phases import IN_GAME, INTERRUPTED, Phase
from companion.record.entries import Kind
from companion.record.facts import KeptForDirector, TurnClaimed, TurnDisputed

LONGEST_CLAIM: Final = 80
"""The most characters of what a player says of a turn in dispute."""
_DIFFERS: Final = "notice.differs"
PUT_BACK: Final = "notice.put-back"


def asked_for(
    state: StateT, event: Paused | Resumed | Disputed | Claimed | LeftToDirector | PutBackAsked
) -> Appended[StateT]:
    """Pauses, disputes or resumes the game as a person asks."""
    record = state.record
    match event:
        case Resumed() if state.phase in INTERRUPTED:
            return resumed(state)
        case Paused() if state.phase in IN_GAME or state.phase is Phase.PUTTING_BACK:
            return halted(state.saying("notice.paused"), Stop.PAUSE)
        case Disputed() if record.disputable and state.phase in IN_GAME | INTERRUPTED:
            return halted(state.saying("notice.disputed"), Stop.DISPUTE, dispute=record.disputable)
        case Disputed() if record.turns:
            return appended(state, Kind.NOTE, TurnDisputed(record.turns))
        case Claimed(side, claim) if record.dispute is not None and claim.strip():
            said = TurnClaimed(record.dispute.turn, claim.strip()[:LONGEST_CLAIM])
            return appended(state, Kind.NOTE, said, side=side)
        case LeftToDirector() if record.dispute is not None:
            kept = appended(state, Kind.NOTE, KeptForDirector(record.dispute.turn))
            return then(kept, resumed) if state.phase is Phase.PAUSED else kept
        case PutBackAsked() if state.phase in IN_GAME | INTERRUPTED:
            state, entries = halted(state, Stop.PAUSE, phase=Phase.PUTTING_BACK)
            # Only a later look can show whether the board matches the record.
            return (_guided(state, state.seen.look) if state.seen.look and not state.seen.hand else state), entries
    return not_now(state, type(event).__name__.lower())


def hand_seen(state: StateT) -> Appended[StateT]:
    """Handles a hand over the board: the players are back.  No clock ran until then."""
    if state.phase is Phase.PAUSED and state.record.idle:
        return resumed(state)
    return replace(state, stirred_t=state.t), []


def ticked(state: StateT) -> Appended[StateT]:
    """Handles the passing of time: nothing happened, or nothing could be read for too long."""
    runs = state.clock is not None and state.clock.runs  # a player who thinks under a clock is there
    if state.phase in IN_GAME - {Phase.OPENING} and state.t - state.stirred_t >= state.terms.idle_s and not runs:
        return halted(state.saying("notice.paused"), Stop.PAUSE, idle=True)
    ended_t = state.seen.ended_t if state.is_ended else None
    if ended_t is not None and state.shown.message is None and state.t - ended_t >= state.terms.patience_s:
        return state.saying("notice.unreadable"), []
    return state, []


def late(state: StateT) -> Side | None:
    """The side whose time is up, if that is not recorded."""
    clock = state.clock
    side = clock.out_of_time(state.t) if clock is not None and clock.runs else None
    return None if side in state.shown.time_called else side


def taken_up(state: StateT) -> Appended[StateT]:
    """Handles the start of the program: a turn that was on the clock waits until the players resume."""
    if state.phase not in IN_GAME or not was_cut_off(state.clock):
        return state, []
    return halted(state.saying("notice.taken-up"), Stop.PAUSE, taken_up=True)


# --- the board and the record ---------------------------------------------------------------------------


def seen(state: StateT, event: BoardSeen) -> Appended[StateT]:
    """Handles a look while the game is paused: nothing is ruled or recorded except that play can resume."""
    match state.phase:
        case Phase.PUTTING_BACK if _differing(state, event) and not state.shows_record(event):
            return _guided(state, event), []
        case Phase.PUTTING_BACK if state.record.in_pause and applies(state.terms):  # which ends when both agree
            return halted(state.saying("notice.paused"), Stop.PAUSE)
        case Phase.PUTTING_BACK:
            return resumed(state, as_recorded=True)
        case Phase.CLEARED if state.shows_record(event):
            return resumed(state, as_recorded=True)
    return state, []


def compared(state: StateT, event: BoardSeen) -> Appended[StateT]:
    """Reports a difference between board and record when the camera is back, between two turns; records nothing."""
    now = state.in_words(_DIFFERS, _differing(state, event))
    on_show = state.shown.message is not None and state.shown.message.key == now.key
    if state.shows_record(event):
        return state.checked().with_shown(message=None if on_show else state.shown.message), []
    return state.with_shown(message=now), []


def _guided(state: StateT, event: BoardSeen) -> StateT:
    left, was = _differing(state, event), state.shown.back or Back()
    ticked = (*was.ticked, *(spot for spot in was.left if spot not in left))
    return state.with_shown(back=Back(left, ticked), message=state.in_words(PUT_BACK, left))


def _differing(state: StateT, event: BoardSeen) -> tuple[Spot, ...]:
    seen = {spot: (event.observation.spot(spot), stack) for spot, stack in state.picture.items()}
    return tuple(spot for spot, (one, stack) in seen.items() if one.seen and one.best != tuple(stack))
