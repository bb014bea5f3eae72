"""Measures the reading of draughts boards: drawn boards, photographs of real ones, and the bundled clip."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.errors import InputError
from companion.lab.bench.figure import Figure
from vision.draughts.calibration import calibrate
from vision.draughts.finding import find_corners
from vision.draughts.reader import DraughtsReader, read_still
from vision.draughts.view import SIZE, Corners
from vision.errors import BoardNotFoundError, CalibrationError
from vision.observation import Observation
from vision.pictures import load_picture
from vision.rectify import Image
from vision.training.draughts.samples import as_seen, is_kept_back, shot, top_first
from vision.training.draughts.scene import START

SEED: Final = 7
"""No net has learned from a board of this seed."""
LOOKS: Final = 30
_NEAR: Final = 0.25
_LEAST_COVERED: Final = 0.15


@dataclass(slots=True)
class Tally:
    """Squares and boards read so far; ``hidden`` squares, under a hand or outside the picture, do not count."""

    squares: int = 0
    right: int = 0
    boards: int = 0
    exact: int = 0

    def add(self, read: Sequence[str], truth: Sequence[str], hidden: np.ndarray[Any, Any] | None = None) -> None:
        wrong = total = 0
        for row in range(SIZE):
            for column in range(SIZE):
                if hidden is None or not hidden[row, column]:
                    total += 1
                    wrong += read[row][column] != truth[row][column]
        self.squares += total
        self.right += total - wrong
        self.boards += 1
        self.exact += not wrong

    def figures(self, name: str, least_squares: float | None, least_exact: float | None) -> Iterator[Figure]:
        for what, value, least in (
            ("squares right", 100 * self.right / max(self.squares, 1), least_squares),
            ("whole boards exact", 100 * self.exact / max(self.boards, 1), least_exact),
        ):
            title = f"{name}: {what}"
            yield Figure.unlimited(title, value, "%") if least is None else Figure.at_least(title, value, "%", least)


def figures(options: argparse.Namespace) -> list[Figure]:
    """Return the figures of all parts."""
    return [*_drawn(options.share), *_photographs(options.shared), *_clip()]


def _drawn(share: str) -> Iterator[Figure]:
    """Boards by chance: ``tuning``: those that nets may learn from or thresholds be set by; ``last``: the others."""
    given, found, starts, learned = Tally(), Tally(), Tally(), 0
    near: list[bool] = []
    clear: list[bool] = []
    hands: list[bool] = []
    for number in range(LOOKS):
        if share != "all" and is_kept_back(number) != (share == "last"):
            continue
        for drawn, grid, image in shot(number, SEED):
            corners, first = top_first(drawn.corners)
            height, width = image.shape[:2]
            if not all(0 <= x < width and 0 <= y < height for x, y in corners):
                continue
            truth = ["".join(row).lower() for row in as_seen(grid, first)]
            hidden = np.rot90(drawn.covered.reshape(SIZE, SIZE)[::-1], first) > _LEAST_COVERED
            seen = read_still(image, corners)
            (hands if drawn.covered.sum() > 2 else clear).append(seen.seen.hand)
            if drawn.covered.any():
                continue
            given.add(seen.rows, truth, hidden)
            there = _found(image)
            near.append(there is not None and _off(there, corners) < _NEAR)
            if there is None:
                found.add(["?" * SIZE] * SIZE, truth)
                continue
            named = _named(read_still(image, there).rows, there, corners)
            found.add(named, truth)
            if tuple(grid) == START:
                learned += _learns(image)
                starts.add(named, truth)
    yield from given.figures("drawn boards with corners given", 99.9, None)
    yield from found.figures("drawn boards with corners found", 99.9, 98)
    yield Figure.at_least("drawn boards: corners within a quarter of a square", 100 * float(np.mean(near)), "%", 98)
    yield Figure.at_least("drawn start positions learned", 100 * learned / max(starts.boards, 1), "%", 95)
    yield Figure.at_least("hands over drawn boards noticed", 100 * float(np.mean(hands)), "%", 98)
    yield Figure.at_most("drawn boards without a hand taken for covered", 100 * float(np.mean(clear)), "%", 1)
    yield Figure.unlimited("drawn boards read", given.boards, "boards")


def _photographs(shared: Path) -> Iterator[Figure]:
    given, found = Tally(), Tally()
    for path in sorted((shared / "data" / "photos" / "draughts").glob("*.json")):
        values = json.loads(path.read_text(encoding="utf-8"))
        truth = ["".join(row).lower() for row in values["rows"]]
        first, second, third, fourth = ((float(x), float(y)) for x, y in values["corners"])
        corners: Corners = (first, second, third, fourth)
        image = load_picture(path.with_suffix(".jpg"))
        given.add(read_still(image, corners).rows, truth)
        there = _found(image)
        rows = ["?" * SIZE] * SIZE if there is None else _named(read_still(image, there).rows, there, corners)
        found.add(rows, truth)
    if not given.boards:
        raise InputError(f"{shared}: no photographs of draughts boards, expected data/photos/draughts/*.json")
    yield from given.figures("photographs with corners given", None, 100)
    yield from found.figures("photographs with corners found", None, 100)


def _clip() -> Iterator[Figure]:
    with as_file(files("companion") / "demo" / "draughts") as folder:
        yield from film_tally(folder).figures("still frames of the demo's clip", None, 100)


def film_tally(folder: Path) -> Tally:
    """How the still frames of a film are read by a reader that learned the board from the first one."""
    frames = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["frames"]
    reader = DraughtsReader(calibrate(load_picture(folder / frames[0]["file"])))
    tally = Tally()
    for frame in frames:
        if frame["still"]:
            seen = reader.look(load_picture(folder / frame["file"]), seen_at_s=0.0)
            tally.add(rows_from_light(seen), frame["rows"])
    return tally


def rows_from_light(seen: Observation) -> list[str]:
    """The squares from row 8 down to row 1, as Light sees them."""
    signs = {(0, 0): ".", (1, 0): "l", (0, 1): "d"}
    return [
        "".join(signs[seen.spot(SIZE * rank + file).best] for file in range(SIZE)) for rank in reversed(range(SIZE))
    ]


def _found(image_bgr: Image) -> Corners | None:
    try:
        return find_corners(image_bgr)
    except BoardNotFoundError:
        return None


def _off(found: Corners, true: Corners) -> float:
    """How far the farthest corner is off, in squares, whichever row is named first."""
    ring, side = np.array(true), np.linalg.norm(np.subtract(true[0], true[1])) / SIZE
    return min(float(np.linalg.norm(np.roll(ring, k, axis=0) - found, axis=1).max()) for k in range(4)) / float(side)


def _named(rows: Sequence[str], found: Corners, true: Corners) -> list[str]:
    """The rows as they are from the true first corner on: a board that stands on its tip has two upper rows."""
    ring = np.array(true)
    k = min(range(4), key=lambda turn: float(np.linalg.norm(np.roll(ring, -turn, axis=0) - found, axis=1).max()))
    return ["".join(row) for row in np.rot90(np.array([list(row) for row in rows]), -k)]


def _learns(image_bgr: Image) -> bool:
    try:
        calibrate(image_bgr)
    except (BoardNotFoundError, CalibrationError):
        return False
    return True
