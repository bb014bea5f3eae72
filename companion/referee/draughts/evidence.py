"""What a stretch of looks between two movements shows of each square: evidence counts when it is new.

The principles are those of :mod:`companion.referee.evidence`; a square has three states, and nothing else is read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np

from companion.games.draughts import Position
from companion.games.draughts.squares import Square
from companion.referee.draughts.boards import ALL, STATES, Packed, Values, packed
from vision.observation import Observation

_COUNTS: Final = ((0, 0), (1, 0), (0, 1))
_ALIKE: Final = 0.995
"""Bhattacharyya's coefficient of two readings above which they are the same one."""
_FLOOR: Final = 1e-5
_BESIDE_HAND: Final = -3.0
"""The most that a square can speak against a course while a hand is over the board: 1 in 20 is misread then; judged."""
CAP: Final = -7.0
"""The most that a square can speak against a course as long as the same lies there: it may be misread all the while."""
_MISREAD: Final = -3.0
_AGAIN: Final = -1.5
"""The most that a square says which was misread before, and on which something else lies now."""
_SUREST: Final = 4.0
"""The most that a comparison of two pictures of a square says."""
_LEAST_SEEN: Final = 52
"""Squares of 64 that must be in sight for a look to be weighed: a forearm hides the others; judged."""


@dataclass(frozen=True, eq=False)
class Epoch:
    """The looks since something moved.

    ``gain``: (64, 3), what they add to the log-likelihood of each state of each square; ``again``: what is to be added
    where a course says that the state has changed.  ``unlike``: (64, 2), how likely each square looks as unlike its
    picture before the movement as it does, if it is as it was and if it is not.  ``news``: looks that showed something
    that the one before did not.
    """

    looks: int
    gain: Values
    again: Values
    unlike: Values
    news: int = 0

    @cached_property
    def read(self) -> Values:
        """What the looks say of each state where nothing is known of what lay there before."""
        return self.gain + self.again

    @cached_property
    def board(self) -> Packed:
        """The likeliest board by the looks alone."""
        return np.asarray(self.read.argmax(axis=1), dtype=np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """All looks so far: the present epoch, and what each square showed last."""

    epoch: Epoch | None = None
    shown: Values = field(default_factory=lambda: np.zeros((64, STATES), dtype=np.float32))


def is_in_sight(seen: Observation) -> bool:
    """Whether enough of the board is in sight for a look to be weighed."""
    return sum(one.seen for one in seen.evidence.values()) >= _LEAST_SEEN


def astray(position: Position, seen: Observation) -> list[Square]:
    """The squares that are seen, and read otherwise than a position has them."""
    board = packed(position)
    return [square for square, one in seen.evidence.items() if one.seen and one.best != _COUNTS[board[square]]]


def tables(seen: Observation) -> Values:
    """The log-likelihoods (64, 3) of the states of each square, 0 for the likeliest; 0 for all on an unseen square."""
    found = np.zeros((64, STATES), dtype=np.float32)
    for square, one in seen.evidence.items():
        if one.seen and square < len(found):
            least = max(one.floor, _FLOOR)
            row = [math.log(max(one.likelihoods.get(counts, 0.0), least)) for counts in _COUNTS]
            found[square] = np.array(row, dtype=np.float32) - max(row)
    return found


def gathered(before: Gathered, seen: Observation, *, moved: bool) -> Gathered:
    """The looks with one more; ``moved``: something has moved since the one before, or may have."""
    table, last = tables(seen), before.epoch
    if seen.hand:
        if not moved and last is not None:
            return replace(before, epoch=replace(last, looks=last.looks + 1))
        return replace(before, epoch=Epoch(1, np.maximum(table, _BESIDE_HAND), _none(), _none(2)))
    roots = np.sqrt(np.exp(table))
    roots /= np.sqrt((roots**2).sum(axis=1, keepdims=True))
    in_sight = table.min(axis=1) < 0
    alike = (roots.argmax(axis=1) == before.shown.argmax(axis=1)) & ((roots * before.shown).sum(axis=1) > _ALIKE)
    new = in_sight & ~(alike & (before.shown.max(axis=1) > 0))
    weight = new.astype(np.float32)[:, None]
    shown = np.where(in_sight[:, None], roots, before.shown)
    if moved or last is None:
        epoch = Epoch(1, weight * table, (1 - weight) * table, _unlike(seen) if last is not None else _none(2))
    else:
        epoch = replace(last, looks=last.looks + 1, gain=last.gain + weight * table, news=last.news + bool(new.any()))
    return Gathered(epoch, shown)


def _none(width: int = STATES) -> Values:
    return np.zeros((64, width), dtype=np.float32)


def _unlike(seen: Observation) -> Values:
    found = _none(2)
    for square, changed in (seen.changes.spots if seen.changes is not None else {}).items():
        if square < len(found):
            odds = math.log(max(changed, 1e-9) / max(1.0 - changed, 1e-9))
            found[square] = (-min(odds, _SUREST), 0.0) if odds > 0 else (0.0, max(odds, -_SUREST))
    return found


def gain_table(epoch: Epoch, regret: Values, before: Packed) -> Values:
    """How much likelier each state of each square makes a course; (64, 3), at most 0.

    ``regret``: what spoke against what lay there ``before``.  No square speaks against a course more than its cap.
    """
    least = np.where(regret < _MISREAD, np.float32(_AGAIN), np.float32(CAP))[:, None]
    table = np.maximum(epoch.read, least) + epoch.unlike[:, 1:]
    as_it_was = np.maximum(regret + epoch.gain[ALL, before], CAP) - np.maximum(regret, CAP)
    table[ALL, before] = as_it_was + epoch.unlike[:, 0]
    return np.asarray(table, dtype=np.float32)


def regret_after(epoch: Epoch, regret: Values, before: Packed, board: Packed) -> Values:
    """What speaks against each square of a course (64,) with this board now; ``regret``: until now."""
    changed = board != before
    shown = epoch.gain[ALL, board] + epoch.again[ALL, board] * changed
    deceives = changed & (regret < _MISREAD)
    return np.asarray(
        np.where(changed, np.float32(0.0), regret) + np.where(deceives, np.maximum(shown, _AGAIN), shown),
        dtype=np.float32,
    )
