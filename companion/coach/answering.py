"""What an engine makes of a decision, and the reason for it."""

from __future__ import annotations

from companion.coach.cube_reasons import why_cube, why_take
from companion.coach.evaluation import Ranking, Reason, Stakes
from companion.coach.evaluator import Evaluator
from companion.coach.reasons import why, why_not
from companion.coach.teaching import Decision
from companion.errors import EngineError, InputError
from companion.events import HintReady


def answer(decision: Decision, engine: Evaluator, *, refined: bool = True) -> HintReady:
    """The answer of one engine, as deep as it usually looks; its time is 0.

    Raises :class:`companion.errors.EngineError`, and ``InputError`` for what the engine does not know.
    """
    situation, rules = decision.situation, decision.rules
    if decision.dice is None:
        advice = engine.cube(situation, rules=rules)
        reason = (
            why_take(advice, Stakes.of(situation.state, rules))
            if decision.to_answer
            else why_cube(advice, situation.position)
        )
        return HintReady(decision, 0.0, advice=advice, reason=reason, refined=refined)
    ranking = engine.ranking(situation, decision.dice, rules=rules, also=decision.made)
    return HintReady(decision, 0.0, ranking, reason=_reason(decision, ranking), refined=refined)


def _reason(decision: Decision, ranking: Ranking) -> Reason | None:
    if decision.made is None:
        return why(ranking, decision.rules)
    made = ranking.of(decision.made)
    return None if made is None else why_not(ranking, made, decision.rules)


def answer_of_any(decision: Decision, *engines: Evaluator) -> HintReady:
    """The answer of the first engine that has one, else a failure with the first one's words."""
    failures = []
    for engine in engines:
        try:
            return answer(decision, engine)
        except (EngineError, InputError) as error:
            failures.append(str(error))
    return HintReady(decision, 0.0, failure=failures[0] if failures else "there is no engine")
