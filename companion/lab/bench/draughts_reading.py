"""The quality of finding and reading draughts boards: rendered boards and photographs, all 64 squares counted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from companion.lab.bench.figure import Figure
from vision.draughts.calibration import calibrate
from vision.draughts.net import SQUARE, view_from_picture
from vision.draughts.reader import DraughtsReader, read_still
from vision.draughts.squares import surely_squares
from vision.errors import VisionError
from vision.observation import Counts, Spot
from vision.pictures import load_picture
from vision.rectify import Points, as_corners, inverse, transformed
from vision.training.draughts.boards import Rendered, rendered

BOARDS: Final = 150
_FOUND: Final = 0.25
"""Of a square's width: so far off may the farthest corner be."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one board: whether its corners were found, and how many of its 64 squares were read right."""

    name: str
    found: bool
    right: int


def figures(options: argparse.Namespace) -> list[Figure]:
    """Squares, boards and corners of rendered boards, and the photographs."""
    results = [judged(seed) for seed in islice(seeds(options.share), BOARDS)]
    found = [result for result in results if result.found]
    photographs = [judged_photograph(path) for path in sorted((options.shared / "data/photos/draughts").glob("*.json"))]
    films = [judged_film(folder) for folder in options.films]
    stills = [still for film in films for still in film]
    return [
        Figure.at_least("corners found", 100 * len(found) / len(results), "%", 98),
        Figure.at_least("squares right", 100 * sum(r.right for r in found) / (64 * max(1, len(found))), "%", 99.9),
        Figure.at_least("boards exact", 100 * sum(r.right == 64 for r in found) / max(1, len(found)), "%", 98),
        Figure.exactly("photographs exact", sum(r.right == 64 for r in photographs), "of 3", len(photographs)),
        *([Figure.at_least("stills of films exact", 100 * sum(stills) / len(stills), "%", 99)] if stills else []),
    ]


def seeds(share: str) -> Iterator[int]:
    """Seeds of boards: those to tune on, the third kept back, or all."""
    kept = {"tuning": (0, 1), "last": (2,), "all": (0, 1, 2)}[share]
    return (seed for seed in range(10**6) if seed % 3 in kept)


def judged(seed: int) -> Result:
    """One rendered board, read as a bare picture."""
    shown = rendered(seed)
    try:
        corners = np.array(surely_squares(shown.image_bgr).corners_px)
    except VisionError:
        return Result(str(seed), False, 0)
    truth = wanted(shown, corners)
    if truth is None:
        return Result(str(seed), False, 0)
    seen = read_still(shown.image_bgr, as_corners(corners)).classes[..., :3].argmax(axis=2)
    return Result(str(seed), True, int((seen == truth).sum()))


def wanted(shown: Rendered, corners_px: Points) -> np.ndarray[tuple[int, int], np.dtype[np.int64]] | None:
    """0 empty, 1 light, 2 dark for each square (8, 8) of the view by these corners; None where they are elsewhere."""
    side = float(np.hypot(*(shown.corners_px[1] - shown.corners_px[0]))) / 8
    world = np.array([(0, 0), (8, 0), (8, 8), (0, 8)], dtype=np.float64)
    ways = [(np.roll(shown.corners_px[::way], k, axis=0), np.roll(world[::way], k, axis=0))
            for way in (1, -1) for k in range(4)]  # fmt: skip
    ring, places = min(ways, key=lambda way: float(np.hypot(*(way[0] - corners_px).T).max()))
    if float(np.hypot(*(ring - corners_px).T).max()) > _FOUND * side:
        return None
    back = inverse(view_from_picture(as_corners(places)))
    grid = [((column + 1.5) * SQUARE - 0.5, (row + 1.5) * SQUARE - 0.5) for row in range(8) for column in range(8)]
    squares = [int(y) * 8 + int(x) for x, y in transformed(grid, back)]
    kinds = [{(1, 0): 1, (0, 1): 2}.get(shown.counts.get(square, (0, 0)), 0) for square in squares]
    return np.array(kinds).reshape(8, 8)


def judged_photograph(label: Path) -> Result:
    """A photograph, its board searched for."""
    truth = json.loads(label.read_text(encoding="utf-8"))
    image = load_picture(label.with_suffix(".jpg"))
    try:
        corners = surely_squares(image).corners_px
    except VisionError:
        return Result(label.stem, False, 0)
    seen = read_still(image, corners).classes[..., :3].argmax(axis=2)
    kinds = np.array([[".ld".index(letter.lower()) for letter in row] for row in truth["rows"]])
    return Result(label.stem, True, int((seen == kinds).sum()))


def judged_film(folder: Path) -> list[bool]:
    """Whether each still of a film was read exactly, by a reader that learned the board from the first.

    As in a match, a board is confirmed once the next still is played from it.
    """
    film = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    reader: DraughtsReader | None = None
    settled: tuple[float, dict[Spot, Counts]] | None = None
    exact = []
    for number, shown in enumerate(film["frames"]):
        if not shown["still"]:
            continue
        image = load_picture(folder / shown["file"])
        reader = reader or DraughtsReader(calibrate(image))
        seen = reader.look(image, seen_at_s=float(number))
        counts = {".": (0, 0), "l": (1, 0), "d": (0, 1)}
        true_board = {
            8 * (7 - row) + file: counts[sign]
            for row, signs in enumerate(shown["rows"])
            for file, sign in enumerate(signs)
        }
        exact.append(not seen.hand and all(seen.spot(square).best == there for square, there in true_board.items()))
        if settled is not None:
            reader.confirm(*settled)
        reader.settle(float(number))
        settled = float(number), true_board
    return exact


def main() -> None:
    """Print each board that was not read exactly."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--share", default="tuning")
    options = parser.parse_args()
    for seed in islice(seeds(options.share), options.first, options.first + options.count):
        result = judged(seed)
        if result.right < 64:
            print(result, flush=True)


if __name__ == "__main__":
    main()
