"""A journal of an older companion is brought up to date and loses nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.record import Journal, Mode
from companion.record import migrations as stages
from companion.record.entries import Kind
from companion.record.migrations import SCHEMA, STEPS, version
from tests.record.journals import notes, of_schema_1


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as database:
        return {
            "matches": database.execute("SELECT id, started, light, dark, length, mode, rules FROM matches").fetchall(),
            "entries": database.execute("SELECT * FROM entries ORDER BY match_id, n").fetchall(),
        }


def tables(path: Path) -> set[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return set(database.execute("SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'"))


def test_a_journal_of_the_first_version_opens_and_loses_nothing(tmp_path: Path) -> None:
    path = of_schema_1(tmp_path)
    before = rows(path)
    with Journal(tmp_path) as journal:
        first, second = journal.matches()
        told = journal.entries(first.id)
    assert rows(path) == before
    assert (first.names, first.mode, second.mode) == (("Anna", "Łukasz"), Mode.REFEREED, Mode.TRAINING)
    assert [(entry.n, entry.event) for entry in told] == [(1, Kind.START), (2, Kind.ROLL), (3, Kind.PLAY)]
    assert (first.boot, first.clock_doubtful, first.terms, first.deleted_at) == (None, False, {}, None)


def test_an_old_match_can_go_on(tmp_path: Path) -> None:
    of_schema_1(tmp_path)
    with Journal(tmp_path) as journal:
        journal.resume(1)
        journal.draw(6, 5)
        journal.append_all(notes([4, 5]))
        assert [entry.n for entry in journal.entries(1)] == [1, 2, 3, 4, 5]


def test_the_old_journal_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    before = rows(of_schema_1(tmp_path))
    with Journal(tmp_path) as journal:
        assert journal.notice is not None
        assert "kept as journal.sqlite3.schema1" in journal.notice
    kept = tmp_path / "journal.sqlite3.schema1"
    assert rows(kept) == before
    with closing(sqlite3.connect(kept)) as database:
        assert version(database) == 1


def test_a_copy_that_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    of_schema_1(tmp_path)
    (tmp_path / "journal.sqlite3.schema1").write_text("an earlier one")
    Journal(tmp_path).close()
    assert (tmp_path / "journal.sqlite3.schema1").read_text() == "an earlier one"
    assert (tmp_path / "journal.sqlite3.schema1-2").exists()


def test_without_a_copy_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = of_schema_1(tmp_path)

    def full(database: sqlite3.Connection, target: Path) -> None:
        raise sqlite3.OperationalError(f"{database} does not fit into {target}")

    monkeypatch.setattr(stages, "copy", full)
    with pytest.raises(StorageError, match="stays as it is"):
        Journal(tmp_path)
    with closing(sqlite3.connect(path)) as database:
        assert version(database) == 1


def test_a_migrated_journal_has_the_tables_of_a_new_one(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    of_schema_1(tmp_path / "old")
    for name in ("old", "new"):
        Journal(tmp_path / name).close()
    assert tables(tmp_path / "old" / "journal.sqlite3") == tables(tmp_path / "new" / "journal.sqlite3")


def test_a_step_that_fails_leaves_the_version_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = of_schema_1(tmp_path)
    before = tables(path)
    broken = (STEPS[0], (*STEPS[1], "CREATE TABLE matches (id)"))
    monkeypatch.setattr(stages, "STEPS", broken)
    with pytest.raises(StorageError, match="already exists"):
        Journal(tmp_path)
    assert tables(path) == before
    monkeypatch.undo()
    with Journal(tmp_path) as journal:
        assert len(journal.matches()) == 2


def test_an_up_to_date_journal_is_left_as_it_is(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with Journal(tmp_path) as journal:
        assert journal.notice is None
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3")) as database:
        assert version(database) == SCHEMA
    assert [path.name for path in tmp_path.iterdir()] == ["journal.sqlite3"]
