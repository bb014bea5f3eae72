"""The clock between two entries is kept beside the journal, whatever happens to its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.rules import Side
from companion.record import Journal
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, Kind
from companion.record.journal import FILE_NAME

CLOCK = {"left": [60.0, 42.5], "stopped": None}
MARK = ClockMark(1, 17.5, CLOCK)


def begun(journal: Journal) -> int:
    journal.begin(names=("Anna", "Ben"), length=3)
    journal.append(Entry(1, 0.0, Kind.START))
    assert journal.standing is not None
    return journal.standing.id


def marks(folder: Path) -> Path:
    return folder / f"{FILE_NAME}.clock"


def test_the_newest_mark_is_found_by_the_next_start(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        match = begun(journal)
        for t in range(5):
            journal.mark_clock(ClockMark(1, float(t), CLOCK))
    with Journal(tmp_path) as journal:
        assert journal.clock_mark(match) == ClockMark(1, 4.0, CLOCK)


def test_the_file_never_grows(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        begun(journal)
        sizes = set()
        for t in range(100):
            journal.mark_clock(ClockMark(1, float(t), CLOCK))
            sizes.add(marks(tmp_path).stat().st_size)
    assert sizes == {8192}


def test_a_mark_counts_only_for_the_entry_after_which_it_was_made(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        match = begun(journal)
        journal.mark_clock(MARK)
        assert journal.clock_mark(match) == MARK
        journal.append(Entry(2, 20.0, Kind.ROLL, side=Side.LIGHT, dice=(3, 1)))
        assert journal.clock_mark(match) is None


def test_a_mark_counts_only_for_its_match_and_its_epoch(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        first = begun(journal)
        second = begun(journal)
        journal.mark_clock(MARK)
        assert (journal.clock_mark(first), journal.clock_mark(second)) == (None, MARK)
        journal.delete(second)
        journal.undelete(second)
        assert journal.clock_mark(second) is None


@pytest.mark.parametrize("torn", [0, 5, 100, 4095])
def test_a_torn_block_leaves_the_mark_before_it(tmp_path: Path, torn: int) -> None:
    with Journal(tmp_path) as journal:
        match = begun(journal)
        journal.mark_clock(ClockMark(1, 1.0, CLOCK))
        before = marks(tmp_path).read_bytes()
        journal.mark_clock(ClockMark(1, 2.0, CLOCK))
        after = marks(tmp_path).read_bytes()
    at = next(place for place in (0, 4096) if before[place : place + 4096] != after[place : place + 4096])
    half = after[at : at + torn] + before[at + torn : at + 4096]
    marks(tmp_path).write_bytes(after[:at] + half + after[at + 4096 :])
    with Journal(tmp_path) as journal:
        found = journal.clock_mark(match)
    assert found == ClockMark(1, 2.0 if torn == 4095 else 1.0, CLOCK)


@pytest.mark.parametrize("content", [b"", b"\0" * 8192, b"nonsense", b"00000000 {}", b"\xff" * 5000])
def test_a_file_that_holds_something_else_is_no_mark_and_is_written_over(tmp_path: Path, content: bytes) -> None:
    marks(tmp_path).write_bytes(content)
    with Journal(tmp_path) as journal:
        match = begun(journal)
        assert journal.clock_mark(match) is None
        journal.mark_clock(MARK)
        assert journal.clock_mark(match) == MARK


def test_where_nothing_can_be_kept_the_match_goes_on(tmp_path: Path) -> None:
    marks(tmp_path).mkdir()
    with Journal(tmp_path) as journal:
        match = begun(journal)
        journal.mark_clock(MARK)
        assert journal.clock_mark(match) is None
