"""What a tall stack may be besides what it looks like.

Checkers beyond the fifth lie in a second layer, where a reader counts badly and does not know it.  How often
single stacks were read wrongly and for sure, on boards that no net had learned from, is told by ``companion
simulate``'s readings: under 1 in 1000 up to five checkers, 5 of six and seven, a tenth and more of eight, half of
higher ones, which look like any other full first layer.
"""

from __future__ import annotations

from typing import Final

from vision.observation import TRAY, Counts, Evidence, Spot

_WRONG: Final = {6: 0.005, 7: 0.01, 8: 0.1}
_WRONG_ABOVE: Final = 0.5
_LEAST: Final = 5
_LAYER: Final = 5
_MOST: Final = 15
_MANY: Final = 4
_TRAY_WRONG: Final = 0.2
_IN_TRAY: Final = 3
"""By so many a tray with several checkers of a side may be miscounted."""


def as_it_may_be(spot: Spot, seen: Evidence) -> Evidence:
    """The evidence of a spot with the mistakes of tall stacks in mind; of any other as it is."""
    if not seen.seen or max((max(pair) for pair in seen.likelihoods), default=0) < _MANY:
        return seen
    likelihoods = dict(seen.likelihoods)
    for pair in _pairs_near(spot, seen):
        wrong, others = _mistakes(spot, pair)
        if others:
            mean = sum(seen.likelihoods.get(other, seen.floor) for other in others) / len(others)
            likelihoods[pair] = (1 - wrong) * seen.likelihoods.get(pair, seen.floor) + wrong * mean
    return Evidence(likelihoods, seen.floor)


def _pairs_near(spot: Spot, seen: Evidence) -> set[Counts]:
    """The counts for which something seen may have been mistaken."""
    near: set[Counts] = set()
    for light, dark in seen.likelihoods:
        if spot == TRAY:
            near |= {(n, dark) for n in _around(light)} | {(light, n) for n in _around(dark)}
        elif not (light and dark) and max(light, dark) >= _LEAST:
            near |= {(n, 0) if light else (0, n) for n in range(_LEAST, _MOST + 1)}
    return near


def _mistakes(spot: Spot, pair: Counts) -> tuple[float, list[Counts]]:
    """How often so many checkers are miscounted, and what they are taken for then."""
    light, dark = pair
    if spot == TRAY:
        others = [(n, dark) for n in _around(light)] + [(light, n) for n in _around(dark)]
        return _TRAY_WRONG, [other for other in others if other != pair]
    count = max(pair)
    if (light and dark) or count <= _LAYER:
        return 0.0, []
    taken_for = [n for n in range(_LAYER, min(count + 2, _MOST) + 1) if n != count]
    return _WRONG.get(count, _WRONG_ABOVE), [(n, 0) if light else (0, n) for n in taken_for]


def _around(count: int) -> range:
    return range(max(count - _IN_TRAY, 1), min(count + _IN_TRAY, _MOST) + 1) if count >= _MANY else range(0)
