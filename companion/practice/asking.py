"""What an engine is asked about a session: the decision that stands."""

from __future__ import annotations

from collections.abc import Sequence

from companion.coach.evaluation import CubeAdvice, Ranking
from companion.coach.teaching import Decision
from companion.events import HintReady
from companion.games.backgammon import Position
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.rules import Stack
from companion.practice.exercise import Practice
from companion.state import AskCoach, Effect, State


def decision_of(state: State) -> Decision:
    """The play of the standing roll, or the cube where none has been thrown."""
    rules, cube = state.terms.rules.rules, state.cube
    dice = state.turn.dice if state.turn is not None else None
    match = MatchState(
        cube=cube.value,
        owner=cube.owner,
        on_roll=state.side,
        to_act=state.side,
        length=state.terms.length,
        score=Stack(*state.score),
        crawford=state.crawford,
        jacoby=rules.jacoby,
        beavers=rules.beavers,
    )
    return Decision(state.turns, Situation(state.position, match, "xgid"), dice, rules)


def are_same(one: Decision | None, other: Decision) -> bool:
    """Whether two ask about the same roll, or cube, at the same board."""
    if one is None:
        return False
    return (one.situation.position, one.dice) == (other.situation.position, other.dice)


def asked_already(effects: Sequence[Effect], decision: Decision) -> Decision | None:
    """The same question where the coach is being asked it anyhow."""
    asked = (effect.decision for effect in effects if isinstance(effect, AskCoach))
    return next((other for other in asked if are_same(other, decision)), None)


def ranking_for(practice: Practice, decision: Decision) -> Ranking | None:
    """The answer about the play of a roll, None as long as it has not come."""
    return practice.ranking if are_same(practice.asked, decision) else None


def advice_for(practice: Practice, decision: Decision) -> CubeAdvice | None:
    """The answer about the cube, None as long as it has not come."""
    return practice.advice if are_same(practice.asked, decision) else None


def answers(practice: Practice, event: HintReady) -> bool:
    """Whether it answers what was asked last."""
    return practice.asked is not None and are_same(event.decision, practice.asked)


def is_about(practice: Practice, position: Position) -> bool:
    """Whether what was asked last is about a play on this board."""
    return practice.asked is not None and practice.asked.situation.position == position
