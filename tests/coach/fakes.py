"""An engine that knows nothing and answers at once: plays in the order of their notation, a tenth of a point apart."""

from __future__ import annotations

from types import TracebackType

from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking
from companion.errors import EngineError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation

STEP = 0.1
CHANCES = Chances(0.55, 0.15, 0.01, 0.12, 0.01)


class ByNotation:
    """Ranks plays by their notation.  ``fails``: says that it cannot."""

    def __init__(self, name: str = "fake", *, usual_ply: int = 0, fails: bool = False) -> None:
        self.name, self.usual_ply, self.fails = name, usual_ply, fails
        self.asked: list[tuple[Situation, Dice | None, Position | None]] = []

    def ranking(
        self, situation: Situation, dice: Dice, *, ply: int | None = None, rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:  # fmt: skip
        self.asked.append((situation, dice, also))
        if self.fails:
            raise EngineError(f"{self.name}: has no answer")
        plays = sorted(legal_plays(situation.position, dice, rules).items(), key=lambda one: one[1].text())
        ply = self.usual_ply if ply is None else ply
        candidates = tuple(Candidate(play, end, 0.5 - STEP * n, CHANCES, ply) for n, (end, play) in enumerate(plays))
        return Ranking(situation.position, dice, self.name, ply, candidates)

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        del rules
        self.asked.append((situation, None, None))
        if self.fails:
            raise EngineError(f"{self.name}: has no answer")
        return CubeAdvice(self.name, self.usual_ply if ply is None else ply, 0.5, 0.6, 1.0, CHANCES)

    def close(self) -> None:
        pass

    def __enter__(self) -> ByNotation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
