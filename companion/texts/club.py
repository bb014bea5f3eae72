"""The texts of the pages of a club's server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    # Every page.
    "club.title": ("Club",),
    "club.skip": ("Skip to the content",),
    "club.pages": ("Pages of the club",),
    "club.tables": ("Tables",),
    "club.search": ("Search",),
    "club.first": ("Back to the beginning",),
    "club.more": ("More",),
    "club.day-unknown": ("Day unknown",),
    # All tables.
    "club.none-now": ("Nobody is playing now.",),
    "club.plays": ("{name} to play",),
    "club.between": ("Between two games",),
    # Players.
    "club.find": ("Name of a player",),
    "club.nobody-found": ("No player has such a name.",),
    "club.place": ("Place",),
    "club.standings": ("Standings: {game}",),
    "club.rating-time": ("Rating over time",),
    "club.rating-chart": ("Rating from {first} to {last}, lowest {low}, highest {high}",),
    "club.against": ("Who beats whom",),
    "club.points": ("Points in money play",),
    "club.no-matches": ("No matches yet.",),
    "club.matches": ("Matches",),
    "club.won-by": ("Won by {name}",),
    # One match.
    "club.match": ("Match",),
    "club.games": ("Games",),
    "club.in-play": ("The match is in play. Its turns are shown when it is over.",),
    "club.unreadable": ("This match cannot be read.",),
    "club.previous": ("Previous turn",),
    "club.next": ("Next turn",),
    "club.start": ("Before the first turn",),
    "club.files": ("Files",),
    # Search.
    "club.search-title": ("Search positions and openings",),
    "club.position": ("Position ({forms})",),
    "club.opening": ("Opening",),
    "club.opening-roll": ("Opening roll",),
    "club.opening-play": ("Opening play",),
    "club.no-roll": ("None (draughts)",),
    "club.no-position": ("This is no position that can be read.",),
    "club.no-play": ("This is no legal play of that roll.",),
    "club.roll-needed": ("This is no first move of draughts. For backgammon choose the roll, too.",),
    "club.nothing-found": ("Nothing was found.",),
    "club.results": ("Found",),
    "club.turn": ("Turn",),
}
