"""Handles a board that differs from the record by more than any turn: asks once, then resumes from the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.rules import BAR, Picture, Side
from companion.match import actions
from companion.match.events import BoardSeen
from companion.match.phases import PLAYING, TO_ROLL
from companion.match.state import Answer, Choice, EndOfTurn, Question, State
from companion.match.step import Step, as_effects, asked
from companion.referee.accusation import taken_up
from companion.referee.ruling import NOBODY, as_it_lies

_LOOKS: Final = 5
_MOST_MOVED: Final = 4
"""Checkers that one turn moves: four of a double."""


def asked_about(state: State, event: BoardSeen) -> Step:
    """Asks whose turn it is once some looks have shown a board that no turn can have left."""
    may_be = state.terms.asks and state.terms.end_of_turn is not EndOfTurn.STILL and state.question is None
    over = state.phase in TO_ROLL or state.ended_t is not None or state.early is not None
    if not may_be or not state.puzzled or not over or state.phase not in TO_ROLL | PLAYING:
        return replace(state, lost_track_looks=0), []
    standing = state.terms.rules.picture(state.position)
    reading = as_it_lies(event.observation, standing=standing, habits=state.habits)
    if reading.missing != NOBODY or not _is_beyond_a_turn(state, standing, reading.picture):
        return replace(state, lost_track_looks=0), []
    same = state.lost_track_board == reading.picture
    state = replace(state, lost_track_looks=state.lost_track_looks + 1 if same else 1, lost_track_board=reading.picture)
    lies = actions.position_read(state.position, reading.picture)
    if state.lost_track_looks < _LOOKS or lies is None:
        return state, []
    names = zip(state.terms.names, Side, strict=True)
    sides = [Answer(name, side, replace(lies, on_roll=side)) for name, side in names]
    question = Question("question.adrift", (*sides, Answer("answer.put-back", Choice.NO)))
    return asked(replace(state, lost_track_looks=0), question, event.frame)


def resumed(state: State, answer: Answer) -> Step:
    """Takes the board as it is, with the named side to roll; dice on the board may be its roll."""
    assert answer.end is not None
    state, effects = as_effects(actions.placed(state, answer.end))
    return replace(state, old=(), lay=(), bare_looks=1), effects


def _is_beyond_a_turn(state: State, standing: Picture, now: Picture) -> bool:
    """Whether more was moved than by one turn, or by two if the opponent has rolled already."""
    own, others = taken_up(standing, now, state.side), taken_up(standing, now, state.side.other)
    hit = max(now.get(BAR, standing[BAR]).of(state.side.other) - standing[BAR].of(state.side.other), 0)
    if not own:
        return others > _MOST_MOVED  # fewer, and the other side has played out of turn
    return own > _MOST_MOVED + 1 or others > hit + (_MOST_MOVED if state.early is not None else 1)
