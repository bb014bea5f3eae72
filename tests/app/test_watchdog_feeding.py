"""The watchdog is fed by the loop that takes the events: whoever supervises the process sees it hang."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import patch

from companion.app import table
from companion.cli import main
from companion.match.events import Event, RollEntered
from tests.commands.program import Process
from tests.patience import PATIENCE_S

WORDS: Final = ["run", "--headless", "--camera", "none", "--control"]


def hanging() -> int:
    """The real command, with a watchdog that is hungry more often, and a roll of which the loop never comes back."""
    happen = table.TableSource._happen

    def hang(self: table.TableSource, event: Event, began_s: float | None = None) -> None:
        happen(self, event, began_s)
        if isinstance(event, RollEntered):
            print("hangs", flush=True)
            threading.Event().wait()

    with patch.object(table, "_WATCHDOG_S", 0.05), patch.object(table.TableSource, "_happen", hang):
        return main(WORDS)


class Supervisor:
    """What systemd is to a service with ``WatchdogSec=``: hears it, and ends it when it is silent for too long."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))

    def close(self) -> None:
        self._socket.close()

    def started(self, run: Callable[..., int], *told: object) -> Process:
        return Process(
            run, *told, COMPANION_DATA=str(self._folder / "data"), NOTIFY_SOCKET=str(self._folder / "notify")
        )

    def heard(self, timeout_s: float) -> str | None:
        """The next word; None after a silence of that length."""
        self._socket.settimeout(timeout_s)
        try:
            return self._socket.recv(100).decode()
        except TimeoutError:
            return None

    def falls_silent(self) -> bool:
        """Whether the words end, those that are still under way not counted."""
        return any(self.heard(1) is None for _ in range(1000))


def test_a_loop_that_hangs_is_heard_to_and_its_match_goes_on_in_the_next_process(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path)
    try:
        with supervisor.started(hanging) as process:
            assert supervisor.heard(PATIENCE_S) == "READY=1"
            assert supervisor.heard(PATIENCE_S) == "WATCHDOG=1"
            assert all(supervisor.heard(PATIENCE_S) for _ in range(20))
            process.stdin.write("roll 31\n")
            process.stdin.flush()
            assert any(line == "hangs\n" for line in process.stdout)
            assert supervisor.falls_silent()
            assert process.poll() is None, "it hangs, it has not ended"
        while supervisor.heard(0.01) is not None:
            pass
        with supervisor.started(main, WORDS) as process:
            assert supervisor.heard(PATIENCE_S) == "READY=1"
            said, _ = process.communicate("show\nquit\n")
            assert "Light to act, 3-1" in said
            assert process.poll() == 0
    finally:
        supervisor.close()
