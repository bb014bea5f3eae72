"""A match from a film, watched from afar to its end: behind the table, through a cut of the network, in page, overlay,
file and pack; then all of that off again.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from companion.record import Journal
from companion.record.exporting import export_text
from companion.record.recorded import recorded_match
from tests.clips import quicker
from tests.live.browser import PROGRAM, Browser
from tests.live.test_page import PICTURES, told
from tests.patience import PATIENCE_S, eventually

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed: apt-get install chromium"),
]
FILM: Final = Path(__file__).parents[2] / "companion" / "demo" / "clip"
SETTINGS: Final = """
[match]
light = "Anna Nowak"
dark = "Boris Petrov"
length = 5
[live]
on = {on}
port = {port}
delay_turns = 1
"""
TURNS: Final = ("play", "stood", "corrected")


class Wire:
    """The network between page and table: every connection leads on to ``port``, until it is cut."""

    def __init__(self, port: int) -> None:
        self._far: Final = port
        self._ends: list[socket.socket] = []
        self._is_cut = False
        self._listening: Final = socket.create_server(("127.0.0.1", 0))
        self.port: Final = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._is_cut = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if self._is_cut:
                    near.close()
                    continue
                threading.Thread(target=self._lead, args=(near,), daemon=True).start()

    def _lead(self, near: socket.socket) -> None:
        with near, suppress(OSError), socket.create_connection(("127.0.0.1", self._far)) as far:
            self._ends += [near, far]
            while True:
                for end in select.select([near, far], [], [])[0]:
                    content = end.recv(65536)
                    if not content:
                        return
                    (far if end is near else near).sendall(content)


class Companion:
    """The companion as it watches the film.  ``port``: of its live page; ``data``: its data folder."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port: Final = port
        self.data: Final = folder / "data"
        self._settings: Final = folder / "settings.toml"
        self._film: Final = quicker(FILM, folder / "film")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, live: bool) -> None:
        self._settings.write_text(SETTINGS.format(on=str(live).lower(), port=self.port), encoding="utf-8")
        self._process = subprocess.Popen(
            self._words("--settings", str(self._settings), "run", "--headless", "--camera", str(self._film)),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "GPIOZERO_PIN_FACTORY": "native"},
        )  # fmt: skip

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(PATIENCE_S)
        self._process = None

    def ask(self, *words: str) -> str:
        """Return what a command beside it prints."""
        return subprocess.run(self._words(*words), stdout=subprocess.PIPE, text=True, check=True).stdout

    def on_disk(self) -> list[str]:
        """The events of the match so far."""
        if not self.data.exists():
            return []
        with Journal(self.data, shared=True) as journal:
            return [entry.event.value for header in journal.matches() for entry in journal.entries(header.id)]

    def listens(self) -> list[str]:
        """What waits for anybody on the network, as Linux tells it: protocol and port in hexadecimal digits."""
        assert self._process is not None
        own = set()
        for link in Path(f"/proc/{self._process.pid}/fd").iterdir():
            with suppress(OSError):
                own.add(os.readlink(link))
        found = []
        for protocol, waiting in (("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")):
            for line in Path(f"/proc/{self._process.pid}/net/{protocol}").read_text("ascii").splitlines()[1:]:
                _, local, _, state, *_, inode = line.split()[:10]
                if state == waiting and f"socket:[{inode}]" in own:
                    found.append(f"{protocol} {local.rpartition(':')[2]}")
        return found

    def _words(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "companion", "--data-dir", str(self.data), *words]


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    with socket.create_server(("", 0)) as free:
        port = free.getsockname()[1]
    here = Companion(tmp_path, port)
    yield here
    here.stop()


def shown(port: int) -> dict[str, Any]:
    """What the table shows; nothing before it is there."""
    with suppress(OSError), closing(urllib.request.urlopen(f"http://127.0.0.1:{port}/state.json", timeout=20)) as told:
        return dict(json.load(told))
    return {"n": 0, "state": None}


def has_seen(port: int, turns: int) -> bool:
    return bool(shown(port)["state"]["turns"] >= turns)


def test_a_match_from_a_film_is_watched_through_a_cut_to_its_end(companion: Companion, tmp_path: Path) -> None:
    port = companion.port
    companion.start(live=True)
    assert eventually(lambda: shown(port)["n"] >= 2)
    assert companion.listens() == [f"tcp6 {port:04X}"]
    with closing(Wire(port)) as wire, Browser(360, 740) as page, Browser(1920, 1080) as overlay:
        overlay.open(f"http://127.0.0.1:{port}/overlay?at=br&size=130&lang=en")
        page.open(f"http://127.0.0.1:{wire.port}/?lang=en")
        page.wait("document.querySelectorAll('#turns li').length > 1")
        wire.cut()
        page.wait("document.getElementById('lost').textContent !== ''")
        before = shown(port)["n"]
        for turns in (2, 3):
            assert eventually(partial(has_seen, port, turns))
            seen = shown(port)["state"]["turns"]
            assert sum(event in TURNS for event in companion.on_disk()) > seen, "spectators are a turn behind"
        assert shown(port)["n"] > before
        wire.mend()
        page.wait("document.getElementById('lost').textContent === ''")
        page.picture(PICTURES / "film-page.png")
        overlay.picture(PICTURES / "film-overlay.png", clear=True)
        assert eventually(lambda: shown(port)["state"]["score"] == [1, 0]), "Boris drops, and so the film ends"
        for screen in (page, overlay):
            screen.wait("document.querySelector('[data-part=light-score]').textContent === '1'")
        lines = told(page)
        with closing(urllib.request.urlopen(f"http://127.0.0.1:{port}/match.mat", timeout=20)) as answer:
            downloaded = answer.read().decode()
        assert overlay.said == []
    with Journal(companion.data, shared=True) as journal:
        (header,) = journal.matches()
        entries = journal.entries(header.id)
    assert downloaded == export_text("mat", recorded_match(header, entries), ())
    plays = [entry for entry in entries if entry.event.value == "play"]
    assert len([line for line in lines if " plays " in line or "cannot move" in line]) == len(plays) > 4
    assert any(line.startswith("Anna Nowak wins 1 point") for line in lines)
    companion.stop()

    pack = tmp_path / "match.zip"
    companion.ask("archive", "export", str(header.id), "--pack", str(pack))
    assert "all as written" in companion.ask("archive", "check", str(pack))
    with zipfile.ZipFile(pack) as packed:
        assert downloaded.encode() in {packed.read(name) for name in packed.namelist() if name.endswith(".mat")}

    events = len(companion.on_disk())
    companion.start(live=False)
    assert eventually(lambda: len(companion.on_disk()) > events), "the film is watched again"
    assert companion.listens() == []
    assert shown(port)["state"] is None
