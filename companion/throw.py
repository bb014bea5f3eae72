"""Dice as seen on the board: which roll they may show, and whether they were thrown anew."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final, TypeAlias

from companion.games.backgammon.dice import Dice
from vision.observation import Observation, SeenDie

Place: TypeAlias = tuple[float, float]
Faces: TypeAlias = tuple[float, ...]
"""Log-likelihood of each of the values 1 to 6."""

# A die's face is never ruled out altogether: e^-7 is about one in a thousand.
_FLOOR: Final = -7.0
# Two looks at the same dice make the same mistake; more looks than these add no evidence.
_LOOKS_THAT_COUNT: Final = 2
# Nothing else lies this near to the middle of the cube (share of the width of the field).
_CUBE_SIZE: Final = 0.045
ALL_ROLLS: Final = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))


@dataclass(frozen=True, slots=True)
class Throw:
    """Two dice lying on the board, after one look or more.

    ``places``: in the field, 0..1.  ``faces``: mean log-likelihood of each value over the looks.
    ``frame`` and ``at_s``: when they were first seen; ``seen_at_s``: when last.
    """

    places: tuple[Place, Place]
    faces: tuple[Faces, Faces]
    frame: int
    at_s: float
    seen_at_s: float
    looks: int = 1

    def rolls(self, within: float = math.inf) -> dict[Dice, float]:
        """The rolls these dice may show, likeliest first, with log-likelihoods relative to the likeliest."""
        weights = {roll: self._weight(roll) for roll in ALL_ROLLS}
        best = max(weights.values())
        ranked = sorted(weights.items(), key=lambda item: -item[1])
        return {self._as_thrown(roll): weight - best for roll, weight in ranked if weight - best >= -within}

    @property
    def best(self) -> Dice:
        """The likeliest roll, the dice in the order in which they were found."""
        return next(iter(self.rolls(0.0)))

    @property
    def margin(self) -> float:
        """How much likelier the best roll is than the next (log-likelihood)."""
        weights = list(self.rolls().values())
        return -weights[1]

    @property
    def confidence(self) -> float:
        return 1.0 / sum(math.exp(weight) for weight in self.rolls().values())

    def lies_at(self, places: Sequence[Place], *, tolerance: float) -> bool:
        """Whether dice at these places are these dice, nudges aside; one die alone may be either."""
        return any(
            all(math.dist(mine, other) <= tolerance for mine, other in zip(order, places, strict=False))
            for order in permutations(self.places)
        )

    def seen_again(self, other: Throw) -> Throw:
        """The same dice after one more look: places as they are now, evidence of both."""
        near, far = (math.dist(self.places[0], place) for place in other.places)
        faces = other.faces if near <= far else (other.faces[1], other.faces[0])
        places = other.places if near <= far else (other.places[1], other.places[0])
        both = (_mean(self.faces[0], faces[0], self.looks), _mean(self.faces[1], faces[1], self.looks))
        return replace(self, places=places, faces=both, seen_at_s=other.at_s, looks=self.looks + 1)

    def _weight(self, roll: Dice) -> float:
        straight = self.faces[0][roll.first - 1] + self.faces[1][roll.second - 1]
        crossed = self.faces[0][roll.second - 1] + self.faces[1][roll.first - 1]
        return max(straight, crossed) * min(self.looks, _LOOKS_THAT_COUNT)

    def _as_thrown(self, roll: Dice) -> Dice:
        straight = self.faces[0][roll.first - 1] + self.faces[1][roll.second - 1]
        crossed = self.faces[0][roll.second - 1] + self.faces[1][roll.first - 1]
        return roll if straight >= crossed else Dice(roll.second, roll.first)


def throw_of(observation: Observation, *, frame: int, at_s: float) -> Throw | None:
    """The throw that two flat dice in a look make, None for any other number of them.

    Where more are seen, the surest two count; what lies where the cube lies is the cube.
    """
    dice = [die for die in observation.dice if not die.cocked and not _is_cube(die, observation)]
    flat = sorted(dice, key=lambda die: -die.confidence)[:2]
    if len(flat) < 2:
        return None
    first, second = sorted(flat, key=lambda die: -die.value)
    return Throw((first.field_xy, second.field_xy), (_faces(first), _faces(second)), frame, at_s, at_s)


def _is_cube(die: SeenDie, observation: Observation) -> bool:
    if observation.cube is None:
        return False
    left, right = observation.corners_px[0], observation.corners_px[1]
    return math.dist(die.center_px, observation.cube.center_px) < _CUBE_SIZE * math.dist(left, right)


def certain_throw(roll: Dice, *, at_s: float) -> Throw:
    """An electronic roll: nobody can misread it, and it lies nowhere."""
    nowhere = (-1.0, -1.0)
    faces = tuple(tuple(0.0 if value == k else -1e3 for k in range(1, 7)) for value in (roll.first, roll.second))
    return Throw((nowhere, nowhere), (faces[0], faces[1]), 0, at_s, at_s)


def any_roll() -> Mapping[Dice, float]:
    """Every roll, doubles half as likely as the others: for a turn whose roll was not seen."""
    return {roll: -math.log(2) if roll.is_double else 0.0 for roll in ALL_ROLLS}


def _faces(die: SeenDie) -> Faces:
    return tuple(max(math.log(max(likelihood, 1e-9)), _FLOOR) for likelihood in die.likelihoods)


def _mean(so_far: Faces, now: Faces, looks: int) -> Faces:
    return tuple((a * looks + b) / (looks + 1) for a, b in zip(so_far, now, strict=True))
