"""Measures the live page: its delay after the disk, its cost, and its robustness.

The table is the real one, its record on disk; spectators are in a process of their own, so that they do not count.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import logging
import random
import socket
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from companion.app.current_match import CurrentMatch
from companion.app.live import LiveHere
from companion.app.phone_pictures import PicturesOfPhones
from companion.lab.bench.by_touch import TERMS, next_touch
from companion.lab.bench.figure import Figure
from companion.lab.bench.hostile_pictures import hostile_pictures
from companion.lab.bench.live_clients import spectators
from companion.live.feed import Feed
from companion.live.public import public
from companion.live.server import LiveServer
from companion.live.visits import Visits
from companion.match.session import Terms
from companion.record import Journal
from companion.settings.tree import LiveSettings, Settings
from vision.calibration import calibrate
from vision.pictures import load_picture
from vision.reader import BoardReader

_EVENTS: Final = 200
_WATCHING: Final = 20
_CLIENTS: Final = 50
_SECONDS: Final = 30
_KILLS: Final = 200
_CUTS: Final = 20
_HOSTILE: Final = 10_000
_ROUNDS: Final = 5
_ACTS: Final = 10
_ACT_MS: Final = 20
"""A fiftieth of the second within which a verdict is to come."""
_PACE_S: Final = 0.05
_PATIENCE_S: Final = 30.0
_NAMES: Final = ("Anna Nowak", "Boris Petrov")
_CLIP: Final = Path(__file__).parents[2] / "demo" / "clip"


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """From disk to spectator, what fifty of them cost, broken connections, and hostile requests."""
    del options
    cost = list(_cost())  # first, for its memory is that of a process which has done nothing else
    yield from _sooner_or_later()
    yield from cost
    yield from _rates()
    yield from _broken()
    yield from _hostile()
    yield from _pictures()


# --- the table --------------------------------------------------------------------------------------------------


class _Table:
    """A match that is played by touch at random, at the requested speed."""

    def __init__(self, folder: Path, journal: Journal, terms: Terms) -> None:
        self.session: Final = CurrentMatch(journal, folders=(folder,), roll=self._roll, blind=True)
        self.session.begin(terms, {})
        self._random: Final = random.Random(1)
        self._settings: Final = Settings(data_dir=folder)
        self.live = LiveHere(self.session, self._settings)

    def _roll(self) -> tuple[int, int]:
        return self._random.randint(1, 6), self._random.randint(1, 6)

    def turn_on(self, port: int = 0) -> int:
        """Show the live page; return its port."""
        self.live.apply(replace(self._settings, live=LiveSettings(on=True, port=port)))
        return self.port

    def turn_off(self) -> None:
        self.live.apply(self._settings)

    @property
    def port(self) -> int:
        server = self.live.server
        assert server is not None
        return server.port

    def act(self) -> tuple[int, float]:
        """Do what people do next; return the number of the last entry on disk, and when it was there."""
        before = len(self.session.on_disk)
        while len(self.session.on_disk) == before:
            self.session.recorder.take(next_touch(self.session.state, self._random, time.monotonic()))
        on_disk_s = time.monotonic()
        self.live.follow()
        return self.session.on_disk[-1].n, on_disk_s


@contextmanager
def _table() -> Iterator[_Table]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-")))
        journal = stack.enter_context(Journal(folder))
        table = _Table(folder, journal, replace(TERMS, names=_NAMES))
        stack.callback(table.live.close)
        yield table


# --- what is measured -------------------------------------------------------------------------------------------


def _sooner_or_later() -> Iterator[Figure]:
    with _table() as table, spectators(table.turn_on(), _WATCHING) as watching:
        on_disk = {}
        for _ in range(_EVENTS):
            n, on_disk_s = table.act()
            on_disk[n] = on_disk_s
            time.sleep(_PACE_S)
        time.sleep(1.0)
        watching.end()
    waits = [1000 * (came_s - on_disk[n]) for got in watching.got for _, n, came_s, _ in got if n in on_disk]
    missing = _WATCHING * len(on_disk) - len(waits)
    yield Figure.at_most(f"from disk to spectator, {_WATCHING} of them, median", statistics.median(waits), "ms", 300)
    yield Figure.unlimited("from disk to spectator, 95 of 100", statistics.quantiles(waits, n=20)[-1], "ms")
    yield Figure.exactly("messages that did not come", missing, "", 0)


def _cost() -> Iterator[Figure]:
    with _table() as table:
        before_mb = _memory_mb()
        port = table.turn_on()
        with spectators(port, _CLIENTS) as watching:
            process_s, table_s, began_s = time.process_time(), time.thread_time(), time.monotonic()
            for second in range(_SECONDS):
                table.act()
                time.sleep(max(0.0, began_s + second + 1 - time.monotonic()))
            server_s = (time.process_time() - process_s) - (time.thread_time() - table_s)
            passed_s, memory_mb = time.monotonic() - began_s, _memory_mb() - before_mb
            watching.end()
    share = 100 * server_s / passed_s
    yield Figure.at_most(f"processor with {_CLIENTS} spectators at an event a second, of one core", share, "%", 5)
    yield Figure.at_most(f"memory of the live page with {_CLIENTS} spectators", memory_mb, "MB", 30)


def _rates() -> Iterator[Figure]:
    """The times to read a board, and to judge and record an act, with many spectators and with none.

    Both are measured in turn, several times, so that other programs disturb them alike.
    """
    images = [load_picture(path) for path in sorted(_CLIP.glob("*.jpg"))]
    reader = BoardReader(calibrate(images[0]))
    times: dict[tuple[str, bool], list[float]] = defaultdict(list)
    with _table() as table:

        def timed(what: str, work: Callable[[], object], *, watched: bool) -> None:
            began_s = time.perf_counter()
            work()
            times[what, watched].append(1000 * (time.perf_counter() - began_s))

        def a_round(*, watched: bool) -> None:
            for _ in range(_ACTS):
                timed("act", table.act, watched=watched)
                for image in images:
                    timed("look", partial(reader.look, image, seen_at_s=0.0), watched=watched)

        a_round(watched=False)  # the first looks load the nets
        times.clear()
        for _ in range(_ROUNDS):
            a_round(watched=False)
            with spectators(table.turn_on(), _CLIENTS) as watching:
                a_round(watched=True)
                watching.end()
            table.turn_off()
    median_ms = {key: statistics.median(measured) for key, measured in times.items()}
    kept = 100 * median_ms["look", False] / median_ms["look", True]
    yield Figure.at_least(f"rate of reading with {_CLIENTS} spectators, of that alone", kept, "%", 95)
    yield Figure.unlimited("judging and recording an act, median", median_ms["act", False], "ms")
    watched_ms = median_ms["act", True]
    yield Figure.at_most(f"the same with {_CLIENTS} spectators, median", watched_ms, "ms", _ACT_MS)


def _broken() -> Iterator[Figure]:
    """Break connections from the clients' side, and from time to time all of them with the server."""
    with _table() as table:
        port = table.turn_on()
        with spectators(port, _WATCHING, kills=_KILLS) as watching:
            for act in range(10 * _CUTS):
                table.act()
                time.sleep(_PACE_S)
                if act % 10 == 9:
                    table.turn_off()
                    table.act()  # while nobody is connected
                    table.turn_on(port)
            time.sleep(2.0)
            watching.end()
        entries = [entry.n for entry in public(table.session.on_disk, faults_shown=True)]
    lost = twice = 0
    for got in watching.got:
        numbers = [n for *_, steps in got for n in steps]
        lost += len(set(entries) - set(numbers))
        twice += len(numbers) - len(set(numbers))
    yield Figure.exactly(f"events lost in {_KILLS} broken connections and {_CUTS} cuts", lost, "", 0)
    yield Figure.exactly("events sent twice", twice, "", 0)


