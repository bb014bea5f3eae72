"""Positions and rolls in short, as lessons write them."""

from __future__ import annotations

from itertools import starmap
from typing import Final

from companion.games.backgammon import Dice, Position
from companion.games.rules import Side, Stack

_CHECKERS: Final = 15


def board(light: str, dark: str, on_roll: Side = Side.LIGHT) -> Position:
    """A position in short: points as each side counts its own, ``6:2 5:1 bar:1``; the rest is borne off."""
    points, bar = [0] * 24, [0, 0]
    for index, text in enumerate((light, dark)):
        for word in text.split():
            place, _, count = word.partition(":")
            if place == "bar":
                bar[index] = int(count)
            elif index:
                points[24 - int(place)] = -int(count)
            else:
                points[int(place) - 1] = int(count)
    counts = sum(count for count in points if count > 0), -sum(count for count in points if count < 0)
    off = starmap(lambda on, waiting: _CHECKERS - on - waiting, zip(counts, bar, strict=True))
    return Position(tuple(points), Stack(*bar), Stack(*off), on_roll)


def rolls(*texts: str) -> tuple[Dice, ...]:
    """Rolls in short, ``31``."""
    return tuple(Dice.from_text(text) for text in texts)
