"""The evidence of dice on the board: which roll they may show, and whether they were rolled again."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Final, TypeAlias

from companion.games.backgammon.dice import Dice
from vision.observation import Observation, SeenDie

DiePlace: TypeAlias = tuple[float, float]
Faces: TypeAlias = tuple[float, ...]
"""Log-likelihood of each of the values 1 to 6."""

# A die's face is never ruled out altogether: the reader errs and is sure once in some eight thousand dice, e^-9.
_FLOOR: Final = -9.0
# How likely a die that was seen alone is something else (natural logarithm).
_NO_DIE: Final = -4.0
# The same of one of two dice that did not land together.
_ONE_IS_NONE: Final = -5.0
# Nothing else is this near to the middle of the cube (share of the width of the field).
_CUBE_SIZE: Final = 0.045
_DICE: Final = 2
_LOOKS_OF_NONE: Final = 2
NOWHERE: Final = (-1.0, -1.0)
ALL_ROLLS: Final = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))


@dataclass(frozen=True, slots=True)
class Face:
    """The upper face of one die by all looks at it.

    ``opinions``: for each value that was read, the mean log-likelihoods of 1 to 6 over the looks that read it,
    and how many these were.  A misread die is misread look after look, so looks that agree are one opinion
    and no surer than the first; looks that differ are independent evidence.
    """

    opinions: tuple[tuple[Faces, int], ...]

    def of(self, value: int) -> float:
        """The log-likelihood that the die shows this value (natural logarithm)."""
        return sum(faces[value - 1] for faces, _ in self.opinions)

    @property
    def value(self) -> int:
        """The likeliest value."""
        return max(range(1, 7), key=self.of)

    def seen_again(self, other: Face) -> Face:
        """The same die after more looks at it."""
        known = {_taken_for(faces): (faces, looks) for faces, looks in self.opinions}
        for faces, looks in other.opinions:
            value = _taken_for(faces)
            before, count = known.get(value, (faces, 0))
            mean = tuple((a * count + b * looks) / (count + looks) for a, b in zip(before, faces, strict=True))
            known[value] = mean, count + looks
        return Face(tuple(known.values()))


@dataclass(frozen=True, slots=True)
class RollEvidence:
    """The dice of a roll on the board, after one or more looks: two, or three of which one is no die.

    ``places``: in the field, 0..1.  ``faces``: what each of them shows.  ``unseen``: for how many looks
    each has not been seen.  ``one_by_one``: one of them was there before the other.
    ``frame`` and ``at_s``: when they were first seen; ``seen_at_s``: when last.
    """

    places: tuple[DiePlace, ...]
    faces: tuple[Face, ...]
    frame: int
    at_s: float
    seen_at_s: float
    looks: int = 1
    unseen: tuple[int, ...] = (0, 0)
    one_by_one: bool = False

    def rolls(self, within: float = math.inf, *, looks_that_count: int = 1) -> dict[Dice, float]:
        """The rolls these dice may show, likeliest first, with log-likelihoods relative to the likeliest.

        Misread dice are misread at every look, so more looks are averaged and make no roll surer;
        ``looks_that_count``: how many looks count as independent evidence all the same.
        """
        looks = min(self.looks, looks_that_count)
        weights = {roll: self._weight(roll) * looks for roll in ALL_ROLLS}
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
        return -list(self.rolls().values())[1]

    @property
    def confidence(self) -> float:
        return 1.0 / sum(math.exp(weight) for weight in self.rolls().values())

    def lies_at(self, places: Sequence[DiePlace], *, tolerance: float) -> bool:
        """Whether dice at these places are these dice, small nudges ignored; one die alone may be any of them."""
        few, many = sorted((self.places, tuple(places)), key=len)
        return any(
            all(math.dist(one, other) <= tolerance for one, other in zip(few, order, strict=True))
            for order in permutations(many, len(few))
        )

    @property
    def is_nowhere(self) -> bool:
        """Whether the places of these dice are unknown: they were entered by touch, or come from the record."""
        return self.places == (NOWHERE, NOWHERE)

    def holds(self, place: DiePlace, *, tolerance: float) -> bool:
        """Whether one of these dice is at a place, small nudges ignored."""
        return any(math.dist(mine, place) <= tolerance for mine in self.places)

    def shares_die_with(self, other: RollEvidence, *, tolerance: float) -> bool:
        """Whether one of these dice belongs to the other roll: it is in the same place and shows the same."""
        mine, others = (list(zip(throw.places, throw.faces, strict=True)) for throw in (self, other))
        return any(
            math.dist(place, there) <= tolerance and face.value == shown.value
            for place, face in mine
            for there, shown in others
        )

    def lying_as(self, other: RollEvidence) -> RollEvidence:
        """This roll with the places of another roll's dice."""
        return replace(self, places=other.places[:_DICE], frame=other.frame)

    def seen_again(self, other: RollEvidence) -> RollEvidence:
        """The same dice after one more look: places as they are now, evidence of both.

        Of three, one that is not seen again while the others are was no die.
        """
        matched = _matched(self.places, other.places)
        places = tuple(other.places[k] if k is not None else self.places[n] for n, k in enumerate(matched))
        faces = tuple(
            self.faces[n].seen_again(other.faces[k]) if k is not None else self.faces[n] for n, k in enumerate(matched)
        )
        unseen = tuple(0 if k is not None else self.unseen[n] + 1 for n, k in enumerate(matched))
        kept = [n for n in range(len(places)) if len(places) == _DICE or unseen[n] < _LOOKS_OF_NONE]
        return replace(
            self, places=tuple(places[n] for n in kept), faces=tuple(faces[n] for n in kept),
            unseen=tuple(unseen[n] for n in kept), seen_at_s=other.at_s, looks=self.looks + 1,
        )  # fmt: skip

    def joined_by(self, die: SeenDie) -> RollEvidence:
        """These dice with another that fell later: one of the three is no die."""
        places, faces = (*self.places, die.field_xy), (*self.faces, _face(die))
        return replace(self, places=places, faces=faces, unseen=(*self.unseen, 0), one_by_one=False)

    def _weight(self, roll: Dice) -> float:
        both = max(one.of(roll.first) + other.of(roll.second) for one, other in permutations(self.faces, _DICE))
        if not self.one_by_one:
            return both
        return max(
            both, _ONE_IS_NONE + max(face.of(value) for face in self.faces for value in (roll.first, roll.second))
        )

    def _as_thrown(self, roll: Dice) -> Dice:
        straight = max(one.of(roll.first) + other.of(roll.second) for one, other in combinations(self.faces, _DICE))
        return roll if straight >= self._weight(roll) else Dice(roll.second, roll.first)


