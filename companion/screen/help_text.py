"""Which texts help with a page.  No Kivy here."""

from __future__ import annotations

from typing import Final

from companion.match.draughts.view import DraughtsView
from companion.practice.view import practice_shown
from companion.screen.source import TableView
from companion.texts import TEXTS

GAME: Final = "play"
DRAUGHTS: Final = "draughts"
EXERCISE: Final = "exercise"


def help_keys(name: str) -> tuple[str, ...]:
    """The text keys of the help on a page, in order; ``name``: the value of its name, or a game's."""
    return tuple(key for key in TEXTS if key.startswith(f"help.{name}."))


def about(name: str, view: TableView) -> str:
    """What help is about that was asked for on the page ``name``: on the game's page the game, or an exercise."""
    if isinstance(view, DraughtsView):
        return DRAUGHTS if name == GAME else name
    practice = practice_shown(view)
    return EXERCISE if name == GAME and practice is not None and not practice.is_match else name
