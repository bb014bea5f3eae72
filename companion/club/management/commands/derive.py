"""``python -m companion.club derive``: derives results from what tables send, until it is stopped."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Final

from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError, close_old_connections

from companion.club.deriving import Deriver
from companion.club.lock import deriving_alone
from companion.club.showing import release_due
from companion.errors import InputError

_NICE: Final = 10
"""Tables that send, and pages, go before results where there are too few processors for all."""
_EVERY_S: Final = 0.2
_AGAIN_S: Final = 2.0
"""After the database did not answer."""


class Command(BaseCommand):
    help = "derive results, ratings and standings from what tables send, until it is stopped"

    def handle(self, *_: object, **__: object) -> None:
        os.nice(_NICE)
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
            began_s = time.monotonic()
            try:
                release_due()
                # While tables send faster than that, a match is derived less often, and more of it at a time.
                wait_s = min(1.0, time.monotonic() - began_s) if deriver.derive_new() else _EVERY_S
            except (OperationalError, InterfaceError) as error:
                self.stderr.write(f"the database does not answer: {error}")
                close_old_connections()
                wait_s = _AGAIN_S
