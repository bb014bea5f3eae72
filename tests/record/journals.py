"""Journals as tests need them: of the first version, on a machine that is told what to be, on a disk that fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.record.entries import Entry, Kind
from companion.record.journal import FILE_NAME
from companion.record.machine import Machine

TODAY: Final = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)

SCHEMA_1: Final = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, light TEXT NOT NULL, dark TEXT NOT NULL,
    length INTEGER NOT NULL CHECK (length >= 0), mode TEXT NOT NULL, rules TEXT NOT NULL
);
CREATE TABLE entries (
    match_id INTEGER NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, t REAL NOT NULL, frame INTEGER,
    event TEXT NOT NULL, side TEXT, dice TEXT, play TEXT, position TEXT, reason TEXT, confidence REAL, margin REAL,
    latency_ms REAL, details TEXT, PRIMARY KEY (match_id, n)
);
CREATE TRIGGER entries_are_only_added BEFORE UPDATE ON entries
BEGIN SELECT RAISE (ABORT, 'entries are only added, never changed'); END;
INSERT INTO matches (started, light, dark, length, mode, rules) VALUES
    ('2026-11-12T18:00:00+00:00', 'Anna', 'Łukasz', 7, 'refereed', 'tournament'),
    ('2026-11-13T18:00:00+00:00', 'Light', 'Dark', 0, 'training', 'gamez');
INSERT INTO entries (match_id, n, t, frame, event, side, dice, play, position, details) VALUES
    (1, 1, 0.0, 0, 'start', NULL, NULL, NULL, '4HPwATDgc/ABMA', '{"game": 1}'),
    (1, 2, 4.25, 7, 'roll', 'dark', '[3, 1]', NULL, '4HPwATDgc/ABMA', NULL),
    (1, 3, 9.5, NULL, 'play', 'dark', '[3, 1]', '8/5 6/5', '4HPwATDgc/ABMA', NULL),
    (2, 1, 0.0, 0, 'start', NULL, NULL, NULL, '4HPwATDgc/ABMA', NULL);
PRAGMA user_version = 1;
"""
"""A journal as the first version of the program left it."""


def machine(root: Path, *, boot_id: str = "a", now: datetime = TODAY, keeps_time: bool = True) -> Machine:
    """A machine that says this of itself; what it says is kept in a folder."""
    told = root / "proc/sys/kernel/random/boot_id"
    told.parent.mkdir(parents=True, exist_ok=True)
    told.write_text(f"{boot_id}\n", encoding="ascii")
    clock = root / "dev/rtc0"
    if keeps_time:
        clock.parent.mkdir(parents=True, exist_ok=True)
        clock.touch()
    else:
        clock.unlink(missing_ok=True)
    return Machine(root, lambda: now)


def of_schema_1(folder: Path) -> Path:
    """A journal of the first version in a folder."""
    path = folder / FILE_NAME
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(SCHEMA_1)
    return path


def notes(numbers: Iterable[int]) -> tuple[Entry, ...]:
    """Entries with these numbers."""
    return tuple(Entry(n, n / 8, Kind.NOTE).with_details({"told": f"{n} " * 40}) for n in numbers)
