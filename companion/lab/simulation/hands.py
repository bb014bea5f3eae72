"""The hands at the simulated table: they reach over the board, move checkers, and roll, turn and lift dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from companion.games.backgammon import Dice
from companion.games.rules import Side
from companion.lab.simulation.answering import Answering
from companion.lab.simulation.behaviour import Behaviour
from companion.lab.simulation.players import Pace
from companion.lab.simulation.table import LyingDie, Shift
from companion.lab.simulation.truth import TrueTurn


class Hands:
    """The hands of both players.  ``own_pairs``: each of them has a pair of dice."""

    def __init__(self, people: Answering, rng: Random, behaviour: Behaviour, *, own_pairs: bool) -> None:
        self.people = people
        self.session = people.session
        self.table = people.session.table
        self.rng = rng
        self.behaviour = behaviour
        self.pace = Pace()
        self.own_pairs = own_pairs

    def over(self, *, still: bool = False) -> None:
        """A hand comes over the board."""
        self.table.hand, self.table.restless = True, not still
        self.table.covered = tuple(self.rng.sample(range(1, 25), self.rng.randrange(1, 6)))
        self.table.changed()
        self.session.wait(0.2)

    def away(self) -> None:
        self.table.hand, self.table.restless, self.table.covered = False, False, ()
        self.table.changed()

    def move(self, shifts: Sequence[Shift], *, stay: bool = False) -> None:
        """Checkers are moved one by one; between two of them the hand may leave the board."""
        self.over()
        for k, shift in enumerate(shifts):
            time_s = self.pace.of(self.pace.move, self.rng)
            self.session.wait(time_s / 2)
            self.table.shift(shift)
            self.session.wait(time_s / 2)
            if k + 1 < len(shifts) and self.rng.random() < self.behaviour.pauses and shift.side is shifts[k + 1].side:
                self.away()
                self.people.watch(self.pace.of(self.pace.between, self.rng))
                self.over()
        if not stay:
            self.away()

    def roll(self, side: Side) -> Dice:
        """A roll, which may be cocked at first, or come die by die."""
        rng = self.rng
        if rng.random() < self.behaviour.cocked:
            self.roll_pair(side, Dice(rng.randint(1, 6), rng.randint(1, 6)), cocked=True)
            self.people.watch(rng.uniform(0.8, 2.0))
            self.lift(side if self.own_pairs else None)
        dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
        if rng.random() < self.behaviour.one_by_one:
            self.roll_one(side, dice.first, self.place(side))
            self.people.watch(rng.uniform(0.4, 1.5))
            self.roll_one(side, dice.second, self.place(side))
        else:
            self.roll_pair(side, dice)
        return dice

    def roll_pair(self, side: Side, dice: Dice, *, cocked: bool = False) -> None:
        self.over()
        self.session.wait(self.pace.of(self.pace.throw, self.rng))
        self.put_down(dice, side, cocked=cocked)
        self.session.wait(0.2)
        self.away()

    def put_down(self, dice: Dice, side: Side, *, cocked: bool = False) -> None:
        for value, leans in ((dice.first, cocked), (dice.second, False)):
            self.table.dice += (LyingDie(value, self.place(side), side, leans),)
        self.table.changed()

    def roll_one(self, side: Side, value: int, place: tuple[float, float]) -> None:
        self.over()
        self.session.wait(0.4)
        self.table.dice += (LyingDie(value, place, side),)
        self.session.wait(0.2)
        self.away()

    def place(self, side: Side) -> tuple[float, float]:
        """A place on the half at the roller's right hand, away from the other dice."""
        while True:
            x = self.rng.uniform(0.56, 0.94) if side is Side.LIGHT else self.rng.uniform(0.06, 0.44)
            y = self.rng.uniform(0.35, 0.65)
            if all(abs(x - die.place[0]) + abs(y - die.place[1]) > 0.08 for die in self.table.dice):
                return x, y

    def turn_die(self, value: int, shown: int) -> None:
        """A die is turned over with a finger."""
        turned = next(die for die in self.table.dice if die.value == value)
        self.over()
        self.session.wait(0.4)
        self.table.dice = tuple(replace(die, value=shown) if die is turned else die for die in self.table.dice)
        self.session.wait(0.2)
        self.away()
        self.people.watch(self.rng.uniform(0.8, 2.0))

    def lift(self, owner: Side | None = None, signal: TrueTurn | None = None) -> None:
        """All dice are taken up, or those of one pair."""
        if not self.table.dice:
            return
        time_s = self.pace.of(self.pace.lift, self.rng)
        self.over()
        self.session.wait(time_s / 2)
        self.table.dice = tuple(die for die in self.table.dice if owner is not None and die.owner is not owner)
        self.table.changed()
        if signal is not None:
            signal.signal_s = self.session.now_s
        self.session.wait(time_s / 2)
        self.away()
