"""Shots: how many of the 36 rolls can hit a blot.

Every roll is played out by the rules, so that combinations of both dice, doubles, checkers on the bar and compulsory
numbers are counted exactly.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import Final

from companion.games.backgammon import STANDARD, Position, RuleSet, generator
from companion.games.backgammon.dice import FACES
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.table import spot_of
from companion.games.rules import Side, Spot

ROLLS: Final = len(FACES) ** 2
"""Rolls of two dice, each as likely as the other."""
_BLOT: Final = -1
_KEPT: Final = 256
"""Positions whose shots are remembered: advice on a turn asks for the same as the judgement of its play."""


@dataclass(frozen=True, slots=True)
class Shots:
    """``rolls``: of the 36 rolls, those that can hit a blot; ``at``: those that can hit each, by its spot.

    ``hits``: the blots that a roll can hit, and its share of the 36; rolls that hit nothing are left out.
    """

    rolls: int
    at: Mapping[Spot, int]
    hits: tuple[tuple[frozenset[Spot], int], ...] = ()

    def on(self, spots: Container[Spot]) -> int:
        """The number of the 36 rolls that can hit at least one blot of these."""
        return sum(ways for hit, ways in self.hits if any(spot in spots for spot in hit))


@lru_cache(maxsize=_KEPT)
def shots(position: Position, rules: RuleSet = STANDARD) -> Shots:
    """The shots of the side on roll before its roll; blots that no roll hits are in ``at`` with 0.

    >>> from companion.games.backgammon import START
    >>> shots(START).rolls
    0
    """
    view = view_of(position)
    blots = [point for point in range(1, 25) if view[point] == _BLOT]
    hits: list[tuple[frozenset[Spot], int]] = []
    if blots and any(view[point] > 0 for point in range(blots[0] + 1, len(view))):
        for larger, smaller in combinations_with_replacement(reversed(FACES), 2):
            ways = 1 if larger == smaller else 2
            hit = _hit(blots, generator.ends(view, larger, smaller, rules))
            if hit:
                hits.append((frozenset(spot_of(point, position.on_roll) for point in hit), ways))
    spots = [spot_of(point, position.on_roll) for point in blots]
    at = {spot: sum(ways for hit, ways in hits if spot in hit) for spot in spots}
    return Shots(sum(ways for _, ways in hits), MappingProxyType(at), tuple(hits))


def shots_at(position: Position, side: Side, rules: RuleSet = STANDARD) -> Shots:
    """The shots at ``side``'s checkers if the opponent were on roll."""
    return shots(replace(position, on_roll=side.other), rules)


def _hit(blots: list[int], ends: Mapping[generator.View, generator.Steps]) -> list[int]:
    """The blots that are gone from their point in at least one of the ends."""
    return [point for point in blots if any(end[point] != _BLOT for end in ends)]
