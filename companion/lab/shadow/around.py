"""What a look shows outside the course of a game: the start position, and a board that is set back."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import START
from companion.games.rules import BAR, Picture
from companion.lab.shadow import telling
from companion.match import actions, interruptions, outside_turns
from companion.match.events import BoardSeen
from companion.match.phases import BEFORE_PLAY, OVER, Phase
from companion.match.state import Effect, State
from companion.match.step import Step, as_effects
from companion.referee.boards import ROLLS, as_picture
from companion.referee.course import Stage
from companion.referee.hypotheses import still
from companion.referee.roll_evidence import certain_throw
from companion.referee.ruling import Clear, likelihood, ruling
from vision.observation import POINTS, UNSEEN

_MOST_MISREAD: Final = 2
"""Spots of the start position that may look otherwise when somebody rolls: see :mod:`companion.app.confirmed_turns`."""
_CLEARLY: Final = 5.0
"""So much likelier (log-likelihood) is the start position than what the belief has, where another game begins."""


def begins(state: State, event: BoardSeen, *, rolling: bool = False) -> Step:
    """Begins a game once the start position is on the board; ``rolling``: somebody rolls, and so it is set up."""
    if state.phase is not Phase.SETTING_UP and (state.phase not in OVER or state.match_over):
        return state, []
    thrown = rolling or len(event.observation.dice) > 1
    fresh = certain_throw(ROLLS[0], at_s=event.at_s) if thrown else None
    if outside_turns.is_short(state, event, fresh):
        return state, []
    start = still(replace(state, position=START))
    verdict = ruling([start], event.observation, standing=start.board)
    clear = isinstance(verdict, Clear)
    if not clear and not (thrown and _misread(event, start.board) <= _MOST_MISREAD):
        return state, []
    state, effects = as_effects(
        actions.started(state, event.frame, verdict.confidence if isinstance(verdict, Clear) else None)
    )
    return telling.anchored_to(state), effects


def _misread(event: BoardSeen, board: Picture) -> int:
    """How many spots look otherwise than a board has them."""
    spots = {spot: event.observation.unbiased.get(spot, UNSEEN) for spot in (BAR, *POINTS)}
    return sum(one.seen and one.best != tuple(board[spot]) for spot, one in spots.items())


def next_game(state: State, event: BoardSeen) -> Step:
    """Handles the start position in the middle of a game: a dropped double, or a game given up."""
    if state.phase in BEFORE_PLAY | OVER or state.match_over or state.position.points == START.points:
        return state, []
    set_up, now = still(replace(state, position=START)), still(state)
    best = state.belief.best if state.belief is not None else None
    played = best is not None and best.stage in (Stage.PLAYED, Stage.HALF_WAY)
    believed = as_picture(best.board) if best is not None and played else now.board
    if likelihood(set_up.board, event.observation) < likelihood(believed, event.observation) + _CLEARLY:
        return state, []
    verdict = ruling([set_up, now], event.observation, standing=set_up.board)
    if not isinstance(verdict, Clear) or verdict.hypothesis is not set_up:
        return state, []
    effects: list[Effect] = []
    if state.phase is Phase.DOUBLED:
        state, effects = as_effects(actions.dropped(state, event.frame))
    elif state.terms.asks:
        return interruptions.who_won(state, event.frame)
    if state.match_over:
        return state, effects
    if state.phase not in OVER:
        state = state.entering(Phase.CLEARED)
    state, more = as_effects(actions.started(state, event.frame, verdict.confidence))
    return telling.anchored_to(state), effects + more


def set_back(state: State, event: BoardSeen) -> Step:
    """Asks, when an earlier board of the game is set up, whether the plays since then are taken back."""
    return outside_turns.set_back(replace(state, puzzled=True), event)
