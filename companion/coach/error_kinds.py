"""The kinds of errors: what a play that lost equity was about, or what was wrong about the cube."""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.coach.evaluation import Ranking
from companion.coach.grading import CubeFault, Grade
from companion.coach.reasons import why_not
from companion.coach.report import CubeJudged, JudgedDecision, PlayJudged
from companion.coach.themes import ErrorTheme, theme_of
from companion.games.backgammon.ruleset import RuleSet

ErrorKind: TypeAlias = ErrorTheme | CubeFault

KINDS: Final = (*ErrorTheme, *CubeFault)


def kind_of(decision: JudgedDecision, rules: RuleSet) -> ErrorKind | None:
    """The kind of an error, None where nothing is one: for a play, what the reason against it is about."""
    match decision:
        case CubeJudged():
            return decision.fault
        case PlayJudged(made=made) if made is not None and decision.grade is not Grade.FINE:
            ranking = Ranking(decision.position, decision.dice, "", made.ply, (decision.best, made))
            return theme_of(why_not(ranking, made, rules))
    return None


def kind_named(name: str) -> ErrorKind | None:
    """A kind by its value, None where there is none of that name: a newer companion may know others."""
    return next((kind for kind in KINDS if kind.value == name), None)
