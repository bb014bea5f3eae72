"""Positions: men and kings of both sides, and who is to move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from companion.games.draughts.fen import Numbering, fen_of, pieces_of
from companion.games.draughts.squares import DARK_SQUARES, SIZE, SQUARES, Square
from companion.games.rules import Picture, Side, Stack


class Position(NamedTuple):
    """What lies on the board, as sets of squares in the bits of integers (bit 0 is a1), and who is to move.

    ``kings`` holds the kings of both sides; each of them is in ``light`` or ``dark`` as well.
    """

    light: int
    dark: int
    kings: int
    to_move: Side

    @classmethod
    def from_fen(cls, text: str, numbering: Numbering = Numbering.TOP_LEFT) -> Position:
        """Return the position of a FEN; ``numbering`` tells what numbers in it count.

        Raises :class:`InputError`, naming the text, for what :func:`.fen.pieces_of` refuses.

        >>> Position.from_fen("B:B1-12:W21-32") == START._replace(to_move=Side.DARK)
        True
        """
        return cls(*pieces_of(text, numbering))

    def fen(self) -> str:
        """Return the position as :meth:`from_fen` reads it.

        >>> Position.from_fen("W:BKb8:Wc1").fen()
        'W:Wc1:BKb8'
        """
        return fen_of(*self)

    def of(self, side: Side) -> int:
        """Return the squares of one side's men and kings."""
        return self.light if side is Side.LIGHT else self.dark

    def side_at(self, square: Square) -> Side | None:
        bit = 1 << square
        return Side.LIGHT if self.light & bit else Side.DARK if self.dark & bit else None

    def is_king(self, square: Square) -> bool:
        return bool(self.kings & 1 << square)

    def count(self, side: Side) -> int:
        return self.of(side).bit_count()


def squares_of(bits: int) -> Iterator[Square]:
    """Return the squares whose bits are set, from a1 on."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(squares: Iterable[Square]) -> int:
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


FAR_ROW: Final = {Side.LIGHT: bits_of(range(56, 64)), Side.DARK: bits_of(range(8))}
"""The row on which a side's man becomes a king."""

START: Final = Position(
    light=bits_of(square for square in DARK_SQUARES if square < 3 * SIZE),
    dark=bits_of(square for square in DARK_SQUARES if square >= 5 * SIZE),
    kings=0,
    to_move=Side.LIGHT,
)
"""Twelve men a side on the dark squares of the first three rows; Light begins."""

_EMPTY: Final = Stack(0, 0)
_ONE: Final = {Side.LIGHT: Stack(1, 0), Side.DARK: Stack(0, 1)}


def picture_of(position: Position) -> Picture:
    """Return all 64 squares as a camera can tell them: empty, light or dark, no rank."""
    picture = dict.fromkeys(SQUARES, _EMPTY)
    for side in Side:
        for square in squares_of(position.of(side)):
            picture[square] = _ONE[side]
    return picture
