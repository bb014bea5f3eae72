"""Exact tactics on a draughts board: exchanges, shots, breakthroughs, forced wins.

Everything is played out by the rules with every reply of the other side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from companion.games.draughts import Move, Position, after, legal_moves
from companion.games.draughts.moves import captures, longest, quiet_moves
from companion.games.draughts.position import FAR_ROW
from companion.games.draughts.squares import SIZE, Square
from companion.games.rules import Side


class Exchange(NamedTuple):
    """The pieces that a side gives and takes until no capture is left."""

    given: int = 0
    taken: int = 0

    @property
    def net(self) -> int:
        return self.taken - self.given


Exchanges: TypeAlias = frozenset[Exchange]
"""One for each way in which the other side can choose its captures."""

_NOTHING: Final[Exchanges] = frozenset({Exchange()})


def worst(exchanges: Exchanges) -> int:
    """Return what the side wins at least, in pieces; negative where it loses some."""
    return min(one.net for one in exchanges)


def exchanges(position: Position, side: Side, gives: int = 0) -> Exchanges:
    """Return how the captures can end for a side that captures best.

    ``gives``: how many more times the side may give pieces by a move that captures nothing.
    """
    moves = longest(captures(position))
    if moves:
        each = [_with(exchanges(after(position, move), side, gives), move, position.to_move is side) for move in moves]
        return max(each, key=worst) if position.to_move is side else frozenset().union(*each)
    best = _NOTHING
    if position.to_move is side and gives:
        for move in quiet_moves(position):
            child = after(position, move)
            if captures(child):
                best = max(best, exchanges(child, side, gives - 1), key=worst)
    return best


def _with(found: Exchanges, move: Move, is_own: bool) -> Exchanges:
    count = len(move.captured)
    return frozenset(
        Exchange(one.given, one.taken + count) if is_own else Exchange(one.given + count, one.taken) for one in found
    )


def by_move(position: Position, move: Move, gives: int = 0) -> Exchanges:
    """Return how a move of the side to move and the captures after it can end for that side."""
    return _with(exchanges(after(position, move), position.to_move, gives), move, is_own=True)


def is_shot(position: Position, move: Move, gives: int = 1) -> bool:
    """Whether a move that captures nothing gives pieces and takes more, however the other side captures."""
    if move.captured or not captures(after(position, move)):
        return False
    return worst(by_move(position, move, gives)) > 0


def passed(position: Position) -> Position:
    """Return the position as if the side to move did nothing."""
    return position._replace(to_move=position.to_move.other)


def threatened(position: Position) -> frozenset[Square]:
    """Return the pieces that the side to move would lose at once, more than it would take, if it did nothing."""
    waiting = passed(position)
    found: set[Square] = set()
    for move in longest(captures(waiting)):
        if worst(by_move(waiting, move)) > 0:
            found.update(move.captured)
    return frozenset(found)


def runs_through(position: Position, side: Side, square: Square, moves: int) -> bool:
    """Whether the man of a side becomes a king within so many of its moves, whatever the other side does.

    A king that can be captured at once does not count.
    """
    replies = legal_moves(position)
    if position.to_move is not side:
        return bool(replies) and all(
            square not in reply.captured and runs_through(after(position, reply), side, square, moves)
            for reply in replies
        )
    if not moves:
        return False
    for move in replies:
        child = after(position, move)
        if move.start != square:
            if move.captured and runs_through(child, side, square, moves - 1):
                return True
        elif 1 << move.end & FAR_ROW[side]:
            if not any(move.end in reply.captured for reply in longest(captures(child))):
                return True
        elif moves > 1 and runs_through(child, side, move.end, moves - 1):
            return True
    return False


def king_in(position: Position, move: Move, most: int = 3) -> int | None:
    """Return in how many moves of its side, this one counted, the man that makes it is sure to become a king."""
    side = position.to_move
    if position.is_king(move.start):
        return None
    child = after(position, move)
    if 1 << move.end & FAR_ROW[side]:
        return None if any(move.end in reply.captured for reply in longest(captures(child))) else 1
    rows = SIZE - 1 - move.end // SIZE if side is Side.LIGHT else move.end // SIZE
    within = range((rows + 1) // 2, most)  # what more than one jump a move would reach is not looked for
    return next((more + 1 for more in within if runs_through(child, side, move.end, more)), None)


def runners(position: Position, side: Side, moves: int) -> frozenset[Square]:
    """Return the men of a side, on move or not, that become kings within so many moves whatever the other side does."""
    rows = _LAST_ROWS[side][moves]
    men = position.of(side) & ~position.kings & rows
    return frozenset(square for square in _squares(men) if runs_through(position, side, square, moves))


def wins_within(position: Position, side: Side, plies: int, most_nodes: int = 3000) -> bool:
    """Whether a side wins within so many moves of both sides, shown by playing out every reply.

    False too if that takes more than ``most_nodes`` positions.
    """
    nodes = 0

    def wins(position: Position, plies: int) -> bool:
        nonlocal nodes
        nodes += 1
        moves = legal_moves(position)
        if not moves:
            return position.to_move is not side
        if plies <= 0 or nodes > most_nodes:
            return False
        below = (wins(after(position, move), plies - 1) for move in moves)
        return any(below) if position.to_move is side else all(below)

    return wins(position, plies)


def _squares(bits: int) -> Iterable[Square]:
    return [square for square in range(64) if bits >> square & 1]


_LAST_ROWS: Final = {
    Side.LIGHT: tuple(sum(0xFF << 8 * row for row in range(7 - moves, 8)) for moves in range(5)),
    Side.DARK: tuple(sum(0xFF << 8 * row for row in range(moves + 1)) for moves in range(5)),
}
"""By side and moves: the rows from which steps can reach the far one; a capture goes farther, and is not looked for."""
