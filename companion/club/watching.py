"""Watches the database for everybody who watches the tables: one thread of each process asks, all listeners are told.

There is one ring of changes for all; a listener remembers where it is, and who has fallen out of the ring, or too far
behind, starts again with all tables.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from threading import Event, Lock, Thread
from typing import Final

from django.db import DatabaseError, close_old_connections, connection
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from companion.club.cards import TableNow
from companion.club.models import Result, Table

log = logging.getLogger(__name__)

KEPT: Final = 2000
"""Changes that a listener may have missed."""
BEHIND: Final = 500
"""Changes that wait for a listener who is connected."""
_EVERY_S: Final = 0.5
_WOKEN: Final = 25
"""Listeners that are woken together; then others are answered for ``_BREATH_S``."""
_BREATH_S: Final = 0.01
_PAUSE: Final = 3
"""Times as long as asking took."""
_AGAIN_S: Final = 2.0
"""After the database did not answer."""
_NOW: Final = timedelta(hours=12)
"""A table that was not heard for so long is not shown."""


@dataclass(frozen=True, slots=True)
class Change:
    """``now`` None: the table is not shown any more.  ``revision``: the newest of all tables then."""

    table: int
    revision: int
    now: TableNow | None


@dataclass(frozen=True, slots=True)
class News:
    """What a listener has not got yet: changes, or all tables instead.  ``place``: where it is then."""

    place: int
    revision: int
    changes: tuple[Change, ...]
    whole: bool = False


def newest(table: int | None = None) -> dict[int, tuple[str, int, int]]:
    """Return of each table its name, its newest match, and the revision of what is shown of that; by the names."""
    of_table = Result.objects.filter(match__table=OuterRef("pk"), match__header__imported=None)
    last = of_table.order_by("-match__number")
    tables = Table.objects.filter(heard__gt=timezone.now() - _NOW) if table is None else Table.objects.filter(pk=table)
    found = tables.annotate(now=Subquery(last.values("pk")[:1]), revision=Subquery(last.values("revision")[:1]))
    rows = found.filter(now__isnull=False).order_by("name").values_list("pk", "name", "now", "revision")
    return {pk: (name, now, revision) for pk, name, now, revision in rows}


def tables_now(found: Mapping[int, tuple[str, int, int]]) -> dict[int, TableNow]:
    """Return the tables with what is shown of their matches; those of which all is held are not there."""
    matches = {match: (table, name) for table, (name, match, _) in found.items()}
    rows = Result.objects.filter(pk__in=matches).values_list(
        "pk", "match__uuid", "revision", "state", "light", "dark"
    )  # fmt: skip
    by_table = {
        matches[pk][0]: TableNow(*matches[pk], uuid, revision, state, (light, dark))
        for pk, uuid, revision, state, light, dark in rows
        if state
    }
    return {table: by_table[table] for table in found if table in by_table}


class Watcher:
    """The tables as they are now, and what has changed.  Any thread may call any method.

    ``every_s``: how often the database is asked while somebody listens.
    """

    def __init__(self, every_s: float = _EVERY_S) -> None:
        self._every_s: Final = every_s
        self._lock: Final = Lock()
        self._looking: Final = Lock()
        self._seen: dict[int, tuple[str, int, int]] = {}
        self._tables: dict[int, TableNow] = {}
        self._changes: Final[deque[Change]] = deque(maxlen=KEPT)
        self._from = 0
        self._revision = 0
        self._known_from = 0
        self._has_looked = False
        self._is_fresh = False
        self.is_ended = False
        self._listeners: Final[dict[object, Callable[[], None]]] = {}
        self._stopped = Event()

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def join(self, key: object, wake: Callable[[], None]) -> None:
        """Call ``wake``, on another thread, whenever there is news; at first as soon as the tables are known."""
        with self._lock:
            self._listeners[key] = wake
            if len(self._listeners) == 1:
                self._stopped = Event()
                Thread(target=self._watch, args=(self._stopped,), name="tables", daemon=True).start()

    def leave(self, key: object) -> None:
        with self._lock:
            self._listeners.pop(key, None)
            if not self._listeners:
                self._stopped.set()
                self._is_fresh = False

    def end(self) -> None:
        """Let every listener go: the server stops."""
        self.is_ended = True
        for wake in list(self._listeners.values()):
            wake()

    def tables(self) -> Mapping[int, TableNow]:
        """Return all tables: as they were when the database was asked last, while somebody listens, or as they are."""
        with self._lock:
            if self._is_fresh:
                return self._tables
        return tables_now(newest())

    @property
    def is_fresh(self) -> bool:
        """Whether the database was asked since somebody listens."""
        return self._is_fresh

    def look(self) -> None:
        """Ask the database once, and tell the listeners if anything has changed."""
        with self._looking:
            found = newest()
            tables = tables_now({table: one for table, one in found.items() if self._seen.get(table) != one})
            with self._lock:
                told = self._take(found, tables) or not self._is_fresh
                self._is_fresh = True
                listeners = list(self._listeners.values()) if told else []
        for place, wake in enumerate(listeners):
            if place and place % _WOKEN == 0:
                time.sleep(_BREATH_S)
            wake()

    def since(self, place: int | None, revision: int | None = None) -> News:
        """Return what there is after a place, or for one who has everything up to a revision; else all tables."""
        with self._lock:
            end = self._from + len(self._changes)
            if place is None and revision is not None and self._known_from <= revision <= self._revision:
                # Of that very revision again: a table may have gone since.
                place = self._from + bisect_left(self._changes, revision, key=lambda change: change.revision)
                most = KEPT
            else:
                most = BEHIND
            if place is not None and self._from <= place and end - place <= most:
                changes = tuple(self._changes[at - self._from] for at in range(place, end))
                return News(end, self._revision, changes)
            whole = (Change(table, self._revision, now) for table, now in self._tables.items())
            return News(end, self._revision, tuple(whole), whole=True)

    def _take(self, found: dict[int, tuple[str, int, int]], tables: Mapping[int, TableNow]) -> bool:
        """Take over what was found; return whether anything has changed."""
        is_first = not self._has_looked
        self._has_looked = True
        self._revision = max([self._revision, *(revision for _, _, revision in found.values())])
        if is_first:
            self._known_from = self._revision + 1  # what went before this process began, nobody here knows
        gone = [
            table for table in self._tables if table not in found or (table not in tables and self._held(found, table))
        ]
        changes = [*((table, None) for table in gone), *tables.items()]
        self._seen = found
        known = {**self._tables, **tables}
        self._tables = {table: known[table] for table in found if table in known and table not in gone}
        if is_first:
            return True
        for table, now in changes:
            if len(self._changes) == KEPT:
                self._from += 1
                self._known_from = self._changes[0].revision + 1
            self._changes.append(Change(table, self._revision, now))
        return bool(changes)

    def _held(self, found: Mapping[int, tuple[str, int, int]], table: int) -> bool:
        """Whether a table has another match now, of which nothing is shown yet."""
        return found[table] != self._seen.get(table)

    def _watch(self, stopped: Event) -> None:
        is_lost = False
        while not stopped.is_set():
            began_s = time.monotonic()
            try:
                self.look()
                is_lost = False
            except DatabaseError as error:
                if not is_lost:
                    log.warning("the database does not answer: %s", error)
                is_lost = True
                close_old_connections()
                stopped.wait(_AGAIN_S)
            # Most of the time is left for those who send.
            stopped.wait(max(self._every_s, _PAUSE * (time.monotonic() - began_s)))
        connection.close()


WATCHER: Final = Watcher()
