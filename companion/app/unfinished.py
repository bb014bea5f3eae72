"""Finds the match to resume when the companion starts or practice ends, and the match that practice must wait for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final

from companion.app.games import AnyTerms
from companion.app.recorded_sequence import is_agreed
from companion.errors import InputError, StorageError
from companion.record import Header, Journal, Mode
from companion.record.archive import listed
from companion.record.entries import has_begun
from companion.record.players import engines_side

log = logging.getLogger(__name__)

_LOOKED_THROUGH: Final = 20
"""Only the twenty matches played last are resumed: an older one would require reading all of them."""


def newest_unfinished(
    journal: Journal, terms: AnyTerms, facts: Mapping[str, object], *, meant: Callable[[Header], bool] | None = None
) -> Header | None:
    """Return the last unfinished match that people began here.

    A match without any event counts only if it is the newest and was begun with these settings.  A recorded sequence
    (``companion replay``) does not count.  ``meant``: selects matches; by default any between people, and a game
    against the engine if nothing was played since.  Raises :class:`StorageError`.
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
        header = played[number]
        try:
            entries = journal.entries(number)
        except ValueError:  # an unreadable entry is reported when the match is resumed
            return header
        is_begun = has_begun(entries)
        if is_begun and not listed(header, entries).finished:
            return header
        if not is_begun and number == newest and is_agreed(header, terms, facts):
            return header
    return None


def check_waiting(journal: Journal, terms: AnyTerms, facts: Mapping[str, object]) -> None:
    """Refuse practice while a match without help waits to be resumed.

    Raises :class:`InputError`; an unreadable journal refuses nothing.
    """
    try:
        header = newest_unfinished(journal, terms, facts)
        is_begun = header is not None and has_begun(journal.entries(header.id))
    except (StorageError, ValueError) as error:
        log.warning("%s", error)
        return
    if header is not None and is_begun and header.mode is not Mode.TRAINING:
        raise InputError(
            f"practice: match {header.id} ({' - '.join(header.names)}, {header.mode.value}) is not over, "
            "expected its end; companion run resumes it"
        )
