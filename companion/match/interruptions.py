"""Interruptions of the game: a pause, a dispute, a cleared or spilled board, and how play resumes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon.conduct import loses_on_time
from companion.games.rules import BAR, Side
from companion.match import actions, consent
from companion.match.clock import Stop, was_cut_off
from companion.match.events import BoardSeen, Claimed, Disputed, LeftToDirector, Paused, PutBackAsked, Resumed
from companion.match.message import Message
from companion.match.phases import ASIDE, IN_GAME, Phase
from companion.match.questions import name_of
from companion.match.state import Answer, Choice, Question, State
from companion.match.step import Step, as_effects, asked
from companion.record.match import Cause
from companion.referee.known_boards import shown
from vision.observation import POINTS

_MOST_AT_ONCE: Final = 4
"""The most checkers that leave the board in one turn."""
_ODD_LOOKS: Final = 2
LONGEST_CLAIM: Final = 80
"""The most characters of what a player says of a turn in dispute."""
_DIFFERS: Final = "notice.differs"
_ON_BOARD: Final = (BAR, *POINTS)


def asked_for(state: State, event: Paused | Resumed | Disputed | Claimed | LeftToDirector | PutBackAsked) -> Step:
    """Pauses, disputes or resumes the game as a person asks."""
    match event:
        case Resumed() if state.phase in ASIDE:
            return as_effects(actions.resumed(state))
        case Paused() if state.phase in IN_GAME or state.phase is Phase.PUTTING_BACK:
            return as_effects(actions.halted(_said(state, "notice.paused"), Stop.PAUSE))
        case Disputed() if state.record.turns:
            halted = actions.halted(_said(state, "notice.disputed"), Stop.DISPUTE, dispute=state.record.turns)
            return as_effects(halted if state.phase in IN_GAME | ASIDE else actions.disputed(state))
        case Claimed(side, claim) if state.record.dispute is not None and claim.strip():
            return as_effects(actions.claimed(state, side, claim.strip()[:LONGEST_CLAIM]))
        case LeftToDirector() if state.record.dispute is not None:
            state, noted = as_effects(actions.kept_for_director(state))
            if state.phase is not Phase.PAUSED:
                return state, noted
            state, effects = as_effects(actions.resumed(state))
            return state, [*noted, *effects]
        case PutBackAsked() if state.phase in IN_GAME | ASIDE:
            state, effects = as_effects(actions.halted(state, Stop.PAUSE, phase=Phase.PUTTING_BACK))
            # Only a later look can show whether the board matches the record.
            return (_guided(state, state.seen.look) if state.seen.look and not state.seen.hand else state), effects
        case _:
            return as_effects(actions.not_now(state, type(event).__name__.lower()))


def _said(state: State, key: str) -> State:
    return state.with_shown(message=Message(key, alarm=False))


def hand_seen(state: State) -> Step:
    """Handles a hand over the board: whoever was away is back.  No clock ran until then."""
    if state.phase is Phase.PAUSED and state.record.idle:
        return as_effects(actions.resumed(state))
    return replace(state, stirred_t=state.t), []


def ticked(state: State) -> Step:
    """Handles the passing of time: nobody is there, the clock has run out, or nothing could be read for too long."""
    if has_late(state):
        return flagged(state)
    runs = state.clock is not None and state.clock.runs  # who thinks for long under a clock is there
    if state.phase in IN_GAME - {Phase.OPENING} and state.t - state.stirred_t >= state.terms.idle_s and not runs:
        halted = actions.halted(_said(state, "notice.paused"), Stop.PAUSE, idle=True)
        return as_effects(halted)
    waiting = state.phase is Phase.ENDED and state.seen.ended_t is not None and state.shown.message is None
    if waiting and state.t - (state.seen.ended_t or 0.0) >= state.terms.patience_s:
        return state.with_shown(message=Message("notice.unreadable", alarm=False)), []
    return state, []


def has_late(state: State) -> bool:
    """Whether somebody's time is up by now, and that is not on record."""
    late = _late(state)
    return late is not None and late not in state.shown.time_called


def flagged(state: State) -> Step:
    """Handles time that is up: the match is lost, or by some rules the director decides."""
    late = _late(state)
    assert late is not None
    if loses_on_time(0.0, state.terms.rules.rules):
        return as_effects(actions.decided(state, late.other, Cause.TIME))
    message = Message("notice.time-out", {"name": name_of(state, late)}, alarm=False)
    state = state.with_shown(time_called=state.shown.time_called | {late}, message=message)
    return as_effects(actions.halted(state, Stop.DISPUTE, time_out=late))


