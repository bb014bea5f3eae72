"""Uses the total of checkers, fifteen a side, to improve the evidence of each spot and of the borne-off ones.

A stack that may be one or two high is two high if its side else has fourteen.  That each side has
fifteen is likely, not certain: sets of twelve exist, and checkers get lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.observation import TRAY, UNSEEN, Counts, Evidence, Spot

SIDE: Final = 15
_MOST: Final = 25  # more of one side than this is never counted

# How likely it is, before anything is counted, that all fifteen of a side lie on the board: where no borne-off
# checkers are in view and where they seem to be; for a side that has checkers outside its home, and for one that
# may bear off.
_ALL_UNTIL_HOME: Final = (0.93, 0.5)
_ALL: Final = (0.2, 0.03)
_EMPTY: Final = 0.01  # that the board is bare: one look in a hundred comes before it is set up or after it is cleared
_MORE: Final = 0.004  # that there are more; the rest is that some are missing
_QUARTERS: Final = tuple(range(first, first + 6) for first in (1, 7, 13, 19))
_OUTSIDE: Final = 0.6
"""A side that has more checkers than this outside one quarter of the board cannot have borne any off."""
# What looks like borne-off checkers and covers so much, in squares as wide as a point, is them every other time; and
# one of them, on edge or flat, covers so much, with that spread of the logarithm (both on boards never learned from).
_DOUBTFUL_PILE, _CERTAINTY = 0.15, 1.8
_PILE_OF_ONE, _PILE_SPREAD = 0.4, 0.8
# A spot that is not seen may hold anything; that much less likely the more it holds.
_HIDDEN: Final = 0.45
_LEAST: Final = 1e-4

Grid = npt.NDArray[np.float64]


def settled(evidence: Mapping[Spot, Evidence], piles: tuple[float, float]) -> dict[Spot, Evidence]:
    """The evidence of all spots under the likely totals, and that of the tray, which follows from them.

    ``evidence``: points and bar, each judged by itself.  ``piles``: how much borne-off checkers of Light
    and Dark cover in view, in squares as wide as a point.  The tray is UNSEEN where checkers are missing
    and not in view.
    """
    spots = list(evidence)
    tables = [_table(evidence[spot]) for spot in spots]
    bearing_off = _all_home(evidence, 0), _all_home(evidence, 1)
    prior = np.outer(*(_of_side(may, pile) for may, pile in zip(bearing_off, piles, strict=True)))
    prior[0, 0] += _EMPTY
    ahead = [prior]
    for table in reversed(tables[1:]):
        ahead.append(_before(ahead[-1], table))
    ahead.reverse()
    so_far = np.zeros((_MOST, _MOST))
    so_far[0, 0] = 1.0
    result: dict[Spot, Evidence] = {}
    for spot, table, rest in zip(spots, tables, ahead, strict=True):
        weights = {pair: p * _agreement(so_far, rest, pair) for pair, p in table.items()}
        total = sum(weights.values())
        if evidence[spot].seen and total > 0:
            likely = {pair: w / total for pair, w in weights.items() if w > _LEAST * total}
            result[spot] = Evidence(likely, floor=evidence[spot].floor)
        else:
            result[spot] = evidence[spot]
        so_far = _after(so_far, table)
    result[TRAY] = _tray(so_far * prior, (piles[0] > _DOUBTFUL_PILE, piles[1] > _DOUBTFUL_PILE))
    return result


def _all_home(evidence: Mapping[Spot, Evidence], side: int) -> bool:
    """Whether all checkers of a side that are seen stand in one quarter of the board, whichever is its home."""
    seen = {s: sum(p * pair[side] for pair, p in e.likelihoods.items()) for s, e in evidence.items() if e.seen}
    return sum(seen.values()) - max(sum(seen.get(p, 0.0) for p in quarter) for quarter in _QUARTERS) < _OUTSIDE


def _tray(totals: Grid, piles: tuple[bool, bool]) -> Evidence:
    """How many are borne off, from the weights (light, dark) of what is on the board."""
    if totals.sum() <= 0:
        return UNSEEN
    shares = totals / totals.sum()
    all_there = float(shares.sum(1)[SIDE]), float(shares.sum(0)[SIDE])
    if not all(pile or there > 0.5 for pile, there in zip(piles, all_there, strict=True)):
        return UNSEEN
    likely: dict[Counts, float] = {}
    for light, dark in np.argwhere(shares > _LEAST):
        off = max(0, SIDE - int(light)), max(0, SIDE - int(dark))
        likely[off] = likely.get(off, 0.0) + float(shares[light, dark])
    return Evidence(likely, floor=1e-5)


def _table(evidence: Evidence) -> dict[Counts, float]:
    if evidence.seen:
        kept = {pair: p for pair, p in evidence.likelihoods.items() if p > _LEAST and max(pair) < _MOST}
        return kept or dict(evidence.likelihoods)
    table: dict[Counts, float] = {(0, 0): 1.0}
    for n in range(1, 7):
        table[n, 0] = table[0, n] = 0.5 * _HIDDEN**n
    return table


def _of_side(bearing_off: bool, pile: float) -> Grid:
    """How likely each number of checkers of one side on the board is; ``pile``: what the others seem to cover."""
    numbers = np.arange(_MOST, dtype=np.float64)
    more: Grid = _MORE * 0.5 ** np.clip(numbers - SIDE, 0, None)
    off = SIDE - numbers[:SIDE]
    fitting: Grid = np.exp(-((np.log(max(pile, 1e-3) / _PILE_OF_ONE / off) / _PILE_SPREAD) ** 2) / 2)
    without, with_pile = _ALL if bearing_off else _ALL_UNTIL_HOME
    seen = pile**_CERTAINTY / (pile**_CERTAINTY + _DOUBTFUL_PILE**_CERTAINTY)
    return np.asarray((1 - seen) * _totals(without, np.ones(SIDE), more) + seen * _totals(with_pile, fitting, more))


def _totals(every: float, fewer: Grid, more: Grid) -> Grid:
    """Likelihoods of 0 to 24 checkers from that of all fifteen, the weights of fewer and the likelihoods of more."""
    result = more.copy()
    result[:SIDE], result[SIDE] = (1 - every - _MORE) * fewer / fewer.sum(), every
    return result


def _after(so_far: Grid, table: Mapping[Counts, float]) -> Grid:
    """Weights of the totals once a spot's checkers are added."""
    result = np.zeros_like(so_far)
    for (light, dark), p in table.items():
        result[light:, dark:] += p * so_far[: _MOST - light, : _MOST - dark]
    return result


def _before(rest: Grid, table: Mapping[Counts, float]) -> Grid:
    """Weights of the totals that lack a spot's checkers yet."""
    result = np.zeros_like(rest)
    for (light, dark), p in table.items():
        result[: _MOST - light, : _MOST - dark] += p * rest[light:, dark:]
    return result


def _agreement(so_far: Grid, rest: Grid, pair: Counts) -> float:
    """The weight of all totals, some of them counted so far, a pair now, and the rest still to come."""
    light, dark = pair
    return float((so_far[: _MOST - light, : _MOST - dark] * rest[light:, dark:]).sum())
