"""What tables ask of the server, each with its token: which of its entries are stored, and to store what follows.

Every entry of every table comes here.  So this is no view of Django, which would take several times as long; and what
comes while the database is busy is stored together, in one transaction.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final
from urllib.parse import parse_qs
from uuid import UUID

from django.utils import timezone

from companion.club.models import Match, Table
from companion.club.rates import count_wrong, may_ask, may_try
from companion.club.receiving import (
    ContradictionError,
    Sent,
    checked,
    receive_entries,
    receive_header,
    receive_tombstone,
    stored_matches,
)
from companion.club.tokens import tables_of
from companion.errors import InputError

ROOT: Final = "/api/matches"
_MATCH: Final = re.compile(rf"{ROOT}/([0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}})(/entries)?")
_HEARD_EVERY: Final = timedelta(seconds=10)
"""How exactly it is kept when a table was heard last."""
_MOST: Final = 2**30
"""Epochs, and entries of one: the database has 31 bits for each."""


@dataclass(frozen=True, slots=True)
class Request:
    """``token``: empty without one.  ``address``: of who asks."""

    method: str
    path: str
    query: str
    token: str
    address: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """``said``: for JSON."""

    status: int
    said: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)


_TOO_OFTEN: Final = Answer(429, {"error": "too many requests"}, {"Retry-After": "60"})


def answers(requests: Sequence[Request]) -> list[Answer]:
    """Answer requests that have come at the same time.

    - ``GET api/matches``: ``{"matches": [[UUID, epoch, digest of the header, last entry], ...]}`` of this table
    - ``PUT api/matches/UUID``: ``{"epoch", "deleted", "header"}``; answers ``{"last": n}``
    - ``PUT api/matches/UUID/entries?epoch=E&from=N``: canonical forms, one a line; answers ``{"last": n}``
    """
    tables = tables_of({request.token for request in requests if request.token})
    done = [_done(request, tables.get(request.token)) for request in requests]
    stored = iter(receive_entries([one for one in done if isinstance(one, Sent)]))
    return [_said(next(stored)) if isinstance(one, Sent) else one for one in done]


def _done(request: Request, table: Table | None) -> Answer | Sent:
    """Answer a request, or return the entries that it has brought."""
    if not may_try(request.address):
        return _TOO_OFTEN
    if table is None:
        count_wrong(request.address)
        return Answer(401, {"error": "this table is not paired"})
    if not may_ask(table):
        return _TOO_OFTEN
    _heard(table)
    try:
        return _asked(request, table)
    except (InputError, ContradictionError) as error:
        return _said(error)


def _asked(request: Request, table: Table) -> Answer | Sent:
    if request.path == ROOT:
        return Answer(200, {"matches": stored_matches(table)}) if request.method == "GET" else _not_allowed("GET")
    found = _MATCH.fullmatch(request.path)
    if found is None:
        return Answer(404, {"error": "no such address"})
    if request.method != "PUT":
        return _not_allowed("PUT")
    uuid = UUID(found[1])
    return _entries(request, table, uuid) if found[2] else Answer(200, {"last": _header(request, table, uuid)})


def _not_allowed(method: str) -> Answer:
    return Answer(405, {"error": f"expected {method}"}, {"Allow": method})


def _header(request: Request, table: Table, uuid: UUID) -> int:
    digest = sha256(request.body).hexdigest()
    match _json(request.body):
        case {"epoch": int(epoch), "deleted": bool(deleted), "header": dict(said)} if 0 < epoch <= _MOST:
            return receive_header(table, uuid, epoch, said, deleted=deleted, digest=digest)
        case {"epoch": int(epoch), "deleted": True, "header": None} if 0 < epoch <= _MOST:
            return receive_tombstone(table, uuid, epoch, digest=digest)
    raise InputError('expected {"epoch": NUMBER, "deleted": false, "header": {...}}')


def _entries(request: Request, table: Table, uuid: UUID) -> Sent:
    asked = parse_qs(request.query)
    try:
        epoch, first = int(asked["epoch"][0]), int(asked["from"][0])
    except (KeyError, ValueError):
        epoch = first = 0
    if not (0 < epoch <= _MOST and 0 < first <= _MOST):
        raise InputError("expected epoch=NUMBER&from=NUMBER, both counted from 1")
    return Sent(table, uuid, epoch, first, checked(request.body.split(b"\n") if request.body else [], first))


def _said(stored: int | Exception) -> Answer:
    match stored:
        case int():
            return Answer(200, {"last": stored})
        case InputError():
            return Answer(400, {"error": str(stored)})
        case Match.DoesNotExist():
            return Answer(404, {"error": "expected the header of the match first"})
        case ContradictionError():
            return Answer(409, {"error": str(stored), "n": stored.conflict.n})
    raise stored


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _heard(table: Table) -> None:
    now = timezone.now()
    if table.heard is None or now - table.heard > _HEARD_EVERY:
        Table.objects.filter(pk=table.pk).update(heard=now)
