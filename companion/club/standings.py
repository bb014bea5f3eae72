"""Who has won against whom, and the ratings that follow from it, in the order in which the matches ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db.models import Case, Count, F, Q, QuerySet, Sum, Value, When

from companion.club.models import Pair, Player, Result, Standing
from companion.record.rating import Rating, rated

_AT_ONCE: Final = 1000

Fact = tuple[object, ...]


def count_again(before: Result | None, after: Result | None) -> None:
    """Count again what changes where one result becomes another; None: it is not there."""
    if _counted(before) == _counted(after):
        if before is not None and after is not None:
            _keep_ratings(before, after)
        return
    players = set()
    for game in {one.game for one in (before, after) if one is not None}:
        ends = [one.ended for one in (before, after) if one is not None and one.is_rated and one.ended is not None]
        if ends:
            players |= {(game, player) for player in rate_from(game, min(ends))}
    for one in (before, after):
        if one is None:
            continue
        pair = [player for player in (one.light_id, one.dark_id) if player is not None]
        players |= {(one.game, player) for player in pair}
        if len(pair) == 2 and pair[0] != pair[1]:
            count_pair(one.game, pair[0], pair[1])
            count_pair(one.game, pair[1], pair[0])
    count_players(players)


def rate_from(game: str, first: int) -> set[int]:
    """Compute the ratings of all matches of a game again that ended with entry ``first`` or later.

    Return the players whose ratings they change.
    """
    ratings: dict[int, Rating] = {}
    changed: list[Result] = []
    for result in rated_in(game).filter(ended__gte=first).order_by("ended").iterator(chunk_size=_AT_ONCE):
        light, dark = (_rating(ratings, game, player, first) for player in (result.light_id, result.dark_id))
        if result.winner == "light":
            light, dark = rated(light, dark, result.length)
        else:
            dark, light = rated(dark, light, result.length)
        ratings |= {_id(result.light_id): light, _id(result.dark_id): dark}
        result.light_rating, result.light_experience = light.points, light.experience
        result.dark_rating, result.dark_experience = dark.points, dark.experience
        changed.append(result)
        if len(changed) == _AT_ONCE:
            _write(changed)
            changed = []
    _write(changed)
    return set(ratings)


def count_pair(game: str, player: int, opponent: int) -> None:
    """Count the matches of one player against another again."""
    as_light = Result.objects.filter(game=game, light=player, dark=opponent)
    as_dark = Result.objects.filter(game=game, light=opponent, dark=player)
    matches, won, lost, points = (a + b for a, b in zip(_sums(as_light, "light"), _sums(as_dark, "dark"), strict=True))
    if not matches:
        Pair.objects.filter(game=game, player=player, opponent=opponent).delete()
        return
    values = {"matches": matches, "won": won, "lost": lost, "points": points}
    Pair.objects.update_or_create(game=game, player_id=player, opponent_id=opponent, defaults=values)


def count_players(players: Iterable[tuple[str, int]]) -> None:
    """Count the results of players in a game again, and find their ratings."""
    for game, player in sorted(players):
        sums = (_sums(Result.objects.filter(game=game, **{side: player}), side) for side in ("light", "dark"))
        matches, won, lost, _ = (a + b for a, b in zip(*sums, strict=True))
        if not matches or not Player.objects.filter(pk=player).exists():
            Standing.objects.filter(game=game, player=player).delete()
            continue
        rating = _last_rating(game, player)
        values = {
            "matches": matches,
            "won": won,
            "lost": lost,
            "rating": None if rating is None else rating.points,
            "experience": 0 if rating is None else rating.experience,
        }
        Standing.objects.update_or_create(game=game, player_id=player, defaults=values)


def _counted(result: Result | None) -> Fact:
    if result is None:
        return ()
    own = (result.game, result.light_id, result.dark_id, result.winner, result.is_rated, result.length)
    money = () if result.length else (result.light_score, result.dark_score)
    return (*own, result.ended, *money)


def _keep_ratings(before: Result, after: Result) -> None:
    """What is derived anew has no ratings yet: nothing that they follow from has changed."""
    Result.objects.filter(pk=after.pk).update(
        light_rating=before.light_rating, dark_rating=before.dark_rating,
        light_experience=before.light_experience, dark_experience=before.dark_experience,
    )  # fmt: skip


def rated_in(game: str) -> QuerySet[Result]:
    """Return the matches of a game that ratings follow from."""
    return Result.objects.filter(game=game, is_rated=True, ended__isnull=False)


def _rating(ratings: dict[int, Rating], game: str, player: int | None, before: int) -> Rating:
    number = _id(player)
    found = ratings.get(number)
    return found if found is not None else _last_rating(game, number, before) or Rating()


def _last_rating(game: str, player: int, before: int | None = None) -> Rating | None:
    """The rating of a player after the last rated match, or the last one that ended before an entry."""
    earlier = rated_in(game) if before is None else rated_in(game).filter(ended__lt=before)
    ends = [earlier.filter(**{side: player}).order_by("-ended").first() for side in ("light", "dark")]
    last = max((one for one in ends if one is not None), key=lambda one: one.ended or 0, default=None)
    if last is None:
        return None
    if last.light_id == player:
        return Rating(last.light_rating or 0.0, last.light_experience)
    return Rating(last.dark_rating or 0.0, last.dark_experience)


def _write(changed: list[Result]) -> None:
    Result.objects.bulk_update(changed, ["light_rating", "light_experience", "dark_rating", "dark_experience"])


def _sums(results: QuerySet[Result], side: str) -> tuple[int, int, int, int]:
    """(matches, won, lost, points of money play) of who has that side."""
    other = "dark" if side == "light" else "light"
    points = Case(When(length=0, then=F(f"{side}_score") - F(f"{other}_score")), default=Value(0))
    found = results.aggregate(
        matches=Count("pk"),
        won=Count("pk", filter=Q(winner=side)),
        lost=Count("pk", filter=Q(winner=other)),
        points=Sum(points),
    )
    return found["matches"], found["won"], found["lost"], found["points"] or 0


def _id(player: int | None) -> int:
    assert player is not None  # a match is rated only between two players
    return player
