"""Turns a play into arrows on the board."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import Position
from companion.games.backgammon.table import OWN_OFF, PLACES, spot_of, table_of
from companion.games.backgammon.ways import strays
from companion.games.rules import Picture, Side, Stack


@dataclass(frozen=True, slots=True)
class Arrow:
    """One checker's step, in absolute spots: 1 to 24 from Light's seat, 0 the bar, 25 off."""

    start: int
    end: int


def arrows_of(play: Play, side: Side) -> tuple[Arrow, ...]:
    """Return the steps of a side's play in absolute spots."""
    return tuple(Arrow(spot_of(step.start, side), spot_of(step.end, side)) for step in play.steps)


def arrows_between(before: Position, after: Picture, dice: Dice) -> tuple[Arrow, ...]:
    """Return the likeliest way of each checker that the side on roll in ``before`` has moved, legal or not.

    ``after``: every spot that holds a checker.  What is nowhere was borne off; where there are more than fifteen, there
    is no telling.
    """
    numbers = (dice.first,) * 4 if dice.is_double else (dice.first, dice.second)
    return _between(before, after, before.on_roll, numbers)


def arrows_of_opponent(before: Position, after: Picture) -> tuple[Arrow, ...]:
    """Return the likeliest way of each checker that the other side's player has moved, or has taken off the board.

    ``after``: as for :func:`arrows_between`.  A hit checker that was put on the bar is among them.
    """
    return _between(before, after, before.on_roll.other, ())


def _between(before: Position, after: Picture, side: Side, numbers: tuple[int, ...]) -> tuple[Arrow, ...]:
    own = table_of(before, side).own
    now = [after.get(spot_of(place, side), Stack(0, 0)).of(side) for place in range(PLACES)]
    now[OWN_OFF] = sum(own) - sum(now[OWN_OFF + 1 :])
    change = tuple(count - then for then, count in zip(own, now, strict=True))
    if now[OWN_OFF] < 0 or not any(change):
        return ()
    return tuple(Arrow(spot_of(way.start, side), spot_of(way.end, side)) for way in strays(change, numbers)[0])
