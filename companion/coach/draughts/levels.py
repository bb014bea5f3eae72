"""The engine as an opponent: the depth and the error of each level, and its move.

A level below the full one adds an error to the value of each move and plays the best of them: a clear decision is
mostly right, a close one random.  The searches are limited by their nodes and not by time, so that a level is as strong
on a slow computer as on a fast one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from companion.coach.draughts.evaluation import evaluated
from companion.coach.draughts.search import USUAL_DRAWS, Draws, Evaluation, Limits, think
from companion.games.draughts import Move, Position
from companion.match.terms import Level


class Skill(NamedTuple):
    """``limits``: of the search; ``error``: the scale of the error in each value, in hundredths of a man."""

    limits: Limits
    error: float


SKILLS: Final[Mapping[Level, Skill]] = {
    Level.CHILD: Skill(Limits(depth=1), 120),
    Level.BEGINNER: Skill(Limits(depth=2), 60),
    Level.CASUAL: Skill(Limits(depth=3), 30),
    Level.STRONG: Skill(Limits(depth=5), 12),
    Level.FULL: Skill(Limits(nodes=6_000), 1.5),
}
_ERRORS_THAT_COUNT: Final = 5
"""An error of more than so many times its scale is too rare to be looked for."""


def choose(
    position: Position,
    history: Sequence[Position],
    level: Level,
    rng: Random,
    draws: Draws = USUAL_DRAWS,
) -> Move:
    """Return the move that the engine makes.

    ``history``: the positions of the game before this one, oldest first.  Raises :class:`ValueError` where there is no
    legal move.
    """
    return choose_at(position, history, SKILLS[level], rng, draws)


def choose_at(
    position: Position,
    history: Sequence[Position],
    skill: Skill,
    rng: Random,
    draws: Draws = USUAL_DRAWS,
    evaluation: Evaluation = evaluated,
) -> Move:
    """As :func:`choose`, with any skill and evaluation."""
    within = int(skill.error * _ERRORS_THAT_COUNT)
    thought = think(position, skill.limits, history=history, within=within, evaluation=evaluation, draws=draws)
    exact = [one for one in thought.ranked if one.exact]
    return max(exact, key=lambda one: one.value + skill.error * _gumbel(rng)).move


def _gumbel(rng: Random) -> float:
    """An error of Gumbel's distribution, with which each move is played in proportion to exp(value / scale)."""
    return -math.log(-math.log(min(max(rng.random(), 1e-12), 1 - 1e-12)))
