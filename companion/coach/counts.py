"""Counts on request: how far both sides have to go, and how many rolls would hit them now."""

from __future__ import annotations

from dataclasses import dataclass

from companion.coach.evaluation import Reason
from companion.coach.shots import shots_at
from companion.games.backgammon import STANDARD, Position, RuleSet
from companion.games.rules import Side, Spot, Stack


@dataclass(frozen=True, slots=True)
class Counts:
    """``pips``: to go; ``shots``: of 36 rolls, those with which the opponent, if on roll, can hit this side.

    ``hit``: the spots of each side's blots that some roll hits.
    """

    pips: Stack
    shots: Stack
    hit: tuple[tuple[Spot, ...], tuple[Spot, ...]]

    def said(self, side: Side) -> tuple[Reason, Reason]:
        """The race and the shots, as told to a side."""
        own, other = self.pips.of(side), self.pips.of(side.other)
        race = "even" if own == other else "ahead" if own < other else "behind"
        pips = Reason(f"coach.count.{race}", {"n": str(abs(own - other)), "m": str(own), "k": str(other)})
        rolls = self.shots.of(side)
        spots = self.hit[0] if side is Side.LIGHT else self.hit[1]
        return pips, Reason("coach.count.shots" if rolls else "coach.count.no-shots", {"n": str(rolls)}, spots)


def counts(position: Position, rules: RuleSet = STANDARD) -> Counts:
    """Counted on a position as it stands, whoever is on roll."""
    light, dark = (shots_at(position, side, rules) for side in Side)
    return Counts(
        Stack(position.pip_count(Side.LIGHT), position.pip_count(Side.DARK)),
        Stack(light.rolls, dark.rolls),
        (tuple(spot for spot, n in light.at.items() if n), tuple(spot for spot, n in dark.at.items() if n)),
    )