def _late(state: State) -> Side | None:
    clock = state.clock
    return clock.out_of_time(state.t) if clock is not None and clock.runs else None


def taken_up(state: State) -> Step:
    """Handles the start of the program: a turn that was on the clock waits until the players resume."""
    if state.phase not in IN_GAME or not was_cut_off(state.clock):
        return state, []
    return as_effects(actions.halted(_said(state, "notice.taken-up"), Stop.PAUSE, taken_up=True))


# --- looks while the game is paused ---------------------------------------------------------------------


def seen(state: State, event: BoardSeen) -> Step:
    """Handles a look while the game is paused: nothing is ruled or recorded except that play can resume."""
    match state.phase:
        case Phase.PUTTING_BACK:
            return _being_put_back(state, event)
        case Phase.CLEARED if _lies_as_recorded(state, event):
            return as_effects(actions.resumed(state, as_recorded=True))
        case _:
            return state, []


def _being_put_back(state: State, event: BoardSeen) -> Step:
    if not _differing(state, event) or _lies_as_recorded(state, event):
        if state.record.in_pause and consent.applies(state.terms):  # which ends when both agree
            return as_effects(actions.halted(_said(state, "notice.paused"), Stop.PAUSE))
        return as_effects(actions.resumed(state, as_recorded=True))
    return _guided(state, event), []


def _guided(state: State, event: BoardSeen) -> State:
    assert state.shown.back is not None
    left = _differing(state, event)
    ticked = tuple(spot for spot in state.shown.back.left if spot not in left)
    back = replace(state.shown.back, left=left, ticked=(*state.shown.back.ticked, *ticked))
    points = tuple(spot for spot in left if spot in POINTS)
    return state.with_shown(back=back, message=Message("notice.put-back", points=points, alarm=False))


def _differing(state: State, event: BoardSeen) -> tuple[int, ...]:
    """The spots that are seen to differ from the record."""
    wanted = state.terms.rules.picture(state.record.position)
    seen = {spot: event.observation.spot(spot) for spot in _ON_BOARD}
    return tuple(spot for spot, evidence in seen.items() if evidence.seen and evidence.best != tuple(wanted[spot]))


def compared(state: State, event: BoardSeen) -> Step:
    """Reports a difference between board and record when the camera is back, between two turns; records nothing."""
    told = state.shown.message is not None and state.shown.message.key == _DIFFERS
    if _lies_as_recorded(state, event):
        return state.with_seen(unchecked=False).with_shown(message=None if told else state.shown.message), []
    points = tuple(spot for spot in _differing(state, event) if spot in POINTS)
    return state.with_shown(message=Message(_DIFFERS, points=points, alarm=False)), []


def _lies_as_recorded(state: State, event: BoardSeen) -> bool:
    return shown([state.record.position], event.observation) is not None


# --- a board that is cleared ------------------------------------------------------------------------------


def is_cleared(state: State, event: BoardSeen) -> bool:
    """Whether half of all checkers have left the board, and more than any turn takes off.

    A stack that is not empty counts as it was before: tall ones are miscounted.
    """
    if not state.terms.asks or state.phase not in IN_GAME - {Phase.OPENING}:
        return False
    seen = {spot: event.observation.spot(spot) for spot in _ON_BOARD}
    if sum(evidence.seen for evidence in seen.values()) < len(POINTS):
        return False
    stood = state.terms.rules.picture(state.record.position)
    there = sum(max(sum(seen[spot].best), sum(stood[spot])) for spot in _ON_BOARD if sum(seen[spot].best))
    should_be = sum(state.record.position.checkers(side) for side in Side)
    return should_be - there > max(_MOST_AT_ONCE, should_be // 2)


def cleared(state: State, event: BoardSeen) -> Step:
    """Suspends ruling, and asks the players whether the game is over."""
    state = state.with_seen(odd_looks=state.seen.odd_looks + 1)
    if state.seen.odd_looks < _ODD_LOOKS:
        return state, []
    return who_won(state, event.frame)


def who_won(state: State, frame: int | None) -> Step:
    """Asks who has won a game that seems to be given up."""
    state, effects = as_effects(actions.halted(state, Stop.PAUSE, phase=Phase.CLEARED))
    light, dark = state.terms.names
    answers = (Answer(light, meaning=Side.LIGHT), Answer(dark, meaning=Side.DARK))
    question = Question("question.who-won", (*answers, Answer("answer.not-over", meaning=Choice.NO)))
    state, more = asked(state, question, frame)
    return state, effects + more
