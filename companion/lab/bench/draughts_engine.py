"""Measures how well and how fast the engine of draughts plays: ``companion bench draughts-engine``.

Each match is played from openings of random moves, every one twice with the colours changed; a win counts 1, a draw
1/2.  The outside measure is a plain alpha-beta search of four moves that sees nothing but material, and plays on while
there are captures; of moves that it finds equal it draws one by lot.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias

from companion.coach.draughts.evaluation import WIN, Value, material
from companion.coach.draughts.levels import choose
from companion.coach.draughts.results import Player, played_out, random_opening
from companion.coach.draughts.search import INFINITE, Limits, think
from companion.coach.draughts.teaching import advised
from companion.games.draughts import Move, Position, after, legal_moves
from companion.games.draughts.moves import captures
from companion.games.rules import Side
from companion.lab.bench.figure import Figure
from companion.match.terms import Level

Maker: TypeAlias = Callable[[Random], Player]
"""Makes a player for one game."""

_FEWER: Final = 2 / 5
"""Of the games of the full level against the outside measure: all other matches."""
_SEED: Final = 5
_DEPTH: Final = 4
_OPENING: Final = 8
"""Random moves of both sides together."""
_LEAST: Final = 95.0
_HINTS: Final = 100
_MOST_MS: Final = 300.0
_STEADY: Final = Limits(nodes=20_000)


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """Points in percent, nodes a second, and milliseconds of a hint."""
    yield from measured(options.games, _SEED)


def measured(games: int, seed: int) -> Iterator[Figure]:
    """The same over so many games a match."""
    yield from speeds(seed)
    fewer = max(2, round(games * _FEWER))
    for weaker, stronger in pairwise(Level):
        points = 100 * points_of(at_level(stronger), at_level(weaker), fewer, seed)
        yield Figure.at_least(f"{stronger.value} against {weaker.value}, {fewer} games", points, "%", 50)
    for level in Level:
        number = games if level is Level.FULL else fewer
        points = 100 * points_of(at_level(level), only_material, number, seed)
        name = f"{level.value} against material {_DEPTH} deep, {number} games"
        if level is Level.FULL:
            yield Figure.at_least(name, points, "%", _LEAST)
        else:
            yield Figure.unlimited(name, points, "%")


def points_of(first: Maker, second: Maker, games: int, seed: int) -> float:
    """The share of the points that the first player makes."""
    return statistics.fmean(game(first, second, number, seed) for number in range(games))


def game(first: Maker, second: Maker, number: int, seed: int) -> float:
    """The first player's share of one game, 0, 1/2 or 1: by its number and the seed always the same game."""
    opening = random_opening(_OPENING, Random(f"opening {seed} {number // 2}"))
    one, other = first(Random(f"first {seed} {number}")), second(Random(f"second {seed} {number}"))
    if number % 2 == 0:
        return played_out(opening, {Side.LIGHT: one, Side.DARK: other}).light
    return 1 - played_out(opening, {Side.LIGHT: other, Side.DARK: one}).light


def at_level(level: Level) -> Maker:
    """The engine as an opponent."""
    return lambda rng: lambda position, history: choose(position, history, level, rng)


def only_material(rng: Random) -> Player:
    """The outside measure."""

    def move(position: Position, history: Sequence[Position]) -> Move:
        del history
        moves = legal_moves(position)
        rng.shuffle(moves)
        best, chosen = -INFINITE, moves[0]
        for one in moves:
            value = -_plain(after(position, one), _DEPTH - 1, -INFINITE, -best)
            if value > best:
                best, chosen = value, one
        return chosen

    return move


def _plain(position: Position, depth: int, alpha: Value, beta: Value) -> Value:
    if depth <= 0 and not captures(position):
        return material(position)
    moves = legal_moves(position)
    if not moves:
        return -WIN - depth
    for move in moves:
        alpha = max(alpha, -_plain(after(position, move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def speeds(seed: int) -> Iterator[Figure]:
    """The time of a hint in positions of middling games, and the nodes searched a second."""
    rng, positions = Random(seed), list[Position]()
    player = at_level(Level.CASUAL)(rng)
    while len(positions) < _HINTS:
        game = played_out(random_opening(_OPENING, rng), dict.fromkeys(Side, player))
        choices = [one for one in game.positions[:-1] if len(legal_moves(one)) > 1]
        positions += rng.sample(choices, min(5, len(choices)))
    took = sorted(1000 * _seconds(partial(advised, position)) for position in positions[:_HINTS])
    yield Figure.at_most(f"hint: median of {_HINTS}", statistics.median(took), "ms", _MOST_MS)
    yield Figure.at_most(f"hint: 95 of {_HINTS} within", took[_HINTS * 95 // 100 - 1], "ms", _MOST_MS)
    nodes, seconds, depths = 0, 0.0, list[int]()
    for position in positions[:20]:
        begun = time.perf_counter()
        thought = think(position, _STEADY)
        seconds += time.perf_counter() - begun
        nodes += thought.nodes
        depths.append(thought.depth)
    yield Figure.unlimited("nodes a second", nodes / seconds, "")
    yield Figure.unlimited(f"depth within {_STEADY.nodes} nodes, median", statistics.median(depths), "moves")


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
