"""Pages of long lists: each begins after a key of the row before it, so that the last one is as fast as the first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Generic, TypeVar

from django.http import HttpRequest

SIZE: Final = 50
"""Rows of a page."""
_LONGEST: Final = 18

Row = TypeVar("Row")


class Page(Generic[Row]):
    """The rows of a page, of which one more was asked for; ``is_last``: there are no more."""

    def __init__(self, rows: Iterable[Row]) -> None:
        found = list(rows)
        self.rows: Final = found[:SIZE]
        self.is_last: Final = len(found) <= SIZE


def number_in(request: HttpRequest, name: str) -> int | None:
    """Return a whole number of the address, None if there is none."""
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdigit() and len(said) <= _LONGEST else None
