"""Keeps the record of backgammon in line with the referee's belief."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.match import actions
from companion.match.accusing import fault, found_illegal, is_against, is_wrong, rolled_early
from companion.match.anchoring import anchored_to, model_of
from companion.match.any_record_sync import RecordSync
from companion.match.asking import next_decides, plays, rolls
from companion.match.events import BoardSeen
from companion.match.phases import PLAYING, Phase
from companion.match.state import EndOfTurn, State, Step
from companion.match.writing import line_of, otherwise, stands, taken_back, written
from companion.referee.backgammon import Hypothesis, ended
from companion.referee.belief import looked
from companion.referee.boards import as_position
from companion.referee.course import Course, Item, Stage
from vision.observation import Observation


def _in_phase(state: State, best: Hypothesis) -> Step:
    if state.phase not in PLAYING:
        return state, []
    whole = best.course.stage is Stage.PLAYED
    phase = Phase.ENDED if best.course.over else Phase.COMPLETE if whole else Phase.TRYING
    ended_t = None if not best.course.over else state.t if state.seen.ended_t is None else state.seen.ended_t
    return actions.came(state.with_seen(ended_t=ended_t), phase)


_SYNC: Final[RecordSync[State, Course, Item]] = RecordSync(
    game=model_of, anchored_to=anchored_to, line_of=line_of, stands=stands, next_decides=next_decides,
    is_wrong=is_wrong, is_against=is_against, is_before=lambda course: course.stage is Stage.ROLLED,
    is_half_way=lambda course: course.stage is Stage.HALF_WAY, fault=fault,
    with_turn=lambda course, side: replace(course.position, on_roll=side), rolls=rolls, plays=plays, written=written,
    otherwise=otherwise, taken_back=taken_back, found_illegal=found_illegal, outside_turn=rolled_early,
    in_phase=_in_phase,
)  # fmt: skip
in_line = _SYNC.in_line


def seen(state: State, event: BoardSeen) -> Step:
    """Weighs a look and brings the record in line."""
    is_first = state.seen.belief is None
    state = _SYNC.looked(state, event)
    if is_first and state.phase is Phase.ENDED and state.seen.belief is not None:
        # A person had ended the turn before a break.
        state = state.with_seen(belief=ended(state.seen.belief, if_whole=state.ends_by is EndOfTurn.LIFTED))
    return in_line(state, event.frame)


def over(state: State, frame: int | None) -> Step:
    """Brings the record in line after a person has ended the current turn."""
    if state.seen.belief is not None:
        state = state.with_seen(belief=ended(state.seen.belief))
    return in_line(state, frame)


def shows_another_board(state: State, look: Observation) -> bool:
    """Whether a first look shows neither the recorded board nor a play of the current roll."""
    state = anchored_to(state)
    if state.seen.belief is None:
        return False
    best = looked(state.seen.belief, look, model_of(state), unmoved=False).best
    played = best.stage in (Stage.PLAYED, Stage.HALF_WAY) and best.past is None
    return not played and as_position(best.board, state.side) != replace(state.record.position, on_roll=state.side)
