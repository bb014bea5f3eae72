"""``python -m companion.club derive``: derives results from what tables send, until it is stopped."""

from __future__ import annotations

import time
from typing import Final

from django.core.management.base import BaseCommand

from companion.club.deriving import Deriver
from companion.club.lock import Work
from companion.club.showing import release_due
from companion.club.working import stopped_by_signals, work

_NICE: Final = 10
_EVERY_S: Final = 0.2


class Command(BaseCommand):
    help = "derive results, ratings and standings from what tables send, until it is stopped"

    def handle(self, *_: object, **__: object) -> None:
        deriver = Deriver()

        def step() -> float:
            began_s = time.monotonic()
            release_due()
            # While tables send faster than that, a match is derived less often, and more of it at a time.
            return min(1.0, time.monotonic() - began_s) if deriver.derive_new() else _EVERY_S

        work(self, Work.DERIVING, _NICE, step, stopped_by_signals())
