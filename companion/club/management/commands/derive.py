"""``python -m companion.club derive``: derives results from what tables send, until it is stopped."""

from __future__ import annotations

import signal
import threading
from typing import Final

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, close_old_connections

from companion.club.deriving import Deriver
from companion.club.lock import deriving_alone
from companion.club.showing import release_due
from companion.errors import InputError

_EVERY_S: Final = 0.2
_AGAIN_S: Final = 2.0
"""After the database did not answer."""


class Command(BaseCommand):
    help = "derive results, ratings and standings from what tables send, until it is stopped"

    def handle(self, *_: object, **__: object) -> None:
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        try:
            with deriving_alone():
                self._derive(stopped)
        except InputError as error:
            raise CommandError(str(error)) from error

    def _derive(self, stopped: threading.Event) -> None:
        deriver, wait_s = Deriver(), 0.0
        while not stopped.wait(wait_s):
            try:
                release_due()
                wait_s = 0.0 if deriver.derive_new() else _EVERY_S
            except OperationalError as error:
                self.stderr.write(f"the database does not answer: {error}")
                close_old_connections()
                wait_s = _AGAIN_S
