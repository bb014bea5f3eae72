"""The navigator: opens and leaves pages.  No Kivy here."""

from __future__ import annotations

from enum import Enum
from typing import Any, Protocol

from companion.screen.services import Services


class PageName(Enum):
    """The pages besides the game.  The value is the module of this package, and names the page's class."""

    WELCOME = "welcome"
    NEW_MATCH = "new_match"
    CAMERA = "camera"
    POSITION = "position"
    RECAP = "recap"
    REVIEW = "review"
    ARCHIVE = "archive"
    EXPORT = "export"
    PLAYERS = "players"
    PLAYER = "player"
    SETTINGS = "settings"
    DOCTOR = "doctor"
    PLAYS = "plays"
    PRACTICE = "practice"
    OUTCOME = "outcome"
    ANALYSIS = "analysis"
    RULE = "rule"
    HELP = "help"
    FIRST_STEPS = "first_steps"
    DISPUTE = "dispute"
    DRAUGHTS_POSITION = "draughts_position"
    DRAUGHTS_DRILL = "draughts_drill"
    PUZZLE = "puzzle"
    PHONE = "phone"
    PICTURE_PHONE = "picture_phone"
    NETWORK_CAMERA = "network_camera"
    PHOTOGRAPH = "photograph"


class Navigator(Protocol):
    """The navigator as a page sees it.  The pages besides the game form a stack; the top one is shown."""

    def offers(self, place: PageName) -> bool:
        """Whether what a screen needs is there."""
        ...

    def open(self, place: PageName, *, opposite: bool | None = None, **arguments: Any) -> None:
        """Open a page on top of the stack; ``arguments``: the arguments of its class.

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


def offered(services: Services, place: PageName) -> bool:
    """Whether the services of a page are there.

    A page that only the table opens (plays, a rule, an outcome), or only the list of players (one player), is not
    offered.
    """
    match place:
        case PageName.WELCOME | PageName.NEW_MATCH | PageName.FIRST_STEPS:
            return services.matches is not None
        case PageName.RECAP | PageName.REVIEW | PageName.ARCHIVE:
            return services.archive is not None
        case PageName.EXPORT:
            return services.archive is not None and services.exports is not None
        case PageName.PLAYERS:
            return services.records is not None
        case PageName.CAMERA:
            return services.sight is not None
        case PageName.NETWORK_CAMERA:
            return services.sight is not None and services.camera_reader is not None
        case PageName.POSITION | PageName.DRAUGHTS_POSITION | PageName.HELP:
            return True
        case PageName.PRACTICE | PageName.DRAUGHTS_DRILL | PageName.PUZZLE:
            return services.practice is not None
        case PageName.ANALYSIS:
            return services.analyses is not None
        case PageName.PHONE:
            return services.phone is not None
        case PageName.PHOTOGRAPH:
            return services.pictures is not None and services.practice is not None and not services.pictures.refused()
        case PageName.PICTURE_PHONE:
            return services.live is not None
        case PageName.SETTINGS:
            return True
        case PageName.DOCTOR:
            return services.doctor is not None
        case _:
            return False
