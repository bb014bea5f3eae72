from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest

from companion.errors import StorageError
from companion.games.rules import Side
from companion.record import EventLog, Header, Journal, Mode, default_data_dir, line
from companion.record.entries import Entry, Kind
from tests.patience import PATIENCE_S
from tests.record.journals import TODAY, machine

ENTRIES: Final = (
    Entry(1, 0.0, Kind.START, frame=0, position="4HPwATDgc/ABMA"),
    Entry(2, 4.2, Kind.ROLL, frame=7, side=Side.DARK, dice=(3, 1), confidence=0.98, margin=12.5, latency_ms=140.0),
    Entry(3, 9.0, Kind.ILLEGAL, 12, Side.DARK, (3, 1), reason="blocked-point").with_details({"points": [8], "ü": None}),
    Entry(4, 14.75, Kind.CORRECTED, 15, Side.DARK, (3, 1), "8/5 6/5", "4HPwATDgc/ABMA"),
    Entry(5, 15.0, Kind.GAME_OVER, side=Side.LIGHT).with_details({"points": 2}),
)


def test_what_was_appended_is_read_back_after_reopening(tmp_path: Path) -> None:
    with Journal(tmp_path, machine=machine(tmp_path)) as journal:
        header = journal.begin(
            names=("Anna", "Łukasz"), length=7, mode=Mode.RECORDED, rules="gamez", terms={"clock": True, "board": "ü"}
        )
        for entry in ENTRIES:
            journal.append(entry)
    with Journal(tmp_path) as journal:
        assert journal.matches() == (header,)
        assert journal.entries(header.id) == ENTRIES
    assert header == Header(
        1, "2026-11-20T19:30:00+00:00", ("Anna", "Łukasz"), 7, Mode.RECORDED, "gamez", boot=1,
        terms={"clock": True, "board": "ü"}, uuid=header.uuid,
    )  # fmt: skip
    assert UUID(header.uuid).version == 4


def test_matches_are_kept_apart_and_can_be_resumed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        first, second = journal.begin(), None
        journal.append(ENTRIES[0])
        second = journal.begin()
        journal.append(ENTRIES[0])
        journal.resume(first.id)
        journal.append(ENTRIES[1])
        assert [len(journal.entries(header.id)) for header in (first, second)] == [2, 1]


