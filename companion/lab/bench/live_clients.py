"""Spectators for the bench of the live page, in a process of their own: ``python -m companion.lab.bench.live_clients``.

Each connects, records when each message has arrived, and connects again where it was if the connection breaks.
``--kills``: so many connections are broken from this side, at random moments.  The first line of output says that all
are connected; at the end of the input the last one lists the messages of each: ``[[[match, n, s, ns], …], …]``, the
match and the number of a message, its time on this machine's steady clock, and the numbers of the entries in it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

_AGAIN_S: Final = 0.05
_LONGEST: Final = 2**22
_PATIENCE_S: Final = 30.0
Got = list[tuple[int, int, float, list[int]]]


# --- the process that asks for spectators --------------------------------------------------------------------


@dataclass(slots=True)
class Watching:
    """The clients' process, and what they have got once it has ended."""

    process: subprocess.Popen[str]
    got: list[Got] = field(default_factory=list)

    def end(self) -> None:
        row, _ = self.process.communicate("", timeout=_PATIENCE_S)
        self.got = json.loads(row.splitlines()[-1])


@contextmanager
def spectators(port: int, clients: int, *, kills: int = 0) -> Iterator[Watching]:
    words = [sys.executable, "-m", "companion.lab.bench.live_clients", str(port), str(clients), "--kills", str(kills)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == {"connected": clients}
        yield Watching(process)
        process.kill()


# --- the spectators' process ------------------------------------------------------------------------------


class Spectator:
    """One client.  ``got``: its messages; ``breaks``: how often its connection has broken."""

    def __init__(self, port: int) -> None:
        self._port: Final = port
        self.got: Got = []
        self.breaks = 0
        self.connected: Final = asyncio.Event()
        self._writer: asyncio.StreamWriter | None = None

    def kill(self) -> None:
        """Break the connection at once."""
        if self._writer is not None:
            self._writer.transport.abort()

    async def watch(self) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                await self._connection()
            self.breaks += 1
            await asyncio.sleep(_AGAIN_S)

    async def _connection(self) -> None:
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=_LONGEST)
        last = f"Last-Event-ID: {self.got[-1][1]}\r\n" if self.got else ""
        self._writer.write(f"GET /events?lang=en HTTP/1.1\r\nHost: localhost\r\n{last}\r\n".encode())
        n, came = 0, b""
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    n = int(line[4:])
                elif line.startswith(b"data: "):
                    came = line
                elif line == b"\n" and came:
                    at_s = time.monotonic()
                    row = json.loads(came[6:])
                    self.got.append((row["match"], n, at_s, [event["n"] for event in row["events"]]))
                    came = b""
                    self.connected.set()
        finally:
            self._writer.close()


async def watched(port: int, clients: int, kills: int) -> list[Spectator]:
    """Watch until the input ends."""
    spectators = [Spectator(port) for _ in range(clients)]
    tasks = [asyncio.create_task(spectator.watch()) for spectator in spectators]
    for spectator in spectators:
        await spectator.connected.wait()
    print(json.dumps({"connected": clients}), flush=True)
    source, ended = random.Random(clients), asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    while not ended.done():
        await asyncio.sleep(source.uniform(0.0, 0.04))
        if kills:
            kills -= 1
            source.choice(spectators).kill()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return spectators


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("clients", type=int)
    parser.add_argument("--kills", type=int, default=0)
    options = parser.parse_args()
    spectators = asyncio.run(watched(options.port, options.clients, options.kills))
    print(json.dumps([spectator.got for spectator in spectators]), flush=True)


if __name__ == "__main__":
    main()
