"""The port through which the screen gets its views and sends its touches."""

from __future__ import annotations

from typing import Protocol

from companion.match.events import Event
from companion.match.view import View


class Source(Protocol):
    """The table as the screen sees it.  All calls come from the screen's own thread."""

    def poll(self) -> View | None:
        """Do what is due and return the newest view, None if there is none yet; called about 40 times a second."""
        ...

    def happen(self, event: Event) -> None:
        """Take an event that was entered by touch."""
        ...

    def now_s(self) -> float:
        """The time of an event that happens now, by the clock of all other events."""
        ...

    def finished(self) -> bool:
        """Whether no other view will come."""
        ...
