"""A journal that a stranger made does nothing here, and what no companion can have written is refused by name."""

from __future__ import annotations

import sqlite3
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from companion.errors import InputError
from companion.record import Journal
from companion.record.backup import restore
from companion.record.journal import FILE_NAME
from tests.memory import peak, peak_of_its_own
from tests.record.journals import notes, of_schema_1
from tests.record.recorded import MATCH

HUGE: Final = 10**400


def _journal(folder: Path, *statements: str) -> Path:
    """A backup of a journal with one match, on which somebody has let SQLite do something."""
    with Journal(folder) as journal:
        journal.begin(names=("Ann", "Ben"), length=3)
        journal.append_all(MATCH)
        journal.draw(3, 1)
    return _changed(folder, *statements)


def _changed(folder: Path, *statements: str) -> Path:
    path = folder / FILE_NAME
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("PRAGMA ignore_check_constraints = ON")
        for (trigger,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            database.execute(statement)
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, FILE_NAME)
    return folder / "all.zip"


def _acting(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as database:
        return {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'hostile%'")}


FOREVER: Final = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


@pytest.mark.parametrize(
    "statement",
    [
        f"CREATE TRIGGER hostile AFTER INSERT ON entries BEGIN INSERT INTO attempts (exercise) {FOREVER}; END",
        f"CREATE TRIGGER hostile BEFORE UPDATE ON matches BEGIN INSERT INTO attempts (exercise) {FOREVER}; END",
        f"CREATE VIEW hostile AS {FOREVER}",
        "CREATE TABLE hostile (x TEXT, y AS (zeroblob(1000000000)))",
        "CREATE INDEX hostile ON entries (length(zeroblob(n * 10)))",
        "CREATE INDEX hostile ON entries (details) WHERE details LIKE '%a%b%c%d%e%'",
        "CREATE VIRTUAL TABLE hostile USING fts5 (x)",
        "ALTER TABLE entries ADD COLUMN hostile AS (zeroblob(900000000)) VIRTUAL",
    ],
)
def test_what_a_stranger_lets_sqlite_do_is_not_taken_over(tmp_path: Path, statement: str) -> None:
    file = _journal(tmp_path / "there", statement)
    began_s = time.monotonic()
    done = restore(tmp_path / "here", file)
    with Journal(tmp_path / "here") as journal:
        assert journal.entries(1) == MATCH
        assert [draw.numbers for draw in journal.draws()] == [(3, 1)]
        journal.delete(1)
    assert done.matches == 1
    assert _acting(tmp_path / "here" / FILE_NAME) == set()
    assert time.monotonic() - began_s < 5


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (["ALTER TABLE entries RENAME TO old", f"CREATE VIEW entries AS {FOREVER}"], "no plain table entries"),
        (["ALTER TABLE matches RENAME TO old", "CREATE VIEW matches AS SELECT * FROM old"], "no plain table matches"),
        (
            ["DROP TABLE attempts", "CREATE TABLE attempts (id, exercise, solved, at, loss_mp, "
             "helped AS (zeroblob(1000000000)))"],
            "table attempts has no plain column helped",
        ),
        (["DROP TABLE draws"], "no plain table draws"),
        (["DROP VIEW headers", "ALTER TABLE matches DROP COLUMN program"], "table matches has no plain column program"),
    ],
)  # fmt: skip
def test_what_only_looks_like_our_tables_is_refused(tmp_path: Path, statements: list[str], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        restore(tmp_path / "here", _journal(tmp_path / "there", *statements))
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["run.lock"]


def test_a_collation_that_nobody_knows_does_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    _journal(folder)
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as database:
        database.create_collation("hostile", lambda a, b: (a > b) - (a < b))
        database.execute("DROP TABLE attempts")
        database.execute(
            "CREATE TABLE attempts (id INTEGER PRIMARY KEY AUTOINCREMENT, exercise TEXT COLLATE hostile, solved, at TEXT, "  # noqa: E501
            "loss_mp, helped)"
        )
        database.execute("CREATE INDEX hostile ON attempts (exercise)")
        database.execute("INSERT INTO attempts VALUES (1, 'a', 1, 'b', 0.5, 0), (2, 'A', 0, 'b', NULL, 1)")
    restore(tmp_path / "here", _changed(folder))
    with closing(sqlite3.connect(tmp_path / "here" / FILE_NAME)) as database:
        assert database.execute("SELECT exercise FROM attempts ORDER BY id").fetchall() == [("a",), ("A",)]
    assert _acting(tmp_path / "here" / FILE_NAME) == set()


@pytest.mark.parametrize(
    ("table", "column", "value", "sentence"),
    [
        ("entries", "frame", "'x'", "entry 3 of match 1: its frame is 'x', expected a whole number of at most 64 bits"),
        ("entries", "frame", "1e30", "its frame is 1e\\+30, expected a whole number of at most 64 bits"),
        ("entries", "t", "'soon'", "entry 3 of match 1: its t is 'soon', expected a number"),
        ("entries", "t", "9e999", "entry 3 of match 1: its t is inf, expected a finite number"),
        ("entries", "details", f"'{{\"game\": {HUGE}}}'", "entry 3 of match 1: its details is .*at most 64 bits"),
        ("entries", "details", "'[1]'", "entry 3 of match 1: its details is '\\[1\\]', expected facts as JSON"),
        ("entries", "details", "'" + "[" * 20_000 + "'", "entry 3 of match 1: its details is .*expected facts as JSON"),
        ("entries", "details", "x'ff00'", "its details is b'.xff.x00', expected a text in UTF-8"),
        ("entries", "play", "CAST(x'ff' AS TEXT)", "its play is no text, expected a text in UTF-8"),
        ("entries", "dice", "'[7, 1]'", "its dice is '\\[7, 1\\]', expected two numbers from 1 to 6"),
        ("entries", "n", "9223372036854775807", "entry 9223372036854775807 of match 1: its n is .* expected a number from 0"),  # noqa: E501
        ("matches", "id", "9223372036854775807", "match 9223372036854775807: its id is .*, expected a number from 0"),
        ("matches", "epoch", "9223372036854775807", "match 1: its epoch is 9223372036854775807, expected a number from 0"),  # noqa: E501
        ("matches", "length", "-1", "match 1: its length is -1, expected a number from 0"),
        ("matches", "mode", "'war'", "match 1: its mode is 'war', expected one of refereed, recorded, training"),
        ("matches", "started", "'yesterday'", "match 1: its started is 'yesterday', expected a time such as"),
        ("matches", "terms", f"'{{\"x\": {HUGE}}}'", "match 1: its terms is .*at most 64 bits"),
        ("draws", "first", "2.5", "row 1 of draws: its first is 2.5, expected a whole number"),
        ("draws", "first", "9", "row 1 of draws cannot be taken over \\(CHECK constraint failed"),
        ("sqlite_sequence", "seq", "9223372036854775807", "its journal counts to 9223372036854775807, expected at most"),  # noqa: E501
    ],
)  # fmt: skip
def test_a_value_that_no_companion_wrote_is_refused_by_name(
    tmp_path: Path, table: str, column: str, value: str, sentence: str
) -> None:
    where = " WHERE n = 3" if table == "entries" else ""
    file = _journal(tmp_path / "there", "PRAGMA foreign_keys = OFF", f"UPDATE {table} SET {column} = {value}{where}")
    with pytest.raises(InputError, match=sentence) as refused:
        restore(tmp_path / "here", file)
    assert str(refused.value).startswith(f"{file}: ")
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["run.lock"]


def test_two_rows_with_one_number_are_refused(tmp_path: Path) -> None:
    statements = ["CREATE TABLE twice AS SELECT * FROM tombstones", "DROP TABLE tombstones",
                  "ALTER TABLE twice RENAME TO tombstones",
                  "INSERT INTO tombstones VALUES ('a', 1, 'b'), ('a', 1, 'b')"]  # fmt: skip
    with pytest.raises(InputError, match="row 2 of tombstones cannot be taken over"):
        restore(tmp_path / "here", _journal(tmp_path / "there", *statements))


def test_numbers_of_removed_matches_are_not_given_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "there") as journal:
        for _ in range(3):
            journal.begin()
        journal.delete(3)
        journal.purge()
    restore(tmp_path / "here", _changed(tmp_path / "there"))
    with Journal(tmp_path / "here") as journal:
        assert journal.begin().id == 4


