"""Positions as PDN 3.0 writes them: ``W:Wc1,Kd4:Bf6,h8``, the side to move and the squares of each colour.

``K`` marks a king.  Squares are algebraic, or numbers, of which ranges such as ``21-32`` may be written as well.
A number counts the dark squares row by row from the corner that a :class:`Numbering` names.
Source: PDN 3.0, sections "FEN tag" and "GameType tag"; a side without pieces is allowed by its section "Extensions".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, TypeAlias

from companion.errors import InputError, quoted
from companion.games.draughts.squares import DARK_SQUARES, SIZE, Square, is_dark, name, named
from companion.games.rules import Side

MOST_PIECES: Final = 12
Pieces: TypeAlias = tuple[int, int, int, Side]
"""The fields of a position: light, dark and kings as bits of squares, and the side to move."""

_LETTER: Final = {Side.LIGHT: "W", Side.DARK: "B"}
_SIDE: Final = {letter: side for side, letter in _LETTER.items()}
_FORM: Final = "W or B, then the squares of both, such as W:Wc1,Kd4:Bf6,h8"
_RANGE: Final = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)
_NUMBER: Final = re.compile(r"\d{1,2}", re.ASCII)
_LONGEST: Final = 400


class Numbering(Enum):
    """The corner at which the numbers 1 to 32 begin, as Light sees the board; they go row by row.

    The values are those of PDN's attribute ``Notation``.
    """

    BOTTOM_LEFT = "0"
    BOTTOM_RIGHT = "1"
    TOP_LEFT = "2"
    TOP_RIGHT = "3"


def square_numbered(number: int, numbering: Numbering = Numbering.TOP_LEFT) -> Square:
    """Return the dark square of a number.

    Raises :class:`InputError` for a number that no square has.

    >>> name(square_numbered(1)), name(square_numbered(32)), name(square_numbered(1, Numbering.BOTTOM_LEFT))
    ('b8', 'g1', 'a1')
    """
    if not 1 <= number <= len(DARK_SQUARES):
        raise InputError(f"square {number}: expected 1 to {len(DARK_SQUARES)}")
    row, place = divmod(number - 1, SIZE // 2)
    if numbering in (Numbering.TOP_LEFT, Numbering.TOP_RIGHT):
        row = SIZE - 1 - row
    if numbering in (Numbering.BOTTOM_RIGHT, Numbering.TOP_RIGHT):
        place = SIZE // 2 - 1 - place
    return DARK_SQUARES[row * SIZE // 2 + place]


def pieces_of(text: str, numbering: Numbering = Numbering.TOP_LEFT) -> Pieces:
    """Return the fields of the position that a FEN describes.

    Raises :class:`InputError`, naming the text and what was expected, for what is no FEN, for more than twelve pieces
    of a side, pieces on light squares or two on one square, and men on the row on which they would be kings.

    >>> pieces_of("B:W:BKa1")
    (0, 1, 1, <Side.DARK: 'dark'>)
    """
    try:
        return _pieces(text, numbering)
    except InputError as error:
        raise InputError(f"position {quoted(text)}: {error}") from None


def _pieces(text: str, numbering: Numbering) -> Pieces:
    if len(text) > _LONGEST:
        raise InputError(f"has {len(text):,} characters, expected {_FORM}")
    turn, *lists = "".join(text.split()).removesuffix(".").split(":")
    colours = [words[:1].upper() for words in lists]
    if turn.upper() not in _SIDE or sorted(colours) != ["B", "W"]:
        raise InputError(f"expected {_FORM}")
    bits = dict.fromkeys(Side, 0)
    kings = 0
    for colour, words in zip(colours, lists, strict=True):
        side = _SIDE[colour]
        for square, is_king in _listed(words[1:], numbering):
            bit = 1 << square
            if (bits[Side.LIGHT] | bits[Side.DARK]) & bit:
                raise InputError(f"two pieces stand on {name(square)}, expected one")
            _check_man(side, square, is_king=is_king)
            bits[side] |= bit
            kings |= bit if is_king else 0
        if bits[side].bit_count() > MOST_PIECES:
            raise InputError(f"{side.value} has {bits[side].bit_count()} pieces, expected at most {MOST_PIECES}")
    return bits[Side.LIGHT], bits[Side.DARK], kings, _SIDE[turn.upper()]


def _listed(words: str, numbering: Numbering) -> Iterator[tuple[Square, bool]]:
    for word in words.split(",") if words else ():
        is_king = word[:1] in ("K", "k")
        place = word[1:] if is_king else word
        if across := _RANGE.fullmatch(place):
            first, last = int(across[1]), int(across[2])
            if first > last:
                raise InputError(f"the range {place} ends before it begins")
            yield from ((square_numbered(number, numbering), is_king) for number in range(first, last + 1))
        elif _NUMBER.fullmatch(place):
            yield square_numbered(int(place), numbering), is_king
        else:
            yield _named(place), is_king


def _named(place: str) -> Square:
    try:
        square = named(place)
    except ValueError:
        raise InputError(f"{quoted(place)} is no square, expected a1 to h8 or 1 to {len(DARK_SQUARES)}") from None
    if not is_dark(square):
        raise InputError(f"{name(square)} is a light square, expected a dark one")
    return square


def _check_man(side: Side, square: Square, *, is_king: bool) -> None:
    far = SIZE - 1 if side is Side.LIGHT else 0
    if square // SIZE == far and not is_king:
        raise InputError(f"a {side.value} man on {name(square)} would be a king, expected K{name(square)}")


def fen_of(light: int, dark: int, kings: int, to_move: Side) -> str:
    """Return the FEN of a position, squares algebraic and in their order from a1 to h8."""
    lists = []
    for side, bits in ((Side.LIGHT, light), (Side.DARK, dark)):
        places = [("K" if kings >> s & 1 else "") + name(s) for s in DARK_SQUARES if bits >> s & 1]
        lists.append(_LETTER[side] + ",".join(places))
    return ":".join([_LETTER[to_move], *lists])
