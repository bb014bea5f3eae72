"""A play as arrows on the board."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.backgammon.plays import Play
from companion.games.rules import Side, Spot


@dataclass(frozen=True, slots=True)
class Arrow:
    """One checker's step, in absolute spots: 1 to 24 from Light's seat, 0 the bar, 25 off."""

    start: int
    end: int


def arrows_of(play: Play, side: Side) -> tuple[Arrow, ...]:
    """The steps of a side's play in absolute spots."""
    return tuple(Arrow(spot_of(step.start, side), spot_of(step.end, side)) for step in play.steps)


def spot_of(own: int, side: Side) -> Spot:
    """A spot in the mover's own numbering, 25 = bar and 0 = off, as an absolute one, 0 = bar and 25 = off."""
    if own in (0, 25):
        return 25 - own
    return own if side is Side.LIGHT else 25 - own
