"""A progress bar on standard error for work done item by item."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

_WIDTH: Final = 40
_WIPED: Final = "\r\x1b[K"

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def with_progress(
    work: Callable[[_Item], _Result], items: Sequence[_Item], *, quiet: bool = False
) -> Iterator[_Result]:
    """Yield the results in order; the bar is wiped before each one, so that it may be printed.

    There is no bar if standard error is no terminal, for a single item, or when ``quiet``.
    """
    shown = not quiet and len(items) > 1 and sys.stderr.isatty()
    for done, item in enumerate(items):
        if shown:
            print(_bar(done, len(items)), end="", file=sys.stderr, flush=True)
        result = work(item)
        if shown:
            print(_WIPED, end="", file=sys.stderr, flush=True)
        yield result


def _bar(done: int, of: int) -> str:
    return f"\r{'#' * (done * _WIDTH // of):.<{_WIDTH}} {done}/{of}"


def with_bar(
    steps: Iterable[_Result], so_far: Callable[[_Result], tuple[int, int]], *, quiet: bool = False
) -> Iterator[_Result]:
    """Yield the results of one long task in order, under a bar that is wiped at its end or when it stops.

    ``so_far``: how many are done, of how many, with a result.  There is no bar if standard error is no terminal,
    or when ``quiet``.
    """
    shown = not quiet and sys.stderr.isatty()
    try:
        for step in steps:
            if shown:
                print(_bar(*so_far(step)), end="", file=sys.stderr, flush=True)
            yield step
    finally:
        if shown:
            print(_WIPED, end="", file=sys.stderr, flush=True)
