"""The squares of the board: numbers, names, diagonals.

A square is a number from 0 (a1, dark, at Light's left hand) to 63 (h8): ``file + 8 * rank``.  The 32 dark squares
carry the game; the light ones have numbers because a checker can be put on one by mistake.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Square: TypeAlias = int

SIZE: Final = 8
SQUARES: Final = range(SIZE * SIZE)
_FILES: Final = "abcdefgh"

DARK_SQUARES: Final[tuple[Square, ...]] = tuple(
    square for square in SQUARES if (square % SIZE + square // SIZE) % 2 == 0
)
"""The squares that men and kings stand on, from a1 to h8."""

DIRECTIONS: Final[tuple[tuple[int, int], ...]] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
"""Steps of file and rank along the diagonals; the first two lead away from Light."""


def name(square: Square) -> str:
    """Return the algebraic name: ``a1`` for 0, ``h8`` for 63."""
    return f"{_FILES[square % SIZE]}{square // SIZE + 1}"


def named(text: str) -> Square:
    """Return the square with an algebraic name in either case.

    Raises :class:`ValueError` for anything else.
    """
    letters = text.strip().lower()
    if len(letters) != 2 or letters[0] not in _FILES or letters[1] not in "12345678":
        raise ValueError(f"{text!r} is not a square: a1 to h8")
    return _FILES.index(letters[0]) + SIZE * (int(letters[1]) - 1)


def is_dark(square: Square) -> bool:
    return (square % SIZE + square // SIZE) % 2 == 0


def ray(square: Square, direction: tuple[int, int]) -> tuple[Square, ...]:
    """Return the squares from the next one to the edge, in order."""
    file, rank = square % SIZE + direction[0], square // SIZE + direction[1]
    squares = []
    while 0 <= file < SIZE and 0 <= rank < SIZE:
        squares.append(file + SIZE * rank)
        file, rank = file + direction[0], rank + direction[1]
    return tuple(squares)


RAYS: Final[tuple[tuple[tuple[Square, ...], ...], ...]] = tuple(
    tuple(ray(square, direction) for direction in DIRECTIONS) for square in SQUARES
)
"""For each square its four rays, in the order of :data:`DIRECTIONS`."""


def between(start: Square, end: Square) -> tuple[Square, ...] | None:
    """Return the squares between two squares of one diagonal, none for neighbours; ``None`` off the diagonals."""
    for squares in RAYS[start]:
        if end in squares:
            return squares[: squares.index(end)]
    return None
