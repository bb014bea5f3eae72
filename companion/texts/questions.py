"""The texts of questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "question.adrift": ("I lost track. Whose turn is it?",),
    "question.which-play": ("Which play was it?",),
    "question.which-roll": ("Which roll was it?",),
    "question.stands": ("Let the illegal play stand?",),
    "question.premature": (
        "Premature roll by {name}. Roll again?",
        "Premature roll. Roll again?",
    ),
    "question.undo": ("Take back {play}?", "Take back the last play?"),
    "question.take-back": ("{name} wants {play} taken back. Agree?", "{name} wants the last play taken back. Agree?"),
    "question.change-play": (
        "{name} wants the last play changed to {play}. Agree?",
        "{name} wants the last play changed. Agree?",
    ),
    "question.change-turn": (
        "{name} wants turn {turn} changed to {play}. Agree?",
        "{name} wants turn {turn} changed. Agree?",
    ),
    "question.change-roll": ("{name} wants the roll changed to {dice}. Agree?",),
    "question.doubled": ("Did {name} double, and was it taken?", "Was there a double, and was it taken?"),
    "question.set-back": ("The board shows an earlier position. Take back the plays made since then?",),
    "question.who-won": ("Many checkers have left the board. Who has won the game?",),
    "question.how-much": ("{name} wins. Single game, gammon or backgammon?", "Single game, gammon or backgammon?"),
    "question.resigned": ("{name} resigns a {result}. Accept?", "Accept the resignation?"),
    "question.swapped": ("The colours have changed places. Do you play with the colours swapped?",),
    "question.mirrored": ("The board is set up the other way round. Do you play like this?",),
}
