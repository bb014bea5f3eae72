"""The possible courses of a turn, each checked against the rules.

The steps were not seen.  A course says which of the mover's checkers moved as far as the dice say and
which went astray; the verdict uses the courses with the fewest faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.backgammon.faults import (
    Case,
    checkers_unaccounted_for,
    left_undone,
    opponents_faults,
    stray_faults,
    table_faults,
    way_faults,
)
from companion.games.backgammon.reason import BrokenRule
from companion.games.backgammon.table import POINTS
from companion.games.backgammon.ways import Hand, by_way_of, hands, strays

_NEAREST: Final = 12
"""The most boards to check, those with the fewest checkers astray; with more of them unseen, no verdict is possible."""


@dataclass(frozen=True, slots=True)
class Course:
    """One hypothesis about a turn.

    ``own``, ``opponents``: the faults of each side's checkers, except those that went astray.
    ``cost``: all faults together, then those of the mover's checkers.  Where every step was right the
    turn was not played to its end; that is a fault as well, but none of a checker.
    """

    case: Case
    hand: Hand
    own: list[BrokenRule]
    opponents: list[BrokenRule]
    cost: tuple[int, int]

    def faults(self) -> list[BrokenRule]:
        """All faults; if each step was right, what was left undone."""
        if not (self.own or self.opponents or self.hand.astray):
            return left_undone(self.case, self.hand)
        own = self.own + self._astray()
        return [*own, *self.opponents, *checkers_unaccounted_for(self.case, self.hand, own)]

    def _astray(self) -> list[BrokenRule]:
        """The faults of the checkers that went astray, in the pairing whose fault comes first."""
        pairings = strays(self.hand.rest, self.case.dice.numbers)
        return min((stray_faults(self.case, ways, self.hand.unused) for ways in pairings), key=_first_rank)


def cheapest_courses(cases: Iterable[Case]) -> list[Course]:
    """Return the courses with the fewest faults, over the boards that a picture may show."""
    cheapest: list[Course] = []
    for case in sorted(cases, key=_fewest_astray)[:_NEAREST]:
        if cheapest and _fewest_astray(case) > cheapest[0].cost[0]:
            break
        for course in _promising(case):
            if cheapest and course.cost < cheapest[0].cost:
                cheapest = []
            if not cheapest or course.cost == cheapest[0].cost:
                cheapest.append(course)
    return cheapest


def _promising(case: Case) -> Iterator[Course]:
    """All courses except those that leave more checkers astray than another one has faults."""
    always = table_faults(case)
    lowest: int | None = None
    for hand in sorted(hands(case.change, case.dice.numbers), key=lambda hand: hand.astray):
        if lowest is not None and hand.astray + len(always) > lowest:
            return
        for told in (hand, *by_way_of(_gone(case, hand), hand)):
            course = _course(case, told, always)
            lowest = min(lowest or course.cost[0], course.cost[0])
            yield course


def _course(case: Case, hand: Hand, always: list[BrokenRule]) -> Course:
    own = always + [fault for way in hand.ways for fault in way_faults(case, way)]
    opponents = opponents_faults(case, _touched(case, hand))
    wrong = len(own) + hand.astray
    return Course(case, hand, own, opponents, (max(wrong + len(opponents), 1), wrong))


def _touched(case: Case, hand: Hand) -> set[int]:
    """The points on which the mover's checkers touched down."""
    gained = {point for point in POINTS if case.change[point] > 0}
    return gained.union(*[(way.start, *way.stops, way.end) for way in hand.ways])


def _gone(case: Case, hand: Hand) -> list[int]:
    """The points where a blot is missing that no checker touched; one that went astray may have hit it."""
    if not hand.astray:
        return []
    return sorted(point for point in case.blots - _touched(case, hand) if not case.after.other[point])


def _fewest_astray(case: Case) -> int:
    """The least number of checkers astray: all that moved except one for each number."""
    return sum(count for count in case.change if count > 0) - len(case.dice.numbers)


def _first_rank(faults: list[BrokenRule]) -> int:
    return min((fault.reason.rank for fault in faults), default=0)
