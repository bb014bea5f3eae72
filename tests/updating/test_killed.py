"""An update, or a return to the release before, that is killed at any step is finished or taken back."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.record import Journal
from companion.record.journal import FILE_NAME
from companion.updating.device import back, recover
from tests.killed import left_by_kills
from tests.updating.conftest import Device


def _left(device: Device) -> list[str]:
    """What lies in a home that nothing needs."""
    kept = {(device.home / name).resolve().name for name in ("current", "previous")}
    homes = {"releases", "environments", "current", "previous", "trial", "lock"}
    left = [path.name for path in device.home.iterdir() if path.name not in homes]
    return left + [path.name for path in (device.home / "releases").iterdir() if path.name not in kept]


def _killed_at_each(device: Device, act: Callable[[], object], check: Callable[[], object]) -> int:
    """Kill an act before each of its file operations, and check what the next start makes of it; how many there are."""
    number = 0
    for number in left_by_kills(device.folder / "there", act):  # noqa: B007
        recover(device.home)
        assert _left(device) == []
        assert (device.home / "current" / ".venv" / "bin" / "python").exists()
        check()
    return number


def test_an_update_killed_before_any_file_operation_is_taken_back_or_finished(device: Device) -> None:
    device.install(device.release("0.1"))
    device.install(device.release("0.2"))
    file, states = device.release("0.3"), []

    def check() -> None:
        runs, before = device.runs(), (device.home / "previous").resolve().name.split("-")[0]
        assert (runs, before) in (("0.2", "0.1"), ("0.3", "0.2"))
        assert (device.home / "trial").read_text().startswith(runs)
        states.append(runs)
        if runs == "0.2":
            device.install(file)
            assert device.runs() == "0.3"

    assert _killed_at_each(device, lambda: device.install(file), check) > 20
    assert states == sorted(states)


def test_the_first_installation_may_be_killed(device: Device) -> None:
    file = device.release("0.1")
    for _ in left_by_kills(device.folder / "there", lambda: device.install(file)):
        recover(device.home)
        device.install(file, by_hand=True)
        assert device.runs() == "0.1"
        assert _left(device) == []


def test_a_release_that_replaces_itself_is_never_lost(device: Device) -> None:
    device.install(device.release("0.1"))
    file = device.release("0.2")
    device.install(file)
    link = device.home / "current" / ".venv" / "bin" / "python"

    def again() -> None:
        link.unlink()  # a system upgrade has removed it
        device.install(file, by_hand=True)

    def check() -> None:
        assert device.runs() == "0.2"

    for number in left_by_kills(device.folder / "there", again):
        if number > 1:  # the first one is that of the upgrade
            recover(device.home)
            assert _left(device) == []
            assert (device.home / "current" / "run").exists()
            device.install(file, by_hand=True)
            check()


def _with_newer_journal(data: Path) -> None:
    """A journal of this version, and beside it the copy from before it changed the tables."""
    with Journal(data) as journal:
        journal.begin(names=("Old", "Bob"))
    shutil.copyfile(data / FILE_NAME, data / f"{FILE_NAME}.schema1")
    with closing(sqlite3.connect(data / f"{FILE_NAME}.schema1")) as database:
        database.execute("PRAGMA user_version = 1")
        database.execute("PRAGMA journal_mode = DELETE")
    with Journal(data) as journal:
        journal.begin(names=("New", "Bob"))


def _names(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / FILE_NAME)) as database:
        return [name for (name,) in database.execute("SELECT light FROM matches ORDER BY id")]


@pytest.mark.parametrize("only_on_trial", [True, False], ids=["trial", "request"])
def test_a_return_killed_before_any_file_operation_is_taken_back_or_finished(
    device: Device, only_on_trial: bool
) -> None:
    device.install(device.release("0.1", schema=1))
    device.install(device.release("0.2", schema=5))
    _with_newer_journal(device.data)
    states = []

    def check() -> None:
        runs = device.runs()
        assert _names(device.data) == (["Old", "New"] if runs == "0.2" else ["Old"])
        assert (device.data / f"{FILE_NAME}.schema1").exists() == (runs == "0.2")
        assert (device.data / f"{FILE_NAME}.newer-1").exists() == (runs == "0.1")
        assert (device.home / "trial").exists() == (runs == "0.2")
        states.append(runs)
        if runs == "0.2":
            back(device.home, device.data, only_on_trial=only_on_trial)
            assert _names(device.data) == ["Old"]

    assert _killed_at_each(device, lambda: back(device.home, device.data, only_on_trial=only_on_trial), check) > 10
    assert states == sorted(states, reverse=True)
    assert set(states) == {"0.1", "0.2"}
