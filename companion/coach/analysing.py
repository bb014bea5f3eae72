"""Judges a match decision by decision, so that the analysis can be stopped, shown in progress, and resumed.

::

    with engine_named("auto") as evaluator:
        for step in analysed(match, evaluator):
            judged.append(step.judged)       # kept on disk, it need not be computed again
            ... step.done of step.of ...
    report = report_of(match, judged, engine=evaluator.name, ply=evaluator.usual_ply)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from companion.coach.decisions import Asked, CubeTurned, RollDecision, decisions
from companion.coach.evaluation import Chances, CubeAdvice
from companion.coach.evaluator import Evaluator
from companion.coach.luck import luck
from companion.coach.report import (
    CubeJudged,
    GameReport,
    Judged,
    LeftOut,
    LeftOutReason,
    MatchReport,
    PlayJudged,
    RankedPlay,
)
from companion.coach.resignations import JudgedResignation, ResignJudged, resignation_judged
from companion.errors import EngineError, InputError
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.situation import Situation
from companion.record.match import Match
from companion.record.replaying import rules_of


@dataclass(frozen=True, slots=True)
class AnalysisStep:
    """One decision has been judged, the ``done``-th ``of`` so many."""

    done: int
    of: int
    judged: Judged


def analysed(
    match: Match,
    evaluator: Evaluator,
    *,
    ply: int | None = None,
    luck_ply: int | None = 0,
    so_far: Sequence[Judged] = (),
) -> Iterator[AnalysisStep]:
    """Judge every decision of a match, in order, one at each step.

    ``ply``: the depth, None = the evaluator's usual one.  ``luck_ply``: the depth for the value of rolls; None leaves
    luck out, which saves 20 rankings a roll.  ``so_far``: earlier judgements, which are not repeated.  A roll with at
    most one legal play is not looked at more deeply than its luck.

    Raises :class:`InputError` where the rules of the match cannot be read, and :class:`EngineError` where the engine
    fails twice at the same decision.
    """
    asked = decisions(match)
    judge = _Judge(evaluator, rules_of(match), ply, luck_ply)
    if so_far and isinstance(so_far[-1], CubeJudged):
        judge.advised = (so_far[-1].situation, so_far[-1].advice)
    for number in range(len(so_far), len(asked)):
        yield AnalysisStep(number + 1, len(asked), judge.judged_twice(asked[number]))


def report_of(match: Match, judged: Sequence[Judged], *, engine: str, ply: int) -> MatchReport:
    """All that was judged, game by game.  Raises :class:`InputError` where the match's rules cannot be read."""
    games = tuple(
        GameReport(number, game.score, game.win, game.crawford, tuple(one for one in judged if one.game == number))
        for number, game in enumerate(match.games, start=1)
    )
    of, rules = len(decisions(match)), rules_of(match)
    return MatchReport(match.names, match.length, engine, ply, games, of, rules, match.header)


@dataclass(slots=True)
class _Judge:
    """``advised``: the last advice about the cube, which a double and its answer share.  ``seen``: the same for a
    resignation: the chances of the side on roll.
    """

    evaluator: Evaluator
    rules: RuleSet
    ply: int | None
    luck_ply: int | None
    advised: tuple[Situation, CubeAdvice] | None = None
    seen: tuple[Situation, Chances] | None = None

    def judged_twice(self, asked: Asked) -> Judged:
        # An engine that has died is there again at the next question.
        try:
            return self._judged(asked)
        except EngineError:
            return self._judged(asked)

    def _judged(self, asked: Asked) -> Judged:
        try:
            match asked:
                case RollDecision():
                    return self._play(asked)
                case CubeTurned():
                    return self._cube(asked)
                case JudgedResignation():
                    return self._resignation(asked)
                case LeftOut():
                    return asked
        except InputError:
            return LeftOut(asked.game, asked.turn, asked.side, LeftOutReason.NOT_VALUED)
        assert_never(asked)

    def _play(self, asked: RollDecision) -> PlayJudged:
        at, dice, rules = asked.situation, asked.dice, self.rules
        shallow = self.evaluator.ranking(at, dice, ply=self.luck_ply or 0, rules=rules)
        lucky = None
        if self.luck_ply is not None:
            lucky = luck(self.evaluator, at, shallow, rules=rules, ply=self.luck_ply)
        ranking = shallow
        if asked.end is not None and not shallow.is_forced:
            ranking = self.evaluator.ranking(at, dice, ply=self.ply, rules=rules, also=asked.end)
        made = ranking.of(asked.end) if asked.end is not None else None
        plays = tuple(RankedPlay(one.play, one.equity, one.chances.win, one.ply) for one in ranking.candidates)
        return PlayJudged(
            asked.game, asked.turn, asked.side, at, asked.played, ranking.best, made, len(plays), lucky, plays
        )

    def _cube(self, asked: CubeTurned) -> CubeJudged:
        return CubeJudged(asked.game, asked.turn, asked.side, asked.situation, asked.act, self._advice(asked.situation))

    def _resignation(self, asked: JudgedResignation) -> ResignJudged:
        at, dice = asked.situation, asked.situation.state.dice
        if self.seen is None or self.seen[0] != at:
            if dice is None:
                chances = self._advice(at).chances
            else:
                chances = self.evaluator.ranking(at, dice, ply=self.ply, rules=self.rules).best.chances
            self.seen = (at, chances)
        return resignation_judged(asked, self.seen[1], self.rules)

    def _advice(self, at: Situation) -> CubeAdvice:
        if self.advised is None or self.advised[0] != at:
            self.advised = (at, self.evaluator.cube(at, ply=self.ply, rules=self.rules))
        return self.advised[1]
