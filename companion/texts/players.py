"""The texts of the pages about players: results, rating, error rates and kinds of errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "screen.players": ("Players",),
    "players.nothing": ("No players yet. Name the players in a match.",),
    "players.matches": (Counted("{n} match", "{n} matches", by="n"),),
    "players.score": ("{won} won, {lost} lost",),
    # The parts of a player's page.
    "players.overview": ("Overview",),
    "players.opponents": ("Opponents",),
    "players.games": ("Matches",),
    "players.kinds": ("Errors",),
    "players.merge": ("Merge",),
    "players.delete": ("Delete",),
    # Results.
    "players.rating": ("Rating",),
    "players.rating-says": ("FIBS formula, experience {n}",),
    "players.no-rating": ("No match that counts yet",),
    "players.names": ("Also written",),
    "players.engine": ("Computer opponent",),
    "players.nobody": ("Without a name",),
    "players.money": ("Money play {own}–{other}",),
    "players.won": ("Won",),
    "players.lost": ("Lost",),
    "players.opponent": ("Opponent",),
    "players.date": ("Date",),
    "players.length": ("Length",),
    "players.result": ("Score",),
    # Error rates.
    "players.range": ("{low} to {high}",),
    "players.judged-by": ("{engine}, {ply}-ply",),
    "players.none-analysed": ("No finished match has been analysed",),
    "players.apart": (
        Counted(
            "{n} match of another engine or depth does not count",
            "{n} matches of another engine or depth do not count",
            by="n",
        ),
    ),
    "players.rate": ("Error rate",),
    "players.trend": ("Trend",),
    "players.trend-better": ("Fewer errors",),
    "players.trend-worse": ("More errors",),
    "players.trend-says": ("First half {earlier}, second half {later}",),
    "players.trend-none": ("No clear trend",),
    "players.best": ("Best match",),
    "players.worst": ("Worst match",),
    "players.chart": ("Error rate of each match, with its range",),
    "players.range-says": ("95% ranges; a single match says little",),
    "players.errors": (Counted("{n} error", "{n} errors", by="n"),),
    "players.lost-points": ("Lost: {points}",),
    "players.no-errors": ("No errors were found",),
    "players.kind-safety": ("Safety of checkers",),
    "players.kind-hitting": ("Hitting",),
    "players.kind-points": ("Making points",),
    "players.kind-priming": ("Primes",),
    "players.kind-anchors": ("Anchors",),
    "players.kind-back": ("Back checkers",),
    "players.kind-race": ("Race",),
    "players.kind-bear-off": ("Bearing off",),
    "players.kind-gammons": ("Gammons",),
    "players.kind-cube": ("Cube",),
    "players.kind-looking": ("Other",),
    # One player under two names, and a name that is removed.
    "players.which": ("Which name is also {name}?",),
    "players.same": ("The same player: tap to separate",),
    "players.no-other": ("There is no other name",),
    "players.merged": ("{name} is now {player}. “Merge” can undo it.",),
    "players.separated": ("{name} is a player again.",),
    "players.delete-ask": (
        Counted(
            "Remove the name {name} from {n} match for good? The match stays.",
            "Remove the name {name} from {n} matches for good? The matches stay.",
            by="n",
        ),
    ),
    "players.deleted": ("The name is removed. The matches stay.",),
}
