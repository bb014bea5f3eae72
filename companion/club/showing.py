"""What is shown of a match, and since when: spectators of some tables are minutes behind.

A state that may not be seen yet is held here, at the source: no page and no event reads it before it is due.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from companion.club.changes import Change
from companion.club.models import Held, Result


def show(changes: Sequence[Change]) -> None:
    """Show the states of results that are not saved yet, or hold them and go on to show those before.

    A match that is over when it is first seen is not held: it was played some time ago.
    """
    held = frozenset(
        Held.objects.filter(match__in=[change.match.pk for change in changes]).values_list("match", flat=True)
    )
    due, gone, revisions = [], [], _revisions()
    for change in changes:
        before, after = change.before, change.after
        if after is None:
            continue
        delay_min = change.match.table.delay_min
        is_delayed = delay_min > 0 and (before is not None or not after.state["over"])
        if not is_delayed or (before is not None and before.state.get("names") != after.state["names"]):
            gone.append(change.match.pk)  # a removed name is nowhere
        if is_delayed:
            at = timezone.now() + timedelta(minutes=delay_min)
            due.append(Held(match=change.match, due=at, state=after.state))
            shown = before.state if before is not None else {}
            after.state = {**shown, "names": after.state["names"]} if shown else {}
        is_same = before is not None and _page(before) == _page(after)
        after.revision = before.revision if is_same and before is not None else next(revisions)
    Held.objects.filter(match__in=held.intersection(gone)).delete()
    Held.objects.bulk_create(due)


def _page(result: Result) -> tuple[object, ...]:
    """What pages show of a match in play."""
    return result.state, result.light_id, result.dark_id


def release_due(now: datetime | None = None) -> int:
    """Show what is due by now, of each match the newest, and return how many states there were."""
    with transaction.atomic():
        due = list(Held.objects.filter(due__lte=now or timezone.now()).order_by("due", "pk"))
        if not due:
            return 0
        newest, revisions = {held.match_id: held.state for held in due}, _revisions()
        for result in Result.objects.select_for_update().filter(pk__in=newest):
            result.state, result.revision = newest[result.pk], next(revisions)
            result.save(update_fields=["state", "revision"])
        Held.objects.filter(pk__in=[held.pk for held in due]).delete()
    return len(due)


@cache
def _revisions() -> Iterator[int]:
    """The microseconds since 1970, which grow on even after all results were derived anew, or the clock was put back.

    Only one process derives.
    """
    newest: int | None = Result.objects.aggregate(newest=Max("revision"))["newest"]
    return _counted(newest or 0)


def _counted(last: int) -> Iterator[int]:
    while True:
        last = max(last + 1, time.time_ns() // 1000)
        yield last
