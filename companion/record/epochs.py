"""Lets matches begin a new epoch: their entries were restored or written again, and may continue differently now.

Copies of a match know an entry by the UUID of the match, the epoch and the number.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion.record.migrations import version

FIRST_WITH_EPOCHS: Final = 5
"""The first version of the tables in which matches have UUIDs and epochs."""

_GROW: Final = """
UPDATE matches
SET epoch = 1 + max(epoch, coalesce((SELECT max(t.epoch) FROM tombstones t WHERE t.uuid = matches.uuid), 0))
"""
_KEEP_DELETED: Final = """
INSERT OR IGNORE INTO tombstones (uuid, epoch, deleted)
SELECT uuid, epoch, deleted_at FROM matches WHERE deleted_at IS NOT NULL
"""


def begin_epochs(database: sqlite3.Connection, *, former: Path | None = None) -> None:
    """Let every match begin a new epoch, later than any that this journal and the ``former`` one know of it.

    All tombstones of the former journal are kept.  It belongs into a transaction.
    """
    if former is not None:
        epochs, tombstones = _known(former)
        database.executemany("INSERT OR IGNORE INTO tombstones (uuid, epoch, deleted) VALUES (?, ?, ?)", tombstones)
        database.executemany("UPDATE matches SET epoch = max(epoch, ?) WHERE uuid = ?", epochs)
    database.execute(_GROW)
    database.execute(_KEEP_DELETED)


def begin_epochs_in(journal: Path, *, former: Path | None = None) -> None:
    """Do so in the file of a journal that is not open; nothing if its tables are older than epochs."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as database:
        if version(database) < FIRST_WITH_EPOCHS:
            return
        database.execute("BEGIN IMMEDIATE")
        begin_epochs(database, former=former)
        database.execute("COMMIT")


def _known(journal: Path) -> tuple[list[tuple[int, str]], list[tuple[str, int, str]]]:
    """The epoch of each match of a journal, and its tombstones, as far as it has any and can be read."""
    epochs: list[tuple[int, str]] = []
    tombstones: list[tuple[str, int, str]] = []
    with (
        suppress(sqlite3.Error, UnicodeDecodeError),
        closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as database,
    ):
        if version(database) >= FIRST_WITH_EPOCHS:
            tombstones += database.execute("SELECT uuid, epoch, deleted FROM tombstones")
            epochs += database.execute("SELECT epoch, uuid FROM matches")
    return epochs, tombstones
