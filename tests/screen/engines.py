"""An engine that counts pips, points and blots: quick, and its graphs and errors look like those of people."""

from __future__ import annotations

import math
from types import TracebackType

from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side

PIPS = 40.0
"""A lead of so many pips is nearly a won game."""
A_POINT, A_BLOT = 6.0, -3.0
"""In pips."""


def chances(position: Position, side: Side) -> Chances:
    """In the view of a side."""
    lead = _worth(position, side) - _worth(position, side.other)
    win = 1 / (1 + math.exp(-lead / PIPS * 2))
    return Chances(win, win * 0.2, 0.0, (1 - win) * 0.2, 0.0)


def _worth(position: Position, side: Side) -> float:
    held = [count if side is Side.LIGHT else -count for count in position.points]
    return A_POINT * sum(n > 1 for n in held) + A_BLOT * held.count(1) - position.pip_count(side)


class ByPips:
    """A hit counts as many pips as it costs."""

    name, usual_ply = "builtin", 0

    def ranking(
        self, situation: Situation, dice: Dice, *, ply: int | None = None, rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:  # fmt: skip
        del also
        position, side = situation.position, situation.position.on_roll
        valued = [(play, end, chances(end, side)) for end, play in legal_plays(position, dice, rules).items()]
        candidates = [Candidate(play, end, found.equity(), found, ply or 0) for play, end, found in valued]
        ranked = sorted(candidates, key=lambda one: (-one.equity, one.play.text()))
        return Ranking(position, dice, self.name, ply or 0, tuple(ranked))

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        del rules
        found = chances(situation.position, situation.position.on_roll)
        equity = found.equity()
        return CubeAdvice(self.name, ply or 0, equity, 1.6 * equity, 1.0, found)

    def close(self) -> None:
        pass

    def __enter__(self) -> ByPips:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
