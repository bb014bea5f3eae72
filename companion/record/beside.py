"""What is kept in the file of a journal beside its matches: backed up, restored and salvaged with them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Final

from companion.closing import Closes
from companion.errors import StorageError
from companion.record.journal import FILE_NAME, Journal
from companion.record.journal_file import connected

_PATIENCE_S: Final = 5.0


class BesideMatches(Closes):
    """A connection to the file of a journal; a context manager for the thread that made it.

    ``shared``: another journal of this program has the folder open, and has migrated it.  Raises :class:`StorageError`
    wherever the disk fails.
    """

    _troubles: ClassVar[tuple[type[Exception], ...]] = (sqlite3.Error, OSError)

    def __init__(self, data_dir: Path, *, shared: bool = False) -> None:
        self._path: Final = data_dir / FILE_NAME
        if not shared or not self._path.exists():
            Journal(data_dir).close()
        with self._storage("cannot be opened"):
            self._database: Final = connected(self._path, _PATIENCE_S)
            self._database.execute("PRAGMA synchronous = FULL")
            self._database.execute("PRAGMA foreign_keys = ON")

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def _storage(self, sentence: str) -> Iterator[None]:
        try:
            yield
        except self._troubles as error:
            raise StorageError(f"journal {self._path}: {sentence} ({error})") from error
