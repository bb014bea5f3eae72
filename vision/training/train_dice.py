"""Train the die reader: the value of the upper face, or none, and whether the die is cocked.

    python -m vision.training.train_dice --data FOLDER [FOLDER ...] --check FOLDER --out vision/weights/dice.onnx

Learns from dice cut out of rendered boards and from dice drawn here, which come in
any colour and cost nothing.  A patch is 48 x 48 pixels with the board's pitch (the
width of one point) at 64, so that a die is some 20 to 30 pixels wide.
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

from vision.dice import PATCH, patch_homography
from vision.fieldmaps import peaks, seen_field
from vision.rectify import transformed, view_from_picture
from vision.training.disguise import recoloured
from vision.training.loop import Batch, arguments, export, train, truth_files
from vision.training.samples import picture_corners

WIDE = 80  # patches are cut wider than they are used, room for jitter
NONE, COCKED = 6, 7
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


class DiceNet(nn.Module):
    """Patch (n, 3, 48, 48) to 8 logits: values 1 to 6, none, and cocked."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, stride in ((3, 16, 1), (16, 24, 2), (24, 32, 1), (32, 48, 2), (48, 64, 1), (64, 64, 2)):
            layers += [
                nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False),
                nn.BatchNorm2d(after),
                nn.ReLU(),
            ]
        self.body = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Dropout(0.2), nn.Linear(64 * 6 * 6, 8))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x).flatten(1))


def cut_dice(path: Path, rng: np.random.Generator) -> list[tuple[np.ndarray, int, bool, bool]]:
    """Patches of one picture: (wide patch, value or NONE, cocked, is cocked known)."""
    truth = json.loads(path.read_text())
    image = cv2.imread(str(path.with_suffix(".jpg")))
    homography = view_from_picture([(x, y) for x, y in picture_corners(truth)])
    out = []

    def cut(center: Any, value: int, cocked: bool) -> None:
        matrix = patch_homography(homography, center)
        grow = np.array([[1, 0, (WIDE - PATCH) / 2], [0, 1, (WIDE - PATCH) / 2], [0, 0, 1.0]])
        out.append((cv2.warpPerspective(image, grow @ matrix, (WIDE, WIDE)), value, cocked, True))

    # Where the field net sees dice is where dice are looked for: its errors of place and its false dice are learned.
    back = np.linalg.inv(homography)
    _, maps = seen_field(image, homography)
    seen = [transformed([(p.x, p.y)], back)[0] for p in peaks(maps.die, 0.05)]
    for die in truth["dice"]:
        if die["visible"] > 0.6:
            cut(die["center"], die["value"] - 1, die["cocked"])
            near = [p for p in seen if math.dist(p, die["center"]) < 16]
            for place in near[:1] * 2:
                cut(place, die["value"] - 1, die["cocked"])
    centers = [d["center"] for d in truth["dice"]]
    for place in seen:
        if all(math.dist(place, c) > 40 for c in centers):
            cut(place, NONE, False)
    things = [c["center"] for c in truth["checkers"]] + ([truth["cube"]["center"]] if truth["cube"] else [])
    corners = np.array(truth["field_corners"])
    for _ in range(3):
        place = things[rng.integers(len(things))] if rng.random() < 0.5 else corners.T @ rng.dirichlet(np.ones(4))
        place = np.asarray(place) + rng.normal(0, 4, 2)
        if all(math.hypot(place[0] - x, place[1] - y) > 30 for x, y in centers):
            cut(place, NONE, False)
    return out


