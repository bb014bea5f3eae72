"""The draws that a game reaches by itself, read from its positions by the fields of a rule set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from itertools import pairwise
from typing import Final

from companion.games.draughts.position import Position, bits_of
from companion.games.draughts.ruleset import DraughtsRuleSet
from companion.games.draughts.squares import SIZE
from companion.games.rules import Side


class Draw(Enum):
    """Why a game is drawn, in the order in which one is named if several fit."""

    REPETITION = "repetition"
    KING_MOVES = "king-moves"
    THREE_KINGS = "three-kings"
    LONG_DIAGONAL = "long-diagonal"

    @property
    def text_key(self) -> str:
        """The key of its sentence in :mod:`companion.texts`."""
        return f"draughts.draw.{self.value}"


_LONG_DIAGONAL: Final = bits_of(range(0, SIZE * SIZE, SIZE + 1))
_KINGS_ENOUGH: Final = 3
_PIECES_AT_MOST: Final = 3


def draw_of(positions: Sequence[Position], rules: DraughtsRuleSet) -> Draw | None:
    """Return why the game is drawn now, None where it goes on.

    ``positions``: those of the game from its start (or from where it was set up) to now, one a move.
    """
    if not positions:
        return None
    now = positions[-1]
    if rules.repetitions and positions.count(now) >= rules.repetitions:
        return Draw.REPETITION
    if rules.king_moves and _king_moves(positions) >= 2 * rules.king_moves:
        return Draw.KING_MOVES
    for draw, moves, holds in (
        (Draw.THREE_KINGS, rules.three_kings_moves, _three_kings),
        (Draw.LONG_DIAGONAL, rules.long_diagonal_moves, _on_long_diagonal),
    ):
        if moves and any(_moves_while(positions, holds, side) >= moves for side in Side):
            return draw
    return None


def _king_moves(positions: Sequence[Position]) -> int:
    """How many moves at the end were made with kings, none of them a capture: men and numbers are as they were."""
    count = 0
    for after, before in pairwise(reversed(positions)):
        if _men(before) != _men(after) or _pieces(before) != _pieces(after):
            break
        count += 1
    return count


def _men(position: Position) -> tuple[int, int]:
    return position.light & ~position.kings, position.dark & ~position.kings


def _pieces(position: Position) -> int:
    return (position.light | position.dark).bit_count()


def _moves_while(positions: Sequence[Position], holds: Callable[[Position, Side], bool], stronger: Side) -> int:
    """How many moves the stronger side made at the end, something holding before and after each of them."""
    count = 0
    for after, before in pairwise(reversed(positions)):
        if not (holds(after, stronger) and holds(before, stronger)):
            break
        count += before.to_move is stronger
    return count


def _is_lone_king(position: Position, side: Side) -> bool:
    own = position.of(side)
    return own.bit_count() == 1 and bool(own & position.kings)


def _three_kings(position: Position, stronger: Side) -> bool:
    own = position.of(stronger)
    return _is_lone_king(position, stronger.other) and own & ~position.kings == 0 and own.bit_count() >= _KINGS_ENOUGH


def _on_long_diagonal(position: Position, stronger: Side) -> bool:
    return (
        _is_lone_king(position, stronger.other)
        and position.count(stronger) <= _PIECES_AT_MOST
        and bool(position.of(stronger.other) & _LONG_DIAGONAL)
    )
