"""What the screen knows of the club to whose server this table sends its matches.  No Kivy here."""

from __future__ import annotations

from typing import Protocol


class ClubPort(Protocol):
    """Pairs this table with a club."""

    def host(self, code: str) -> str | None:
        """The server that a code pairs the table with, None for a code that is for something else.  Quick."""
        ...

    def pair(self, code: str) -> None:
        """Send all matches there from now on.  Quick.  Raises :class:`companion.errors.CompanionError`."""
        ...
