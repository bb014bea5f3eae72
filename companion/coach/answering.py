"""What an engine makes of a decision, and the reason for it."""

from __future__ import annotations

from companion.coach.evaluator import Evaluator
from companion.coach.teaching import Decision
from companion.errors import EngineError, InputError
from companion.events import HintReady


def answer(decision: Decision, engine: Evaluator, *, refined: bool = True) -> HintReady:
    """The answer of one engine, as deep as it usually looks; its time is 0.

    Raises :class:`companion.errors.EngineError`.
    """
    if decision.dice is None:
        advice = engine.cube(decision.situation, rules=decision.rules)
        return HintReady(decision, 0.0, advice=advice, refined=refined)
    ranking = engine.ranking(decision.situation, decision.dice, rules=decision.rules, also=decision.made)
    return HintReady(decision, 0.0, ranking, refined=refined)


def answer_of_any(decision: Decision, *engines: Evaluator) -> HintReady:
    """The answer of the first engine that has one, else a failure with the first one's words."""
    failures = []
    for engine in engines:
        try:
            return answer(decision, engine)
        except (EngineError, InputError) as error:
            failures.append(str(error))
    return HintReady(decision, 0.0, failure=failures[0] if failures else "there is no engine")
