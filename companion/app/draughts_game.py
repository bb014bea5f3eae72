"""Draughts at a table, see :mod:`companion.app.games`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.app import draughts_console as console
from companion.app.console_words import Command
from companion.app.recorder import Recorder, RecorderMaker
from companion.coach.draughts import at_the_table as layer
from companion.games.draughts import picture_of
from companion.games.rules import Picture
from companion.match.draughts.looks import across, as_set_up
from companion.match.draughts.record_sync import shows_another_board
from companion.match.draughts.state import DraughtsState
from companion.match.draughts.view import DraughtsView, view_of
from companion.match.events import BoardSeen, Event
from companion.match.message import Message
from companion.match.phases import IN_GAME, Phase
from companion.match.view import Bgr
from companion.texts import many


@dataclass(frozen=True, slots=True)
class DraughtsTable:
    """A match of draughts as it stands; the methods are those of :class:`.backgammon_game.BackgammonTable`."""

    HELP: ClassVar[str] = console.HELP
    state: DraughtsState

    def recorder(self, made: RecorderMaker) -> Recorder[DraughtsState]:
        return made(self.state, layer.step)

    def step(self, event: Event) -> tuple[DraughtsState, Sequence[object]]:
        return layer.step(self.state, event)

    def view(self, checker_bgr: tuple[Bgr, Bgr] | None, *, trouble: str | None) -> DraughtsView:
        view = view_of(self.state, checker_bgr, trouble=trouble, layers=layer.shown(self.state))
        unseen = view.blind or view.camera_lost or checker_bgr is not None
        if view.phase != "phase.start" or view.message is not None or unseen:
            return view
        return replace(view, message=Message("notice.unknown-board", alarm=False))

    def recorded_picture(self) -> Picture:
        board = picture_of(self.state.record.position)
        return {across(square): stack for square, stack in board.items()} if self.state.record.turned else board

    def compared(self, event: BoardSeen) -> bool | None:
        """Whether a reading shows another board than is on record; None if it cannot tell."""
        if event.observation.hand:
            return None
        if self.state.phase is Phase.PAUSED:
            return None  # nothing is ruled before the players resume
        if self.state.phase not in IN_GAME:
            return False  # the start position is searched for anyhow
        seen = replace(event, observation=as_set_up(event.observation, turned=self.state.record.turned))
        return shows_another_board(self.state, seen)

    def unanswered(self) -> tuple[layer.MoveDecision, ...]:
        return layer.unanswered(self.state)

    def command(self, line: str, at_s: float) -> Command:
        return console.command(line, self.state, at_s)

    def shown(self, match_id: int, *, trouble: str | None = None) -> dict[str, object]:
        return console.shown(self.state, match_id, trouble=trouble)

    def shown_lines(self, match_id: int, *, trouble: str | None = None) -> list[str]:
        return console.shown_lines(self.state, match_id, trouble=trouble)

    def said_lines(self) -> list[str]:
        return console.said_lines(self.state)

    def length(self, games: int) -> str:
        return many(games, "game") if games else "an open match"
