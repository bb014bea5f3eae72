"""Fit how likely a spot and a die have changed between two looks at a board.

    python -m vision.training.train_change --data FILM [FILM ...] --out vision/weights/change.json

Each film is a folder of frames in time order with their truth (``raster.make --films``).  Pairs of still frames up to
three apart are compared, as they are and as worse cameras would have seen them; a logistic regression on the features
of :mod:`vision.change` and their products learns which spots hold other checkers and which dice are others.  Every
fourth film is only measured on.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import change
from vision.board import BoardGeometry
from vision.calibration import guessed
from vision.cube import read_cube
from vision.dice import read_dice
from vision.fieldmaps import seen_field
from vision.observation import BAR, Orientation
from vision.rectify import view_from_picture
from vision.training.samples import picture_corners

APART = 3
CHANGED = 0.4
"""How much changed spots weigh beside unchanged ones: a turn changes a tenth of them, and none must be overlooked."""
IN_MOTION = ("hand_roll", "hand_move")
STILL = (
    "start",
    "cube_offered",
    "cube_taken",
    "before_roll",
    "cocked_roll",
    "after_roll",
    "partial_move",
    "after_move",
)


@dataclass(slots=True)
class Pairs:
    """Features of spots and dice, and whether they had changed."""

    spots: list[Sequence[float]] = field(default_factory=list)
    spots_changed: list[bool] = field(default_factory=list)
    dice: list[tuple[float, ...]] = field(default_factory=list)
    dice_changed: list[bool] = field(default_factory=list)


def worse(image: np.ndarray, kind: int, rng: np.random.Generator) -> np.ndarray:
    """The picture as it is (kind 0), as a poor camera in poor light saw it (1), or faded and blurred (2)."""
    if kind == 1:
        height, width = image.shape[:2]
        shrink = rng.uniform(0.35, 0.7)
        small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) * rng.uniform(0.4, 0.9)
        noisy = np.clip(small + rng.normal(0, rng.uniform(2, 9), small.shape), 0, 255).astype(np.uint8)
        packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 80))])[1]
        return cv2.resize(cv2.imdecode(packed, cv2.IMREAD_COLOR), (width, height), interpolation=cv2.INTER_LINEAR)
    if kind == 2:
        blurred = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 3.0))
        left = rng.uniform(0.3, 0.8)
        return np.clip(rng.uniform(20, 100) + left * blurred + rng.normal(0, 1.5, image.shape), 0, 255).astype(np.uint8)
    return image


def pairs_of(film: Path, into: Pairs, rng: np.random.Generator) -> None:
    """Add a film's pairs; the worse camera stays the same throughout."""
    truths = [json.loads(path.read_text()) for path in sorted(film.glob("[0-9]*.json"))]
    still = [truth for truth in truths if truth["hand"] is None and truth["kind"] not in IN_MOTION]
    first, second, third, fourth = (tuple(corner) for corner in picture_corners(truths[0]))
    corners = first, second, third, fourth
    homography = view_from_picture(corners)
    for kind in range(3):
        seed = int(rng.integers(1 << 30))
        looks = []
        for truth in still:
            image = worse(cv2.imread(str(film / truth["image"])), kind, np.random.default_rng(seed))
            view, maps = seen_field(image, homography)
            if not looks:
                geometry = _numbered(guessed(view, maps, corners).geometry, truths[0])
            dice = read_dice(image, homography, maps)
            cube = read_cube(image, homography, maps, geometry, dice)
            looks.append((truth, change.sight(change.picture_of(view, maps), homography, dice, cube), dice))
        for k, (truth, sight, dice) in enumerate(looks):
            for before, earlier, _ in looks[max(0, k - APART) : k]:
                pair = change.Pair.of(earlier, sight, geometry)
                for spot, values in pair.spot_features().items():
                    into.spots.append(values)
                    into.spots_changed.append(_held(before, spot) != _held(truth, spot))
                for die, values in zip(dice, pair.die_features(), strict=True):
                    there = [d for d in truth["dice"] if math.dist(d["center"], die.center_px) < 20]
                    if values is not None and there:
                        into.dice.append(values)
                        into.dice_changed.append(not any(_same(there[0], old) for old in before["dice"]))


def _numbered(geometry: BoardGeometry, truth: dict[str, Any]) -> BoardGeometry:
    """The geometry with its points numbered as the truth numbers them."""
    upright = tuple(picture_corners(truth)[3]) == tuple(truth["field_corners"][0])
    orientation = Orientation(upright, (truth["home"] == "right") == upright)
    return BoardGeometry(truth["geometry"]["bar_w"] / truth["geometry"]["field_w"], geometry.warp, orientation)


def _held(truth: dict[str, Any], spot: int) -> Any:
    position = truth["position"]
    return position["bar"] if spot == BAR else position["points"][spot - 1]


def _same(die: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(die["value"] == other["value"] and math.dist(die["xyz"], other["xyz"]) < 0.1)


def fitted(features: Sequence[Sequence[float]], changed: Sequence[bool]) -> list[float]:
    """The weights of a logistic regression (Newton's method, slightly damped), changed ones weighing ``CHANGED``."""
    rows, wanted = change.expanded(features), np.array(changed)
    middle, spread = rows.mean(0), rows.std(0) + 1e-9
    middle[0], spread[0] = 0.0, 1.0
    rows = (rows - middle) / spread
    share = np.where(wanted, CHANGED / max(wanted.mean(), 1e-6), (1 - CHANGED) / max(1 - wanted.mean(), 1e-6))
    weights = np.zeros(rows.shape[1])
    for _ in range(60):
        likely = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (share * (likely - wanted)) / len(rows) + 1e-3 * weights
        bend = (rows * (share * likely * (1 - likely))[:, None]).T @ rows / len(rows) + 1e-3 * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    plain = weights / spread
    plain[0] = weights[0] - float((weights[1:] * middle[1:] / spread[1:]).sum())
    return [round(float(w), 5) for w in plain]


def report(name: str, weights: Sequence[float], features: Sequence[Sequence[float]], changed: Sequence[bool]) -> None:
    likely = np.array(change.likely(weights, features))
    wanted = np.array(changed)
    missed, false = (likely[wanted] < 0.5).mean(), (likely[~wanted] >= 0.5).mean()
    print(f"{name}: missed {100 * missed:.2f} % of {wanted.sum()}, false {100 * false:.2f} % of {(~wanted).sum()}")


def films(folders: Sequence[Path]) -> Iterator[Path]:
    return (path for path in folders if (path / "frames.jsonl").exists())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    learned, kept = Pairs(), Pairs()
    for number, film in enumerate(films(options.data)):
        pairs_of(film, kept if number % 4 == 3 else learned, np.random.default_rng(number))
    spot, die = fitted(learned.spots, learned.spots_changed), fitted(learned.dice, learned.dice_changed)
    for name, some in (("learned from", learned), ("kept back", kept)):
        report(f"spots, {name}", spot, some.spots, some.spots_changed)
        report(f"dice, {name}", die, some.dice, some.dice_changed)
    options.out.write_text(json.dumps({"spot": spot, "die": die}) + "\n")


if __name__ == "__main__":
    main()
