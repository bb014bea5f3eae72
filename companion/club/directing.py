"""What the director of a tournament does: each act is one transaction, and none can be done twice at the same time."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from companion.club import draw
from companion.club.draw import Outcome
from companion.club.models import Entrant, Entry, Pairing, Player, Table, Tournament
from companion.club.tournaments import Met, course_of
from companion.errors import InputError

_P = ParamSpec("_P")
_R = TypeVar("_R")


class ActError(InputError):
    """An act that is not possible now.  ``key``: of the text that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _act(done: Callable[Concatenate[Tournament, _P], _R]) -> Callable[Concatenate[Tournament, _P], _R]:
    """Let one act on a tournament happen after the other."""

    @wraps(done)
    def act(tournament: Tournament, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with transaction.atomic():
            return done(Tournament.objects.select_for_update().get(pk=tournament.pk), *args, **kwargs)

    return act


@_act
def enter(tournament: Tournament, player: Player, seed: int | None = None) -> Entrant:
    """Enter a player: into the next round if there is a place, else at the end of the waiting list.

    Who has withdrawn comes back.  Raises :class:`ActError` for one who is in it.
    """
    line = (tournament.entrants.aggregate(last=Max("line"))["last"] or 0) + 1
    entrant = tournament.entrants.filter(player=player).first()
    if entrant is None:
        entrant = Entrant(tournament=tournament, player=player)
    elif not entrant.withdrawn:
        raise ActError("club.cup.entered-already")
    if not _was_drawn(entrant):
        entrant.line, entrant.since, entrant.waiting = line, _drawn(tournament) + 1, not _has_place(tournament)
    entrant.seed, entrant.withdrawn = seed, False
    entrant.save()
    return entrant


@_act
def withdraw(tournament: Tournament, entrant: Entrant) -> Entrant | None:
    """Take somebody out; return who moves up from the waiting list, as somebody does before the first draw."""
    had_place = tournament.entrants.filter(pk=entrant.pk, waiting=False, withdrawn=False).exists()
    tournament.entrants.filter(pk=entrant.pk).update(withdrawn=True)
    if not had_place or _drawn(tournament):
        return None
    first = tournament.entrants.filter(waiting=True, withdrawn=False).order_by("line").first()
    return None if first is None else _placed(tournament, first)


@_act
def move_up(tournament: Tournament, entrant: Entrant) -> Entrant:
    """Give somebody who waits a place from the next round on, whatever the number of places is."""
    return _placed(tournament, tournament.entrants.get(pk=entrant.pk))


@_act
def draw_round(tournament: Tournament) -> int:
    """Draw the next round and return its number.  Raises :class:`ActError` if there is none, or not yet."""
    course = course_of(tournament)
    try:
        pairs = draw.draw(tournament.plan, course.drawable, course.meetings)
    except draw.UndecidedError:
        raise ActError("club.cup.undecided") from None
    if not pairs:
        raise ActError("club.cup.nothing-to-draw")
    number, now = draw.rounds_drawn(course.meetings) + 1, timezone.now()
    after = Entry.objects.aggregate(last=Max("pk"))["last"] or 0
    Pairing.objects.bulk_create(
        Pairing(
            tournament=tournament, round=number, place=place, first_id=first, second_id=second, drawn=now, after=after
        )
        for place, (first, second) in enumerate(pairs, 1)
    )
    return number


@_act
def take_back_draw(tournament: Tournament) -> int:
    """Take the last draw back and return its round.  Raises :class:`ActError` once something of it is decided."""
    course = course_of(tournament)
    number = draw.rounds_drawn(course.meetings)
    if not number or any(_is_decided(one) for one in course.rounds[number]):
        raise ActError("club.cup.begun")
    tournament.pairings.filter(round=number).delete()
    tournament.entrants.filter(since=number + 1).update(since=F("since") - 1)
    return number


@_act
def decide(tournament: Tournament, pairing: Pairing, outcome: Outcome | None, reason: str) -> None:
    """Set the result of a pairing, whatever the tables say; None: what they say counts.

    Raises :class:`ActError` without a reason, and for a free round.
    """
    if pairing.second_id is None:
        raise ActError("club.cup.nothing-to-set")
    if outcome is not None and not reason.strip():
        raise ActError("club.cup.no-reason")
    said = ("", "") if outcome is None else (outcome.value, reason.strip())
    tournament.pairings.filter(pk=pairing.pk).update(outcome=said[0], reason=said[1])


@_act
def put_at(tournament: Tournament, pairing: Pairing, table: Table | None) -> None:
    """Say at which table a pairing is played."""
    tournament.pairings.filter(pk=pairing.pk).update(table=table)


def keep_outcomes(player: Player) -> None:
    """Keep how the pairings of a player ended whose matches will not be known as such any more."""
    with transaction.atomic():
        for tournament in Tournament.objects.select_for_update().filter(entrants__player=player):
            for met in course_of(tournament).met:
                pairing = met.pairing
                there = {one.player_id for one in (pairing.first, pairing.second) if one is not None}
                if player.pk in there and met.outcome is not None and not pairing.outcome:
                    tournament.pairings.filter(pk=pairing.pk).update(outcome=met.outcome.value)


def _placed(tournament: Tournament, entrant: Entrant) -> Entrant:
    entrant.waiting, entrant.since = False, _drawn(tournament) + 1
    entrant.save(update_fields=["waiting", "since"])
    return entrant


def _drawn(tournament: Tournament) -> int:
    last: int | None = tournament.pairings.aggregate(last=Max("round"))["last"]
    return last or 0


def _is_decided(met: Met) -> bool:
    return bool(met.pairing.outcome) or (met.result is not None and met.result.ended is not None)


def _was_drawn(entrant: Entrant) -> bool:
    return entrant.pk is not None and Pairing.objects.filter(Q(first=entrant) | Q(second=entrant)).exists()


def _has_place(tournament: Tournament) -> bool:
    """Whether somebody who comes now need not wait."""
    there = tournament.entrants.filter(withdrawn=False)
    return tournament.places is None or (
        there.filter(waiting=False).count() < tournament.places and not there.filter(waiting=True).exists()
    )
