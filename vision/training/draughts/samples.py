"""Views of random boards with what lies on each square, to learn from.

    python -m vision.training.draughts.samples --out build/draughts --looks 600 --seed 0

Each look (board, men, table, light) gets a file of its own; existing files are not made again.  Looks whose number
leaves 2 when divided by 3 are kept back: nothing learns from them, nothing is tuned on them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.draughts.view import VIEW, Corners, view_of
from vision.training.draughts.scene import EMPTY, Grid, Hand, Picture, camera, draw, placed, random_grid, worn
from vision.training.draughts.styles import look

PICTURES = 5
IGNORED = 255


def is_kept_back(number: int) -> bool:
    """Whether nothing may be learned from or tuned on a look: it is looked at once, at the end."""
    return number % 3 == 2


def top_first(corners: np.ndarray) -> tuple[Corners, int]:
    """The corners a1, h1, h8, a8 as a reader names them: clockwise, the upper row first; and which of them is first."""
    ring = corners[[3, 2, 1, 0]]  # a8, h8, h1, a1: clockwise from Light's side
    heights = [ring[k][1] + ring[(k + 1) % 4][1] for k in range(4)]
    first = int(np.argmin(heights))
    turned = np.roll(ring, -first, axis=0)
    a, b, c, d = ((float(x), float(y)) for x, y in turned)
    return (a, b, c, d), first


def as_seen(grid: Grid, first: int) -> np.ndarray:
    """The rows of a position (8, 8) as the view shows them, given the number of turns of :func:`top_first`."""
    cells = np.array([list(row) for row in grid])
    return np.rot90(cells, first)


def shot(number: int, seed: int, *, wh: tuple[int, int] = (800, 600)) -> list[tuple[Picture, Grid, np.ndarray]]:
    """The pictures of one look: what was drawn, the position, and the picture as a camera gives it."""
    rng = np.random.default_rng((seed, number))
    made = look(rng)
    shots = []
    for k in range(PICTURES):
        grid = EMPTY if k == 0 and number % 4 == 0 else random_grid(rng)
        hand = None
        if rng.random() < 0.25:
            x, y = rng.uniform(-0.5, 8.5, 2)
            hand = Hand(x, y, rng.uniform(0, 360), rng.uniform(0.75, 1.3))
        drawn = draw(made, camera(rng, wh), placed(grid, rng, rng.uniform(0, 0.33)), rng, hand)
        shots.append((drawn, grid, worn(drawn.image, rng)))
    return shots


def labels(drawn: Picture, grid: Grid, first: int) -> np.ndarray:
    """What the view's squares hold, (8, 8): 0 empty, 1 light, 2 dark, 3 under a hand, IGNORED half under one."""
    cells = as_seen(grid, first)
    kinds = np.select([cells == ".", np.char.lower(cells) == "l"], [0, 1], 2).astype(np.uint8)
    covered = np.rot90(drawn.covered.reshape(8, 8)[::-1], first)
    kinds[covered > 0.15] = IGNORED
    kinds[covered > 0.5] = 3
    return kinds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--looks", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.looks):
        target = options.out / f"{options.seed}-{number:05}.npz"
        if is_kept_back(number) or target.exists():
            continue
        rng = np.random.default_rng((options.seed, number, 1))
        views, kinds = [], []
        for drawn, grid, image in shot(number, options.seed):
            corners, first = top_first(drawn.corners)
            side = np.linalg.norm(np.subtract(corners[0], corners[1])) / 8
            for _ in range(2):
                off = np.array(corners) + rng.normal(0, 0.04 * side, (4, 2)) + rng.normal(0, 0.05 * side, 2)
                views.append(view_of(image, [(x, y) for x, y in off]))
                kinds.append(labels(drawn, grid, first))
        assert views[0].shape == (VIEW, VIEW, 3)
        np.savez_compressed(target.with_suffix(".part.npz"), views=np.array(views), kinds=np.array(kinds))
        target.with_suffix(".part.npz").rename(target)


if __name__ == "__main__":
    main()
