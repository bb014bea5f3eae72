"""Interruptions of the game: a pause, a dispute, a board that is put back, time that runs out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.draughts import picture_of
from companion.games.draughts.squares import DARK_SQUARES, Square
from companion.games.rules import Side
from companion.match import consent
from companion.match.clock import Stop, was_cut_off
from companion.match.draughts import actions
from companion.match.draughts.phases import IN_PLAY
from companion.match.draughts.state import DraughtsState, Step
from companion.match.events import BoardSeen, Claimed, Disputed, LeftToDirector, Paused, PutBackAsked, Resumed
from companion.match.message import Message
from companion.match.phases import ASIDE, Phase
from companion.record.draughts import Outcome
from companion.record.match import Cause

LONGEST_CLAIM: Final = 80
"""The most characters of what a player says of a turn in dispute."""
_DIFFERS: Final = "notice.differs.squares"


def asked_for(
    state: DraughtsState, event: Paused | Resumed | Disputed | Claimed | LeftToDirector | PutBackAsked
) -> Step:
    """Pauses, disputes or resumes the game as a person asks."""
    match event:
        case Resumed() if state.phase in ASIDE:
            return actions.resumed(state)
        case Paused() if state.phase in IN_PLAY or state.phase is Phase.PUTTING_BACK:
            return actions.halted(_said(state, "notice.paused"), Stop.PAUSE)
        case Disputed() if state.in_game:
            return actions.halted(_said(state, "notice.disputed"), Stop.DISPUTE, dispute=state.record.turn)
        case Disputed() if state.record.turns:
            return actions.disputed(state)
        case Claimed(side, claim) if state.record.dispute is not None and claim.strip():
            return actions.claimed(state, side, claim.strip()[:LONGEST_CLAIM])
        case LeftToDirector() if state.record.dispute is not None:
            state, noted = actions.kept_for_director(state)
            if state.phase is not Phase.PAUSED:
                return state, noted
            state, more = actions.resumed(state)
            return state, noted + more
        case PutBackAsked() if state.in_game:
            state, entries = actions.halted(state, Stop.PAUSE, phase=Phase.PUTTING_BACK)
            return guided(state, state.seen.look), entries
    return actions.not_now(state, type(event).__name__.lower())


def _said(state: DraughtsState, key: str) -> DraughtsState:
    return state.with_shown(message=Message(key, alarm=False))


def ticked(state: DraughtsState) -> Step:
    """Handles the passing of time: nobody is there, the clock has run out, or nothing could be read for too long."""
    if has_late(state):
        return flagged(state)
    runs = state.clock is not None and state.clock.runs  # who thinks for long under a clock is there
    if state.phase in IN_PLAY and state.t - state.stirred_t >= state.terms.idle_s and not runs:
        return actions.halted(_said(state, "notice.paused"), Stop.PAUSE, idle=True)
    ended_t = state.seen.ended_t
    if ended_t is not None and state.shown.message is None and state.t - ended_t >= state.terms.patience_s:
        return _said(state, "notice.unreadable"), []
    return state, []


def has_late(state: DraughtsState) -> bool:
    """Whether somebody's time is up by now."""
    return _late(state) is not None


def flagged(state: DraughtsState) -> Step:
    """Handles time that is up: the game is lost."""
    late = _late(state)
    assert late is not None
    return actions.scored(state, Outcome(late.other, Cause.TIME.value))


def _late(state: DraughtsState) -> Side | None:
    clock = state.clock
    return clock.out_of_time(state.t) if clock is not None and clock.runs else None


def taken_up(state: DraughtsState) -> Step:
    """Handles the start of the program: a turn that was on the clock waits until the players resume."""
    if state.phase not in IN_PLAY or not was_cut_off(state.clock):
        return state, []
    return actions.halted(_said(state, "notice.taken-up"), Stop.PAUSE, taken_up=True)


def hand_seen(state: DraughtsState) -> Step:
    """Handles a hand over the board: whoever was away is back.  No clock ran until then."""
    if state.phase is Phase.PAUSED and state.record.idle:
        return actions.resumed(state)
    return replace(state, stirred_t=state.t), []


# --- the board and the record ----------------------------------------------------------------------------


def seen(state: DraughtsState, event: BoardSeen) -> Step:
    """Handles a look while the game is paused: nothing is ruled or recorded except that play can resume."""
    if state.phase is not Phase.PUTTING_BACK:
        return state, []
    if not differing(state, event):
        if state.record.in_pause and consent.applies(state.terms):  # which ends when both agree
            return actions.halted(_said(state, "notice.paused"), Stop.PAUSE)
        return actions.resumed(state, as_recorded=True)
    return guided(state, event), []


def guided(state: DraughtsState, look: BoardSeen | None) -> DraughtsState:
    """The state that shows which squares do not lie as on record yet."""
    left = () if look is None or state.seen.hand else differing(state, look)
    return state.with_shown(left=left, message=Message("notice.put-back.squares", points=left, alarm=False))


def compared(state: DraughtsState, event: BoardSeen) -> DraughtsState:
    """Reports a difference between board and record when the camera is back; records nothing."""
    told = state.shown.message is not None and state.shown.message.key == _DIFFERS
    left = differing(state, event)
    if not left:
        return state.with_seen(unchecked=False).with_shown(message=None if told else state.shown.message)
    return state.with_shown(message=Message(_DIFFERS, points=left, alarm=False))


def differing(state: DraughtsState, event: BoardSeen) -> tuple[Square, ...]:
    """The squares that are seen to differ from the record."""
    wanted = picture_of(state.record.position)
    seen = {square: event.observation.spot(square) for square in DARK_SQUARES}
    return tuple(square for square, one in seen.items() if one.seen and one.best != tuple(wanted[square]))
