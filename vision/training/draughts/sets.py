"""Draw sets of one draughts board, each of six pictures: its start position first, then what may follow.

    python -m vision.training.draughts.sets --out FOLDER --first 0 --step 3 --count 400

Several processes share the work: each takes every ``--step``-th seed from its own ``--first`` on.  A set is a file of
numpy, ``SEED.npz``; those whose seed leaves 7 when divided by 8 are kept for measuring.
"""

from __future__ import annotations

import argparse
import math
import os
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.observation import Corners
from vision.rectify import as_corners
from vision.training.draughts.boards import (
    DARK,
    Hand,
    Piece,
    Scene,
    placed,
    random_camera,
    random_counts,
)
from vision.training.draughts.looks import Look, random_look
from vision.training.draughts.view import SQUARE, rectified, view_from_picture

PICTURES: Final = 6
MARGIN: Final = 2
"""Squares that are kept round the board: one more than the net sees, for corners that are a little off."""
CANVAS: Final = (8 + 2 * MARGIN) * SQUARE
HAND: Final = 255
_SIZES: Final = ((640, 480), (800, 600), (720, 405), (640, 360))
_NEIGHBOURS: Final = (7, 9, -7, -9)
_START: Final = {square: square < 24 for square in DARK if not 24 <= square < 40}

Pieces = dict[int, Piece]
"""By the number of their square."""


def made(seed: int, *, steep: bool = False) -> dict[str, np.ndarray]:
    """The set of a seed; ``steep``: high stacks, seen from the side.

    ``canvas`` (6, 384, 384, 3): the rectified pictures, rank 8 at the top.  ``ids`` (6, 384, 384): what each pixel
    shows: 0 board or table, k + 1 a light and k + 65 a dark piece that belongs to square k, 255 a hand.
    ``squares`` (6, 64), row by row from the top: 0 empty, 1 light, 2 dark.  ``seen`` (6, 64): how much of a piece is
    seen behind those before it, 0 to 1.
    """
    rng = np.random.default_rng([9, seed])
    look, tilts = _family(rng, steep)
    size = _SIZES[int(rng.integers(len(_SIZES)))]
    scene = Scene(look, random_camera(rng, size, look, tilts), box=bool(rng.random() < 0.2))
    kings, off = float(rng.choice([0.3, 0.6] if steep else [0.05, 0.2, 0.5])), float(rng.choice([0.03, 0.08, 0.14]))
    pieces = _stood(rng, _START, 0.0, off)
    told: dict[str, list[np.ndarray]] = {name: [] for name in ("canvas", "ids", "squares", "seen")}
    for number in range(PICTURES):
        if number:
            fresh = rng.random() < 0.3
            pieces = _stood(rng, random_counts(rng), kings, off) if fresh else _played(rng, pieces, off)
        if number and rng.random() < 0.15:  # the camera or the board was moved
            scene = Scene(look, random_camera(rng, size, look, tilts))
        hand = _hand(rng) if rng.random() < (0.3 if number else 0.05) else None
        for name, values in _shown(scene, pieces, hand, seed=number).items():
            told[name].append(values)
    return {name: np.stack(values) for name, values in told.items()}


def _family(rng: np.random.Generator, steep: bool) -> tuple[Look, tuple[float, float]]:
    """A kind of board, and from which tilts (degrees) it is seen: low cameras see high stacks from the side."""
    look = random_look(rng)
    low = steep or rng.random() < 0.4
    heights = (0.18, 0.38) if steep else (0.08, 0.34) if low else (0.08, 0.3)
    look = replace(look, radius=float(rng.uniform(0.3, 0.47)), height=float(rng.uniform(*heights)))
    if rng.random() < 0.3:  # of any colours
        paints = rng.uniform(10, 245, (4, 3)) * (1 if rng.random() < 0.7 else np.array([[0.4], [1], [1], [0.4]]))
        dark, light, own, other = ((float(blue), float(green), float(red)) for blue, green, red in paints)
        look = replace(look, dark_square=dark, light_square=light, light_piece=own, dark_piece=other)
    return look, (42.0, 65.0) if steep else (35.0, 62.0) if low else (0.0, 45.0)


def _stood(rng: np.random.Generator, squares: dict[int, bool], kings: float, off: float) -> Pieces:
    return dict(zip(squares, placed(rng, squares, kings=kings, off=off), strict=True))


def _played(rng: np.random.Generator, before: Pieces, off: float) -> Pieces:
    """What lies there after one to three acts: pieces moved, taken off, crowned, pushed within their squares."""
    pieces = dict(before)
    for _ in range(int(rng.integers(1, 4))):
        if not pieces:
            break
        square = int(rng.choice(list(pieces)))
        act, piece = rng.random(), pieces.pop(square)
        if act < 0.3:
            continue
        if act < 0.8:
            near = [square + step for step in _NEIGHBOURS if abs((square + step) % 8 - square % 8) == 1]
            anywhere = [int(k) for k in (rng.integers(0, 64, 3) if rng.random() < 0.2 else rng.choice(DARK, 3))]
            free = [k for k in [*rng.permutation(near).tolist(), *anywhere] if 0 <= k < 64 and k not in pieces]
            square = free[0] if free else square
        if act > 0.9:
            piece = replace(piece, level=3 - piece.level if piece.level < 3 else 1)
        stood = placed(rng, {square: piece.light}, kings=0, off=off)[0]
        pieces[square] = replace(piece, file=stood.file, rank=stood.rank)
    return pieces


def _hand(rng: np.random.Generator) -> Hand:
    file, rank = (float(value) for value in rng.uniform(-0.5, 8.5, 2))
    return Hand(file, rank, float(rng.uniform(0, 2 * math.pi)), int(rng.integers(1 << 20)))


def _shown(scene: Scene, pieces: Pieces, hand: Hand | None, *, seed: int) -> dict[str, np.ndarray]:
    """One picture and its truth, see :func:`made`."""
    corners: Corners = as_corners(scene.corners_px()[::-1])  # a8, h8, h1, a1
    marks, shares = scene.marked(list(pieces.values()), hand)
    kinds = np.zeros(256, dtype=np.uint8)
    squares, seen = np.zeros(64, dtype=np.uint8), np.ones(64, dtype=np.float32)
    for k, (square, piece) in enumerate(pieces.items()):
        place = 8 * (7 - square // 8) + square % 8
        kinds[k + 1] = 1 + place + (0 if piece.light else 64)
        squares[place], seen[place] = 1 if piece.light else 2, shares[k]
    kinds[HAND] = HAND
    ids = cv2.warpPerspective(
        kinds[marks], view_from_picture(corners, MARGIN), (CANVAS, CANVAS), flags=cv2.INTER_NEAREST
    )
    canvas = rectified(scene.drawn(list(pieces.values()), hand, seed=seed), corners, MARGIN)
    return {"canvas": canvas, "ids": np.asarray(ids), "squares": squares, "seen": seen}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--steep", action="store_true", help="high stacks, seen from the side")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for seed in range(options.first, options.first + options.step * options.count, options.step):
        path = options.out / f"{seed:06}.npz"
        if not path.exists():
            part = path.with_suffix(".part.npz")
            np.savez(part, **made(seed, steep=options.steep))  # type: ignore[arg-type]
            os.replace(part, path)


if __name__ == "__main__":
    main()
