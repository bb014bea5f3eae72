"""The server in a thread of the tests, on the tests' database; and a listener of its events."""

from __future__ import annotations

import http.client
import json
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from companion.club import events, serving
from companion.club.asgi import application
from companion.club.watching import Watcher
from tests.patience import PATIENCE_S


@contextmanager
def served(port: int = 0, every_s: float = 0.01) -> Iterator[str]:
    """Serve as a process that has just begun, and yield the address; nothing is served any more afterwards.

    ``every_s``: how often the database is asked for what has changed.
    """
    watcher = Watcher(every_s)
    events._WRITTEN.clear()
    with pytest.MonkeyPatch.context() as patched:
        for module in (events, serving):
            patched.setattr(module, "WATCHER", watcher)
        yield from _served(port)
    assert not watcher.listeners


def _served(port: int) -> Iterator[str]:
    config = uvicorn.Config(
        application, port=port, lifespan="off", log_config=None, access_log=False, timeout_graceful_shutdown=1
    )
    server = serving.Server(config)
    thread = Thread(target=server.run, name="served", daemon=True)
    thread.start()
    given_up_s = time.monotonic() + PATIENCE_S
    while not server.started:
        assert time.monotonic() < given_up_s, "the server does not begin"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


@dataclass
class Listener:
    """A browser's EventSource: connects again with what it had last; ``tables``: what it shows."""

    address: str
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    last: str | None = None
    tables: dict[int, str] = field(default_factory=dict)
    wholes: int = 0
    messages: int = 0

    @contextmanager
    def connected(self) -> Iterator[None]:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE_S)
        last = {} if self.last is None else {"Last-Event-ID": self.last}
        connection.request("GET", f"/events{self.query}", headers={**self.headers, **last})
        self._answer = connection.getresponse()
        try:
            assert self._answer.status == 200
            assert self._answer.headers["Content-Type"] == "text/event-stream"
            is_packed = self._answer.headers["Content-Encoding"] == "gzip"
            self._lines = _unpacked(self._answer) if is_packed else iter(self._answer)
            yield
        finally:
            self._answer.close()
            connection.close()

    def line(self) -> str:
        line = next(self._lines, None)
        assert line is not None, "the server has ended the events"
        return line.decode().rstrip("\n")

    def hear(self) -> dict[str, Any]:
        """Wait for a message, and show it."""
        while not (line := self.line()).startswith("id: "):
            pass
        number, data = line.removeprefix("id: "), self.line()
        news: dict[str, Any] = json.loads(data.removeprefix("data: "))
        assert self.line() == ""
        self.last = number
        self.messages += 1
        if news["whole"]:
            self.wholes += 1
            self.tables.clear()
        for table in news["tables"]:
            if table["html"] is None:
                self.tables.pop(table["id"], None)
            else:
                self.tables[table["id"]] = table["html"]
        return news


def _unpacked(answer: http.client.HTTPResponse) -> Iterator[bytes]:
    """The lines of a compressed stream, each as soon as a browser has it."""
    unpacking, left = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16), b""
    while packed := answer.read1():
        *lines, left = (left + unpacking.decompress(packed)).split(b"\n")
        yield from (line + b"\n" for line in lines)
