"""What a match's score says about the game to come."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.rules import Side
from companion.record.match import Game


def is_crawford(length: int, score: tuple[int, int], earlier: Iterable[tuple[int, int]]) -> bool:
    """Whether this is the Crawford game: the first in which just one player needs a single point.

    ``length`` 0 is money play, which has none.  ``earlier``: the scores before the earlier games.

    >>> is_crawford(5, (4, 2), [(0, 0), (2, 2)])
    True
    >>> is_crawford(5, (4, 3), [(0, 0), (4, 2)])
    False
    """
    return length > 1 and _one_away(length, score) and not any(_one_away(length, before) for before in earlier)


def score_after(game: Game) -> tuple[int, int]:
    """The score after a game as (light, dark); an unfinished game leaves it as it was."""
    light, dark = game.score
    if game.win is None:
        return light, dark
    return (light + game.win.points, dark) if game.win.side is Side.LIGHT else (light, dark + game.win.points)


def _one_away(length: int, score: tuple[int, int]) -> bool:
    return [points == length - 1 for points in score].count(True) == 1
