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
    "photograph.compare": ("Compare with the picture. Tap what is wrong.",),
    "photograph.doubtful": ("Doubtful: {n}. Compare the marked ones with the picture, tap what is wrong.",),
    "photograph.doubtful-picture": ("The picture is not clear. Compare everything, tap what is wrong.",),
    "photograph.count": ("How many checkers of each side are there?",),
    "photograph.piece": ("What stands there?",),
    "photograph.too-many": ("{side}: {n} too many. Tap where there are fewer.",),
    "photograph.nothing": ("Nothing was read on the board. Tap where checkers are.",),
    "photograph.both-sides": ("Both sides are on one point. Tap it and correct it.",),
    "photograph.light-square": ("A piece is on a light square. Tap it and correct it.",),
    "photograph.ask.way": ("Which way round is the board?",),
    "photograph.show-ways": ("Show the boards",),
    "photograph.home": ("{side} at the bottom",),
    "photograph.match": ("A match",),
    "photograph.another-score": ("Another score",),
    "photograph.points-of": ("Points of {side}",),
    "photograph.cube.middle": ("In the middle",),
    "photograph.cube.owned": ("{side}: {n}",),
    "photograph.cube.offered": ("Offered: {n}",),
    "photograph.roll": ("Dice",),
    "photograph.ready": ("Position complete.",),
    "photograph.asks": ("The position is being analysed.",),
    "photograph.no-move": ("{side} has no legal move.",),
    "photograph.hints": ("Hints",),
    "photograph.cube-advice": ("Cube advice",),
    "photograph.keep": ("Keep as a puzzle",),
    "photograph.kept": ("Kept: it comes among the puzzles in Practice.",),
    "photograph.no-puzzle": ("No answer is wrong here, so this makes no puzzle.",),
    "photograph.code-says": ("The position, for other programs.",),
    "photograph.another": ("Another picture",),
}
