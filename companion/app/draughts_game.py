"""Draughts at a table, as :class:`companion.app.games.TableGame` asks for it."""

from __future__ import annotations

from dataclasses import replace

from companion.app.draughts_console import HELP, command, said_lines, shown, shown_lines
from companion.app.draughts_cues import cues, lamps
from companion.coach.draughts import at_the_table as layer
from companion.coach.draughts.at_the_table import step, unanswered
from companion.games.draughts import picture_of
from companion.games.rules import Picture
from companion.match.draughts.actions import appended
from companion.match.draughts.looks import across, as_set_up
from companion.match.draughts.record_sync import shows_another_board
from companion.match.draughts.session import begun, resumed
from companion.match.draughts.state import DraughtsState
from companion.match.draughts.view import DraughtsView
from companion.match.draughts.view import view_of as view_with
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.phases import IN_GAME, Phase
from companion.match.view import Bgr
from companion.record.entries import Entry, Kind
from companion.record.facts import Facts
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


def append(
    state: DraughtsState, kind: Kind, facts: Facts | None = None, *, frame: int | None = None
) -> tuple[DraughtsState, list[Entry]]:
    return appended(state, kind, facts, frame=frame)


def view_of(state: DraughtsState, checker_bgr: tuple[Bgr, Bgr] | None, *, trouble: str | None) -> DraughtsView:
    view = view_with(state, checker_bgr, trouble=trouble, layers=layer.shown(state))
    unseen = view.blind or view.camera_lost or checker_bgr is not None
    if view.phase != "phase.start" or view.message is not None or unseen:
        return view
    return replace(view, message=Message("notice.unknown-board", alarm=False))


def recorded_picture(state: DraughtsState) -> Picture:
    board = picture_of(state.record.position)
    return {across(square): stack for square, stack in board.items()} if state.record.turned else board


def compared(state: DraughtsState, event: BoardSeen) -> bool | None:
    """Whether a reading shows another board than the recorded one; None if it is unclear."""
    if event.observation.hand:
        return None
    if state.phase is Phase.PAUSED:
        return None  # nothing is ruled before the players resume
    if state.phase not in IN_GAME:
        return False  # the start position is searched for anyhow
    seen = replace(event, observation=as_set_up(event.observation, turned=state.record.turned))
    return shows_another_board(state, seen)


def length(games: int) -> str:
    return many(games, "game") if games else "an open match"
