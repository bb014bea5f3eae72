"""How strongly the engine plays: which of the ranked plays it chooses, and what it does with the cube.

A player of less than full strength misjudges: each play is chosen with a probability proportional to
exp(-loss / temperature), its loss against the best one in points of equity.  (It is the same as adding to
each equity an error of Gumbel's distribution and playing what then looks best; see D. Luce, Individual Choice
Behavior, 1959.)  So a clear decision is mostly right and a close one is anybody's guess, as it is with people.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from companion.coach.evaluation import Candidate, CubeAdvice, Ranking
from companion.match.terms import Strength

_T = TypeVar("_T")


_TEMPERATURES: Final = {
    Strength.BEGINNER: 0.19,
    Strength.IMPROVER: 0.1,
    Strength.ONLINE: 0.048,
    Strength.EXPERT: 0.025,
    Strength.BEST: 0.0,
}
"""In points of equity: plays that differ by it are chosen e times as often as each other."""
_MOST: Final = 700.0
"""What the exponential of a float can bear."""

LOSSES_MP: Final[Mapping[Strength, int]] = {
    Strength.BEGINNER: 102,
    Strength.IMPROVER: 52,
    Strength.ONLINE: 20,
    Strength.EXPERT: 8,
    Strength.BEST: 0,
}
"""Millipoints lost by a play on average, against the engine's own best one; measured, see ``docs/practice.md``."""


def chosen(ranking: Ranking, strength: Strength, draw: float) -> Candidate:
    """The play that a player of this strength makes; ``draw``: 0 up to, not including, 1."""
    losses = [ranking.loss(candidate) for candidate in ranking.candidates]
    return _drawn(ranking.candidates, losses, strength, draw)


def doubles(advice: CubeAdvice, strength: Strength, draw: float) -> bool:
    """Whether the side on roll doubles; ``draw`` as of :func:`chosen`."""
    return draw < chance_to_double(advice, strength)


def takes(advice: CubeAdvice, strength: Strength, draw: float) -> bool:
    """Whether who was doubled takes; ``draw`` as of :func:`chosen`."""
    return draw < chance_to_take(advice, strength)


def chance_to_double(advice: CubeAdvice, strength: Strength) -> float:
    """How likely the side on roll is to double, 0..1."""
    return _preferred(advice.doubled - advice.no_double, strength) if advice.allowed else 0.0


def chance_to_take(advice: CubeAdvice, strength: Strength) -> float:
    """How likely who was doubled is to take, 0..1: what the doubler wins, the taker loses."""
    return 1 - _preferred(advice.double_take - advice.double_drop, strength)


def mean_loss(ranking: Ranking, strength: Strength) -> float:
    """How many points of equity a player of this strength loses in this decision on average."""
    losses = [ranking.loss(candidate) for candidate in ranking.candidates]
    return sum(share * loss for share, loss in zip(_shares(losses, strength), losses, strict=True))


def _preferred(better_by: float, strength: Strength) -> float:
    """How likely one act is chosen before another one that is worth so much less; of two as good, the other."""
    temperature = _TEMPERATURES[strength]
    if not temperature:
        return float(better_by > 0)
    return 1 / (1 + math.exp(min(-better_by / temperature, _MOST)))


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
