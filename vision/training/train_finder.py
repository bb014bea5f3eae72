"""Train the board finder: the playing field, its bar, its middle and its corners in a whole picture.

    python -m vision.training.train_finder --data FOLDER [FOLDER ...] --out vision/weights/finder.onnx

The net sees the picture at 320 x 240 and gives four maps of a quarter of that: how likely
each place belongs to the playing field, to its bar, to the band half-way between the two rows
of points (bar and band tell how the board lies), and peaks at the field's corners.  It learns
from rendered boards, on their tables or cut out and laid on others, and from boards drawn flat;
seen whole, from any side, and as the finder sees them when it looks a second time, rectified
by corners that are a little off.  Boards whose style number leaves 7 when divided by 8 are
never learned from.  Training goes on where it stopped when the checkpoint is there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.corners import FINDER_WH
from vision.training import tables
from vision.training.disguise import Disguise
from vision.training.loop import Batch, Held, arguments, export, split, train, truth_files
from vision.training.nets import Pyramid, tensor
from vision.training.tables import example, first_look, load, moved

STRIDE = 4
FIELD, BAR, MIDDLE, CORNER = range(4)
MOST_CHECKED = 160
"""So many pictures of boards held out are enough to see the net learn."""


def goal_maps(made: tables.Example) -> np.ndarray:
    """What the net should say of an example, shape (4, 60, 80)."""
    size = (FINDER_WH[0] // STRIDE, FINDER_WH[1] // STRIDE)
    goal = np.zeros((4, size[1], size[0]), np.float32)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    message = np.array([(0, 0.45), (1, 0.45), (1, 0.55), (0, 0.55)])
    bands = [moved(message, cv2.getPerspectiveTransform(square, f.astype(np.float32))) for f in made.fields]
    for k, polygons in ((FIELD, made.fields), (BAR, made.bars), (MIDDLE, bands)):
        mask = np.zeros((FINDER_WH[1], FINDER_WH[0]), np.uint8)
        for polygon in polygons:
            cv2.fillPoly(mask, [np.round(polygon * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        goal[k] = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    rows, columns = np.mgrid[: size[1], : size[0]]
    for x, y in (np.asarray(made.fields).reshape(-1, 2) + 0.5) / STRIDE - 0.5:
        bump = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 1.1**2))
        goal[CORNER] = np.maximum(goal[CORNER], bump)
    return goal


class Lesson:
    """Batches of examples: half of them new, half shown before and now turned over (making one costs much)."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._disguise = Disguise(rng)
        self._shown: list[tuple[np.ndarray, np.ndarray]] = []

    def batch(self, scenes: Sequence[tables.Scene], size: int) -> Batch:
        rng = self._rng
        new = 2 * size if not self._shown else size // 2
        for _ in range(new):
            made = example(scenes, rng, self._disguise)
            self._shown.append((made.view, goal_maps(made)))
        pairs = self._shown[-(size // 2) :]
        for k in rng.integers(0, len(self._shown) - size // 2, size - len(pairs)):
            flip = (slice(None, None, rng.choice((1, -1))), slice(None, None, -1))
            view, goal = self._shown[k]
            pairs.append((view[flip], goal[(slice(None), *flip)]))
        self._shown = self._shown[-16 * size :]
        return torch.stack([tensor(v) for v, _ in pairs]), torch.from_numpy(np.stack([g for _, g in pairs]))


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    (goal,) = wanted
    masks = functional.binary_cross_entropy_with_logits(out[:, :CORNER], goal[:, :CORNER], reduction="none")
    raw = functional.binary_cross_entropy_with_logits(out[:, CORNER], goal[:, CORNER], reduction="none")
    heat = (raw * (out[:, CORNER].sigmoid() - goal[:, CORNER]).abs() ** 2).sum() / len(out)
    return masks.mean(dim=(0, 2, 3)) @ torch.tensor([1.0, 2.0, 2.0]) * 5 + heat


def check(net: nn.Module, held: Sequence[tables.Example]) -> str:
    """How far the nearest of the net's corners lies from each true one, in parts of the field's width."""
    errors = []
    for made in held:
        heat = net(tensor(made.view)[None])[0, CORNER].numpy()
        for field in made.fields:
            span = math.dist(field[0], field[1])
            for x, y in field:
                column, row = (int(np.clip((v + 0.5) / STRIDE, 4, n - 5)) for v, n in ((x, 80), (y, 60)))
                near = heat[row - 4 : row + 5, column - 4 : column + 5]
                dy, dx = np.unravel_index(near.argmax(), near.shape)
                at = ((column - 4 + dx + 0.5) * STRIDE - 0.5, (row - 4 + dy + 0.5) * STRIDE - 0.5)
                errors.append(math.dist(at, (x, y)) / span)
    if not errors:
        return ""
    within = np.mean(np.array(errors) < 0.019)
    return f"corner error median {np.median(errors):.4f}, 90 % {np.quantile(errors, 0.9):.4f}, near {within:.3f}"


def main() -> None:
    options = arguments(__doc__, steps=12000).parse_args()
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    lesson = Lesson(rng)
    stock = Held(lambda: split(truth_files(options.data, options.leave_out))[0], load, options.hold)
    held = [load(f) for f in split(truth_files(options.data))[1][:MOST_CHECKED]]
    same = np.random.default_rng(2)
    checks = [first_look(s, held, same) for s in held]
    print(f"{len(stock.items)} pictures to learn from, {len(checks)} to check", flush=True)
    finder = Pyramid(4, (16, 24, 48, 96), 4)
    train(
        finder,
        lambda: lesson.batch(stock.items, 8),
        loss_of,
        lambda net: check(net, checks),
        options,
        between=stock.renew,
    )
    export(finder, torch.zeros(1, 3, FINDER_WH[1], FINDER_WH[0]), options.out)


if __name__ == "__main__":
    main()
