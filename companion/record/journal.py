"""The journal: every event of every match, in one SQLite database.

Once :meth:`Journal.append_all` has returned, its entries are on disk: killing the process or pulling
the plug at any moment loses none of them.  Entries and electronic rolls are only ever added.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.closing import Closes
from companion.errors import InputError, StorageError
from companion.record.clock_mark import ClockMark, ClockMarks
from companion.record.dice_log import Draw
from companion.record.entries import SET_UP, Entry, Kind
from companion.record.exchange import FILE_NAME
from companion.record.header import Header, Mode, Tombstone
from companion.record.journal_file import Connect, JournalFile, connected
from companion.record.journal_rows import (
    BRING_BACK,
    INSERT_ENTRY,
    INSERT_MATCH,
    KEEP_TOMBSTONE,
    PUT_BACK_MATCH,
    ROLL_OFF,
    SELECT_BEGUN,
    SELECT_DRAWS,
    SELECT_ENTRIES,
    SELECT_HEADER,
    SELECT_HELPED,
    SELECT_IN_TURN,
    SELECT_LAST,
    SELECT_SCORING,
    SELECT_SOME,
    SELECT_UNUSED,
    USE_DRAW,
    boot_number,
    details_text,
    draw_of,
    entry_of,
    entry_values,
    header_of,
    header_values,
    last_sure_start,
    named,
    row_of,
    scoring_entry,
)
from companion.record.lines import Row, line
from companion.record.machine import Machine
from companion.record.migrations import SCHEMA, NewerSchemaError
from companion.record.missing import Missing, missing_in

__all__ = ["FILE_NAME", "SCHEMA", "Header", "Journal", "Mode", "default_data_dir"]

log = logging.getLogger(__name__)

_CHECKPOINTS: Final = frozenset({Kind.PLAY, Kind.STOOD, Kind.CORRECTED, Kind.GAME_OVER, Kind.MATCH_OVER})
"""The kinds of entries that end a turn: damaged bytes of the write-ahead log cost what was written since."""


def default_data_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the default data folder: ``COMPANION_DATA``, else ``companion`` in the user's data folder.

    >>> default_data_dir({"HOME": "/home/pi"}).as_posix()
    '/home/pi/.local/share/companion'
    """
    if chosen := environ.get("COMPANION_DATA"):
        return Path(chosen)
    # The XDG specification says to ignore a relative folder.
    shared = Path(environ.get("XDG_DATA_HOME") or "")
    home = Path(environ.get("HOME") or Path.home())
    return (shared if shared.is_absolute() else home / ".local" / "share") / "companion"


