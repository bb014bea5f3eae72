"""The answer of an engine to a decision, with the reason for it."""

from __future__ import annotations

from companion.coach.at_the_table.events import HintReady
from companion.coach.cube_reasons import why_cube, why_take
from companion.coach.evaluation import Ranking, Stakes
from companion.coach.evaluator import Evaluator
from companion.coach.reasons import why, why_not
from companion.coach.teaching import Decision
from companion.errors import EngineError, InputError


def answer(decision: Decision, engine: Evaluator, *, ply: int | None = None, refined: bool = True) -> HintReady:
    """The answer of one engine at its usual depth or at ``ply``; its time is 0.

    Raises :class:`companion.errors.EngineError`, and ``InputError`` for a situation unknown to the engine.
    """
    situation, rules = decision.situation, decision.rules
    if decision.dice is not None:
        ranking = engine.ranking(situation, decision.dice, ply=ply, rules=rules, also=decision.made)
        return drawn_from(ranking, decision, refined=refined)
    advice = engine.cube(situation, ply=ply, rules=rules)
    if decision.to_answer:
        reason = why_take(advice, Stakes.of(situation.state, rules))
    else:
        reason = why_cube(advice, situation.position)
    return HintReady(decision, 0.0, advice=advice, reason=reason, refined=refined)


def drawn_from(ranking: Ranking, decision: Decision, *, refined: bool = True) -> HintReady:
    """The answer that a ranking holds: why its best play, or why not the one that was made."""
    made = ranking.of(decision.made) if decision.made is not None else None
    reason = why(ranking, decision.rules) if made is None else why_not(ranking, made, decision.rules)
    return HintReady(decision, 0.0, ranking, reason=reason, refined=refined)


def answer_of_any(decision: Decision, *engines: Evaluator) -> HintReady:
    """The answer of the first engine that has one, else a failure in the words of the first."""
    failures = []
    for engine in engines:
        try:
            return answer(decision, engine)
        except (EngineError, InputError) as error:
            failures.append(str(error))
    return HintReady(decision, 0.0, failure=failures[0] if failures else "there is no engine")
