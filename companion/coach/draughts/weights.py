"""Weights of the evaluation of draughts; written by ``companion.lab.draughts_training``."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
    100, 100, 100, 103, 106, 112, 125, 300, 60, 30, 5, -3, 8, 2, 2, -40, 90, 50, 25, 3, 150, 5,
)  # fmt: skip
"""In hundredths of a man, in the order of :data:`companion.coach.draughts.features.NAMES`."""
SCALE: Final = 150.0
"""Hundredths of a man that make the odds of winning e times as good."""
