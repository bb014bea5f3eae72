"""How often somebody may ask: counted in the memory of each process, so that nothing is written for it."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from companion.club.models import Table

_WINDOW_S: Final = 60


def may_ask(table: Table) -> bool:
    """Count a request of a table, and return whether it may ask so often (``CLUB_TABLE_RATE``)."""
    return _count(f"table-{table.pk}") <= settings.CLUB_TABLE_RATE


def may_try(address: str) -> bool:
    """Return whether more wrong tokens may come from this address (``CLUB_WRONG_TOKEN_RATE``)."""
    return int(cache.get(f"address-{address}", 0)) < settings.CLUB_WRONG_TOKEN_RATE


def count_wrong(address: str) -> None:
    """Count a token that no table has."""
    _count(f"address-{address}")


def locked_out(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    """Answer somebody who has tried too many passwords."""
    return render(request, "club/locked.html", status=429)


def _count(key: str) -> int:
    """Count one more, and return how many there were since the window began, with the first after the one before."""
    if cache.add(key, 1, _WINDOW_S):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # it has just ended
        return 1
