"""The kinds of errors: what a play that lost equity was about, or what was wrong about the cube."""

from __future__ import annotations

from companion.coach.analysis_sums import ErrorKind
from companion.coach.evaluation import Ranking
from companion.coach.grading import Grade
from companion.coach.reasons import why_not
from companion.coach.report import CubeJudged, JudgedDecision, PlayJudged
from companion.coach.themes import theme_of
from companion.games.backgammon.ruleset import RuleSet


def kind_of(decision: JudgedDecision, rules: RuleSet) -> ErrorKind | None:
    """The kind of an error, None where nothing is one: for a play, what the reason against it is about."""
    match decision:
        case CubeJudged():
            return decision.fault
        case PlayJudged(made=made) if made is not None and decision.grade is not Grade.FINE:
            ranking = Ranking(decision.position, decision.dice, "", made.ply, (decision.best, made))
            return theme_of(why_not(ranking, made, rules))
    return None
