"""Positions for tests: random ones, with kings."""

from __future__ import annotations

import random

from companion.games.draughts import Position
from companion.games.draughts.position import FAR_ROW
from companion.games.draughts.squares import DARK_SQUARES
from companion.games.rules import Side


def random_position(rng: random.Random, *, most: int = 12) -> Position:
    """Return a position with one to ``most`` pieces a side, about a quarter of them kings."""
    squares = rng.sample(DARK_SQUARES, rng.randint(1, most) + rng.randint(1, most))
    light_count = rng.randint(max(1, len(squares) - most), min(most, len(squares) - 1))
    bits = {Side.LIGHT: 0, Side.DARK: 0}
    kings = 0
    for place, square in enumerate(squares):
        side = Side.LIGHT if place < light_count else Side.DARK
        bits[side] |= 1 << square
        if FAR_ROW[side] >> square & 1 or rng.random() < 0.25:
            kings |= 1 << square
    return Position(bits[Side.LIGHT], bits[Side.DARK], kings, rng.choice(list(Side)))
