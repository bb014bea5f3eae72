"""The parts of a text: wordings with blanks, and wordings that count."""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Counted:
    """A wording that counts something: the English singular and plural, and the blank with the number.

    Other languages have as many plural forms as they need; their catalogues choose by the number.
    """

    one: str
    many: str
    by: str


Wording: TypeAlias = str | Counted
Wordings: TypeAlias = tuple[Wording, ...]
"""The wordings of one key, the most telling one first."""


def forms(wording: Wording) -> tuple[str, ...]:
    """The English text of a wording, or the singular and the plural of one that counts.

    >>> forms(Counted("{n} game", "{n} games", by="n"))
    ('{n} game', '{n} games')
    """
    return (wording.one, wording.many) if isinstance(wording, Counted) else (wording,)


def blanks(wording: Wording) -> frozenset[str]:
    """The names of the blanks of a wording; the number that is counted by is one even where it is not said.

    >>> sorted(blanks("The dice show {now}; the roll is {roll}."))
    ['now', 'roll']
    """
    named = {field for form in forms(wording) for _, field, _, _ in Formatter().parse(form) if field is not None}
    return frozenset(named | {wording.by} if isinstance(wording, Counted) else named)


def many(number: int, one: str, more: str = "") -> str:
    """A number and what it counts, as the commands print it.  ``more``: the plural where it is not ``one`` and an s.

    >>> many(1, "game"), many(2, "game"), many(3, "match", "matches")
    ('1 game', '2 games', '3 matches')
    """
    return f"{number:,} {one if number == 1 else more or f'{one}s'}"
