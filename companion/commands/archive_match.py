"""The match that an action of ``companion archive`` is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import InputError, StorageError
from companion.record import Header, Journal
from companion.record.entries import Entry
from companion.record.journal import FILE_NAME
from companion.record.recorded import AnyMatch, recorded_match


def match_number(text: str) -> int:
    """Return the number of a match that was named.  Raises :class:`InputError` for anything else."""
    if not text.isascii() or not text.isdecimal() or len(text) > 15:
        raise InputError(f"match {text!r}: give a match number; see companion archive list")
    return int(text)


@contextmanager
def open_journal(data_dir: Path, number: int | None) -> Iterator[Journal]:
    """Open the journal of a match, None = of any.  Raises :class:`InputError` where there is no journal."""
    if not (data_dir / FILE_NAME).exists():
        what = "match" if number is None else f"match {number}"
        raise InputError(f"{what}: not found; {data_dir} holds no journal")
    with Journal(data_dir) as journal:
        yield journal


def recorded(data_dir: Path, text: str) -> tuple[Header, tuple[Entry, ...], AnyMatch]:
    """Return a match that was named, deleted or not.  Raises :class:`InputError` and :class:`StorageError`."""
    number = match_number(text)
    with open_journal(data_dir, number) as journal:
        header = journal.header(number)
        try:
            entries = journal.entries(number)
            return header, entries, recorded_match(header, entries)
        except ValueError as error:
            raise StorageError(f"match {number}: its record is damaged: {error}") from None
