"""Brings the record in line with what the referee believes, and says what is wrong or undecided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from companion.match import actions
from companion.match.accusing import accused, thrown_early
from companion.match.anchoring import anchored_to, model_of
from companion.match.asking import asked_if_open
from companion.match.events import BoardSeen
from companion.match.phases import OVER, PLAYING, Phase
from companion.match.state import EndOfTurn, State, Step, as_effects
from companion.match.writing import revised, told_on
from companion.referee.backgammon import Story, ended
from companion.referee.belief import looked, since
from companion.referee.boards import as_position
from companion.referee.course import Stage
from companion.referee.story import stories
from vision.observation import Observation

_OPEN_EVENTS: Final = 3
"""Turns, doubles and takes that may still be told otherwise."""
_SETTLED: Final = 0.999


def seen(state: State, event: BoardSeen) -> Step:
    """Weighs a look, and tells what has become sure by it."""
    is_first = state.seen.belief is None
    if is_first:
        state = anchored_to(state)
    assert state.seen.belief is not None
    belief = looked(state.seen.belief, event.observation, model_of(state), unmoved=event.unmoved)
    if is_first and state.phase is Phase.ENDED:  # before a break somebody has said that the turn is over
        belief = ended(belief, if_whole=state.ends_by is EndOfTurn.LIFTED)
    return in_line(state.with_seen(belief=belief), event.frame)


def over(state: State, frame: int | None) -> Step:
    """Brings the record in line once somebody has said that the standing turn is over."""
    if state.seen.belief is not None:
        state = state.with_seen(belief=ended(state.seen.belief))
    return in_line(state, frame)


def in_line(state: State, frame: int | None, *, closing: bool = False, answered: bool = False) -> Step:
    """Brings record and screen in line with the belief.

    ``closing``: no other look will come; ``answered``: a person has said all that there is to say of the next item.
    """
    if state.seen.belief is None:  # nothing was seen yet since a person changed the record
        state = anchored_to(state)
    if state.seen.belief is None:
        return state, []
    told = stories(state.seen.belief, model_of(state))
    state, effects = revised(state, told, frame)
    state, more = told_on(state, told, frame, closing=closing, answered=answered)
    effects += more
    if state.phase in OVER:
        return anchored_to(state), effects
    if state.seen.hand and not closing:
        state, more = _in_phase(state, told[0])
        return _settled(state, told), effects + more
    state, more = accused(state, told, frame)
    effects += more
    state, more = thrown_early(state, told, frame)
    effects += more
    state, more = asked_if_open(state, told, frame)
    effects += more
    state, more = _in_phase(state, told[0])
    return _settled(state, told), effects + more


def lies_otherwise(state: State, look: Observation) -> bool:
    """Whether a first look shows a board that neither is on record nor can be the play of the current roll."""
    state = anchored_to(state)
    if state.seen.belief is None:
        return False
    best = looked(state.seen.belief, look, model_of(state), unmoved=False).best
    played = best.stage in (Stage.PLAYED, Stage.HALF_WAY) and best.past is None
    return not played and as_position(best.board, state.side) != replace(state.record.position, on_roll=state.side)


def _settled(state: State, told: Sequence[Story]) -> State:
    """Forgets how it came to what no likely course denies any more: what lies more than two turns back."""
    best, belief = told[0], state.seen.belief
    if belief is None or not best.starts_with(state.seen.told):
        return state
    past = next(islice(best.course.pasts(belief.settled), _OPEN_EVENTS, None), None)
    if past is None or sum(story.p for story in told if story.course.leads_from(past)) < _SETTLED:
        return state
    belief = since(belief, past)
    if not belief.begun:  # it is as new as the last movement, from which every look weighs anew
        return state
    left = stories(belief, model_of(state))[0].items
    kept = len(state.seen.told) - (len(best.items) - len(left))
    if kept < 0:
        return state
    marks = state.seen.marks[len(state.seen.told) - kept :]
    return state.with_seen(belief=belief, told=left[:kept], marks=marks)


def _in_phase(state: State, best: Story) -> Step:
    """The phase of a standing turn, by what lies there."""
    if state.phase not in PLAYING:
        return state, []
    whole = best.course.stage is Stage.PLAYED
    phase = Phase.ENDED if best.course.over else Phase.COMPLETE if whole else Phase.TRYING
    ended_t = None if not best.course.over else state.t if state.seen.ended_t is None else state.seen.ended_t
    return as_effects(actions.came(state.with_seen(ended_t=ended_t), phase))
