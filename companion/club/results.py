"""The results of players as lists, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.club.models import Player, Result
from companion.club.pages.keyed import SIZE
from companion.club.standings import rated_in
from companion.record.rating import Rating

_CHARTED: Final = 1000
"""The newest rated matches that a chart shows."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match as one of its players sees it."""

    result: Result
    opponent: Player | None
    score: tuple[int, int]
    won: bool | None
    rating: float | None


def played_by(player: Player, game: str, *, against: Player | None = None, before: int | None = None) -> list[Played]:
    """Return the newest results of a player in a game, one more than a page has; ``before``: a match."""
    found: list[Result] = []
    for side, other in (("light", "dark"), ("dark", "light")):
        results = Result.objects.filter(**{side: player}, game=game)
        if against is not None:
            results = results.filter(**{other: against})
        if before is not None:
            results = results.filter(pk__lt=before)
        found += (
            results.select_related("match", "light", "dark").defer("state", "match__header").order_by("-pk")[: SIZE + 1]
        )
    newest = sorted({result.pk: result for result in found}.values(), key=lambda result: -result.pk)
    return [_as_seen(result, player) for result in newest[: SIZE + 1]]


def ratings_of(player: Player, game: str) -> Sequence[float]:
    """Return a player's rating after each of the newest rated matches, oldest first, after the one it began with."""
    ends: dict[int, float] = {}
    for side in ("light", "dark"):
        rated = rated_in(game).filter(**{side: player}).order_by("-ended").values_list("ended", f"{side}_rating")
        ends |= {ended: rating for ended, rating in rated[:_CHARTED] if ended is not None and rating is not None}
    newest = [ends[ended] for ended in sorted(ends)][-_CHARTED:]
    return newest if len(newest) == _CHARTED else [Rating().points, *newest] if newest else []


def _as_seen(result: Result, player: Player) -> Played:
    is_light = result.light_id == player.pk
    own, other = (result.light_score, result.dark_score) if is_light else (result.dark_score, result.light_score)
    won = None if not result.winner else (result.winner == "light") is is_light
    rating = result.light_rating if is_light else result.dark_rating
    return Played(result, result.dark if is_light else result.light, (own, other), won, rating)