def test_which_match_was_written_last_is_known_whichever_began_last(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for _ in range(3):
            journal.begin()
            journal.append(ENTRIES[0])
        journal.begin()
        journal.resume(1)
        journal.append(ENTRIES[1])
        assert journal.written_last() == (2, 3, 1)


def test_commits_are_on_disk_before_append_returns(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal, sqlite3.connect(tmp_path / "journal.sqlite3") as other:
        header = journal.begin()
        journal.append(ENTRIES[0])
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert other.execute("SELECT count(*) FROM entries WHERE match_id = ?", (header.id,)).fetchone() == (1,)
        assert journal._file.database.execute("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"
    other.close()


@pytest.mark.parametrize("n", [1, 3, 0])
def test_an_entry_must_follow_the_last_one(n: int, tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        journal.append(ENTRIES[0])
        with pytest.raises(StorageError, match=f"entry {n} does not follow"):
            journal.append(replace(ENTRIES[0], n=n))
        assert len(journal.entries(header.id)) == 1


def test_entries_cannot_be_changed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append(ENTRIES[0])
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            journal._file.database.execute("UPDATE entries SET reason = 'x'")


APPENDING: Final = """
import sys
from pathlib import Path
from companion.games.rules import Side
from companion.record import Journal
from companion.record.entries import Entry, Kind

with Journal(Path(sys.argv[1])) as journal:
    last = len(journal.entries(1)) if journal.matches() else 0
    journal.resume(1) if last else journal.begin()
    while True:
        last += 1
        journal.append(Entry(last, last / 8, Kind.ROLL, side=Side.LIGHT, dice=(6, 5), play="24/13" * (last % 50)))
        print(last, flush=True)
"""


@pytest.mark.slow
def test_killing_the_process_loses_no_acknowledged_entry(tmp_path: Path) -> None:
    chance = random.Random(8)
    for _ in range(4):
        child = subprocess.Popen([sys.executable, "-c", APPENDING, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        acknowledged = [int(child.stdout.readline()) for _ in range(chance.randint(1, 25))]
        child.kill()
        acknowledged += [int(number) for number in child.stdout.read().split("\n")[:-1]]
        child.stdout.close()
        child.wait()
        with Journal(tmp_path) as journal:
            numbers = [entry.n for entry in journal.entries(1)]
        assert numbers == list(range(1, len(numbers) + 1))
        # One more may be on disk: committed, and not acknowledged yet.
        assert acknowledged[-1] <= len(numbers) <= acknowledged[-1] + 1


FILLING: Final = """
import resource, sys
from pathlib import Path
from companion.errors import StorageError
from companion.record import Journal
from companion.record.entries import Entry, Kind

with Journal(Path(sys.argv[1])) as journal:
    journal.begin()
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    n = 0
    try:
        while True:
            journal.append(Entry(n + 1, 0.0, Kind.NOTE, reason="x" * 5_000))
            n += 1
    except StorageError as error:
        print(error, file=sys.stderr)
    assert len(journal.entries(1)) == n
    print(n)
"""


@pytest.mark.slow
def test_a_full_disk_is_said_clearly_and_loses_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FILLING, str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    appended = int(done.stdout)
    assert appended > 5
    assert "journal.sqlite3" in done.stderr
    assert f"entry {appended + 1} was not written" in done.stderr
    with Journal(tmp_path) as journal:
        assert len(journal.entries(1)) == appended


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"file/data.*expected a writable folder"):
        Journal(tmp_path / "file" / "data")


def test_a_journal_of_a_newer_companion_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / "journal.sqlite3") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StorageError, match="newer companion"):
        Journal(tmp_path)


def test_the_entries_of_a_step_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        journal.append_all(ENTRIES[:2])
        with pytest.raises(StorageError, match="entry 5 does not follow"):
            journal.append_all((ENTRIES[2], ENTRIES[4]))
        assert journal.entries(header.id) == ENTRIES[:2]
        journal.append_all(ENTRIES[2:])
        assert journal.holds(ENTRIES[1:4])
        assert not journal.holds((*ENTRIES[:4], replace(ENTRIES[4], reason="other")))


def test_entries_go_only_with_a_match_that_is_marked_as_deleted(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append(ENTRIES[0])
        for table in ("entries", "matches"):
            with pytest.raises(sqlite3.IntegrityError, match="go"):
                journal._file.database.execute(f"DELETE FROM {table}")


# --- the machine: its clock and its starts -----------------------------------------------------------


def test_each_start_of_the_machine_has_a_number(tmp_path: Path) -> None:
    for boot_id in ("first", "first", "second", "first"):
        with Journal(tmp_path, machine=machine(tmp_path, boot_id=boot_id)) as journal:
            journal.begin()
    with Journal(tmp_path) as journal:
        assert [header.boot for header in journal.matches()] == [1, 1, 2, 3]


@pytest.mark.parametrize(
    ("now", "keeps_time", "doubtful"),
    [
        (TODAY, True, False),
        (TODAY, False, True),
        (TODAY - timedelta(hours=1), True, True),
        (datetime(1970, 1, 1, tzinfo=UTC), True, True),
    ],
    ids=["right", "set by nobody", "before the match before", "before the program"],
)
def test_a_clock_that_cannot_be_right_is_marked(
    now: datetime, keeps_time: bool, doubtful: bool, tmp_path: Path
) -> None:
    with Journal(tmp_path, machine=machine(tmp_path)) as journal:
        assert not journal.begin().clock_doubtful
    with Journal(tmp_path, machine=machine(tmp_path, now=now, keeps_time=keeps_time)) as journal:
        assert journal.begin().clock_doubtful is doubtful


def test_a_clock_that_was_ahead_once_makes_no_other_match_doubtful(tmp_path: Path) -> None:
    ahead = machine(tmp_path, now=TODAY + timedelta(days=9000), keeps_time=False)
    with Journal(tmp_path, machine=ahead) as journal:
        assert journal.begin().clock_doubtful
    with Journal(tmp_path, machine=machine(tmp_path)) as journal:
        assert not journal.begin().clock_doubtful
        assert [header.id for header in journal.matches()] == [1, 2], "by serial number, never by date"


def test_a_corrected_start_is_shown_and_the_first_one_kept(tmp_path: Path) -> None:
    with Journal(tmp_path, machine=machine(tmp_path, keeps_time=False)) as journal:
        header = journal.begin()
        for hours in (1, 2):
            corrected_at = (TODAY + timedelta(hours=hours)).isoformat(timespec="seconds")
            journal._file.database.execute(
                "INSERT INTO start_corrections (match_id, started, corrected_at) VALUES (?, ?, '')",
                (header.id, corrected_at),
            )
        corrected = journal.header(header.id)
        assert (header.clock_doubtful, corrected.clock_doubtful) == (True, False)
        assert (corrected.started, corrected.first_started) == ("2026-11-20T21:30:00+00:00", header.started)
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            journal._file.database.execute("UPDATE matches SET started = 'x'")


# --- deleting ------------------------------------------------------------------------------------


def test_a_deleted_match_comes_back_until_it_is_purged(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for _ in range(3):
            journal.begin()
            journal.append(replace(ENTRIES[0], reason="a secret word"))
        journal.delete(1)
        journal.delete(2)
        assert [header.id for header in journal.matches()] == [3]
        assert [header.id for header in journal.matches(deleted=True)] == [1, 2]
        journal.undelete(2)
        assert journal.purge() == (1,)
        assert [header.id for header in journal.matches()] == [2, 3]
        assert journal.entries(1) == ()
        assert journal.begin().id == 4, "a serial number is not given twice"


def test_only_what_was_marked_long_enough_ago_is_purged(tmp_path: Path) -> None:
    with Journal(tmp_path, machine=machine(tmp_path)) as journal:
        journal.begin()
        journal.delete(1)
        assert journal.purge(TODAY - timedelta(days=1)) == ()
        assert journal.purge(TODAY + timedelta(days=1)) == (1,)


def test_nothing_of_a_purged_match_is_left_in_the_file(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append(replace(ENTRIES[0], reason="a secret word"))
        journal.delete(1)
        journal.purge()
    assert b"a secret word" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_a_match_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal, pytest.raises(StorageError, match="no match 7"):
        journal.resume(7)


def test_event_lines_have_the_published_keys_in_order(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with EventLog(path) as log:
        for entry in ENTRIES:
            log.write(entry)
            assert path.read_text(encoding="utf-8").count("\n") == entry.n, "on disk when write returns"
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    keys = "n t frame event side dice play position reason confidence margin latency_ms"
    assert all(" ".join(values) == keys for values in lines)
    assert lines == [line(entry) for entry in ENTRIES]
    assert lines[1]["event"] == "roll"
    assert lines[1]["side"] == "dark"
    assert lines[1]["dice"] == [3, 1]


def test_a_number_without_end_is_left_out_of_the_line() -> None:
    assert line(Entry(1, 0.0, Kind.PLAY, margin=float("inf")))["margin"] is None


def test_an_events_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="nowhere"):
        EventLog(tmp_path / "nowhere" / "events.jsonl")


def test_half_a_line_is_taken_back_so_that_it_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "events.jsonl"
    with EventLog(path) as log:
        log.write(ENTRIES[0])
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", _failing)
            with pytest.raises(StorageError, match="entry 2 not written"):
                log.write(ENTRIES[1])
        log.write(ENTRIES[1])
    assert [json.loads(text)["n"] for text in path.read_text().splitlines()] == [1, 2]


def _failing(handle: int) -> None:
    raise OSError(28, f"No space left on device {handle}")


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"HOME": "/h"}, "/h/.local/share/companion"),
        ({"HOME": "/h", "XDG_DATA_HOME": "/x"}, "/x/companion"),
        ({"HOME": "/h", "XDG_DATA_HOME": "relative"}, "/h/.local/share/companion"),
        ({"HOME": "/h", "XDG_DATA_HOME": "/x", "COMPANION_DATA": "/c"}, "/c"),
    ],
)
def test_where_matches_are_kept(environ: dict[str, str], folder: str) -> None:
    assert default_data_dir(environ) == Path(folder)
