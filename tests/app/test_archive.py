"""The recorded matches as screens reach them, from any thread."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.archive import EXPORTS, StoredArchive
from companion.errors import InputError, StorageError
from companion.record import Journal, read_match
from companion.record.archived_match import CARDS, Destination, delete_cards
from companion.record.entries import Entry, Kind
from companion.record.journal import FILE_NAME
from companion.record.snapshot_files import SnapshotFacts, keep
from tests.archived import AtTable, NobodyRecords, evenings, fill


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three matches; the last is not finished."""
    folder = tmp_path / "data"
    with Journal(folder) as journal:
        fill(journal, 1, length=1)
        fill(journal, 2, length=1, names=("Anna", "Zoë"))
        fill(journal, 3, length=5, most_entries=40)
    return folder


def archive(data: Path, at_table: int = 0, *sticks: Path) -> StoredArchive:
    table = AtTable()
    if at_table:
        with Journal(data) as journal:
            table.header = journal.header(at_table)
    return StoredArchive(data, table, sticks=lambda: sticks)  # type: ignore[arg-type]


def stick(folder: Path) -> Destination:
    folder.mkdir(exist_ok=True)
    return Destination(folder.name, folder, stick=True)


def test_matches_are_listed_the_newest_first_with_score_and_end(data: Path) -> None:
    here = archive(data)
    headers = here.headers()
    assert [header.id for header in headers] == [3, 2, 1]
    assert [(one.header.id, one.finished) for one in here.listed(headers)] == [(3, False), (2, True), (1, True)]


def test_what_was_read_once_is_remembered_until_something_is_added(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(data) as journal:  # of money play the whole record is read: another game may be under way
        fill(journal, 4, length=0, most_entries=12, games=1)
    here = archive(data)
    first = tuple(here.listed(here.headers()))
    read: list[int] = []
    entries = Journal.entries

    def counted(journal: Journal, number: int) -> tuple[Entry, ...]:
        read.append(number)
        return entries(journal, number)

    monkeypatch.setattr(Journal, "entries", counted)
    assert tuple(here.listed(here.headers())) == first
    assert read == []
    with Journal(data) as journal:
        journal.resume(4)
        last = journal.lengths()[4]
        journal.append(Entry(last + 1, 9.0, Kind.CAMERA_LOST, reason="unplugged"))
    for _ in range(2):
        assert [one.finished for one in here.listed(here.headers())] == [False, False, True, True]
    assert read == [4]


def test_it_may_be_asked_from_any_thread_while_the_table_writes(data: Path) -> None:
    here = archive(data)
    found: list[int] = []
    with Journal(data) as journal:
        journal.resume(3)
        journal.append(Entry(journal.lengths()[3] + 1, 9.0, Kind.NOTE))
        thread = threading.Thread(target=lambda: found.append(len(here.record(3).entries)))
        thread.start()
        thread.join(10)
    assert found == [41]


def test_a_record_has_pictures_and_the_matches_of_its_evening(data: Path) -> None:
    keep(data, b"\xff\xd8rest", SnapshotFacts(3, 1, "roll", 2, 7, 4.0, ""))
    record = archive(data, 3).record(3, session=True)
    assert [one.turn for one in record.pictures] == [1]
    assert [header.id for header, _ in record.session] == [1, 2]
    assert (record.at_table, record.over) == (True, False)
    assert archive(data, 3).record().header.id == 3


def test_what_the_table_could_not_write_yet_belongs_to_its_record(data: Path) -> None:
    table = AtTable(recorder=NobodyRecords((Entry(40, 8.0, Kind.NOTE), Entry(41, 9.0, Kind.NOTE))))
    with Journal(data) as journal:
        table.header = journal.header(3)
    here = StoredArchive(data, table, sticks=lambda: ())  # type: ignore[arg-type]
    assert [entry.n for entry in here.record().entries][-2:] == [40, 41]


def test_a_match_is_deleted_and_brought_back(data: Path) -> None:
    here = archive(data)
    here.delete(2)
    assert [header.id for header in here.headers()] == [3, 1]
    assert [header.id for header in here.headers(deleted=True)] == [2]
    here.bring_back(2)
    assert [header.id for header in here.headers()] == [3, 2, 1]


def test_the_match_at_the_table_is_not_deleted(data: Path) -> None:
    with pytest.raises(InputError, match="match 3: at the table"):
        archive(data, 3).delete(3)
    assert len(archive(data).headers()) == 3


def test_files_go_to_a_stick_or_stay_on_this_device(data: Path, tmp_path: Path) -> None:
    here = archive(data, 0, tmp_path / "KINGSTON")
    usb, own = here.destinations()
    assert (usb.name, usb.stick, own.folder, own.stick) == ("KINGSTON", True, data / EXPORTS, False)
    usb.folder.mkdir()
    paths = here.write([1, 2], "mat", usb)
    assert [path.name for path in paths] == [
        "2026-11-20-match-1-Anna-Lukasz.mat", "2026-11-20-match-2-Anna-Zoe.mat",
    ]  # fmt: skip
    assert all(read_match(path).games for path in (*paths, *here.write([3], "json", own)))


def test_a_stick_that_was_pulled_out_is_no_folder_to_be_made(data: Path, tmp_path: Path) -> None:
    gone = Destination("KINGSTON", tmp_path / "KINGSTON", stick=True)
    with pytest.raises(StorageError, match="is not there any more"):
        archive(data).write([1], "mat", gone)
    assert not gone.folder.exists()


def test_a_full_stick_is_said_and_leaves_no_half_file(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    usb = stick(tmp_path / "KINGSTON")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space left") as caught:
        archive(data).write([1], "mat", usb)
    assert isinstance(caught.value.__cause__, OSError)
    assert list(usb.folder.iterdir()) == []


def test_a_card_is_kept_on_this_device(data: Path) -> None:
    path = archive(data).keep_card("match-1-game-1", b"\x89PNG")
    assert path == data / CARDS / "match-1-game-1.png"
    assert path.read_bytes() == b"\x89PNG"
    other = archive(data).keep_card("match-11-game-1", b"\x89PNG")
    delete_cards(data, 1)
    assert (path.exists(), other.exists()) == (False, True)


def test_a_match_that_cannot_be_read_is_listed_as_damaged(data: Path) -> None:
    with Journal(data) as journal:
        journal.begin(names=("A", "B"))
        journal.append(Entry(1, 0.0, Kind.PLAY, None, None, None, "nonsense"))
    here = archive(data)
    assert next(here.listed(here.headers())).score is None
    with pytest.raises(StorageError, match="no match 99"):
        here.record(99)


def test_a_damaged_journal_is_not_moved_aside_while_the_table_has_it_open(data: Path) -> None:
    path = data / FILE_NAME
    content = bytearray(path.read_bytes())
    content[4096:] = b"x" * (len(content) - 4096)
    path.write_bytes(bytes(content))
    with pytest.raises(StorageError):
        archive(data).headers()
    assert sorted(one.name for one in data.iterdir() if not one.name.endswith(("-wal", "-shm"))) == [
        FILE_NAME, f"{FILE_NAME}.count",
    ]  # fmt: skip


def test_many_matches_are_there_at_once_and_their_scores_follow(tmp_path: Path) -> None:
    evenings(tmp_path, 6, length=1)
    here = archive(tmp_path)
    headers = here.headers()
    assert len(headers) == 6
    assert [one.header for one in here.listed(headers[:2])] == list(headers[:2])
    assert replace(headers[0]) == headers[0]
