"""The archive behind the screen: lists, reads, deletes and exports recorded matches, from any thread."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.app.current_match import CurrentMatch
from companion.app.removable_media import plugged_in
from companion.app.software import program
from companion.errors import InputError, StorageError
from companion.record import Header, Journal
from companion.record.archive import ListedMatch, listed, listed_matches
from companion.record.archived_match import CARDS, ArchivedMatch, Destination
from companion.record.entries import Entry
from companion.record.exporting import PACK, export, file_stem
from companion.record.pack.checking import checked
from companion.record.pack.writing import pack
from companion.record.recorded import recorded_match
from companion.record.reports.recap import LONGEST_SESSION_S
from companion.record.reports.review import is_silent
from companion.record.saving import save
from companion.record.snapshot_files import FOLDER as PICTURES
from companion.record.snapshot_files import Kept, kept

log = logging.getLogger(__name__)

EXPORTS: Final = "exports"
_PATIENCE_S: Final = 2.0


class StoredArchive:
    """The recorded matches of a data folder.

    ``session``: of the match at the table.  ``sticks``: the USB sticks plugged in now.  ``language``: of the pages in
    packs.  ``deleted``: called with each deleted match.  Every call opens a journal of its own, so any thread may call.
    """

    def __init__(
        self,
        data_dir: Path,
        session: CurrentMatch,
        *,
        sticks: Callable[[], Iterable[Path]] = plugged_in,
        language: Callable[[], str] = lambda: "en",
        deleted: Callable[[tuple[int]], None] = lambda _: None,
    ) -> None:
        self._data_dir: Final = data_dir
        self._session: Final = session
        self._sticks: Final = sticks
        self._language: Final = language
        self._deleted: Final = deleted
        self._known: Final = dict[int, tuple[int, ListedMatch]]()

    # --- to read -----------------------------------------------------------------------------------

    def headers(self, *, deleted: bool = False) -> tuple[Header, ...]:
        with self._journal() as journal:
            begun = journal.begun()
            return tuple(header for header in reversed(journal.matches(deleted=deleted)) if header.id in begun)

    def listed(self, headers: Iterable[Header]) -> Iterator[ListedMatch]:
        with self._journal() as journal:
            lengths = journal.lengths()

            def in_full(header: Header) -> ListedMatch:
                length = lengths.get(header.id, 0)
                known = self._known.get(header.id)
                if known is None or known[0] != length:
                    known = self._known[header.id] = (length, _listed(journal, header))
                return replace(known[1], header=header)

            yield from listed_matches(journal, headers, in_full)

    def record(self, number: int | None = None, *, session: bool = False) -> ArchivedMatch:
        at_table = self._session.number
        number = at_table if number is None else number
        with self._journal() as journal:
            header, entries = journal.header(number), journal.entries(number)
            if number == at_table:
                written = len(entries)
                entries += tuple(entry for entry in self._session.unwritten if entry.n > written)
            others = _session_of(journal, header) if session else ()
        over = listed(header, entries).finished and (header.length > 0 or number != at_table)
        return ArchivedMatch(header, entries, over, number == at_table, self._pictures(number), others)

    def _pictures(self, number: int) -> tuple[Kept, ...]:
        try:
            return kept(self._data_dir, number)
        except StorageError as error:
            log.warning("%s: %s", PICTURES, error)
            return ()

    # --- to delete ---------------------------------------------------------------------------------

    def delete(self, number: int) -> None:
        if number == self._session.number:
            raise InputError(f"match {number}: at the table; finish or leave it first")
        with self._journal() as journal:
            journal.delete(number)
        self._deleted((number,))

    def bring_back(self, number: int) -> None:
        with self._journal() as journal:
            journal.undelete(number)

    # --- to take away ------------------------------------------------------------------------------

    def destinations(self) -> tuple[Destination, ...]:
        sticks = (Destination(folder.name, folder, stick=True) for folder in self._sticks())
        return (*sticks, Destination("", self._data_dir / EXPORTS, stick=False))

    def write(self, numbers: Iterable[int], form: str, to: Destination) -> tuple[Path, ...]:
        _make(to)
        return tuple(self._written(number, form, to.folder) for number in numbers)

    def keep_card(self, name: str, png: bytes, to: Destination | None = None) -> Path:
        if to is None:
            to = Destination("", self._data_dir / CARDS, stick=False)
        _make(to)
        path = to.folder / f"{name}.png"
        save(path, png)
        try:
            if path.read_bytes() == png:
                return path
        except OSError as error:
            raise StorageError(f"{path}: was written and cannot be read again ({error.strerror})") from error
        raise StorageError(f"{path}: was written and holds something else when it is opened again")

    def _written(self, number: int, form: str, folder: Path) -> Path:
        record = self.record(number)
        if form == PACK:
            return self._packed(record, folder)
        try:
            match = recorded_match(record.header, record.entries)
            path = folder / f"{file_stem(record.header)}.{form}"
            export(match, record.entries, path, record.header)
        except InputError as error:
            raise InputError(f"match {number}: {error}") from None
        return path

    def _packed(self, record: ArchivedMatch, folder: Path) -> Path:
        """Write a pack of what is on disk of a match, and check it."""
        number, path = record.header.id, folder / f"{file_stem(record.header)}.{PACK}"
        if is_silent(record.header, over=record.over):
            raise InputError(f"match {number}: is not over, and its rulings must not be seen until then")
        with self._journal() as journal:
            rows = journal.rows(number)
        try:
            pack(record.header, rows, record.pictures, path, program=program(), language=self._language())
            if not checked(path).ok:
                raise StorageError(f"{path}: was written and holds something else when it is opened again")
        except InputError as error:
            raise InputError(f"match {number}: {error}") from None
        return path

    @contextmanager
    def _journal(self) -> Iterator[Journal]:
        with Journal(self._data_dir, patience_s=_PATIENCE_S, shared=True) as journal:
            yield journal


def _make(to: Destination) -> None:
    """Create a folder of this device; an unplugged USB stick must not become a folder at its mount point."""
    if to.stick:
        if not to.folder.is_dir():
            raise StorageError(f"{to.name} is not there any more")
        return
    try:
        to.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{to.folder}: cannot be made ({error.strerror})") from error


def _listed(journal: Journal, header: Header) -> ListedMatch:
    try:
        return listed(header, journal.entries(header.id))
    except (ValueError, AssertionError) as error:  # a row of the file is no entry, or follows from no entry before it
        log.info("match %s: cannot be read: %s", header.id, error)
        return ListedMatch(header, None, finished=False)


def _session_of(journal: Journal, header: Header) -> tuple[tuple[Header, tuple[Entry, ...]], ...]:
    """The other matches played in the hours before a match, and the readable entries of each."""
    found: list[tuple[Header, tuple[Entry, ...]]] = []
    if header.imported is not None:
        return ()
    for other in (one for one in journal.matches() if one.imported is None):
        if other.id < header.id and 0 <= (header.began - other.began).total_seconds() <= LONGEST_SESSION_S:
            try:
                found.append((other, journal.entries(other.id)))
            except ValueError as error:
                log.info("match %s: cannot be read: %s", other.id, error)
    return tuple(found)
