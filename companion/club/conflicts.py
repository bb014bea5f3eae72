"""What a person decides where tables contradict what is stored.  Entries are not deleted: they are set aside."""

from __future__ import annotations

from django.db import models, transaction
from django.db.models import F
from django.utils import timezone

from companion.club.models import Conflict, Entry, Match, Stream


def keep(conflict: Conflict) -> None:
    """Decide for what is stored: what was sent is refused from now on, without a further question."""
    _decide(Conflict.objects.filter(pk=conflict.pk), Conflict.Decision.KEPT)


def take(conflict: Conflict) -> None:
    """Decide for what was sent; the table sends it when it tries again.

    The stored entries of that epoch are set aside from the one that differs on.  A match of another table becomes that
    of the table that has sent it.
    """
    with transaction.atomic():
        others = Conflict.objects.filter(match=conflict.match_id, table=conflict.table_id)
        if conflict.n:
            _set_aside(conflict)
            _decide(others.filter(epoch=conflict.epoch, n__gte=conflict.n), Conflict.Decision.TAKEN)
        else:
            Match.objects.filter(pk=conflict.match_id).update(table=conflict.table_id)
            _decide(others.filter(n=0), Conflict.Decision.TAKEN)


def _set_aside(conflict: Conflict) -> None:
    # In the order in which entries are stored, so that neither waits for the other.
    stream = Stream.objects.select_for_update().get(match=conflict.match_id, epoch=conflict.epoch)
    Entry.objects.filter(stream=stream, replaced=None, n__gte=conflict.n).update(replaced=conflict)
    Stream.objects.filter(pk=stream.pk).update(
        last=min(stream.last, conflict.n - 1), taken=F("taken") + 1, changes=F("changes") + 1
    )


def _decide(conflicts: models.QuerySet[Conflict], decision: Conflict.Decision) -> None:
    conflicts.filter(decision=Conflict.Decision.OPEN).update(decision=decision, decided=timezone.now())
