"""The inbox in which threads leave events: the only lock of the application."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from companion.match.events import BoardSeen, Event


@dataclass(frozen=True, slots=True)
class Posted:
    """An event of the game at the table, and when work on its content began (the clock of its poster, seconds)."""

    event: Event
    began_s: float | None = None


class Inbox:
    """A queue of events in the order of posting.  Events are never lost; readings may be.

    Only the newest reading between two other events is kept, so that a slow table never works through old pictures.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._posted: list[Posted] = []

    def post(self, event: Event, *, began_s: float | None = None) -> None:
        """Leave an event; any thread may call."""
        posted = Posted(event, began_s)
        with self._lock:
            if isinstance(event, BoardSeen) and self._posted and isinstance(self._posted[-1].event, BoardSeen):
                self._posted[-1] = posted
            else:
                self._posted.append(posted)

    def drained(self) -> list[Posted]:
        """Return everything posted since the last call."""
        with self._lock:
            posted, self._posted = self._posted, []
        return posted
