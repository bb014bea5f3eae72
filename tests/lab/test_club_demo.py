"""The club that plays by itself: results are there soon, and it ends when it is told to."""

from __future__ import annotations

import signal
import subprocess
import sys
from urllib.error import URLError
from urllib.request import urlopen

from companion.lab.club_processes import free_port
from tests.patience import eventually


def test_tables_play_and_their_players_are_seen() -> None:
    port = free_port()
    command = [sys.executable, "-m", "companion.lab.club_demo", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as club:
        try:
            assert eventually(lambda: has_players(port))
        finally:
            club.send_signal(signal.SIGTERM)
        said, _ = club.communicate(timeout=60)
    assert club.returncode == 0
    assert f"http://localhost:{port}/".encode() in said


def has_players(port: int) -> bool:
    try:
        with urlopen(f"http://localhost:{port}/players", timeout=10) as answer:
            return b'href="/players/' in answer.read()
    except (URLError, ConnectionError):
        return False
