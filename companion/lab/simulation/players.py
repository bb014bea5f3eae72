"""The people at the simulated table: which play they choose, when they double and take, and how long they think."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from companion.games.backgammon import Play, Position
from companion.games.rules import Side

# Worth of what a play leaves, in pips, by judgement: enough for games to look and to end like games.
_HIT: Final = 7.0
_BLOT: Final = 3.0
_POINT: Final = 3.5
_HEAVY: Final = 2.5  # each checker of a point beyond the fourth
_DEEP: Final = 1.5  # each checker beyond the second on the two lowest points, while others are on their way
_OUTSIDE: Final = 0.25
_WHIM: Final = 5.0

_DOUBLE_LEAD: Final = 0.09
_DROP_LEAD: Final = 0.16
_SLIP: Final = 0.08


@dataclass(frozen=True, slots=True)
class Pace:
    """The times of a person in seconds: the least and the most of each."""

    think: tuple[float, float] = (0.8, 6.0)
    move: tuple[float, float] = (0.6, 1.2)  # a checker taken and put down, the hand coming and going
    between: tuple[float, float] = (0.0, 1.6)  # two checkers of one play
    sit_back: tuple[float, float] = (0.4, 3.0)  # before the dice are lifted
    lift: tuple[float, float] = (0.6, 1.0)
    gap: tuple[float, float] = (0.8, 3.0)  # from the dice lifted to the opponent's roll
    throw: tuple[float, float] = (0.6, 1.2)
    notice: tuple[float, float] = (0.6, 2.0)  # to grasp what the companion says

    def of(self, what: tuple[float, float], rng: Random) -> float:
        """A time between the two, rather short than long."""
        least, most = what
        return least + (most - least) * rng.random() * rng.random()


def chosen(before: Position, ends: Mapping[Position, Play], rng: Random) -> tuple[Position, Play]:
    """A play that a fair player might make."""
    return max(ends.items(), key=lambda item: _worth(item[0], before.on_roll, rng) + _hits(item[1]))


def _hits(play: Play) -> float:
    return _HIT * sum(step.hit for step in play.steps)


def _worth(end: Position, mover: Side, rng: Random) -> float:
    own, other = end.counts(mover), end.counts(mover.other)
    # The lowest of the mover's points that an opponent has not passed yet: below it nothing can be hit.
    farthest = max((k for k in range(25) if other[k]), default=-1)
    last = 24 - farthest if farthest >= 0 else 25
    worth, on_their_way = 0.0, any(own[6:])
    for point in range(1, 25):
        count = own[point - 1]
        if count == 1 and point > last:
            worth -= _BLOT
        elif count >= 2 and 4 <= point <= 8:
            worth += _POINT
        worth -= _HEAVY * max(count - 4, 0) if on_their_way else 0.0
        worth -= _DEEP * max(count - 2, 0) if on_their_way and point <= 2 else 0.0
        worth -= _OUTSIDE * count * max(point - 6, 0)
    return worth + _WHIM * rng.random()


def would_double(position: Position, rng: Random) -> bool:
    """Return whether the side on roll offers a double, by the pip counts; now and then for no good reason."""
    return (_lead(position, position.on_roll) > _DOUBLE_LEAD and rng.random() < 0.35) or rng.random() < _SLIP / 20


def would_take(position: Position, rng: Random) -> bool:
    """Return whether the opponent of the side on roll takes."""
    return _lead(position, position.on_roll) < _DROP_LEAD + _SLIP * rng.uniform(-1, 1)


def _lead(position: Position, side: Side) -> float:
    """By which share of the own pip count the other side is behind."""
    mine, theirs = position.pip_count(side), position.pip_count(side.other)
    return (theirs - mine) / max(mine, 1)
