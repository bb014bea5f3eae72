"""Backgammon at a table, see :mod:`companion.app.games`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.app import console
from companion.app.console_words import Command
from companion.app.recorder import Recorder, RecorderMaker
from companion.coach.at_the_table.coaching import unanswered
from companion.coach.teaching import Decision
from companion.games.rules import Picture
from companion.match import record_sync, session
from companion.match.events import BoardSeen, Event
from companion.match.phases import IN_GAME, Phase
from companion.match.set_up import with_guidance
from companion.match.state import State, Terms
from companion.match.view import Bgr, View, view_of
from companion.practice import session as layer
from companion.practice.exercise import practice_in
from companion.practice.view import practice_shown
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry
from companion.referee.known_boards import is_in_sight
from companion.texts import many


def resumed(terms: Terms, entries: Sequence[Entry], mark: ClockMark | None = None) -> State:
    """Return the state of a match after these entries; ``mark``: how its clock stood last."""
    return session.resumed(terms, entries, layer, mark)


@dataclass(frozen=True, slots=True)
class BackgammonTable:
    """A match of backgammon as it stands."""

    HELP: ClassVar[str] = console.HELP
    state: State

    def recorder(self, made: RecorderMaker) -> Recorder[State]:
        """Return what carries the match on from here."""
        return made(self.state, layer.step)

    def step(self, event: Event) -> tuple[State, Sequence[object]]:
        """Return the state after an event, and what comes of it."""
        return layer.step(self.state, event)

    def view(self, checker_bgr: tuple[Bgr, Bgr] | None, *, trouble: str | None) -> View:
        """Return what the screen draws, and how the board is to be set up."""
        view = view_of(self.state, checker_bgr, trouble=trouble, layer=layer)
        practice = practice_shown(view)
        exercise = practice is not None and not practice.is_match
        return with_guidance(view, known=checker_bgr is not None, exercise=exercise)

    def recorded_picture(self) -> Picture:
        """Return the board on record, in the camera reader's own spots."""
        record = self.state.record
        return record.seating.picture(self.state.terms.rules.picture(record.position))

    def compared(self, event: BoardSeen) -> bool | None:
        """Whether a reading shows neither the recorded board nor a play of the current roll; None if it cannot tell."""
        look = event.observation
        if look.hand or not is_in_sight(look):
            return None
        if self.state.phase is Phase.PAUSED:
            return None  # nothing is ruled before the players resume
        if self.state.phase not in IN_GAME - {Phase.OPENING}:
            return False  # the start position is searched for anyhow
        return record_sync.shows_another_board(self.state, self.state.record.seating.observation(look))

    def unanswered(self) -> tuple[Decision, ...]:
        """Return what the coach was asked, and has not answered."""
        practice = practice_in(self.state)
        return unanswered(self.state, awaited=practice.asked if practice is not None else None)

    def command(self, line: str, at_s: float) -> Command:
        """Return what a line of the console says."""
        return console.command(line, self.state, at_s)

    def shown(self, match_id: int, *, trouble: str | None = None) -> dict[str, object]:
        return console.shown(self.state, match_id, trouble=trouble)

    def shown_lines(self, match_id: int, *, trouble: str | None = None) -> list[str]:
        return console.shown_lines(self.state, match_id, trouble=trouble)

    def said_lines(self) -> list[str]:
        return console.said_lines(self.state)

    def length(self, points: int) -> str:
        """Return the length of a match in words."""
        return f"to {many(points, 'point')}" if points else "for money"
