"""The result of a step of the session: the state after it, and what is to be written, rolled or sounded."""

from __future__ import annotations

from typing import TypeAlias

from companion.match import actions
from companion.match.message import Message
from companion.match.phases import OVER, Phase
from companion.match.questions import put
from companion.match.state import Effect, Question, State
from companion.record.entries import Kind
from companion.record.facts import QuestionAsked

Step: TypeAlias = tuple[State, list[Effect]]


def as_effects(told: actions.Appended) -> Step:
    state, entries = told
    return state, list(entries)


def asked(state: State, question: Question, frame: int | None) -> Step:
    """Puts a question on the screen, and records that it was asked."""
    message = Message(question.key, question.values, alarm=False, choices=question.choices)
    state = put(state, question).with_shown(message=message)
    facts = QuestionAsked(question.key, question.choices)
    side = None if state.phase in OVER or state.phase is Phase.SETTING_UP else state.side
    return as_effects(actions.appended(state, Kind.ASKED, facts, frame=frame, side=side))
