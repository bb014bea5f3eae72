"""The chance of winning a match at a score, computed.

Backwards from the end of the match: the value of a game at a score follows from :mod:`companion.coach.cube_model` and
from the possible next scores.  No published table is used: three numbers describe a game between equal players, and the
rest is the cube.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Final

from companion.coach.cube_model import CubeLevel, CubeModel, Holder
from companion.coach.evaluation import Chances

# Measured with GNU Backgammon 1.07, 0-ply: all 15 openings and all 21 replies to each, best play.
GAMMONS: Final = 0.275
"""The share of gammons among the games played to the end, backgammons included."""
BACKGAMMONS: Final = 0.012
SWING: Final = 0.026
"""The mean distance from 0.5 of the chance to win when a player can double for the first time."""

_EVEN: Final = Chances(0.5, GAMMONS / 2, BACKGAMMONS / 2, GAMMONS / 2, BACKGAMMONS / 2)
LONGEST: Final = 64
"""Up to so many points away equities come from the recurrence; beyond, a game more or less is a small step in a
random walk of many, and the normal distribution is as good."""


class MatchEquities:
    """Chances to win a match, 0..1, by the points that each player needs; computed on demand.

    ``multiples``: the points of a single game, a gammon, a backgammon; ``doubling``: whether there is a cube.

    >>> table = MatchEquities()
    >>> table.of(1, 1)
    0.5
    >>> round(table.of(2, 4), 2)
    0.68
    """

    def __init__(self, multiples: tuple[int, int, int] = (1, 2, 3), *, doubling: bool = True) -> None:
        self._multiples = multiples
        self._doubling = doubling
        self._before: dict[tuple[int, int], float] = {}
        self._after: list[float] = [1.0]
        self._size = 0

    def of(self, away: int, their_away: int, *, after_crawford: bool = False) -> float:
        """``after_crawford``: whether the Crawford game is over or being played, so that games after it are meant;
        then one of the two is a point away or has won.
        """
        if away <= 0:
            return 1.0
        if their_away <= 0:
            return 0.0
        if max(away, their_away) > LONGEST:
            return self._far(away, their_away)
        self._fill(max(away, their_away))
        if not after_crawford:
            return self._before[away, their_away]
        return self._after[away] if their_away == 1 else 1 - self._after[their_away]

    def levels(self, cube: int, away: int, their_away: int, *, after_crawford: bool = False) -> tuple[CubeLevel, ...]:
        """The values of games with the present cube, doubled, and so on as far as doubling is useful."""

        def level(points: int) -> CubeLevel:
            steps = [multiple * points for multiple in self._multiples]
            won = [self.of(away - step, their_away, after_crawford=after_crawford) for step in steps]
            lost = [self.of(away, their_away - step, after_crawford=after_crawford) for step in steps]
            return CubeLevel((won[0], won[1], won[2]), (lost[0], lost[1], lost[2]))

        cubes = [cube, 2 * cube]
        while cubes[-1] < max(away, their_away):
            cubes.append(2 * cubes[-1])
        return tuple(level(points) for points in cubes)

    def _fill(self, size: int) -> None:
        while self._size < size:
            self._size += 1  # first, so that asking for smaller scores below does not come back here
            away = self._size
            self._after.append(0.5 if away == 1 else self._start(away, 1, after_crawford=True))
            crawford = 0.5 if away == 1 else self._start(away, 1, after_crawford=False)
            self._set(away, 1, crawford)
            for their_away in range(2, away):
                self._set(away, their_away, self._start(away, their_away, after_crawford=False))
            self._set(away, away, 0.5)

    def _set(self, away: int, their_away: int, equity: float) -> None:
        self._before[away, their_away] = equity
        self._before[their_away, away] = 1 - equity

    def _start(self, away: int, their_away: int, *, after_crawford: bool) -> float:
        """The value of a game at a score before its first roll."""
        is_crawford = their_away == 1 and not after_crawford
        levels = self.levels(1, away, their_away, after_crawford=after_crawford or is_crawford)
        holder = Holder.BOTH if self._doubling and not is_crawford else Holder.NOBODY
        model = CubeModel.of(_EVEN, levels)
        return sum(replace(model, win=0.5 + luck).with_right_doubles(holder) for luck in (-SWING, SWING)) / 2

    def _far(self, away: int, their_away: int) -> float:
        ahead, behind = 3 * LONGEST // 4, LONGEST
        lead = NormalDist().inv_cdf(self.of(ahead, behind)) * sqrt(ahead + behind) / (behind - ahead)
        return NormalDist().cdf(lead * (their_away - away) / sqrt(away + their_away))


@cache
def match_equities(multiples: tuple[int, int, int] = (1, 2, 3), *, doubling: bool = True) -> MatchEquities:
    """The one table of a process for the rules."""
    return MatchEquities(multiples, doubling=doubling)
