"""Tournaments as people and tables hold them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from typing import Final

from django.utils import timezone

from companion.club.deriving import Deriver
from companion.club.directing import draw_round, enter
from companion.club.models import Entrant, Pairing, Tournament
from companion.club.people import player_of
from companion.club.tournaments import Met, course_of
from companion.games.rules import Side
from companion.record.recorded import recorded_match, result_of
from tests.club.sending import Played, Sender

LENGTH: Final = 1
_SEEDS: Final = count(1000)


def tournament(*names: str, name: str = "Cup", **values: object) -> Tournament:
    """A tournament with players of these names."""
    made = Tournament.objects.create(name=name, length=LENGTH, **values)
    for one in names:
        enter(made, player_of(one))
    return made


def entrant(cup: Tournament, name: str) -> Entrant:
    return cup.entrants.get(player__name=name)


def drawn(cup: Tournament) -> list[tuple[str, str]]:
    """The names of the round that is drawn now; "" for a free round."""
    number = draw_round(cup)
    return [(str(one.first), str(one.second or "")) for one in cup.pairings.filter(round=number).order_by("place")]


def met(cup: Tournament, name: str, *, public: bool = False) -> Met:
    """The last pairing of somebody."""
    return [
        one for one in course_of(cup, public=public).met
        if name in (str(one.pairing.first), str(one.pairing.second or ""))
    ][-1]  # fmt: skip


def won_by(winner: str, loser: str, *, started: datetime | None = None, length: int = LENGTH) -> Played:
    """A match that the first one wins; it begins in a minute, so after every draw."""
    played = Played(next(_SEEDS), length=length)
    side = result_of(recorded_match(played.header, played.entries)).winner
    names = (winner, loser) if side is Side.LIGHT else (loser, winner)
    begun = (started or timezone.now() + timedelta(minutes=1)).isoformat()
    played.names, played.header = names, replace(played.header, names=names, started=begun)
    return played


def play(table: Sender, winner: str, loser: str) -> Played:
    """Play a match at a table to its end."""
    played = won_by(winner, loser)
    table.match(played)
    Deriver().derive_new()
    return played


def standings(cup: Tournament) -> list[tuple[int, str, float]]:
    return [(place, str(one), stand.points) for place, one, stand in course_of(cup).places]


def play_round(table: Sender, cup: Tournament) -> None:
    """Let the first of each pair win."""
    last = max(cup.pairings.values_list("round", flat=True))
    for pairing in Pairing.objects.filter(tournament=cup, round=last).exclude(second=None).order_by("place"):
        play(table, str(pairing.first), str(pairing.second))
