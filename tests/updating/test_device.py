"""One release after the other on a device: taken, refused, gone back from."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.errors import InputError, StorageError
from companion.updating import environment
from companion.updating.device import UpdateStep, back, home_of, install, installed, prove
from tests.updating.conftest import Device, rewritten


def test_a_release_is_unpacked_beside_the_one_before_tried_and_made_the_current_one(device: Device) -> None:
    device.install(device.release("0.3.0"))
    device.steps.clear()
    taken = device.install(device.release("0.4.0"))
    assert device.steps == [
        UpdateStep.CHECKING, UpdateStep.UNPACKING, UpdateStep.PACKAGES, UpdateStep.TRYING, UpdateStep.SWITCHING,
    ]  # fmt: skip
    assert (taken.version, taken.is_current) == ("0.4.0", True)
    assert [(here.version, here.is_current, here.is_previous) for here in installed(device.home)] == [
        ("0.4.0", True, False),
        ("0.3.0", False, True),
    ]
    assert (device.home / "current" / "run").stat().st_mode & 0o111
    assert device.tried[-1] == device.home / "releases" / taken.name


def test_what_runs_knows_which_home_it_belongs_to(device: Device, tmp_path: Path) -> None:
    device.install(device.release("0.3.0"))
    assert home_of(device.home / "current" / "companion" / "record" / "migrations.py") == device.home
    assert home_of(tmp_path / "project" / "companion" / "cli.py") is None


def test_going_back_takes_one_call_and_can_be_taken_back(device: Device) -> None:
    device.install(device.release("0.3.0"))
    device.install(device.release("0.4.0"))
    assert back(device.home, device.data).version == "0.3.0"
    assert device.runs() == "0.3.0"
    assert back(device.home, device.data).version == "0.4.0"
    assert device.runs() == "0.4.0"


def test_after_the_first_installation_there_is_nothing_to_go_back_to(device: Device) -> None:
    device.install(device.release("0.3.0"))
    with pytest.raises(InputError, match="no earlier release"):
        back(device.home, device.data)


def test_only_the_release_before_is_kept_and_the_packages_of_both(device: Device) -> None:
    device.install(device.release("0.3.0", dependencies=["numpy", "kivy"]))
    device.install(device.release("0.4.0"))
    device.install(device.release("0.5.0"))
    assert [here.version for here in installed(device.home)] == ["0.5.0", "0.4.0"]
    assert [path.name for path in (device.home / "environments").iterdir()] == ["numpy"]


@pytest.mark.parametrize(
    ("version", "why"), [("0.3.0", "0.3.0, which is the one that runs"), ("0.2.9", "older than 0.3.0")]
)
def test_what_is_not_newer_is_refused_and_nothing_is_changed(device: Device, version: str, why: str) -> None:
    device.install(device.release("0.3.0"))
    before = device.all_files()
    with pytest.raises(InputError, match=why):
        device.install(device.release(version, words=" another"))
    assert device.all_files() == before


def test_a_release_that_does_not_work_here_is_not_taken(device: Device) -> None:
    device.install(device.release("0.3.0"))
    before = device.all_files()
    device.broken = InputError("the new release was not taken: it does not play the demo")
    with pytest.raises(InputError, match="does not play"):
        device.install(device.release("0.4.0", dependencies=["another"]))
    assert device.all_files() == before


def test_a_disk_without_room_says_so_and_nothing_is_changed(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    device.install(device.release("0.3.0"))
    before = device.all_files()

    class Usage(NamedTuple):
        free: int

    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1_000_000))
    with pytest.raises(StorageError, match="has 1 MB free, expected"):
        device.install(device.release("0.4.0"))
    with pytest.raises(StorageError, match="Python packages need"):
        environment.environment(device.home, ["a-package-nobody-has"])
    assert device.all_files() == before


def test_an_installation_by_hand_may_be_repeated_and_may_bring_another_build_of_the_version(device: Device) -> None:
    device.install(device.release("0.3.0"), by_hand=True)
    before = device.all_files()
    tried = len(device.tried)
    device.install(device.folder / "companion-0.3.0.tar.gz", by_hand=True)
    assert device.all_files() == before
    assert len(device.tried) == tried
    device.install(device.release("0.3.0", words=" mended"), by_hand=True)
    assert (device.home / "current" / "words").read_text() == " mended"
    assert len(installed(device.home)) == 2


def test_a_half_done_installation_can_be_repeated(device: Device) -> None:
    file = device.release("0.3.0")
    device.install(file)
    shutil.rmtree(device.home / "environments")  # the packages are gone, or were never whole
    (device.home / "releases" / ".unpacking-of-a-power-cut").mkdir()
    device.install(file, by_hand=True)
    assert (device.home / "current" / ".venv" / "bin" / "python").exists()
    assert [path.name.split("-")[0] for path in (device.home / "releases").iterdir()] == ["0.3.0"]


def test_two_updates_do_not_get_in_each_others_way(device: Device) -> None:
    file = device.release("0.3.0")

    def refuse(*_: Path) -> None:
        with pytest.raises(StorageError, match="another update is under way"):
            device.install(file)

    install(device.home, file, device.data, keys=device.keys, packages=device._packages, refuse=refuse)


def test_packages_in_the_file_are_used_and_not_kept(device: Device, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "numpy-2-any.whl").write_bytes(b"a wheel")
    file = device.release("0.3.0", wheels=wheels)
    device.install(file)
    assert device.wheels == ["numpy-2-any.whl"]
    assert not (device.home / "current" / "wheels").exists()
    with pytest.raises(InputError, match="which is the one that runs"):
        device.install(device.release("0.3.0", words=" "))


def test_the_packages_are_those_of_the_lock_file_where_a_release_has_one(device: Device) -> None:
    device.install(device.release("0.3.0"))
    assert device.lock is None
    device.install(device.release("0.4.0", lock="numpy==2.4.6 --hash=sha256:00\n"))
    assert device.lock == "numpy==2.4.6 --hash=sha256:00\n"


# --- the trial -------------------------------------------------------------------------------------


def test_a_new_release_is_on_trial_until_it_has_run_for_a_while(device: Device) -> None:
    device.install(device.release("0.3.0"))
    with pytest.raises(InputError, match="not on trial"):
        back(device.home, device.data, only_on_trial=True)
    device.install(device.release("0.4.0"))
    assert back(device.home, device.data, only_on_trial=True).version == "0.3.0"
    with pytest.raises(InputError, match="no earlier release"):
        back(device.home, device.data)
    device.install(device.release("0.5.0"))
    prove(device.home)
    with pytest.raises(InputError, match="not on trial"):
        back(device.home, device.data, only_on_trial=True)
    assert device.runs() == "0.5.0"


# --- the journal -----------------------------------------------------------------------------------


def journal(path: Path, schema: int, word: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE told (word TEXT)")
        database.execute("INSERT INTO told VALUES (?)", (word,))
        database.execute(f"PRAGMA user_version = {schema}")
        database.commit()


def told_in(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        (word,) = database.execute("SELECT word FROM told").fetchone()
        return str(word)


def test_a_journal_that_the_release_before_cannot_read_makes_way_for_the_copy_from_then(device: Device) -> None:
    device.install(device.release("0.3.0", schema=2))
    device.install(device.release("0.4.0", schema=3))
    current = device.data / "journal.sqlite3"
    journal(current, 3, "new")
    journal(device.data / "journal.sqlite3.schema1", 1, "ages ago")
    journal(device.data / "journal.sqlite3.schema2", 2, "before an update long ago")
    journal(device.data / "journal.sqlite3.schema2-2", 2, "before")
    back(device.home, device.data)
    assert told_in(current) == "before"
    assert told_in(device.data / "journal.sqlite3.newer-1") == "new"


def test_a_journal_that_the_release_before_can_read_stays(device: Device) -> None:
    device.install(device.release("0.3.0", schema=2))
    device.install(device.release("0.4.0", schema=2))
    journal(device.data / "journal.sqlite3", 2, "all of it")
    back(device.home, device.data)
    assert told_in(device.data / "journal.sqlite3") == "all of it"


def test_there_is_no_going_back_where_the_matches_would_be_lost(device: Device) -> None:
    device.install(device.release("0.3.0", schema=2))
    device.install(device.release("0.4.0", schema=3))
    journal(device.data / "journal.sqlite3", 3, "new")
    with pytest.raises(StorageError, match="no copy from before"):
        back(device.home, device.data)
    assert device.runs() == "0.4.0"


def test_there_is_no_going_back_under_a_journal_that_is_in_use(device: Device) -> None:
    device.install(device.release("0.3.0", schema=2))
    device.install(device.release("0.4.0", schema=3))
    journal(device.data / "journal.sqlite3", 3, "new")
    journal(device.data / "journal.sqlite3.schema2", 2, "before")
    with closing(sqlite3.connect(device.data / "journal.sqlite3")) as used:
        used.execute("PRAGMA journal_mode = WAL")
        used.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="in use"):
            back(device.home, device.data)
    assert device.runs() == "0.4.0"


# --- a changed file --------------------------------------------------------------------------------


def test_a_file_that_does_not_fit_its_manifest_is_refused_though_it_is_signed(device: Device) -> None:
    device.install(device.release("0.3.0"))
    before = device.all_files()
    changed = rewritten(
        device.release("0.4.0"), lambda name, content: (name, b"#!/bin/SH\n" if name.endswith("/run") else content)
    )
    device.sign(changed, "0.4.0")
    with pytest.raises(InputError, match="run in it is damaged or was changed"):
        device.install(changed)
    assert device.all_files() == before
