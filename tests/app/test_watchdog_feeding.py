"""The watchdog is fed by the loop that takes the events: whoever supervises the process sees it hang."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.patience import PATIENCE_S

HOUSE: Final = Path(__file__).parents[2]

# The real command, with a watchdog that is hungry more often, and a roll of which the loop never comes back.
HANGING: Final = """
import sys, threading
from companion.cli import main
from companion.app import table

table._WATCHDOG_S = 0.05
happen = table.TableSource._happen

def hanging(self, event, began_s=None):
    happen(self, event, began_s)
    if type(event).__name__ == "RollEntered" and "--hang" in sys.argv:
        print("hangs", flush=True)
        threading.Event().wait()

table.TableSource._happen = hanging
sys.exit(main(["run", "--headless", "--camera", "none", "--control", "--data-dir", sys.argv[1]]))
"""


class Supervisor:
    """What systemd is to a service with ``WatchdogSec=``: hears it, and ends it when it is silent for too long."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))

    def close(self) -> None:
        self._socket.close()

    @contextmanager
    def started(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        process = subprocess.Popen(
            [sys.executable, "-c", HANGING, str(self._folder / "data"), *words],
            env={**os.environ, "PYTHONPATH": str(HOUSE), "NOTIFY_SOCKET": str(self._folder / "notify")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with process:
            try:
                yield process
            finally:
                process.kill()

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


def typed(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


@pytest.mark.slow
def test_a_loop_that_hangs_is_heard_to_and_its_match_goes_on_in_the_next_process(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path)
    try:
        with supervisor.started("--hang") as process:
            assert supervisor.heard(PATIENCE_S) == "READY=1"
            assert supervisor.heard(PATIENCE_S) == "WATCHDOG=1"
            assert all(supervisor.heard(PATIENCE_S) for _ in range(20))
            typed(process, "roll 31\n")
            assert process.stdout is not None
            assert any(line == "hangs\n" for line in process.stdout)
            assert supervisor.falls_silent()
            assert process.poll() is None, "it hangs, it has not ended"
        while supervisor.heard(0.01) is not None:
            pass
        with supervisor.started() as process:
            assert supervisor.heard(PATIENCE_S) == "READY=1"
            typed(process, "show\n")
            assert process.stdout is not None
            assert any("Light to act, 3-1" in line for line in process.stdout)
            typed(process, "quit\n")
            assert process.wait(timeout=PATIENCE_S) == 0
    finally:
        supervisor.close()