def drawn_die(rng: np.random.Generator, background: np.ndarray) -> tuple[np.ndarray, int]:
    """A die drawn in perspective on a background patch (WIDE x WIDE), value 0 to 5 of its upper face."""
    zoom = 2
    side = rng.uniform(17, 28)
    tilt, yaw, turn = rng.uniform(0, 0.85), rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi)
    rotation = np.array([[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    roll = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1.0]])
    # The board's plane is what a patch shows undistorted: depth comes out as a shift along the camera's direction.
    shear = np.linalg.inv((roll @ lean)[:2, :2]) @ (roll @ lean)[:2]
    values = list(rng.permutation(6) + 1)
    body = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.full(3, rng.choice([15, 240])) + rng.normal(0, 12, 3)
    pip = np.clip(np.full(3, 245.0 if body.mean() < 128 else 15.0) + rng.normal(0, 20, 3), 0, 255)
    if abs(float(pip.mean() - body.mean())) < 70:
        pip = np.full(3, 255.0 if body.mean() < 128 else 0.0)
    canvas = cv2.resize(background, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
    center = np.array([WIDE / 2, WIDE / 2])
    spread, radius = rng.uniform(0.42, 0.56), rng.uniform(0.075, 0.11) * 2
    big_one = rng.random() < 0.3
    light = rng.normal(0, 1, 3)

    def on_picture(points: np.ndarray) -> np.ndarray:
        flat = (points * side / 2) @ rotation.T
        flat = flat - np.array([0, 0, side / 2])  # the upper face's centre stays at the patch's centre
        return np.round((center + flat @ shear.T) * zoom * 8).astype(np.int32)

    view_direction = (roll @ lean).T @ np.array([0, 0, 1.0])
    order = []
    for axis in range(3):
        for sign in (1, -1):
            normal = np.zeros(3)
            normal[axis] = sign
            facing = float((rotation @ normal) @ view_direction)
            if facing > 0.02:
                order.append((facing, axis, sign))
    for facing, axis, sign in sorted(order):
        u, v = [k for k in range(3) if k != axis]
        value = values[axis] if sign > 0 else 7 - values[axis]
        corners = []
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            point = np.zeros(3)
            point[axis], point[u], point[v] = sign, a, b
            corners.append(point)
        shade = 0.75 + 0.25 * facing + 0.06 * float(light[axis] * sign)
        cv2.fillPoly(canvas, [on_picture(np.array(corners))], np.clip(body * shade, 0, 255).tolist(), cv2.LINE_AA, 3)
        for a, b in PIPS[int(value)]:
            grow = 1.7 if value == 1 and big_one else 1.0
            angles = np.linspace(0, 2 * math.pi, 16, endpoint=False)
            ring = np.zeros((16, 3))
            ring[:, axis] = sign
            ring[:, u] = a * spread + radius * grow * np.cos(angles)
            ring[:, v] = b * spread + radius * grow * np.sin(angles)
            cv2.fillPoly(canvas, [on_picture(ring)], np.clip(pip * shade, 0, 255).tolist(), cv2.LINE_AA, 3)
    small = cv2.resize(
        cv2.GaussianBlur(canvas, (0, 0), zoom * rng.uniform(0.4, 1.0)), (WIDE, WIDE), interpolation=cv2.INTER_AREA
    )
    return small, int(values[2]) - 1


def used(patch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The 48 x 48 middle of a wide patch: shifted, turned, scaled, flipped, recoloured."""
    angle, scale = rng.uniform(0, 360), rng.uniform(0.85, 1.18)
    matrix = cv2.getRotationMatrix2D((WIDE / 2, WIDE / 2), angle, scale)
    matrix[:, 2] += (PATCH - WIDE) / 2 + rng.normal(0, 3.0, 2)
    small = cv2.warpAffine(patch, matrix, (PATCH, PATCH), borderMode=cv2.BORDER_REFLECT)
    if rng.random() < 0.5:
        small = np.ascontiguousarray(small[:, ::-1])
    if rng.random() < 0.3:
        small = cv2.resize(cv2.resize(small, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), (PATCH, PATCH))
    return recoloured(small, rng)


def tensor(patch: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(patch.transpose(2, 0, 1).astype(np.float32) / 255 - 0.5)


def batch(patches: list[Any], rng: np.random.Generator, size: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    xs, values, cocked = [], [], []
    for k in rng.integers(0, len(patches), size):
        patch, value, leaning, known = patches[k]
        xs.append(tensor(used(patch, rng)))
        values.append(value)
        cocked.append(float(leaning) if known and value != NONE else -1.0)
    return torch.stack(xs), torch.tensor(values), torch.tensor(cocked)


def check(net: DiceNet, patches: list[Any]) -> str:
    if not patches:
        return ""
    cut = (WIDE - PATCH) // 2
    out = torch.cat([net(tensor(p[0][cut : cut + PATCH, cut : cut + PATCH])[None]) for p in patches])
    value = out[:, :7].argmax(1).numpy()
    truth = np.array([p[1] for p in patches])
    leaning = np.array([p[2] for p in patches])
    flat = (truth != NONE) & ~leaning
    called = out[:, COCKED].numpy() > 0
    return (
        f"values wrong {int((value != truth)[flat].sum())} of {int(flat.sum())}; "
        f"nothing taken for a die {int(((truth == NONE) & (value != NONE)).sum())} of {int((truth == NONE).sum())}; "
        f"cocked missed {int((leaning & ~called).sum())} of {int(leaning.sum())}, false {int((flat & called).sum())}"
    )


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    values, cocked = wanted
    loss = functional.cross_entropy(out[:, :7], values, label_smoothing=0.02)
    known = cocked >= 0
    return loss + 0.5 * functional.binary_cross_entropy_with_logits(out[known, COCKED], cocked[known])


def main() -> None:
    parser = arguments(__doc__, steps=3000)
    parser.add_argument("--drawn", type=int, default=2500, help="how many dice are drawn")
    options = parser.parse_args()
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    patches = [p for f in truth_files(options.data, options.leave_out) for p in cut_dice(f, rng)]
    checks = [p for f in truth_files(options.check) for p in cut_dice(f, rng)]
    counts = [sum(p[1] != NONE for p in some) for some in (patches, checks)]
    print(f"{counts[0]} dice to learn from, {counts[1]} to check", flush=True)
    empty = [p[0] for p in patches if p[1] == NONE]
    patches += [(*drawn_die(rng, empty[rng.integers(len(empty))]), False, False) for _ in range(options.drawn)]
    net = DiceNet()
    train(net, lambda: batch(patches, rng, 64), loss_of, lambda: check(net, checks), options)
    export(net, torch.zeros(2, 3, PATCH, PATCH), options.out, any_number=True)


if __name__ == "__main__":
    main()
