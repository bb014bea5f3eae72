"""Takes in what tables send: the same again is fine, anything that contradicts it waits for a person."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F

from companion.club.models import Conflict, Entry, Match, Stream, Table
from companion.club.people import names_after, stored_header
from companion.errors import InputError
from companion.record.canonical import canonical
from companion.record.header_lines import header_from_line

LONGEST_LINE: Final = 64 * 2**10
"""Bytes of one entry: a hundred times an ordinary one."""
MOST_LINES: Final = 1000
"""Entries of one request."""

_NO_LETTERS: Final = frozenset({"Cc", "Cn", "Cs"})
"""Control characters, those that are not assigned, and halves of a pair (Unicode's general categories)."""


class ContradictionError(Exception):
    """What was sent contradicts what is stored; the sentence says what."""

    def __init__(self, conflict: Conflict) -> None:
        super().__init__(conflict.sentence())
        self.conflict: Final = conflict


def digest_of(line: bytes) -> bytes:
    """Return the SHA-256 of an entry's canonical form."""
    return sha256(line).digest()


def stored_matches(table: Table) -> list[tuple[str, int, str, int]]:
    """Return what is stored of a table's matches: (UUID, newest epoch, digest of its header, its last entry)."""
    found = Stream.objects.filter(match__table=table, epoch=F("match__epoch"))
    rows = found.values_list("match__uuid", "epoch", "match__digest", "last")
    return [(str(uuid), epoch, digest, last) for uuid, epoch, digest, last in rows]


def receive_tombstone(table: Table, uuid: UUID, epoch: int, *, digest: str) -> int:
    """Delete a match of which the table has nothing else any more; of one that never came there is nothing to do."""
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(uuid=uuid).first()
        if match is None:
            return 0
        if match.table_id == table.pk:
            match.deleted_epoch, match.is_new = max(match.deleted_epoch, epoch), True
            match.digest = digest
            match.save()
            return 0
    raise _contradiction(match, table, epoch)


def receive_header(
    table: Table, uuid: UUID, epoch: int, values: Mapping[str, Any], *, deleted: bool, digest: str
) -> int:
    """Store the header of a match; return the number of the last entry that is stored of this epoch.

    ``digest``: SHA-256 of the request, by which the table knows its own header again.

    Raises :class:`InputError` for what no table sends, and :class:`ContradictionError` if the match is another table's.
    """
    header = header_from_line(_printable(values), str(uuid), epoch)
    facts = stored_header(header)
    with transaction.atomic():
        match, _ = Match.objects.select_for_update().get_or_create(
            uuid=uuid, defaults={"table": table, "number": header.id, "epoch": epoch, "header": facts, "digest": digest}
        )
        if match.table_id == table.pk:
            _update(match, epoch, facts, deleted=deleted, digest=digest)
            stream, _ = Stream.objects.get_or_create(match=match, epoch=epoch)
            return stream.last
    raise _contradiction(match, table, epoch)


def receive_entries(table: Table, uuid: UUID, epoch: int, first: int, lines: Sequence[bytes]) -> int:
    """Store the entries from number ``first`` on; return the number of the last one before which none is missing.

    Entries after a gap are not stored: the table sends again from the answer on.  Raises
    ``Match.DoesNotExist`` before the header was sent, and else as :func:`receive_header`.
    """
    _check(lines, first)
    with transaction.atomic():
        # The lock is on the entries of this match alone.
        streams = Stream.objects.select_for_update(of=("self",)).select_related("match")
        stream = streams.filter(match__uuid=uuid, epoch=epoch).first()
        if stream is None:
            match, n, line = Match.objects.get(uuid=uuid), 0, b""
            if match.table_id == table.pk:
                raise Match.DoesNotExist
        elif stream.match.table_id != table.pk:
            match, n, line = stream.match, 0, b""
        else:
            differing = _append(stream, first, lines)
            if differing is None:
                return stream.last
            match, (n, line) = stream.match, differing
    raise _contradiction(match, table, epoch, n, line)


def _printable(value: Any) -> Any:
    """Return values for JSON without the characters that no language has: a database refuses some of them."""
    match value:
        case str():
            return "".join(one for one in value if unicodedata.category(one) not in _NO_LETTERS)
        case Mapping():
            return {_printable(key): _printable(one) for key, one in value.items()}
        case list():
            return [_printable(one) for one in value]
    return value


def _update(match: Match, epoch: int, values: Mapping[str, Any], *, deleted: bool, digest: str) -> None:
    if epoch >= match.epoch:
        match.header = {**values, "names": names_after(match.header["names"], values["names"])}
        match.epoch, match.number = epoch, values["number"]
        match.digest = digest
    if deleted:
        match.deleted_epoch = max(match.deleted_epoch, epoch)
    match.is_new = True
    match.save()


def _append(stream: Stream, first: int, lines: Sequence[bytes]) -> tuple[int, bytes] | None:
    """Store what follows; return the first entry that is another one than the stored, with its number."""
    numbered = list(zip(count(first), lines, strict=False))
    if first <= stream.last:
        known = Entry.objects.filter(stream=stream, replaced=None, n__gte=first, n__lt=first + len(lines))
        digests = {n: bytes(stored) for n, stored in known.values_list("n", "digest")}
        for n, line in numbered:
            if n in digests and digests[n] != digest_of(line):
                return n, line
    new = [(n, line) for n, line in numbered if n > stream.last]
    if new and first <= stream.last + 1:
        Entry.objects.bulk_create(Entry(stream=stream, n=n, digest=digest_of(line), line=line) for n, line in new)
        stream.last = new[-1][0]
        Stream.objects.filter(pk=stream.pk).update(last=stream.last)
        # In any case, so that whoever derives the match now and does not see these entries yet has to end before.
        Match.objects.filter(pk=stream.match_id).update(is_new=True)
    return None


def _check(lines: Sequence[bytes], first: int) -> None:
    """Raise :class:`InputError` for what is no canonical form of entries with these numbers."""
    if first < 1 or len(lines) > MOST_LINES:
        raise InputError(f"expected at most {MOST_LINES} entries, counted from 1")
    for n, line in zip(count(first), lines, strict=False):
        try:
            values = json.loads(line)
            is_sound = isinstance(values, dict) and values.get("n") == n and canonical(values) == line
        except (ValueError, RecursionError):
            is_sound = False
        if not is_sound or len(line) > LONGEST_LINE:
            raise InputError(f"entry {n}: expected the canonical form of an entry with this number")


def _contradiction(match: Match, table: Table, epoch: int, n: int = 0, line: bytes = b"") -> ContradictionError:
    """Keep it, once, outside of the transaction that failed by it; what a person has refused is no new question."""
    same = Conflict.objects.filter(match=match, table=table, epoch=epoch, n=n)
    refused = same.filter(line=line, decision=Conflict.Decision.KEPT).first()
    if refused is not None:
        return ContradictionError(refused)
    conflict, _ = same.get_or_create(
        match=match, table=table, epoch=epoch, n=n, decision=Conflict.Decision.OPEN, defaults={"line": line}
    )
    return ContradictionError(conflict)
