"""The navigator: opens and leaves pages.  No Kivy here."""

from __future__ import annotations

from enum import Enum
from typing import Any, Protocol

from companion.screen.services import Desk


class Place(Enum):
    """The pages besides the game.  The value is the module of this package, and names the page's class."""

    WELCOME = "welcome"
    NEW_MATCH = "new_match"
    CAMERA = "camera"
    POSITION = "position"
    RECAP = "recap"
    REVIEW = "review"
    ARCHIVE = "archive"
    EXPORT = "export"
    SETTINGS = "settings"
    DOCTOR = "doctor"
    PLAYS = "plays"
    PRACTICE = "practice"
    OUTCOME = "outcome"
    ANALYSIS = "analysis"


class Ways(Protocol):
    """The navigator as a page sees it.  The pages besides the game form a stack; the top one is shown."""

    def offers(self, place: Place) -> bool:
        """Whether what a screen needs is there."""
        ...

    def open(self, place: Place, *, opposite: bool | None = None, **told: Any) -> None:
        """Open a page on top of the stack; ``told``: the arguments of its class.

        ``opposite``: turned to the chair at the upper edge; None = like the page below it.
        """
        ...

    def back(self) -> None:
        """Close the top page."""
        ...

    def home(self) -> None:
        """Close all pages: the game is shown again."""
        ...

    def tell(self, words: str) -> None:
        """Show a sentence over everything until it is touched."""
        ...

    def correct(self, turn: int) -> bool:
        """Show the game with the page that corrects one of its turns; False if no turn can be corrected now."""
        ...

    def restyle(self) -> None:
        """Make all pages again: theme, language or text size have changed."""
        ...


def offered(desk: Desk, place: Place) -> bool:
    """Whether the services of a page are there; a page that only the table opens (plays, an outcome) is not offered."""
    match place:
        case Place.WELCOME | Place.NEW_MATCH:
            return desk.matches is not None
        case Place.RECAP | Place.REVIEW | Place.ARCHIVE:
            return desk.shelf is not None
        case Place.EXPORT:
            return desk.shelf is not None and desk.exports is not None
        case Place.CAMERA:
            return desk.sight is not None
        case Place.POSITION:
            return True
        case Place.PRACTICE:
            return desk.practice is not None
        case Place.ANALYSIS:
            return desk.analyses is not None
        case Place.SETTINGS:
            return True
        case Place.DOCTOR:
            return desk.doctor is not None
        case _:
            return False
