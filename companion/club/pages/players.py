"""The pages of players: standings, one player, and two against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from companion.club.chart import rating_svg
from companion.club.error_rates import rate_of
from companion.club.middleware import language_of
from companion.club.models import Pair, Player, Standing
from companion.club.pages.keyed import SIZE, Page, number_in
from companion.club.results import played_by, ratings_of
from companion.games.catalogue import Game
from companion.texts import sentence

_OPPONENTS: Final = 100
"""Of a player's page: those who were met most often."""
_LONGEST_NAME: Final = 80


def game_in(request: HttpRequest) -> str:
    """Return the game that the address names, backgammon if it names none."""
    said = request.GET.get("game", "")
    return said if said in {game.value for game in Game} else Game.BACKGAMMON.value


def games() -> list[str]:
    """Return the games between which a page lets people choose."""
    return [game.value for game in Game]


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """``GET players?game=&name=&after=``: the standings of a game, or the players who have a name like this."""
    game, name = game_in(request), request.GET.get("name", "").strip()[:_LONGEST_NAME]
    standings = Standing.objects.filter(game=game).select_related("player")
    if name:
        standings = standings.filter(_named(name))
    after = _after(request)
    page = Page(_ordered(standings, after))
    place = None if name else _place(game, page.rows)
    context = {
        "game": game, "games": games(), "name": name, "page": page, "after": _key(page.rows), "is_first": after is None,
        "rows": [
            (None if place is None or row.rating is None else place + at, row) for at, row in enumerate(page.rows)
        ],
    }  # fmt: skip
    return render(request, "club/players.html", context)


@require_safe
def player(request: HttpRequest, number: int) -> HttpResponse:
    """``GET players/ID?game=&before=``: a player's results, rating over time, and who beats whom."""
    found = get_object_or_404(Player, pk=number)
    standings = {one.game: one for one in found.standings.all()}
    game = game_in(request)
    if "game" not in request.GET and game not in standings and standings:
        game = next(iter(standings))
    before = number_in(request, "before")
    page = Page(played_by(found, game, before=before))
    ratings = ratings_of(found, game) if before is None else ()
    met = found.pairs.filter(game=game).select_related("opponent").order_by("-matches", "pk")
    pairs = list(met[:_OPPONENTS]) if before is None else []
    context = {
        "player": found, "game": game, "games": games(), "standing": standings.get(game), "page": page,
        "before": page.rows[-1].result.pk if page.rows else None, "is_first": before is None,
        "judged": rate_of(found) if before is None and game == Game.BACKGAMMON.value else None,
        "chart": _chart(ratings, language_of(request)), "pairs": pairs,
        "has_points": any(pair.points for pair in pairs),
    }  # fmt: skip
    return render(request, "club/player.html", context)


@require_safe
def against(request: HttpRequest, number: int, other: int) -> HttpResponse:
    """``GET players/ID/against/ID?game=&before=``: all matches of two players."""
    both = {one.pk: one for one in Player.objects.filter(pk__in=(number, other))}
    found, opponent = get_or_404(both, number), get_or_404(both, other)
    pairs = {pair.game: pair for pair in Pair.objects.filter(player=found, opponent=opponent)}
    game = game_in(request)
    if "game" not in request.GET and game not in pairs and pairs:
        game = next(iter(pairs))
    before = number_in(request, "before")
    page = Page(played_by(found, game, against=opponent, before=before))
    context = {
        "player": found, "opponent": opponent, "game": game, "games": games(), "pair": pairs.get(game), "page": page,
        "before": page.rows[-1].result.pk if page.rows else None, "is_first": before is None,
    }  # fmt: skip
    return render(request, "club/against.html", context)


def get_or_404(players: dict[int, Player], number: int) -> Player:
    """Return a player that was found."""
    return players[number] if number in players else get_object_or_404(Player, pk=number)


def _named(name: str) -> Q:
    """Players whose name has these letters; SQLite knows capitals of the Latin alphabet without accents only."""
    found = Q()
    for written in {name, name.casefold(), name.title(), name.upper()}:
        found |= Q(player__name__icontains=written)
    return found


def _ordered(standings: QuerySet[Standing], after: tuple[float | None, int] | None) -> list[Standing]:
    """The standings after a key, one more than a page: the best rating first, then who has none."""
    rated, others = standings.filter(rating__isnull=False), standings.filter(rating__isnull=True)
    rows: list[Standing] = []
    if after is not None and after[0] is None:
        others = others.filter(pk__gt=after[1])
    else:
        if after is not None:
            rating, number = after
            rated = rated.filter(rating__lte=rating).exclude(rating=rating, pk__lte=number)
        rows = list(rated.order_by("-rating", "pk")[: SIZE + 1])
    if len(rows) <= SIZE:
        rows += others.order_by("pk")[: SIZE + 1 - len(rows)]
    return rows


def _after(request: HttpRequest) -> tuple[float | None, int] | None:
    """The key after which a page of the standings begins: a rating, or none, and a number."""
    rating, _, number = request.GET.get("after", "").partition("_")
    try:
        return (float(rating) if rating else None, int(number)) if number else None
    except ValueError:
        return None


def _key(rows: Sequence[Standing]) -> str:
    if not rows:
        return ""
    last = rows[-1]
    return f"{'' if last.rating is None else repr(last.rating)}_{last.pk}"


def _place(game: str, rows: Sequence[Standing]) -> int | None:
    """The place of the first row; who has the same rating as somebody before has the next one."""
    if not rows or rows[0].rating is None:
        return None
    first = rows[0]
    better = Standing.objects.filter(Q(rating__gt=first.rating) | Q(rating=first.rating, pk__lt=first.pk), game=game)
    return better.count() + 1


def _chart(ratings: Sequence[float], language: str) -> str:
    if not ratings:
        return ""
    values: dict[str, Any] = {
        "first": ratings[0], "last": ratings[-1], "low": min(ratings), "high": max(ratings),
    }  # fmt: skip
    rounded = {name: f"{value:.0f}" for name, value in values.items()}
    return rating_svg(ratings, sentence("club.rating-chart", rounded, language=language))
