"""How tournaments stand.

A pairing stores what people decided.  Which match decides it else is found here by a rule, each time anew, so that a
result that was corrected, taken back or derived again is followed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import Q

from companion.club import draw
from companion.club.draw import Meeting, Outcome, Stand
from companion.club.models import Entrant, Entry, Pairing, Result, Table, Tournament


@dataclass(frozen=True, slots=True)
class Met:
    """A pairing as it stands.

    ``outcome``: None while it is open.  ``result``: of the match that counts or is played; ``score``: its (first,
    second).
    """

    pairing: Pairing
    outcome: Outcome | None
    result: Result | None = None
    score: tuple[int, int] | None = None

    @property
    def table(self) -> Table | None:
        """Where it is played: where its match is, else where the director has put it."""
        return self.pairing.table if self.result is None else self.result.match.table

    @property
    def winner(self) -> Entrant | None:
        match self.outcome:
            case Outcome.FIRST:
                return self.pairing.first
            case Outcome.SECOND:
                return self.pairing.second
        return None


@dataclass(frozen=True)
class Course:
    """A tournament with all that was drawn.  ``entrants``: in line, those who wait and who have withdrawn, too."""

    tournament: Tournament
    entrants: Sequence[Entrant]
    met: Sequence[Met]

    @cached_property
    def rounds(self) -> Mapping[int, Sequence[Met]]:
        """What was drawn, by round."""
        found: dict[int, list[Met]] = {}
        for one in self.met:
            found.setdefault(one.pairing.round, []).append(one)
        return found

    @cached_property
    def waiting(self) -> Sequence[Entrant]:
        """Those who wait for a place, in line."""
        return [one for one in self.entrants if one.waiting and not one.withdrawn]

    @cached_property
    def drawable(self) -> Sequence[draw.Entrant]:
        """Those who have a place, as they are drawn."""
        placed = [one for one in self.entrants if not one.waiting]
        placed.sort(key=lambda one: (one.seed is None, one.seed or 0, one.line))
        return [draw.Entrant(one.pk, seed, one.since, one.withdrawn) for seed, one in enumerate(placed, 1)]

    @cached_property
    def meetings(self) -> Sequence[Meeting]:
        return [
            Meeting(one.pairing.round, one.pairing.first_id, one.pairing.second_id, one.outcome) for one in self.met
        ]

    @cached_property
    def places(self) -> Sequence[tuple[int, Entrant, Stand]]:
        """(place, entrant, stand), the best first."""
        plan, by_number = self.tournament.plan, {one.pk: one for one in self.entrants}
        found = draw.stands(plan, self.drawable, self.meetings)
        return [(place, by_number[one.entrant.number], one) for place, one in draw.ranked(plan, found.values())]

    @cached_property
    def is_over(self) -> bool:
        return draw.is_over(self.tournament.plan, self.drawable, self.meetings)


def course_of(tournament: Tournament, *, public: bool = False) -> Course:
    """Return how a tournament stands; ``public``: without what spectators of its tables may not know yet."""
    entrants = list(tournament.entrants.select_related("player").order_by("line"))
    by_number = {one.pk: one for one in entrants}
    pairings = list(tournament.pairings.select_related("table").order_by("round", "place"))
    for pairing in pairings:
        pairing.first = by_number[pairing.first_id]
        pairing.second = None if pairing.second_id is None else by_number[pairing.second_id]
    found = _matches(tournament, pairings)
    ends = _late_ends(found.values(), pairings)
    return Course(tournament, entrants, [_met(pairing, found, ends, public=public) for pairing in pairings])


def _matches(tournament: Tournament, pairings: Iterable[Pairing]) -> Mapping[frozenset[int], list[Result]]:
    """The matches of each two, of this length, that may belong to a pairing: those that ended first come first."""
    players = {one.player_id for pairing in pairings for one in (pairing.first, pairing.second) if one is not None}
    first = min((pairing.after for pairing in pairings), default=0)
    found: dict[frozenset[int], list[Result]] = {}
    results = Result.objects.filter(
        Q(ended=None, finished=False) | Q(ended__gt=first),
        game=tournament.game,
        length=tournament.length,
        light__in=players - {None},
        dark__in=players - {None},
    )
    for result in results.select_related("match__table").order_by("ended", "match"):
        found.setdefault(frozenset((result.light_id or 0, result.dark_id or 0)), []).append(result)
    return found


def _late_ends(found: Iterable[Iterable[Result]], pairings: Sequence[Pairing]) -> Mapping[int, float]:
    """After how many seconds those matches ended that had begun before a draw, by the entry that decided them."""
    last = max((pairing.drawn for pairing in pairings), default=None)
    doubtful = [
        one.ended for results in found for one in results
        if one.ended is not None and last is not None and one.started is not None and one.started < last
    ]  # fmt: skip
    entries = Entry.objects.filter(pk__in=doubtful).values_list("pk", "line")
    return {number: float(json.loads(bytes(line))["t"]) for number, line in entries}


def _met(
    pairing: Pairing, found: Mapping[frozenset[int], list[Result]], ends: Mapping[int, float], *, public: bool
) -> Met:
    first, second = pairing.first, pairing.second
    if second is None:
        return Met(pairing, None)
    pair = frozenset((first.player_id or 0, second.player_id or 0))
    matches = [one for one in found.get(pair, ()) if _is_after(one, pairing, ends)]
    decided = next((one for one in matches if one.ended is not None), None)
    played = [one for one in matches if one.ended is None]
    result = decided or (played[-1] if played else None)
    score = None if result is None else _score(result, first, public=public)
    if pairing.outcome:
        outcome: Outcome | None = Outcome(pairing.outcome)
    elif decided is not None and not (public and not decided.state.get("over")):
        outcome = _outcome(decided, first)
    else:
        outcome = _walkover(first, second)
    return Met(pairing, outcome, result, score)


def _is_after(result: Result, pairing: Pairing, ends: Mapping[int, float]) -> bool:
    """Whether a match ended after the draw, or is still played.

    Of one that came late, from a table without a network, the clock of the table tells.
    """
    if result.ended is not None and result.ended <= pairing.after:
        return False
    if result.started is None or result.started >= pairing.drawn:
        return True
    lasted_s = 0.0 if result.ended is None else ends.get(result.ended, 0.0)
    return result.started + timedelta(seconds=lasted_s) >= pairing.drawn


def _score(result: Result, first: Entrant, *, public: bool) -> tuple[int, int] | None:
    """The score as (first, second): spectators may be behind, and know none yet."""
    light, dark = (result.state.get("score") or (None, None)) if public else (result.light_score, result.dark_score)
    if light is None or dark is None:
        return None
    return (light, dark) if result.light_id == first.player_id else (dark, light)


def _outcome(result: Result, first: Entrant) -> Outcome:
    if not result.winner:
        return Outcome.DRAWN
    winner = result.light_id if result.winner == "light" else result.dark_id
    return Outcome.FIRST if winner == first.player_id else Outcome.SECOND


def _walkover(first: Entrant, second: Entrant) -> Outcome | None:
    """Who has withdrawn loses what is not decided yet."""
    match first.withdrawn, second.withdrawn:
        case True, True:
            return Outcome.NEITHER
        case True, False:
            return Outcome.SECOND
        case False, True:
            return Outcome.FIRST
    return None
