"""Simulates failing disks (full, read-only, locked by another process, broken) and damaged files."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final


class Disk:
    """Opens a journal's database on a disk that fails on demand."""

    def __init__(self) -> None:
        self.database: sqlite3.Connection | None = None
        self._failure: tuple[str, str, int] | None = None

    def connect(self, path: Path, patience_s: float) -> sqlite3.Connection:
        """Opens a journal's database."""
        disk = self

        class Failing(sqlite3.Connection):
            def execute(self, sql: str, parameters: object = (), /) -> sqlite3.Cursor:
                if disk._failure is not None and sql.lstrip().startswith(disk._failure[0]):
                    error = sqlite3.OperationalError(disk._failure[1])
                    error.sqlite_errorcode = disk._failure[2]
                    raise error
                return super().execute(sql, parameters)  # type: ignore[arg-type]

        self.database = sqlite3.connect(path, timeout=patience_s, isolation_level=None, factory=Failing)
        return self.database

    def fill(self) -> None:
        """No page more: the next that is needed fails as it does on a full disk."""
        (pages,) = self._answer("PRAGMA page_count").fetchone()
        self._answer(f"PRAGMA max_page_count = {pages}")

    def make_room(self) -> None:
        self._answer("PRAGMA max_page_count = 1000000")

    def lock_writing(self, *, locked: bool) -> None:
        """Forbid writing, as on a medium that was mounted read-only."""
        self._answer(f"PRAGMA query_only = {int(locked)}")

    def fail(self, statement: str, message: str, code: int) -> None:
        """Each statement that begins so fails with this error."""
        self._failure = (statement, message, code)

    def heal(self) -> None:
        self._failure = None

    def _answer(self, sql: str) -> sqlite3.Cursor:
        assert self.database is not None
        return self.database.execute(sql)


def full(disk: Disk, path: Path) -> Iterator[None]:
    del path
    disk.fill()
    yield
    disk.make_room()


def read_only(disk: Disk, path: Path) -> Iterator[None]:
    del path
    disk.lock_writing(locked=True)
    yield
    disk.lock_writing(locked=False)


def locked(disk: Disk, path: Path) -> Iterator[None]:
    del disk
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


def broken(disk: Disk, path: Path) -> Iterator[None]:
    del path
    disk.fail("COMMIT", "disk I/O error", sqlite3.SQLITE_IOERR)
    yield
    disk.heal()


def full_for_entries(disk: Disk, path: Path) -> Iterator[None]:
    del path
    disk.fail("INSERT INTO entries", "database or disk is full", sqlite3.SQLITE_FULL)
    yield
    disk.heal()


FAILURES: Final[Mapping[str, Callable[[Disk, Path], Iterator[None]]]] = {
    "full disk": full,
    "full disk with room for a roll": full_for_entries,
    "read-only disk": read_only,
    "locked by another process": locked,
    "broken disk": broken,
}
"""Ways in which the disk under a journal fails, for as long as a ``with`` statement lasts."""


def failing(name: str, disk: Disk, path: Path) -> AbstractContextManager[None]:
    """The disk fails in this way within the ``with`` statement, and is well again behind it."""
    return contextmanager(FAILURES[name])(disk, path)


def blanked(path: Path, page: int, size: int = 4096) -> None:
    """One page of a database is nothing but zeros, as after a sector was lost."""
    with path.open("r+b") as file:
        file.seek(page * size)
        file.write(bytes(size))
