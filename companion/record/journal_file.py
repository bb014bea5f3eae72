"""The file of the journal: opened, checked, migrated, renamed if damaged, and written safely."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final

from companion.errors import StorageError
from companion.record.alone import alone_with
from companion.record.exchange import recover
from companion.record.migrations import migrate, refuse_newer
from companion.record.missing import Missing, WrittenCount, gaps_in
from companion.record.salvage import is_damage, salvaged
from companion.record.strangers import refuse_foreign

log = logging.getLogger(__name__)

_CHECKED_UP_TO: Final = 32 * 2**20  # bytes: as much as one second checks, at each opening

Connect = Callable[[Path, float], sqlite3.Connection]


def connected(path: Path, patience_s: float) -> sqlite3.Connection:
    """Open a connection that waits ``patience_s`` for another process to finish writing."""
    return sqlite3.connect(path, timeout=patience_s, isolation_level=None)


class JournalFile:
    """The database of a journal, opened at its first use; the arguments are those of :class:`.journal.Journal`."""

    def __init__(self, path: Path, *, patience_s: float, connect: Connect, shared: bool, exclusive: bool) -> None:
        self._path: Final = path
        self._patience_s: Final = patience_s
        self._connect: Final = connect
        self._shared: Final = shared
        self._exclusive: Final = exclusive
        self._connection: sqlite3.Connection | None = None
        self._is_closed = False
        self._is_hurried = False
        self._was_salvaged = False
        self.written: Final = WrittenCount(path)
        self.missing: tuple[Missing, ...] = ()
        self.is_damaged = False
        self.notice: str | None = None

    @property
    def database(self) -> sqlite3.Connection:
        """The connection.  Raises :class:`StorageError` if it cannot be opened."""
        if self._connection is None and not self._is_closed:
            self.open()
        assert self._connection is not None
        return self._connection

    def read(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows that a query finds."""
        with self.storage("cannot be read"):
            return self.database.execute(query, values).fetchall()

    def reopen(self) -> None:
        """Open the database again, and repair it if it is damaged."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._connection = self._opened()
        self.is_damaged = False

    def close(self) -> None:
        self._is_closed = True
        self.written.close()
        if self._connection is not None:
            self._connection.close()

    def open(self) -> None:
        """Open the database."""
        with self.storage("cannot be opened, expected a writable folder"):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            recover(self._path.parent)
            self._connection = self._opened()
            if not self._shared:
                self._look_for_missing()

    def _look_for_missing(self) -> None:
        database = self.database
        found = self.written.look(database, salvaged=self._was_salvaged)
        if self._path.stat().st_size <= _CHECKED_UP_TO:
            found += gaps_in(database)
        self.missing = found
        for one in found:
            log.warning("journal %s: %s", self._path, one.sentence())

    def _opened(self) -> sqlite3.Connection:
        if self._shared:
            return self._connect(self._path, self._patience_s)
        try:
            return self._prepared()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if not is_damage(error):
                raise
        with nullcontext() if self._exclusive else alone_with(self._path.parent):
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

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk has rolled it back already
                if self.database.in_transaction:
                    self.database.execute("ROLLBACK")
            raise
        if self._is_hurried:
            self._hurry(False)

    def checkpoint(self) -> None:
        """Write the write-ahead log into the database and empty it, unless there is a reader."""
        patience_ms = 0 if self._is_hurried else round(self._patience_s * 1000)
        with suppress(sqlite3.Error):  # it is on disk in the log all the same
            self.database.execute("PRAGMA busy_timeout = 0")
            try:
                self.database.execute("PRAGMA wal_checkpoint (TRUNCATE)").fetchone()
            finally:
                self.database.execute(f"PRAGMA busy_timeout = {patience_ms}")

    @contextmanager
    def storage(self, says: str) -> Iterator[None]:
        try:
            yield
        except StorageError:
            raise
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            self.is_damaged = self.is_damaged or is_damage(error)
            if _is_busy(error):
                self._hurry(True)
            cause = error.strerror if isinstance(error, OSError) else str(error)
            raise StorageError(f"journal {self._path}: {says} ({cause})") from error

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
