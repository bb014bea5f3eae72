"""Salvages a damaged journal: renames it, and copies its readable part into a new one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count, groupby, takewhile
from pathlib import Path
from typing import BinaryIO, Final

from companion.record.epochs import begin_epochs
from companion.record.migrations import migrate
from companion.record.saving import sync
from companion.record.strangers import guard

_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_SUFFIXES: Final = ("", "-wal", "-shm", "-journal")
_TABLES: Final = (
    "boots",
    "matches",
    "start_corrections",
    "draws",
    "entries",
    "drills",
    "attempts",
    "merged_names",
    "tombstones",
)
_SMALLEST_ROW: Final = 8  # bytes: no table has more rows than the file has room for
# The header of a database file: https://www.sqlite.org/fileformat.html
_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = 100
_PAGE_SIZE: Final = slice(16, 18)
_PAGES: Final = slice(28, 32)
_MOST_FAILURES: Final = 50_000  # queries: if all of a table is gone, this takes seconds

Row = Mapping[str, object]


def is_damage(error: BaseException) -> bool:
    """Return whether an error comes from a database's content, and not from the disk or the program."""
    if isinstance(error, UnicodeDecodeError):  # also in SQLite's own words about what is damaged
        return True
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _DAMAGE


def kept_as_copy(path: Path, ending: str) -> Path:
    """Give a database with its side files, or a folder, the second name ``path.ending-N``, and return that.

    It keeps its first name until :func:`put_in_place` replaces it, so that a power cut never leaves that name empty; if
    a file cannot have two names, it loses the first one now.
    """
    kept = free_name(path, ending)
    keep_as(path, kept)
    return kept


def keep_as(path: Path, kept: Path) -> None:
    """Give a database this second name, as :func:`kept_as_copy` does; existing files are not replaced."""
    left = [suffix for suffix in _SUFFIXES if not Path(f"{kept}{suffix}").exists()]
    try:
        for suffix in left:
            with suppress(FileNotFoundError):
                Path(f"{kept}{suffix}").hardlink_to(f"{path}{suffix}")
    except OSError:
        for suffix in sorted(left, reverse=True):  # the database itself last: until then it is found
            with suppress(FileNotFoundError):
                Path(f"{path}{suffix}").rename(f"{kept}{suffix}")
    sync(path.parent)


def put_in_place(fresh: Path, path: Path) -> None:
    """Give a whole database the name of one that :func:`kept_as_copy` has renamed; on disk when this returns."""
    sync(fresh)
    for suffix in _SUFFIXES[1:]:  # side files of the former one would be taken for parts of this one
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    os.replace(fresh, path)
    sync(path.parent)


def free_name(path: Path, ending: str) -> Path:
    """Return the first name ``path.ending-N`` that no database has."""
    number = 1
    while any(Path(f"{path}.{ending}-{number}{suffix}").exists() for suffix in _SUFFIXES):
        number += 1
    return Path(f"{path}.{ending}-{number}")


def salvaged(path: Path) -> str:
    """Keep a damaged journal under another name, begin a new one with its readable part, and return a sentence about
    it.

    Of each match the entries before the first unreadable one are kept: a record with a gap would be another match than
    was played.  Raises ``OSError`` or ``sqlite3.Error`` if the disk fails.
    """
    kept = kept_as_copy(path, "damaged")
    try:
        tables = _read(kept)
        part = path.with_name(f"{path.name}.part")
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(part, isolation_level=None)) as fresh:
            migrate(fresh, part)
            fresh.execute("BEGIN")
            for table, rows in tables.items():
                _write(fresh, table, rows)
            begin_epochs(fresh)  # what is lost of a match may be played otherwise now
            fresh.execute("COMMIT")
        put_in_place(part, path)
    except BaseException:
        if path.exists():  # it is tried again, under the same name
            for suffix in _SUFFIXES:
                Path(f"{kept}{suffix}").unlink(missing_ok=True)
        raise
    return f"journal {path}: was damaged and is kept as {kept.name}; {_summary(tables)}"


def _summary(tables: Mapping[str, list[Row]]) -> str:
    matches, entries = len(tables["matches"]), len(tables["entries"])
    if not matches:
        return "nothing could be read out of it, so a new one was begun"
    return f"what could be read out of it is in the new one: matches {matches}, entries {entries}"


def _read(kept: Path) -> dict[str, list[Row]]:
    """The rows, by table, that can be read and fit together."""
    with _patched(kept) as patched, closing(sqlite3.connect(patched, isolation_level=None)) as damaged:
        damaged.row_factory = sqlite3.Row
        guard(damaged, patched.stat().st_size)
        _know_tables(damaged)
        tables = {table: list(_rows(damaged, table, patched.stat().st_size)) for table in _TABLES}
    tables["entries"] = list(_beginnings(tables["entries"]))
    known = {row["id"] for row in tables["matches"]}
    missed = {row["match_id"] for row in tables["entries"]} - known
    tables["matches"] += [_stand_in(number, kept) for number in sorted(missed, key=str)]
    for table in ("start_corrections", "draws"):
        tables[table] = [row for row in tables[table] if row["match_id"] in known | missed]
    tables["drills"] = [row for row in tables["drills"] if row["match_id"] in known | missed | {None}]
    return tables


