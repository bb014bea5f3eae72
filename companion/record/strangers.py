"""Copies a journal of unknown origin: its rows, one by one, if a companion could have written them.

Nothing of it is run.  It is opened read-only, its schema is not trusted, and only plain tables with our names are read,
in the order of their rows: triggers, views, generated columns, collations and indexes do nothing.
"""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError, quoted
from companion.record.header import Mode
from companion.record.migrations import SCHEMA, at_version, version
from companion.record.whole_numbers import loads

_LONGEST: Final = 4 * 2**20
"""Bytes of a value; those of ours have some kilobytes."""
_LARGEST: Final = 10**15
"""Of a number that counts something: what comes after it must fit into 64 bits too."""
_COUNTS: Final = frozenset({"id", "match_id", "n", "epoch", "boot", "number", "entry_n", "length"})
_STEPS: Final = 100_000
"""Steps of SQLite's machine between two looks at the time."""
_FREE_STEPS: Final = 200
_STEPS_A_BYTE: Final = 100
"""A file needs about two to be read and ten to be checked; a table that leads in circles needs any number."""
_PATIENCE_S: Final = 60.0
_BYTES_A_SECOND: Final = 100_000
"""A slow card and a small computer read ten times as much."""
_LIMITS: Final = {
    sqlite3.SQLITE_LIMIT_LENGTH: _LONGEST,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 50,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_READS: Final = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_PRAGMA)
_OWN: Final = frozenset({"sqlite_master", "sqlite_schema", "sqlite_sequence"})


def taken_over(source: Path, fresh: Path, named: Path) -> None:
    """Write a new journal, of the same version, with the rows of another one.

    ``named``: the file that a sentence names.  Raises :class:`InputError` naming the first row that no companion could
    have written, and for a file that is damaged, of another version, or takes too long.  ``fresh`` is then unusable.
    """
    try:
        with closing(read_only(source)) as theirs, closing(sqlite3.connect(fresh, isolation_level=None)) as ours:
            found = version(theirs)
            if not 0 < found <= SCHEMA:
                raise InputError(f"{named}: its journal is of schema {found}, expected 1 to {SCHEMA}")
            ours.execute("PRAGMA synchronous = OFF")  # the whole file is synced before it gets its name
            at_version(ours, found)
            ours.execute("BEGIN")
            for table in _tables(ours):
                _take(theirs, ours, table, named)
            _take_counters(theirs, ours, named)
            ours.execute("COMMIT")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        why = "it takes too long to read" if "interrupted" in str(error) else str(error)
        raise InputError(f"{named}: its journal is damaged ({why})") from error


def read_only(path: Path) -> sqlite3.Connection:
    """Open a stranger's database for reading our tables in bounded memory and time."""
    database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    database.text_factory = _text
    guard(database, path.stat().st_size)
    return database


def guard(database: sqlite3.Connection, size: int) -> None:
    """Let a connection only read, only plain tables, and only so much as a file of ``size`` bytes can need."""
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    database.execute("PRAGMA query_only = ON")
    for limit, most in _LIMITS.items():
        database.setlimit(limit, most)
    database.set_progress_handler(_patience(size), _STEPS)
    database.set_authorizer(_allowed)


