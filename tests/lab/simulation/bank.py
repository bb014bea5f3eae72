"""A bank of readings that is made up."""

from __future__ import annotations

from companion.games.rules import BAR
from companion.lab.simulation.noise import _POINT, KINDS, Bank, BoardReadings, Faces, Lot, SeenPlace
from vision.observation import (
    Counts,
    CubePlace,
    Evidence,
)


def stand_in(misread: float = 0.04, lasting: float = 0.8) -> Bank:
    """A bank made up, for tests: so large a share of spots is taken for one checker more or less.

    0 = a reader that never errs.
    """
    pairs = [(n, 0) for n in range(16)] + [(0, n) for n in range(1, 16)]
    spots = {(spot, pair): Lot.of(_made_up(pair, misread)) for pair in pairs for spot in (BAR, _POINT)}
    dice: dict[int, Lot[Faces | None]] = {
        value: Lot.of([(_face(value, 0.98), 1 - misread / 2), (_face(value, 0.6), misread / 4), (None, misread / 4)])
        for value in range(1, 7)
    }
    cube: dict[CubePlace, Lot[SeenPlace]] = {
        place: Lot.of([((place, 0.95), 1 - misread), (None, misread)]) for place in CubePlace
    }
    hand = {True: _either(1 - misread / 4), False: _either(misread / 40)}
    board = BoardReadings(spots, _either(1 - misread), dice, cube=cube, hand=hand)
    return Bank({"made up": board}, {}, dict.fromkeys(KINDS, lasting))


def _either(share: float) -> Lot[bool]:
    return Lot.of([(True, share), (False, 1 - share)])


def _made_up(pair: Counts, misread: float) -> list[tuple[Evidence, float]]:
    """A sure and right reading, and less sure ones of one checker more and of one less."""
    more, less = [(n + d if n or pair == (0, 0) else n, m + d if m else m) for d in (1, -1) for n, m in [pair]]
    wrong = [other for other in (more, less) if min(other) >= 0 and other != pair]
    right = Evidence({pair: 0.98, **dict.fromkeys(wrong, 0.01)})
    return [(right, 1 - misread), *[(Evidence({pair: 0.3, other: 0.7}), misread / len(wrong)) for other in wrong]]


def _face(value: int, sure: float) -> Faces:
    one, two, three, four, five, six = (sure if value == k else (1 - sure) / 5 for k in range(1, 7))
    return one, two, three, four, five, six
