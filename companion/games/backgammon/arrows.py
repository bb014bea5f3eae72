"""Turns a play into arrows on the board."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.backgammon.plays import Play
from companion.games.backgammon.table import spot_of
from companion.games.rules import Side


@dataclass(frozen=True, slots=True)
class Arrow:
    """One checker's step, in absolute spots: 1 to 24 from Light's seat, 0 the bar, 25 off."""

    start: int
    end: int


def arrows_of(play: Play, side: Side) -> tuple[Arrow, ...]:
    """Return the steps of a side's play in absolute spots."""
    return tuple(Arrow(spot_of(step.start, side), spot_of(step.end, side)) for step in play.steps)
