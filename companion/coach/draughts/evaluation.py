"""The value of a position without looking ahead, and the share of the game that a value means.

A value is in hundredths of a man, of the side to move.  Its weights come from games of the engine against itself:
logistic regression of their results on the features (docs/internals/draughts-engine.md).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import Final, TypeAlias

from companion.coach.draughts.features import LONG_DIAGONAL, features
from companion.coach.draughts.weights import SCALE, WEIGHTS
from companion.games.draughts import Position
from companion.games.draughts.moves import quiet_moves
from companion.games.rules import Side

Value: TypeAlias = int

MAN: Final[Value] = 100
WIN: Final[Value] = 30_000
"""A game that is over; one that is won in n moves of both sides together is worth ``WIN - n``."""
SURE: Final[Value] = WIN - 1000
"""From here on a value is a win that has been counted out."""
_MOST_AGAINST_ONE: Final = 3
_KEEPS_OFF: Final[Value] = 60
"""For a king on the long diagonal against a lone king that is not on it."""
_FREE_SQUARE: Final[Value] = 4
"""For each square that the lone king cannot go to."""


def evaluated(position: Position, weights: Sequence[float] = WEIGHTS) -> Value:
    """Return what a position without captures is worth to the side to move."""
    light, dark, kings, to_move = position
    light_moves = to_move is Side.LIGHT
    if not light or not dark:
        return -WIN
    if kings == light | dark and (light.bit_count() == 1 or dark.bit_count() == 1):
        return _against_a_lone_king(position)
    value = int(sum(map(mul, weights, features(light, dark, kings, light_moves))))
    return value if light_moves else -value


def _against_a_lone_king(position: Position) -> Value:
    """The value if a side has one king and nothing else, and the other one kings alone.

    Up to three kings cannot catch one on the long diagonal, so that this is a draw; elsewhere three can, by keeping it
    off that diagonal and leaving it few squares.
    """
    light, dark, kings, to_move = position
    lone, others = (light, dark) if light.bit_count() == 1 else (dark, light)
    count = others.bit_count()
    if count < _MOST_AGAINST_ONE or (lone & LONG_DIAGONAL and count == _MOST_AGAINST_ONE):
        return 0
    lone_side = Side.LIGHT if lone == light else Side.DARK
    free = len(quiet_moves(Position(light, dark, kings, lone_side)))
    value = MAN * count + _KEEPS_OFF * bool(others & LONG_DIAGONAL) - _FREE_SQUARE * free
    return -value if to_move is lone_side else value


def material(position: Position) -> Value:
    """Return the men and kings alone, a king as three men: what the weakest levels and the benchmark's opponent see."""
    light, dark, kings, to_move = position
    value = MAN * (
        light.bit_count() - dark.bit_count() + 2 * ((light & kings).bit_count() - (dark & kings).bit_count())
    )
    return value if to_move is Side.LIGHT else -value


def share(value: Value) -> float:
    """Return the share of the game that a value stands for, 0..1: a win 1, a draw 1/2, a loss 0."""
    if abs(value) >= SURE:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, value / SCALE))))
