"""Migrates the tables of the journal: each step leads from one version to the next.

A new journal goes through all steps, so that it has the same tables as a migrated old one.
A step that has been released is never changed; what is new is a new step.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.errors import StorageError
from companion.record.saving import sync

_ENTRIES_AND_MATCHES: Final = (
    """
    CREATE TABLE IF NOT EXISTS matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started TEXT NOT NULL,
        light TEXT NOT NULL,
        dark TEXT NOT NULL,
        length INTEGER NOT NULL CHECK (length >= 0),
        mode TEXT NOT NULL,
        rules TEXT NOT NULL
    )
    """,
    """
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
    )
    """,
    """
    CREATE TRIGGER IF NOT EXISTS entries_are_only_added BEFORE UPDATE ON entries
    BEGIN SELECT RAISE (ABORT, 'entries are only added, never changed'); END
    """,
)

_TIME_TERMS_AND_DICE: Final = (
    """
    CREATE TABLE boots (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        kernel_id TEXT NOT NULL,
        first_seen TEXT NOT NULL
    )
    """,
    "ALTER TABLE matches ADD COLUMN boot INTEGER REFERENCES boots (number)",
    "ALTER TABLE matches ADD COLUMN clock_doubtful INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE matches ADD COLUMN terms TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE matches ADD COLUMN deleted_at TEXT",
    """
    CREATE TABLE start_corrections (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        match_id INTEGER NOT NULL REFERENCES matches (id),
        started TEXT NOT NULL,
        corrected_at TEXT NOT NULL
    )
    """,
    "CREATE INDEX start_corrections_of_a_match ON start_corrections (match_id, id)",
    """
    CREATE TABLE draws (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        drawn TEXT NOT NULL,
        match_id INTEGER NOT NULL REFERENCES matches (id),
        first INTEGER NOT NULL CHECK (first BETWEEN 1 AND 6),
        second INTEGER NOT NULL CHECK (second BETWEEN 1 AND 6),
        entry_n INTEGER
    )
    """,
    "CREATE INDEX draws_of_a_match ON draws (match_id, id)",
    """
    CREATE VIEW headers AS
    SELECT
        id,
        coalesce(corrected, began) AS started,
        light, dark, length, mode, rules, boot,
        clock_doubtful AND corrected IS NULL AS clock_doubtful,
        terms, deleted_at,
        CASE WHEN corrected IS NOT NULL THEN began END AS first_started
    FROM (
        SELECT *, started AS began,
            (SELECT c.started FROM start_corrections c WHERE c.match_id = m.id ORDER BY c.id DESC LIMIT 1) AS corrected
        FROM matches m
    )
    """,
    """
    CREATE TRIGGER matches_keep_their_start BEFORE UPDATE OF id, started, boot, clock_doubtful ON matches
    BEGIN SELECT RAISE (ABORT, 'the start of a match is corrected, never changed'); END
    """,
    """
    CREATE TRIGGER matches_are_marked_before_they_go BEFORE DELETE ON matches WHEN OLD.deleted_at IS NULL
    BEGIN SELECT RAISE (ABORT, 'a match is marked as deleted before it goes'); END
    """,
    """
    CREATE TRIGGER entries_go_with_their_match BEFORE DELETE ON entries
    WHEN (SELECT deleted_at FROM matches WHERE id = OLD.match_id) IS NULL
    BEGIN SELECT RAISE (ABORT, 'entries go only with their match'); END
    """,
    """
    CREATE TRIGGER draws_are_used_once BEFORE UPDATE ON draws
    WHEN OLD.entry_n IS NOT NULL OR NEW.entry_n IS NULL OR NEW.id <> OLD.id OR NEW.drawn <> OLD.drawn
        OR NEW.match_id <> OLD.match_id OR NEW.first <> OLD.first OR NEW.second <> OLD.second
    BEGIN SELECT RAISE (ABORT, 'a draw never changes, and is used once'); END
    """,
    """
    CREATE TRIGGER draws_go_with_their_match BEFORE DELETE ON draws
    WHEN (SELECT deleted_at FROM matches WHERE id = OLD.match_id) IS NULL
    BEGIN SELECT RAISE (ABORT, 'draws go only with their match'); END
    """,
)

_DRILLS_AND_PRACTICE: Final = (
    """
    CREATE TABLE drills (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        match_id INTEGER REFERENCES matches (id),
        player TEXT NOT NULL,
        source TEXT NOT NULL,
        game INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        position TEXT NOT NULL,
        best TEXT NOT NULL,
        made TEXT NOT NULL,
        loss REAL NOT NULL,
        engine TEXT NOT NULL,
        ply INTEGER NOT NULL,
        due TEXT NOT NULL,
        box INTEGER NOT NULL CHECK (box >= 0),
        tries INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        UNIQUE (player, position)
    )
    """,
    """
    CREATE TABLE attempts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        exercise TEXT NOT NULL,
        solved INTEGER NOT NULL,
        at TEXT NOT NULL,
        loss_mp REAL,
        helped INTEGER NOT NULL
    )
    """,
)

_MERGED_NAMES: Final = (
    """
    CREATE TABLE merged_names (
        name TEXT PRIMARY KEY,
        player TEXT NOT NULL CHECK (player <> name)
    )
    """,
)

# As RFC 9562 says of version 4: 122 random bits.
_RANDOM_UUID: Final = """lower(
    hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
    || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))
)"""

_UUIDS_EPOCHS_AND_TOMBSTONES: Final = (
    "ALTER TABLE matches ADD COLUMN uuid TEXT",
    "ALTER TABLE matches ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1 CHECK (epoch > 0)",
    "ALTER TABLE matches ADD COLUMN program TEXT NOT NULL DEFAULT ''",
    f"UPDATE matches SET uuid = {_RANDOM_UUID}",
    "CREATE UNIQUE INDEX matches_by_uuid ON matches (uuid)",
    f"""
    CREATE TRIGGER matches_get_a_uuid AFTER INSERT ON matches WHEN NEW.uuid IS NULL
    BEGIN UPDATE matches SET uuid = {_RANDOM_UUID} WHERE id = NEW.id; END
    """,
    """
    CREATE TRIGGER matches_keep_their_uuid BEFORE UPDATE OF uuid, epoch ON matches
    WHEN (OLD.uuid IS NOT NULL AND NEW.uuid IS NOT OLD.uuid) OR NEW.epoch < OLD.epoch
    BEGIN SELECT RAISE (ABORT, 'a match keeps its uuid, and its epoch only grows'); END
    """,
    """
    CREATE TABLE tombstones (
        uuid TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        deleted TEXT NOT NULL,
        PRIMARY KEY (uuid, epoch)
    )
    """,
    """
    INSERT INTO tombstones (uuid, epoch, deleted)
    SELECT uuid, epoch, deleted_at FROM matches WHERE deleted_at IS NOT NULL
    """,
    """
    CREATE TRIGGER tombstones_never_change BEFORE UPDATE ON tombstones
    BEGIN SELECT RAISE (ABORT, 'tombstones are only added'); END
    """,
    """
    CREATE TRIGGER tombstones_stay BEFORE DELETE ON tombstones
    BEGIN SELECT RAISE (ABORT, 'tombstones are only added'); END
    """,
    "DROP VIEW headers",
    """
    CREATE VIEW headers AS
    SELECT
        id,
        coalesce(corrected, began) AS started,
        light, dark, length, mode, rules, boot,
        clock_doubtful AND corrected IS NULL AS clock_doubtful,
        terms, deleted_at,
        CASE WHEN corrected IS NOT NULL THEN began END AS first_started,
        uuid, epoch, program
    FROM (
        SELECT *, started AS began,
            (SELECT c.started FROM start_corrections c WHERE c.match_id = m.id ORDER BY c.id DESC LIMIT 1) AS corrected
        FROM matches m
    )
    """,
)

STEPS: Final = (
    _ENTRIES_AND_MATCHES,
    _TIME_TERMS_AND_DICE,
    _DRILLS_AND_PRACTICE,
    _MERGED_NAMES,
    _UUIDS_EPOCHS_AND_TOMBSTONES,
)
"""``STEPS[k]``: the statements that lead from version k to version k + 1."""

SCHEMA: Final = len(STEPS)


class NewerSchemaError(StorageError):
    """Raised for tables of a version that only a newer companion knows."""


def version(database: sqlite3.Connection) -> int:
    """Return the version of the tables; 0 if there are none."""
    (found,) = database.execute("PRAGMA user_version").fetchone()
    return int(found)


def refuse_newer(database: sqlite3.Connection, path: Path) -> None:
    """Raise :class:`NewerSchemaError` for tables that only a newer companion knows."""
    found = version(database)
    if found > SCHEMA:
        raise NewerSchemaError(
            f"journal {path}: written by a newer companion (schema {found}), this one knows up to {SCHEMA}"
        )


def migrate(database: sqlite3.Connection, path: Path, *, keeps: bool = True) -> Path | None:
    """Bring the tables to the newest version; keep a copy of the former ones, and return its path.

    ``keeps`` False: no copy is needed.  Each step is one transaction: if the power fails at any time, all tables are of
    one version.  Raises :class:`StorageError` for a newer version, and if the copy cannot be written.
    """
    refuse_newer(database, path)
    found, kept = version(database), None
    if keeps and 0 < found < SCHEMA:
        kept = _free_name(path.with_name(f"{path.name}.schema{found}"))
        try:
            copy(database, kept)
        except (sqlite3.Error, OSError) as error:
            raise StorageError(
                f"{kept}: the copy of the old journal was not written, which stays as it is ({error})"
            ) from error
    # A new journal is written as a whole or not at all.
    for number in range(found + 1, SCHEMA + 1) if found else (SCHEMA,):
        _steps(database, number)
    return kept


def at_version(database: sqlite3.Connection, number: int) -> None:
    """Make the tables of a version in an empty database, as that version's program made them."""
    _steps(database, number)


def _steps(database: sqlite3.Connection, until: int) -> None:
    database.execute("BEGIN IMMEDIATE")
    try:
        for statements in STEPS[version(database) : until]:  # none if another process has been faster
            for statement in statements:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {max(version(database), until)}")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _free_name(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def copy(database: sqlite3.Connection, path: Path) -> None:
    """Copy a database into one whole file; on disk when this returns, or not there at all."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(part)) as target:
            database.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # so that it is one file
        sync(part)
        os.replace(part, path)
        sync(path.parent)
    finally:
        part.unlink(missing_ok=True)
