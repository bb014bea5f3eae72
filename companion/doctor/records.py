"""Checks the data folder, the journal in it, and the calibration of the board."""

from __future__ import annotations

import fcntl
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding, FindingState
from companion.record.journal import FILE_NAME
from companion.record.migrations import SCHEMA, version
from vision import Calibration
from vision.errors import CalibrationError

LEAST_FREE_MB: Final = 200
LOCK: Final = "run.lock"
"""The file that a running companion locks; see the command ``run``."""


def is_attended(folder: Path) -> bool:
    """Return whether a companion runs on this data folder."""
    try:
        with (folder / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def data_folder(folder: Path) -> Finding:
    """Check whether a record can be kept there as the companion keeps it: SQLite with a write-ahead log."""
    name = "Data folder"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".doctor-") as scratch:
            mode = _journal_mode(Path(scratch) / "try.sqlite")
    except (OSError, sqlite3.Error) as error:
        return Finding(
            name, FindingState.FAULT, f"{folder}: {error}", "make the folder writable, or name another: --data-dir"
        )
    if mode != "wal":
        remedy = "choose a folder on a local disk with --data-dir; network folders cannot keep the record safe"
        return Finding(name, FindingState.FAULT, f"{folder}: no write-ahead log ({mode})", remedy)
    return Finding(name, FindingState.OK, str(folder))


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
        remedy = f"free some space: at least {LEAST_FREE_MB} MB are needed"
        return Finding("Free space", FindingState.FAULT, f"{free_mb} MB at {place}", remedy)
    return Finding("Free space", FindingState.OK, f"{free_mb} MB")


def journal(folder: Path) -> Finding:
    """Check the whole journal and leave it as it is."""
    name, path = "Journal", folder / FILE_NAME
    if not path.exists():
        return Finding(name, FindingState.OK, "none yet")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            schema = version(database)
            (damage,) = database.execute("PRAGMA integrity_check (1)").fetchone()
            (matches,) = database.execute("SELECT count(*) FROM matches").fetchone()
    except sqlite3.Error as error:
        schema, damage, matches = 0, str(error), 0
    if damage != "ok":
        remedy = "start the companion: it keeps what can be read; or take a backup back: companion archive restore"
        return Finding(name, FindingState.FAULT, f"damaged: {damage}", remedy)
    if schema > SCHEMA:
        remedy = "use that companion, or take back a backup that this one wrote"
        return Finding(name, FindingState.FAULT, f"written by a newer companion (schema {schema})", remedy)
    return Finding(name, FindingState.OK, f"{matches} match{'' if matches == 1 else 'es'}, nothing is damaged")


def calibration(path: Path, *, named: bool) -> Finding:
    """Check the calibration file; ``named``: the settings name it, so it has to exist."""
    name = "Calibration"
    if not path.exists() and not named:
        return Finding(name, FindingState.OK, "none; the board is calibrated from its start position")
    try:
        known = Calibration.load(path)
    except CalibrationError as error:
        remedy = "set up the start position and learn the board once more"
        return Finding(name, FindingState.FAULT, str(error), remedy)
    sides = "" if known.sides_known else ", the sides guessed"
    return Finding(name, FindingState.OK, f"the board is known{sides}")
