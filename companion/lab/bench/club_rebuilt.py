"""Whether what is derived as entries come, in any order, is what is derived from all of them at the end."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from companion.club.deriving import Deriver
from companion.club.models import Pair, Result, Standing, Table, Turn
from companion.club.rebuilding import rebuild
from companion.club.receiving import Sent, receive_entries, receive_header
from companion.lab.club_filled import played
from companion.record.canonical import canonical
from companion.record.header import Header
from companion.record.header_lines import header_line
from companion.record.lines import row_of_entry
from companion.record.match import Match
from companion.record.unfolding import entries_of

_GAMES: Final = 100
"""Different ones, of which all matches are made, with other players."""
_PLAYERS: Final = 400
_IN_PLAY: Final = 200
"""Matches that are sent at the same time, a piece of one or of another."""
_LONGEST_PIECE: Final = 60
_DERIVED_AFTER: Final = 100
"""Pieces."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """``rows`` of what is derived; ``differing``: those that are not the same when all is derived anew."""

    rows: int
    differing: int
    rebuilt_s: float


def rebuilt(matches: int, folder: Path | None, seed: str) -> Rebuilt:
    """Send so many matches, derive them as they come, and then all of them anew."""
    chance = random.Random(seed)
    table, deriver = Table.objects.create(name="Sending"), Deriver()
    games = [_lines(game) for game in played(chance, folder, _GAMES)]
    coming = (_pieces(table, chance, number, chance.choice(games)) for number in range(1, matches + 1))
    playing = [one for _, one in zip(range(_IN_PLAY), coming, strict=False)]
    pieces = 0
    while playing:
        place = chance.randrange(len(playing))
        piece = next(playing[place], None)
        if piece is None:
            playing[place : place + 1] = [one for one in (next(coming, None),) if one is not None]
            continue
        receive_entries([piece])
        pieces += 1
        if pieces % _DERIVED_AFTER == 0:
            deriver.derive_new()
    while deriver.derive_new():
        pass
    incremental, began_s = _derived(), time.monotonic()
    rebuild()
    took_s, anew = time.monotonic() - began_s, _derived()
    return Rebuilt(len(anew), len(incremental ^ anew), took_s)


def _lines(game: Match) -> list[bytes]:
    return [canonical(row_of_entry(entry)) for entry in entries_of(game)]


def _pieces(table: Table, chance: random.Random, number: int, lines: list[bytes]) -> Iterator[Sent]:
    """Yield the entries of a match in pieces, some of them twice."""
    uuid, players = UUID(int=chance.getrandbits(128)), chance.sample(range(_PLAYERS), 2)
    header = Header(number, "2026-11-20T19:30:00+00:00", (f"Player {players[0]}", f"Player {players[1]}"), 1)
    receive_header(table, uuid, 1, header_line(header), deleted=False, digest="")
    first = 1
    while first <= len(lines):
        size = chance.randint(1, _LONGEST_PIECE)
        yield Sent(table, uuid, 1, first, lines[first - 1 : first - 1 + size])
        first += chance.randint(1, size)


def _derived() -> set[tuple[Any, ...]]:
    """All rows but for the order in which they were derived."""
    return {
        (model.__name__, *map(repr, row))
        for model in (Result, Standing, Pair, Turn)
        for row in model._default_manager.values_list(
            *(one.attname for one in model._meta.concrete_fields if one.name not in ("id", "revision"))
        ).iterator(chunk_size=1000)
    }
