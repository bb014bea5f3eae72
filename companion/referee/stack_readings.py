"""Corrects the evidence of a stack for known misreadings: of tall stacks, and of a hidden opposing checker.

Checkers beyond the fifth are in a second layer, which the reader counts badly without knowing it.  On every board that
was filmed a stack of six was nearly always read as five, which looks like any other full first layer; in games and
stills one in ten was misread, of seven one in six, of eight one in four, and nearly all higher ones.  The numbers lie
between.
A single checker of one side among checkers of the other is nearly always read as one
of theirs, and mostly with certainty: people seldom leave one there, but if the checkers cannot be counted
otherwise, they did.
"""

from __future__ import annotations

from typing import Final

from vision.observation import POINTS, TRAY, Counts, Evidence, Spot

_WRONG: Final = {6: 0.3, 7: 0.4}
_WRONG_ABOVE: Final = 0.5
_FULL_LAYER: Final = 0.8
"""Of the misread tall stacks, those that look like a full first layer and nothing on it."""
_TWO: Final = 2
_LEAST: Final = 5
_LAYER: Final = 5
_MOST: Final = 15
_MANY: Final = 4
_TRAY_WRONG: Final = 0.2
_HIDING: Final = 0.2
"""The likelihood that a stack which hides a checker of the other side looks like one side's alone."""
_IN_TRAY: Final = 3
"""The greatest miscount of a tray with several checkers of a side."""


def as_it_may_be(spot: Spot, seen: Evidence) -> Evidence:
    """The evidence of a spot, allowing for misread tall and mixed stacks."""
    if not seen.seen:
        return seen
    likelihoods = dict(seen.likelihoods)
    hiding = _hiding_one(*seen.best) if spot in POINTS else None
    if hiding is not None:
        likelihoods[hiding] = max(likelihoods.get(hiding, seen.floor), _HIDING * seen.likelihoods[seen.best])
    if max((max(pair) for pair in seen.likelihoods), default=0) < _MANY:
        return Evidence(likelihoods, seen.floor)
    for pair in _pairs_near(spot, seen):
        wrong, others = _mistakes(spot, pair)
        if others:
            mean = sum(share * seen.likelihoods.get(other, seen.floor) for other, share in others)
            likelihoods[pair] = (1 - wrong) * seen.likelihoods.get(pair, seen.floor) + wrong * mean
    return Evidence(likelihoods, seen.floor)


def _hiding_one(light: int, dark: int) -> Counts | None:
    """A stack of one side with one of its checkers replaced by one of the other side's."""
    if (light and dark) or light + dark < _TWO:
        return None
    return (light - 1, 1) if light else (1, dark - 1)


def _pairs_near(spot: Spot, seen: Evidence) -> set[Counts]:
    """The counts for which something seen may have been mistaken."""
    near: set[Counts] = set()
    for light, dark in seen.likelihoods:
        if spot == TRAY:
            near |= {(n, dark) for n in _around(light)} | {(light, n) for n in _around(dark)}
        elif not (light and dark) and max(light, dark) >= _LEAST:
            near |= {(n, 0) if light else (0, n) for n in range(_LEAST, _MOST + 1)}
    return near


def _mistakes(spot: Spot, pair: Counts) -> tuple[float, list[tuple[Counts, float]]]:
    """How often this number of checkers is miscounted, the counts read then, and which share each has."""
    light, dark = pair
    if spot == TRAY:
        others = [(n, dark) for n in _around(light)] + [(light, n) for n in _around(dark)]
        others = [other for other in others if other != pair]
        return _TRAY_WRONG, [(other, 1 / len(others)) for other in others]
    count = max(pair)
    if (light and dark) or count <= _LAYER:
        return 0.0, []
    taken_for = [n for n in range(_LAYER, min(count + 2, _MOST) + 1) if n != count]
    rest = (1 - _FULL_LAYER) / (len(taken_for) - 1)
    shares = [_FULL_LAYER if n == _LAYER else rest for n in taken_for]
    return _WRONG.get(count, _WRONG_ABOVE), [
        ((n, 0) if light else (0, n), share) for n, share in zip(taken_for, shares, strict=True)
    ]


def _around(count: int) -> range:
    return range(max(count - _IN_TRAY, 1), min(count + _IN_TRAY, _MOST) + 1) if count >= _MANY else range(0)
