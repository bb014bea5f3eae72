"""Moves, and the generator of the legal ones.

Source: the leaflet "warcaby", sections on moves and captures.  Men move one square forward and capture forward and
backward; kings move and capture from any distance.  Capturing is compulsory, and most pieces have to be taken.
Captured pieces come off after the move: none is jumped twice, though a square may be crossed twice.  A man becomes a
king only where its move ends on the far row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.draughts.position import FAR_ROW, Position
from companion.games.draughts.squares import RAYS, SQUARES, Square
from companion.games.rules import Side

if TYPE_CHECKING:
    from companion.games.draughts.ruleset import DraughtsRuleSet


class Move(NamedTuple):
    """One move: every square on which the piece stood, from first to last, and what it captured, in order."""

    route: tuple[Square, ...]
    captured: tuple[Square, ...] = ()

    @property
    def start(self) -> Square:
        return self.route[0]

    @property
    def end(self) -> Square:
        return self.route[-1]


_STEPS: Final = {
    side: tuple(tuple(ray[0] for ray in rays if ray) for rays in ahead)
    for side, ahead in (
        (Side.LIGHT, [RAYS[square][:2] for square in SQUARES]),
        (Side.DARK, [RAYS[square][2:] for square in SQUARES]),
    )
}
"""For each square the squares that a side's man can step to."""

_JUMPS: Final = tuple(tuple((ray[0], ray[1]) for ray in RAYS[square] if len(ray) > 1) for square in SQUARES)
"""For each square the neighbours that can be jumped, each with the square behind it."""

_NOT_A: Final = sum(1 << square for square in SQUARES if square % 8 != 0)
_NOT_H: Final = sum(1 << square for square in SQUARES if square % 8 != 7)


def legal_moves(position: Position, rules: DraughtsRuleSet | None = None) -> list[Move]:  # noqa: ARG001
    """Return the legal moves, those of alike start, end and captured pieces once; all ``rules`` agree on them."""
    moves = legal_routes(position)
    if len(moves) < 2 or len(moves[0].captured) < 2:  # a king may stop on several squares between two captures
        return moves
    return list({(move.route[0], move.route[-1], frozenset(move.captured)): move for move in reversed(moves)}.values())[
        ::-1
    ]


def legal_routes(position: Position) -> list[Move]:
    """Return the legal moves, every way of a capture of its own."""
    return longest(captures(position)) or quiet_moves(position)


def longest(moves: list[Move]) -> list[Move]:
    """Return the captures that take the most pieces."""
    if len(moves) < 2:
        return moves
    most = max([len(move.captured) for move in moves])
    return [move for move in moves if len(move.captured) == most]


def captures(position: Position) -> list[Move]:
    """Return all captures that are played until nothing more can be taken, whether or not they take the most."""
    light, dark, kings, to_move = position
    own, theirs = (light, dark) if to_move is Side.LIGHT else (dark, light)
    empty = ~(light | dark)
    found: list[Move] = []
    men = own & ~kings
    candidates = men & (
        ((theirs & empty >> 9 & _NOT_H) >> 9 & _NOT_H)
        | ((theirs & empty >> 7 & _NOT_A) >> 7 & _NOT_A)
        | ((theirs & (empty & _NOT_H) << 9) << 9 & _NOT_A)
        | ((theirs & (empty & _NOT_A) << 7) << 7 & _NOT_H)
    )
    while candidates:
        low = candidates & -candidates
        candidates ^= low
        square = low.bit_length() - 1
        _man_captures(square, theirs, empty | low, (square,), (), found)
    own_kings = own & kings
    while own_kings:
        low = own_kings & -own_kings
        own_kings ^= low
        square = low.bit_length() - 1
        _king_captures(square, theirs, empty | low, (square,), (), found)
    return found


def _man_captures(
    square: Square,
    theirs: int,
    empty: int,
    route: tuple[Square, ...],
    captured: tuple[Square, ...],
    found: list[Move],
) -> None:
    """Add the captures that go on from a square; ``theirs`` has those left that were not jumped yet."""
    ends = True
    for over, behind in _JUMPS[square]:
        if theirs >> over & 1 and empty >> behind & 1:
            ends = False
            _man_captures(behind, theirs & ~(1 << over), empty, (*route, behind), (*captured, over), found)
    if ends and captured:
        found.append(Move(route, captured))


def _king_captures(
    square: Square,
    theirs: int,
    empty: int,
    route: tuple[Square, ...],
    captured: tuple[Square, ...],
    found: list[Move],
) -> None:
    ends = True
    for ray in RAYS[square]:
        over = -1
        for reached in ray:
            if empty >> reached & 1:
                if over >= 0:
                    ends = False
                    _king_captures(reached, theirs & ~(1 << over), empty, (*route, reached), (*captured, over), found)
            elif over < 0 and theirs >> reached & 1:
                over = reached
            else:
                break
    if ends and captured:
        found.append(Move(route, captured))


def quiet_moves(position: Position) -> list[Move]:
    """Return the moves that capture nothing, legal where nothing can be captured."""
    light, dark, kings, to_move = position
    own = light if to_move is Side.LIGHT else dark
    occupied = light | dark
    moves = []
    men = own & ~kings
    steps = _STEPS[to_move]
    while men:
        low = men & -men
        men ^= low
        square = low.bit_length() - 1
        moves += [Move((square, reached)) for reached in steps[square] if not occupied >> reached & 1]
    own_kings = own & kings
    while own_kings:
        low = own_kings & -own_kings
        own_kings ^= low
        square = low.bit_length() - 1
        for ray in RAYS[square]:
            for reached in ray:
                if occupied >> reached & 1:
                    break
                moves.append(Move((square, reached)))
    return moves


def after(position: Position, move: Move) -> Position:
    """Return the position after a move: what it captured is off, a man that ends on the far row is a king."""
    light, dark, kings, to_move = position
    start, end = 1 << move.route[0], 1 << move.route[-1]
    taken = 0
    for square in move.captured:
        taken |= 1 << square
    if kings & start or end & FAR_ROW[to_move]:
        kings |= end
    if start != end:
        kings &= ~(start | taken)
    else:
        kings &= ~taken
    if to_move is Side.LIGHT:
        return Position((light & ~start) | end, dark & ~taken, kings, Side.DARK)
    return Position(light & ~taken, (dark & ~start) | end, kings, Side.LIGHT)


def perft(position: Position, depth: int, *, routes: bool = False) -> int:
    """Return how many sequences of ``depth`` moves there are, with ``routes`` each way of a capture of its own."""
    moves = (legal_routes if routes else legal_moves)(position)
    if depth <= 1:
        return len(moves) if depth == 1 else 1
    return sum(perft(after(position, move), depth - 1, routes=routes) for move in moves)
