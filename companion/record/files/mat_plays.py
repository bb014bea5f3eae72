"""Reads the plays in the cells of a ``.mat`` file, whatever stands between the checkers' ways.

Unknown words never cost a play.  A cell may have several readings, and the first legal one was played:
:class:`companion.record.replaying.OtherReadings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.errors import InputError
from companion.games.backgammon.plays import Play
from companion.record.files.mat_line import MatLine, Piece, PieceKind
from companion.record.replaying import OtherReadings

_MOST_READINGS: Final = 24
_MOST_JOINED: Final = 4
_MOST_TORN: Final = 16
_MOST_PIECES: Final = 60
_BETWEEN: Final = re.compile(r"[,;.|]")
_DANCE_MARKS: Final = frozenset("-_/")


@dataclass(frozen=True, slots=True)
class PlayText:
    """The text after the dice of a roll.

    ``play``: as written, None without one.  ``others``: other readings.  ``hidden``: the file says that the play is
    unknown.  ``strange``: unknown pieces.
    """

    play: Play | None
    others: OtherReadings
    hidden: bool
    strange: tuple[Piece, ...]

    @classmethod
    def from_pieces(cls, pieces: Sequence[Piece]) -> PlayText:
        """Return the play in the pieces of a cell."""
        kinds = {piece.kind for piece in pieces}
        dances = PieceKind.DANCE in kinds or [piece.text for piece in pieces if piece.text not in _DANCE_MARKS] == []
        strange = tuple(piece for piece in pieces if piece.is_strange and not _is_usual(piece, dances=dances))
        ways = [piece for piece in pieces if piece.kind is PieceKind.STEPS]
        play = _play(ways) if ways else Play() if dances and pieces else None
        torn = any(piece.is_like_a_way for piece in strange) or (
            play is None and (bool(ways) or any(piece.kind is PieceKind.WORD for piece in strange))
        )
        others = tuple(_other_plays(pieces, play)) if strange else ()
        return cls(play, OtherReadings(others, torn=torn), PieceKind.HIDDEN in kinds, strange)


def pips_of(way: Piece) -> int:
    """Return the pips of a checker's way."""
    play = _play([way])
    return sum(step.start - step.end for step in play.steps) if play is not None else 0


def _is_usual(piece: Piece, *, dances: bool) -> bool:
    """Whether a mark is only a separator, or means a dance."""
    return piece.kind is PieceKind.MARK and (bool(_BETWEEN.fullmatch(piece.text)) or (dances and piece.text == "-"))


def _play(ways: Sequence[Piece]) -> Play | None:
    words = " ".join(_plain(way.text) for way in ways)
    words = re.sub(r"(?<![\d/])0/0(?:\(\d\))?", "", words)  # a number that needs no checker any more
    try:
        return Play.from_text(words) if words.strip() else None
    except InputError:
        return None


def _plain(way: str) -> str:
    """A way without blanks, dashes and doubled stars, and how often it is gone as ``(2)``."""
    way = re.sub(r"\s", "", way).lower()
    if found := re.search(r"(?:[(\[{]x?([1-4])x?[)\]}]|x([1-4]))(?=\*{0,2}$)", way):
        way = f"{way[: found.start()]}({found[1] or found[2]}){way[found.end() :]}"
    return re.sub(r"\*+", "*", way.replace("-", "/").replace("out", "off"))


def _other_plays(pieces: Sequence[Piece], play: Play | None) -> Iterator[Play]:
    """Other readings of a cell than all ways in a row, each once."""
    seen = {play}
    for ways in _other_ways(pieces):
        other = _play(ways) if ways else None
        if other not in seen and other is not None:
            seen.add(other)
            yield other
        if len(seen) > _MOST_READINGS:
            return


def _other_ways(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    passed_over = (PieceKind.MARK, PieceKind.HIDDEN)
    written = [piece for piece in pieces[:_MOST_PIECES] if piece.kind not in passed_over]
    if len(written) <= _MOST_TORN:
        yield from islice(_joined(written), _MOST_READINGS)
    # Words may stand before or behind the play, with another one in them: "8/5 6/5 instead of 13/10 6/5".
    words = [index for index, piece in enumerate(written) if piece.kind is PieceKind.WORD]
    for index in words:
        yield _ways(written[:index])
    for before, behind in zip([-1, *words], [*words, len(written)], strict=True):
        yield _ways(written[before + 1 : behind])
    for index in range(len(written)):
        if written[index].kind is PieceKind.STEPS:
            yield _ways(written[: index + 1])
    yield [way for piece in written for way in (_within(piece) if piece.kind is PieceKind.REMARK else [piece])
           if way.kind is PieceKind.STEPS]  # fmt: skip


def _ways(pieces: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.kind is PieceKind.STEPS]


def _within(remark: Piece) -> list[Piece]:
    return MatLine.from_text(remark.text[1:-1]).pieces()


def _joined(pieces: Sequence[Piece], at: int = 0) -> Iterator[list[Piece]]:
    """The ways of a cell, torn words put together again where that makes a way: "2 4/1 8" is 24/18."""
    if at >= len(pieces):
        yield []
        return
    for count in range(1, _MOST_JOINED + 1):
        group = pieces[at : at + count]
        if len(group) < count or (count > 1 and not any(part.is_like_a_way for part in group)):
            continue
        whole = group[0] if count == 1 else _whole(group)
        if whole is not None and whole.kind is PieceKind.STEPS and _play([whole]) is not None:
            for ways in _joined(pieces, at + count):
                yield [whole, *ways]
    if not pieces[at].is_like_a_way and pieces[at].kind is not PieceKind.STEPS:
        yield from _joined(pieces, at + 1)


def _whole(parts: Sequence[Piece]) -> Piece | None:
    """Some pieces as one, if they are one without the blanks and marks between them."""
    pieces = MatLine.from_text("".join(part.text for part in parts)).pieces()
    return replace(pieces[0], start=parts[0].start, end=parts[-1].end) if len(pieces) == 1 else None
