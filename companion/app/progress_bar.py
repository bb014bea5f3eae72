"""A progress bar with the time left, on standard error, for work that takes a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Self, TypeVar

_WIDTH: Final = 40
_WIPED: Final = "\r\x1b[K"

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class ProgressBar:
    """A bar that is wiped when its ``with`` block ends; none if standard error is no terminal, or when ``quiet``."""

    def __init__(self, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._shown: Final = not quiet and sys.stderr.isatty()
        self._clock: Final = clock
        self._first: tuple[int, float] | None = None
        self._drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.wipe()

    def show(self, done: int, of: int) -> None:
        """Draw the bar; it is not drawn for a single item, nor where ``of`` is not known (0)."""
        now_s = self._clock()
        if self._first is None:
            self._first = done, now_s
        if not self._shown or of < 2:
            return
        self._drawn, done = True, min(done, of)
        bar = "#" * (done * _WIDTH // of)
        print(f"{_WIPED}{bar:.<{_WIDTH}} {done}/{of}{self._left(done, of, now_s)}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Clear the line, so that something may be printed; the next ``show`` draws the bar again."""
        if self._drawn:
            print(_WIPED, end="", file=sys.stderr, flush=True)
            self._drawn = False

    def _left(self, done: int, of: int, now_s: float) -> str:
        """The remaining time at the speed since the first ``show``."""
        assert self._first is not None
        before, began_s = self._first
        if done <= before or done == of:
            return ""
        minutes, seconds = divmod(round((now_s - began_s) / (done - before) * (of - done)), 60)
        return f", {minutes}:{seconds:02} left"


def with_progress(
    work: Callable[[_Item], _Result], items: Sequence[_Item], *, quiet: bool = False
) -> Iterator[_Result]:
    """Yield the results in order, under a bar that is wiped before each one, so that it may be printed."""
    with ProgressBar(quiet=quiet) as bar:
        for done, item in enumerate(items):
            bar.show(done, len(items))
            result = work(item)
            bar.wipe()
            yield result


def with_bar(
    steps: Iterable[_Result], so_far: Callable[[_Result], tuple[int, int]], *, quiet: bool = False
) -> Iterator[_Result]:
    """Yield the results of one long task in order, under a bar that is wiped at its end or when it stops.

    ``so_far``: how many are done, of how many, with a result.
    """
    with ProgressBar(quiet=quiet) as bar:
        for step in steps:
            bar.show(*so_far(step))
            yield step
