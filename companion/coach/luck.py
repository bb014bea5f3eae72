"""The luck of a roll: the equity of its best play against the mean of all rolls.

As GNU Backgammon counts it: a roll has the value of its best play, and the rolls are weighted by their frequency; at
the start of a game the mean is over the 30 opening rolls of both players, since beginning is luck too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Final

from companion.coach.evaluation import Ranking
from companion.coach.evaluator import Evaluator
from companion.games.backgammon import START, Dice
from companion.games.backgammon.dice import FACES
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation

ROLLS: Final = tuple(Dice(low, high) for low, high in combinations_with_replacement(FACES, 2))
"""The 21 rolls."""


def luck(
    evaluator: Evaluator, situation: Situation, rolled: Ranking, *, rules: RuleSet = STANDARD, ply: int = 0
) -> float:
    """The equity of a roll above the mean, in points.

    ``rolled``: the values of its plays, at the same ``ply``.  Raises as :meth:`Evaluator.ranking` does.
    """
    worth = rolled.best.equity
    if situation.position.points == START.points and not rolled.dice.is_double:
        return worth - _mean(_opening(evaluator, situation, rolled, rules, ply))
    return worth - _mean(_rolls(evaluator, situation, rolled, rules, ply))


def _opening(
    evaluator: Evaluator, situation: Situation, rolled: Ranking, rules: RuleSet, ply: int
) -> Iterator[tuple[int, float]]:
    theirs = situation.after(replace(situation.position, on_roll=situation.position.on_roll.other))
    for dice in ROLLS:
        if not dice.is_double:
            yield 1, _best(evaluator, situation, dice, rolled, rules, ply)
            yield 1, -evaluator.ranking(theirs, dice, ply=ply, rules=rules).best.equity


def _rolls(
    evaluator: Evaluator, situation: Situation, rolled: Ranking, rules: RuleSet, ply: int
) -> Iterator[tuple[int, float]]:
    for dice in ROLLS:
        yield 1 if dice.is_double else 2, _best(evaluator, situation, dice, rolled, rules, ply)


def _best(evaluator: Evaluator, situation: Situation, dice: Dice, rolled: Ranking, rules: RuleSet, ply: int) -> float:
    if dice.same_numbers(rolled.dice):
        return rolled.best.equity
    return evaluator.ranking(situation, dice, ply=ply, rules=rules).best.equity


def _mean(weighted: Iterator[tuple[int, float]]) -> float:
    total, sum_of = 0, 0.0
    for weight, worth in weighted:
        total += weight
        sum_of += weight * worth
    return sum_of / total
