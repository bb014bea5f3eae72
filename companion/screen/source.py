"""Where the screen's views come from and where its touches go."""

from __future__ import annotations

from typing import Protocol

from companion.view import View


class Source(Protocol):
    """What stands behind the screen.  All calls come from the screen's own thread."""

    def poll(self) -> View | None:
        """Do what is due and answer the newest view, None where there is none yet; about 20 times a second."""
        ...

    def press(self) -> None:
        """Take a touch of the roll or done field: the same as a press of the button."""
        ...

    def answer(self, choice: int) -> None:
        """Take the answer to the standing question: its number among the choices, take being 0 and drop 1."""
        ...

    def undo(self) -> None:
        """Take back the last step."""
        ...

    def finished(self) -> bool:
        """Whether no other view will come."""
        ...
