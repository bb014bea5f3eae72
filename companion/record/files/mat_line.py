"""Cuts a line of a ``.mat`` file into pieces: rolls, words of cube and result, checkers' ways, and unknown words.

A line is cut by its content, not at fixed columns, because every program pads differently.  An unknown word is a piece
of its own, so that it does not spoil its neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise
from typing import Final


class PieceKind(Enum):
    """The kinds of pieces of a line."""

    NUMBER = auto()  # of the line: "12)"
    ROLL = auto()
    NO_ROLL = auto()  # dice that nobody rolled: "00:"
    DOUBLE = auto()
    TAKE = auto()
    DROP = auto()
    RESULT = auto()  # "Wins 2 points"
    CONCEDES = auto()  # stands in the loser's column
    GIVEN_UP = auto()  # a game ended before its end; the column says nothing
    STEPS = auto()  # a checker's way: "8/5*(2)"
    DANCE = auto()
    HIDDEN = auto()  # "????"
    ILLEGAL = auto()  # "Illegal play (…)": where a play led that could not be written
    REMARK = auto()  # in brackets or quotation marks
    WORD = auto()  # not known
    MARK = auto()  # not known, and without letters and digits


CELLS: Final = frozenset({
    PieceKind.ROLL, PieceKind.NO_ROLL, PieceKind.DOUBLE, PieceKind.TAKE, PieceKind.DROP, PieceKind.RESULT,
    PieceKind.CONCEDES, PieceKind.GIVEN_UP,
})  # fmt: skip
"""The kinds with which a cell begins."""
ACTS: Final = frozenset({PieceKind.ROLL, PieceKind.DOUBLE, PieceKind.TAKE, PieceKind.DROP})


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line from ``start`` to ``end``, places in the line as it is seen, tabs filled up, from 0.

    ``value``: of a roll its dice, of a double or result its number, of an illegal play the board in brackets;
    empty where there is none.
    """

    kind: PieceKind
    text: str
    start: int
    end: int
    value: str = ""

    @property
    def is_strange(self) -> bool:
        """Whether the piece is none that the reader knows."""
        return self.kind in (PieceKind.WORD, PieceKind.MARK, PieceKind.REMARK)

    @property
    def is_like_a_way(self) -> bool:
        """Whether an unknown piece may have been part of a play."""
        return self.kind is PieceKind.WORD and bool(re.search(r"[\d/]", self.text))


@dataclass(frozen=True, slots=True)
class MatLine:
    """A line with its tabs filled up and its signs in plain form; ``columns``: of each place in the file, from 1."""

    text: str
    columns: Sequence[int]

    @classmethod
    def from_text(cls, text: str) -> MatLine:
        """Return a line of a file; blanks, dashes, slashes and full-width signs of any kind become the plain ones."""
        plain = text.translate(_PLAIN)
        if "\t" not in plain and len(plain) == len(text):
            return cls(plain.rstrip(), range(1, len(plain) + 2))
        seen: list[str] = []
        columns: list[int] = []
        for column, sign in enumerate(text, start=1):
            shown = sign.translate(_PLAIN)
            shown = " " * (_TAB - len(seen) % _TAB) if shown == "\t" else shown
            seen += shown
            columns += [column] * len(shown)
        return cls("".join(seen).rstrip(), [*columns, len(text) + 1])

    def column(self, place: int) -> int:
        """Return the column, from 1, of a place in :attr:`text`."""
        return self.columns[min(place, len(self.columns) - 1)]

    def pieces(self) -> list[Piece]:
        """Return the pieces of the line, from left to right."""
        pieces = [_piece(found) for found in _PIECE.finditer(self.text)]
        if not any(piece.kind is PieceKind.WORD for piece in pieces):
            return pieces
        # Two digits behind a torn way are no dice.
        untorn = [
            replace(piece, kind=PieceKind.WORD)
            if piece.kind is PieceKind.ROLL and ":" not in piece.text and before.is_like_a_way
            else piece
            for before, piece in pairwise(pieces)
        ]
        return _repaired([*pieces[:1], *untorn])


