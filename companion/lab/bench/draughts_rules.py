"""Measures how correct and how fast the moves of draughts are found."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from typing import Final

from companion.games.draughts import START, Position, after, legal_moves, perft
from companion.lab.bench.figure import Figure

_DEPTH: Final = 7
_COUNT: Final = 187_302
"""The moves so deep from the start; source: ``rhalbersma/dctl``, ``board_08x08``."""
_GAMES: Final = 40
_LONGEST: Final = 80
_SEED: Final = 2026


def draughts_figures() -> Iterator[Figure]:
    """Yield the moves counted from the start, the time that takes, and the time of a list of moves."""
    began = time.perf_counter()
    counted = perft(START, _DEPTH)
    yield Figure.exactly(f"draughts: moves {_DEPTH} deep, more or fewer than known", abs(counted - _COUNT), "moves", 0)
    yield Figure.at_most(f"draughts: moves {_DEPTH} deep counted in", time.perf_counter() - began, "s", 5.0)
    times = [_time(position) for position in _positions(random.Random(_SEED))]
    yield Figure.at_most("draughts: a list of moves, median", statistics.median(times) * 1e6, "us", 100.0)


def _positions(rng: random.Random) -> Iterator[Position]:
    for _ in range(_GAMES):
        position = START
        for _ in range(_LONGEST):
            yield position
            moves = legal_moves(position)
            if not moves:
                break
            position = after(position, rng.choice(moves))


def _time(position: Position) -> float:
    began = time.perf_counter()
    legal_moves(position)
    return time.perf_counter() - began
