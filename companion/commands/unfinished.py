"""Which match goes on when the companion is started, or practice is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.agreement import engines_side
from companion.commands.sequence import is_agreed
from companion.events import Entry, Kind
from companion.record import Header, Journal
from companion.record.archive import listed
from companion.state import Terms

_LOOKED_THROUGH: Final = 20
"""Matches other than the twenty that were played last are not taken up: all of them would have to be read."""


def newest_unfinished(
    journal: Journal, terms: Terms, facts: Mapping[str, object], *, meant: Callable[[Header], bool] | None = None
) -> Header | None:
    """The match that was played last of those that people began here and did not finish.

    One in which nothing has happened yet goes on only where it is the newest and was begun on these terms.  A
    recorded sequence (``companion replay``) is no such match.  ``meant``: whether a match may be the one that is
    looked for; by default each between people, and a game against the engine where nothing was played since.
    Raises :class:`StorageError`.
    """
    played = {one.id: one for one in journal.matches() if one.terms.get("asks") is True}
    in_turn = [number for number in journal.written_last() if number in played]
    last = in_turn[-1] if in_turn else 0
    may_be = meant or (lambda header: header.id == last or engines_side(header) is None)
    played = {number: header for number, header in played.items() if may_be(header)}
    in_turn = [number for number in in_turn if number in played]
    newest = max(played, default=0)
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
