"""Who has won against whom, and the ratings that follow from it, in the order in which the matches ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from itertools import islice
from operator import or_
from typing import Final

from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Value, When

from companion.club.changes import Change
from companion.club.models import Pair, Player, Result, Standing
from companion.record.rating import Rating, rated

_AT_ONCE: Final = 1000

Fact = tuple[object, ...]
Sums = tuple[int, int, int, int]
"""(matches, won, lost, points of money play)."""

_OTHER: Final = {"light": "dark", "dark": "light"}


def count_again(changes: Iterable[Change]) -> None:
    """Count again what changes where results become others, which are saved already but for their ratings."""
    changed = defaultdict[str, list[Result]](list)
    for change in changes:
        if not _is_counted_alike(change.before, change.after):
            for one in (change.before, change.after):
                if one is not None:
                    changed[one.game].append(one)
    for game, results in changed.items():
        ends = [one.ended for one in results if one.is_rated and one.ended is not None]
        rated_anew = rate_from(game, min(ends)) if ends else {}
        pairs = {(one.light_id, one.dark_id) for one in results}
        _count_pairs(game, {pair for pair in pairs if None not in pair and pair[0] != pair[1]})
        players = {player for pair in pairs for player in pair if player is not None}
        _count_players(game, players | set(rated_anew), rated_anew)


def keep_ratings(changes: Iterable[Change]) -> None:
    """Give results the ratings that they had, where nothing that ratings follow from has changed."""
    for change in changes:
        before, after = change.before, change.after
        if before is not None and after is not None and _is_counted_alike(before, after):
            after.light_rating, after.light_experience = before.light_rating, before.light_experience
            after.dark_rating, after.dark_experience = before.dark_rating, before.dark_experience


def rate_from(game: str, first: int) -> dict[int, Rating]:
    """Compute the ratings of all matches of a game again that ended with entry ``first`` or later.

    Return the last ones of the players whose ratings they change.
    """
    ratings: dict[int, Rating] = {}
    results = rated_in(game).filter(ended__gte=first).order_by("ended").defer("state").iterator(chunk_size=_AT_ONCE)
    while some := list(islice(results, _AT_ONCE)):
        new = {_id(player) for one in some for player in (one.light_id, one.dark_id)}.difference(ratings)
        ratings |= _last_ratings(game, new, first)
        for result in some:
            light, dark = ratings[_id(result.light_id)], ratings[_id(result.dark_id)]
            if result.winner == "light":
                light, dark = rated(light, dark, result.length)
            else:
                dark, light = rated(dark, light, result.length)
            ratings |= {_id(result.light_id): light, _id(result.dark_id): dark}
            result.light_rating, result.light_experience = light.points, light.experience
            result.dark_rating, result.dark_experience = dark.points, dark.experience
        Result.objects.bulk_update(some, ["light_rating", "light_experience", "dark_rating", "dark_experience"])
    return ratings


def _count_pairs(game: str, pairs: Collection[tuple[int | None, int | None]]) -> None:
    """Count the matches of players against each other again."""
    both = {*pairs, *((dark, light) for light, dark in pairs)}
    players = {player for player, _ in both}
    results = Result.objects.filter(game=game, light__in=players, dark__in=players)
    as_light, as_dark = _sums(results, "light", "dark"), _sums(results, "dark", "light")
    counted = {pair: _added(as_light.get(pair), as_dark.get(pair)) for pair in both}
    gone = [Q(player=player, opponent=opponent) for (player, opponent), sums in counted.items() if not sums[0]]
    if gone:
        Pair.objects.filter(reduce(or_, gone), game=game).delete()
    Pair.objects.bulk_create(
        [
            Pair(game=game, player_id=_id(player), opponent_id=_id(opponent), matches=matches, won=won, lost=lost,
                 points=points)
            for (player, opponent), (matches, won, lost, points) in sorted(counted.items(), key=str) if matches
        ],
        update_conflicts=True,
        unique_fields=["player", "opponent", "game"],
        update_fields=["matches", "won", "lost", "points"],
    )  # fmt: skip


def _count_players(game: str, players: Collection[int], ratings: Mapping[int, Rating]) -> None:
    """Count the results of players in a game again; ``ratings``: those that are known."""
    there = set(Player.objects.filter(pk__in=players).values_list("pk", flat=True))
    results = Result.objects.filter(game=game)
    as_light, as_dark = (_sums(results.filter(**{f"{side}__in": there}), side) for side in ("light", "dark"))
    counted = {player: _added(as_light.get((player,)), as_dark.get((player,))) for player in sorted(there)}
    playing = {player: sums for player, sums in counted.items() if sums[0]}
    Standing.objects.filter(game=game, player__in=set(players).difference(playing)).delete()
    ratings = {**_last_ratings(game, set(playing).difference(ratings)), **ratings}
    Standing.objects.bulk_create(
        [
            Standing(game=game, player_id=player, matches=matches, won=won, lost=lost,
                     rating=ratings[player].points if ratings[player].experience else None,
                     experience=ratings[player].experience)
            for player, (matches, won, lost, _) in playing.items()
        ],
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["matches", "won", "lost", "rating", "experience"],
    )  # fmt: skip


def _is_counted_alike(before: Result | None, after: Result | None) -> bool:
    return _counted(before) == _counted(after)


def _counted(result: Result | None) -> Fact:
    if result is None:
        return ()
    own = (result.game, result.light_id, result.dark_id, result.winner, result.is_rated, result.length)
    money = () if result.length else (result.light_score, result.dark_score)
    return (*own, result.ended, *money)


def rated_in(game: str) -> QuerySet[Result]:
    """Return the matches of a game that ratings follow from."""
    return Result.objects.filter(game=game, is_rated=True, ended__isnull=False)


def _last_ratings(game: str, players: Collection[int], before: int | None = None) -> dict[int, Rating]:
    """The ratings of players after their last rated matches, or after the last ones that ended before an entry."""
    earlier = rated_in(game) if before is None else rated_in(game).filter(ended__lt=before)
    last = {side: earlier.filter(**{side: OuterRef("pk")}).order_by("-ended") for side in _OTHER}
    values = [*(Subquery(last[side].values(field)[:1]) for side in _OTHER
                for field in ("ended", f"{side}_rating", f"{side}_experience"))]  # fmt: skip
    found = Player.objects.filter(pk__in=players).values_list("pk", *values)
    ratings = dict.fromkeys(players, Rating())
    for player, light_ended, light, light_experience, dark_ended, dark, dark_experience in found:
        if light_ended is not None or dark_ended is not None:
            is_light = (light_ended or 0) > (dark_ended or 0)
            ratings[player] = Rating(light, light_experience) if is_light else Rating(dark, dark_experience)
    return ratings


def _sums(results: QuerySet[Result], *sides: str) -> dict[tuple[int | None, ...], Sums]:
    """The sums of who has the first side, by the players of ``sides``."""
    side, other = sides[0], _OTHER[sides[0]]
    points = Case(When(length=0, then=F(f"{side}_score") - F(f"{other}_score")), default=Value(0))
    found = results.order_by().values_list(*sides).annotate(
        matches=Count("pk"), won=Count("pk", filter=Q(winner=side)), lost=Count("pk", filter=Q(winner=other)),
        points=Sum(points),
    )  # fmt: skip
    return {tuple(row[: len(sides)]): row[len(sides) :] for row in found}


def _added(one: Sums | None, other: Sums | None) -> Sums:
    none = (0, 0, 0, 0)
    return tuple(a + b for a, b in zip(one or none, other or none, strict=True))  # type: ignore[return-value]


def _id(player: int | None) -> int:
    assert player is not None  # a match is rated only between two players
    return player
