"""The features of a play: plain facts about its changes, counted on the board and not valued.

All points are in the numbering of its player, 24 to 1, with 25 = the own bar and 0 = off; an opposing checker that was
hit waits on 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.coach.shots import Shots, shots
from companion.games.backgammon import STANDARD, Position, RuleSet
from companion.games.backgammon.plays import BAR_POINT, OFF_POINT
from companion.games.backgammon.table import place_of
from companion.games.rules import Side

HOME: Final = range(1, 7)
"""The six points on which a hit checker comes in, under all rules."""
OUTFIELD: Final = range(7, 13)
"""From where checkers aim at the points of :data:`HOME`."""
THEIRS: Final = range(19, 25)
"""The opponent's six."""
_HELD: Final = 2
_CLOSING: Final = 3
"""Points held in a home that make it hard to enter: a quarter of the rolls stay out."""


@dataclass(frozen=True, slots=True)
class FeatureBoard:
    """Checkers by point, 0 to 25: ``own`` with 0 = off and 25 = the bar, ``other`` with 0 = the bar and 25 = off."""

    own: tuple[int, ...]
    other: tuple[int, ...]

    @classmethod
    def of(cls, position: Position, side: Side) -> FeatureBoard:
        own, other = position.counts(side), position.counts(side.other)
        return cls(
            (position.off.of(side), *own),
            (other[24], *reversed(other[:24]), position.off.of(side.other)),
        )

    def held(self) -> frozenset[int]:
        """The points that are made: two own checkers or more."""
        return frozenset(point for point in range(1, BAR_POINT) if self.own[point] >= _HELD)

    def blots(self) -> frozenset[int]:
        return frozenset(point for point in range(1, BAR_POINT) if self.own[point] == 1)

    @property
    def rearmost(self) -> int:
        """The point of the own checker that has farthest to go; 0 if all are off."""
        return max((point for point in range(1, BAR_POINT + 1) if self.own[point]), default=OFF_POINT)

    @property
    def their_rearmost(self) -> int:
        """The point of the opposing checker that has farthest to go; 25 if all are off."""
        return next((point for point in range(BAR_POINT) if self.other[point]), BAR_POINT)

    @property
    def is_contact(self) -> bool:
        """Whether a checker of one side has still to pass one of the other."""
        return self.rearmost > self.their_rearmost

    @property
    def is_home(self) -> bool:
        """Whether no own checker stands outside of :data:`HOME`."""
        return self.rearmost <= max(HOME)

    @property
    def pips(self) -> int:
        return sum(point * count for point, count in enumerate(self.own))

    @property
    def their_pips(self) -> int:
        return sum((BAR_POINT - point) * count for point, count in enumerate(self.other))

    @property
    def lead(self) -> int:
        """Pips ahead in the race, below 0 where behind."""
        return self.their_pips - self.pips

    def prime(self) -> tuple[int, ...]:
        """The most points in a row that an opposing checker has still before it; those nearest home of equals."""
        best: tuple[int, ...] = ()
        run: tuple[int, ...] = ()
        for point in range(self.their_rearmost + 1, BAR_POINT):
            run = (*run, point) if self.own[point] >= _HELD else ()
            best = run if len(run) > len(best) else best
        return best

    def stack(self) -> int:
        """The point with the most own checkers, the farthest of equals; 0 where none is left."""
        return max(range(BAR_POINT), key=lambda point: (self.own[point] if point else 0, point))

    def at(self, points: Iterable[int]) -> int:
        """The number of own checkers on these points."""
        return sum(self.own[point] for point in points)


@dataclass(frozen=True, slots=True)
class Features:
    """A play seen by its player: the boards before and after, and their differences.

    ``side``: its player; ``wins``: whether it ends the game; ``returns``: the shots of the opponent's roll after it.
    """

    side: Side
    before: FeatureBoard
    after: FeatureBoard
    wins: bool
    returns: Shots
    rules: RuleSet

    @classmethod
    def of(cls, before: Position, end: Position, rules: RuleSet = STANDARD) -> Features:
        """The features of the play of the side on roll in ``before`` that leads to ``end``."""
        side = before.on_roll
        boards = FeatureBoard.of(before, side), FeatureBoard.of(end, side)
        return cls(side, *boards, end.winner is side, shots(end, rules), rules)

    def hits(self) -> tuple[int, ...]:
        """The points on which blots were hit, that of the checker that loses most pips first."""
        gone = (point for point in range(1, BAR_POINT) if self.before.other[point] > self.after.other[point])
        return tuple(sorted(gone, reverse=True))

    @property
    def pips_taken(self) -> int:
        """Pips that the opponent loses by being hit."""
        return sum(self.hits())

    def made(self) -> frozenset[int]:
        """The points that the play makes."""
        return self.after.held() - self.before.held()

    def kept(self) -> frozenset[int]:
        return self.after.held() & self.before.held()

    def broken(self) -> frozenset[int]:
        return self.before.held() - self.after.held()

    @property
    def shots(self) -> int:
        """The number of the opponent's 36 rolls that can hit after the play."""
        return self.returns.rolls

    @property
    def costly_shots(self) -> int:
        """The number of rolls that hit a checker with more to lose than a few pips.

        A blot in the opponent's home has little to lose as long as it is easy to enter there again.
        """
        closed = sum(self.after.other[point] >= _HELD for point in THEIRS)
        cheap = THEIRS if closed < _CLOSING else ()
        return self.returns.on([spot for spot in self.returns.at if place_of(spot, self.side) not in cheap])

    def under_fire(self) -> tuple[int, ...]:
        """The blots that at least one of those rolls hits, the farthest from home first."""
        return tuple(sorted((place_of(spot, self.side) for spot, n in self.returns.at.items() if n), reverse=True))

    def rolls_kept_out(self) -> int:
        """Of 36 rolls, those that bring in none of the opponent's checkers that wait to enter; 0 where none waits."""
        closed = len(self.after.held() & frozenset(HOME))
        return closed**2 if self.is_waiting else 0

    @property
    def is_waiting(self) -> bool:
        """Whether an opposing checker waits to enter."""
        return self.after.other[OFF_POINT] > 0

    @property
    def is_closed(self) -> bool:
        """Whether all six points of entry are held."""
        return self.after.held() >= frozenset(HOME)

    @property
    def borne_off(self) -> int:
        return self.after.own[OFF_POINT] - self.before.own[OFF_POINT]

    @property
    def home(self) -> int:
        """Own checkers at home or off, after the play."""
        return self.after.at(range(self.rules.home_size + 1))

    @property
    def brought_home(self) -> int:
        return self.home - self.before.at(range(self.rules.home_size + 1))

    def brought(self, points: Iterable[int]) -> tuple[int, ...]:
        """The points among these that have gained own checkers, the nearest home first."""
        return tuple(sorted(point for point in points if self.after.own[point] > self.before.own[point]))