def _matched(mine: Sequence[DiePlace], others: Sequence[DiePlace]) -> list[int | None]:
    """For each of the places the nearest other one, each taken once, the nearest pairs first."""
    pairs = sorted((math.dist(a, b), n, k) for n, a in enumerate(mine) for k, b in enumerate(others))
    found: list[int | None] = [None] * len(mine)
    for _, n, k in pairs:
        if found[n] is None and k not in found:
            found[n] = k
    return found


def throw_of(
    observation: Observation,
    *,
    frame: int,
    at_s: float,
    besides: Sequence[RollEvidence] = (),
    tolerance: float = 0.0,
    lay: Sequence[DiePlace] = (),
    first: bool = False,
    most: int = 2,
) -> RollEvidence | None:
    """The roll that two flat dice in a look make, None if there are fewer.

    A die in the place of the cube is the cube.  If more than two dice are seen, those of earlier rolls,
    ``besides``, stay what they were if they are within ``tolerance`` of their places; of the rest the surest two
    count, or the surest ``most``: three if one may be something else that looks like a die.  ``lay``: the places of
    dice, or of what looks like one, at the look before; two new dice take precedence over them, since dice are
    rolled together.  ``first``: the only one there before may have been rolled ahead of its neighbour, and is as
    likely a die as new ones.
    """
    flat = flat_dice(observation)
    if any(_is_thrown_now(die, besides, tolerance) for die in observation.dice if die.cocked):
        return None  # both are rolled again
    new = [die for die in flat if all(math.dist(die.field_xy, place) > tolerance for place in lay)]
    flat = new if len(new) >= _DICE and not first else flat
    for throw in besides:
        others = [die for die in flat if not throw.holds(die.field_xy, tolerance=tolerance)]
        if len(others) >= _DICE:
            flat = others
        elif len(flat) - len(others) >= _DICE:
            flat = [die for die in flat if die not in others]  # one more die is none: they are rolled in pairs
    chosen = sorted(sorted(flat, key=lambda die: -die.confidence)[:most], key=lambda die: -die.value)
    if len(chosen) < _DICE:
        return None
    places, faces = tuple(die.field_xy for die in chosen), tuple(_face(die) for die in chosen)
    apart = bool(lay) and len(new) < _DICE
    return RollEvidence(places, faces, frame, at_s, at_s, unseen=(0,) * len(chosen), one_by_one=apart)


def _is_thrown_now(die: SeenDie, besides: Sequence[RollEvidence], tolerance: float) -> bool:
    return not any(throw.holds(die.field_xy, tolerance=tolerance) for throw in besides)


def throw_of_one(first: SeenDie, second: SeenDie, *, frame: int, at_s: float) -> RollEvidence:
    """The roll made by one die that was rolled twice; its place is where it fell last."""
    high, low = sorted((first, second), key=lambda die: -die.value)
    return RollEvidence((second.field_xy, second.field_xy), (_face(high), _face(low)), frame, at_s, at_s)


def flat_dice(observation: Observation) -> list[SeenDie]:
    """The flat dice in a look."""
    return [die for die in observation.dice if not die.cocked and not _is_cube(die, observation)]


def _is_cube(die: SeenDie, observation: Observation) -> bool:
    if observation.cube is None:
        return False
    left, right = observation.corners_px[0], observation.corners_px[1]
    return math.dist(die.center_px, observation.cube.center_px) < _CUBE_SIZE * math.dist(left, right)


def certain_throw(roll: Dice, *, at_s: float) -> RollEvidence:
    """An electronic roll: it cannot be misread, and has no place."""
    return RollEvidence((NOWHERE, NOWHERE), (_certain(roll.first), _certain(roll.second)), 0, at_s, at_s)


def any_roll(one: Face | None = None) -> Mapping[Dice, float]:
    """Every roll, doubles half as likely as the others: for a turn whose roll was not seen.

    ``one``: the value of the only die that was seen of it.
    """
    rolls = {roll: -math.log(2) if roll.is_double else 0.0 for roll in ALL_ROLLS}
    if one is None:
        return rolls
    return {roll: weight + max(one.of(roll.first), one.of(roll.second), _NO_DIE) for roll, weight in rolls.items()}


def lone_face(observation: Observation) -> Face | None:
    """The face of the only flat die in a look, None if there is any other number of dice."""
    flat = flat_dice(observation)
    return _face(flat[0]) if len(flat) == 1 else None


def _face(die: SeenDie) -> Face:
    return Face(((tuple(max(math.log(max(likelihood, 1e-9)), _FLOOR) for likelihood in die.likelihoods), 1),))


def _certain(value: int) -> Face:
    return Face(((tuple(0.0 if value == k else -1e3 for k in range(1, 7)), 1),))


def _taken_for(faces: Faces) -> int:
    return max(range(1, 7), key=lambda value: faces[value - 1])
