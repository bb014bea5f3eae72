"""Finds the possible ways of the mover's checkers when only the boards before and after are known.

A *hand* assigns the numbers of the roll to ways: each way leads from a place that lost a checker
to one that gained one, by one number or by several played one after the other.  Whether the way
was open is not checked here.  Checkers without a number left go *astray*: they were moved against
the roll or beyond it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, permutations
from typing import Final, NamedTuple, TypeAlias

from companion.games.backgammon.table import OWN_OFF, PLACES, Table

Change: TypeAlias = tuple[int, ...]
"""How many checkers each of the mover's places gained (+) or lost (-)."""

_MANY: Final = 4  # checkers astray; with more than that no pairing is better than another


class Way(NamedTuple):
    """One checker's way in the mover's own numbering, 25 = bar, 0 = off.

    ``numbers``: of the roll, in the order of playing; none if the checker went astray.
    """

    start: int
    end: int
    numbers: tuple[int, ...] = ()

    @property
    def stops(self) -> tuple[int, ...]:
        """Return where the checker touched down between its start and its end."""
        return tuple([self.start - gone for gone in accumulate(self.numbers[:-1])])

    @property
    def distance(self) -> int:
        return self.start - self.end


@dataclass(frozen=True, slots=True)
class Hand:
    """Some ways that the numbers of the roll account for.

    ``unused``: the other numbers; ``rest``: the change that is left; ``astray``: how many checkers
    that change is.
    """

    ways: tuple[Way, ...]
    unused: tuple[int, ...]
    rest: Change
    astray: int


def change_of(before: Table, after: Table) -> Change:
    return tuple(now - then for then, now in zip(before.own, after.own, strict=True))


def hands(change: Change, numbers: tuple[int, ...]) -> Iterator[Hand]:
    """Return every way to assign the numbers as long as they account for any checker's way."""
    starts = [place for place in reversed(range(PLACES)) if change[place] < 0]
    ends = [place for place in reversed(range(PLACES)) if change[place] > 0]
    ways = [Way(start, end, route) for start in starts for end in ends for route in routes(start, end, numbers)]
    return _dealt(list(enumerate(ways)), 0, Hand((), numbers, change, sum(count for count in change if count > 0)))


@cache
def routes(start: int, end: int, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the numbers, in order, that lead from one place to another, whatever is in between."""
    orders = {order for k in range(1, len(numbers) + 1) for order in permutations(numbers, k)}
    return tuple(sorted(order for order in orders if _leads(start, end, order)))


def by_way_of(points: Iterable[int], hand: Hand) -> Iterator[Hand]:
    """Return the hand with one change: a checker touched one of these points, then went astray or continued."""
    for point in points:
        for place in range(PLACES):
            start, end = max(place, point), min(place, point)
            if hand.rest[place] and (hand.rest[place] > 0) is (place < point):
                for route in routes(start, end, hand.unused):
                    yield _with(Way(start, end, route), hand)


def strays(rest: Change, numbers: tuple[int, ...]) -> list[tuple[Way, ...]]:
    """Return the likeliest pairings of the checkers that went astray.

    These are the ones with the most ways of a length on the dice; of those, the ones with the fewest ways back.
    """
    starts = [place for place in reversed(range(PLACES)) for _ in range(-rest[place])]
    ends = [place for place in reversed(range(PLACES)) for _ in range(rest[place])]
    orders = sorted(set(permutations(ends)), reverse=True) if len(ends) <= _MANY else [tuple(ends)]
    pairings = [tuple(Way(*pair) for pair in zip(starts, order, strict=True)) for order in orders]
    fitting = [
        (sum(bool(routes(way.start, way.end, numbers)) for way in pairing), -sum(way.distance < 0 for way in pairing))
        for pairing in pairings
    ]
    return [pairing for pairing, fits in zip(pairings, fitting, strict=True) if fits == max(fitting)]


def _dealt(ways: list[tuple[int, Way]], at: int, hand: Hand) -> Iterator[Hand]:
    """The hands that add to one some of the ways from number ``at`` on, and to which nothing can be added."""
    fitting = [(k, way) for k, way in ways if _fits(way, hand)]
    if not fitting:
        yield hand
    for k, way in fitting:
        if k >= at:
            yield from _dealt(fitting, k, _with(way, hand))


def _fits(way: Way, hand: Hand) -> bool:
    return hand.rest[way.start] < 0 < hand.rest[way.end] and _without(hand.unused, way.numbers) is not None


def _with(way: Way, hand: Hand) -> Hand:
    """A hand with one more way; a checker that gained nothing at its end has to continue from there."""
    unused = _without(hand.unused, way.numbers)
    assert unused is not None
    rest = list(hand.rest)
    rest[way.start] += 1
    rest[way.end] -= 1
    return Hand((*hand.ways, way), unused, tuple(rest), sum([count for count in rest if count > 0]))


def _without(numbers: tuple[int, ...], some: tuple[int, ...]) -> tuple[int, ...] | None:
    """The numbers without some of them; None if not all of those are there."""
    left = list(numbers)
    for number in some:
        if number not in left:
            return None
        left.remove(number)
    return tuple(left)


def _leads(start: int, end: int, numbers: tuple[int, ...]) -> bool:
    if end == OWN_OFF:
        return sum(numbers[:-1]) < start <= sum(numbers)
    return start - end == sum(numbers)
