"""Tunes the evaluation of draughts by games of the engine against itself; docs/internals/draughts-engine.md."""

from __future__ import annotations

from typing import Final

GUESSED: Final = (
    100, 100, 100, 103, 106, 112, 125, 300, 60, 30, 5, -3, 8, 2, 2, -40, 90, 50, 25, 3, 5,
)  # fmt: skip
"""The weights that the first games were played with, in hundredths of a man."""
GUESSED_SCALE: Final = 150.0
