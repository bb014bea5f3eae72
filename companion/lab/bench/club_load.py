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
from dataclasses import dataclass
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
    """Tables by their tokens; each sends ``a_second`` entries for ``seconds``."""

    port: int
    tokens: Sequence[str]
    a_second: float
    seconds: float


def measured(load: Load, seed: str) -> list[float]:
    """Return what each answer took, in seconds, from the time at which its entry was there to be sent."""
    return asyncio.run(_all(load, seed))


async def _all(load: Load, seed: str) -> list[float]:
    tables = (_table(load, token, random.Random(f"{seed} {place}")) for place, token in enumerate(load.tokens))
    return [one for some in await asyncio.gather(*tables) for one in some]


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
    status = await reader.readline()
    length = 0
    while (field := await reader.readline()) != b"\r\n":
        name, _, value = field.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    answer = await reader.readexactly(length)
    if b" 200 " not in status:
        raise RuntimeError(f"{status!r} {answer!r}")
