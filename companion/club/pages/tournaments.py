"""The pages of tournaments: all of them, and one with its standings, its rounds and who waits for a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from companion.club.cards import length_words
from companion.club.draw import Outcome
from companion.club.middleware import language_of
from companion.club.models import Tournament
from companion.club.pages.keyed import SIZE, Page, number_in
from companion.club.tournaments import Course, Met, course_of
from companion.live.state import Say
from companion.live.words import speaker


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """``GET tournaments?before=``: all tournaments, the newest first."""
    say, before = speaker(language_of(request)), number_in(request, "before")
    found = Tournament.objects.annotate(
        drawn=Max("pairings__round"),
        there=Count("entrants", filter=Q(entrants__waiting=False, entrants__withdrawn=False), distinct=True),
    ).order_by("-pk")
    page = Page((found if before is None else found.filter(pk__lt=before))[: SIZE + 1])
    context = {
        "rows": [(one, kind_words(one, say), length_words(one.game, one.length, say)) for one in page.rows],
        "page": page,
        "is_first": before is None,
        "before": page.rows[-1].pk if page.rows else None,
    }
    return render(request, "club/tournaments.html", context)


@require_safe
def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """``GET tournaments/ID``: how one stands."""
    found = get_object_or_404(Tournament, pk=number)
    say, course = speaker(language_of(request)), course_of(found, public=True)
    context = {
        "tournament": found,
        "course": course,
        "kind": kind_words(found, say),
        "length": length_words(found.game, found.length, say),
        "columns": _columns(found),
        "places": _places(course),
        "rounds": [
            (number, [(one, how_words(one, say)) for one in met])
            for number, met in sorted(course.rounds.items(), reverse=True)
        ],
        "drawn": max(course.rounds, default=0),
    }
    return render(request, "club/tournament.html", context)


def kind_words(found: Tournament, say: Say) -> str:
    """Say which kind of tournament it is."""
    if found.lives is not None:
        return say("club.cup.lives", n=str(found.lives))
    return say("club.cup.round-robin") if found.rounds is None else say("club.cup.swiss", n=str(found.rounds))


def how_words(met: Met, say: Say) -> str:
    """Say how a pairing ended if the score does not say it, or how far it is."""
    if met.pairing.second_id is None:
        return ""
    if met.pairing.outcome:
        said = say("club.cup.by-director", reason=met.pairing.reason) if met.pairing.reason else ""
        return said or say("club.cup.by-director-plain")
    match met.outcome:
        case None:
            return say("club.cup.to-play") if met.result is None else say("club.cup.in-play")
        case Outcome.NEITHER:
            return say("club.cup.neither")
        case Outcome.DRAWN:
            return say("club.cup.drawn")
    return say("club.cup.walkover") if met.result is None or not met.result.finished else ""


def _columns(found: Tournament) -> Sequence[str]:
    """The keys of the columns of the standings."""
    if found.lives is not None:
        return "club.cup.lives-left", "club.cup.won"
    if found.rounds is not None:
        return "club.cup.points", "club.cup.buchholz", "club.cup.sonneborn"
    return "club.cup.points", "club.cup.sonneborn"


def _places(course: Course) -> list[tuple[int, Any, list[tuple[str, float]]]]:
    rows = []
    for place, entrant, stand in course.places:
        values = {
            "club.cup.lives-left": stand.lives or 0,
            "club.cup.won": stand.won,
            "club.cup.points": stand.points,
            "club.cup.buchholz": stand.buchholz,
            "club.cup.sonneborn": stand.sonneborn,
        }
        rows.append((place, entrant, [(key, values[key]) for key in _columns(course.tournament)]))
    return rows