def _patience(size: int) -> Callable[[], bool]:
    until_s = time.monotonic() + _PATIENCE_S + size / _BYTES_A_SECOND
    left = iter(range(_FREE_STEPS + size * _STEPS_A_BYTE // _STEPS))
    return lambda: next(left, None) is None or time.monotonic() > until_s


def _allowed(act: int, *of: str | None) -> int:
    """Reading is allowed, no function, and nothing on behalf of a view or a trigger."""
    return sqlite3.SQLITE_OK if act in _READS and of[3] is None else sqlite3.SQLITE_DENY


class _NoText:
    """A text that is not UTF-8."""


def _text(raw: bytes) -> str | _NoText:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return _NoText()


def refuse_foreign(database: sqlite3.Connection) -> None:
    """Raise an error of damage for triggers or views that no companion made, before anything of them is run."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as ours:
        at_version(ours, version(database))
        foreign = _acting(database) - _acting(ours)
    if foreign:
        damage = sqlite3.DatabaseError(f"foreign {', '.join(sorted(name for name, _ in foreign))}")
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage


def _acting(database: sqlite3.Connection) -> set[tuple[str, str]]:
    rows = database.execute("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')").fetchall()
    return {(str(name), " ".join(str(sql).split())) for name, sql in rows}


# --- tables ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    kind: str
    needed: bool


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    columns: tuple[_Column, ...]
    schema: tuple[tuple[str, str, str], ...]

    def row(self, values: Sequence[object], number: int) -> str:
        """The name of a row in a sentence; ``number``: of the row in the file, from 1."""
        known = dict(zip((column.name for column in self.columns), values, strict=True))
        if self.name == "entries":
            return f"entry {quoted(known['n'])} of match {quoted(known['match_id'])}"
        return f"match {quoted(known['id'])}" if self.name == "matches" else f"row {number} of {self.name}"


def _schema_of(database: sqlite3.Connection, table: str) -> tuple[tuple[str, str, str], ...]:
    rows = database.execute("SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ?", (table,)).fetchall()
    return tuple(sorted((str(kind), str(name), str(sql)) for kind, name, sql in rows if kind != "trigger"))


def _tables(ours: sqlite3.Connection) -> Iterator[_Table]:
    """Our own tables, as a new journal of this version has them."""
    names = [name for (name,) in ours.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    for name in names:
        if name not in _OWN:
            found = ours.execute(f"PRAGMA table_info ({name})").fetchall()
            columns = tuple(_Column(column, kind, bool(needed)) for _, column, kind, needed, *_ in found)
            yield _Table(name, columns, _schema_of(ours, name))


def _take(theirs: sqlite3.Connection, ours: sqlite3.Connection, table: _Table, named: Path) -> None:
    _check_table(theirs, table, named)
    names = ", ".join(column.name for column in table.columns)
    put = f"INSERT INTO {table.name} ({names}) VALUES ({', '.join('?' * len(table.columns))})"
    rows = theirs.execute(f"SELECT {names} FROM {table.name} NOT INDEXED")
    for number, values in enumerate(rows, start=1):
        row = table.row(values, number)
        checked = [
            _checked(column, value, f"{named}: {row}") for column, value in zip(table.columns, values, strict=True)
        ]
        try:
            ours.execute(put, checked)
        except sqlite3.IntegrityError as error:
            raise InputError(f"{named}: {row} cannot be taken over ({error})") from None


def _check_table(theirs: sqlite3.Connection, table: _Table, named: Path) -> None:
    """Refuse what is no plain table with our columns; check one that is exactly ours as a whole."""
    schema = _schema_of(theirs, table.name)
    kinds = [(kind, sql) for kind, name, sql in schema if name == table.name]
    if len(kinds) != 1 or kinds[0][0] != "table" or not kinds[0][1].upper().startswith("CREATE TABLE"):
        raise InputError(f"{named}: is no backup of a companion, its journal has no plain table {table.name}")
    found = {str(row[1]): int(row[6]) for row in theirs.execute(f"PRAGMA table_xinfo ({table.name})")}
    for column in table.columns:
        if found.get(column.name) != 0:
            raise InputError(
                f"{named}: is no backup of a companion, its table {table.name} has no plain column {column.name}"
            )
    if schema == table.schema:  # in any other one the check itself would calculate what a stranger wrote
        (damage,) = theirs.execute(f"PRAGMA integrity_check ({table.name})").fetchone()
        if damage != "ok":
            raise InputError(f"{named}: its journal is damaged ({damage})")


def _take_counters(theirs: sqlite3.Connection, ours: sqlite3.Connection, named: Path) -> None:
    """The last number that each table has given: the number of a match that was removed is not given again."""
    if not theirs.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").fetchone():
        return
    for name, last in theirs.execute("SELECT name, seq FROM sqlite_sequence"):
        if not isinstance(name, str) or not isinstance(last, int) or not 0 <= last <= _LARGEST:
            raise InputError(f"{named}: its journal counts to {quoted(last)}, expected at most {_LARGEST:,}")
        ours.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (last, name))
        ours.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? WHERE EXISTS (SELECT 1 FROM sqlite_schema WHERE "
            "name = ? AND instr(sql, 'AUTOINCREMENT')) AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)",
            (name, last, name, name),
        )


# --- values ------------------------------------------------------------------------------------------


def _checked(column: _Column, value: object, place: str) -> object:
    """The value to be taken over.  Raises :class:`InputError` for one of another type than the column has."""
    if value is None:
        if column.needed:
            raise _wrong(column, value, place, "a value")
        return None
    match column.kind:
        case "INTEGER":
            if not isinstance(value, int):
                raise _wrong(column, value, place, "a whole number of at most 64 bits")
            if column.name in _COUNTS and not 0 <= value <= _LARGEST:
                raise _wrong(column, value, place, f"a number from 0 to {_LARGEST:,}")
            return value
        case "REAL":
            if not isinstance(value, int | float):
                raise _wrong(column, value, place, "a number")
            if not math.isfinite(value):
                if column.needed:
                    raise _wrong(column, value, place, "a finite number")
                return None  # as the entries of early versions, whose margin without a runner-up was that
            return float(value)
    if not isinstance(value, str):
        raise _wrong(column, value, place, "a text in UTF-8")
    if (check := _MEANINGS.get(column.name)) is not None:
        try:
            check(value)
        except (ValueError, RecursionError):
            raise _wrong(column, value, place, _EXPECTED[check]) from None
    return value


def _wrong(column: _Column, value: object, place: str, expected: str) -> InputError:
    shown = "no text" if isinstance(value, _NoText) else quoted(value)
    return InputError(f"{place}: its {column.name} is {shown}, expected {expected}")


def _object(text: str) -> None:
    if not isinstance(loads(text), dict):
        raise ValueError


def _dice(text: str) -> None:
    rolled: Any = loads(text)
    if not isinstance(rolled, list) or len(rolled) != 2 or not all(type(n) is int and 1 <= n <= 6 for n in rolled):
        raise ValueError


def _time(text: str) -> None:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError


def _day(text: str) -> None:
    date.fromisoformat(text)


def _mode(text: str) -> None:
    Mode(text)


_MEANINGS: Final[dict[str, Callable[[str], None]]] = {
    "details": _object, "terms": _object, "dice": _dice, "started": _time, "mode": _mode, "due": _day,
}  # fmt: skip
_EXPECTED: Final[dict[Callable[[str], None], str]] = {
    _object: "facts as JSON, whole numbers in it of at most 64 bits",
    _dice: "two numbers from 1 to 6",
    _time: "a time such as 2026-11-20T19:30:00+01:00",
    _day: "a day such as 2026-11-20",
    _mode: f"one of {', '.join(mode.value for mode in Mode)}",
}
