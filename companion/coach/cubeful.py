"""Cubeful equities from chances, the cube and the score, and advice on the cube.

Equities are in units of the present cube, in a match normalised (see :mod:`companion.coach.evaluation`).  The fields of
chances may hold numpy arrays of one shape in place of floats; then the answers do, but for :func:`advice`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.coach.cube_model import EFFICIENCY, CubeLevel, CubeModel, Holder
from companion.coach.evaluation import Chances, CubeAdvice, Stakes
from companion.coach.match_equity import LONGEST, MatchEquities, match_equities
from companion.games.rules import Side

_MONEY_TURNS: Final = 2  # of the cube that are looked at; Janowski's points stand for all further ones
_DIGITS: Final = 12  # what is equal by theory shall not differ by rounding


@dataclass(frozen=True, slots=True)
class CubefulGame:
    """A game for its stakes in the view of one side: prepared once, used for many positions.

    ``levels``: the value of the game at each number of the cube, in points or in chances to win the match; more than
    ``LONGEST`` points from the end a match is money play.
    """

    levels: tuple[CubeLevel, ...]
    holder: Holder
    is_money: bool

    @classmethod
    def of(cls, stakes: Stakes, side: Side) -> CubefulGame:
        is_money = not stakes.length or max(_away(stakes, side)) > LONGEST
        levels = _money_levels(stakes) if is_money else _match_levels(stakes, side)
        return cls(levels, _holder(stakes, side), is_money)

    def equity(self, chances: Chances, efficiency: float = EFFICIENCY) -> float:
        """Before the side's own roll, if both do with the cube what is right."""
        return self.equity_of(self._model(chances, efficiency).with_right_doubles(self.holder))

    def no_double(self, chances: Chances, efficiency: float = EFFICIENCY) -> float:
        """Before the side's own roll, if it does not double now."""
        return self.equity_of(self._model(chances, efficiency).no_double(self.holder))

    def double_take(self, chances: Chances, efficiency: float = EFFICIENCY) -> float:
        """Before the side's own roll, if it doubles now and the other takes; in units of the cube before."""
        return self.equity_of(self._model(chances, efficiency).double_take())

    def equity_of(self, worth: float) -> float:
        """From points, or from a chance to win the match: 1 for a single game won at this cube, -1 for one lost."""
        won, lost = self.levels[0].won[0], self.levels[0].lost[0]
        return (2 * worth - won - lost) / (won - lost)

    def worth_of(self, equity: float) -> float:
        """The way back."""
        return _worth(equity, self.levels[0])

    def _model(self, chances: Chances, efficiency: float) -> CubeModel:
        return CubeModel.of(chances, self.levels, efficiency, endless=self.is_money)


@dataclass(frozen=True, slots=True)
class AfterPlay:
    """The value of a play for its player, from the chances of the opponent, who is on roll then.

    A position one roll ahead has the mean over the rolls of the best play's :meth:`equity`; doubled and taken, that of
    the best play's :meth:`equity_if_taken`.
    """

    left: CubefulGame
    taken: CubefulGame

    @classmethod
    def of(cls, stakes: Stakes, mover: Side) -> AfterPlay:
        left, taken = (CubefulGame.of(now, mover.other) for now in (stakes, doubled(stakes, mover)))
        return cls(left, taken)

    def equity(self, theirs: Chances, efficiency: float = EFFICIENCY) -> float:
        return -self.left.equity(theirs, efficiency)

    def equity_if_taken(self, theirs: Chances, efficiency: float = EFFICIENCY) -> float:
        """Had the mover doubled before the roll; in units of the cube before it."""
        return -self.left.equity_of(self.taken.worth_of(self.taken.equity(theirs, efficiency)))


def equity(chances: Chances, stakes: Stakes, on_roll: Side, efficiency: float = EFFICIENCY) -> float:
    """The worth of a position to the side on roll, before the roll, both doing with the cube what is right."""
    return CubefulGame.of(stakes, on_roll).equity(chances, efficiency)


def advice(
    chances: Chances, stakes: Stakes, on_roll: Side, efficiency: float = EFFICIENCY, *, engine: str, ply: int = 0
) -> CubeAdvice:
    """The value of a double before the roll, from the chances of the side on roll alone."""
    game = CubefulGame.of(stakes, on_roll)
    return CubeAdvice(
        engine=engine,
        ply=ply,
        no_double=round(game.no_double(chances, efficiency), _DIGITS),
        double_take=round(game.double_take(chances, efficiency), _DIGITS),
        double_drop=1.0,
        chances=chances,
        allowed=stakes.may_double(on_roll),
    )


def worth_of(equity: float, stakes: Stakes, side: Side) -> float:
    """The meaning of an equity of a side: in a match of any length its chance to win it, in money play points."""
    return _worth(equity, (_match_levels(stakes, side) if stakes.length else _money_levels(stakes))[0])


def equities_of(stakes: Stakes) -> MatchEquities:
    """The chances to win a match that is played by such rules."""
    return match_equities(_multiples(stakes), doubling=stakes.doubling)


def doubled(stakes: Stakes, doubler: Side) -> Stakes:
    """The stakes once the other has taken."""
    return replace(stakes, cube=2 * stakes.cube, owner=doubler.other)


def _holder(stakes: Stakes, side: Side) -> Holder:
    mine, theirs = stakes.may_double(side), stakes.may_double(side.other)
    if mine and theirs:
        return Holder.BOTH
    return Holder.ME if mine else Holder.THEM if theirs else Holder.NOBODY


def _worth(equity: float, level: CubeLevel) -> float:
    won, lost = level.won[0], level.lost[0]
    return (equity * (won - lost) + won + lost) / 2


def _away(stakes: Stakes, side: Side) -> tuple[int, int]:
    """The points that a side and its opponent need in a match, one at least."""
    return max(1, stakes.length - stakes.score.of(side)), max(1, stakes.length - stakes.score.of(side.other))


def _match_levels(stakes: Stakes, side: Side) -> tuple[CubeLevel, ...]:
    away, their_away = _away(stakes, side)
    return equities_of(stakes).levels(stakes.cube, away, their_away, after_crawford=min(away, their_away) == 1)


def _money_levels(stakes: Stakes) -> tuple[CubeLevel, ...]:
    single, gammon, backgammon = _multiples(stakes)

    def level(cube: int) -> CubeLevel:
        won = (float(cube * single), float(cube * gammon), float(cube * backgammon))
        return CubeLevel(won, (-won[0], -won[1], -won[2]))

    levels = [level(stakes.cube << turn) for turn in range(_MONEY_TURNS + 1)]
    if stakes.jacoby and stakes.owner is None and not stakes.length:
        cube = float(stakes.cube)
        levels[0] = CubeLevel((cube, cube, cube), (-cube, -cube, -cube))
    return tuple(levels)


def _multiples(stakes: Stakes) -> tuple[int, int, int]:
    gammon = 2 if stakes.gammons else 1
    return 1, gammon, 3 if stakes.gammons and stakes.backgammons else gammon
