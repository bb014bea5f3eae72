"""Setting up the camera and the board, and placing checkers by touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "position.whose-turn": ("Whose turn is it?",),
    "position.as-seen": ("As the camera sees it",),
    "position.as-recorded": ("As on record",),
    "position.undo": ("Undo",),
    "position.accept": ("So it lies",),
    "position.complete": ("Touch checkers, then where they lie. Light {light}, Dark {dark}.",),
    "position.lifted": (
        Counted(
            "{count} checker lifted: touch where it lies, or again to lift more.",
            "{count} checkers lifted: touch where they lie, or again to lift more.",
            by="count",
        ),
    ),
    "position.missing": (
        Counted("{side}: {count} checker is missing.", "{side}: {count} checkers are missing.", by="count"),
    ),
    "position.too-many": (
        Counted("{side}: {count} checker too many.", "{side}: {count} checkers too many.", by="count"),
    ),
    "position.none-left": ("{side} has no checker left: end the game from its menu.",),
    "position.not-now": ("A position can be corrected once the game has begun.",),
}
