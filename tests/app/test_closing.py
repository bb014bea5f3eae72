"""What follows a closed table: switched off only when all is on disk, started again in the current release."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import cast
from unittest.mock import patch

import pytest

from companion.app import this_device
from companion.app.closing import leave, start_again
from companion.app.table import TableSource
from companion.app.this_device import ThisDevice
from companion.cli import main
from companion.errors import DeviceError, InputError
from companion.match.events import Event, Paused, RollEntered
from companion.screen.closing import AfterClosing
from companion.updating.offers import ReleaseOffer
from companion.updating.signing import Refusal
from hardware import power
from hardware.errors import PowerError
from tests.commands.program import Process
from tests.updating.conftest import Device


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device(tmp_path)


def asked(data: Path) -> int:
    """A table that is asked, in the middle of a game, to switch the device off."""
    happen = TableSource._happen

    def leaving(self: TableSource, event: Event, began_s: float | None = None) -> None:
        happen(self, event, began_s)
        if isinstance(event, RollEntered):
            self.happen(Paused(self.now_s()))
            self.leave(AfterClosing.SHUT_DOWN)

    os.chdir(data)
    with patch.object(TableSource, "_happen", leaving):
        return main(["run", "--headless", "--camera", "none", "--control", "--data-dir", str(data)])


def asked_to_switch_off(folder: Path, systemctl: str) -> tuple[int | None, str]:
    """Run that table, and answer how it ended, and what it complained of; ``systemctl`` stands in for the program."""
    programs = folder / "programs"
    programs.mkdir()
    (programs / "systemctl").write_text(f"#!/bin/sh\n{systemctl}\n", encoding="utf-8")
    (programs / "systemctl").chmod(0o755)
    (folder / "data").mkdir()
    with Process(asked, folder / "data", PATH=f"{programs}:{os.environ['PATH']}") as process:
        _, complained = process.communicate("roll 31\n")
        return process.poll(), complained


def test_the_device_is_switched_off_when_match_and_journal_are_closed(tmp_path: Path) -> None:
    ended, complained = asked_to_switch_off(tmp_path, 'echo "$@" >called; ls -R >seen; test ! -e journal.sqlite3-wal')
    assert ended == 0, complained
    assert (tmp_path / "data" / "called").read_text() == "--no-ask-password poweroff\n"
    assert "1.mat" in (tmp_path / "data" / "seen").read_text()
    with closing(sqlite3.connect(tmp_path / "data" / "journal.sqlite3")) as journal:
        told = [event for (event,) in journal.execute("SELECT event FROM entries ORDER BY n")]
    assert told[-2:] == ["roll", "note"], "what was told before it is on record too: the pause"


def test_a_device_that_does_not_switch_off_says_why(tmp_path: Path) -> None:
    ended, complained = asked_to_switch_off(tmp_path, "echo 'Access denied' >&2; exit 1")
    assert ended == 2
    assert "the device was not switched off: Access denied" in complained


def test_a_restart_is_asked_for_and_its_refusal_is_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse() -> None:
        raise PowerError("the device was not restarted: no")

    monkeypatch.setattr(power, "restart", refuse)
    with pytest.raises(DeviceError, match="not restarted"):
        leave(AfterClosing.RESTART, tmp_path)


def test_a_service_ends_to_be_started_again_and_a_program_of_the_desktop_starts_itself(tmp_path: Path) -> None:
    became: list[tuple[str, Sequence[str]]] = []

    def become(program: str, words: Sequence[str]) -> None:
        became.append((program, words))

    start_again(tmp_path, environment={"NOTIFY_SOCKET": "/run/systemd/notify"}, become=become)
    assert became == []
    start_again(tmp_path, environment={}, become=become)
    start_again(None, environment={}, become=become)
    program = str(tmp_path / "current" / "run")
    assert became == [(program, [program, "companion", *sys.argv[1:]]), (sys.executable, sys.orig_argv)]


def test_a_companion_that_was_not_installed_has_nothing_to_go_back_to(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="was not installed"):
        leave(AfterClosing.GO_BACK, tmp_path, home=None)


# --- what a screen has ----------------------------------------------------------------------------


class Table:
    """Writes down what it is left for."""

    def __init__(self) -> None:
        self.left: list[AfterClosing] = []

    def leave(self, what: AfterClosing) -> None:
        self.left.append(what)


def test_a_screen_updates_and_then_starts_again(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    device.install(device.release("0.3.0"))
    device.release("0.4.0")
    monkeypatch.setattr(this_device, "sticks", lambda: [device.folder])
    monkeypatch.setattr(this_device, "install", lambda _, file, *__, **___: device.install(file))
    table = Table()
    here = ThisDevice(cast(TableSource, table), device.data, home=device.home, keys=device.keys)
    assert (here.version(), here.version_before()) == ("0.3.0", None)
    (device.folder / "companion-0.5.0.tar.gz").touch()
    assert [each.refusal for each in here.refused()] == [Refusal.UNSIGNED]
    here.install(here.offers()[0], lambda _: None)
    assert (here.version(), here.version_before()) == ("0.4.0", "0.3.0")
    here.leave(AfterClosing.START_AGAIN)
    assert table.left == [AfterClosing.START_AGAIN]


def test_where_nothing_is_installed_a_screen_has_nothing_to_offer(tmp_path: Path) -> None:
    here = ThisDevice(cast(TableSource, Table()), tmp_path, home=None)
    assert (here.version(), here.version_before(), here.offers(), here.refused()) == (None, None, [], [])
    with pytest.raises(InputError, match="was not installed"):
        here.install(ReleaseOffer(tmp_path / "file", "0.4.0", has_wheels=False), lambda _: None)
