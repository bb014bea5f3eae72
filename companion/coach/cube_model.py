"""The value of a game with a cube, from six chances and the value of each number of the cube.

For a given share of gammons the value of a game is a line over the chance to win where the cube is *dead*, that is
never turned again.  Where it is *live*, the game is thought to move so smoothly that everybody doubles exactly where
the other can just as well take as drop; then the value runs straight between the points at which one doubles and the
other drops.  A real cube is between the two: a mixture with the weight ``efficiency``, 0 dead to 1 live.

Source: Rick Janowski, "Take-Points in Money Games" (1993).  For a match the same is done with the chance of winning the
match in place of points, backwards from the last useful turn of the cube.  One rule is ours: a player who gains by
doubling at the next turn does so, whatever the mixture says.  It makes the scores at which doubling is free right
without a special case.

Numbers may be floats or numpy arrays of one shape: only ``+ - * /`` and ``abs`` are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from companion.coach.evaluation import Chances

EFFICIENCY: Final = 0.68
"""How live a cube is.  Janowski suggests 0.6 to 0.7; 0.68 is what GNU Backgammon's manual gives for contact.  One
number does for races too: docs/internals/cube.md has the measurements.
"""
_TINY: Final = 1e-12  # so that nothing divided by nothing is nothing


class Holder(Enum):
    """The player who may double: the one in whose view values are, the other one, both (the cube in the middle),
    nobody.
    """

    ME = auto()
    THEM = auto()
    BOTH = auto()
    NOBODY = auto()


@dataclass(frozen=True, slots=True)
class CubeLevel:
    """The values of a single game, a gammon, a backgammon at one number of the cube, for one player, in any unit."""

    won: tuple[float, float, float]
    lost: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class CubeLine:
    """One number of the cube for the gammons of one position.

    ``win``, ``loss``: the average value of a game won and lost on the board.  ``cash``, ``dropped``: the value of one
    that ends with a double refused by them and by me.
    """

    win: float
    loss: float
    cash: float
    dropped: float

    @classmethod
    def of(cls, level: CubeLevel, chances: Chances) -> CubeLine:
        return cls(
            _average(level.won, chances.win, chances.win_gammon, chances.win_backgammon),
            _average(level.lost, chances.lose, chances.lose_gammon, chances.lose_backgammon),
            level.won[0],
            level.lost[0],
        )

    def dead(self, win: float) -> float:
        return self.loss + win * (self.win - self.loss)


@dataclass(frozen=True, slots=True)
class CubeModel:
    """One position under one cube; values are those of one player ("me"), in the unit of the levels.

    ``win``: the chance to win.  ``lines``: the cube as it is, doubled, doubled twice...  ``takes``, ``cashes``: the
    chances to win with which I just take, and with which they just drop, a live cube turned to the number with the same
    index; the last ones, beyond the lines, are 0 and 1 where nobody gains by turning the cube that far.
    """

    win: float
    lines: tuple[CubeLine, ...]
    takes: tuple[float, ...]
    cashes: tuple[float, ...]
    efficiency: float

    @classmethod
    def of(
        cls, chances: Chances, levels: Sequence[CubeLevel], efficiency: float = EFFICIENCY, *, endless: bool = False
    ) -> CubeModel:
        """``levels``: from the present cube to the last useful one, two at least.  ``endless``: money play, where each
        counts twice the one before, and so on.
        """
        lines = tuple(CubeLine.of(level, chances) for level in levels)
        take, cash = _money_points(lines[-1]) if endless else (0.0, 1.0)
        takes, cashes = [take], [cash]
        for before, line in zip(lines[-2::-1], lines[:0:-1], strict=True):
            my_share = (before.dropped - line.loss) / (line.cash - line.loss)
            their_share = (line.win - before.cash) / (line.win - line.dropped)
            take, cash = cash * my_share, 1 - (1 - take) * their_share
            takes.append(take)
            cashes.append(cash)
        return cls(chances.win, lines, (0.0, *reversed(takes)), (1.0, *reversed(cashes)), efficiency)

    def no_double(self, holder: Holder) -> float:
        """The value of the game if I do not double now."""
        kept = self._kept(0, holder)
        if holder is Holder.BOTH:
            return smaller(kept, larger(self.lines[0].dropped, self._mine(1)))
        return self._theirs(0) if holder is Holder.THEM else kept

    def double_take(self) -> float:
        """The value if I double now and they take."""
        return self._theirs(1)

    def with_right_doubles(self, holder: Holder) -> float:
        """The value if I double now, and they at their next turn, where that is allowed and helps."""
        undoubled = self.no_double(holder)
        if holder in (Holder.ME, Holder.BOTH):
            return larger(undoubled, smaller(self.lines[0].cash, self.double_take()))
        return undoubled

    def _mine(self, index: int) -> float:
        """With the cube at a number mine, to be doubled at my next turn where that helps."""
        kept = self._kept(index, Holder.ME)
        if index + 1 == len(self.lines):
            return kept
        return larger(kept, smaller(self.lines[index].cash, self._theirs(index + 1)))

    def _theirs(self, index: int) -> float:
        kept = self._kept(index, Holder.THEM)
        if index + 1 == len(self.lines):
            return kept
        return smaller(kept, larger(self.lines[index].dropped, self._mine(index + 1)))

    def _kept(self, index: int, holder: Holder) -> float:
        """Between the dead and the live cube."""
        line = self.lines[index]
        dead = line.dead(self.win)
        if holder is Holder.NOBODY:
            return dead
        corners = [(0.0, line.loss)]
        if holder is not Holder.ME:
            corners.append((self.takes[index + 1], line.dropped))
        if holder is not Holder.THEM:
            corners.append((self.cashes[index + 1], line.cash))
        return dead + self.efficiency * (_along([*corners, (1.0, line.win)], self.win) - dead)


def larger(one: float, other: float) -> float:
    return (one + other + abs(one - other)) / 2


def smaller(one: float, other: float) -> float:
    return (one + other - abs(one - other)) / 2


def _average(worth: tuple[float, float, float], all_of_them: float, gammons: float, backgammons: float) -> float:
    single, gammon, backgammon = worth
    more = gammons * (gammon - single) + backgammons * (backgammon - gammon)
    return single + more / larger(all_of_them, _TINY)


def _money_points(line: CubeLine) -> tuple[float, float]:
    """Janowski's take point and cash point of a live cube, which in money play are the same at every number."""
    win, loss = line.win / line.cash, line.loss / line.dropped
    chance = win + loss + 0.5
    return (loss - 0.5) / chance, (loss + 1) / chance


def _along(corners: Iterable[tuple[float, float]], chance: float) -> float:
    """The value at ``chance`` on straight lines from corner to corner."""
    (start, value), *others = corners
    for end, next_value in others:
        share = (chance - start) / larger(end - start, _TINY)
        value = value + (next_value - value) * larger(0.0, smaller(1.0, share))
        start = end
    return value
