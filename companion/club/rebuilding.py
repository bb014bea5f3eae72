"""Derives everything anew from the entries."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from companion.club.deriving import Deriver
from companion.club.models import Held, Pair, Result, Standing, Stream, Turn


def rebuild(progress: Callable[[int], None] = lambda _: None) -> int:
    """Delete all that is derived, derive it again, and return how many matches there are; ``progress``: after some."""
    with transaction.atomic():
        for model in (Turn, Pair, Standing, Held, Result):
            model.objects.all().delete()
        Stream.objects.update(derived=0)
    deriver, done = Deriver(), 0
    while found := deriver.derive_new():
        done += found
        progress(done)
    return done
