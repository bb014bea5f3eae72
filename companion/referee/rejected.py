"""Rejected plays: a play that a person has denied is not believed unless it may have been made since."""

from __future__ import annotations

from dataclasses import replace

from companion.match.events import BoardSeen
from companion.match.phases import Phase
from companion.match.state import State
from companion.referee.hypotheses import CourseOfPlay, still
from companion.referee.ruling import MARGINS, NOBODY, Clear, Hypothesis, Reading, Ruling, Unreadable, as_it_lies


def believable(
    state: State, event: BoardSeen, hypotheses: list[Hypothesis[CourseOfPlay]]
) -> list[Hypothesis[CourseOfPlay]]:
    """The hypotheses of a look without the rejected ones; if none is left, that nothing has happened."""
    if not state.rejected or not _is_still_denied(state, event):
        return hypotheses
    return [hypothesis for hypothesis in hypotheses if not _is_denied(state, hypothesis.meaning)] or [still(state)]


def tells_otherwise(verdict: Ruling[CourseOfPlay]) -> bool:
    """Whether a look clearly shows a play other than the rejected ones, or shows nothing."""
    return isinstance(verdict, Unreadable) or (isinstance(verdict, Clear) and verdict.gone == NOBODY)


def is_thrown_over(state: State) -> bool:
    """Whether the opponent has rolled while the current turn, or the opening, was undecided."""
    return state.opponent_has_thrown or (state.phase is Phase.OPENING and state.early is not None)


def read(state: State, look: BoardSeen, *, missing: float | None = None) -> Reading:
    """The board in a look, whatever the rules say; ``missing``: see :class:`companion.referee.ruling.Margins`."""
    standing = state.terms.rules.picture(state.position)
    margins = MARGINS if missing is None else replace(MARGINS, missing=missing)
    return as_it_lies(look.observation, standing=standing, margins=margins, habits=state.habits)


def _is_still_denied(state: State, event: BoardSeen) -> bool:
    """Whether nothing can have been corrected since the question."""
    asked_at = state.questioned
    if is_thrown_over(state) or asked_at is None:
        return True
    now, then = read(state, event).picture, read(state, asked_at).picture
    return all(then.get(spot, stack) == stack for spot, stack in now.items())


def _is_denied(state: State, course: CourseOfPlay) -> bool:
    return bool(course.turns) and course.turns[0].play is not None and course.turns[0].end in state.rejected
