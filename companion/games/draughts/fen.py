"""Positions as PDN 3.0 writes them: ``W:Wc1,Kd4:Bf6,h8``, the side to move and the squares of each colour.

``K`` marks a king.  Squares are algebraic, or numbers, of which ranges such as ``21-32`` may be written as well.
A number counts the dark squares row by row from the corner that a :class:`Numbering` names.
Source: PDN 3.0, sections "FEN tag" and "GameType tag"; a side without pieces is allowed by its section "Extensions".

What else is read, and never written:

* ``W:Wc3:Bf6:H0:F1`` of lidraughts: moves without progress and the number of the move; ``G12`` and ``P12`` among its
  numbers, pieces that were captured and lie there until the capture is over;
* ``W:B:W50:B1`` of older py-draughts, where the side to move is named twice and the second time counts, and
  ``[FEN "…"]`` of the newer one;
* ``D`` (dam, dame, damka) for a king and ``M`` for a man, with numbers;
* ``Wbbbb…``, the 32 squares row by row from the top left, ``e`` for an empty one, of pydraughts and the Hub protocol.
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
_TAG: Final = re.compile(r'\[FEN"([^"]*)"\]', re.IGNORECASE)
_COUNT: Final = re.compile(r"(?:[HF]\d+|\+\d+\+\d+)", re.ASCII | re.IGNORECASE)
_HUB: Final = re.compile(r"[WB][wbe]{32}", re.ASCII | re.IGNORECASE)
_PLACE: Final = re.compile(r"(?P<kind>[KDMGP]?)(?P<first>\d{1,2})(?:-(?P<last>\d{1,2}))?", re.ASCII | re.IGNORECASE)
_NUMBERS: Final = re.compile(r":[WB]\d|[KM,]\d|\d\d", re.ASCII | re.IGNORECASE)
"""What no position has that names its squares by letters, in which d4 is a square and no king."""
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
    word = "".join(text.split()).removesuffix(".")
    if within := _TAG.fullmatch(word):
        word = within[1].removesuffix(".")
    if _HUB.fullmatch(word):
        word = _from_hub(word)
    turn, lists = _in_fields(word)
    in_numbers = _NUMBERS.search(word) is not None
    bits = dict.fromkeys(Side, 0)
    kings = 0
    for side, words in lists:
        for square, is_king in _listed(words, numbering, in_numbers=in_numbers):
            bit = 1 << square
            if (bits[Side.LIGHT] | bits[Side.DARK]) & bit:
                raise InputError(f"two pieces stand on {name(square)}, expected one")
            _check_man(side, square, is_king=is_king)
            bits[side] |= bit
            kings |= bit if is_king else 0
        if bits[side].bit_count() > MOST_PIECES:
            raise InputError(f"{side.value} has {bits[side].bit_count()} pieces, expected at most {MOST_PIECES}")
    return bits[Side.LIGHT], bits[Side.DARK], kings, turn


def _in_fields(word: str) -> tuple[Side, list[tuple[Side, str]]]:
    """The side to move, and the pieces of both sides in the order in which they are written."""
    turn, *rest = word.split(":")
    others = [field for field in rest if not _COUNT.fullmatch(field)]
    if len(others) == 3 and others[0].upper() in _SIDE:
        turn, *others = others
    lists = [(others_side, field[1:]) for field in others if (others_side := _SIDE.get(field[:1].upper()))]
    if turn.upper() not in _SIDE or len(others) != len(lists) or {side for side, _ in lists} != set(Side) or others[2:]:
        raise InputError(f"expected {_FORM}")
    return _SIDE[turn.upper()], lists


def _from_hub(word: str) -> str:
    """The same position in numbers from the top left."""
    marks = {
        letter: [("K" if mark.isupper() else "") + str(at) for at, mark in enumerate(word[1:], start=1)
                 if mark.upper() == letter]
        for letter in _SIDE
    }  # fmt: skip
    return ":".join([word[0], *(letter + ",".join(places) for letter, places in marks.items())])


def _listed(words: str, numbering: Numbering, *, in_numbers: bool) -> Iterator[tuple[Square, bool]]:
    for word in words.split(",") if words else ():
        if in_numbers and (found := _PLACE.fullmatch(word)):
            kind, first, last = found["kind"].upper(), int(found["first"]), int(found["last"] or found["first"])
            if first > last:
                raise InputError(f"the range {first}-{last} ends before it begins")
            if kind not in ("G", "P"):
                for number in range(first, last + 1):
                    yield square_numbered(number, numbering), kind in ("K", "D")
        else:
            is_king = word[:1] in ("K", "k")
            yield _named(word[1:] if is_king else word), is_king


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
