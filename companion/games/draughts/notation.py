"""Moves as PDN writes them: ``c3-d4``, ``c3xe5``, and ``c3xe5xg3`` with every square on which the piece stood.

Source: PDN 3.0, sections "PDN 3.0 Restrictions" (a capture is written in full where start and end fit several)
and "PDN Reading Grammar" (either separator, and numbers 1 to 32 as well).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from companion.errors import InputError, quoted
from companion.games.draughts.fen import Numbering, square_numbered
from companion.games.draughts.moves import Move, legal_moves, legal_routes
from companion.games.draughts.position import Position
from companion.games.draughts.squares import Square, name, named

_BETWEEN: Final = "[-–—−x:*×]"
_ALGEBRAIC: Final = re.compile(rf"[a-h][1-8](?:{_BETWEEN}?[a-h][1-8]){{1,13}}", re.ASCII | re.IGNORECASE)
_NUMERIC: Final = re.compile(rf"\d{{1,2}}(?:{_BETWEEN}\d{{1,2}}){{1,13}}", re.ASCII | re.IGNORECASE)
# Twelve pieces are captured at most, and a capture may be written with a square too many.
_SQUARE: Final = re.compile(r"[a-h][1-8]|\d{1,2}", re.IGNORECASE)
_NAMED: Final = 8
"""So many of the moves that would do are named."""


def text(move: Move, among: Position | Iterable[Move] | None = None) -> str:
    """Return a move as PDN writes it: the whole route, or among others no more than tells it from them.

    ``among``: the position in which it is legal, or the moves from which it is told.

    >>> text(Move((18, 27))), text(Move((18, 36, 22), (27, 29))), text(Move((18, 36, 22), (27, 29)), [])
    ('c3-d4', 'c3xe5xg3', 'c3xg3')
    """
    squares = move.route
    if among is not None and not _needs_route(move, legal_moves(among) if isinstance(among, Position) else among):
        squares = (move.start, move.end)
    return ("x" if move.captured else "-").join(map(name, squares))


def _needs_route(move: Move, among: Iterable[Move]) -> bool:
    taken = frozenset(move.captured)
    return any(
        (other.start, other.end) == (move.start, move.end) and frozenset(other.captured) != taken for other in among
    )


def squares_in(written: str, numbering: Numbering = Numbering.TOP_LEFT) -> tuple[Square, ...]:
    """Return the squares that a written move names, two or more, whether or not they make a legal move.

    Raises :class:`InputError`, naming the text, for what is not written as a move.

    >>> squares_in("c3xe5") == squares_in("c3-e5") == squares_in("22x15")
    True
    """
    word = "".join(written.split())
    if _ALGEBRAIC.fullmatch(word):
        return tuple(named(place) for place in _SQUARE.findall(word))
    if _NUMERIC.fullmatch(word):
        try:
            return tuple(square_numbered(int(place), numbering) for place in _SQUARE.findall(word))
        except InputError as error:
            raise InputError(f"move {quoted(written)}: {error}") from None
    raise InputError(f"move {quoted(written)}: expected squares such as c3-d4, c3xe5xg3 or 22-18")


def parse(written: str, position: Position, numbering: Numbering = Numbering.TOP_LEFT) -> Move:
    """Return the legal move that a text means.

    Squares between the first and the last may be left out as long as one move fits.
    Raises :class:`InputError`, naming the text and the moves that were expected, if none or several fit.
    """
    squares = squares_in(written, numbering)
    routes = legal_routes(position)
    fitting = [move for move in routes if move.route == squares] or [
        move for move in routes if _fits(squares, move.route)
    ]
    distinct = list({(move.start, move.end, frozenset(move.captured)): move for move in reversed(fitting)}.values())
    if len(distinct) == 1:
        return distinct[0]
    if distinct:
        raise InputError(f"move {quoted(written)}: fits several, expected one of {_listed(distinct[::-1])}")
    moves = legal_moves(position)
    expected = f"expected one of {_listed(moves)}" if moves else f"{position.to_move.value} cannot move"
    raise InputError(f"move {quoted(written)}: is not legal here, {expected}")


def _fits(squares: Sequence[Square], route: Sequence[Square]) -> bool:
    """Whether first and last square are those of a route, and it passes the others in their order."""
    if (squares[0], squares[-1]) != (route[0], route[-1]):
        return False
    passed = iter(route[1:-1])
    return all(square in passed for square in squares[1:-1])


def is_begun(written: str, position: Position, numbering: Numbering = Numbering.TOP_LEFT) -> bool:
    """Whether a text is the beginning of a legal capture that goes on, as some programs write it in parts."""
    try:
        squares = squares_in(written, numbering)
    except InputError:
        return False
    return any(len(move.route) > len(squares) and move.route[: len(squares)] == squares
               for move in legal_routes(position))  # fmt: skip


def joined(part: str, other: str) -> str | None:
    """Return one text for two parts of a capture; None if the second does not begin where the first ends.

    >>> joined("22x15", "15x8"), joined("c3xe5", "a1-b2")
    ('22x15x8', None)
    """
    squares = _SQUARE.findall(other)
    if _SQUARE.findall(part)[-1].lower() != squares[0].lower():
        return None
    return "x".join([part, *squares[1:]])


def _listed(moves: Sequence[Move]) -> str:
    more = f" and {len(moves) - _NAMED} more" if len(moves) > _NAMED else ""
    return ", ".join(text(move) for move in moves[:_NAMED]) + more
