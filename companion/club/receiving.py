"""Takes in what tables send: the same again is fine, anything that contradicts it waits for a person."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
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
            match.deleted_epoch, match.digest = max(match.deleted_epoch, epoch), digest
            match.save()
            Stream.objects.filter(match=match).renew()
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
            Stream.objects.filter(match=match).renew()
            return stream.last
    raise _contradiction(match, table, epoch)


@dataclass(frozen=True, slots=True)
class Sent:
    """Entries that a table has sent, from number ``first`` on; see :func:`checked`."""

    table: Table
    uuid: UUID
    epoch: int
    first: int
    lines: Sequence[bytes]


def receive_entries(sent: Sequence[Sent]) -> list[int | Exception]:
    """Store the entries that tables have sent, all together; return of each the last one before which none is missing.

    Entries after a gap are not stored: the table sends again from the answer on.  Where they cannot be stored, the
    answer is ``Match.DoesNotExist`` before the header was sent, and else as :func:`receive_header` raises.
    """
    if not sent:
        return []
    with transaction.atomic():
        streams = _locked(sent)
        added: dict[int, list[bytes]] = {}
        answers = [_add(one, streams.get((one.uuid, one.epoch)), added) for one in sent]
        if added:
            _write({stream.number: stream.last for stream in streams.values()}, added)
    return [answer if isinstance(answer, int) else _refusal(*answer) for answer in answers]


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
    match.save()


@dataclass(frozen=True, slots=True)
class _Stored:
    """A stream by its number, with its last entry and the table of its match."""

    number: int
    last: int
    table: int


def _locked(sent: Sequence[Sent]) -> dict[tuple[UUID, int], _Stored]:
    """Return the streams that are sent to, which nobody else changes until the end of the transaction.

    They are locked in the order of their numbers, here and everywhere, so that nobody waits for somebody who waits.  In
    SQL, as all of this, because every entry comes here: Django's own way takes several times as long.
    """
    stored_form = Match._meta.get_field("uuid").get_db_prep_value
    uuids = [stored_form(uuid, connection) for uuid in {one.uuid for one in sent}]
    lock = "FOR UPDATE OF s" if connection.features.has_select_for_update_of else ""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT m.uuid, s.epoch, s.id, s.last, m.table_id FROM club_stream s JOIN club_match m ON m.id = s.match_id"
            f" WHERE m.uuid IN ({', '.join(['%s'] * len(uuids))}) ORDER BY s.id {lock}",
            uuids,
        )
        return {
            (uuid if isinstance(uuid, UUID) else UUID(uuid), epoch): _Stored(number, last, table)
            for uuid, epoch, number, last, table in cursor.fetchall()
        }


def _add(sent: Sent, stream: _Stored | None, added: dict[int, list[bytes]]) -> int | tuple[Sent, int, bytes]:
    """Add entries to what is written together, and return the last number; or what contradicts, with its number."""
    if stream is None or stream.table != sent.table.pk:
        return sent, 0, b""
    differing = _differing(stream, sent, added.get(stream.number, []))
    if differing is not None:
        return sent, *differing
    last = stream.last + len(added.get(stream.number, ()))
    if sent.first <= last + 1 < sent.first + len(sent.lines):
        added.setdefault(stream.number, []).extend(sent.lines[last + 1 - sent.first :])
        last = sent.first + len(sent.lines) - 1
    return last


def _refusal(sent: Sent, n: int, line: bytes) -> Exception:
    match = Match.objects.filter(uuid=sent.uuid).first()
    if match is None or (match.table_id == sent.table.pk and not n):
        return Match.DoesNotExist()
    return _contradiction(match, sent.table, sent.epoch, n, line)


def _write(last: Mapping[int, int], added: Mapping[int, Sequence[bytes]]) -> None:
    """Write what follows in streams on their last entries."""
    entries = [
        value
        for number, lines in added.items()
        for n, line in enumerate(lines, last[number] + 1)
        for value in (number, n, digest_of(line), line)
    ]
    ends = [value for number, lines in added.items() for value in (number, last[number] + len(lines))]
    with connection.cursor() as cursor:
        rows = ", ".join(["(%s, %s, %s, %s)"] * (len(entries) // 4))
        cursor.execute(f"INSERT INTO club_entry (stream_id, n, digest, line) VALUES {rows}", entries)
        rows = ", ".join(["(%s, %s)"] * len(added))
        # Whoever derives a match now, and does not see these entries yet, derives it again.
        cursor.execute(
            f"WITH ends (id, last) AS (VALUES {rows}) UPDATE club_stream SET last = ends.last, changes = changes + 1"
            " FROM ends WHERE club_stream.id = ends.id",
            ends,
        )


def _differing(stream: _Stored, sent: Sent, added: Sequence[bytes]) -> tuple[int, bytes] | None:
    """Return the first entry that is another one than the stored or added, with its number."""
    known = {stream.last + at: digest_of(line) for at, line in enumerate(added, 1)}
    if sent.first <= stream.last:
        numbers = (sent.first, sent.first + len(sent.lines))
        stored = Entry.objects.filter(stream=stream.number, replaced=None, n__range=numbers)
        known |= {n: bytes(digest) for n, digest in stored.values_list("n", "digest")}
    numbered = enumerate(sent.lines, sent.first)
    return next(((n, line) for n, line in numbered if n in known and known[n] != digest_of(line)), None)


def checked(lines: Sequence[bytes], first: int) -> Sequence[bytes]:
    """Return lines; raises :class:`InputError` for what is no canonical form of entries with these numbers."""
    if len(lines) > MOST_LINES:
        raise InputError(f"expected at most {MOST_LINES} entries")
    for n, line in zip(count(first), lines, strict=False):
        try:
            values = json.loads(line)
            is_sound = isinstance(values, dict) and values.get("n") == n and canonical(values) == line
        except (ValueError, RecursionError):
            is_sound = False
        if not is_sound or len(line) > LONGEST_LINE:
            raise InputError(f"entry {n}: expected the canonical form of an entry with this number")
    return lines


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
