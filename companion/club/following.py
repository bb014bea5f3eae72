"""Reads the entries of matches in play as they come: each is read once, and what it says is kept in memory."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from django.db import connection
from django.db.models import F

from companion.club.models import Match, Stream
from companion.errors import InputError
from companion.games.catalogue import Game
from companion.record import recorded
from companion.record.draughts import DraughtsMatch
from companion.record.entries import Entry
from companion.record.header import Header
from companion.record.header_lines import header_from_line
from companion.record.lines import entry_from_line
from companion.record.match import Match as PlayedMatch

_KEPT: Final = 500
"""Epochs in memory: more than a club has tables."""
_AT_ONCE: Final = 1000
_LONGEST_TROUBLE: Final = 300

_Key = tuple[int, int]
"""A stream by its number, and how often a person has set entries of it aside."""


@dataclass(slots=True)
class Followed:
    """The games of one epoch of a match as far as they were read.

    ``ended``: the serial number here of the entry that decided the match.  ``trouble``: why no more can be read.
    ``digest``: SHA-256 of the length, the rules, and the entries.
    """

    header: Header
    fold: recorded.Fold
    n: int = 0
    last: Entry | None = None
    ended: int | None = None
    trouble: str = ""
    clock: Mapping[str, object] | None = None
    result: recorded.Result = field(default_factory=lambda: recorded.Result((0, 0), finished=False))
    _hash: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._hash = sha256(f"{self.header.length} {self.header.rules}".encode())

    @property
    def digest(self) -> str:
        return str(self._hash.hexdigest())

    @property
    def match(self) -> recorded.AnyMatch:
        kind = DraughtsMatch if self.header.game is Game.DRAUGHTS else PlayedMatch
        return kind(self.header.names, self.header.length, self.fold.games, self.header.rules)

    def follow(self, number: int, line: bytes) -> None:
        """Read the next entry, stored under ``number``; after one that cannot be read the match stands where it was."""
        if self.trouble:
            return
        try:
            values: dict[str, Any] = json.loads(line)
            details = values.pop("details", None)
            entry = entry_from_line(values, details)
            self.fold.tell(entry)
            self.result = recorded.result_of(self.match)
        except InputError as error:
            self.trouble = str(error)[:_LONGEST_TROUBLE]
            return
        self._hash.update(b"\n" + line)
        self.n, self.last, self.clock = entry.n, entry, entry.clock or self.clock
        if not (self.header.length and self.result.finished):
            self.ended = None
        elif self.ended is None:
            self.ended = number


class Following:
    """The matches that were read last."""

    def __init__(self) -> None:
        self._kept: Final[OrderedDict[_Key, Followed]] = OrderedDict()

    def matches(self, matches: Collection[Match]) -> dict[int, Followed]:
        """Return the newest epochs of matches up to their last entries, by match; a deleted one is not there."""
        headers = {match.pk: _header(match) for match in matches if not match.is_deleted}
        streams = Stream.objects.filter(match__in=headers, epoch=F("match__epoch"))
        keys = {stream.match_id: (stream.pk, stream.taken) for stream in streams}
        read = {keys[pk]: header for pk, header in headers.items() if header is not None and pk in keys}
        followed = self._read(read)
        return {pk: followed[key] for pk, key in keys.items() if key in followed}

    def _read(self, headers: Mapping[_Key, Header]) -> dict[_Key, Followed]:
        """Return streams up to their last entries."""
        found = {}
        for key, header in headers.items():
            followed = self._kept.pop(key, None)
            if followed is None or followed.header != header:
                followed = Followed(header, recorded.Fold(header))
            found[key] = self._kept[key] = followed
        by_number = {number: found[number, taken] for number, taken in headers}
        for stream, number, line in _after([(number, one.n) for number, one in by_number.items()]):
            by_number[stream].follow(number, line)
        while len(self._kept) > max(_KEPT, len(headers)):
            self._kept.popitem(last=False)
        return found

    def forget(self) -> None:
        """Read everything anew: what was read need not be what is stored."""
        self._kept.clear()


def _header(match: Match) -> Header | None:
    try:
        return header_from_line(match.header, str(match.uuid), match.epoch)
    except InputError:
        return None


def _after(streams: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int, bytes]]:
    """Yield what follows in streams on their entries n, in order: (stream, serial number, line)."""
    if not streams:
        return
    rows = ", ".join(["(%s, %s)"] * len(streams))
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH known (stream, n) AS (VALUES {rows}) SELECT e.stream_id, e.id, e.line FROM known JOIN club_entry e"
            " ON e.stream_id = known.stream AND e.n > known.n AND e.replaced_id IS NULL ORDER BY e.stream_id, e.n",
            [value for one in streams for value in one],
        )
        while found := cursor.fetchmany(_AT_ONCE):
            yield from ((stream, number, bytes(line)) for stream, number, line in found)
