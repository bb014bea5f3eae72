"""The error rate of a player over matches, with its confidence interval: by the bootstrap (B. Efron, 1979).

The losses of one match come in clusters, since one player had the harder games and the better day.  So whole matches
are resampled, with the rate of all their decisions together: about 95 of 100 such intervals hold the rate that would
result from endless play.  Few matches say too little about each other: below ``_LEAST`` of them their decisions are
resampled.  That leaves the form of the day out, and about 85 to 90 of 100 hold the rate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from companion.coach.evaluation import MILLI

Losses: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
"""The equity that each decision of a match lost, in points: plays with a choice, and cube decisions that count."""

_RESAMPLES: Final = 500
_BETWEEN: Final = (0.025, 0.975)
_NORMAL: Final = 1.959964
"""The quantile of the normal distribution at the upper end of the interval."""
_LEAST: Final = 5
_SEED: Final = 1979


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """Millipoints lost per decision, between ``low`` and ``high``; over so many matches and decisions."""

    rate: float
    low: float
    high: float
    matches: int
    decisions: int


@dataclass(frozen=True, slots=True)
class Trend:
    """The error rates in the earlier and the later half of the matches, which differ by more than chance."""

    earlier: ErrorRate
    later: ErrorRate

    @property
    def improves(self) -> bool:
        return self.later.rate < self.earlier.rate


def error_rate(matches: Sequence[ArrayLike], *, seed: int = _SEED) -> ErrorRate | None:
    """Return the error rate over some matches, None without decisions.

    ``matches``: of each, the equity that each decision lost, in points.  ``seed``: of the resampling.
    """
    found = _with_decisions(matches)
    if not found:
        return None
    lost, decisions = _sums(found)
    rate = MILLI * float(lost.sum() / decisions.sum())
    low, high = np.quantile(_resampled(found, np.random.default_rng(seed)), _BETWEEN)
    return ErrorRate(rate, min(float(low), rate), max(float(high), rate), len(found), int(decisions.sum()))


def trend(matches: Sequence[ArrayLike], *, seed: int = _SEED) -> Trend | None:
    """Return how the rate has changed from the earlier half of the matches to the later one.

    None if the halves are too small, or if the interval of their difference holds zero.
    """
    found = _with_decisions(matches)
    halves = found[: len(found) // 2], found[len(found) // 2 :]
    if len(halves[0]) < _LEAST:
        return None
    random = np.random.default_rng(seed)
    before, after = (_resampled(half, random) for half in halves)
    low, high = np.quantile(after - before, _BETWEEN)
    if low <= 0 <= high:
        return None
    earlier, later = (error_rate(half, seed=seed) for half in halves)
    assert earlier is not None
    assert later is not None
    return Trend(earlier, later)


def _with_decisions(matches: Sequence[ArrayLike]) -> list[Losses]:
    return [found for losses in matches if (found := np.asarray(losses, dtype=np.float64)).size]


def _resampled(matches: Sequence[Losses], random: np.random.Generator) -> Losses:
    """The rates of as many resamples, in millipoints."""
    if len(matches) < _LEAST:
        losses = np.concatenate(matches)
        chosen = random.integers(
            0, losses.size, size=(_RESAMPLES, losses.size), dtype=np.uint16 if losses.size < 2**16 else np.uint32
        )
        means: Losses = MILLI * losses[chosen].mean(axis=1)
        return means
    number = len(matches)
    lost, decisions = _sums(matches)
    times = random.multinomial(number, np.full(number, 1 / number), size=_RESAMPLES)
    rates = MILLI * (times @ lost) / (times @ decisions)
    rate = MILLI * lost.sum() / decisions.sum()
    widened: Losses = np.maximum(rate + (rates - rate) * _widening(number), 0.0)
    return widened


def _sums(matches: Sequence[Losses]) -> tuple[Losses, Losses]:
    return np.array([losses.sum() for losses in matches]), np.array([float(losses.size) for losses in matches])


def _widening(number: int) -> float:
    """The factor by which a mean of so few values scatters more than its resamples.

    The resamples scatter by the root of (n - 1) / n too little, and Student's t replaces the normal distribution: its
    quantile by Abramowitz and Stegun, 26.7.5.
    """
    freedom, z = number - 1, _NORMAL
    student = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return student / z * sqrt(number / freedom)
