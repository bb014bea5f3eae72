"""An evening at a club: both games, matches that are over and in play, each at a table of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.test import Client

from companion.club.deriving import Deriver
from companion.club.models import Player
from tests.club.sending import Played, Sender

DRAUGHTS = "draughts-box"
AT_FIRST = 20
"""Entries of the matches in play that are sent at first."""


def _matches() -> tuple[Played, Played, Played, Played]:
    return (
        Played(1, ("Anna", "Bert"), 3),
        Played(2, ("Bert", "Anna"), 2, rules=DRAUGHTS),
        Played(3, ("Anna", "Šarlota <i>"), 7),
        Played(4, ("Dan", "Anna"), 2, rules=DRAUGHTS),
    )


@dataclass
class Evening:
    """``over``, ``over_draughts``, ``playing``, ``playing_draughts``: the matches, in the order of their tables."""

    matches: tuple[Played, Played, Played, Played] = field(default_factory=_matches)
    deriver: Deriver = field(default_factory=Deriver)
    sent: int = AT_FIRST

    def __post_init__(self) -> None:
        self.over, self.over_draughts, self.playing, self.playing_draughts = self.matches
        self.tables = [Sender(f"Table {number}") for number in range(1, 5)]
        for table, match in zip(self.tables, self.matches, strict=True):
            table.header(match)
            last = AT_FIRST if match in (self.playing, self.playing_draughts) else None
            table.entries(match, 1, last)
        self.deriver.derive_new()

    def go_on(self, entries: int = 1) -> None:
        """Send more entries of the match of backgammon that is in play."""
        self.tables[2].entries(self.playing, self.sent + 1, self.sent + entries)
        self.sent += entries
        self.deriver.derive_new()

    def addresses(self) -> dict[str, str]:
        """Every kind of page, by its name."""
        anna, bert = (Player.objects.get(name=name).pk for name in ("Anna", "Bert"))
        return {
            "tables": "/",
            "players": "/players",
            "players of draughts": "/players?game=draughts",
            "found": "/players?name=%C5%A0ARL",
            "player": f"/players/{anna}",
            "player of draughts": f"/players/{anna}?game=draughts",
            "against": f"/players/{anna}/against/{bert}",
            "against at draughts": f"/players/{anna}/against/{bert}?game=draughts",
            "match": f"/matches/{self.over.uuid}?game=1&turn=4",
            "match of draughts": f"/matches/{self.over_draughts.uuid}?game=2&turn=4",
            "match in play": f"/matches/{self.playing.uuid}",
            "draughts in play": f"/matches/{self.playing_draughts.uuid}",
            "search": "/search",
            "position": "/search?position=4HPwATDgc/ABMA",
            "opening": "/search?roll=31",
            "pairing": "/pair",
            "wrong": "/search?position=nothing",
        }


def content(address: str, client: Client | None = None, **headers: str) -> str:
    """A page as a browser without JavaScript gets it."""
    answer = (client or Client()).get(address, headers=headers)
    assert answer.status_code == 200, answer.status_code
    return str(answer.content.decode())
