"""Checks the data folder, the journal in it, and the calibration of the board."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.doctor.finding import Fact, Finding
from companion.record.alone import match_at_table
from companion.record.journal import FILE_NAME
from companion.record.migrations import SCHEMA, version
from companion.record.missing import missing_in
from vision import Calibration
from vision.errors import CalibrationError

LEAST_FREE_MB: Final = 200
_OPTION: Final = "--data-dir"


def is_attended(folder: Path) -> bool:
    """Return whether a companion runs on this data folder."""
    return match_at_table(folder) is not None


def data_folder(folder: Path) -> Finding:
    """Check whether a record can be kept there as the companion keeps it: SQLite with a write-ahead log."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".doctor-") as scratch:
            mode = _journal_mode(Path(scratch) / "try.sqlite")
    except (OSError, sqlite3.Error) as error:
        values = {"folder": str(folder), "reason": str(error), "option": _OPTION}
        return Finding(Fact.DATA_FOLDER_UNWRITABLE, values)
    if mode != "wal":
        return Finding(Fact.DATA_FOLDER_UNSAFE, {"folder": str(folder), "mode": mode, "option": _OPTION})
    return Finding(Fact.DATA_FOLDER_FINE, {"folder": str(folder)})


def _journal_mode(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        connection.execute("PRAGMA synchronous=FULL")
        with connection:
            connection.execute("CREATE TABLE proof (n INTEGER)")
        return str(mode)


def free_space(folder: Path) -> Finding:
    place = next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
    free_mb = shutil.disk_usage(place).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        values = {"free": str(free_mb), "place": str(place), "least": str(LEAST_FREE_MB)}
        return Finding(Fact.FREE_SPACE_LOW, values)
    return Finding(Fact.FREE_SPACE_FINE, {"free": str(free_mb)})


def journal(folder: Path) -> Finding:
    """Check the whole journal and leave it as it is."""
    path = folder / FILE_NAME
    if not path.exists():
        return Finding(Fact.JOURNAL_NONE)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            schema = version(database)
            (damage,) = database.execute("PRAGMA integrity_check (1)").fetchone()
            (matches,) = database.execute("SELECT count(*) FROM matches").fetchone()
            missing = missing_in(database, path) if schema == SCHEMA else ()
    except (sqlite3.Error, UnicodeDecodeError) as error:  # also SQLite's own words may hold damaged bytes
        schema, damage, matches, missing = 0, str(error), 0, ()
    if damage != "ok":
        return Finding(Fact.JOURNAL_DAMAGED, {"reason": damage, "command": "companion archive restore"})
    if schema > SCHEMA:
        return Finding(Fact.JOURNAL_NEWER, {"schema": str(schema)})
    if missing:
        values = {"match": str(missing[0].match), "first": str(missing[0].first), "last": str(missing[0].last)}
        return Finding(Fact.JOURNAL_INCOMPLETE, {**values, "command": "companion archive restore"})
    return Finding(Fact.JOURNAL_FINE, {"n": str(matches)})


def calibration(path: Path, *, named: bool) -> Finding:
    """Check the calibration file; ``named``: the settings name it, so it has to exist."""
    if not path.exists() and not named:
        return Finding(Fact.CALIBRATION_NONE)
    try:
        known = Calibration.load(path)
    except CalibrationError as error:
        return Finding(Fact.CALIBRATION_UNUSABLE, {"reason": str(error)})
    return Finding(Fact.CALIBRATION_FINE if known.sides_known else Fact.CALIBRATION_SIDES_GUESSED)
