"""A match from a film, watched from afar to its end: through a cut of the network, in page, overlay and file."""

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
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from companion.record import Journal
from companion.record.exporting import export_text
from companion.record.recorded import recorded_match
from tests.live.browser import PROGRAM, Browser
from tests.live.test_page import PICTURES, told
from tests.patience import PATIENCE_S, eventually

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed: apt-get install chromium"),
]
FILM: Final = Path(__file__).parents[2] / "companion" / "demo" / "clip"
SETTINGS: Final = """
[match]
light = "Anna Nowak"
dark = "Boris Petrov"
length = 5
[live]
on = true
port = {port}
"""


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


@pytest.fixture
def film(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """The companion as it watches a film, and shows it: the port of its live page, and its data folder."""
    with socket.create_server(("", 0)) as free:
        port = free.getsockname()[1]
    settings, data = tmp_path / "settings.toml", tmp_path / "data"
    settings.write_text(SETTINGS.format(port=port), encoding="utf-8")
    words = ["run", "--headless", "--camera", str(FILM), "--data-dir", str(data), "--settings", str(settings)]
    with subprocess.Popen(
        [sys.executable, "-m", "companion", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "GPIOZERO_PIN_FACTORY": "native"},
    ) as process:  # fmt: skip
        yield port, data
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)


def shown(port: int) -> dict[str, Any]:
    """What the table shows; nothing before it is there."""
    with suppress(OSError), closing(urllib.request.urlopen(f"http://127.0.0.1:{port}/state.json", timeout=20)) as told:
        return dict(json.load(told))
    return {"n": 0, "state": None}


def test_a_match_from_a_film_is_watched_through_a_cut_to_its_end(film: tuple[int, Path]) -> None:
    port, data = film
    assert eventually(lambda: shown(port)["n"] >= 2)
    with closing(Wire(port)) as wire, Browser(360, 740) as page, Browser(1920, 1080) as overlay:
        overlay.open(f"http://127.0.0.1:{port}/overlay?at=br&size=130&lang=en")
        page.open(f"http://127.0.0.1:{wire.port}/?lang=en")
        page.wait("document.querySelectorAll('#turns li').length > 1")
        wire.cut()
        page.wait("document.getElementById('lost').textContent !== ''")
        before = shown(port)["n"]
        assert eventually(lambda: shown(port)["n"] >= before + 3)
        wire.mend()
        page.wait("document.getElementById('lost').textContent === ''")
        page.picture(PICTURES / "film-page.png")
        overlay.picture(PICTURES / "film-overlay.png", clear=True)
        assert eventually(lambda: shown(port)["state"]["score"] == [1, 0]), "Boris drops, and so the film ends"
        for seen in (page, overlay):
            seen.wait("document.querySelector('[data-part=light-score]').textContent === '1'")
        lines = told(page)
        with closing(urllib.request.urlopen(f"http://127.0.0.1:{port}/match.mat", timeout=20)) as answer:
            downloaded = answer.read().decode()
        assert overlay.said == []
    with Journal(data, beside=True) as journal:
        (header,) = journal.matches()
        entries = journal.entries(header.id)
    assert downloaded == export_text("mat", recorded_match(header, entries), ())
    plays = [entry for entry in entries if entry.event.value == "play"]
    assert len([line for line in lines if " plays " in line or "cannot move" in line]) == len(plays) > 4
    assert any(line.startswith("Anna Nowak wins 1 point") for line in lines)
