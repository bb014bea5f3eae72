"""How the mover's checkers may have gone from one table to another, and what is wrong with each way.

Only the two tables are known, not the steps.  A *reading* pairs every place that lost a checker
with one that gained one and deals out the numbers of the roll; the reading with the fewest faults
is taken, and between equals the one whose fault comes first in the order of :class:`Reason`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Final, TypeAlias

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.reason import Fault, Reason
from companion.games.backgammon.table import OWN_BAR, OWN_OFF, PLACES, POINTS, Table

Way: TypeAlias = tuple[int, int]
"""(start, end) of one checker in the mover's own numbering."""

_MANY: Final = 5  # moved checkers; more than that is chaos, and every pairing would take too long
_ENTRY: Final = range(19, 25)


@dataclass(frozen=True, slots=True)
class Reading:
    """One account of a turn.  ``wrong``: ways no roll allows; ``surplus``: ways beyond this roll's numbers."""

    faults: tuple[Fault, ...]
    wrong: int
    surplus: int
    unused: int

    @property
    def cost(self) -> tuple[int, int, int]:
        return self.wrong, self.surplus, self.first.reason.rank if self.faults else -1

    @property
    def first(self) -> Fault:
        """The fault to be named."""
        return min(self.faults, key=lambda fault: fault.reason.rank)


def best_reading(before: Table, after: Table, dice: Dice, home: int) -> Reading:
    """The most charitable account of how the mover's checkers went; no faults where every step is legal."""
    account = _Account(before, after, dice, home)
    best = min((account.deal(ways) for ways in _pairings(before, after)), key=lambda reading: reading.cost)
    return Reading((*best.faults, *account.plain_faults()), best.wrong, best.surplus, best.unused)


def may_have_passed(before: Table, after: Table, place: int, dice: Dice) -> bool:
    """Whether some checker may have touched down on a place and gone on."""
    departures, arrivals = _moved(before, after)
    return any(start > place > end and start - place in _reach(dice) for start in departures for end in arrivals)


def _moved(before: Table, after: Table) -> tuple[list[int], list[int]]:
    """(places that lost a checker, places that gained one), the farthest first, one entry a checker."""
    change = [after.own[place] - before.own[place] for place in range(PLACES)]
    departures = [place for place in reversed(range(PLACES)) for _ in range(-change[place])]
    arrivals = [place for place in reversed(range(PLACES)) for _ in range(change[place])]
    return departures, arrivals


def _pairings(before: Table, after: Table) -> list[tuple[Way, ...]]:
    departures, arrivals = _moved(before, after)
    if len(departures) > _MANY:
        return [tuple(zip(departures, arrivals, strict=True))]
    ends = sorted(set(permutations(arrivals)))
    return sorted({tuple(sorted(zip(departures, order, strict=True), reverse=True)) for order in ends})


@cache
def _reach(dice: Dice) -> frozenset[int]:
    """Every distance one checker may go with a roll."""
    numbers = dice.numbers
    return frozenset(sum(some) for k in range(1, len(numbers) + 1) for some in combinations(numbers, k))


