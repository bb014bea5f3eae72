"""A whole match in the shortest text that there is for it: the content of a QR code that needs no network.

``COMPANION-MATCH-1-`` and a number in base 36: letters and digits alone, which a QR code holds in half of the room of
other text, and which no messenger, mail program or spelling checker changes.  Upper and lower case are the same.

The number is a row of digits, each with a base of its own (:class:`.short_digits.Reader`).  The first is the game, the
next a checksum, and the rest are of the game: :mod:`.short_backgammon`, :mod:`.short_draughts`.  A play is its place
among the legal ones, so a turn takes about ten bits: a match to 25 points fits in one code.  A reader needs the same
rules of the game, which the checksum verifies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.errors import InputError
from companion.record.draughts import DraughtsMatch
from companion.record.draughts_files import written_games
from companion.record.draughts_game import WrittenGame
from companion.record.files import short_backgammon, short_draughts
from companion.record.files.short_digits import Reader, Writer
from companion.record.match import Match
from companion.record.recorded import AnyMatch

PREFIX: Final = "COMPANION-MATCH-1-"
LONGEST: Final = 4296
"""The most letters of a QR code of the largest version (ISO/IEC 18004, version 40, level L)."""
_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BACKGAMMON, _DRAUGHTS = _GAMES = range(2)
_SUMS: Final = 2**32

Short: TypeAlias = Match | tuple[WrittenGame, ...]
"""The content of a code: a match of backgammon, or the games of a match of draughts."""


_READERS: Final[Mapping[int, Callable[[Reader], Short]]] = MappingProxyType(
    {_BACKGAMMON: short_backgammon.read, _DRAUGHTS: short_draughts.read}
)


def short_text(match: AnyMatch) -> str:
    """Return the text of the code; it may be too long for one, and for :func:`match_of_short`.

    Comments, and what only some formats know, are left out.
    """
    writer = Writer()
    if isinstance(match, DraughtsMatch):
        short_draughts.write(written_games(match), writer)
    else:
        short_backgammon.write(match, writer)
    game = _DRAUGHTS if isinstance(match, DraughtsMatch) else _BACKGAMMON
    return PREFIX + _in_base_36(writer.number((game, len(_GAMES)), (writer.sum, _SUMS)))


def is_short(text: str) -> bool:
    """Whether a text is meant to be such a code, whatever else is wrong with it."""
    return text.strip().upper().startswith(PREFIX)


def match_of_short(text: str) -> Short:
    """Return what a code holds.  Blanks and line breaks in it do not count.

    Raises :class:`InputError` if it is none, or not as it was written.
    """
    reader = Reader(_number(text))
    read, checksum = _READERS[reader.digit(len(_GAMES))], reader.digit(_SUMS)
    reader.begin()
    try:
        found = read(reader)
    except (ValueError, LookupError, TypeError, AttributeError):  # what is no code may say anything
        found = None
    if found is None or not reader.is_at_end or reader.sum != checksum:
        raise InputError("the code of the match is damaged or incomplete, expected all of its letters and digits")
    return found


def _number(text: str) -> int:
    word = re.sub(r"\s+", "", text[: 2 * LONGEST]).upper()
    if not word.startswith(PREFIX):
        raise InputError(f"expected the code of a match, which begins with {PREFIX}")
    digits = word.removeprefix(PREFIX)
    if not digits or len(word) > LONGEST or not set(digits) <= set(_DIGITS):
        raise InputError(f"the code of a match has at most {LONGEST:,} letters and digits")
    return int(digits, 36)


def _in_base_36(number: int) -> str:
    digits = []
    while number:
        number, digit = divmod(number, 36)
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits)) or "0"
