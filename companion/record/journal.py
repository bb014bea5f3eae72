"""The journal: everything that happened in every match, in one SQLite database.

What :meth:`Journal.append` has returned from is on disk: killing the process or pulling
the plug at any moment loses nothing of it.  Entries are only ever added.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from companion.errors import StorageError
from companion.events import Entry
from companion.record.lines import KEYS, entry_from_line, line

SCHEMA: Final = 1
FILE_NAME: Final = "journal.sqlite3"


class Mode(Enum):
    """How a match is attended: with judgement, quietly, or with help."""

    REFEREED = "refereed"
    RECORDED = "recorded"
    TRAINING = "training"


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a match before its first entry.

    ``started``: ISO 8601 with the offset from UTC.  ``names`` as (light, dark).  ``length`` 0 = money play.
    """

    id: int
    started: str
    names: tuple[str, str] = ("Light", "Dark")
    length: int = 0
    mode: Mode = Mode.REFEREED
    rules: str = "tournament"


def default_data_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """Where matches and calibrations are kept: ``COMPANION_DATA``, else ``companion`` in the user's data folder.

    >>> default_data_dir({"HOME": "/home/pi"}).as_posix()
    '/home/pi/.local/share/companion'
    """
    if chosen := environ.get("COMPANION_DATA"):
        return Path(chosen)
    # The XDG specification tells to ignore a relative folder.
    shared = Path(environ.get("XDG_DATA_HOME") or "")
    home = Path(environ.get("HOME") or Path.home())
    return (shared if shared.is_absolute() else home / ".local" / "share") / "companion"


class Journal:
    """All matches of one data folder; a context manager.

    Raises :class:`StorageError`, naming the file and the cause, wherever the disk does not
    follow; what had been written before stays.  To be used from the thread that made it.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._match: int | None = None
        with self._storage(f"journal {self._path}: cannot be opened, expected a writable folder"):
            folder.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(self._path, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def begin(
        self,
        *,
        names: tuple[str, str] = ("Light", "Dark"),
        length: int = 0,
        mode: Mode = Mode.REFEREED,
        rules: str = "tournament",
        started: datetime | None = None,
    ) -> Header:
        """Write down a new match, to which :meth:`append` adds from now on."""
        when = (started or datetime.now(UTC)).isoformat(timespec="seconds")
        values = (when, *names, length, mode.value, rules)
        with self._storage(f"journal {self._path}: the new match was not written"):
            cursor = self._database.execute(
                "INSERT INTO matches (started, light, dark, length, mode, rules) VALUES (?, ?, ?, ?, ?, ?)", values
            )
        assert cursor.lastrowid is not None
        self._match = cursor.lastrowid
        return Header(cursor.lastrowid, when, names, length, mode, rules)

    def resume(self, match_id: int) -> Header:
        """Go on with a match: :meth:`append` adds to it from now on."""
        header = self.header(match_id)
        self._match = header.id
        return header

    def append(self, entry: Entry) -> None:
        """Add an entry to the match begun or resumed last; it is on disk when this returns.

        Raises :class:`StorageError` also where the entry's number does not follow the last one.
        """
        assert self._match is not None, "begin or resume a match first"
        values = line(entry) | {"dice": json.dumps(entry.dice) if entry.dice else None}
        details = json.dumps(dict(entry.details)) if entry.details is not None else None
        with self._storage(f"journal {self._path}: entry {entry.n} was not written"):
            added = self._database.execute(_INSERT, (self._match, *values.values(), details, entry.n, self._match))
        if added.rowcount != 1:
            raise StorageError(f"journal {self._path}: entry {entry.n} does not follow the last one of its match")

    def matches(self) -> tuple[Header, ...]:
        """All matches, in the order in which they began."""
        with self._storage(f"journal {self._path}: cannot be read"):
            rows = self._database.execute(f"{_SELECT_HEADER} ORDER BY id").fetchall()
        return tuple(_header(row) for row in rows)

    def header(self, match_id: int) -> Header:
        """One match.  Raises :class:`StorageError` where there is no such match."""
        with self._storage(f"journal {self._path}: cannot be read"):
            row = self._database.execute(f"{_SELECT_HEADER} WHERE id = ?", (match_id,)).fetchone()
        if row is None:
            raise StorageError(f"journal {self._path}: there is no match {match_id}")
        return _header(row)

    def entries(self, match_id: int) -> tuple[Entry, ...]:
        """All entries of a match, in order, as they were appended (``details`` as JSON gives them back)."""
        with self._storage(f"journal {self._path}: cannot be read"):
            rows = self._database.execute(_SELECT_ENTRIES, (match_id,)).fetchall()
        return tuple(_entry(row) for row in rows)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _prepare(self) -> None:
        # FULL, because with NORMAL the last commits are lost when the power goes.
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("PRAGMA foreign_keys = ON")
        (found,) = self._database.execute("PRAGMA user_version").fetchone()
        if found > SCHEMA:
            raise StorageError(
                f"journal {self._path}: written by a newer companion (schema {found}), this one knows up to {SCHEMA}"
            )
        if found == 0:
            self._database.executescript(_TABLES)

    @contextmanager
    def _storage(self, sentence: str) -> Iterator[None]:
        try:
            yield
        except StorageError:
            raise
        except (sqlite3.Error, OSError) as error:
            cause = error.strerror if isinstance(error, OSError) else str(error)
            raise StorageError(f"{sentence} ({cause})") from error


_TABLES: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started TEXT NOT NULL,
    light TEXT NOT NULL,
    dark TEXT NOT NULL,
    length INTEGER NOT NULL CHECK (length >= 0),
    mode TEXT NOT NULL,
    rules TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS entries (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    n INTEGER NOT NULL,
    t REAL NOT NULL,
    frame INTEGER,
    event TEXT NOT NULL,
    side TEXT,
    dice TEXT,
    play TEXT,
    position TEXT,
    reason TEXT,
    confidence REAL,
    margin REAL,
    latency_ms REAL,
    details TEXT,
    PRIMARY KEY (match_id, n)
);
CREATE TRIGGER IF NOT EXISTS entries_are_only_added BEFORE UPDATE ON entries
BEGIN SELECT RAISE (ABORT, 'entries are only added, never changed'); END;
PRAGMA user_version = {SCHEMA};
COMMIT;
"""

_SELECT_HEADER: Final = "SELECT id, started, light, dark, length, mode, rules FROM matches"
_SELECT_ENTRIES: Final = f"SELECT {', '.join(KEYS)}, details FROM entries WHERE match_id = ? ORDER BY n"

# The number is checked in the same statement, so that no other process can come in between.
_INSERT: Final = f"""
INSERT INTO entries (match_id, {", ".join(KEYS)}, details)
SELECT {", ".join("?" * (len(KEYS) + 2))}
WHERE ? = 1 + (SELECT coalesce(max(n), 0) FROM entries WHERE match_id = ?)
"""


def _header(row: tuple[int, str, str, str, int, str, str]) -> Header:
    number, started, light, dark, length, mode, rules = row
    return Header(number, started, (light, dark), length, Mode(mode), rules)


def _entry(row: tuple[object, ...]) -> Entry:
    values = dict(zip((*KEYS, "details"), row, strict=True))
    dice, details = values["dice"], values.pop("details")
    return entry_from_line(
        values | {"dice": json.loads(str(dice)) if dice else None},
        json.loads(str(details)) if details is not None else None,
    )