@dataclass(frozen=True, slots=True)
class _Account:
    """What all readings of one turn share."""

    before: Table
    after: Table
    dice: Dice
    home: int

    def plain_faults(self) -> Iterator[Fault]:
        """The faults that show on the table, whoever went where."""
        departures, arrivals = _moved(self.before, self.after)
        if self.after.own[OWN_BAR] and any(start != OWN_BAR for start in departures):
            yield Fault(Reason.BAR_FIRST, (OWN_BAR,))
        outside = [place for place in range(self.home + 1, PLACES) if self.after.own[place]]
        if OWN_OFF in arrivals and outside:
            yield Fault(Reason.BEAR_OFF_OUTSIDE, tuple(outside), variant="bar" if OWN_BAR in outside else "")
        for end in arrivals:
            if end in POINTS and self.before.other[end] >= 2:
                yield Fault(Reason.BLOCKED_POINT, (end,), {"point": str(end)})

    def deal(self, ways: tuple[Way, ...]) -> Reading:
        """The best account of these ways, over all manners of dealing out the numbers."""
        deals = _deals(ways, self.dice.numbers)
        return min((self._account(ways, routes) for routes in deals), key=lambda reading: reading.cost)

    def _account(self, ways: tuple[Way, ...], routes: tuple[tuple[int, ...], ...]) -> Reading:
        faults: list[Fault] = []
        surplus: list[Way] = []
        for way, route in zip(ways, routes, strict=True):
            if route:
                faults.extend(self._faults_on(way, route))
            elif _shortest(way, self.dice):
                surplus.append(way)
            else:
                faults.append(self._no_route(way))
        wrong = len(faults)
        used = sum(len(route) for route in routes)
        if surplus:
            needed = used + sum(_shortest(way, self.dice) for way in surplus)
            faults.append(self._surplus(surplus, needed))
        return Reading(tuple(faults), wrong, len(surplus), len(self.dice.numbers) - used)

    def _faults_on(self, way: Way, route: tuple[int, ...]) -> Iterator[Fault]:
        start, end = way
        stops = [start - sum(route[:k]) for k in range(1, len(route))]
        if start == OWN_BAR and stops and self.after.own[OWN_BAR]:
            yield Fault(Reason.BAR_FIRST, (OWN_BAR,))
        if blocked := [stop for stop in stops if self.before.other[stop] >= 2]:
            yield self._blocked_on_the_way(start, stops, blocked)
        last = start - sum(route[:-1])
        if end == OWN_OFF and route[-1] > last and any(self.after.own[last + 1 : PLACES]):
            yield Fault(Reason.LOWER_CHECKER_OFF, (last,), {"die": str(route[-1])})

    def _blocked_on_the_way(self, start: int, stops: list[int], blocked: list[int]) -> Fault:
        either_way = sorted({start - self.dice.first, start - self.dice.second}, reverse=True)
        if len(stops) == 1 and len(either_way) == 2 and all(self.before.other[stop] >= 2 for stop in either_way):
            values = {"a": str(either_way[0]), "b": str(either_way[1])}
            return Fault(Reason.BLOCKED_POINT, tuple(either_way), values, "both")
        return Fault(Reason.BLOCKED_POINT, tuple(blocked[:1]), {"point": str(blocked[0])})

    def _no_route(self, way: Way) -> Fault:
        start, end = way
        if end > start:
            return Fault(Reason.BACKWARD, (start, end))
        if start == OWN_BAR and end in _ENTRY:
            die = self.dice.first
            return Fault(Reason.WRONG_DISTANCE, (end,), {"die": str(die), "point": str(OWN_BAR - die)}, "entry")
        return self._wrong_distance(way)

    def _surplus(self, ways: list[Way], needed: int) -> Fault:
        if needed > len(self.dice.numbers):
            places = tuple(place for way in ways for place in way)
            return Fault(Reason.WRONG_NUMBER_OF_MOVES, places, {"dice": str(self.dice)})
        return self._wrong_distance(ways[0])

    def _wrong_distance(self, way: Way) -> Fault:
        return Fault(Reason.WRONG_DISTANCE, way, {"n": str(way[0] - way[1]), "dice": str(self.dice)})


def _deals(ways: tuple[Way, ...], numbers: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way of giving the numbers out: for each way the numbers played in order.

    None for a way that nothing is left for, only then.
    """
    for routes, left in _hands(ways, numbers):
        if not any(_routes(way, left) for way, route in zip(ways, routes, strict=True) if not route):
            yield routes


def _hands(
    ways: tuple[Way, ...], numbers: tuple[int, ...]
) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
    if not ways:
        yield (), numbers
        return
    for route in (*_routes(ways[0], numbers), ()):
        rest = list(numbers)
        for number in route:
            rest.remove(number)
        for others, left in _hands(ways[1:], tuple(rest)):
            yield (route, *others), left


@cache
def _routes(way: Way, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The numbers, in order, with which a checker goes this way, whatever stands in between."""
    orders = {order for k in range(1, len(numbers) + 1) for order in permutations(numbers, k)}
    return tuple(sorted(order for order in orders if _goes(way, order)))


def _goes(way: Way, numbers: tuple[int, ...]) -> bool:
    start, end = way
    if start == OWN_OFF:
        return False
    if end == OWN_OFF:
        return sum(numbers[:-1]) < start <= sum(numbers)
    return sum(numbers) == start - end


def _shortest(way: Way, dice: Dice) -> int:
    """With how many numbers of the whole roll a checker goes this way; 0 where the roll has no way."""
    return min((len(route) for route in _routes(way, dice.numbers)), default=0)
