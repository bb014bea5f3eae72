"""What a table asks of the server, with its token: ``PUT`` of headers and of entries."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from companion.club.models import Match, Table
from companion.club.rates import count_wrong, may_ask, may_try
from companion.club.receiving import (
    ContradictionError,
    receive_entries,
    receive_header,
    receive_tombstone,
    stored_matches,
)
from companion.club.tokens import table_of
from companion.errors import InputError

_HEARD_EVERY: Final = timedelta(seconds=10)
"""How exactly it is kept when a table was heard last."""


def _for_tables(view: Callable[..., JsonResponse], method: str = "PUT") -> Callable[..., JsonResponse]:
    """Let a view, which is called with the table that asks, be asked by tables alone."""

    @csrf_exempt  # a table has no cookie that somebody else could use
    @require_http_methods([method])
    @wraps(view)
    def asked(request: HttpRequest, **parts: UUID) -> JsonResponse:
        if not may_try(request):
            return _too_often()
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        table = table_of(token) if scheme == "Bearer" and token else None
        if table is None:
            count_wrong(request)
            return JsonResponse({"error": "this table is not paired"}, status=401)
        if not may_ask(table):
            return _too_often()
        _heard(table)
        try:
            return view(request, table, **parts)
        except InputError as error:
            return JsonResponse({"error": str(error)}, status=400)
        except Match.DoesNotExist:
            return JsonResponse({"error": "expected the header of the match first"}, status=404)
        except ContradictionError as error:
            return JsonResponse({"error": str(error), "n": error.conflict.n}, status=409)

    return asked


@partial(_for_tables, method="GET")
def matches(_: HttpRequest, table: Table) -> JsonResponse:
    """``GET api/matches``: ``{"matches": [[UUID, epoch, digest of the header, last entry], ...]}`` of this table."""
    return JsonResponse({"matches": stored_matches(table)})


@_for_tables
def header(request: HttpRequest, table: Table, uuid: UUID) -> JsonResponse:
    """``PUT api/matches/UUID``: ``{"epoch", "deleted", "header"}``; answers ``{"last": n}``."""
    digest = sha256(request.body).hexdigest()
    match _json(request.body):
        case {"epoch": int(epoch), "deleted": bool(deleted), "header": dict(said)} if epoch > 0:
            return JsonResponse({"last": receive_header(table, uuid, epoch, said, deleted=deleted, digest=digest)})
        case {"epoch": int(epoch), "deleted": True, "header": None}:
            return JsonResponse({"last": receive_tombstone(table, uuid, epoch, digest=digest)})
    raise InputError('expected {"epoch": NUMBER, "deleted": false, "header": {...}}')


@_for_tables
def entries(request: HttpRequest, table: Table, uuid: UUID) -> JsonResponse:
    """``PUT api/matches/UUID/entries?epoch=E&from=N``: canonical forms, one a line; answers ``{"last": n}``."""
    try:
        epoch, first = int(request.GET["epoch"]), int(request.GET["from"])
    except (KeyError, ValueError):
        raise InputError("expected epoch=NUMBER&from=NUMBER") from None
    lines = request.body.split(b"\n") if request.body else []
    return JsonResponse({"last": receive_entries(table, uuid, epoch, first, lines)})


def _too_often() -> JsonResponse:
    return JsonResponse({"error": "too many requests"}, status=429, headers={"Retry-After": "60"})


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _heard(table: Table) -> None:
    now = timezone.now()
    if table.heard is None or now - table.heard > _HEARD_EVERY:
        Table.objects.filter(pk=table.pk).update(heard=now)
