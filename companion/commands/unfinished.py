"""Which match goes on when the companion is started, or practice is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.commands.sequence import is_agreed
from companion.events import Entry, Kind
from companion.record import Header, Journal
from companion.record.archive import listed
from companion.state import Terms

_LOOKED_THROUGH: Final = 20
"""Matches other than the twenty that were played last are not taken up: all of them would have to be read."""


def newest_unfinished(
    journal: Journal, terms: Terms, facts: Mapping[str, object], *, meant: Callable[[Header], bool] = lambda _: True
) -> Header | None:
    """The match that was played last of those that people began here and did not finish.

    One in which nothing has happened yet goes on only where it is the newest and was begun on these terms.  A
    recorded sequence (``companion replay``) is no such match.  ``meant``: whether a match may be the one that is
    looked for.  Raises :class:`StorageError`.
    """
    played = {one.id: one for one in journal.matches() if one.terms.get("asks") is True and meant(one)}
    newest = max(played, default=0)
    in_turn = [number for number in journal.written_last() if number in played]
    if newest not in (0, *in_turn):
        in_turn.append(newest)
    for number in reversed(in_turn[-_LOOKED_THROUGH:]):
        header, entries = played[number], journal.entries(number)
        is_begun = has_begun(entries)
        if is_begun and not listed(header, entries).finished:
            return header
        if not is_begun and number == newest and is_agreed(header, terms, facts):
            return header
    return None


def has_begun(entries: Sequence[Entry]) -> bool:
    """Whether a game was begun in a match."""
    return any(entry.event is Kind.START for entry in entries)
