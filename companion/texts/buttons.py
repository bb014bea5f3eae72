"""What can be touched, and what the pages to choose from are headed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "button.roll": ("Roll",),
    "button.done": ("Done",),
    "button.undo": ("Undo",),
    "button.go-on": ("Go on",),
    "button.play": ("Play",),
    "button.agreed": ("Agreed",),
    "button.next-game": ("Next game",),
    "button.rematch": ("Rematch",),
    "button.menu": ("Menu",),
    "button.pause": ("Pause",),
    "button.dispute": ("Dispute",),
    "button.close": ("Close",),
    "button.more": ("More",),
    "button.earlier": ("Earlier turn",),
    "button.another-roll": ("Another roll",),
    "button.correct": ("Correct a turn",),
    "button.enter-roll": ("Enter roll",),
    "button.enter-play": ("Enter play",),
    "button.double": ("Double",),
    "button.double-back": ("Double back",),
    "button.resign": ("Resign",),
    "button.game-over": ("Game over",),
    "button.put-back": ("Board spilled",),
    "button.position": ("Correct position",),
    "button.ruling": ("Was it legal?",),
    "title.menu": ("{name}",),
    "title.roll": ("Which roll?",),
    "title.opening": ("The first die of each",),
    "title.play": ("{name}: how was {dice} played?",),
    "title.turn": ("Turn {turn}, {name}: how was {dice} played?",),
    "title.turns": ("Which turn is to be corrected?",),
    "title.resign": ("What do you resign?",),
    "title.game-over": ("Who has won, and how?",),
    "title.trouble": ("The record is kept in memory until it can be written",),
    "answer.take": ("Take",),
    "answer.drop": ("Drop",),
    "answer.beaver": ("Beaver",),
    "answer.raccoon": ("Raccoon",),
    "answer.yes": ("Yes",),
    "answer.no": ("No",),
    "answer.other": ("Another",),
    "answer.not-over": ("Not over",),
    "answer.put-back": ("Put it back",),
    "answer.single": ("Single game",),
    "answer.gammon": ("Gammon",),
    "answer.backgammon": ("Backgammon",),
}
