"""Runs what a command does again and again until it is stopped."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Final

from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError, close_old_connections

from companion.club.lock import Work, alone
from companion.errors import EngineError, InputError

_AGAIN_S: Final = 2.0
"""After the database did not answer."""


def stopped_by_signals() -> threading.Event:
    """Return what is set once the process is to end."""
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    return stopped


def work(
    command: BaseCommand, kind: Work, nice: int, step: Callable[[], float | None], stopped: threading.Event
) -> None:
    """Do a step until it is stopped; each returns in how many seconds the next one comes, None: that was all.

    Others go first, by ``nice``, where there are too few processors for all.  Raises ``CommandError`` where another
    process does this work, or the engine fails.
    """
    os.nice(nice)
    wait_s: float | None = 0.0
    try:
        with alone(kind):
            while wait_s is not None and not stopped.wait(wait_s):
                try:
                    wait_s = step()
                except (OperationalError, InterfaceError) as error:
                    command.stderr.write(f"the database does not answer: {error}")
                    close_old_connections()
                    wait_s = _AGAIN_S
    except (InputError, EngineError) as error:
        raise CommandError(str(error)) from error
