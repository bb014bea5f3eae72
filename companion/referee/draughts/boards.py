"""Draughts boards as rows of numbers, so that all possible boards are weighed against a look at once.

A *packed* board has 0, 1 (light) or 2 (dark) for each of the 64 squares.  Kings follow from the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.draughts import Move, Position, after, legal_moves
from companion.games.draughts.position import FAR_ROW, squares_of
from companion.games.draughts.squares import DARK_SQUARES, SQUARES
from companion.games.rules import Picture, Side, Stack

Packed = npt.NDArray[np.int8]
"""(64,) or (n, 64)."""
Values = npt.NDArray[np.float32]

STATES: Final = 3
ALL: Final = np.arange(len(SQUARES))
NUMBER: Final = {Side.LIGHT: 1, Side.DARK: 2}
MEN: Final = 12
_STACKS: Final = (Stack(0, 0), Stack(1, 0), Stack(0, 1))
_DARK: Final = np.isin(ALL, DARK_SQUARES)
_REMEMBERED: Final = 4096
_MOST_LIFTED: Final = 4
"""Captured pieces of which any may be lifted first; of more, those captured first."""


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """The ends of the moves from a position: ``positions``, as many ``moves``, and their ``boards`` (n, 64)."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    boards: Packed


@lru_cache(maxsize=_REMEMBERED)
def packed(position: Position) -> Packed:
    """The board of a position."""
    board = np.zeros(len(SQUARES), dtype=np.int8)
    for side, number in NUMBER.items():
        board[list(squares_of(position.of(side)))] = number
    board.flags.writeable = False
    return board


@lru_cache(maxsize=_REMEMBERED)
def ends_of(position: Position) -> Ends:
    """The ends of the legal moves; moves to the same board are one."""
    found = {after(position, move): move for move in reversed(legal_moves(position))}
    boards = np.array([packed(end) for end in found], dtype=np.int8).reshape(-1, len(SQUARES))
    return Ends(tuple(found), tuple(found.values()), boards)


@lru_cache(maxsize=_REMEMBERED)
def on_the_way(position: Position) -> tuple[Packed, Packed]:
    """The boards (n, 64) during a legal move: first those with its piece in the hand, then those with it put down.

    It may be on any square of its route, with any of the captured pieces lifted.
    """
    before, number = packed(position), NUMBER[position.to_move]
    whole = {position: before.tobytes()} | {end: packed(end).tobytes() for end in ends_of(position).positions}
    found: dict[bytes, Packed] = {}
    for move in legal_moves(position):
        for lifted in _lifted(move.captured):
            for square in (None, *move.route):
                board = before.copy()
                board[move.start] = 0
                board[list(lifted)] = 0
                if square is not None:
                    board[square] = number
                found.setdefault(board.tobytes(), board)
    for key in whole.values():
        found.pop(key, None)
    boards = np.array(list(found.values()), dtype=np.int8).reshape(-1, len(SQUARES))
    held = (boards == number).sum(axis=1) < position.count(position.to_move)
    return boards[held], boards[~held]


def _lifted(captured: tuple[int, ...]) -> list[tuple[int, ...]]:
    if len(captured) > _MOST_LIFTED:
        return [captured[:count] for count in range(len(captured) + 1)]
    return list(chain.from_iterable(combinations(captured, count) for count in range(len(captured) + 1)))


def as_position(board: Packed, to_move: Side, before: Position) -> Position | None:
    """A packed board as a position, or None.

    Kings of ``before`` that have not moved stay kings, and men on the far row become kings.  Missing kings are found
    among the pieces that moved.
    """
    if board[~_DARK].any():
        return None
    sets = {side: _bits(board == number) for side, number in NUMBER.items()}
    if any(bits.bit_count() > MEN for bits in sets.values()):
        return None
    kings = 0
    for side, bits in sets.items():
        old = before.kings & before.of(side)
        kings |= (old & bits) | (bits & FAR_ROW[side])
        astray = (old & ~bits).bit_count()
        come = [square for square in squares_of(bits & ~before.of(side)) if not kings >> square & 1]
        for square in come[:astray]:
            kings |= 1 << square
    return Position(sets[Side.LIGHT], sets[Side.DARK], kings, to_move)


def _bits(there: npt.NDArray[np.bool_]) -> int:
    return sum(1 << int(square) for square in np.nonzero(there)[0])


def as_picture(board: Packed) -> Picture:
    """A packed board as a picture of all 64 squares."""
    return {square: _STACKS[int(number)] for square, number in enumerate(board)}
