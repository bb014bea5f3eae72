"""What a finished game is worth."""

from __future__ import annotations

from enum import IntEnum

from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side


class Result(IntEnum):
    """How a game was won; the number is what it is worth before the cube."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


def result(position: Position, rules: RuleSet = STANDARD) -> Result:
    """How the game that ends in this position was won.

    The loser's lot counts: none borne off is a gammon, and with a checker on the bar or in the
    winner's home a backgammon, where the rule set has them.  Raises ValueError while nobody has
    borne off all checkers.
    """
    winner = position.winner
    if winner is None:
        raise ValueError(f"{position!r}: the game is not over")
    loser = winner.other
    if position.off.of(loser) or not rules.gammon:
        return Result.SINGLE
    behind = position.counts(loser)[24 - rules.home_size :]  # the winner's home, and the bar
    return Result.BACKGAMMON if rules.backgammon and any(behind) else Result.GAMMON


def points_won(
    position: Position, rules: RuleSet = STANDARD, *, cube: int = 1, cube_turned: bool = False, money: bool = False
) -> tuple[Side, int]:
    """(winner, points) of a game that ends in this position.

    Under the Jacoby rule, which exists in money play only, gammons need a turned cube.
    """
    winner = position.winner
    kind = result(position, rules)
    assert winner is not None
    if rules.jacoby and money and not cube_turned:
        kind = Result.SINGLE
    return winner, kind * (cube if rules.cube else 1)
