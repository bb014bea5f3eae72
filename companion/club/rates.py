"""How often somebody may ask: counted in the memory of each process, so that nothing is written for it."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.club.models import Table

_COUNTED: Final = FixedWindowRateLimiter(MemoryStorage())
_parsed: Final = cache(parse)


def may_ask(table: Table) -> bool:
    """Count a request of a table, and return whether it may ask so often (``CLUB_TABLE_RATE``)."""
    return _COUNTED.hit(_rate(settings.CLUB_TABLE_RATE), "table", str(table.pk))


def may_try(request: HttpRequest) -> bool:
    """Return whether more wrong tokens may come from this address (``CLUB_WRONG_TOKEN_RATE``)."""
    return _COUNTED.test(_rate(settings.CLUB_WRONG_TOKEN_RATE), "address", _address(request))


def count_wrong(request: HttpRequest) -> None:
    """Count a token that no table has."""
    _COUNTED.hit(_rate(settings.CLUB_WRONG_TOKEN_RATE), "address", _address(request))


def locked_out(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    """Answer somebody who has tried too many passwords."""
    return render(request, "club/locked.html", status=429)


def _rate(text: str) -> RateLimitItem:
    return _parsed(text)


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))
