"""A board that is cleared in the middle of a game: whether the game is over, and who has won."""

from __future__ import annotations

from typing import Final

from companion.games.rules import BAR, Side
from companion.match import actions
from companion.match.any_game import then
from companion.match.clock import Stop
from companion.match.events import BoardSeen
from companion.match.phases import IN_GAME, Phase
from companion.match.state import Answer, Choice, Question, State, Step, asked
from vision.observation import POINTS

_MOST_AT_ONCE: Final = 4
"""The most checkers that leave the board in one turn."""
_ODD_LOOKS: Final = 2
_ON_BOARD: Final = (BAR, *POINTS)


def is_cleared(state: State, event: BoardSeen) -> bool:
    """Whether half of all checkers have left the board, and more than any turn takes off.

    A stack that is not empty counts as it was before: tall ones are miscounted.
    """
    if not state.terms.asks or state.phase not in IN_GAME - {Phase.OPENING}:
        return False
    seen = {spot: event.observation.spot(spot) for spot in _ON_BOARD}
    if sum(evidence.seen for evidence in seen.values()) < len(POINTS):
        return False
    stood = state.picture
    there = sum(max(sum(seen[spot].best), sum(stood[spot])) for spot in _ON_BOARD if sum(seen[spot].best))
    should_be = sum(state.record.position.checkers(side) for side in Side)
    return should_be - there > max(_MOST_AT_ONCE, should_be // 2)


def cleared(state: State, event: BoardSeen) -> Step:
    """Suspends ruling, and asks the players whether the game is over."""
    state = state.with_seen(odd_looks=state.seen.odd_looks + 1)
    if state.seen.odd_looks < _ODD_LOOKS:
        return state, []
    return who_won(state, event.frame)


def who_won(state: State, frame: int | None) -> Step:
    """Asks who has won a game that seems to be given up."""
    light, dark = state.terms.names
    answers = (Answer(light, meaning=Side.LIGHT), Answer(dark, meaning=Side.DARK))
    question = Question("question.who-won", (*answers, Answer("answer.not-over", meaning=Choice.NO)))
    return then(actions.halted(state, Stop.PAUSE, phase=Phase.CLEARED), lambda state: asked(state, question, frame))
