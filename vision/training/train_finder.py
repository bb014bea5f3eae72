"""Train the board finder: the playing field and its bar in a whole picture.

    python -m vision.training.train_finder --data FOLDER [FOLDER ...] --check FOLDER --out vision/weights/finder.onnx

The net sees the picture at 320 x 240 and gives, at a quarter of that, how likely each
place belongs to the playing field and to its bar, and four maps that peak at the field's
corners (top left, top right, bottom right, bottom left as the picture shows them).
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.corners import FINDER_WH
from vision.training.loop import Batch, arguments, export, train, truth_files
from vision.training.train_field import Block, bumps, recoloured, tensor

STRIDE = 4
FIELD, BAR, CORNERS = 0, 1, 2


class FinderNet(nn.Module):
    def __init__(self, width: int = 48) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 16, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(),
            nn.Conv2d(16, width, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
        )
        self.body = nn.Sequential(*[Block(width, d) for d in (1, 2, 4, 8, 16, 8, 4, 2, 1)])
        self.head = nn.Conv2d(width, 6, 1)
        nn.init.constant_(self.head.bias, -2.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(functional.relu(self.body(self.stem(x))))


def load(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The picture at twice the finder's size, the field's and the bar's corners in it."""
    truth: dict[str, Any] = json.loads(path.read_text())
    image = cv2.imread(str(path.with_suffix(".jpg")))
    factor = 2 * FINDER_WH[0] / image.shape[1]
    small = cv2.resize(image, (2 * FINDER_WH[0], 2 * FINDER_WH[1]), interpolation=cv2.INTER_AREA)
    return small, np.array(truth["field_corners"]) * factor, np.array(truth["bar"]) * factor


def clockwise_from_top_left(corners: np.ndarray) -> np.ndarray:
    middle = corners.mean(0)
    ring = corners[np.argsort(np.arctan2(*(corners - middle).T[::-1]))]
    return np.roll(ring, -int(np.argmin(ring.sum(1))), axis=0)


def jittered(sample: tuple[np.ndarray, ...], rng: np.random.Generator | None) -> tuple[np.ndarray, np.ndarray]:
    """The picture at the finder's size, seen from elsewhere where ``rng`` is given, and its six target maps."""
    image, field, bar = sample
    width, height = FINDER_WH
    matrix = np.diag([0.5, 0.5, 1.0])
    if rng is not None:
        angle, scale = rng.normal(0, 12), rng.uniform(0.55, 1.12)
        if rng.random() < 0.25:
            angle += rng.choice([90, 180, 270])
            scale *= 0.85
        turn = np.vstack([cv2.getRotationMatrix2D((width, height), angle, scale), [0, 0, 1]])
        tilt = np.eye(3)
        tilt[2, :2] = rng.normal(0, 0.0003, 2)
        shift = np.eye(3)
        shift[:2, 2] = rng.normal(0, 20, 2)
        if rng.random() < 0.5:
            flip = np.array([[-1, 0, 2 * width - 1], [0, 1, 0], [0, 0, 1.0]])
            turn = turn @ flip
        matrix = matrix @ shift @ tilt @ turn
    view = cv2.warpPerspective(image, matrix, FINDER_WH, borderMode=cv2.BORDER_REFLECT if rng is not None else 0)
    moved = [cv2.perspectiveTransform(q.reshape(-1, 1, 2), matrix).reshape(-1, 2) for q in (field, bar)]
    size = (width // STRIDE, height // STRIDE)
    goal = np.zeros((6, size[1], size[0]), np.float32)
    for k, polygon in enumerate(moved):
        mask = np.zeros((height, width), np.uint8)
        cv2.fillPoly(mask, [np.round(polygon).astype(np.int32)], 255)
        goal[k] = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    for k, corner in enumerate(clockwise_from_top_left(moved[0])):
        goal[CORNERS + k] = bumps(corner[None], size, 1.2)
    return view, goal


def batch(samples: list[Any], rng: np.random.Generator, size: int) -> tuple[torch.Tensor, torch.Tensor]:
    pairs = [jittered(samples[k], rng) for k in rng.integers(0, len(samples), size)]
    views = [tensor(recoloured(view, rng)) for view, _ in pairs]
    return torch.stack(views), torch.from_numpy(np.stack([goal for _, goal in pairs]))


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    (goal,) = wanted
    masks = functional.binary_cross_entropy_with_logits(out[:, :CORNERS], goal[:, :CORNERS], reduction="none")
    raw = functional.binary_cross_entropy_with_logits(out[:, CORNERS:], goal[:, CORNERS:], reduction="none")
    heat = (raw * (out[:, CORNERS:].sigmoid() - goal[:, CORNERS:]).abs() ** 2 * 4).sum() / (4 * len(out))
    return masks.mean(dim=(0, 2, 3)) @ torch.tensor([1.0, 3.0]) * 5 + heat


def check(net: FinderNet, samples: list[Any]) -> str:
    """Corner errors of the maps' peaks, as a part of the field's width."""
    errors = []
    for sample in samples:
        view, _ = jittered(sample, None)
        out = net(tensor(view)[None])[0].numpy()
        corners = clockwise_from_top_left(sample[1] / 2)
        span = np.hypot(*(corners[0] - corners[1]))
        for k in range(4):
            y, x = np.unravel_index(out[CORNERS + k].argmax(), out[CORNERS + k].shape)
            errors.append(math.hypot(x * 4 + 1.5 - corners[k][0], y * 4 + 1.5 - corners[k][1]) / span)
    if not errors:
        return ""
    return f"corner error median {np.median(errors):.4f}, 90 % {np.quantile(errors, 0.9):.4f}, worst {max(errors):.3f}"


def main() -> None:
    options = arguments(__doc__, steps=2000).parse_args()
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    samples = [load(f) for f in truth_files(options.data, options.leave_out)]
    checks = [load(f) for f in truth_files(options.check)][::10]
    print(f"{len(samples)} pictures to learn from, {len(checks)} to check", flush=True)
    net = FinderNet()
    train(net, lambda: batch(samples, rng, 8), loss_of, lambda: check(net, checks), options)
    export(net, torch.zeros(1, 3, FINDER_WH[1], FINDER_WH[0]), options.out)


if __name__ == "__main__":
    main()
