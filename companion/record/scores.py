"""Computes from a match's score: the score after a game, the winner, the Crawford game and those after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.record.match import Cause, Double, Game, Win

Score = tuple[int, int]
"""Points won as (light, dark)."""


def is_crawford(length: int, score: Score, earlier: Iterable[Score]) -> bool:
    """Return whether this is the Crawford game: the first in which just one player needs a single point.

    ``length`` 0 is money play, which has no Crawford game.  ``earlier``: the scores before the earlier games.

    >>> is_crawford(5, (4, 2), [(0, 0), (2, 2)])
    True
    >>> is_crawford(5, (4, 3), [(0, 0), (4, 2)])
    False
    """
    return length > 1 and _one_away(length, score) and not any(_one_away(length, before) for before in earlier)


def is_crawford_by_score(game: Game, length: int, earlier: Sequence[Score], rules: RuleSet) -> bool:
    """Infer whether a game of a file that does not say is the Crawford game; ``earlier`` as of :func:`is_crawford`."""
    if not earlier and any(isinstance(action, Double) for action in game.actions):
        return False  # the Crawford game came before the first game of this file
    return rules.crawford and is_crawford(length, game.score, earlier)


def with_crawford(games: Iterable[Game], length: int, rules: RuleSet) -> tuple[Game, ...]:
    """Return the games of a file in their order, the Crawford game marked, also where the file does not say it."""
    marked: list[Game] = []
    earlier: list[Score] = []
    for game in games:
        is_it = game.crawford or is_crawford_by_score(game, length, earlier, rules)
        marked.append(replace(game, crawford=is_it))
        earlier.append(game.score)
    return tuple(marked)


def is_post_crawford(length: int, earlier: Iterable[Score]) -> bool:
    """Return whether the Crawford game is over; arguments as of :func:`is_crawford`.

    >>> is_post_crawford(5, [(0, 0), (4, 2)])
    True
    """
    return length > 1 and any(_one_away(length, before) for before in earlier)


def score_after(game: Game) -> Score:
    """Return the score after a game as (light, dark); an unfinished game leaves it as it was.

    So does one that decided the match otherwise than by points, see :func:`winner_after`.
    """
    light, dark = game.score
    if game.win is None or game.win.cause.decides_match:
        return light, dark
    return (light + game.win.points, dark) if game.win.side is Side.LIGHT else (light, dark + game.win.points)


def winner_after(length: int, game: Game) -> Side | None:
    """Return the winner of the match once a game is over, by points or otherwise; None if it goes on.

    >>> winner_after(5, Game((1, 2), win=Win(Side.LIGHT, 4, Cause.TIME)))
    <Side.LIGHT: 'light'>
    """
    if length and game.win is not None and game.win.cause.decides_match:
        return game.win.side
    return match_winner(length, score_after(game))


def win_of_match(length: int, score: Score, side: Side, cause: Cause) -> Win:
    """Return the end of a game at this score that decides the match: the points are those that were still needed."""
    return Win(side, points_needed(length, score, side) or 1, cause)


def points_needed(length: int, score: Score, side: Side) -> int | None:
    """Return how many points a side still needs, None in money play.

    >>> points_needed(7, (5, 2), Side.LIGHT)
    2
    """
    return max(length - score[0 if side is Side.LIGHT else 1], 0) if length else None


def match_winner(length: int, score: Score) -> Side | None:
    """Return the winner of the match at this score; a money session (``length`` 0) is never won.

    >>> match_winner(5, (3, 6))
    <Side.DARK: 'dark'>
    """
    return next((side for side in Side if points_needed(length, score, side) == 0), None)


def _one_away(length: int, score: Score) -> bool:
    return [points == length - 1 for points in score].count(True) == 1
