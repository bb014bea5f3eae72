"""Journals of strangers: as a backup file, as a database within one, and as rows that no companion would write."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.app.games import resumed
from companion.app.match_settings import terms_from
from companion.errors import CompanionError, InputError
from companion.record import Journal
from companion.record.archive import listed
from companion.record.backup import restore
from companion.record.exporting import export_text, forms_of
from companion.record.journal import FILE_NAME
from companion.record.migrations import migrate
from companion.record.recorded import recorded_match
from tests.record.recorded import MATCH

WORDS: Final = (
    b"matches", b"entries", b"draws", b"tombstones", b"details", b'"sql": ["',
    b"CREATE TRIGGER x AFTER INSERT ON entries "
    b"BEGIN INSERT INTO entries SELECT * FROM entries; END", b"CREATE VIEW v AS SELECT 1", b"training", b"recorded",
    b"draughts", b"illegal", b"corrected", b"play", b"roll", b"start", b"note", b"game_over",
    b"calibrated", b"restored",
    b'{\\"game\\": 1}', b'{\\"to\\": 3}', b'{\\"points\\": 2}', b"2026-11-20T19:30:00+00:00", b"[3, 1]", b"blob:",
    b"9223372036854775807", b"\\u0000", b'{\\"clock\\": {}}', b'{\\"value\\": 2}', b"dark", b"light",
)  # fmt: skip
_MOST_STEPS: Final = 2_000_000
"""Of SQLite's machine, while a hostile journal is made: it is to be slow to read, and not to make."""


def _temporary() -> Path:
    return Path(tempfile.mkdtemp(prefix="companion-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))


@contextmanager
def opened(folder: Path) -> Any:
    """A journal in a folder."""
    with Journal(folder) as journal:
        yield journal


def read_all(journal: Journal) -> None:
    """Read all that the archive and the table read of every match; a sentence is an answer."""
    for deleted in (False, True):
        for header in journal.matches(deleted=deleted):
            try:
                entries = journal.entries(header.id)
                listed(header, entries)
                journal.rows(header.id)
                match = recorded_match(header, entries)
                for form in forms_of(match):
                    export_text(form, match, entries, header)
            except CompanionError as refused:
                str(refused).encode("utf-8")
            else:
                _resumed(header, entries)
    journal.scoring()
    journal.helped()
    journal.lengths()
    journal.begun()
    journal.draws()
    journal.tombstones()


def _resumed(header: Any, entries: Any) -> None:
    try:
        terms = terms_from(header)
        resumed(terms, entries)
    except CompanionError as refused:
        str(refused).encode("utf-8")


def _restored(content: bytes) -> None:
    folder = _temporary()
    try:
        (folder / "backup.zip").write_bytes(content)
        restore(folder / "data", folder / "backup.zip")
        with Journal(folder / "data") as journal:
            read_all(journal)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def backup_file(content: bytes) -> None:
    """A backup file."""
    _restored(content)


def restored_file(content: bytes) -> None:
    """The bytes of a database in a backup."""
    _restored(_zipped(content))


def opened_file(content: bytes) -> None:
    """The bytes of the database in the data folder itself; a match can be played there whatever they are."""
    folder = _temporary()
    try:
        (folder / FILE_NAME).write_bytes(content)
        with Journal(folder) as journal:
            read_all(journal)
            header = journal.begin()
            journal.append_all(MATCH)
            assert journal.entries(header.id) == MATCH
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def rows(content: bytes) -> None:
    """Rows as JSON, which are written into a journal past all that guards it: ``{"matches": [{…}], "sql": ["…"]}``."""
    try:
        told = json.loads(content.decode("utf-8", errors="surrogateescape"))
    except (ValueError, RecursionError):
        raise InputError("no rows") from None
    if not isinstance(told, dict):
        raise InputError("no rows")
    _restored(_zipped(_database(told)))


def _database(told: dict[str, Any]) -> bytes:
    folder = _temporary()
    path = folder / FILE_NAME
    try:
        path.write_bytes(_empty())
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = OFF")
            database.execute("PRAGMA ignore_check_constraints = ON")
            for table, listed_rows in told.items():
                for row in listed_rows if isinstance(listed_rows, list) else []:
                    _insert(database, table, row)
        return path.read_bytes()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _insert(database: sqlite3.Connection, table: str, row: object) -> None:
    steps = iter(range(_MOST_STEPS // 10_000))
    database.set_progress_handler(lambda: next(steps, None) is None, 10_000)
    try:
        if table == "sql" and isinstance(row, str):
            database.execute(row)
        elif isinstance(row, dict):
            names = ", ".join(f'"{name}"' for name in row)
            marks = ", ".join("?" * len(row))
            database.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', [_value(one) for one in row.values()])
    except (sqlite3.Error, OverflowError, UnicodeError, ValueError):
        pass


def _value(told: object) -> object:
    if isinstance(told, str) and told.startswith("blob:"):
        return told.removeprefix("blob:").encode("utf-8", errors="surrogateescape")
    return json.dumps(told) if isinstance(told, list | dict) else told


def _zipped(database: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(FILE_NAME, database)
    return made.getvalue()


@cache
def _empty() -> bytes:
    folder = _temporary()
    try:
        with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as database:
            migrate(database, folder / FILE_NAME)
        return (folder / FILE_NAME).read_bytes()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# --- what the search begins with ---------------------------------------------------------------------


def _told() -> dict[str, Any]:
    from companion.record.lines import row_of_entry

    header = {"id": 1, "started": "2026-11-20T19:30:00+00:00", "light": "Ann", "dark": "Ben", "length": 3,
              "mode": "refereed", "rules": "tournament", "terms": "{}", "uuid": None}  # fmt: skip
    draughts = {**header, "id": 2, "rules": "draughts-box", "mode": "training"}
    entries = []
    for number in (1, 2):
        for entry in MATCH:
            row: dict[str, Any] = {**row_of_entry(entry), "match_id": number}
            row["details"] = json.dumps(row["details"]) if row["details"] is not None else None
            entries.append(row)
    return {
        "matches": [header, draughts],
        "entries": entries,
        "draws": [{"drawn": "2026-11-20T19:31:00+00:00", "match_id": 1, "first": 3, "second": 1, "entry_n": 2}],
        "tombstones": [{"uuid": "a", "epoch": 1, "deleted": "2026-11-20T19:31:00+00:00"}],
        "sql": ["CREATE VIEW other AS SELECT 1"],
    }


def row_texts() -> Sequence[bytes]:
    told = _told()
    return [json.dumps(told).encode(), json.dumps({**told, "entries": told["entries"][:3]}).encode()]


@cache
def files() -> Sequence[bytes]:
    return [_database(_told())]


def backups() -> Sequence[bytes]:
    return [_zipped(content) for content in files()]


def unwritten() -> Sequence[bytes]:
    from companion.record.lines import row_of_entry

    header = {"id": 1, "started": "2026-11-20T19:30:00+00:00", "names": ["Ann", "Ben"], "length": 3, "mode": "refereed",
              "rules": "tournament", "terms": {}, "uuid": "", "program": ""}  # fmt: skip
    return ["".join(f"{json.dumps(values)}\n" for values in (header, *map(row_of_entry, MATCH))).encode()]
