"""The texts on the state of the match: whose turn, the score, the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

WORDINGS: Final[Mapping[str, Wordings]] = {
    "side.light": ("Light",),
    "side.dark": ("Dark",),
    "name.light": ("Light",),
    "name.dark": ("Dark",),
    "turn.waits": ("Waits",),
    "turn.won": ("Wins {points}", "Wins"),
    "result.won": (Counted("{name} wins {points} point", "{name} wins {points} points", by="points"),),
    "result.time": ("{loser}'s time is up. {name} wins the game",),
    "result.time-match": ("{loser}'s time is up. {name} wins the match",),
    "result.awarded": (
        Counted("The director gives {name} {points} point", "The director gives {name} {points} points", by="points"),
    ),
    "result.awarded-match": ("{name} wins the match by the director's ruling",),
    "result.single": ("single game",),
    "result.gammon": ("gammon",),
    "result.backgammon": ("backgammon",),
    "score.match": ("{own}–{other} to {length}",),
    "score.money": ("{own}–{other}",),
    "score.crawford": ("Crawford",),
    "seal.refereed": ("Refereed",),
    "trouble.storage": ("Record not saved",),
    "date.day": ("{day} {month} {year}",),
    **{f"month.{n}": (name,) for n, name in enumerate(_MONTHS, start=1)},
    "play.none": ("No move",),
}
