"""Spots of the board and a player's own numbering of them, 24 to 1 with 25 = the bar and 0 = off."""

from __future__ import annotations

from companion.games.rules import BAR, TRAY, Side, Spot


def turned(place: int, side: Side) -> int:
    """A spot in a side's own numbering, or a number of that as a spot: the same sum leads there and back.

    >>> turned(BAR, Side.LIGHT), turned(6, Side.LIGHT), turned(6, Side.DARK), turned(TRAY, Side.DARK)
    (25, 6, 19, 0)
    """
    return 25 - place if side is Side.DARK or place in (BAR, TRAY) else place


def spots_of(points: tuple[int, ...], side: Side) -> tuple[Spot, ...]:
    return tuple([turned(point, side) for point in points])
