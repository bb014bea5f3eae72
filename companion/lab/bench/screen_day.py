"""A day of play in fast motion for the bench of endurance: all that a table does, in one process."""

from __future__ import annotations

import gc
import os
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from statistics import fmean
from typing import Final

from companion.coach.analysis_sums import FOLDER
from companion.lab.bench.live_clients import Got, spectators
from companion.lab.bench.scripted_window import CLIP, SETTLE_S, Script, Window, memory_mb, pages, run, turns
from companion.live.public import public
from companion.record import Journal
from companion.updating.trying import JOURNAL

_HOUR: Final = 90
"""Turns."""
_HOURS: Final = 24
_LOOKS: Final = 2
"""Of the reader, a turn."""
_PAGES: Final = 12
"""Every so many turns all pages are opened."""
_SPECTATORS: Final = 20
_POINTS: Final = 7
_KEPT: Final = (FOLDER, "matches", "cards")
_SEEN_S: Final = 0.5
"""By then spectators have the end of a match, and the window has collected what another style has left behind."""
_MOST_S: Final = 3 * 3600.0
_SETTINGS: Final = """
[live]
on = true
port = {port}
"""


def day(folder: Path) -> dict[str, float]:
    """The range of the hourly memory after the first hour, and the growth from the first to the last.

    An hour's memory is the mean over its turns, since open pages and garbage come and go.  To be run where nothing of
    OpenGL is called, see :func:`companion.lab.bench.scripted_window.memory_mb`.
    """
    found: dict[str, float] = {}
    with socket.create_server(("", 0)) as free:
        port = free.getsockname()[1]
    settings, data = folder / "settings.toml", folder / "data"
    settings.write_text(_SETTINGS.format(port=port), encoding="utf-8")

    def script(window: Window) -> Script:
        window.app_root.home()
        yield SETTLE_S
        hours: list[dict[str, float]] = []
        with spectators(port, _SPECTATORS) as watching:
            yield from _played(window, data, hours)
            watching.end()
        before, after = hours[0], hours[-1]
        memory = [hour.pop("memory") for hour in hours]
        found.update({what: after[what] - before[what] for what in after}, turns=_HOURS * _HOUR)
        found["memory"] = max(memory[1:]) - min(memory[1:])
        with Journal(data, shared=True) as journal:
            entries = [
                (header.id, entry.n)
                for header in journal.matches()
                for entry in public(journal.entries(header.id), faults_shown=True)
            ]
        found["missing"] = sum(missing(got, entries) for got in watching.got)
        found["spectators"], found["memory after"] = len(watching.got), memory[-1]

    words = ("--settings", str(settings), "--dice", "both", "--mode", "training", "--length", str(_POINTS))
    run(data, script, words=words, most_s=_MOST_S)
    return found


def _played(window: Window, data: Path, hours: list[dict[str, float]]) -> Script:
    """Play on for a day: what is held at the end of each hour, with the mean memory over its turns, is added."""
    from companion.screen import tasks

    looks, played, memory = _looks(), 0, list[float]()
    for what in turns(window):
        yield from window.another_than(window.app_root.view)
        if window.app_root.view.phase == "phase.match-over":
            yield _SEEN_S
        if what != "play":
            continue
        played += 1
        memory.append(memory_mb())
        for _ in islice(looks, _LOOKS):
            yield 0.0
        if played % _PAGES == 0:
            for wait_s in pages(window):
                yield wait_s
                window.app.tidy()  # people look at a page for longer than it waits to do so
        if played % (_HOUR // 2) == 0:
            window.app.restyle()
            yield _SEEN_S
        if played % _HOUR == 0:
            yield SETTLE_S
            while tasks.busy():  # pages that were left wait for what they had begun
                yield _SEEN_S
            hours.append({**held(data), "memory": fmean(memory)})
            memory.clear()
            print(f"hour {len(hours)}: {hours[-1]}", file=sys.stderr, flush=True)
        if len(hours) == _HOURS:
            return


def held(data: Path) -> Mapping[str, float]:
    """Threads and descriptors of this process, and files in the data folder.

    Files of matches and pictures of cards do not count; nor do saved analyses and fonts, as the oldest make room for
    new ones (Kivy keeps 64 fonts open).  Of the journal the connections count: SQLite keeps the descriptors of closed
    ones, for the next to use, as long as another has a lock on the file.  Source: "Posix Advisory Locking", os_unix.c.
    """
    return {
        "threads": threading.active_count(),
        "descriptors": len(_opened()) + _connections(),
        "files": sum(path.is_file() and path.parent.name not in _KEPT for path in data.rglob("*")),
    }


def _opened() -> list[str]:
    """The open descriptors of this process without fonts and the journal."""
    opened = []
    for link in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the one that the folder itself was read with
            opened.append(os.readlink(link))
    return [name for name in opened if not name.endswith((".ttf", JOURNAL))]


def _connections() -> int:
    # By the type: isinstance() asks Kivy's proxies for their widgets, which may be gone.
    return sum(issubclass(type(one), sqlite3.Connection) for one in gc.get_objects())


def missing(got: Got, entries: Iterable[tuple[int, int]]) -> int:
    """The number of public entries, by match and number, that a spectator has not received since it came."""
    received = {(match, n) for match, _, _, numbers in got for n in numbers}
    match, n, *_ = got[0]
    return len({entry for entry in entries if entry > (match, n)} - received)


def _looks() -> Iterator[None]:
    """The reader, look after look at the pictures of the clip, each learned from as if it were settled."""
    from vision.calibration import calibrate
    from vision.pictures import load_picture
    from vision.reader import BoardReader

    images = [load_picture(path) for path in sorted(CLIP.glob("*.jpg"))]
    reader = BoardReader(calibrate(images[0]))
    for image in cycle(images):
        seen_at_s = time.monotonic()
        reader.look(image, seen_at_s=seen_at_s)
        reader.settle(seen_at_s)
        yield
