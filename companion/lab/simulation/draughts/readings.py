"""A simulated reader of a draughts board: it errs seldom, and then as long as a square is unchanged."""

from __future__ import annotations

import random
from typing import Final

import numpy as np

from companion.referee.draughts.boards import Packed
from vision.observation import Evidence, Observation

MISREAD: Final = 0.002
"""Of the squares on which something has changed: twice what the reader may err on boards that it never saw."""
_DOUBTFUL: Final = 0.02
"""Squares that are read right, but not surely."""
_UNSEEN: Final = 0.003
_COUNTS: Final = ((0, 0), (1, 0), (0, 1))
_CORNERS: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class SquareReadings:
    """Reads boards of one match; ``misread``: how often a square is, once something has changed on it."""

    def __init__(self, rng: random.Random, misread: float = MISREAD) -> None:
        self._rng = rng
        self._misread = misread
        self._shown: dict[int, tuple[int, tuple[float, float, float], bool]] = {}

    def look(self, board: Packed, t: float) -> Observation:
        """The reading of a look at a board without a hand over it."""
        evidence = {square: self._square(square, int(state)) for square, state in enumerate(board)}
        return Observation(evidence, (), None, hand=False, seen_at_s=t, corners_px=_CORNERS)

    def hand(self, t: float) -> Observation:
        return Observation({}, (), None, hand=True, seen_at_s=t, corners_px=_CORNERS)

    def _square(self, square: int, state: int) -> Evidence:
        known = self._shown.get(square)
        if known is None or known[0] != state:
            known = (state, self._reading(state), self._rng.random() >= _UNSEEN)
            self._shown[square] = known
        _, reading, is_seen = known
        noisy = np.array(reading) * np.exp(np.array([self._rng.gauss(0, 0.1) for _ in range(3)]))
        noisy /= noisy.sum()
        return Evidence(dict(zip(_COUNTS, map(float, noisy), strict=True)), seen=is_seen)

    def _reading(self, state: int) -> tuple[float, float, float]:
        shown, sure = state, 0.998
        if self._rng.random() < self._misread:
            shown = self._rng.choice([other for other in range(3) if other != state])
            sure = self._rng.choice((0.7, 0.95, 0.998))
        elif self._rng.random() < _DOUBTFUL:
            sure = 0.8
        return tuple(sure if one == shown else (1 - sure) / 2 for one in range(3))  # type: ignore[return-value]