@contextmanager
def _patched(kept: Path) -> Iterator[Path]:
    """A copy to read from: padded if the file was cut off, with a new first page if that is gone."""
    copy = kept.with_name(f"{kept.name}.part")
    try:
        for suffix in ("", "-wal", "-journal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{kept}{suffix}", f"{copy}{suffix}")
        with copy.open("r+b") as file:
            _patch(file, copy, is_known=True)
        if not _knows_its_tables(copy):  # each query of them would fail, after reading all of that again
            with copy.open("r+b") as file:
                _patch(file, copy, is_known=False)
        yield copy
    finally:
        for suffix in _SUFFIXES:
            Path(f"{copy}{suffix}").unlink(missing_ok=True)


def _know_tables(database: sqlite3.Connection) -> None:
    """Let a connection know all tables that stand before the damaged place of the schema: else every query fails."""
    database.execute("PRAGMA writable_schema = ON")
    with suppress(sqlite3.Error, UnicodeDecodeError):  # the first query fails all the same
        database.execute("SELECT 1 FROM sqlite_schema LIMIT 0")


def _knows_its_tables(copy: Path) -> bool:
    try:
        with closing(sqlite3.connect(copy)) as database:
            _know_tables(database)
            for table in ("matches", "entries"):
                database.execute(f"SELECT * FROM {table} LIMIT 0")
    except (sqlite3.Error, UnicodeDecodeError):
        return False
    return True


def _patch(file: BinaryIO, copy: Path, *, is_known: bool) -> None:
    size, head = copy.stat().st_size, file.read(_HEADER)
    if not (is_known and head.startswith(_MAGIC)):
        # The first page says where each table begins, the same in every journal of this version.
        first = bytearray(_first_page())
        first[_PAGES] = max(size // len(first), 1).to_bytes(4, "big")
        file.seek(0)
        file.write(first)
    else:
        page = int.from_bytes(head[_PAGE_SIZE], "big")
        pages = int.from_bytes(head[_PAGES], "big")
        if size < page * pages <= 100 * size:
            file.truncate(page * pages)


def _first_page() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fresh"
        with closing(sqlite3.connect(path, isolation_level=None)) as fresh:
            fresh.execute("PRAGMA journal_mode = WAL")
            migrate(fresh, path)
        content = path.read_bytes()
    return content[: int.from_bytes(content[_PAGE_SIZE], "big")]


def _rows(damaged: sqlite3.Connection, table: str, size: int) -> Iterator[Row]:
    """All readable rows of a table: an unreadable range is halved until it can be read."""
    stretches, failures = [(0, max(size // _SMALLEST_ROW, 1))], 0
    while stretches and failures < _MOST_FAILURES:
        low, high = stretches.pop()
        # A single row is read without reading the one after it, which may be the damaged one.
        where = "rowid BETWEEN ? AND ?" if low < high else "rowid = ? OR rowid = ?"
        try:
            rows = damaged.execute(f"SELECT * FROM {table} NOT INDEXED WHERE {where}", (low, high)).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            failures += 1
            if "no such table" in str(error):
                return
            if low < high:
                middle = (low + high) // 2
                stretches += [(middle + 1, high), (low, middle)]
            continue
        yield from (dict(row) for row in rows)


def _beginnings(entries: Iterable[Row]) -> Iterator[Row]:
    """The entries of each match from 1 on without a gap."""
    numbered = [row for row in entries if isinstance(row["n"], int) and isinstance(row["match_id"], int)]
    numbered.sort(key=lambda row: (row["match_id"], row["n"]))
    for _, of_match in groupby(numbered, key=lambda row: row["match_id"]):
        pairs = takewhile(lambda pair: pair[0] == pair[1]["n"], zip(count(1), of_match, strict=False))
        yield from (row for _, row in pairs)


def _stand_in(number: object, kept: Path) -> Row:
    """A header for a match of which only the entries are left."""
    when = datetime.fromtimestamp(kept.stat().st_mtime, UTC).isoformat(timespec="seconds")
    return {
        "id": number, "started": when, "light": "Light", "dark": "Dark", "length": 0, "mode": "recorded",
        "rules": "tournament", "clock_doubtful": 1,
    }  # fmt: skip


def _write(fresh: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    columns = {str(row[1]) for row in fresh.execute(f"PRAGMA table_info({table})")}
    for row in rows:
        known = {name: value for name, value in row.items() if name in columns}
        put = f"INSERT INTO {table} ({', '.join(known)}) VALUES ({', '.join('?' * len(known))})"
        with suppress(sqlite3.Error):  # a row that breaks the table's constraints
            fresh.execute(put, tuple(known.values()))
