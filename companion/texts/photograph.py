"""The texts of the page on which a position in a picture is read, corrected and analysed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "screen.photograph": ("Analyse a position",),
    "photograph.from": ("Where is the picture?",),
    "photograph.from.camera": ("The camera now",),
    "photograph.from.stick": ("A USB stick",),
    "photograph.from.phone": ("A phone",),
    "photograph.looking": ("Looking for pictures.",),
    "photograph.none": ("No pictures on a USB stick. JPEG and PNG are read.",),
    "photograph.reading": ("Reading the board.",),
    "photograph.no-board": ("No board was found in the picture. The whole board must be in it.",),
    "photograph.no-picture": ("The camera gives no picture now.",),
    "photograph.count": ("How many checkers of each side are there?",),
    "photograph.piece": ("What stands there?",),
    "photograph.show-ways": ("Show the boards",),
    "photograph.home": ("{side} at the bottom",),
    "photograph.points-of": ("Points of {side}",),
    "photograph.roll": ("Dice",),
    "photograph.ready": ("Position complete.",),
    "photograph.asks": ("The position is being analysed.",),
    "photograph.hints": ("Hints",),
    "photograph.cube-advice": ("Cube advice",),
    "photograph.code-says": ("The position, for other programs.",),
    "photograph.another": ("Another picture",),
}
