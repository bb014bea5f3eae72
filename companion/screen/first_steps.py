"""The first steps with the companion: language, players, seats and board, then a tour.  No Kivy here."""

from __future__ import annotations

from enum import Enum

from companion.games.backgammon import START, Play
from companion.games.backgammon.arrows import arrows_of
from companion.games.rules import Side
from companion.match.view import View
from companion.screen.illustrations import drawn, illegal
from companion.screen.navigator import PageName
from companion.screen.services import Services
from companion.screen.widgets.fields import Chair
from companion.texts import TEXTS


class FirstStep(Enum):
    """The steps in order; ``first.VALUE`` is the name of one, ``first.VALUE.1`` and so on are its sentences."""

    LANGUAGE = "language"
    PLAYERS = "players"
    SEATS = "seats"
    BOARD = "board"
    AIM = "aim"
    TURN = "turn"
    FAULTS = "faults"
    SCREEN = "screen"
    READY = "ready"

    @property
    def name_key(self) -> str:
        return f"first.{self.value}"

    @property
    def number(self) -> int:
        """The place in the order, from 1."""
        return list(FirstStep).index(self) + 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """The text keys of what it says."""
        return tuple(key for key in TEXTS if key.startswith(f"{self.name_key}."))

    def moved(self, by: int) -> FirstStep:
        """The step so many further on, at most the last, or further back."""
        order = list(FirstStep)
        return order[min(max(order.index(self) + by, 0), len(order) - 1)]

    def board(self, chair: Chair) -> View | None:
        """The board that is drawn beside what it says; None where something is to be chosen."""
        match self:
            case FirstStep.BOARD:
                return drawn(chair, START)
            case FirstStep.AIM:
                return drawn(chair, START, arrows_of(Play.from_text("24/15 13/4"), Side.LIGHT))
            case FirstStep.TURN | FirstStep.SCREEN:
                return drawn(chair, START, arrows_of(Play.from_text("8/5 6/5"), Side.LIGHT))
            case FirstStep.FAULTS:
                return illegal(chair)
            case _:
                return None


def at_the_start(services: Services) -> tuple[PageName, ...]:
    """The pages that are open when the companion starts, the lowest first.

    The first steps are over the others where they are wanted and no match waits.
    """
    wanted = services.settings.now().screen.first_steps
    waits = services.matches is not None and services.matches.unfinished() is not None
    return (PageName.WELCOME, PageName.FIRST_STEPS) if wanted and not waits else (PageName.WELCOME,)
