"""Decisions as an analysis finds them, written short, and an engine whose answers a test knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from companion.coach.analysing import analysed, report_of
from companion.coach.cube_acts import CubeAct
from companion.coach.evaluation import Candidate, CubeAdvice, Ranking
from companion.coach.evaluator import Evaluator
from companion.coach.report import CubeJudged, Judged, LeftOut, MatchReport, PlayJudged
from companion.coach.resignations import ResignJudged
from companion.errors import EngineError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record.match import Match, Win
from tests.coach.fakes import CHANCES, ByNotation
from tests.record.playing import game_of

OPENING: Final = Situation.from_text("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
# Each play of a side is ranked by its notation: a tenth of a point lies between one and the next.
TWO_GAMES: Final = Match(
    ("Anna", "Bob"),
    5,
    (
        game_of(
            "light 31 8/5 6/5", "dark 42 8/4 6/4", "light double 2", "dark take", "light 65 24/18 18/13",
            "dark 11 8/7(2) 6/5(2)", win=Win(Side.DARK, 2),
        ),
        game_of(
            "dark 64 24/14", "light 21 13/11 6/5", "dark double 2", "light drop", score=(0, 2), win=Win(Side.DARK, 1)
        ),
    ),
)  # fmt: skip


class Failing(ByNotation):
    """Fails at a question, so many times."""

    def __init__(self, at: int, *, times: int = 1) -> None:
        super().__init__()
        self._at, self._times = at, times

    def ranking(
        self, situation: Situation, dice: Dice, *, ply: int | None = None, rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:  # fmt: skip
        if len(self.asked) >= self._at and self._times:
            self._times -= 1
            raise EngineError("the engine died")
        return super().ranking(situation, dice, ply=ply, rules=rules, also=also)


def report(match: Match = TWO_GAMES, engine: Evaluator | None = None) -> MatchReport:
    """A match judged by an engine, by default by the notation of its plays."""
    engine = engine or ByNotation()
    judged = [step.judged for step in analysed(match, engine)]
    return report_of(match, judged, engine=engine.name, ply=engine.usual_ply)


def play(loss: float, *, side: Side = Side.LIGHT, turn: int = 1, luck: float | None = None) -> PlayJudged:
    """31 from the start, played so much worse than the best play."""
    (end, best), (other, made), *_ = legal_plays(OPENING.position, Dice(3, 1)).items()
    return PlayJudged(
        1, turn, side, OPENING, made, Candidate(best, end, 0.2, CHANCES, 2),
        Candidate(made, other, 0.2 - loss, CHANCES, 2), 16, luck,
    )  # fmt: skip


def cube(act: CubeAct, no_double: float, take: float, drop: float = 1.0, *, side: Side = Side.LIGHT) -> CubeJudged:
    """A decision about the cube with these equities."""
    advice = CubeAdvice("fake", 2, no_double, take, drop, CHANCES)
    return CubeJudged(1, 3, side, OPENING.after(OPENING.position), act, advice)


def texts(found: Iterable[Judged]) -> list[str]:
    """Each decision in a few words."""
    return [_text(one) for one in found]


def _text(one: Judged) -> str:
    match one:
        case PlayJudged():
            return f"{one.game}.{one.turn} {one.side.value} {one.dice.text()} {one.played}"
        case CubeJudged():
            return f"{one.game}.{one.turn} {one.side.value} {one.act.value}"
        case ResignJudged():
            return f"{one.game}.{one.turn} {one.side.value} {one.act.value} {one.asked.result.name.lower()}"
        case LeftOut():
            return f"{one.game}.{one.turn} {one.side.value} {one.why.value}"


def one_game(*turns: str, **facts: Any) -> Match:
    """A match to five points of a single game."""
    return Match(("Anna", "Bob"), 5, (game_of(*turns, **facts),))
