"""Scores a finished game: single game, gammon or backgammon, and the cube.

Source: the published leaflets, side by side in the rule sets; US tournament rules of 2008, 4.4, for
checkers taken off illegally.
"""

from __future__ import annotations

from enum import IntEnum

from companion.games.backgammon.choices import GammonBy, MatchCounts
from companion.games.backgammon.cube import CENTRED, Cube
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side, Stack


class Result(IntEnum):
    """How a game was won; the number is its points before the cube."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


def result(position: Position, rules: RuleSet = STANDARD, *, borne_off: Stack | None = None) -> Result:
    """Return how the game that ends in this position was won.

    It depends on the loser: none borne off is a gammon, and with a checker on the bar or in the winner's
    home board a backgammon, if the rule set has them.  ``borne_off``: how many checkers were borne off
    legally according to the record, which decides if the rules go by the record; those in the tray may
    have got there otherwise.  Raises ValueError while nobody has borne off all checkers.
    """
    winner = position.winner
    if winner is None:
        raise ValueError(f"{position!r}: the game is not over")
    loser = winner.other
    off = borne_off if borne_off is not None and rules.gammon_by is GammonBy.RECORD else position.off
    if off.of(loser) or not rules.gammon:
        return Result.SINGLE
    behind = position.counts(loser)[24 - rules.home_size :]  # the winner's home board, and the bar
    return Result.BACKGAMMON if rules.backgammon and any(behind) else Result.GAMMON


def points(won_as: Result, cube: Cube, rules: RuleSet = STANDARD, *, money: bool = False) -> int:
    """Return the points of a game won in this way, played out or resigned: the full value, whatever a match needs.

    If games are counted, each counts one.  Under the Jacoby rule, which exists in money play only,
    gammons need a cube that a player has turned.
    """
    if rules.match_counts is MatchCounts.GAMES:
        return 1
    unturned = rules.jacoby and money and not cube.turned
    most = Result.SINGLE if unturned or not rules.gammon else Result.BACKGAMMON if rules.backgammon else Result.GAMMON
    return min(won_as, most) * stake(cube, rules)


def points_won(
    position: Position,
    rules: RuleSet = STANDARD,
    *,
    cube: Cube = CENTRED,
    borne_off: Stack | None = None,
    money: bool = False,
) -> tuple[Side, int]:
    """Return (winner, points) of a game that ends in this position; see :func:`result` and :func:`points`."""
    winner = position.winner
    won_as = result(position, rules, borne_off=borne_off)
    assert winner is not None
    return winner, points(won_as, cube, rules, money=money)


def points_dropped(cube: Cube, rules: RuleSet = STANDARD) -> int:
    """Return what a refused double costs: the stake before it, never more than a single game."""
    return points(Result.SINGLE, cube.drop(), rules)


def stake(cube: Cube, rules: RuleSet = STANDARD) -> int:
    """Return the points of a single game now."""
    return cube.value if rules.cube else 1
