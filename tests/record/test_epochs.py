"""Every match has a name of its own, an epoch that grows when its entries come back, and a tombstone when it goes."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest

from companion.record import Header, Journal
from companion.record import migrations as stages
from companion.record.backup import backup, going_back_to, restore
from companion.record.header import Tombstone
from companion.record.migrations import copy
from companion.record.rescue import rescue, take_in
from tests.record.journals import TODAY, machine, notes, of_schema_1

FILE: Final = "journal.sqlite3"
WHEN: Final = "2026-11-20T19:30:00.000+00:00"


def known(folder: Path) -> dict[str, int]:
    """The epoch of each match that is not deleted."""
    with Journal(folder) as journal:
        return {header.uuid: header.epoch for header in journal.matches()}


def played(folder: Path, *, entries: int = 3) -> Header:
    with Journal(folder) as journal:
        header = journal.begin(names=("Ann", "Bob"))
        journal.append_all(notes(range(1, entries + 1)))
    return header


def changed_by_hand(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as database:
        database.execute(statement)


# --- names -----------------------------------------------------------------------------------------


def test_every_match_gets_a_random_uuid_at_its_beginning(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        headers = [journal.begin() for _ in range(20)]
        assert tuple(headers) == journal.matches()
    uuids = [UUID(header.uuid) for header in headers]
    assert len(set(uuids)) == 20
    assert {(uuid.version, uuid.variant) for uuid in uuids} == {(4, "specified in RFC 4122")}
    assert {header.epoch for header in headers} == {1}
    assert all(str(uuid) == header.uuid for uuid, header in zip(uuids, headers, strict=True)), "spelled as usual"


def test_the_matches_of_an_old_journal_get_one_and_keep_it(tmp_path: Path) -> None:
    of_schema_1(tmp_path)
    first = known(tmp_path)
    assert {UUID(uuid).version for uuid in first} == {4}
    assert set(first.values()) == {1}
    assert known(tmp_path) == first


def test_what_was_deleted_before_tombstones_gets_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "STEPS", stages.STEPS[:4])
    monkeypatch.setattr(stages, "SCHEMA", 4)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as database:
        stages.migrate(database, tmp_path / FILE)
        for deleted in (None, WHEN):
            database.execute(
                "INSERT INTO matches (started, light, dark, length, mode, rules, deleted_at)"
                " VALUES ('2026-11-12T18:00:00+00:00', 'Ann', 'Bob', 3, 'refereed', 'tournament', ?)", (deleted,)
            )  # fmt: skip
    monkeypatch.undo()
    with Journal(tmp_path) as journal:
        (gone,) = journal.matches(deleted=True)
        assert journal.tombstones() == (Tombstone(gone.uuid, 1, WHEN),)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE matches SET uuid = 'another'",
        "UPDATE matches SET epoch = 1",
        "UPDATE tombstones SET deleted = ''",
        "DELETE FROM tombstones",
    ],
)
def test_the_tables_refuse_what_would_break_the_names(statement: str, tmp_path: Path) -> None:
    header = played(tmp_path)
    with Journal(tmp_path) as journal:
        journal.delete(header.id)
        journal.undelete(header.id)
    with pytest.raises(sqlite3.IntegrityError):
        changed_by_hand(tmp_path, statement)


# --- deletions -------------------------------------------------------------------------------------


def test_a_deletion_leaves_a_tombstone_without_a_name_that_outlives_the_match(tmp_path: Path) -> None:
    with Journal(tmp_path, machine=machine(tmp_path, now=TODAY)) as journal:
        header = journal.begin(names=("Ann", "Bob"))
        journal.append_all(notes([1]))
        journal.delete(header.id)
        assert journal.purge() == (header.id,)
        assert journal.tombstones() == (Tombstone(header.uuid, 1, WHEN),)
    assert b"Ann" not in (tmp_path / FILE).read_bytes()


def test_a_match_that_is_brought_back_lives_in_a_new_epoch_and_its_tombstone_stays(tmp_path: Path) -> None:
    header = played(tmp_path)
    with Journal(tmp_path) as journal:
        journal.delete(header.id)
        journal.delete(header.id)  # a second touch changes nothing
        assert journal.undelete(header.id).epoch == 2
        assert journal.undelete(header.id).epoch == 2, "it is there already"
        journal.delete(header.id)
        assert [(stone.uuid, stone.epoch) for stone in journal.tombstones()] == [(header.uuid, 1), (header.uuid, 2)]


# --- what brings entries back or writes them again -----------------------------------------------------


def test_every_restore_begins_a_new_epoch(tmp_path: Path) -> None:
    header = played(tmp_path)
    backup(tmp_path, tmp_path / "all.zip")
    for epoch in (2, 3, 4):
        restore(tmp_path, tmp_path / "all.zip")
        assert known(tmp_path) == {header.uuid: epoch}


def test_a_restored_match_is_newer_than_the_one_that_it_replaces_and_than_its_tombstone(tmp_path: Path) -> None:
    header = played(tmp_path)
    backup(tmp_path, tmp_path / "all.zip")
    with Journal(tmp_path) as journal:
        for _ in range(3):
            journal.delete(header.id)
            journal.undelete(header.id)
        journal.delete(header.id)
        journal.purge()
    restore(tmp_path, tmp_path / "all.zip")
    assert known(tmp_path) == {header.uuid: 5}
    with Journal(tmp_path) as journal:
        assert [stone.epoch for stone in journal.tombstones()] == [1, 2, 3, 4]


def test_a_match_that_was_deleted_in_the_backup_stays_deleted(tmp_path: Path) -> None:
    header = played(tmp_path)
    with Journal(tmp_path) as journal:
        journal.delete(header.id)
    backup(tmp_path, tmp_path / "all.zip")
    restore(tmp_path, tmp_path / "all.zip")
    with Journal(tmp_path) as journal:
        (gone,) = journal.matches(deleted=True)
        assert max(stone.epoch for stone in journal.tombstones()) == gone.epoch == 2


def test_a_backup_is_restored_over_a_damaged_journal_too(tmp_path: Path) -> None:
    header = played(tmp_path)
    backup(tmp_path, tmp_path / "all.zip")
    (tmp_path / FILE).write_bytes(b"damaged" * 999)
    restore(tmp_path, tmp_path / "all.zip")
    assert known(tmp_path) == {header.uuid: 2}


def test_the_copy_from_before_an_update_begins_new_epochs(tmp_path: Path) -> None:
    header = played(tmp_path)
    path = tmp_path / FILE
    with closing(sqlite3.connect(path)) as database:
        copy(database, tmp_path / f"{FILE}.schema5")
        database.execute("PRAGMA user_version = 6")
        database.execute("PRAGMA journal_mode = DELETE")
    assert going_back_to(path, 5) == tmp_path / f"{FILE}.newer-1"
    assert known(tmp_path) == {header.uuid: 2}


def test_what_was_salvaged_begins_a_new_epoch_under_its_own_name(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal(tmp_path) as journal:
        deleted, header = journal.begin(), journal.begin()
        journal.append_all(notes(range(1, 301)))
        journal.delete(deleted.id)
        journal.purge()
    whole = bytearray((tmp_path / FILE).read_bytes())
    place = len(whole) * 9 // 10 // 4096 * 4096
    whole[place : place + 4096] = bytes(4096)
    (tmp_path / FILE).write_bytes(whole)
    with Journal(tmp_path) as journal:
        assert [(one.uuid, one.epoch) for one in journal.matches()] == [(header.uuid, 2)]
        assert [stone.uuid for stone in journal.tombstones()] == [deleted.uuid]
        assert len(journal.entries(header.id)) < 300
    assert "was damaged" in caplog.text


def test_a_match_that_is_written_again_from_memory_keeps_its_name_in_a_new_epoch(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin(names=("Ann", "Bob"), program="0.6.0")
        journal.append_all(notes([1, 2]))
        for beside in ("", "-wal", "-shm"):
            (tmp_path / f"{FILE}{beside}").unlink()
        journal.reopen(notes([1, 2]))
        assert journal.standing == journal.header(header.id)
        assert (journal.header(header.id).uuid, journal.header(header.id).epoch) == (header.uuid, 2)
        assert journal.entries(header.id) == notes([1, 2])
        assert journal.header(header.id).program == "0.6.0"


def test_rescued_entries_find_their_match_by_its_name(tmp_path: Path) -> None:
    header = played(tmp_path, entries=2)
    path = rescue([tmp_path], header, notes([3]))
    backup(tmp_path, tmp_path / "all.zip")
    restore(tmp_path / "there", tmp_path / "all.zip")
    changed_by_hand(tmp_path / "there", "INSERT INTO start_corrections (match_id, started, corrected_at) VALUES"
                    " (1, '2026-01-01T00:00:00+00:00', '')")  # fmt: skip
    with Journal(tmp_path / "there") as journal:
        assert take_in(journal, path).uuid == header.uuid
        assert len(journal.entries(1)) == 3


def test_the_same_entries_of_a_stranger_are_not_taken_for_ours(tmp_path: Path) -> None:
    with Journal(tmp_path, machine=machine(tmp_path)) as journal:
        journal.begin()
        journal.append_all(notes([1]))
    with Journal(tmp_path / "stranger", machine=machine(tmp_path)) as journal:
        path = rescue([tmp_path], journal.begin(), notes([1, 2]))
    with Journal(tmp_path) as journal:
        assert take_in(journal, path).id == 2


# --- two writers -------------------------------------------------------------------------------------

WRITER: Final = """
import sys
from pathlib import Path
from companion.errors import StorageError
from companion.record import Journal
from tests.record.journals import notes

written = refused = 0
with Journal(Path(sys.argv[1])) as journal:
    journal.begin(names=(sys.argv[2], "own match"))
    journal.resume(1)
    while (n := 1 + len(journal.entries(1))) <= 150:
        try:
            journal.append_all(notes([n]))
            written += 1
        except StorageError as error:
            assert "does not follow" in str(error), error
            refused += 1
    header = journal.header(1)
    journal.delete(header.id)
    journal.undelete(header.id)
print(written)
"""


def test_two_writers_at_once_leave_one_chain_and_a_name_for_each_match(tmp_path: Path) -> None:
    first = played(tmp_path, entries=1)
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name], stdout=subprocess.PIPE, text=True)
        for name in ("Ann", "Zoe")
    ]
    written = [int(writer.communicate(timeout=120)[0]) for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    with Journal(tmp_path) as journal:
        rows = journal.rows(first.id)
        assert [row["n"] for row in rows] == list(range(1, 151))
        assert sum(written) == 149, "no entry was written by both"
        assert len({header.uuid for header in journal.matches()}) == 3
        assert journal.header(first.id).uuid == first.uuid
        marks = len(journal.tombstones())
        assert journal.header(first.id).epoch == 1 + marks, "each bringing back after a deletion is an epoch"
