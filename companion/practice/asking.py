"""What practice needs to know of an engine: the coach asks it of every roll, and of the cube where that is wanted."""

from __future__ import annotations

from typing import Final

from companion.coach.at_the_table.events import HintReady
from companion.coach.at_the_table.state import coaching_in
from companion.coach.evaluation import CubeAdvice, Ranking
from companion.coach.teaching import Decision
from companion.match.state import State

PATIENCE_S: Final = 8.0
"""So long an engine may think; after that its quick answer counts, or the game goes on without one."""


def cube_decision(state: State) -> Decision | None:
    """The decision about the cube that stands and that no engine has answered."""
    decision, answer = coaching_in(state).decision, coaching_in(state).answer
    return decision if decision is not None and decision.dice is None and answer is None else None


def answer_of(state: State) -> HintReady | None:
    """The last word of an engine on the decision that stands, None as long as it is awaited."""
    answer = coaching_in(state).answer
    return answer if answer is not None and (answer.refined or answer.failure) else None


def ranking_so_far(state: State) -> Ranking | None:
    """The plays of the standing roll, by the deepest answer until now."""
    answer = coaching_in(state).answer
    return answer.ranking if answer is not None else None


def advice_of(state: State) -> CubeAdvice | None:
    """What the engine says in the end of the cube."""
    answer = answer_of(state)
    return answer.advice if answer is not None else None
