"""Applies a person's answer to the open question; those of the course of the game are facts for the belief."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice, Play
from companion.games.rules import Side
from companion.lab.shadow import telling
from companion.match import actions
from companion.match import answers as usual
from companion.match.phases import PLAYING, TO_ROLL, WRONG, Phase
from companion.match.state import Answer, Choice, Effect, Question, State
from companion.match.step import Step, as_effects
from companion.record.entries import Kind
from companion.referee.roll_evidence import certain_throw

_OURS: Final = frozenset({"question.which-play", "question.which-roll", "checker-count", "question.premature"})


def answered(state: State, choice: int) -> Step:
    """Answers the open question with the choice of that number."""
    question = state.question
    if question is None or question.key not in _OURS or choice not in range(len(question.answers)):
        return usual.answered(state, choice)
    answer = question.answers[choice]
    state = replace(state, question=None, message=None)
    details = {"question": question.key, "choice": answer.text}
    state, effects = as_effects(actions.appended(state, Kind.ANSWERED, details=details))
    state, more = _done(state, question, answer)
    return state, effects + more


def _done(state: State, question: Question, answer: Answer) -> Step:
    match answer.meaning:
        case Play() as play if answer.end is not None and state.phase in PLAYING | WRONG | TO_ROLL | {Phase.OPENING}:
            return _played(state, answer, play)
        case Dice() as roll if state.phase in PLAYING | WRONG | TO_ROLL | {Phase.OPENING}:
            return telling.roll_known(state, roll)
        case Choice.YES if question.key == "question.premature":
            return telling.annulled(state)
        case Choice.NO if question.key != "question.premature":
            return telling.none_of(state, tuple(one.end for one in question.answers if one.end is not None))
    return state, []


def _played(state: State, answer: Answer, play: Play) -> Step:
    """The turn in question ended so."""
    assert answer.end is not None
    narrowed = telling.choose(state, answer.end, answer.dice)
    if narrowed is not None:
        return telling.in_line(narrowed, None, answered=True)
    effects: list[Effect] = []
    side: Side = answer.end.on_roll.other
    if answer.dice is not None:
        state = replace(state, position=replace(state.position, on_roll=side))
        throw = state.turn.throw if state.turn is not None else certain_throw(answer.dice, at_s=state.t)
        if state.turn is not None and state.turn.dice is not None and state.phase in PLAYING | WRONG:
            state, effects = as_effects(actions.roll_corrected(state, throw, answer.dice, None))
        else:
            state, effects = as_effects(actions.rolled(state, throw, answer.dice, None, passes=False))
    if state.phase not in PLAYING | WRONG:
        return state, effects  # the roll leaves nothing to play
    state, more = as_effects(actions.played(state, play, answer.end, None, 1.0, None))
    return state, [*effects, *more]