_TAB: Final = 8
_BLANKS: Final = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_NOTHING: Final = "\x00\x1a\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\xad"
_DASHES: Final = "‐‑‒–—―−﹣－"
_SLASHES: Final = "⁄∕／╱"
_STARS: Final = "∗＊⁎★☆✱✶"
_PLAIN: Final[dict[int, str | int | None]] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # full-width signs
    **{ord(sign): plain for sign, plain in (("’", "'"), ("ʼ", "'"), ("×", "x"), ("→", ">"), ("⇒", ">"))},
    **dict.fromkeys(map(ord, _BLANKS), " "),
    **dict.fromkeys(map(ord, _NOTHING), ""),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _SLASHES), "/"),
    **dict.fromkeys(map(ord, _STARS), "*"),
}

_START: Final = r"(?:bar|b|\d{1,2})"
_END: Final = r"(?:off|out|o|bar|\d{1,2})"
_WAY: Final = rf"""
    (?<![\w/]) {_START}\*{{0,2}} (?:
        (?:[ ]?/[ ]?{_END}(?:[ ]?\*{{1,2}})?){{1,8}} | (?:-{_END}\*{{0,2}}){{1,8}}
    )
    (?:[ ]?[(\[{{][ ]?x?[ ]?[1-4][ ]?x?[ ]?[)\]}}] | [ ]?x[ ]?[1-4])? (?:[ ]?\*{{1,2}})? (?![\w/])
"""
_OF_WHAT: Final = (
    r"(?:\ (?:a|the|this|on|by|in|of|single|simple|normal|game|gammon|backgammon|match|time|whole)\b){0,5}"
)
_GIVEN_UP: Final = rf"""
    (?: resigned | resign(?:ation|ing)? | conceded | forfeit(?:s|ed|ure)? | timed?[ -]?out | times[ ]out
      | (?:wins?|won|lost|loses|losses|loss|out|forfeit\w*)\ (?:on|by|of)\ time | abandon(?:s|ed)?
      | disconnect(?:s|ed)? | flag[ ]fall | flagged )\b {_OF_WHAT}
"""
_APART: Final = r"[ ]{0,8}[^\w\s/:]{0,3}[ ]{0,8}"
_PIECE: Final = re.compile(
    rf"""(?=\S)(?:
      (?<![\w/:])(?P<roll>[1-6]{_APART}[1-6]){_APART}:(?!\d{{1,2}}(?![\d/*-]))
    | (?<![^\s)|])(?P<no_roll>\d\d):(?!\d)
    | (?:(?<![^\s])|^)(?P<number>\d{{1,6}}[ ]?\))(?=\s|$)
    | ^\s*(?P<dotted>\d{{1,6}}\.)(?=\s|$)
    | (?P<steps>{_WAY})
    | (?:(?<=\s\s)|(?<=\)[ ])|^)(?P<bare>[1-6][1-6])(?=[ ]{{1,2}}(?:bar|\d{{1,2}})[ ]?/)
    | illegal\s+(?:play|move)(?P<illegal>[ ]?\([^()]*\))?
    | \b(?P<double>(?:re-?)?doubles?|beavers?|raccoons?)\b(?:\s*(?:[=-]*>?|to\b)\s*(?P<value>\d{{1,6}})(?![\d:/).]))?
    | \b(?P<given_up>{_GIVEN_UP})
    | \b(?P<concedes>(?:concedes|resigns)\b{_OF_WHAT})
    | \b(?P<result>(?:wins?|won|losses|loses|loss|lost)\b[^\d:/]{{1,40}}?(?P<points>\d{{1,6}})(?![\d:/])
        (?:\s*(?:points?|pts?)\b\.?)?(?:\s+and\s+the\s+match\b)?)
    | \b(?P<dance>(?:cannot|can't|can[ ]not|no|unable\s+to)\s+(?:legal\s+)?(?:move|play)s?|dance[sd]?)\b
    | \b(?P<take>takes?|accepts?)\b
    | \b(?P<drop>drops?|passe[sd]|pass|rejects?|refuses?)\b
    | (?P<hidden>\?{{2,}}|(?<!\S)\?)
    | (?P<remark>\((?:(?!\s\s)[^():])*\)|\[(?:(?!\s\s)[^\]\[:])*\]|\{{(?:(?!\s\s)[^{{}}:])*\}}|"(?:(?!\s\s)[^":])*")
    | (?P<word>[\w/]+(?:'[^\W\d]+)*)
    | (?P<mark>[^\w\s])
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_MOST_TORN: Final = 5
_TORN_WORD: Final = re.compile(r"((?:re)?doubles|beavers|raccoons)|(takes)|(drops)|(cannotmove)", re.IGNORECASE)
_TORN_KINDS: Final = (PieceKind.DOUBLE, PieceKind.TAKE, PieceKind.DROP, PieceKind.DANCE)
_KINDS: Final[Mapping[str, PieceKind]] = {
    "roll": PieceKind.ROLL, "no_roll": PieceKind.NO_ROLL, "number": PieceKind.NUMBER, "dotted": PieceKind.NUMBER,
    "steps": PieceKind.STEPS, "bare": PieceKind.ROLL, "double": PieceKind.DOUBLE, "given_up": PieceKind.GIVEN_UP,
    "concedes": PieceKind.CONCEDES, "result": PieceKind.RESULT, "dance": PieceKind.DANCE, "take": PieceKind.TAKE,
    "drop": PieceKind.DROP, "hidden": PieceKind.HIDDEN, "remark": PieceKind.REMARK, "word": PieceKind.WORD,
    "mark": PieceKind.MARK,
}  # fmt: skip


def _piece(found: re.Match[str]) -> Piece:
    kind = next((kind for name, kind in _KINDS.items() if found[name] is not None), PieceKind.ILLEGAL)
    match kind:
        case PieceKind.ROLL:
            value = re.sub(r"\D", "", found["roll"] or found["bare"])
        case PieceKind.DOUBLE:
            value = found["value"] or ""
        case PieceKind.RESULT:
            value = found["points"]
        case PieceKind.ILLEGAL:
            value = (found["illegal"] or "").strip(" ()")
        case _:
            value = ""
    start, end = found.span()
    if kind is PieceKind.NUMBER:
        start += len(found[0]) - len(found[0].lstrip())
    return Piece(kind, found[0].strip(), start, end, value)


def _repaired(pieces: list[Piece]) -> list[Piece]:
    """The pieces, words of cube and end that marks or blanks have torn put together again: "Dou?bles"."""
    mended: list[Piece] = []
    at = 0
    while at < len(pieces):
        whole, taken = pieces[at], 1
        for count in range(1, _MOST_TORN + 1):
            parts = pieces[at : at + count]
            if len(parts) < count or not all(part.kind in (PieceKind.WORD, PieceKind.MARK) for part in parts):
                break
            found = _TORN_WORD.fullmatch(re.sub(r"\W", "", "".join(part.text for part in parts)))
            if found and parts[0].kind is parts[-1].kind is PieceKind.WORD:
                kind = next(kind for kind, word in zip(_TORN_KINDS, found.groups(), strict=True) if word is not None)
                whole, taken = Piece(kind, found[0], parts[0].start, parts[-1].end), count
        mended.append(whole)
        at += taken
    return mended


def rows(pieces: list[Piece]) -> Iterator[tuple[Piece | None, list[Piece]]]:
    """The pieces of a line, parted before every number of a line; unknown ones before the first are put behind it."""
    mark: Piece | None = None
    row: list[Piece] = []
    for piece in pieces:
        if piece.kind is not PieceKind.NUMBER:
            row.append(piece)
        elif mark is None and all(before.is_strange for before in row):
            mark = piece
        else:
            yield mark, row
            mark, row = piece, []
    yield mark, row


def touch(one: Piece, other: Piece) -> bool:
    """Return whether two pieces stand side by side, with one blank between them at most."""
    return max(one.start, other.start) - min(one.end, other.end) <= 1


def runs(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    """First and last of the pieces that stand together."""
    run: list[Piece] = []
    for piece in pieces:
        if run and not touch(run[-1], piece):
            yield run[0], run[-1]
            run = []
        run.append(piece)
    if run:
        yield run[0], run[-1]