def test_a_journal_of_the_first_version_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    of_schema_1(tmp_path / "there")
    assert restore(tmp_path / "here", _changed(tmp_path / "there")).matches == 2
    with Journal(tmp_path / "here") as journal:
        assert [len(journal.entries(number)) for number in (1, 2)] == [3, 1]


@pytest.mark.slow
def test_a_large_journal_is_taken_over_in_little_memory(tmp_path: Path) -> None:
    with Journal(tmp_path / "there") as journal:
        for _ in range(8):
            journal.begin()
            journal.append_all(notes(range(1, 2_001)))
    file = _changed(tmp_path / "there")
    size = (tmp_path / "there" / FILE_NAME).stat().st_size
    before = peak_of_its_own()
    began_s = time.process_time()
    assert restore(tmp_path / "here", file).matches == 8
    assert peak() - before < 6 * 2**20
    assert size > 3_000_000
    assert time.process_time() - began_s < 8


def _foreign_trigger(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(
            f"CREATE TRIGGER hostile AFTER INSERT ON entries BEGIN INSERT INTO attempts (exercise) {FOREVER}; END"
        )


def _changed_view(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DROP VIEW headers")
        database.execute(f"CREATE VIEW headers AS {FOREVER}")


@pytest.mark.parametrize("change", [_foreign_trigger, _changed_view])
def test_a_data_folder_of_a_stranger_does_nothing_either(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: Callable[[Path], Any]
) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append_all(MATCH)
    change(tmp_path / FILE_NAME)
    with Journal(tmp_path) as journal:
        assert journal.notice is not None
        assert journal.entries(1) == MATCH
        journal.begin()
        journal.append_all(MATCH)
    assert _acting(tmp_path / FILE_NAME) == set()
    assert "was damaged and is kept" in caplog.text


def test_a_row_of_the_journal_that_cannot_be_read_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Journal(tmp_path) as journal:
        for name in ("Ann", "Zoe"):
            journal.begin(names=(name, "Bob"))
            journal.append_all(notes(range(1, 3)))
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as database:
        database.execute("UPDATE matches SET terms = ? WHERE id = 1", (f'{{"x": {HUGE}}}',))
        database.execute("INSERT INTO entries (match_id, n, t, event, details) VALUES (2, 3, 0, 'note', ?)",
                         (f'{{"x": {HUGE}}}',))  # fmt: skip
    with Journal(tmp_path) as journal:
        assert [header.id for header in journal.matches()] == [2]
        with pytest.raises(InputError, match=r"match 1: cannot be read \(a whole number has more than 64 bits"):
            journal.header(1)
        with pytest.raises(InputError, match=r"entry 3: cannot be read \(a whole number has more than 64 bits"):
            journal.entries(2)
    assert "match 1: cannot be read" in caplog.text
