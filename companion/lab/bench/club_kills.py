"""Cuts connections and kills the table and the server at random, and compares what the server has with the table.

The table plays matches into its journal and sends them through a relay, which cuts connections at any byte.  Table and
server are processes that are killed (SIGKILL) and begin again in the same folders.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import struct
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import uvicorn
from django.db import connections
from django.urls import get_resolver

from companion.app.outbox import OutboxThread
from companion.app.pairing import Club
from companion.club.asgi import application
from companion.club.models import Entry, Table
from companion.club.tokens import pair
from companion.lab.club_processes import free_port
from companion.lab.random_matches import random_match
from companion.record import Journal
from companion.record.canonical import canonical
from companion.record.unfolding import entries_of

_LONGEST_WAIT_S: Final = 0.2
"""Between two kills: a server needs a tenth of a second to begin."""
_LONGEST_CUT: Final = 4000
"""Bytes of either side: some requests and answers."""
_PLAYED_EVERY_S: Final = 0.004
_SENT_EVERY_S: Final = 0.005
_LENGTH: Final = 1
_STALLED_S: Final = 60.0


@dataclass(slots=True)
class ClubToll:
    """What so many kills have cost: ``lost``, ``doubled`` and ``changed`` entries of those that the table has."""

    cut: int = 0
    tables: int = 0
    servers: int = 0
    entries: int = 0
    matches: int = 0
    lost: int = 0
    doubled: int = 0
    changed: int = 0
    in_disorder: int = 0
    caught_up_s: float = 0.0
    troubles: list[str] = field(default_factory=list)


def kill_all(scratch: Path, chance: random.Random, kills: int) -> ClubToll:
    """Kill so often; ``scratch`` holds the data of table and server.

    Django has to be set up, with its database in place and empty (``COMPANION_CLUB_DATA``).
    """
    toll, port, token = ClubToll(), free_port(), _paired()
    relay = _Relay(port)
    relay.start()
    address = f"http://127.0.0.1:{relay.port}"
    table: Callable[[], None] = lambda: _play(scratch, address, token, seed=chance.random())  # noqa: E731
    server: Callable[[], None] = lambda: _serve(port)  # noqa: E731
    children = {"table": _begun(table), "server": _begun(server)}
    try:
        while relay.cuts + toll.tables + toll.servers < kills:
            time.sleep(chance.uniform(0, _LONGEST_WAIT_S))
            match chance.choice(("connection", "table", "server")):
                case "connection":
                    relay.cut_after(chance.randrange(_LONGEST_CUT))
                case "table":
                    toll.tables += 1
                    children["table"] = _again(children["table"], table)
                case "server":
                    toll.servers += 1
                    children["server"] = _again(children["server"], server)
        children["table"] = _again(children["table"], lambda: _send(scratch, address, token))
        toll.caught_up_s = _wait_until_sent(scratch)
    finally:
        for child in children.values():
            _kill(child)
        relay.stop()
    toll.cut = relay.cuts
    _compare(scratch, toll)
    return toll


# --- the processes ------------------------------------------------------------------------------------------------


def _play(folder: Path, address: str, token: str, *, seed: float) -> None:
    chance = random.Random(seed)
    sending = OutboxThread(folder, lambda: Club(address, token), every_s=_SENT_EVERY_S)
    with Journal(folder) as journal, sending:
        while True:
            match = random_match(chance, ("Anna", "Bert"), _LENGTH)
            journal.begin(names=match.names, length=match.length)
            for entry in entries_of(match):
                journal.append(entry)
                time.sleep(_PLAYED_EVERY_S)


def _send(folder: Path, address: str, token: str) -> None:
    with OutboxThread(folder, lambda: Club(address, token), every_s=_SENT_EVERY_S):
        signal.pause()


def _serve(port: int) -> None:
    uvicorn.run(application, host="127.0.0.1", port=port, log_level="critical", lifespan="off")


def _begun(act: Callable[[], None]) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # no lock of the relay's thread is taken
        child = os.fork()
    if child == 0:
        try:
            act()
        finally:
            os._exit(1)
    return child


def _kill(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _again(child: int, act: Callable[[], None]) -> int:
    _kill(child)
    return _begun(act)


# --- the relay ----------------------------------------------------------------------------------------------------


class _Relay:
    """Passes bytes between table and server, until it cuts a connection."""

    def __init__(self, to_port: int) -> None:
        self._to_port: Final = to_port
        self._loop: Final = asyncio.new_event_loop()
        self._thread: Final = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._left: int | None = None
        self.port = 0
        self.cuts = 0

    def start(self) -> None:
        self._thread.start()
        serving = asyncio.start_server(self._passed, "127.0.0.1", 0)
        server = asyncio.run_coroutine_threadsafe(serving, self._loop).result()
        self.port = server.sockets[0].getsockname()[1]

    def cut_after(self, left: int) -> None:
        """Cut the connection that is used next, by a reset, after so many more bytes of either side."""
        self._left = left

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    async def _passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, on = await asyncio.open_connection("127.0.0.1", self._to_port)
        except OSError:
            writer.close()
            return
        with suppress(OSError):
            await asyncio.gather(self._copied(reader, on, (on, writer)), self._copied(back, writer, (on, writer)))

    async def _copied(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, both: Iterable[asyncio.StreamWriter]
    ) -> None:
        try:
            while some := await reader.read(2048):
                if self._left is not None and self._left <= len(some):
                    writer.write(some[: self._left])
                    self._left = None
                    self.cuts += 1
                    for one in both:
                        _reset(one)
                    return
                self._left = None if self._left is None else self._left - len(some)
                writer.write(some)
                await writer.drain()
        finally:
            writer.close()


def _reset(writer: asyncio.StreamWriter) -> None:
    own = writer.get_extra_info("socket")
    with suppress(OSError):
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


# --- what is stored -----------------------------------------------------------------------------------------------


def _paired() -> str:
    token = pair(Table.objects.create(name="Table"))
    _loaded()
    connections.close_all()  # no process may use a connection of the one that it is forked from
    return token


def _loaded() -> None:
    """Load what a server loads with its first requests, so that each begins quickly."""
    assert get_resolver().url_patterns


def _of_table(folder: Path) -> Iterator[tuple[str, list[bytes]]]:
    with Journal(folder) as journal:
        for header in journal.matches():
            yield header.uuid, [canonical(row) for row in journal.rows(header.id)]


def _of_club(uuid: str) -> list[bytes]:
    """In the order in which they were stored."""
    found = Entry.objects.filter(stream__match__uuid=uuid, replaced=None).order_by("pk")
    return [bytes(line) for line in found.values_list("line", flat=True)]


def _wait_until_sent(folder: Path) -> float:
    """Wait until the server has everything, or gets nothing more."""
    began = grown = time.monotonic()
    wanted, before = sum(len(lines) for _, lines in _of_table(folder)), -1
    while before < wanted and time.monotonic() - grown < _STALLED_S:
        if (stored := Entry.objects.filter(replaced=None).count()) > before:
            before, grown = stored, time.monotonic()
        time.sleep(0.1)
    return time.monotonic() - began


def _compare(folder: Path, toll: ClubToll) -> None:
    for uuid, lines in _of_table(folder):
        stored = _of_club(uuid)
        toll.matches += 1
        toll.entries += len(lines)
        toll.lost += len(set(lines) - set(stored))
        toll.doubled += len(stored) - len(set(stored))
        toll.changed += len(set(stored) - set(lines))
        toll.in_disorder += stored != lines
