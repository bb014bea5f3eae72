"""The acts of simulated people in a turn of draughts: legal moves piece by piece, and broken rules on purpose."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.draughts import Move, Position, after, legal_moves
from companion.games.draughts.moves import captures, quiet_moves
from companion.games.draughts.position import FAR_ROW, squares_of
from companion.games.draughts.squares import DARK_SQUARES, RAYS, SIZE, Square
from companion.games.rules import Side
from companion.referee.draughts.boards import NUMBER, Packed, packed


@dataclass(frozen=True, slots=True)
class Act:
    """A turn that breaks a rule: what it is called, and the board that is left."""

    kind: str
    board: Packed


def stages(position: Position, move: Move, rng: random.Random) -> Iterator[Packed]:
    """The boards at which a person may pause within a legal move, the end last.

    Captured pieces are lifted one by one: as they are jumped, or all after the move.
    """
    board, number = packed(position).copy(), NUMBER[position.to_move]
    at_once = rng.random() < 0.5
    hops = move.route[1:]
    for k, square in enumerate(hops):
        board[move.route[k]] = 0
        board[square] = number
        if at_once and move.captured:
            board[move.captured[k]] = 0
        if k < len(hops) - 1:
            yield board.copy()
    if not at_once:
        for square in rng.sample(move.captured, len(move.captured)):
            if board[square]:
                yield board.copy()
                board[square] = 0
    yield packed(after(position, move))


def broken(position: Position, rng: random.Random) -> Act | None:
    """A turn that breaks one of the rules, whichever can be broken here."""
    kinds = list(_KINDS)
    rng.shuffle(kinds)
    legal = {packed(after(position, move)).tobytes() for move in legal_moves(position)} | {packed(position).tobytes()}
    for kind in kinds:
        board = _KINDS[kind](position, rng)
        if board is not None and board.tobytes() not in legal:
            return Act(kind, board)
    return None


def _with(position: Position, start: Square, end: Square, captured: tuple[Square, ...] = ()) -> Packed:
    board = packed(position).copy()
    board[start] = 0
    board[list(captured)] = 0
    board[end] = NUMBER[position.to_move]
    return board


def _capture_ignored(position: Position, rng: random.Random) -> Packed | None:
    moves = quiet_moves(position)
    if not captures(position) or not moves:
        return None
    move = rng.choice(moves)
    return _with(position, move.start, move.end)


def _shorter_capture(position: Position, rng: random.Random) -> Packed | None:
    taken = captures(position)
    most = max((len(move.captured) for move in taken), default=0)
    shorter = [_with(position, m.start, m.end, m.captured) for m in taken if len(m.captured) < most]
    whole = [move for move in taken if len(move.captured) == most and most > 1]
    shorter += [_with(position, move.start, move.route[1], move.captured[:1]) for move in whole]  # it is broken off
    return rng.choice(shorter) if shorter else None


def _stepped(directions: Callable[[Side], slice]) -> Callable[[Position, random.Random], Packed | None]:
    def act(position: Position, rng: random.Random) -> Packed | None:
        men = list(squares_of(position.of(position.to_move) & ~position.kings))
        steps = [(man, ray[0]) for man in men for ray in RAYS[man][directions(position.to_move)] if ray]
        free = [(start, end) for start, end in steps if position.side_at(end) is None]
        return _with(position, *rng.choice(free)) if free else None

    return act


def _straight(position: Position, rng: random.Random) -> Packed | None:
    men = list(squares_of(position.of(position.to_move)))
    ahead = SIZE if position.to_move is Side.LIGHT else -SIZE
    free = [(man, man + by) for man in men for by in (ahead, 2 * ahead) if 0 <= man + by < SIZE * SIZE]
    free = [(start, end) for start, end in free if position.side_at(end) is None]
    return _with(position, *rng.choice(free)) if free else None


def _too_far(position: Position, rng: random.Random) -> Packed | None:
    men = list(squares_of(position.of(position.to_move) & ~position.kings))
    ahead = slice(0, 2) if position.to_move is Side.LIGHT else slice(2, 4)
    far = [(man, ray[1]) for man in men for ray in RAYS[man][ahead] if len(ray) > 1]
    free = [(start, end) for start, end in far if position.side_at(end) is None]
    return _with(position, *rng.choice(free)) if free else None


def _two_men(position: Position, rng: random.Random) -> Packed | None:
    moves = quiet_moves(position)
    pairs = [(a, b) for a in moves for b in moves if a.start != b.start and a.end != b.end and a.end != b.start]
    if not pairs:
        return None
    first, second = rng.choice(pairs)
    board = _with(position, first.start, first.end)
    board[second.start], board[second.end] = 0, NUMBER[position.to_move]
    return board


def _wrong_removed(position: Position, rng: random.Random) -> Packed | None:
    taken = [move for move in legal_moves(position) if move.captured]
    if not taken:
        return None
    move = rng.choice(taken)
    others = [square for square in squares_of(position.of(position.to_move.other)) if square not in move.captured]
    if not others:
        return None
    return _with(position, move.start, move.end, (*move.captured[1:], rng.choice(others)))


def _left_lying(position: Position, rng: random.Random) -> Packed | None:
    taken = [move for move in legal_moves(position) if len(move.captured) > 1]
    if not taken:
        return None
    move = rng.choice(taken)
    return _with(position, move.start, move.end, move.captured[1:])


def _promoted_in_passing(position: Position, rng: random.Random) -> Packed | None:
    """A man that passes through the far row captures on as a king would."""
    own = position.to_move
    for move in captures(position):
        through = [square for square in move.route[1:] if FAR_ROW[own] >> square & 1]
        if position.is_king(move.start) or not through:
            continue
        free = [s for ray in RAYS[move.end] for s in ray[1:3] if position.side_at(s) is None and s in DARK_SQUARES]
        if free:
            return _with(position, move.start, rng.choice(free), move.captured)
    return None


_KINDS: Final[dict[str, Callable[[Position, random.Random], Packed | None]]] = {
    "capture-ignored": _capture_ignored,
    "shorter-capture": _shorter_capture,
    "backward": _stepped(lambda side: slice(2, 4) if side is Side.LIGHT else slice(0, 2)),
    "straight": _straight,
    "too-far": _too_far,
    "two-men": _two_men,
    "wrong-removed": _wrong_removed,
    "left-lying": _left_lying,
    "promoted-in-passing": _promoted_in_passing,
}
KINDS: Final = tuple(_KINDS)
