"""What could not be written until the program ended comes back at the next start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import InputError, StorageError
from companion.record import Journal
from companion.record.journal import Header
from companion.record.rescue import rescue, rescued, take_in
from tests.record.journals import notes

HEADER = Header(0, "2026-11-20T19:30:00+00:00", ("Ann", "Łukasz"), 7, terms={"clock": True})


def test_entries_that_were_rescued_are_taken_in_once(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        journal.append_all(notes([1, 2]))
    path = rescue([tmp_path / "nowhere", tmp_path], header, notes([3, 4]))
    with Journal(tmp_path) as journal:
        assert rescued([tmp_path]) == (path,)
        assert take_in(journal, path) == header
        assert journal.entries(1) == notes([1, 2, 3, 4])
        assert rescued([tmp_path]) == ()


def test_a_match_that_could_never_be_written_begins_anew(tmp_path: Path) -> None:
    path = rescue([tmp_path], HEADER, notes([1, 2]))
    with Journal(tmp_path) as journal:
        journal.begin()
        taken = take_in(journal, path)
        assert (taken.id, taken.names, taken.length, taken.started) == (2, HEADER.names, 7, HEADER.started)
        assert taken.terms == {"clock": True}
        assert journal.entries(2) == notes([1, 2])


def test_entries_that_reached_the_journal_after_all_are_not_written_twice(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        journal.append_all(notes([1, 2]))
        take_in(journal, rescue([tmp_path], header, notes([1, 2])))
        assert journal.entries(1) == notes([1, 2])


def test_entries_that_do_not_follow_are_left_where_they_are(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        path = rescue([tmp_path], header, notes([3]))
        with pytest.raises(StorageError, match="does not follow"):
            take_in(journal, path)
    assert rescued([tmp_path]) == (path,)


def test_another_match_of_the_same_number_is_another_match(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        journal.append_all(notes([1]))
        path = rescue([tmp_path], replace(header, started=HEADER.started, uuid=""), notes([1, 2]))
        assert take_in(journal, path).id == 2
        assert journal.entries(1) == notes([1])


def test_where_no_folder_takes_it_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"entries 1 to 2 are lost; .*nowhere"):
        rescue([tmp_path / "nowhere"], HEADER, notes([1, 2]))


@pytest.mark.parametrize("content", ["", "holiday", "{}", '{"names": 7}', "[]\n[]"])
def test_a_file_of_something_else_is_named(content: str, tmp_path: Path) -> None:
    path = tmp_path / "unwritten-1.jsonl"
    path.write_text(content)
    with Journal(tmp_path) as journal, pytest.raises(InputError, match=r"unwritten-1\.jsonl: is no file of unwritten"):
        take_in(journal, path)
