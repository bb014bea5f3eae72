"""The state of a table, where a test knows which game is on it."""

from __future__ import annotations

from companion.app.games import AnyState
from companion.match.draughts.state import DraughtsState
from companion.match.state import State


def backgammon(state: AnyState | None) -> State:
    assert isinstance(state, State)
    return state


def draughts(state: AnyState | None) -> DraughtsState:
    assert isinstance(state, DraughtsState)
    return state
