"""The state machine of a match of draughts: ``step(state, event) -> (state, entries)``, pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.draughts import Move
from companion.games.rules import Side
from companion.match import any_session, consent, interruptions
from companion.match.any_game import Back, coming_back
from companion.match.any_session import replayed, unclear
from companion.match.draughts import actions, looks, port, record_sync, touch
from companion.match.draughts.state import Answer, Choice, DraughtsInPlay, DraughtsState, Effect, Question, Step
from companion.match.events import Answered, BoardSeen, ButtonPressed, Event, FramesEnded, PutBackAsked
from companion.match.phases import IN_GAME, Phase
from companion.match.terms import DraughtsTerms
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, Kind
from companion.record.facts import PressedIn

__all__ = ["DraughtsState", "DraughtsTerms", "Effect", "Step", "begun", "step"]


def begun(terms: DraughtsTerms) -> DraughtsState:
    """A match before anything has been seen."""
    state = DraughtsState(terms)
    return replace(state, clock=state.clock_of_game)


def step(state: DraughtsState, event: Event) -> Step:
    """The state after an event, and what is to be written because of it."""
    return any_session.step(state, event, port, _happened)


def _happened(state: DraughtsState, event: Event) -> Step:
    match event:
        case ButtonPressed():
            return _pressed(state, event)
        case Answered(choice):
            return any_session.answered(state, choice, _done)
        case BoardSeen():
            return looks.seen(state, event)
        case FramesEnded():
            return _closed(state)
    return touch.handled(state, event)


def _pressed(state: DraughtsState, event: ButtonPressed) -> Step:
    """The button resumes a pause, agrees to a result, begins a game, or ends a turn; the other's ends none."""
    if state.phase in IN_GAME and event.side is state.side.other:
        return actions.not_now(state, ButtonPressed.__name__)
    if state.phase is Phase.PAUSED:
        return actions.resumed(state)
    if state.phase is Phase.GAME_OVER:
        return actions.confirmed(state)
    if state.phase in (Phase.SETTING_UP, Phase.BETWEEN_GAMES) and (state.seen.blind or looks.is_nearly_set_up(state)):
        return actions.started(state, None)
    if state.phase in IN_GAME and not state.seen.blind:
        return _turn_ended(state)
    return actions.appended(state, Kind.NOTE, PressedIn(state.phase.value))


def _turn_ended(state: DraughtsState) -> Step:
    """The player says that the turn is over: it is ruled on by the first clear look from now on."""
    if state.phase is Phase.TRYING and not record_sync.is_begun(state) and not state.seen.hand:
        return actions.appended(state, Kind.NOTE, PressedIn(state.phase.value))
    state = record_sync.over(state.with_seen(ended_t=state.t))
    if state.seen.hand or state.seen.look is None:
        return actions.appended(state.with_shown(message=unclear(state, port)), Kind.HAND)
    return record_sync.in_line(state, state.seen.look.frame)


def _closed(state: DraughtsState) -> Step:
    """No other frame will come: what the last look leaves open is settled as likeliest."""
    if state.seen.look is None or state.phase not in IN_GAME:
        return state, []
    return record_sync.in_line(record_sync.over(state, if_whole=True), state.seen.look.frame, closing=True)


def _done(state: DraughtsState, question: Question, answer: Answer) -> Step:
    match answer.meaning:
        case Move() if answer.end is not None and state.phase in IN_GAME:
            return record_sync.choose(state, answer.end)
        case Side() if answer.end is not None:
            return actions.placed(state, answer.end)
        case Choice.YES if question.back and state.record.may_undo:
            return actions.undone(state, question.back)
        case Choice.NO if question.key == "question.set-back":
            return state.having_said(question.key, state.record.position), []
        case Choice.NO if question.key == "question.adrift":
            return interruptions.asked_for(state, PutBackAsked(state.t))
        case Choice.NO:
            ends = tuple(one.end for one in question.answers if one.end is not None)
            return record_sync.none_of(state, ends) if ends else state, []
    return state, []


def resumed(terms: DraughtsTerms, entries: Sequence[Entry], mark: ClockMark | None = None) -> DraughtsState:
    """The state after these entries, as :func:`companion.match.session.resumed` has it."""

    def fold(state: DraughtsState, entry: Entry, kept: Mapping[int, DraughtsInPlay]) -> DraughtsState:
        after = replace(state, n=entry.n, t=max(state.t, entry.t), record=state.folded(entry, kept))
        return coming_back(consent.replayed(after, entry, port, kept))

    state = replayed(begun(terms), entries, fold, mark)
    if state.phase is Phase.CORRECTING and state.record.wrong is not None:
        state = state.with_shown(message=state.record.wrong.message)
    return state.with_shown(back=Back()) if state.phase is Phase.PUTTING_BACK else state