class Journal(Closes):
    """All matches of one data folder; a context manager.

    Raises :class:`StorageError`, naming the file and the cause, wherever the disk fails; what was written before stays.
    Only the thread that made it may use it.

    A journal of an older companion is migrated, and a copy of it is kept.  A damaged one is renamed, and its readable
    part is copied into a new one; :attr:`notice` says so.  ``patience_s``: how long another process may be writing.
    ``connect``: opens the database.  ``goes_on``: an unwritable folder is no error when the journal is opened or a
    match begun; the first :meth:`append_all` or :meth:`draw` that succeeds does both.  ``shared``: another journal of
    this program has the folder open, so this one checks, migrates and renames nothing; it only reads, and marks matches
    as deleted.  ``exclusive``: this program uses the folder alone (:mod:`companion.record.alone`); any other renames a
    damaged journal only while no companion runs.
    """

    def __init__(
        self,
        folder: Path,
        *,
        machine: Machine | None = None,
        patience_s: float = 5.0,
        connect: Connect = connected,
        goes_on: bool = False,
        shared: bool = False,
        exclusive: bool = False,
    ) -> None:
        self._file: Final = JournalFile(
            folder / FILE_NAME, patience_s=patience_s, connect=connect, shared=shared, exclusive=exclusive
        )
        self._shared: Final = shared
        self._path: Final = folder / FILE_NAME
        self._machine: Final = machine or Machine()
        self._goes_on: Final = goes_on
        self._header: Header | None = None
        self._clock_marks: Final = ClockMarks(self._path)
        try:
            self._file.open()
        except StorageError as error:
            if not goes_on or isinstance(error, NewerSchemaError):
                raise

    @property
    def missing(self) -> tuple[Missing, ...]:
        """The entries that were found missing when it was opened."""
        return self._file.missing

    @property
    def is_damaged(self) -> bool:
        """Whether the database was found damaged since it was opened; :meth:`reopen` repairs that."""
        return self._file.is_damaged

    @property
    def notice(self) -> str | None:
        """The news of the opening for a person: the journal was damaged, or has been migrated."""
        return self._file.notice

    # --- matches -----------------------------------------------------------------------------------

    def begin(
        self,
        *,
        names: tuple[str, str] = ("Light", "Dark"),
        length: int = 0,
        mode: Mode = Mode.REFEREED,
        rules: str = "tournament",
        terms: Mapping[str, object] | None = None,
        started: datetime | None = None,
        program: str = "",
    ) -> Header:
        """Write a new match, to which :meth:`append_all` adds from now on.

        ``terms``: the match settings, as JSON values.  ``started``: by default now by the machine's clock.
        ``program``: the version of the companion that runs.
        The header has the number 0 if the match could not be written yet; see :attr:`standing`.
        """
        when = (started or self._machine.now()).isoformat(timespec="seconds")
        self._header = Header(0, when, names, length, mode, rules, terms=dict(terms or {}), program=program)
        try:
            self._begin()
        except StorageError:
            if not self._goes_on:
                raise
        return self._header

    def take_in(self, header: Header, entries: Sequence[Entry]) -> Header:
        """Write a match that was not played here: all of it is on disk when this returns, or nothing.

        Return it with its number.  ``header.imported`` is its origin; its start counts as doubtful.
        """
        assert header.imported is not None
        assert entries
        with self._file.storage("the imported match was not written"), self._file.transaction():
            values = (*header_values(header), None, True)
            number = self._file.database.execute(INSERT_MATCH, values).lastrowid
            assert number is not None
            for entry in entries:
                self._add(number, entry)
        self._file.checkpoint()
        return self.header(number)

    @property
    def standing(self) -> Header | None:
        """The match begun or resumed last."""
        return self._header

    def resume(self, match_id: int) -> Header:
        """Resume a match: :meth:`append_all` adds to it from now on."""
        self._header = self.header(match_id)
        return self._header

    def matches(self, *, deleted: bool = False) -> tuple[Header, ...]:
        """Return all matches, in the order in which they began; ``deleted``: those marked as deleted instead.

        One whose header cannot be read is left out, and a warning says so.
        """
        is_marked = "IS NOT NULL" if deleted else "IS NULL"
        rows = self._file.read(f"{SELECT_HEADER} WHERE deleted_at {is_marked} ORDER BY id")
        return tuple(header for row in rows if (header := self._readable(row)) is not None)

    def header(self, match_id: int) -> Header:
        """Return the header of one match, deleted or not.  Raises :class:`StorageError` if there is no such match."""
        rows = self._file.read(f"{SELECT_HEADER} WHERE id = ?", (match_id,))
        if not rows:
            raise StorageError(f"journal {self._path}: there is no match {match_id}")
        return header_of(rows[0])

    def delete(self, match_id: int) -> Header:
        """Mark a match as deleted, for good in its epoch; :meth:`undelete` brings it back until :meth:`purge`."""
        with self._marking(match_id):
            self._file.database.execute("UPDATE matches SET deleted_at = ? WHERE id = ?", (self._now(), match_id))
            self._file.database.execute(KEEP_TOMBSTONE, (match_id,))
        return self.header(match_id)

    def undelete(self, match_id: int) -> Header:
        """Remove the mark of :meth:`delete`; the match begins a new epoch."""
        with self._marking(match_id):
            self._file.database.execute(BRING_BACK, (match_id,))
        return self.header(match_id)

    def tombstones(self) -> tuple[Tombstone, ...]:
        """Return what is left of every deletion, also of matches that were removed for good."""
        rows = self._file.read("SELECT uuid, epoch, deleted FROM tombstones ORDER BY deleted, uuid, epoch")
        return tuple(Tombstone(*row) for row in rows)

    def purge(self, marked_before: datetime | None = None) -> tuple[int, ...]:
        """Remove for good the matches marked as deleted before a time, by default all, and return which.

        Their entries, rolls, corrections and drills go with them.  Their content is overwritten in the file; only
        their :meth:`tombstones` stay.
        """
        limit = marked_before.astimezone(UTC).isoformat(timespec="seconds") if marked_before else None
        gone = tuple(
            header.id
            for header in self.matches(deleted=True)
            if limit is None or (header.deleted_at is not None and header.deleted_at < limit)
        )
        with self._file.storage("the deleted matches were not removed"):
            self._file.database.execute("PRAGMA secure_delete = ON")
            with self._file.transaction():
                for number in gone:
                    for table in ("entries", "draws", "start_corrections", "drills"):
                        self._file.database.execute(f"DELETE FROM {table} WHERE match_id = ?", (number,))
                    self._file.database.execute("DELETE FROM matches WHERE id = ?", (number,))
            self._file.database.execute("PRAGMA wal_checkpoint (TRUNCATE)")
        return gone

    # --- entries -----------------------------------------------------------------------------------

    def append(self, entry: Entry) -> None:
        """Add one entry; see :meth:`append_all`."""
        self.append_all((entry,))

    def append_all(self, entries: Sequence[Entry]) -> None:
        """Add the entries of one step to the match begun or resumed last: all are on disk when this returns, or none.

        An entry with a ``draw`` records that electronic roll and uses it.
        Raises :class:`StorageError` also if an entry's number does not follow the last one.
        """
        if not entries:
            return
        assert self._standing  # begun by now, even where that had to wait
        with self._file.storage(f"{named(entries)} not written"), self._file.transaction():
            for entry in entries:
                self._add(self._standing, entry)
        assert self._header is not None
        self._file.written.wrote(self._header.uuid, self._header.epoch, entries[-1].n)
        if any(entry.event in _CHECKPOINTS for entry in entries):
            self._file.checkpoint()

    def mark_clock(self, mark: ClockMark) -> None:
        """Keep the clock of the current match after its newest entry; on disk at the return.

        It replaces the mark before it.  Nothing is kept while the match has no number, or where the disk fails: the
        next entry, which has the clock too, says so.
        """
        if self._header is not None and self._header.id and not self._shared:
            self._clock_marks.wrote(self._header.uuid, self._header.epoch, mark)

    def clock_mark(self, match_id: int) -> ClockMark | None:
        """Return how the clock of a match stood last, if it was kept since its newest entry."""
        header = self.header(match_id)
        mark = self._clock_marks.read(header.uuid, header.epoch)
        ((last,),) = self._file.read(SELECT_LAST, (match_id,))
        return mark if mark is not None and mark.n == last else None

    def holds(self, entries: Sequence[Entry]) -> bool:
        """Return whether exactly these entries are on record already, in the match begun or resumed last."""
        first, last = entries[0].n, entries[-1].n
        rows = self._file.read(SELECT_SOME, (self._standing, first, last))
        return [entry_values(entry_of(row)) for row in rows] == [entry_values(entry) for entry in entries]

    def entries(self, match_id: int) -> tuple[Entry, ...]:
        """Return all entries of a match, in order, as they were appended."""
        return tuple(entry_of(row) for row in self._file.read(SELECT_ENTRIES, (match_id,)))

    def rows(self, match_id: int) -> tuple[Row, ...]:
        """Return all entries of a match as values for JSON, in order, as stored; see :func:`row_of_entry`.

        Values of another version of the program stay as they are.
        """
        return tuple(row_of(row) for row in self._file.read(SELECT_ENTRIES, (match_id,)))

    def scoring(self) -> Mapping[int, tuple[Entry, ...]]:
        """Return what decides the scores of all matches, by match, in order; quicker than to read their entries."""
        found: dict[int, list[Entry]] = {}
        for number, *row in self._file.read(SELECT_SCORING):
            found.setdefault(number, []).append(scoring_entry(*row))
        return {number: tuple(entries) for number, entries in found.items()}

    def helped(self) -> Collection[tuple[int, str]]:
        """Return in which match the coach helped which side; :func:`companion.record.helping.helped` counts how often.

        A side is given as its value.
        """
        return frozenset(self._file.read(SELECT_HELPED))

    def lengths(self) -> Mapping[int, int]:
        """Return the number of entries of each match, without those that have none."""
        return dict(self._file.read("SELECT match_id, max(n) FROM entries GROUP BY match_id"))

    def changes(self) -> int:
        """Return a number that is another one once another connection has written: there is something to read anew."""
        ((version,),) = self._file.read("PRAGMA data_version")
        return int(version)

    def missing_entries(self) -> tuple[Missing, ...]:
        """Return which entries of all matches were lost, as far as that is known."""
        with self._file.storage("cannot be read"):
            return missing_in(self._file.database, self._path)

    def begun(self) -> frozenset[int]:
        """Return the numbers of the matches in which more has happened than that they were set up."""
        rows = self._file.read(SELECT_BEGUN, (*(kind.value for kind in SET_UP), ROLL_OFF))
        return frozenset(number for (number,) in rows)

    def written_last(self) -> tuple[int, ...]:
        """Return the numbers of the matches that have entries, the one that was written last at the end."""
        rows = self._file.read(SELECT_IN_TURN)
        return tuple(number for (number,) in rows)

    # --- electronic dice ---------------------------------------------------------------------------

    def draw(self, first: int, second: int) -> int:
        """Write an electronic roll of the current match before anybody sees it; return its number."""
        values = (self._now(), self._standing, first, second)
        with self._file.storage("the roll was not written"), self._file.transaction():
            added = self._file.database.execute(
                "INSERT INTO draws (drawn, match_id, first, second) VALUES (?, ?, ?, ?)", values
            )
        assert added.lastrowid is not None
        return added.lastrowid

    def unused_draw(self) -> Draw | None:
        """Return the roll that was drawn for the current match and not used by any entry: it comes before any other."""
        rows = self._file.read(SELECT_UNUSED, (self._standing,))
        return Draw(*rows[0]) if rows else None

    def draws(self, match_id: int | None = None) -> tuple[Draw, ...]:
        """Return the log of electronic rolls in the order in which they were drawn, of one match or of all."""
        rows = self._file.read(SELECT_DRAWS, (match_id, match_id))
        return tuple(draw_of(row) for row in rows)

    # --- opening and closing -----------------------------------------------------------------------

    def reopen(self, entries: Sequence[Entry] = ()) -> None:
        """Open the database again if it was found damaged, and restore what the current match has lost.

        ``entries``: all that were appended to it so far.
        """
        with self._file.storage("cannot be opened again"):
            self._file.reopen()
            if self._header is not None and self._header.id:
                self._put_back(self._header, entries)

    def close(self) -> None:
        self._clock_marks.close()
        self._file.close()

    # --- inside ------------------------------------------------------------------------------------

    @property
    def _standing(self) -> int:
        assert self._header is not None, "begin or resume a match first"
        if not self._header.id:
            self._begin()
        return self._header.id

    def _begin(self) -> None:
        assert self._header is not None
        header = self._header
        with self._file.storage("the new match was not written"), self._file.transaction():
            database = self._file.database
            doubtful = self._machine.is_doubtful(header.began, last_sure_start(database))
            boot = boot_number(database, self._machine.boot_id(), self._now())
            number = database.execute(INSERT_MATCH, (*header_values(header), boot, doubtful)).lastrowid
        assert number is not None
        self._header = self.header(number)
        self._file.checkpoint()

    def _put_back(self, header: Header, entries: Sequence[Entry]) -> None:
        with self._file.transaction():
            again = (header.clock_doubtful, header.id, header.uuid, header.epoch + 1)
            self._file.database.execute(PUT_BACK_MATCH, (*header_values(header), *again))
            (last,) = self._file.database.execute(SELECT_LAST, (header.id,)).fetchone()
            for entry in entries:
                if entry.n > last:
                    self._put_back_draw(entry)
                    self._add(header.id, entry)
        self._header = self.header(header.id)

    def _put_back_draw(self, entry: Entry) -> None:
        if entry.draw is not None and entry.dice:
            values = (entry.draw, self._now(), self._standing, *entry.dice)
            self._file.database.execute(
                "INSERT OR IGNORE INTO draws (id, drawn, match_id, first, second) VALUES (?, ?, ?, ?, ?)", values
            )

    def _add(self, match: int, entry: Entry) -> None:
        values = line(entry) | {"dice": json.dumps(entry.dice) if entry.dice else None}
        details = details_text(entry)
        added = self._file.database.execute(INSERT_ENTRY, (match, *values.values(), details, entry.n, match))
        if added.rowcount != 1:
            raise StorageError(f"journal {self._path}: entry {entry.n} does not follow the last one of its match")
        if entry.draw is None:
            return
        if self._file.database.execute(USE_DRAW, (entry.n, entry.draw, match)).rowcount != 1:
            missing = f"there is no unused roll {entry.draw} in its match"
            raise StorageError(f"journal {self._path}: entry {entry.n}: {missing}")

    @contextmanager
    def _marking(self, match_id: int) -> Iterator[None]:
        self.header(match_id)
        with self._file.storage(f"match {match_id} was not marked"), self._file.transaction():
            yield

    def _now(self) -> str:
        return self._machine.now().astimezone(UTC).isoformat(timespec="milliseconds")

    def _readable(self, row: tuple[object, ...]) -> Header | None:
        try:
            return header_of(row)
        except InputError as error:
            log.warning("journal %s: %s", self._path, error)
            return None
