"""Two programs on one data folder: the second is refused with a sentence, or waits its turn; nothing is half done."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.record import Journal
from companion.record.alone import alone_with, match_at_table
from companion.record.entries import Entry, Kind
from companion.record.journal import FILE_NAME
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings
from tests.commands.program import Process, Program, companion


def refused(data: Path, *words: str) -> str:
    """The sentence with which a command is refused."""
    with pytest.raises(subprocess.CalledProcessError) as caught:
        companion(data, *words)
    assert caught.value.returncode == 2
    assert "Traceback" not in caught.value.stderr
    return str(caught.value.stderr)


def put_away(data: Path, name: str) -> None:
    """An earlier match of this player."""
    with Journal(data) as journal:
        journal.begin(names=(name, "Ben"))
        journal.append_all((Entry(1, 0.0, Kind.START), Entry(2, 1.0, Kind.DRAW_OFFERED)))


def test_commands_leave_the_match_of_a_running_companion_alone_and_do_the_others(tmp_path: Path) -> None:
    data = tmp_path / "data"
    put_away(data, "Cid")
    backup = tmp_path / "all.zip"
    companion(data, "archive", "backup", str(backup))
    with Program(data, "--new", "--names", "Ann,Bob") as running:
        told = running.tell("roll 31", "play 8/5 6/5", "roll 64")
        assert told["match"] == match_at_table(data) == 2
        at_table = "match 2: at the table of a running companion; finish or leave it first"
        assert at_table in refused(data, "archive", "delete", "2", "--yes")
        assert at_table in refused(data, "archive", "delete", "2", "--now", "--yes")
        assert "another companion runs on this data folder" in refused(data, "archive", "restore", str(backup))
        assert "at the table" in refused(data, "players", "delete", "Ann", "--yes")
        companion(data, "archive", "delete", "1", "--now", "--yes")
        after = running.tell("play 24/14")
        assert (after["trouble"], after["turn"], after["phase"]) == (None, 2, "may-double")
        running.kill()
    assert match_at_table(data) is None, "the lock of a killed program is nobody's"
    assert [json.loads(text)["id"] for text in companion(data, "archive", "list", "--json").splitlines()] == [2]
    companion(data, "archive", "restore", str(backup))
    assert [json.loads(text)["id"] for text in companion(data, "archive", "list", "--json").splitlines()] == [1]


def test_a_companion_does_not_start_while_another_data_is_put_in_place(tmp_path: Path) -> None:
    with alone_with(tmp_path):
        assert "another companion runs on this data folder" in refused(
            tmp_path, "run", "--headless", "--camera", "none"
        )


def test_a_damaged_journal_is_moved_aside_only_by_who_is_alone(tmp_path: Path) -> None:
    put_away(tmp_path, "Cid")
    (tmp_path / FILE_NAME).write_bytes(b"nonsense" * 1000)
    with alone_with(tmp_path):
        with pytest.raises(StorageError, match="another companion runs on this data folder"):
            Journal(tmp_path)
        assert (tmp_path / FILE_NAME).read_bytes() == b"nonsense" * 1000
        Journal(tmp_path, exclusive=True).close()
    assert [path.name for path in tmp_path.glob("*.damaged-1")] == [f"{FILE_NAME}.damaged-1"]


CHANGES = 25


def change(path: Path, key: str, changes: int) -> None:
    book = SettingsFile(Settings(), path)
    print("ready", flush=True)
    for number in range(changes):
        book.change({key: 5 + number % 2 if key == "match.length" else 400.0 + number})
        print(number, flush=True)


def test_settings_that_two_programs_change_at_once_have_the_changes_of_both(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("# ours\n[screen]\nlanguage = 'en'\n")
    with (
        Process(change, path, "match.length", CHANGES) as one,
        Process(change, path, "table.idle_s", CHANGES) as other,
    ):
        while one.poll() is None or other.poll() is None:
            tomllib.loads(path.read_text())  # whole at any moment
        assert (one.poll(), other.poll()) == (0, 0)
    told = tomllib.loads(path.read_text())
    assert (told["match"]["length"], told["table"]["idle_s"]) == (5 + (CHANGES - 1) % 2, 400.0 + CHANGES - 1)
    assert path.read_text().startswith("# ours\n")


def test_who_is_killed_while_changing_the_settings_stops_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for kill in range(3):
        with Process(change, path, "table.idle_s", 100_000) as process:
            for _ in range(2 + kill):
                process.stdout.readline()
            process.kill()
        with Process(change, path, "match.length", 2) as process:
            process.communicate()
        told = tomllib.loads(path.read_text())
        assert told["match"]["length"] == 6
        assert told["table"]["idle_s"] >= 400.0


def test_the_third_start_within_a_minute_resumes_nothing_and_the_match_waits(tmp_path: Path) -> None:
    with Program(tmp_path) as first:
        first.tell("roll 31", "play 8/5 6/5", "roll 64")
        first.kill()
    with Program(tmp_path) as second:
        assert second.tell()["match"] == 1
        second.kill()
    with Program(tmp_path) as third:
        assert third.tell()["match"] == 2, "one that begins"
        third.quit_untouched()
    with Program(tmp_path) as fourth:
        told = fourth.tell()
        assert (told["match"], told["phase"], told["turn"]) == (1, "trying", 2)
        fourth.quit()


def test_a_record_that_nobody_can_read_keeps_no_companion_from_starting(tmp_path: Path) -> None:
    with Program(tmp_path) as first:
        first.tell("roll 31", "play 8/5 6/5")
        first.quit()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute("INSERT INTO entries (match_id, n, t, event, details) VALUES (1, 99, 9.0, 'note', '{')")
    with Program(tmp_path) as second:
        assert second.tell()["match"] == 2
        second.tell("roll 31")
        second.quit()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        assert database.execute("SELECT details FROM entries WHERE match_id = 1 AND n = 99").fetchone() == ("{",)
