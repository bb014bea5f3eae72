"""How strongly the engine plays: which of the ranked plays it chooses, and what it does with the cube.

A player of less than full strength misjudges: each play is chosen with a probability proportional to
exp(-loss / temperature), its loss against the best one in points of equity.  (It is the same as adding to
each equity an error of Gumbel's distribution and playing what then looks best; see D. Luce, Individual Choice
Behavior, 1959.)  So a clear decision is mostly right and a close one is anybody's guess, as it is with people.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeVar

from companion.coach.evaluation import Candidate, CubeAdvice, Ranking
from companion.match.training import Strength

_T = TypeVar("_T")


_TEMPERATURES: Final = {
    Strength.BEGINNER: 0.19,
    Strength.IMPROVER: 0.1,
    Strength.ONLINE: 0.048,
    Strength.EXPERT: 0.025,
    Strength.BEST: 0.0,
}
"""In points of equity: plays that differ by it are chosen e times as often as each other."""


def chosen(ranking: Ranking, strength: Strength, draw: float) -> Candidate:
    """The play that a player of this strength makes; ``draw``: 0 up to, not including, 1."""
    losses = [ranking.loss(candidate) for candidate in ranking.candidates]
    return _drawn(ranking.candidates, losses, strength, draw)


def doubles(advice: CubeAdvice, strength: Strength, draw: float) -> bool:
    """Whether the side on roll doubles."""
    if not advice.allowed:
        return False
    return _better(advice.doubled, advice.no_double, strength, draw)


def takes(advice: CubeAdvice, strength: Strength, draw: float) -> bool:
    """Whether who was doubled takes: what the doubler wins, the taker loses."""
    return _better(-advice.double_take, -advice.double_drop, strength, draw)


def mean_loss(ranking: Ranking, strength: Strength) -> float:
    """How many points of equity a player of this strength loses in this decision on average."""
    losses = [ranking.loss(candidate) for candidate in ranking.candidates]
    return sum(share * loss for share, loss in zip(_shares(losses, strength), losses, strict=True))


def _better(act: float, other: float, strength: Strength, draw: float) -> bool:
    """Whether an act worth so much is chosen before another one."""
    best = max(act, other)
    options, losses = ((True, False), (best - act, best - other))
    if act <= other:
        options, losses = options[::-1], losses[::-1]
    return _drawn(options, losses, strength, draw)


def _drawn(options: Sequence[_T], losses: Sequence[float], strength: Strength, draw: float) -> _T:
    below = 0.0
    for option, share in zip(options, _shares(losses, strength), strict=True):
        below += share
        if draw < below:
            return option
    return options[0]  # rounding: the shares add up to a little less than one


def _shares(losses: Sequence[float], strength: Strength) -> list[float]:
    """How likely each is, the best first."""
    temperature = _TEMPERATURES[strength]
    if not temperature:
        return [1.0, *[0.0] * (len(losses) - 1)]
    weights = [math.exp(-loss / temperature) for loss in losses]
    total = sum(weights)
    return [weight / total for weight in weights]
