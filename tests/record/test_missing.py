"""Bytes of the write-ahead log that were flipped cost a turn at most, and what is missing is told."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from companion.app.running import lost_entries
from companion.cli import main
from companion.doctor import records
from companion.doctor.finding import Fact
from companion.record import Journal
from companion.record.entries import Entry, Kind
from companion.record.journal import FILE_NAME
from companion.record.missing import Missing
from companion.settings.tree import Settings
from tests.record.journals import notes

A_TURN: Final = 8


def _turns(until: int, first: int = 1) -> Iterator[Entry]:
    """Turns of some entries, the last of which is the play."""
    for n in range(first, until + 1):
        yield Entry(n, n / 4, Kind.PLAY if n % A_TURN == 0 else Kind.NOTE, others={"step": n})


def _cut_off(folder: Path, entries: int) -> None:
    """A match whose process is killed after so many entries: the log stays."""
    with Journal(folder / "played") as journal:
        journal.begin(names=("Ann", "Ben"))
        for entry in _turns(entries):
            journal.append(entry)
        shutil.copytree(folder / "played", folder / "left")


def test_at_the_end_of_a_turn_the_log_is_empty(tmp_path: Path) -> None:
    log = tmp_path / f"{FILE_NAME}-wal"
    with Journal(tmp_path) as journal:
        journal.begin()
        assert log.stat().st_size == 0
        for entry in _turns(3 * A_TURN):
            journal.append(entry)
            assert (log.stat().st_size == 0) == (entry.event is Kind.PLAY)


def test_who_reads_meanwhile_keeps_nobody_waiting(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM entries").fetchone()
            for entry in _turns(2 * A_TURN):
                journal.append(entry)
            reader.execute("COMMIT")
        assert [entry.n for entry in journal.entries(1)] == list(range(1, 2 * A_TURN + 1))


@pytest.mark.slow
def test_flipped_bytes_of_the_log_cost_a_turn_at_most_and_it_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    entries, told, chance = 5 * A_TURN - 1, 0, random.Random(65)
    _cut_off(tmp_path, entries)
    log = (tmp_path / "left" / f"{FILE_NAME}-wal").read_bytes()
    for number in range(16):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "left", folder)
        flipped = bytearray(log)
        for at in chance.sample(range(len(log)), 3):
            flipped[at] ^= 1 << chance.randrange(8)
        (folder / f"{FILE_NAME}-wal").write_bytes(flipped)
        with Journal(folder) as journal:
            found = [entry.n for entry in journal.entries(1)]
            assert found == list(range(1, len(found) + 1))
            assert len(found) >= 4 * A_TURN
            lost = (Missing(1, journal.header(1).uuid, len(found) + 1, entries),) if len(found) < entries else ()
            assert journal.missing == lost
            assert journal.missing_entries() == lost
            assert journal.header(1).epoch == (2 if lost else 1)
        told += bool(lost)
    assert told > 5
    assert "are missing, because the file was damaged" in caplog.text


@pytest.fixture
def damaged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Path:
    """A data folder whose log was lost in the middle of a turn, opened once since."""
    _cut_off(tmp_path, 2 * A_TURN + 5)
    (tmp_path / "left" / f"{FILE_NAME}-wal").write_bytes(b"")
    with Journal(tmp_path / "left") as journal:
        assert len(journal.missing) == 1
        journal.resume(1)
        journal.append_all(notes(range(2 * A_TURN + 1, 2 * A_TURN + 3)))
    assert "match 1: entries 17 to 21 are missing" in caplog.text
    with Journal(tmp_path / "left") as journal:
        assert journal.missing == ()
    return tmp_path / "left"


def test_doctor_and_archive_check_say_it_ever_after(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finding = records.journal(damaged)
    assert finding.fact is Fact.JOURNAL_INCOMPLETE
    assert finding.values["first"] == "17"
    assert main(["archive", "check", "--data-dir", str(damaged)]) == 1
    assert capsys.readouterr().out == "match 1: entries 17 to 21 are missing, because the file was damaged\n"
    assert main(["archive", "check", "--json", "--data-dir", str(damaged)]) == 1
    (told,) = json.loads(capsys.readouterr().out)["missing"]
    assert (told["match"], told["first"], told["last"]) == (1, 17, 21)


def test_the_first_screen_says_it() -> None:
    said = lost_entries((Missing(7, "u", 17, 21),), Settings())
    assert said == "Match 7: entries 17 to 21 of the record are lost. Check the score."
    assert lost_entries((), Settings()) == ""


def test_where_nothing_is_missing_nothing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _cut_off(tmp_path, 2 * A_TURN + 5)
    for folder in ("left", "played"):
        with Journal(tmp_path / folder) as journal:
            assert journal.missing == ()
        assert records.journal(tmp_path / folder).fact is Fact.JOURNAL_FINE
        assert main(["archive", "check", "--data-dir", str(tmp_path / folder)]) == 0
    assert "no entry is missing; matches: 1" in capsys.readouterr().out


def test_an_entry_missing_in_the_middle_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append_all(notes(range(1, 10)))
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as database:
        database.execute("UPDATE matches SET deleted_at = 'now'")
        database.execute("DELETE FROM entries WHERE n IN (4, 5)")
        database.execute("UPDATE matches SET deleted_at = NULL")
    with Journal(tmp_path) as journal:
        assert [(one.first, one.last) for one in journal.missing] == [(4, 5)]
    assert "match 1: entries 4 to 5 are missing" in caplog.text


def test_a_count_that_cannot_be_written_or_read_stops_no_match(tmp_path: Path) -> None:
    (tmp_path / f"{FILE_NAME}.count").mkdir()
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append_all(notes(range(1, 4)))
    shutil.rmtree(tmp_path / f"{FILE_NAME}.count")
    for content in (b"", b"{", b"\xff", b'{"uuid": 1}', b'{"uuid": "", "epoch": 1e999, "n": 1, "missing": []}'):
        (tmp_path / f"{FILE_NAME}.count").write_bytes(content)
        with Journal(tmp_path) as journal:
            assert journal.missing == ()
