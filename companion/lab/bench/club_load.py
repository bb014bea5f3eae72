"""Many tables that send at once, as tables do: what an answer takes.

Each table is a connection that sends the next entry of its match so often, whatever the answer took; what one entry
waits for the one before it counts too.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Self

from companion.lab.random_matches import random_match
from companion.record.canonical import canonical
from companion.record.header import Header
from companion.record.header_lines import header_line
from companion.record.lines import row_of_entry
from companion.record.unfolding import entries_of

_LENGTH: Final = 7
_MATCHES: Final = 8
"""Different ones: it takes longer to make a match than to send it."""
_PLAYERS: Final = 2000
_BEGINS_S: Final = 0.02
"""Between two spectators who begin."""
_NICE: Final = 10
"""Browsers have processors of their own, and take little of the server's."""
_SETTLED_S: Final = 5.0
"""Between the headers of all matches, which no club sends at the same time, and their first entries."""
_LONGEST: Final = 2**20
_PAGE_EVERY_S: Final = 0.25


@dataclass(frozen=True, slots=True)
class Load:
    """Tables by their tokens; each sends ``a_second`` entries for ``seconds``.

    ``spectators`` follow the page of all tables; ``pages`` are opened one after the other, four a second.  Tables send
    to a server at ``port``, browsers ask one at ``pages_port``.
    """

    port: int
    pages_port: int
    tokens: Sequence[str]
    a_second: float
    seconds: float
    spectators: int = 0
    pages: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Took:
    """What answers took, in seconds: for each entry from the time at which it was there to be sent, and by page.

    ``followed``: the bytes that all spectators together were sent.
    """

    entries: list[float]
    pages: dict[str, list[float]]
    followed: int


def measured(load: Load, seed: str) -> Took:
    """Return what the answers of a server took under a load."""
    return asyncio.run(_all(load, seed))


async def _all(load: Load, seed: str) -> Took:
    took = Took([], {page: [] for page in load.pages}, 0)
    chance = random.Random(seed)
    entries = [_entries(chance, load) for _ in range(_MATCHES)]
    with ProcessPoolExecutor(1) as beside:
        sent = [await _Sender.begun(load, token, chance, chance.choice(entries)) for token in load.tokens]
        followed = asyncio.get_running_loop().run_in_executor(beside, _spectators, load)
        await asyncio.sleep(_SETTLED_S + load.spectators * _BEGINS_S)
        reader = asyncio.create_task(_reader(load, took.pages)) if load.pages else None
        for some in await asyncio.gather(*(one.send(load, chance.random()) for one in sent)):
            took.entries.extend(some)
        if reader is not None:
            reader.cancel()
        return replace(took, followed=await followed)


def _entries(chance: random.Random, load: Load) -> list[bytes]:
    match = random_match(chance, ("", ""), _LENGTH)
    lines = [canonical(row_of_entry(entry)) for entry in entries_of(match)]
    return lines[: round(load.a_second * load.seconds)]


def _spectators(load: Load) -> int:
    """Follow the page of all tables, in a process of its own; return how many bytes came."""
    os.nice(_NICE)
    return asyncio.run(_follow(load))


async def _follow(load: Load) -> int:
    followed = [0] * load.spectators
    with suppress(TimeoutError):
        async with asyncio.timeout(load.seconds + load.spectators * _BEGINS_S), asyncio.TaskGroup() as group:
            for place in range(load.spectators):
                group.create_task(_spectator(load, place, followed))
                await asyncio.sleep(_BEGINS_S)
    return sum(followed)


async def _spectator(load: Load, place: int, followed: list[int]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", load.pages_port, limit=_LONGEST)
    writer.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
    while True:
        followed[place] += len(await reader.read(_LONGEST))


async def _reader(load: Load, pages: dict[str, list[float]]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", load.pages_port)
    while True:
        for page, took in pages.items():
            began = time.monotonic()
            writer.write(f"GET {page} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            await _answer(reader)
            took.append(time.monotonic() - began)
            await asyncio.sleep(_PAGE_EVERY_S)


@dataclass(frozen=True, slots=True)
class _Sender:
    """A table that has sent the header of a match."""

    token: str
    path: str
    lines: Sequence[bytes]

    @classmethod
    async def begun(cls, load: Load, token: str, chance: random.Random, lines: Sequence[bytes]) -> Self:
        names = (f"Player {chance.randrange(_PLAYERS)}", f"Player {chance.randrange(_PLAYERS)}")
        header = Header(1, "2026-11-20T19:30:00+00:00", names, _LENGTH)
        path = f"/api/matches/{uuid.UUID(int=chance.getrandbits(128))}"
        reader, writer = await asyncio.open_connection("127.0.0.1", load.port)
        said = {"epoch": 1, "deleted": False, "header": header_line(header)}
        await _put(reader, writer, token, path, json.dumps(said).encode())
        writer.close()
        return cls(token, path, lines)

    async def send(self, load: Load, phase: float) -> list[float]:
        """Send the entries; return what each took.  ``phase``: of the time between two, that goes before the first."""
        reader, writer = await asyncio.open_connection("127.0.0.1", load.port)
        took, began = [], time.monotonic() + phase / load.a_second
        for n, line in enumerate(self.lines, 1):
            due = began + (n - 1) / load.a_second
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await _put(reader, writer, self.token, f"{self.path}/entries?epoch=1&from={n}", line)
            took.append(time.monotonic() - due)
        writer.close()
        return took


async def _put(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str, path: str, body: bytes) -> None:
    head = (
        f"PUT {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await _answer(reader)


async def _answer(reader: asyncio.StreamReader) -> bytes:
    """Read one answer; raises RuntimeError for any but 200."""
    status = await reader.readuntil(b"\n")
    length = 0
    while (field := await reader.readuntil(b"\n")) != b"\r\n":
        name, _, value = field.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    answer = await reader.readexactly(length)
    if b" 200 " not in status:
        raise RuntimeError(f"{status!r} {answer!r}")
    return answer
