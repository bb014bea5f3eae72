"""All matches and pictures as one file, and back, without losing what was there."""

from __future__ import annotations

import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import InputError, StorageError
from companion.record import Journal
from companion.record.backup import backup, restore
from tests.record.journals import notes, of_schema_1


def played(folder: Path, name: str = "Ann", entries: int = 5) -> None:
    with Journal(folder) as journal:
        journal.begin(names=(name, "Bob"))
        journal.append_all(notes(range(1, entries + 1)))
    picture = folder / "pictures" / "1" / "0001-roll.jpg"
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_bytes(f"picture of {name}".encode())
    os.utime(picture, (0, 0))  # a clock that was never set


def who(folder: Path) -> list[str]:
    with Journal(folder) as journal:
        return [header.names[0] for header in journal.matches()]


def test_a_backup_brings_matches_and_pictures_back(tmp_path: Path) -> None:
    played(tmp_path / "here")
    made = backup(tmp_path / "here", tmp_path / "all.zip")
    done = restore(tmp_path / "there", tmp_path / "all.zip")
    assert (made.matches, made.pictures) == (done.matches, done.pictures) == (1, 1)
    assert done.kept == ()
    assert (tmp_path / "there/pictures/1/0001-roll.jpg").read_bytes() == b"picture of Ann"
    with Journal(tmp_path / "there") as journal:
        assert journal.entries(1) == notes(range(1, 6))


def test_a_backup_may_be_made_while_a_match_is_played(tmp_path: Path) -> None:
    with Journal(tmp_path / "here") as journal:
        journal.begin()
        journal.append_all(notes(range(1, 4)))
        backup(tmp_path / "here", tmp_path / "all.zip")
        journal.append_all(notes([4]))
    restore(tmp_path / "there", tmp_path / "all.zip")
    with Journal(tmp_path / "there") as journal:
        assert len(journal.entries(1)) == 3


def test_what_was_there_is_kept_beside_it(tmp_path: Path) -> None:
    played(tmp_path / "here", "Ann")
    played(tmp_path / "there", "Zoe")
    backup(tmp_path / "here", tmp_path / "all.zip")
    for number in (1, 2):
        done = restore(tmp_path / "there", tmp_path / "all.zip")
        names = [f"pictures.before-restore-{number}", f"journal.sqlite3.before-restore-{number}"]
        assert [path.name for path in done.kept] == names
    assert who(tmp_path / "there") == ["Ann"]
    kept = tmp_path / "there"
    assert (kept / "pictures.before-restore-1/1/0001-roll.jpg").read_bytes() == b"picture of Zoe"
    (kept / "journal.sqlite3.before-restore-1").rename(kept / "journal.sqlite3")
    assert who(kept) == ["Zoe"]


def test_pictures_may_be_left_out(tmp_path: Path) -> None:
    played(tmp_path / "here")
    assert backup(tmp_path / "here", tmp_path / "all.zip", pictures=False).pictures == 0
    assert zipfile.ZipFile(tmp_path / "all.zip").namelist() == ["journal.sqlite3"]


def test_a_backup_of_an_older_companion_is_brought_up_to_date(tmp_path: Path) -> None:
    of_schema_1(tmp_path)
    backup(tmp_path, tmp_path / "all.zip")
    restore(tmp_path / "there", tmp_path / "all.zip")
    assert who(tmp_path / "there") == ["Anna", "Light"]


def test_a_backup_overwrites_no_file(tmp_path: Path) -> None:
    played(tmp_path)
    (tmp_path / "all.zip").write_text("holiday pictures")
    with pytest.raises(InputError, match="is there already"):
        backup(tmp_path, tmp_path / "all.zip")


def test_where_there_is_no_journal_nothing_is_backed_up(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no journal\.sqlite3 in it"):
        backup(tmp_path, tmp_path / "all.zip")
    assert list(tmp_path.iterdir()) == []


def test_where_a_backup_cannot_be_written_there_is_none(tmp_path: Path) -> None:
    played(tmp_path)
    with pytest.raises(StorageError, match=r"nowhere/all\.zip: was not written"):
        backup(tmp_path, tmp_path / "nowhere" / "all.zip")


def test_a_journal_in_use_is_not_exchanged(tmp_path: Path) -> None:
    played(tmp_path, "Ann")
    backup(tmp_path, tmp_path / "all.zip")
    with Journal(tmp_path) as journal:
        with pytest.raises(StorageError, match="is in use"):
            restore(tmp_path, tmp_path / "all.zip")
        assert len(journal.matches()) == 1


def test_a_damaged_journal_can_be_replaced(tmp_path: Path) -> None:
    played(tmp_path)
    backup(tmp_path, tmp_path / "all.zip")
    (tmp_path / "journal.sqlite3").write_text("damaged " * 1000)
    restore(tmp_path, tmp_path / "all.zip")
    assert who(tmp_path) == ["Ann"]


def zipped(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "."), content)
    return path


def of_schema(path: Path, number: int) -> bytes:
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {number}")
        database.execute("CREATE TABLE matches (id)")
    return path.read_bytes()


def test_a_file_that_is_no_whole_backup_changes_nothing(tmp_path: Path) -> None:
    played(tmp_path / "here", "Ann")
    played(tmp_path / "there", "Zoe")
    whole = backup(tmp_path / "here", tmp_path / "all.zip").path.read_bytes()
    (tmp_path / "text.zip").write_text("no backup")
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "flipped.zip").write_bytes(whole[:300] + b"XX" + whole[302:])
    wrong = {
        "text.zip": "damaged or no backup",
        "cut.zip": "damaged or no backup",
        "flipped.zip": "damaged or no backup",
        "missing.zip": "there is no such file",
        zipped(tmp_path / "other.zip", holiday_jpg=b"x").name: "is no backup of a companion",
        zipped(tmp_path / "text-inside.zip", journal_sqlite3=b"no database" * 99).name: "its journal is damaged",
        zipped(tmp_path / "newer.zip", journal_sqlite3=of_schema(tmp_path / "99", 99)).name: "of schema 99, expected",
        zipped(tmp_path / "empty.zip", journal_sqlite3=of_schema(tmp_path / "0", 0)).name: "of schema 0, expected",
    }
    for name, sentence in wrong.items():
        with pytest.raises(InputError, match=f"{name}: .*{sentence}"):
            restore(tmp_path / "there", tmp_path / name)
    assert who(tmp_path / "there") == ["Zoe"]
    assert sorted(path.name for path in (tmp_path / "there").iterdir()) == [
        "journal.sqlite3", "journal.sqlite3.count", "pictures", "run.lock",
    ]  # fmt: skip


def test_a_backup_cannot_write_outside_the_data_folder(tmp_path: Path) -> None:
    played(tmp_path / "here")
    backup(tmp_path / "here", tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip", "a") as archive:
        archive.writestr("pictures/../../outside.txt", "x")
    with pytest.raises(InputError, match="is no backup"):
        restore(tmp_path / "there", tmp_path / "all.zip")
