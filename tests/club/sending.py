"""Matches as tables send them."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final
from uuid import UUID

from companion.club.models import Table
from companion.club.table_api import Request, answers
from companion.club.tokens import pair
from companion.games.catalogue import DRAUGHTS
from companion.lab.random_matches import random_draughts
from companion.record.canonical import canonical
from companion.record.entries import Entry
from companion.record.header import Header
from companion.record.header_lines import header_line
from companion.record.lines import row_of_entry
from companion.record.unfolding import entries_of
from tests.archived import random_entries

_NUMBERS: Final = count(1)


def lines_of(entries: Sequence[Entry]) -> list[bytes]:
    """The canonical forms of entries."""
    return [canonical(row_of_entry(entry)) for entry in entries]


@dataclass
class Played:
    """A match at a table."""

    seed: int
    names: tuple[str, str] = ("Anna", "Bert")
    length: int = 3
    epoch: int = 1
    entries: tuple[Entry, ...] = ()
    rules: str = "tournament"
    header: Header = field(init=False)

    def __post_init__(self) -> None:
        if self.rules in DRAUGHTS and not self.entries:
            self.entries = entries_of(random_draughts(random.Random(self.seed), self.names, self.length))
        self.entries = self.entries or random_entries(self.seed, self.length, 100 if self.length else 2)
        self.header = Header(self.seed + 1, "2026-11-20T19:30:00+01:00", self.names, self.length, rules=self.rules)

    @property
    def uuid(self) -> UUID:
        return UUID(int=self.seed + 1)


class Sender:
    """A table that is paired."""

    def __init__(self, name: str = "Table 1") -> None:
        self.table: Final = Table.objects.create(name=name)
        self.token = pair(self.table)

    def header(self, match: Played, *, deleted: bool = False) -> tuple[int, dict[str, Any]]:
        said = {"epoch": match.epoch, "deleted": deleted, "header": header_line(match.header)}
        return self._put(f"/api/matches/{match.uuid}", json.dumps(said).encode())

    def entries(self, match: Played, first: int = 1, last: int | None = None) -> tuple[int, dict[str, Any]]:
        return self.lines(match, first, lines_of(match.entries[first - 1 : last]))

    def lines(self, match: Played, first: int, lines: Sequence[bytes]) -> tuple[int, dict[str, Any]]:
        return self._put(f"/api/matches/{match.uuid}/entries?epoch={match.epoch}&from={first}", b"\n".join(lines))

    def match(self, match: Played) -> None:
        assert self.header(match)[0] == 200
        assert self.entries(match) == (200, {"last": len(match.entries)})

    def _put(self, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
        return asked(self.token, path, body)


def asked(token: str, path: str, body: bytes | None) -> tuple[int, dict[str, Any]]:
    """Put something with a token, or get what is there; return the status and what was said."""
    plain, _, query = path.partition("?")
    method = "GET" if body is None else "PUT"
    (answer,) = answers([Request(method, plain, query, token, "127.0.0.1", body or b"")])
    said: dict[str, Any] = json.loads(json.dumps(answer.said))
    return answer.status, said
