"""The result of a step of the session: the state after it, and what is to be written, rolled or sounded."""

from __future__ import annotations

from typing import TypeAlias

from companion.match import actions, any_game
from companion.match.state import Effect, Question, State

Step: TypeAlias = tuple[State, list[Effect]]


def as_effects(told: actions.Appended) -> Step:
    state, entries = told
    return state, list(entries)


def asked(state: State, question: Question, frame: int | None) -> Step:
    """Puts a question on the screen, and records that it was asked."""
    return as_effects(any_game.asked(state, question, frame))
