"""The port through which the screen gets its views and sends its touches."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from companion.match.draughts.view import DraughtsView
from companion.match.events import DrawOffered, Event, GameResigned, MoveEdited, MoveEntered, PositionEntered
from companion.match.view import View

TableView: TypeAlias = View | DraughtsView
"""What a table shows, of whatever game."""
TableEvent: TypeAlias = Event | MoveEntered | MoveEdited | PositionEntered | DrawOffered | GameResigned
"""What is entered by touch, in whatever game."""


class Source(Protocol):
    """The table as the screen sees it.  All calls come from the screen's own thread."""

    def poll(self) -> TableView | None:
        """Do what is due and return the newest view, None if there is none yet; called about 40 times a second."""
        ...

    def happen(self, event: Any) -> None:
        """Take a :data:`TableEvent` of the game at the table, which was entered by touch."""
        ...

    def now_s(self) -> float:
        """The time of an event that happens now, by the clock of all other events."""
        ...

    def finished(self) -> bool:
        """Whether no other view will come."""
        ...
