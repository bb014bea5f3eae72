"""Where the screen's views come from and where its touches go."""

from __future__ import annotations

from typing import Protocol

from companion.match.events import Event
from companion.match.view import View


class Source(Protocol):
    """What stands behind the screen.  All calls come from the screen's own thread."""

    def poll(self) -> View | None:
        """Do what is due and answer the newest view, None where there is none yet; about 40 times a second."""
        ...

    def happen(self, event: Event) -> None:
        """Take what was told by touch."""
        ...

    def now_s(self) -> float:
        """The time that an event of this moment carries: the clock of all other events."""
        ...

    def finished(self) -> bool:
        """Whether no other view will come."""
        ...
