"""What is shown of a match, and since when: spectators of some tables are minutes behind.

A state that may not be seen yet is held here, at the source: no page and no event reads it before it is due.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from companion.club.models import Held, Result, Table


def show(after: Result, before: Result | None) -> None:
    """Show the state of a result that is not saved yet, or hold it and go on to show that of the one before.

    A match that is over when it is first seen is not held: it was played some time ago.
    """
    if before is not None and before.state.get("names") != after.state["names"]:
        Held.objects.filter(match=after.match_id).delete()  # a removed name is nowhere
    delay_min = Table.objects.values_list("delay_min", flat=True).get(matches=after.match_id)
    if delay_min and (before is not None or not after.state["over"]):
        due = timezone.now() + timedelta(minutes=delay_min)
        Held.objects.create(match=after.match, due=due, state=after.state)
        shown = before.state if before is not None else {}
        after.state = {**shown, "names": after.state["names"]} if shown else {}
    else:
        Held.objects.filter(match=after.match_id).delete()
    if before is not None and _page(before) == _page(after):
        after.revision = before.revision
    else:
        after.revision = _next_revision()


def _page(result: Result) -> tuple[object, ...]:
    """What pages show of a match in play."""
    return result.state, result.light_id, result.dark_id


def release_due(now: datetime | None = None) -> int:
    """Show what is due by now, of each match the newest, and return how many states there were."""
    with transaction.atomic():
        due = list(Held.objects.filter(due__lte=now or timezone.now()).order_by("due", "pk"))
        newest = {held.match_id: held.state for held in due}
        for result in Result.objects.select_for_update().filter(pk__in=newest):
            result.state, result.revision = newest[result.pk], _next_revision()
            result.save(update_fields=["state", "revision"])
        Held.objects.filter(pk__in=[held.pk for held in due]).delete()
    return len(due)


def _next_revision() -> int:
    """The microseconds since 1970, so that it grows on even after all results were derived anew."""
    last: int | None = Result.objects.aggregate(last=Max("revision"))["last"]
    return max((last or 0) + 1, time.time_ns() // 1000)
