"""The games at the table, by their rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from companion.app import backgammon_game, cues, draughts_cues
from companion.app.backgammon_game import BackgammonTable
from companion.app.draughts_game import DraughtsTable
from companion.app.recorder import Recorder
from companion.games.rules import Side
from companion.match import session
from companion.match.draughts import session as draughts
from companion.match.draughts.state import DraughtsState
from companion.match.draughts.view import DraughtsView
from companion.match.state import State, Terms
from companion.match.terms import DraughtsTerms
from companion.match.view import View
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry

AnyTerms: TypeAlias = Terms | DraughtsTerms
AnyState: TypeAlias = State | DraughtsState
AnyView: TypeAlias = View | DraughtsView
AnyRecorder: TypeAlias = Recorder[State] | Recorder[DraughtsState]
TableGame: TypeAlias = BackgammonTable | DraughtsTable


def begun(terms: AnyTerms) -> AnyState:
    """Return the state of a match before anything has been seen."""
    return draughts.begun(terms) if isinstance(terms, DraughtsTerms) else session.begun(terms)


def resumed(terms: AnyTerms, entries: Sequence[Entry], mark: ClockMark | None = None) -> AnyState:
    """Return the state of a match after these entries; ``mark``: how its clock stood last.

    Raises :class:`InputError` naming the first entry that does not follow from those before it.
    """
    if isinstance(terms, DraughtsTerms):
        return draughts.resumed(terms, entries, mark)
    return backgammon_game.resumed(terms, entries, mark)


def at_table(state: AnyState) -> TableGame:
    """Return what the table needs from the game of a state."""
    return DraughtsTable(state) if isinstance(state, DraughtsState) else BackgammonTable(state)


def cues_between(before: AnyView | None, after: AnyView) -> tuple[cues.Cue, ...]:
    """Return what can be heard between two views; another game before is none."""
    if isinstance(after, DraughtsView):
        return draughts_cues.cues(before if isinstance(before, DraughtsView) else None, after)
    return cues.cues(before if isinstance(before, View) else None, after)


def lamps(view: AnyView) -> Mapping[Side, cues.LampCue]:
    """Return the state of each player's lamp."""
    return draughts_cues.lamps(view) if isinstance(view, DraughtsView) else cues.lamps(view)
