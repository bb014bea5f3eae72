"""The journal: every event of every match, in one SQLite database.

Once :meth:`Journal.append_all` has returned, its entries are on disk: killing the process or pulling
the plug at any moment loses none of them.  Entries and electronic rolls are only ever added.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from companion.errors import InputError, StorageError
from companion.record.alone import alone_with
from companion.record.clock_mark import ClockMark, ClockMarks
from companion.record.dice_log import Draw
from companion.record.entries import SET_UP, Entry, Kind
from companion.record.exchange import FILE_NAME, recover
from companion.record.header import Header, Mode, Tombstone
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
    SELECT_SURE_START,
    SELECT_UNUSED,
    USE_DRAW,
    details_text,
    draw_of,
    entry_of,
    entry_values,
    header_of,
    header_values,
    named,
    row_of,
    scoring_entry,
)
from companion.record.lines import Row, line
from companion.record.machine import Machine
from companion.record.migrations import SCHEMA, NewerSchemaError, migrate, refuse_newer
from companion.record.missing import Missing, WrittenCount, gaps_in, missing_in
from companion.record.salvage import is_damage, salvaged
from companion.record.strangers import refuse_foreign

__all__ = ["FILE_NAME", "SCHEMA", "Header", "Journal", "Mode", "default_data_dir"]

log = logging.getLogger(__name__)

_CHECKPOINTS: Final = frozenset({Kind.PLAY, Kind.STOOD, Kind.CORRECTED, Kind.GAME_OVER, Kind.MATCH_OVER})
"""The kinds of entries that end a turn: damaged bytes of the write-ahead log cost what was written since."""
_CHECKED_UP_TO: Final = 32 * 2**20  # bytes: as much as one second checks, at each opening

Connect = Callable[[Path, float], sqlite3.Connection]


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


def connected(path: Path, patience_s: float) -> sqlite3.Connection:
    """Open a connection that waits ``patience_s`` for another process to finish writing."""
    return sqlite3.connect(path, timeout=patience_s, isolation_level=None)


class Journal:
    """All matches of one data folder; a context manager.

    Raises :class:`StorageError`, naming the file and the cause, wherever the disk fails;
    what was written before stays.  Only the thread that made it may use it.

    A journal of an older companion is migrated to the present tables, and a copy of it kept beside it.  A
    damaged one is moved aside, and its readable part is copied into the new one; :attr:`notice` says so.
    ``patience_s``: how long another process may be writing.  ``connect``: opens the database.
    ``goes_on``: if the folder cannot be written when the journal is opened or a match begun, that is no
    error yet; the first :meth:`append_all` or :meth:`draw` that succeeds does both.
    ``beside``: another journal of this program has the folder open, so this one checks, migrates and moves
    nothing; it only reads, and marks matches as deleted.
    ``attends``: this program uses the folder alone (:mod:`companion.record.alone`); any other moves a damaged journal
    aside only while no companion runs.
    """

    def __init__(
        self,
        folder: Path,
        *,
        machine: Machine | None = None,
        patience_s: float = 5.0,
        connect: Connect = connected,
        goes_on: bool = False,
        beside: bool = False,
        attends: bool = False,
    ) -> None:
        self._beside: Final = beside
        self._attends: Final = attends
        self._path: Final = folder / FILE_NAME
        self._machine: Final = machine or Machine()
        self._patience_s: Final = patience_s
        self._connect: Final = connect
        self._goes_on: Final = goes_on
        self._header: Header | None = None
        self._connection: sqlite3.Connection | None = None
        self._is_closed = False
        self._is_hurried = False
        self._was_salvaged = False
        self._written: Final = WrittenCount(self._path)
        self._clock_marks: Final = ClockMarks(self._path)
        self.missing: tuple[Missing, ...] = ()
        """The entries that were found missing when it was opened."""
        self.is_damaged = False
        """Whether the database was found damaged since it was opened; :meth:`reopen` repairs that."""
        self.notice: str | None = None
        """What a person has to know about the opening: the journal was damaged, or has been migrated."""
        try:
            self._open()
        except StorageError as error:
            if not goes_on or isinstance(error, NewerSchemaError):
                raise

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
        """Write a match that was not played here, as a whole: all of it is on disk when this returns, or nothing.

        Return it with its number.  ``header.imported`` says where it comes from; when it began counts as doubtful.
        """
        assert header.imported is not None
        assert entries
        with self._storage(f"journal {self._path}: the imported match was not written"), self._transaction():
            values = (*header_values(header), None, True)
            number = self._database.execute(INSERT_MATCH, values).lastrowid
            assert number is not None
            for entry in entries:
                self._add(number, entry)
        self._checkpoint()
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
        with self._storage(f"journal {self._path}: cannot be read"):
            rows = self._database.execute(f"{SELECT_HEADER} WHERE deleted_at {is_marked} ORDER BY id").fetchall()
        return tuple(header for row in rows if (header := self._readable(row)) is not None)

    def header(self, match_id: int) -> Header:
        """Return the header of one match, deleted or not.  Raises :class:`StorageError` if there is no such match."""
        with self._storage(f"journal {self._path}: cannot be read"):
            row = self._database.execute(f"{SELECT_HEADER} WHERE id = ?", (match_id,)).fetchone()
        if row is None:
            raise StorageError(f"journal {self._path}: there is no match {match_id}")
        return header_of(row)

    def correct_start(self, match_id: int, started: datetime) -> Header:
        """Correct when a match began; the time first written is kept."""
        self.header(match_id)
        values = (match_id, started.isoformat(timespec="seconds"), self._now())
        with self._storage(f"journal {self._path}: the start of match {match_id} was not corrected"):
            self._database.execute(
                "INSERT INTO start_corrections (match_id, started, corrected_at) VALUES (?, ?, ?)", values
            )
        return self.header(match_id)

    def delete(self, match_id: int) -> Header:
        """Mark a match as deleted, for good in its epoch; :meth:`undelete` brings it back until :meth:`purge`."""
        with self._marking(match_id):
            self._database.execute("UPDATE matches SET deleted_at = ? WHERE id = ?", (self._now(), match_id))
            self._database.execute(KEEP_TOMBSTONE, (match_id,))
        return self.header(match_id)

    def undelete(self, match_id: int) -> Header:
        """Remove the mark of :meth:`delete`; the match begins a new epoch."""
        with self._marking(match_id):
            self._database.execute(BRING_BACK, (match_id,))
        return self.header(match_id)

    def tombstones(self) -> tuple[Tombstone, ...]:
        """Return what is left of every deletion, also of matches that were removed for good."""
        with self._storage(f"journal {self._path}: cannot be read"):
            rows = self._database.execute("SELECT uuid, epoch, deleted FROM tombstones ORDER BY deleted, uuid, epoch")
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
        with self._storage(f"journal {self._path}: the deleted matches were not removed"):
            self._database.execute("PRAGMA secure_delete = ON")
            with self._transaction():
                for number in gone:
                    for table in ("entries", "draws", "start_corrections", "drills"):
                        self._database.execute(f"DELETE FROM {table} WHERE match_id = ?", (number,))
                    self._database.execute("DELETE FROM matches WHERE id = ?", (number,))
            self._database.execute("PRAGMA wal_checkpoint (TRUNCATE)")
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
        with self._storage(f"journal {self._path}: {named(entries)} not written"), self._transaction():
            for entry in entries:
                self._add(self._standing, entry)
        assert self._header is not None
        self._written.wrote(self._header.uuid, self._header.epoch, entries[-1].n)
        if any(entry.event in _CHECKPOINTS for entry in entries):
            self._checkpoint()

    def mark_clock(self, mark: ClockMark) -> None:
        """Keep how the clock of the match begun or resumed last stands after its newest entry; on disk at the return.

        It takes the place of the mark before it.  Nothing is kept while the match has no number, or where the disk
        fails: the next entry, which has the clock too, says so.
        """
        if self._header is not None and self._header.id and not self._beside:
            self._clock_marks.wrote(self._header.uuid, self._header.epoch, mark)

    def clock_mark(self, match_id: int) -> ClockMark | None:
        """Return how the clock of a match stood last, if it was kept since its newest entry."""
        header = self.header(match_id)
        mark = self._clock_marks.read(header.uuid, header.epoch)
        with self._storage(f"journal {self._path}: cannot be read"):
            (last,) = self._database.execute(SELECT_LAST, (match_id,)).fetchone()
        return mark if mark is not None and mark.n == last else None

    def holds(self, entries: Sequence[Entry]) -> bool:
        """Return whether exactly these entries are on record already, in the match begun or resumed last."""
        first, last = entries[0].n, entries[-1].n
        with self._storage(f"journal {self._path}: cannot be read"):
            rows = self._database.execute(SELECT_SOME, (self._standing, first, last)).fetchall()
        return [entry_values(entry_of(row)) for row in rows] == [entry_values(entry) for entry in entries]

    def entries(self, match_id: int) -> tuple[Entry, ...]:
        """Return all entries of a match, in order, as they were appended."""
        with self._storage(f"journal {self._path}: cannot be read"):
            rows = self._database.execute(SELECT_ENTRIES, (match_id,)).fetchall()
        return tuple(entry_of(row) for row in rows)

    def rows(self, match_id: int) -> tuple[Row, ...]:
        """Return all entries of a match as values for JSON, in order, as they are stored; see :func:`row_of_entry`.

        What another version of the program has written is not read here, and so stays as it is.
        """
        with self._storage(f"journal {self._path}: cannot be read"):
            found = self._database.execute(SELECT_ENTRIES, (match_id,)).fetchall()
        return tuple(row_of(row) for row in found)

    def scoring(self) -> Mapping[int, tuple[Entry, ...]]:
        """Return what decides the scores of all matches, by match, in order; quicker than to read their entries."""
        found: dict[int, list[Entry]] = {}
        with self._storage(f"journal {self._path}: cannot be read"):
            for number, *row in self._database.execute(SELECT_SCORING):
                found.setdefault(number, []).append(scoring_entry(*row))
        return {number: tuple(entries) for number, entries in found.items()}

    def helped(self) -> Collection[tuple[int, str]]:
        """Return in which match the coach helped which side; :func:`companion.record.helping.helped` counts how often.

        A side is given as its value.
        """
        with self._storage(f"journal {self._path}: cannot be read"):
            return frozenset(self._database.execute(SELECT_HELPED).fetchall())

    def lengths(self) -> Mapping[int, int]:
        """Return the number of entries of each match, without those that have none."""
        with self._storage(f"journal {self._path}: cannot be read"):
            return dict(self._database.execute("SELECT match_id, max(n) FROM entries GROUP BY match_id").fetchall())

    def missing_entries(self) -> tuple[Missing, ...]:
        """Return which entries of all matches were lost, as far as that is known."""
        with self._storage(f"journal {self._path}: cannot be read"):
            return missing_in(self._database, self._path)

    def begun(self) -> frozenset[int]:
        """Return the numbers of the matches in which more has happened than that they were set up."""
        with self._storage(f"journal {self._path}: cannot be read"):
            values = (*(kind.value for kind in SET_UP), ROLL_OFF)
            rows = self._database.execute(SELECT_BEGUN, values).fetchall()
        return frozenset(number for (number,) in rows)

    def written_last(self) -> tuple[int, ...]:
        """Return the numbers of the matches that have entries, the one that was written last at the end."""
        with self._storage(f"journal {self._path}: cannot be read"):
            rows = self._database.execute(SELECT_IN_TURN).fetchall()
        return tuple(number for (number,) in rows)

    # --- electronic dice ---------------------------------------------------------------------------

    def draw(self, first: int, second: int) -> int:
        """Write an electronic roll of the current match before anybody sees it; return its number."""
        values = (self._now(), self._standing, first, second)
        with self._storage(f"journal {self._path}: the roll was not written"), self._transaction():
            added = self._database.execute(
                "INSERT INTO draws (drawn, match_id, first, second) VALUES (?, ?, ?, ?)", values
            )
        assert added.lastrowid is not None
        return added.lastrowid

    def unused_draw(self) -> Draw | None:
        """Return the roll that was drawn for the current match and not used by any entry: it comes before any other."""
        with self._storage(f"journal {self._path}: cannot be read"):
            row = self._database.execute(SELECT_UNUSED, (self._standing,)).fetchone()
        return Draw(*row) if row else None

    def draws(self, match_id: int | None = None) -> tuple[Draw, ...]:
        """Return the log of electronic rolls in the order in which they were drawn, of one match or of all."""
        with self._storage(f"journal {self._path}: cannot be read"):
            rows = self._database.execute(SELECT_DRAWS, (match_id, match_id)).fetchall()
        return tuple(draw_of(row) for row in rows)

    # --- opening and closing -----------------------------------------------------------------------

    def reopen(self, entries: Sequence[Entry] = ()) -> None:
        """Open the database again if it was found damaged, and restore what the current match has lost.

        ``entries``: all that were appended to it so far.
        """
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        with self._storage(f"journal {self._path}: cannot be opened again"):
            self._connection = self._opened()
            self.is_damaged = False
            if self._header is not None and self._header.id:
                self._put_back(self._header, entries)

    def close(self) -> None:
        self._is_closed = True
        self._written.close()
        self._clock_marks.close()
        if self._connection is not None:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --- inside ------------------------------------------------------------------------------------

    @property
    def _database(self) -> sqlite3.Connection:
        if self._connection is None and not self._is_closed:
            self._open()
        assert self._connection is not None
        return self._connection

    @property
    def _standing(self) -> int:
        assert self._header is not None, "begin or resume a match first"
        if not self._header.id:
            self._begin()
        return self._header.id

    def _open(self) -> None:
        with self._storage(f"journal {self._path}: cannot be opened, expected a writable folder"):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            recover(self._path.parent)
            self._connection = self._opened()
            if not self._beside:
                self._look_for_missing()

    def _look_for_missing(self) -> None:
        database = self._database
        found = self._written.look(database, salvaged=self._was_salvaged)
        if self._path.stat().st_size <= _CHECKED_UP_TO:
            found += gaps_in(database)
        self.missing = found
        for one in found:
            log.warning("journal %s: %s", self._path, one.sentence())

    def _begin(self) -> None:
        assert self._header is not None
        header = self._header
        with self._storage(f"journal {self._path}: the new match was not written"), self._transaction():
            doubtful = self._machine.is_doubtful(header.began, self._last_sure_start())
            values = (*header_values(header), self._boot(), doubtful)
            number = self._database.execute(INSERT_MATCH, values).lastrowid
        assert number is not None
        self._header = self.header(number)
        self._checkpoint()

    def _opened(self) -> sqlite3.Connection:
        if self._beside:
            return self._connect(self._path, self._patience_s)
        try:
            return self._prepared()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if not is_damage(error):
                raise
        with nullcontext() if self._attends else alone_with(self._path.parent):
            self.notice = salvaged(self._path)
        self._was_salvaged = True
        log.warning("%s", self.notice)
        return self._prepared()

    def _prepared(self) -> sqlite3.Connection:
        questioned = self._was_left_open() or (self._path.exists() and self._path.stat().st_size <= _CHECKED_UP_TO)
        database = self._connect(self._path, self._patience_s)
        try:
            refuse_newer(database, self._path)
            # FULL, because with NORMAL the last commits are lost when the power fails.
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("PRAGMA trusted_schema = OFF")
            refuse_foreign(database)
            if questioned:
                _check(database)
            kept = migrate(database, self._path)
        except BaseException:
            database.close()
            raise
        if kept is not None:
            self.notice = f"journal {self._path}: of an older companion, kept as {kept.name}, and brought up to date"
            log.info("%s", self.notice)
        return database

    def _was_left_open(self) -> bool:
        """Whether the power failed, or another process has it open: an orderly end leaves no such file."""
        return self._path.with_name(f"{self._path.name}-wal").exists()

    def _put_back(self, header: Header, entries: Sequence[Entry]) -> None:
        with self._transaction():
            again = (header.clock_doubtful, header.id, header.uuid, header.epoch + 1)
            self._database.execute(PUT_BACK_MATCH, (*header_values(header), *again))
            (last,) = self._database.execute(SELECT_LAST, (header.id,)).fetchone()
            for entry in entries:
                if entry.n > last:
                    self._put_back_draw(entry)
                    self._add(header.id, entry)
        self._header = self.header(header.id)

    def _put_back_draw(self, entry: Entry) -> None:
        if entry.draw is not None and entry.dice:
            values = (entry.draw, self._now(), self._standing, *entry.dice)
            self._database.execute(
                "INSERT OR IGNORE INTO draws (id, drawn, match_id, first, second) VALUES (?, ?, ?, ?, ?)", values
            )

    def _add(self, match: int, entry: Entry) -> None:
        values = line(entry) | {"dice": json.dumps(entry.dice) if entry.dice else None}
        details = details_text(entry)
        added = self._database.execute(INSERT_ENTRY, (match, *values.values(), details, entry.n, match))
        if added.rowcount != 1:
            raise StorageError(f"journal {self._path}: entry {entry.n} does not follow the last one of its match")
        if entry.draw is not None:
            self._use(match, entry, entry.draw)

    def _use(self, match: int, entry: Entry, number: int) -> None:
        used = self._database.execute(USE_DRAW, (entry.n, number, match))
        if used.rowcount != 1:
            raise StorageError(f"journal {self._path}: entry {entry.n}: there is no unused roll {number} in its match")

    @contextmanager
    def _marking(self, match_id: int) -> Iterator[None]:
        self.header(match_id)
        with self._storage(f"journal {self._path}: match {match_id} was not marked"), self._transaction():
            yield

    def _boot(self) -> int:
        """The number of this start of the machine; a new one if the kernel's name for it is new."""
        kernel_id = self._machine.boot_id()
        row = self._database.execute("SELECT number, kernel_id FROM boots ORDER BY number DESC LIMIT 1").fetchone()
        if row is not None and row[1] == kernel_id:
            return int(row[0])
        added = self._database.execute(
            "INSERT INTO boots (kernel_id, first_seen) VALUES (?, ?)", (kernel_id, self._now())
        )
        assert added.lastrowid is not None
        return added.lastrowid

    def _last_sure_start(self) -> datetime | None:
        row = self._database.execute(SELECT_SURE_START).fetchone()
        try:
            sure = datetime.fromisoformat(row[0]) if row else None
        except (ValueError, TypeError):
            return None
        return sure if sure is not None and sure.tzinfo is not None else None

    def _now(self) -> str:
        return self._machine.now().astimezone(UTC).isoformat(timespec="milliseconds")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk has rolled it back already
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
            raise
        if self._is_hurried:
            self._hurry(False)

    def _checkpoint(self) -> None:
        """Write all that is in the write-ahead log into the database, and empty it, if nobody reads just now."""
        patience_ms = 0 if self._is_hurried else round(self._patience_s * 1000)
        with suppress(sqlite3.Error):  # it is on disk in the log all the same
            self._database.execute("PRAGMA busy_timeout = 0")
            try:
                self._database.execute("PRAGMA wal_checkpoint (TRUNCATE)").fetchone()
            finally:
                self._database.execute(f"PRAGMA busy_timeout = {patience_ms}")

    def _readable(self, row: tuple[object, ...]) -> Header | None:
        try:
            return header_of(row)
        except InputError as error:
            log.warning("journal %s: %s", self._path, error)
            return None

    @contextmanager
    def _storage(self, sentence: str) -> Iterator[None]:
        try:
            yield
        except StorageError:
            raise
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            self.is_damaged = self.is_damaged or is_damage(error)
            if _is_busy(error):
                self._hurry(True)
            cause = error.strerror if isinstance(error, OSError) else str(error)
            raise StorageError(f"{sentence} ({cause})") from error

    def _hurry(self, hurried: bool) -> None:
        # After waiting once for another process, a later attempt does not block a second time.
        self._is_hurried = hurried
        patience_ms = 0 if hurried else round(self._patience_s * 1000)
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.execute(f"PRAGMA busy_timeout = {patience_ms}")


def _check(database: sqlite3.Connection) -> None:
    (found,) = database.execute("PRAGMA quick_check (1)").fetchone()
    if found != "ok":
        damage = sqlite3.DatabaseError(found)
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage


def _is_busy(error: BaseException) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF == sqlite3.SQLITE_BUSY
