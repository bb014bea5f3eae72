"""The sum rule for single pictures: each side has fifteen checkers, so all spots are judged together.

In a match the referee knows what lies on the board; there nothing is to be guessed from sums.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.observation import Counts, Evidence, Spot
from vision.reading import SIDE

ALL: Final = 0.6
"""How likely all fifteen of a side are on the board, before anything is counted; every other number is as likely as
another.  Judged: in a game most looks come before the first checker is borne off."""

Totals = npt.NDArray[np.float64]
"""The best log-likelihood with so many light and dark checkers on the board: (16, 16)."""
FIFTEEN: Final[Totals] = np.log([(1 - ALL) / SIDE] * SIDE + [ALL])
"""How likely each number of a side's checkers is, from none to all fifteen."""


def summed(evidence: Mapping[Spot, Evidence], numbers: Totals = FIFTEEN) -> dict[Spot, Evidence]:
    """The evidence of all spots of the board under at most so many checkers a side, the likeliest counts agreeing.

    Each pair of counts is as likely as the likeliest board with it.  Where no board has so few, and of unseen
    spots, nothing is changed.  ``numbers``: the log-likelihood of each number of a side's checkers, from 0 to the most.
    """
    tables = _tables(evidence, len(numbers))
    behind = [_begun(len(numbers))]
    for table in tables.values():
        behind.append(_with(behind[-1], table))
    ahead = [_prior(evidence, numbers)]
    for table in reversed(tables.values()):  # backwards what is left to count grows, so it is seen from its other end
        ahead.append(_with(ahead[-1][::-1, ::-1], table)[::-1, ::-1])
    ahead.reverse()
    result = dict(evidence)
    for k, (spot, table) in enumerate(tables.items()):
        worth = {pair: p + _best(behind[k], ahead[k + 1], pair) for pair, p in table.items()}
        most = max(worth.values())
        if most > -math.inf:
            shares = {pair: math.exp(value - most) for pair, value in worth.items()}
            total, least = sum(shares.values()), evidence[spot].floor
            likely = {pair: share / total for pair, share in shares.items() if share > least * total}
            result[spot] = Evidence(likely, floor=least)
    return result


def worth(evidence: Mapping[Spot, Evidence]) -> float:
    """The logarithm of the likelihood of the likeliest board."""
    totals = _begun(len(FIFTEEN))
    for table in _tables(evidence, len(FIFTEEN)).values():
        totals = _with(totals, table)
    return float((totals + _prior(evidence, FIFTEEN)).max())


def _tables(evidence: Mapping[Spot, Evidence], too_many: int) -> dict[Spot, dict[Counts, float]]:
    """The log-likelihoods of the counts of each spot that is seen."""
    return {
        spot: {pair: math.log(p) for pair, p in one.likelihoods.items() if p > 0 and max(pair) < too_many}
        for spot, one in evidence.items()
        if one.seen and one.likelihoods
    }


def _begun(size: int) -> Totals:
    totals = np.full((size, size), -math.inf)
    totals[0, 0] = 0.0
    return totals


def _prior(evidence: Mapping[Spot, Evidence], numbers: Totals) -> Totals:
    """How likely each number of checkers is; where spots are hidden, nothing is known of the rest."""
    side = numbers if all(one.seen for one in evidence.values()) else np.zeros_like(numbers)
    return side[:, None] + side[None]


def _with(totals: Totals, table: Mapping[Counts, float]) -> Totals:
    result = np.full_like(totals, -math.inf)
    for (light, dark), p in table.items():
        there = result[light:, dark:]
        np.maximum(there, totals[: len(totals) - light, : len(totals) - dark] + p, out=there)
    return result


def _best(behind: Totals, ahead: Totals, pair: Counts) -> float:
    light, dark = pair
    return float((behind[: len(behind) - light, : len(behind) - dark] + ahead[light:, dark:]).max())
