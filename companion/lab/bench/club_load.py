"""Many tables that send at once, as tables do: what an answer takes.

Each table is a connection that sends the next entry of its match so often, whatever the answer took; what one entry
waits for the one before it counts too.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.lab.random_matches import random_match
from companion.record.canonical import canonical
from companion.record.header import Header
from companion.record.header_lines import header_line
from companion.record.lines import row_of_entry
from companion.record.unfolding import entries_of

_LENGTH: Final = 7


@dataclass(frozen=True, slots=True)
class Load:
    """Tables by their tokens; each sends ``a_second`` entries for ``seconds``.

    ``spectators`` follow the page of all tables; ``pages`` are opened one after the other, over and over.
    """

    port: int
    tokens: Sequence[str]
    a_second: float
    seconds: float
    spectators: int = 0
    pages: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Took:
    """What answers took, in seconds: for each entry from the time at which it was there to be sent, and by page.

    ``followed``: the changes that all spectators together were sent.
    """

    entries: list[float]
    pages: dict[str, list[float]]
    followed: int


def measured(load: Load, seed: str) -> Took:
    """Return what the answers of a server took under a load."""
    return asyncio.run(_all(load, seed))


async def _all(load: Load, seed: str) -> Took:
    took = Took([], {page: [] for page in load.pages}, 0)
    followed = [0] * load.spectators
    others = [asyncio.create_task(_spectator(load, place, followed)) for place in range(load.spectators)]
    others += [asyncio.create_task(_reader(load, took.pages))] if load.pages else []
    tables = (_table(load, token, random.Random(f"{seed} {place}")) for place, token in enumerate(load.tokens))
    took.entries.extend(one for some in await asyncio.gather(*tables) for one in some)
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return replace(took, followed=sum(followed))


async def _spectator(load: Load, place: int, followed: list[int]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", load.port)
    writer.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
    while line := await reader.readline():
        followed[place] += line.startswith(b"id:")


async def _reader(load: Load, pages: dict[str, list[float]]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", load.port)
    while True:
        for page, took in pages.items():
            began = time.monotonic()
            writer.write(f"GET {page} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            await _answer(reader)
            took.append(time.monotonic() - began)


async def _table(load: Load, token: str, chance: random.Random) -> list[float]:
    names = (f"Player {chance.randrange(2000)}", f"Player {chance.randrange(2000)}")
    match = random_match(chance, names, _LENGTH)
    lines = [canonical(row_of_entry(entry)) for entry in entries_of(match)]
    header = Header(1, "2026-11-20T19:30:00+00:00", names, _LENGTH)
    path = f"/api/matches/{uuid.UUID(int=chance.getrandbits(128))}"
    reader, writer = await asyncio.open_connection("127.0.0.1", load.port)
    said = {"epoch": 1, "deleted": False, "header": header_line(header)}
    await _put(reader, writer, token, path, json.dumps(said).encode())
    await asyncio.sleep(chance.uniform(0, 1 / load.a_second))
    took, began = [], time.monotonic()
    for n, line in enumerate(lines[: round(load.a_second * load.seconds)], 1):
        due = began + (n - 1) / load.a_second
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await _put(reader, writer, token, f"{path}/entries?epoch=1&from={n}", line)
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
    status = await reader.readline()
    length = 0
    while (field := await reader.readline()) != b"\r\n":
        name, _, value = field.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    answer = await reader.readexactly(length)
    if b" 200 " not in status:
        raise RuntimeError(f"{status!r} {answer!r}")
    return answer
