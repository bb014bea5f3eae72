"""Drawn draughts boards with their truth, for the tests."""

from __future__ import annotations

from functools import cache

import numpy as np

from vision.draughts.view import Corners
from vision.rectify import Image
from vision.training.draughts.samples import as_seen, top_first
from vision.training.draughts.scene import START, Camera, Grid, Hand, draw, placed
from vision.training.draughts.styles import look

PLAIN = 117
"""The seed of a wooden board on a chequered cloth."""


@cache
def board(
    grid: Grid = START, *, seed: int = PLAIN, tilt: float = 25.0, around: float = 5.0, hand: Hand | None = None
) -> tuple[Image, Corners, tuple[str, ...]]:
    """The picture of a position, the corners of its board, and its rows as the picture shows them."""
    rng = np.random.default_rng(seed)
    eye = Camera(tilt, around, 0.0, 58.0, 0.9, (0.0, 0.0), (800, 600))
    drawn = draw(look(rng), eye, placed(grid, rng, 0.15), rng, hand)
    corners, first = top_first(drawn.corners)
    return drawn.image, corners, tuple("".join(row).lower() for row in as_seen(grid, first))
