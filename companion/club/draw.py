"""Draws tournaments: round robin, Swiss, and knock-out with lives, as one plain model.  Pure.

A :class:`Plan` says for how many rounds a tournament goes on, how many defeats somebody may have, and whether two may
meet again.  Entrants and what was drawn so far give the pairs of the next round, and how everybody stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Final, TypeAlias

from companion.errors import InputError


class UndecidedError(InputError):
    """A round cannot be drawn before all matches of the one before it are decided."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A kind of tournament.

    Without both numbers everybody meets everybody once (round robin).  ``rounds``: how many there are, in which those
    who have won as often meet (Swiss).  ``lives``: how many defeats put somebody out, until one is left (knock-out).
    ``again``: whether two who have met may meet again before others; else only where there is no other way.
    """

    rounds: int | None = None
    lives: int | None = None
    again: bool = False

    @property
    def is_round_robin(self) -> bool:
        return self.rounds is None and self.lives is None


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays.  ``number``: the same in all pairs; ``seed``: 1 for the strongest; ``since``: the first round."""

    number: int
    seed: int
    since: int = 1
    withdrawn: bool = False


class Outcome(StrEnum):
    """How a match of two ended.  ``NEITHER``: nobody came, both have lost."""

    FIRST = "first"
    SECOND = "second"
    DRAWN = "drawn"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who were drawn against each other; ``second``: None for a free round.  ``outcome``: None while it is open."""

    round: int
    first: int
    second: int | None
    outcome: Outcome | None = None


@dataclass(slots=True)
class Stand:
    """How an entrant stands.

    ``points``: 1 for a match won, 1/2 for one drawn, and in a Swiss tournament 1 for a free round.  ``lives``: left;
    None where nobody is put out.  ``out``: the round in which the last one was lost.  ``rests``: rounds without an
    opponent, before a late entry, too.  ``met``: how often whom.  ``buchholz``: the points of all opponents;
    ``sonneborn``: the points of those who were beaten, and half of those with whom a match was drawn.
    """

    entrant: Entrant
    lives: int | None
    points: float = 0.0
    won: int = 0
    out: int | None = None
    rests: int = 0
    met: Counter[int] = field(default_factory=Counter)
    buchholz: float = 0.0
    sonneborn: float = 0.0


Pair: TypeAlias = tuple[int, int | None]
"""The numbers of two entrants; None for a free round."""

_DIGIT: Final = 2**40
"""More than a cost can sum up to over the pairs of a round, so that costs of several ranks make one whole number."""


def stands(plan: Plan, entrants: Iterable[Entrant], meetings: Collection[Meeting]) -> dict[int, Stand]:
    """Return how each entrant stands, by number."""
    found = {one.number: Stand(one, plan.lives) for one in entrants}
    drawn = rounds_drawn(meetings)
    for one in found.values():
        one.rests = drawn
    for meeting in meetings:
        _count(plan, meeting, found)
    for meeting in meetings:
        for own, other, share in _shares(meeting):
            found[own].buchholz += found[other].points
            found[own].sonneborn += share * found[other].points
    return found


def rounds_drawn(meetings: Iterable[Meeting]) -> int:
    """Return the number of the last round that was drawn; 0 before the first."""
    return max((meeting.round for meeting in meetings), default=0)


def ranked(plan: Plan, found: Iterable[Stand]) -> list[tuple[int, Stand]]:
    """Return all in the order of their standing, each with its place; who stands alike shares a place."""
    ordered = sorted(found, key=lambda one: (*(-value for value in _rank(plan, one)), one.entrant.seed))
    places: list[tuple[int, Stand]] = []
    for number, one in enumerate(ordered, 1):
        alike = bool(places) and _rank(plan, places[-1][1]) == _rank(plan, one)
        places.append((places[-1][0] if alike else number, one))
    return places


def is_over(plan: Plan, entrants: Iterable[Entrant], meetings: Collection[Meeting]) -> bool:
    """Return whether all is decided and there is nothing left to draw."""
    return bool(meetings) and not _is_open(meetings) and not _playing(plan, stands(plan, entrants, meetings), meetings)


def draw(plan: Plan, entrants: Collection[Entrant], meetings: Collection[Meeting]) -> list[Pair]:
    """Return the pairs of the next round, the strongest first, free rounds last; none where the tournament is over.

    Nobody has two free rounds more than another one who entered as early.  Subject to that nobody meets anybody again
    where it can be avoided, unless the plan lets them; then those who stand as high meet.  Raises
    :class:`UndecidedError` while a match is open on whose result the draw depends.
    """
    if not plan.is_round_robin and _is_open(meetings):
        raise UndecidedError("a match of this round is not decided yet")
    playing = _playing(plan, stands(plan, entrants, meetings), meetings)
    if not playing:
        return []
    number = rounds_drawn(meetings) + 1
    order = {one.entrant.number: place for place, one in enumerate(playing)}
    if plan.is_round_robin:
        circle = [pair for pair in _circle(entrants, meetings, number) if order.keys() >= set(pair)]
        pairs = circle or _unmet(playing)
    else:
        pairs = _matched(plan, playing, number)
    there = [(a, b) if order[a] < order[b] else (b, a) for a, b in pairs]
    paired = {number for pair in there for number in pair}
    free: list[Pair] = [(number, None) for number in order if number not in paired]
    return sorted(there, key=lambda pair: order[pair[0]]) + free


def _is_open(meetings: Iterable[Meeting]) -> bool:
    return any(meeting.outcome is None for meeting in meetings if meeting.second is not None)


def _playing(plan: Plan, found: Mapping[int, Stand], meetings: Collection[Meeting]) -> list[Stand]:
    """Those who play the next round, the strongest first; nobody if there is none."""
    number = rounds_drawn(meetings) + 1
    playing = [
        one for one in found.values() if not one.entrant.withdrawn and one.entrant.since <= number and one.lives != 0
    ]
    if plan.rounds is not None and number > plan.rounds:
        return []
    if plan.is_round_robin and all(one.met[other.entrant.number] for one, other in combinations(playing, 2)):
        return []
    playing.sort(key=lambda one: (*(-value for value in _strength(plan, one)), one.entrant.seed))
    return playing if len(playing) > 1 else []


def _count(plan: Plan, meeting: Meeting, found: Mapping[int, Stand]) -> None:
    first = found[meeting.first]
    if meeting.second is None:
        first.points += 0 if plan.rounds is None else 1
        return
    second = found[meeting.second]
    for own, other in ((first, second), (second, first)):
        own.rests -= 1
        own.met[other.entrant.number] += 1
    for own, winning in ((first, Outcome.FIRST), (second, Outcome.SECOND)):
        match meeting.outcome:
            case None:
                pass
            case Outcome.DRAWN:
                own.points += 0.5
            case outcome if outcome is winning:
                own.points += 1
                own.won += 1
            case _ if own.lives:
                own.lives -= 1
                own.out = None if own.lives else meeting.round


def _shares(meeting: Meeting) -> Iterator[tuple[int, int, float]]:
    """Each of the two, the opponent, and which share of the match was won."""
    if meeting.second is not None and meeting.outcome is not None:
        drawn = meeting.outcome is Outcome.DRAWN
        yield meeting.first, meeting.second, 0.5 if drawn else float(meeting.outcome is Outcome.FIRST)
        yield meeting.second, meeting.first, 0.5 if drawn else float(meeting.outcome is Outcome.SECOND)


def _strength(plan: Plan, one: Stand) -> tuple[float, ...]:
    """What those who are drawn against each other should have alike."""
    return (one.points,) if plan.lives is None else (one.lives or 0,)


def _rank(plan: Plan, one: Stand) -> tuple[float, ...]:
    if plan.lives is not None:
        return (one.lives or 0, one.out or 0, one.won)
    if plan.is_round_robin:
        return (one.points, one.sonneborn, one.won)
    return (one.points, one.buchholz, one.sonneborn)


def _circle(entrants: Iterable[Entrant], meetings: Collection[Meeting], number: int) -> list[tuple[int, int]]:
    """The pairs of a round by the circle method: one stays in its place, the others go round.

    None of them where the rounds before were other ones, as somebody has entered later.
    """
    seen = {one for meeting in meetings for one in (meeting.first, meeting.second)}
    there = [one for one in entrants if not one.withdrawn or one.number in seen]
    circle: list[int | None] = [one.number for one in sorted(there, key=lambda one: one.seed)]
    if len(circle) % 2:
        circle.append(None)
    if number >= len(circle):
        return []
    rounds: list[list[tuple[int, int]]] = []
    for turn in range(number):
        placed = [circle[0], *circle[1 + turn :], *circle[1 : 1 + turn]]
        facing = zip(placed[: len(placed) // 2], reversed(placed), strict=False)
        rounds.append([(a, b) for a, b in facing if a is not None and b is not None])
    drawn = [{frozenset(pair) for pair in pairs} for pairs in rounds]
    as_drawn = all(
        {meeting.first, meeting.second} in drawn[meeting.round - 1]
        for meeting in meetings
        if meeting.second is not None
    )
    return rounds[-1] if as_drawn else []


def _unmet(playing: Iterable[Stand]) -> list[tuple[int, int]]:
    """As many pairs as there can be of those who have not met, first of those who have most left to meet."""
    import networkx  # takes a third of a second, and only a draw needs it

    graph = networkx.Graph()
    graph.add_edges_from(
        (a.entrant.number, b.entrant.number) for a, b in combinations(playing, 2) if not a.met[b.entrant.number]
    )
    for a, b in graph.edges:
        graph[a][b]["weight"] = graph.degree[a] + graph.degree[b]
    return list(networkx.max_weight_matching(graph, maxcardinality=True))


def _matched(plan: Plan, playing: Sequence[Stand], number: int) -> list[tuple[int, int]]:
    """The pairs that cost least together, with as many free rounds as there have to be."""
    import networkx  # takes a third of a second, and only a draw needs it

    graph = networkx.Graph()
    group = Counter(_strength(plan, one) for one in playing)
    begins = {
        strength: next(i for i, one in enumerate(playing) if _strength(plan, one) == strength) for strength in group
    }
    places = [i - begins[_strength(plan, one)] for i, one in enumerate(playing)]
    for (i, a), (j, b) in combinations(enumerate(playing), 2):
        apart = sum(round(2 * (x - y)) ** 2 for x, y in zip(_strength(plan, a), _strength(plan, b), strict=True))
        fold = 0 if apart else _fold(plan, places[i], places[j], group[_strength(plan, a)])
        again = a.met[b.entrant.number]
        costs = (0, 0, apart, again, fold) if plan.again else (0, again, 0, apart, fold)
        graph.add_edge(a.entrant.number, b.entrant.number, weight=-_sum(costs))
    fewest = min(one.rests for one in playing)
    for free in range(_free(plan, len(playing), number)):
        for i, one in enumerate(playing):
            place = i if plan.lives is not None else len(playing) - i
            costs = (one.rests - fewest, place, 0, 0, 0) if plan.again else (one.rests - fewest, 0, place, 0, 0)
            graph.add_edge(one.entrant.number, -1 - free, weight=-_sum(costs))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [pair for pair in pairs if min(pair) >= 0]


def _free(plan: Plan, playing: int, number: int) -> int:
    """How many rest: one of an odd number; before a plain knock-out as many as bring it to a power of two."""
    if plan.lives == 1 and number == 1:
        return int((1 << (playing - 1).bit_length()) - playing)
    return playing % 2


def _fold(plan: Plan, one: int, other: int, group: int) -> int:
    """How far two are from the pair that their seeds ask for among those who stand alike.

    The strongest meets the weakest in a knock-out, and else the first of the second half.
    """
    if plan.lives is not None:
        return (one + other - (group - 1)) ** 2
    return (abs(one - other) - group // 2) ** 2


def _sum(costs: Iterable[int]) -> int:
    total = 0
    for cost in costs:
        total = total * _DIGIT + cost
    return total
