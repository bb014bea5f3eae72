"""What the director of a tournament does in the admin pages."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import Max
from django.http import HttpRequest

from companion.club import directing
from companion.club.acting import Act, Fields, Values
from companion.club.draw import Outcome
from companion.club.models import Entrant, Pairing, Table, Tournament
from companion.club.people import player_of
from companion.live.state import Say

_OUTCOMES: Final = {
    "": "club.act.tables-say",
    Outcome.FIRST.value: "club.act.first",
    Outcome.SECOND.value: "club.act.second",
    Outcome.DRAWN.value: "club.cup.drawn",
    Outcome.NEITHER.value: "club.cup.neither",
}


def _drawn(tournament: Tournament) -> int:
    last: int | None = tournament.pairings.aggregate(last=Max("round"))["last"]
    return last or 0


def _draw(_request: HttpRequest, tournament: Tournament, _values: Values) -> None:
    directing.draw_round(tournament)


def _undraw(_request: HttpRequest, tournament: Tournament, _values: Values) -> None:
    directing.take_back_draw(tournament)


def _entered(_tournament: Tournament, say: Say) -> Fields:
    return {
        "player": forms.CharField(label=say("club.act.player"), max_length=80),
        "seed": forms.IntegerField(label=say("club.act.seed"), required=False, min_value=1),
    }


def _enter(_request: HttpRequest, tournament: Tournament, values: Values) -> None:
    directing.enter(tournament, player_of(values["player"]), values["seed"])


def _there(tournament: Tournament, say: Say) -> Fields:
    return {"entrant": _choice(tournament.entrants.filter(withdrawn=False), say)}


def _waiting(tournament: Tournament, say: Say) -> Fields:
    return {"entrant": _choice(tournament.entrants.filter(withdrawn=False, waiting=True), say)}


def _choice(entrants: Any, say: Say) -> forms.ModelChoiceField[Entrant]:
    return forms.ModelChoiceField(entrants.select_related("player").order_by("line"), label=say("club.act.player"))


def _withdraw(_request: HttpRequest, tournament: Tournament, values: Values) -> None:
    directing.withdraw(tournament, values["entrant"])


def _move_up(_request: HttpRequest, tournament: Tournament, values: Values) -> None:
    directing.move_up(tournament, values["entrant"])


class _PairingField(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django has no type arguments when it runs
    """The pairings of all rounds, the last first."""

    def __init__(self, tournament: Tournament, say: Say) -> None:
        found = tournament.pairings.exclude(second=None).select_related("first__player", "second__player")
        super().__init__(found.order_by("-round", "place"), label=say("club.cup.pairing"))
        self._say = say

    def label_from_instance(self, obj: Pairing) -> str:
        return f"{self._say('club.cup.round', n=str(obj.round))}: {obj}"


def _decided(tournament: Tournament, say: Say) -> Fields:
    return {
        "pairing": _PairingField(tournament, say),
        "outcome": forms.ChoiceField(
            label=say("club.act.outcome"), required=False, choices=[(one, say(key)) for one, key in _OUTCOMES.items()]
        ),
        "reason": forms.CharField(label=say("club.act.reason"), max_length=200, required=False),
    }


def _decide(_request: HttpRequest, tournament: Tournament, values: Values) -> None:
    outcome = Outcome(values["outcome"]) if values["outcome"] else None
    directing.decide(tournament, values["pairing"], outcome, values["reason"])


def _put_where(tournament: Tournament, say: Say) -> Fields:
    tables = forms.ModelChoiceField(Table.objects.order_by("name"), label=say("club.cup.table"), required=False)
    return {"pairing": _PairingField(tournament, say), "table": tables}


def _put(_request: HttpRequest, tournament: Tournament, values: Values) -> None:
    directing.put_at(tournament, values["pairing"], values["table"])


ACTS: Final = (
    Act("draw", _draw, blanks=lambda tournament: {"n": str(_drawn(tournament) + 1)}),
    Act("undraw", _undraw, blanks=lambda tournament: {"n": str(_drawn(tournament))}),
    Act("enter", _enter, _entered),
    Act("withdraw", _withdraw, _there),
    Act("move-up", _move_up, _waiting),
    Act("decide", _decide, _decided),
    Act("put", _put, _put_where),
)
