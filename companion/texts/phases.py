"""The texts that say what the companion waits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "phase.start": ("Set up the starting position",),
    "phase.opening": ("Roll to begin",),
    "phase.tied": ("Equal: roll again",),
    "phase.roll": ("Roll",),
    "phase.play": ("Play {dice}", "Play"),
    "phase.looking": ("Reading the board",),
    "phase.take-or-drop": ("Take or drop?",),
    "phase.correct": ("Please correct",),
    "phase.over": ("Game over",),
    "phase.cleared": ("Is the game over?",),
    "phase.paused": ("Paused",),
    "phase.put-back": ("Restore the position",),
    "phase.next-game": ("Set up the next game",),
    "phase.match-over": ("Match over",),
}
