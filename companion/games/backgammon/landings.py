"""The landings: where a checker may legally go, alone and in the course of a turn.

The answer is the same for a good play and a bad one: nothing is valued here.  A step is allowed where some legal
turn holds it, so a step that would leave a number unplayed which has to be played is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.games.backgammon import generator
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.generator import Steps, View
from companion.games.backgammon.plays import BAR_POINT, OFF_POINT, view_of
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.table import place_of, spot_of
from companion.games.rules import Side, Spot

Ways: TypeAlias = tuple[tuple[Spot, Spot], ...]
"""What was played so far: (start, end) of each checker moved."""

TurnState: TypeAlias = tuple[View, tuple[int, ...]]
"""A board in the middle of a turn, as the mover sees it, and the numbers that are still to be played."""
_NO_WAYS: Final[Ways] = ()


def all_landings(
    position: Position, dice: Dice, *, ways: Ways = _NO_WAYS, rules: RuleSet = STANDARD
) -> Mapping[Spot, frozenset[Spot]]:
    """For each spot from which a checker may be moved now, where it may come to rest.

    By one number or by several in a row.  ``position``: before the turn, its side on roll; ``ways``: what was played
    of the turn so far.  Empty where the ways are no part of a legal turn.

    >>> from companion.games.backgammon import START
    >>> sorted(all_landings(START, Dice(3, 1))[8])
    [4, 5, 7]
    """
    turn = Turn.of(position, dice, rules)
    states = turn.after(ways)
    found: dict[Spot, frozenset[Spot]] = {}
    for point in range(BAR_POINT, OFF_POINT, -1):
        ends = {end for state in states for end, _ in turn.hops(state, point)}
        if ends:
            found[spot_of(point, position.on_roll)] = frozenset(spot_of(end, position.on_roll) for end in ends)
    return found


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll to be played: which states of it lead to a legal end.

    ``ends``: each legal one with the steps of one play that leads there.  ``known``: the states looked at already.
    """

    before: Position
    dice: Dice
    rules: RuleSet
    begin: TurnState
    ends: Mapping[View, Steps]
    known: dict[TurnState, bool] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, position: Position, dice: Dice, rules: RuleSet) -> Turn:
        view, numbers = view_of(position), dice.numbers
        ends = generator.ends(view, max(numbers), min(numbers), rules)
        return cls(position, dice, rules, (view, tuple(sorted(numbers))), ends)

    @property
    def side(self) -> Side:
        return self.before.on_roll

    def after(self, ways: Ways) -> set[TurnState]:
        """The states that the ways may have led to: more than one where numbers can be used in several manners."""
        states = {self.begin}
        for start, end in ways:
            gone, to = place_of(start, self.side), place_of(end, self.side)
            states = {after for state in states for landed, after in self.hops(state, gone) if landed == to}
        return states

    def hops(self, state: TurnState, point: int) -> Iterator[tuple[int, TurnState]]:
        """Where one checker may get to from a point of the mover's own numbering, and what is left then."""
        for end, after in self.steps(state, point):
            if self.leads_to_an_end(after):
                yield end, after
                if end > OFF_POINT:
                    yield from self.hops(after, end)

    def steps(self, state: TurnState, point: int) -> Iterator[tuple[int, TurnState]]:
        view, numbers = state
        for number in sorted(set(numbers)):
            if point in generator.starts(view, number, self.rules.home_size):
                board, left = list(view), list(numbers)
                generator.advance(board, point, number)
                left.remove(number)
                yield max(point - number, OFF_POINT), (tuple(board), tuple(left))

    def leads_to_an_end(self, state: TurnState) -> bool:
        if state not in self.known:
            self.known[state] = state[0] in self.ends or any(
                self.leads_to_an_end(after)
                for point in range(BAR_POINT, 0, -1)
                for _, after in self.steps(state, point)
            )
        return self.known[state]
