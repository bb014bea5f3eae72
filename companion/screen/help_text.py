"""Which texts help with a page.  No Kivy here."""

from __future__ import annotations

from typing import Final

from companion.match.view import View
from companion.practice.view import practice_shown
from companion.texts import TEXTS

GAME: Final = "play"
EXERCISE: Final = "exercise"


def help_keys(name: str) -> tuple[str, ...]:
    """The text keys of the help on a page, in order; ``name``: the value of its name, or :data:`GAME`."""
    return tuple(key for key in TEXTS if key.startswith(f"help.{name}."))


def about(name: str, view: View) -> str:
    """What help is about that was asked for on the page ``name``: on the game's page it may be an exercise."""
    practice = practice_shown(view)
    return EXERCISE if name == GAME and practice is not None and not practice.is_match else name
