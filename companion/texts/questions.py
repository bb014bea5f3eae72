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
    "question.take-back": (
        "{name} wants {play} taken back. Agree?",
        "{name} wants the last play taken back. Agree?",
        "Take back {play}? Both have to agree.",
        "Take back the last play? Both have to agree.",
    ),
    "question.change-play": (
        "{name} wants the last play changed to {play}. Agree?",
        "{name} wants the last play changed. Agree?",
        "Change the last play to {play}? Both have to agree.",
        "Change the last play? Both have to agree.",
    ),
    "question.change-turn": (
        "{name} wants turn {turn} changed to {play}. Agree?",
        "{name} wants turn {turn} changed. Agree?",
        "Change turn {turn} to {play}? Both have to agree.",
        "Change turn {turn}? Both have to agree.",
    ),
    "question.change-roll": (
        "{name} wants the roll changed to {dice}. Agree?",
        "Change the roll to {dice}? Both have to agree.",
    ),
    "question.roll-entered": ("{name} has entered {dice} as your roll. Is it right?",),
    "question.play-entered": (
        "{name} has entered {play} as your play. Is it right?",
        "{name} has entered your play. Is it right?",
    ),
    "question.position": (
        "{name} wants the position set like this, {player} to play. Agree?",
        "Set the position like this, {player} to play? Both have to agree.",
    ),
    "question.said-over": (
        "{name} says that the game is over: {player} wins ({result}). Agree?",
        "The game is over, {player} wins ({result})? Both have to agree.",
    ),
    "question.result-right": (
        "{name} says that the result is right. Agree?",
        "Is the result right? Both have to agree.",
    ),
    "question.undo-change": (
        "{name} wants the last change of the record undone. Agree?",
        "Undo the last change of the record? Both have to agree.",
    ),
    "question.undo-double": (
        "{name} wants the double withdrawn. Agree?",
        "Withdraw the double? Both have to agree.",
    ),
    "question.undo-answer": (
        "{name} wants the answer to the double undone. Agree?",
        "Undo the answer to the double? Both have to agree.",
    ),
    "question.pause": ("{name} wants a pause. Agree?", "A pause? Both have to agree."),
    "question.go-on": ("{name} wants to play on. Are you ready?", "Play on? Both have to agree."),
    "question.award": ("The director gives {player} the game (points: {points}). Agree?",),
    "question.award-match": ("The director gives {player} the match. Agree?",),
    "question.award-draw": ("The director declares the game drawn. Agree?",),
    "question.adjust-clock": ("The director changes the clock of {player} by {change}. Agree?",),
    "question.leave-dispute": (
        "{name} wants to keep the turn for the director and play on. Agree?",
        "Keep the turn for the director and play on? Both have to agree.",
    ),
    "question.doubled": ("Did {name} double, and was it taken?", "Was there a double, and was it taken?"),
    "question.set-back": ("The board shows an earlier position. Take back the plays made since then?",),
    "question.who-won": ("Many checkers have left the board. Who has won the game?",),
    "question.how-much": ("{name} wins. Single game, gammon or backgammon?", "Single game, gammon or backgammon?"),
    "question.resigned": ("{name} resigns a {result}. Accept?", "Accept the resignation?"),
    "question.swapped": ("The colours have changed places. Do you play with the colours swapped?",),
    "question.mirrored": ("The board is set up the other way round. Do you play like this?",),
}
