"""Lets only one process derive results: two would compute the same ratings from different matches at the same time."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from companion.errors import InputError


@contextmanager
def deriving_alone() -> Iterator[None]:
    """Hold the lock.  Raises :class:`InputError` if another process has it."""
    settings.DATA.mkdir(parents=True, exist_ok=True)
    with (settings.DATA / "derive.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError("results are being derived already, by another process") from None
        yield
