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
_TRIED: Final = 1e-7
"""Counts of a spot less likely than this change no sum."""
_NEVER: Final = -1e9

Totals = npt.NDArray[np.float64]
"""The best log-likelihood with so many light and dark checkers on the board: (16, 16)."""


def summed(evidence: Mapping[Spot, Evidence]) -> dict[Spot, Evidence]:
    """The evidence of points and bar under at most fifteen checkers a side, the likeliest counts agreeing.

    Each pair of counts is as likely as the likeliest board with it.  Where no board has at most fifteen, and of unseen
    spots, nothing is changed.
    """
    tables = _tables(evidence)
    behind = [_begun()]
    for table in tables.values():
        behind.append(_with(behind[-1], table))
    ahead = [_prior(evidence)]
    for table in reversed(tables.values()):
        ahead.append(_without(ahead[-1], table))
    ahead.reverse()
    result = dict(evidence)
    for k, (spot, table) in enumerate(tables.items()):
        worth = {pair: p + _best(behind[k], ahead[k + 1], pair) for pair, p in table.items()}
        most = max(worth.values())
        if most > _NEVER / 2:
            shares = {pair: math.exp(value - most) for pair, value in worth.items()}
            total, least = sum(shares.values()), evidence[spot].floor
            likely = {pair: share / total for pair, share in shares.items() if share > least * total}
            result[spot] = Evidence(likely, floor=least)
    return result


def worth(evidence: Mapping[Spot, Evidence]) -> float:
    """The logarithm of the likelihood of the likeliest board."""
    totals = _begun()
    for table in _tables(evidence).values():
        totals = _with(totals, table)
    return float((totals + _prior(evidence)).max())


def _tables(evidence: Mapping[Spot, Evidence]) -> dict[Spot, dict[Counts, float]]:
    """The log-likelihoods of the counts of each spot that is seen."""
    return {
        spot: {pair: math.log(p) for pair, p in one.likelihoods.items() if p > _TRIED and max(pair) <= SIDE}
        for spot, one in evidence.items()
        if one.seen and one.likelihoods
    }


def _begun() -> Totals:
    totals = np.full((SIDE + 1, SIDE + 1), _NEVER)
    totals[0, 0] = 0.0
    return totals


def _prior(evidence: Mapping[Spot, Evidence]) -> Totals:
    """How likely each number of checkers is; where spots are hidden, nothing is known of the rest."""
    side = np.zeros(SIDE + 1)
    if all(one.seen for one in evidence.values()):
        side[:] = math.log((1 - ALL) / SIDE)
        side[SIDE] = math.log(ALL)
    return side[:, None] + side[None]


def _with(totals: Totals, table: Mapping[Counts, float]) -> Totals:
    """The totals with one spot more."""
    result = np.full_like(totals, _NEVER)
    for (light, dark), p in table.items():
        there = result[light:, dark:]
        np.maximum(there, totals[: SIDE + 1 - light, : SIDE + 1 - dark] + p, out=there)
    return result


def _without(totals: Totals, table: Mapping[Counts, float]) -> Totals:
    """The totals before one spot is counted."""
    result = np.full_like(totals, _NEVER)
    for (light, dark), p in table.items():
        there = result[: SIDE + 1 - light, : SIDE + 1 - dark]
        np.maximum(there, totals[light:, dark:] + p, out=there)
    return result


def _best(behind: Totals, ahead: Totals, pair: Counts) -> float:
    light, dark = pair
    return float((behind[: SIDE + 1 - light, : SIDE + 1 - dark] + ahead[light:, dark:]).max())
