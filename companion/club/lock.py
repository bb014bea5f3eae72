"""Lets only one process do what two would do differently, or twice."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from django.conf import settings

from companion.errors import InputError


class Work(Enum):
    """What only one process does at a time, by the name of its lock; and what another one is told."""

    DERIVING = "derive", "results are being derived already, by another process"
    ANALYSING = "analyse", "matches are being analysed already, by another process"

    @property
    def path(self) -> str:
        return f"{self.value[0]}.lock"


@contextmanager
def alone(work: Work) -> Iterator[None]:
    """Hold the lock.  Raises :class:`InputError` if another process has it."""
    settings.DATA.mkdir(parents=True, exist_ok=True)
    with (settings.DATA / work.path).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(work.value[1]) from None
        yield
