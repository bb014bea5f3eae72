"""Handles a roll before the opponent's turn is over: reports it, or asks about it if the rules let it be annulled.

Source: ``premature_roll`` of :class:`companion.games.backgammon.ruleset.RuleSet`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import explain
from companion.games.backgammon.conduct import may_be_annulled
from companion.match.events import BoardSeen
from companion.match.message import Message
from companion.match.phases import PLAYING
from companion.match.questions import YES_OR_NO, name_of
from companion.match.state import Question, State
from companion.match.step import Step, asked
from companion.referee.accusation import is_unfinished
from companion.referee.ruling import as_it_lies

_LOOKS: Final = 2


def rolled(state: State, event: BoardSeen) -> Step:
    """Handles dice on the board with a clearly incomplete play; one look may catch a hand about to complete it."""
    early = state.early
    if early is None or not state.premature or early.looks < _LOOKS or not state.terms.asks or state.question:
        return state, []
    if state.early_asked == early.at_s or not _lies_half_played(state, event):
        return state, []
    if may_be_annulled(state.terms.rules.rules):
        question = Question("question.premature", YES_OR_NO, {"name": name_of(state, state.side.other)})
        return asked(replace(state, early_asked=early.at_s), question, event.frame)
    message = Message("notice.premature", {"name": name_of(state, state.side)}, alarm=False)
    return replace(state, early_asked=early.at_s, message=state.message or message), []


def _lies_half_played(state: State, event: BoardSeen) -> bool:
    """Whether part of the current roll has been played, but not all that can be."""
    roll = state.turn.dice if state.turn else None
    if roll is None or state.phase not in PLAYING:
        return False
    rules = state.terms.rules
    standing = rules.picture(state.position)
    reading = as_it_lies(event.observation, standing=standing, habits=state.habits)
    why = explain(state.position, roll, reading.picture, rules.rules)
    return why is not None and is_unfinished(why)
