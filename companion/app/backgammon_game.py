"""Backgammon at a table, as :class:`companion.app.games.TableGame` asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.console import HELP, command, said_lines, shown, shown_lines
from companion.app.cues import cues, lamps
from companion.coach.at_the_table.coaching import unanswered as unanswered_by_coach
from companion.coach.teaching import Decision
from companion.games.rules import Picture
from companion.match import record_sync
from companion.match.actions import appended
from companion.match.events import BoardSeen
from companion.match.phases import IN_GAME, Phase
from companion.match.session import begun
from companion.match.session import resumed as resumed_with
from companion.match.set_up import with_guidance
from companion.match.state import State, Terms
from companion.match.view import Bgr, View
from companion.match.view import view_of as view_with
from companion.practice import session as layer
from companion.practice.exercise import practice_in
from companion.practice.session import step
from companion.practice.view import practice_shown
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, Kind
from companion.record.facts import Facts
from companion.referee.known_boards import is_in_sight
from companion.texts import many

__all__ = [
    "HELP",
    "append",
    "begun",
    "command",
    "compared",
    "cues",
    "lamps",
    "length",
    "recorded_picture",
    "resumed",
    "said_lines",
    "shown",
    "shown_lines",
    "step",
    "unanswered",
    "view_of",
]  # fmt: skip


def resumed(terms: Terms, entries: Sequence[Entry], mark: ClockMark | None = None) -> State:
    return resumed_with(terms, entries, layer, mark)


def append(
    state: State, kind: Kind, facts: Facts | None = None, *, frame: int | None = None
) -> tuple[State, list[Entry]]:
    return appended(state, kind, facts, frame=frame)


def view_of(state: State, checker_bgr: tuple[Bgr, Bgr] | None, *, trouble: str | None) -> View:
    view = view_with(state, checker_bgr, trouble=trouble, layer=layer)
    practice = practice_shown(view)
    exercise = practice is not None and not practice.is_match
    return with_guidance(view, known=checker_bgr is not None, exercise=exercise)


def unanswered(state: State) -> tuple[Decision, ...]:
    practice = practice_in(state)
    return unanswered_by_coach(state, awaited=practice.asked if practice is not None else None)


def recorded_picture(state: State) -> Picture:
    return state.record.seating.picture(state.terms.rules.picture(state.record.position))


def compared(state: State, event: BoardSeen) -> bool | None:
    """Whether a reading shows neither the recorded board nor a play of the current roll; None if it is unclear."""
    look = event.observation
    if look.hand or not is_in_sight(look):
        return None
    if state.phase is Phase.PAUSED:
        return None  # nothing is ruled before the players resume
    if state.phase not in IN_GAME - {Phase.OPENING}:
        return False  # the start position is searched for anyhow
    return record_sync.shows_another_board(state, state.record.seating.observation(look))


def length(points: int) -> str:
    return f"to {many(points, 'point')}" if points else "for money"
