"""The evidence of looks for the spots of any board: only what is new counts.

A reader repeats its misreadings, so a look that repeats the one before is hardly any evidence.  Looks are gathered in
*epochs*, between two movements.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Self, TypeVar

import numpy as np
import numpy.typing as npt

from companion.referee import people
from vision.observation import Counts, Evidence, Observation, Spot

Values = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Board = npt.NDArray[np.integer[Any]]
"""The state of each spot; (spots,) or (n, spots)."""

_ALIKE: Final = 0.995
"""Bhattacharyya's coefficient above which two readings are the same: measured in two films for 996 of 1,000 unmoved
spots.
"""
_REPEATS: Final = 4
"""The power of that coefficient by which a reading is a repetition; judged, so that a wavering reading does not add up.
"""
_FLOOR: Final = 1e-5
_BESIDE_HAND: Final = -3.0
"""The least log-likelihood of a spot while a hand is over the board; judged: a visible spot is read well, but may be
changing.
"""
_MISREAD: Final = -3.0
"""A spot with so much evidence against it is misread, if the course is true."""
_SURELY_MISREAD: Final = -5.5
"""... surely: by 245 to 1 and more, as films were counted."""
_AGAIN: Final = -1.5
"""The least log-likelihood of a changed spot that was misread before; measured: one in four is misread again."""


@dataclass(frozen=True, eq=False)
class Grid:
    """A board of spots, each in one of several states.

    ``misreads``: (spots, states) log-probabilities that a state is misread as long as it lasts, on any board.
    ``state_of``: the state of two counts, None for impossible ones.  ``came``: stacks that have appeared on this board;
    ``misread``: those that were surely misread.
    """

    misreads: Values
    state_of: Callable[[Counts], int | None]
    came: int = 0
    misread: int = 0

    @cached_property
    def cap(self) -> Values:
        """(spots, states), the least log-likelihood of a spot as long as its state lasts, since it may be misread all
        the while.

        The smallest rate of misreading is counted on this board: a beta distribution.
        """
        rate = float(self.misreads.min())
        here = math.log((people.LIKE_OTHERS * math.exp(rate) + self.misread) / (people.LIKE_OTHERS + self.came))
        return np.where(self.misreads > rate, self.misreads, np.float32(here))

    def counting(self, came: Flags, regret: Values) -> Self:
        """The grid after stacks have appeared on the spots ``came`` and were settled; ``regret``: the evidence against
        each.
        """
        misread = came & (regret < _SURELY_MISREAD)
        return replace(self, came=self.came + int(came.sum()), misread=self.misread + int(misread.sum()))

    @cached_property
    def spots(self) -> npt.NDArray[np.intp]:
        return np.arange(len(self.misreads))

    @cached_property
    def again(self) -> Values:
        """The cap of a spot that was misread before."""
        return np.maximum(self.cap, np.float32(_AGAIN))

    def nothing(self) -> Values:
        """Evidence that says nothing."""
        return np.zeros_like(self.misreads)

    def numbers(self, one: Evidence) -> Iterator[tuple[int, float]]:
        """The likelihoods of the possible states of a spot."""
        for counts, p in one.likelihoods.items():
            state = self.state_of(counts)
            if state is not None:
                yield state, p

    def in_sight(self, seen: Observation) -> Iterator[tuple[Spot, Evidence]]:
        """The spots that are seen."""
        evidence: Mapping[Spot, Evidence] = seen.unbiased
        for spot in self.spots.tolist():
            one = evidence.get(spot)
            if one is not None and one.seen:
                yield spot, one

    def table(self, seen: Observation) -> Values:
        """The log-likelihoods of the states of each spot, 0 for the likeliest; 0 for all on an unseen spot."""
        found = self.nothing()
        for spot, one in self.in_sight(seen):
            row = np.full(self.misreads.shape[1], math.log(max(one.floor, _FLOOR)), dtype=np.float32)
            for state, p in self.numbers(one):
                row[state] = math.log(max(p, one.floor, _FLOOR))
            found[spot] = row - row.max()
        return found

    def roots(self, seen: Observation) -> Values:
        """The roots of how likely each state of each spot is, all states together 1; 0 where the spot is not seen."""
        found = self.nothing()
        for spot, one in self.in_sight(seen):
            for state, p in self.numbers(one):
                found[spot, state] = math.sqrt(p)
        length = np.linalg.norm(found, axis=1, keepdims=True)
        return np.asarray(found / np.where(length > 0, length, 1), dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Look:
    """The contribution of one look; see :class:`Epoch`.

    ``shown``: the roots of the last readings, for the comparison with the next look.  ``is_new``: whether it differs
    from the look before.  ``reread``: (spots,), whether a spot is read as another state.
    """

    gain: Values
    again: Values
    shown: Values
    is_new: bool
    reread: Flags


def weighed(grid: Grid, table: Values, shown: Values, seen: Observation) -> Look:
    """The contribution of a look; ``table``: its log-likelihoods; ``shown``: the roots of the readings before."""
    if seen.hand:  # it counts little, and no other one like it counts again
        capped = np.maximum(table, np.float32(_BESIDE_HAND))
        return Look(capped, grid.nothing(), shown, is_new=False, reread=np.zeros(len(shown), dtype=bool))
    roots = grid.roots(seen)
    in_sight, known = roots.max(axis=1) > 0, shown.max(axis=1) > 0
    same = roots.argmax(axis=1) == shown.argmax(axis=1)
    alike = np.minimum((roots * shown).sum(axis=1), 1.0)
    new = in_sight & ~(known & same & (alike > _ALIKE))
    weight = np.asarray(new * (1.0 - alike**_REPEATS), dtype=np.float32)[:, None]
    now = np.where(in_sight[:, None], roots, shown)
    return Look(weight * table, (1 - weight) * table, now, bool(new.any()), in_sight & known & ~same)


@dataclass(frozen=True, eq=False)
class Epoch:
    """The looks since the last movement.

    ``gain``: (spots, states), their log-likelihoods; ``again``: what is added for a state that has changed, so that an
    unchanged picture counts against the change.  ``reread``: (spots,), whether a spot was read as another state than
    before.  ``news``: the number of looks that differed from the one before.
    """

    grid: Grid
    number: int
    looks: int
    gain: Values
    again: Values
    reread: Flags
    news: int = 0

    @cached_property
    def read(self) -> Values:
        """Log-likelihoods without knowledge of the board before."""
        return self.gain + self.again

    @cached_property
    def changed(self) -> Values:
        """Log-likelihoods of a state that is new."""
        return np.maximum(self.read, self.grid.cap)

    @cached_property
    def misread_again(self) -> Values:
        """The same on a spot that was misread before, which may deceive the reader again."""
        return np.maximum(self.read, self.grid.again)


@dataclass(frozen=True, eq=False)
class Gathered:
    """All looks so far: the board, what each of its spots showed last, and the present epoch."""

    grid: Grid
    shown: Values
    epoch: Epoch | None = None


AnyEpoch = TypeVar("AnyEpoch", bound=Epoch)


def with_look(epoch: AnyEpoch, look: Look) -> AnyEpoch:
    """The epoch with one more look, before which nothing moved."""
    gain = epoch.gain + look.gain if look.is_new else epoch.gain
    reread = epoch.reread | look.reread
    return replace(epoch, looks=epoch.looks + 1, gain=gain, reread=reread, news=epoch.news + look.is_new)


def regret_after(epoch: Epoch, regret: Values, before: Board, board: Board) -> Values:
    """The evidence against each spot of a course with this board; ``regret``: until now."""
    spots, again = epoch.grid.spots, epoch.grid.again
    changed = board != before
    base = np.where(changed, np.float32(0.0), regret)
    shown = epoch.gain[spots, board] + epoch.again[spots, board] * changed
    deceives = changed & (regret < _MISREAD)  # as much as is counted, see misread_again
    return np.asarray(base + np.where(deceives, np.maximum(shown, again[spots, board]), shown), dtype=np.float32)


def gain_table(epoch: Epoch, regret: Values, before: Board) -> Values:
    """(spots, states), the change of a course's log-probability by each state of each spot, at most 0 and at least the
    cap.

    ``regret``: the evidence against the board ``before``.
    """
    spots = epoch.grid.spots
    table = np.where((regret < _MISREAD)[:, None], epoch.misread_again, epoch.changed)
    cap, gain = epoch.grid.cap[spots, before], epoch.gain[spots, before]
    misread_otherwise = epoch.reread & (regret < _MISREAD)  # as something else than before: that is one more misreading
    once = np.maximum(regret + gain, cap) - np.maximum(regret, cap)
    table[spots, before] = once + np.where(misread_otherwise, np.maximum(gain, np.float32(_AGAIN)), np.float32(0.0))
    return np.asarray(table, dtype=np.float32)