def _hostile() -> Iterator[Figure]:
    faults = _Faults()
    logging.getLogger().addHandler(faults)
    source, failed = random.Random(8), 0
    try:
        with _table() as table:
            port = table.turn_on()
            for _ in range(_HOSTILE):
                failed += _answer(port, hostile_request(source)).startswith(b"HTTP/1.1 5")
            usable = _answer(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            server = table.live.server
            starts = server.starts if server is not None else 0
    finally:
        logging.getLogger().removeHandler(faults)
    failed += faults.many + (starts != 1) + (not usable.startswith(b"HTTP/1.1 200"))
    yield Figure.exactly(f"errors in {_HOSTILE:,} hostile requests", failed, "", 0)


def _pictures() -> Iterator[Figure]:
    """Hostile uploads, each sent as a phone sends it; none shows a board."""
    faults, visits, sentences, longest_s = _Faults(), Visits(), 0, 0.0
    sent = list(hostile_pictures())
    logging.getLogger().addHandler(faults)
    try:
        with LiveServer(Feed(), port=0, pictures=(PicturesOfPhones(lambda: False, lambda _: False), visits)) as server:
            for _, content in sent:
                visit = visits.begin(visits.token())
                assert visit is not None
                begun_s = time.monotonic()
                sentences += bool(_sent(server.port, f"/picture/visit/{visit.key}/file", content).get("said"))
                longest_s = max(longest_s, time.monotonic() - begun_s)
    finally:
        logging.getLogger().removeHandler(faults)
    yield Figure.exactly(f"sentences in answer to {len(sent)} hostile pictures", sentences, "", len(sent))
    yield Figure.exactly("processes that failed over them", faults.many, "", 0)
    yield Figure.unlimited("longest answer to one of them", longest_s, "s")


def _sent(port: int, path: str, content: bytes) -> dict[str, object]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    try:
        connection.request("POST", path, content)
        return dict(json.loads(connection.getresponse().read()))
    except (OSError, ValueError):
        return {}
    finally:
        connection.close()


class _Faults(logging.Handler):
    """Counts the errors in the log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.many = 0

    def emit(self, record: logging.LogRecord) -> None:
        del record
        self.many += 1


def _answer(port: int, request: bytes) -> bytes:
    answer = b""
    with contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        while part := client.recv(65536):
            answer += part
    return answer


_PATHS: Final = (
    "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/static/..%5c..%5c", "//evil.example/", "/%00", "/match.mat/..",
    "/overlay?" + "a=" * 500, "/?lang=" + "%F0%9F" * 200, "/events?match=" + "9" * 300, "/" + "A" * 9000, "*",
    "http://evil.example/", "/events?lang=%FF", "/state.json?callback=<script>", "/overlay/build/%252e", "/match.%s%n",
)  # fmt: skip
_METHODS: Final = (b"GET", b"HEAD", b"POST", b"GET ", b"\x00", b"PRI", b"get", b"X" * 300)
_HEADS: Final = (
    b"Host: localhost", b"Host: evil", b"Host: a\r\nHost: b", b"Host: localhost\r\nContent-Length: -1", b"",
    b"Host: localhost\r\nContent-Length: 99999999999", b"Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ",
    b"Host: localhost\r\nLast-Event-ID: " + b"1" * 5000, b"Host: localhost\r\nLast-Event-ID: -1",
    b"Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade", b"Host: localhost\r\nX: " + b"y" * 20000,
    b"Host: localhost\r\nAccept-Language: " + b"pl," * 3000, b"Host: localhost\r\n\xff: \xfe", b"Host: \xff",
    b"Host: localhost\r\nExpect: 100-continue\r\nContent-Length: 5", b"Host: localhost\r\n folded: x",
)  # fmt: skip
_VERSIONS: Final = (b" HTTP/1.1", b" HTTP/1.0", b"", b" HTTP/9.9")


def hostile_request(source: random.Random) -> bytes:
    """Return a request that no browser sends."""
    noise = source.randbytes(40) if source.random() < 0.1 else b""
    first = source.choice(_METHODS) + b" " + source.choice(_PATHS).encode() + source.choice(_VERSIONS)
    return noise + first + b"\r\n" + source.choice(_HEADS) + b"\r\nConnection: close\r\n\r\n"


def _memory_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1024
