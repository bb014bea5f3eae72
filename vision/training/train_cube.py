"""Train the reader of the doubling cube: the number on its upper face, in any rotation, or none.

    python -m vision.training.train_cube --data FOLDER [FOLDER ...] --checkpoint FILE --out vision/weights/cube.onnx

Learns from cubes cut out of rendered boards (close-ups among them, see ``closeups``) and from cubes drawn into
such boards in the fonts of this machine.  Every eighth board is held out and measured on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cube import PATCH, PITCH, VALUES, places_beside
from vision.fieldmaps import peaks, seen_field
from vision.rectify import inverse, transformed
from vision.training import boxes
from vision.training.boxes import Box
from vision.training.cuts import Scene, cubes_of, loaded, photographed, top_face, turned
from vision.training.loop import Batch, arguments, export, split, train, truth_files
from vision.training.nets import layer, tensor

WIDE = 88
NONE = len(VALUES)
SHIFT = 2.5  # pixels of a patch by which a cube is mostly misplaced
CUT_OFF = 0.12  # of the patches


@dataclass(frozen=True, slots=True)
class Example:
    """A wide patch and which of ``VALUES`` the cube in its middle shows, ``NONE`` without a cube."""

    patch: np.ndarray
    value: int


class CubeNet(nn.Module):
    """Patch (n, 3, 48, 48) to 7 logits: 2, 4, 8, 16, 32, 64, none."""

    def __init__(self) -> None:
        super().__init__()
        widths = ((3, 12, 1), (12, 24, 2), (24, 32, 1), (32, 48, 2), (48, 64, 1), (64, 64, 2))
        self.body = nn.Sequential(*[layer(before, after, stride) for before, after, stride in widths])
        side = PATCH // 8
        self.head = nn.Sequential(
            nn.Linear(64 * side * side, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, len(VALUES) + 1)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        # Half the bits are enough to learn with, and half the work; the exported net keeps them all.
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training):
            out = self.head(self.body(x).flatten(1))
        return out.float()


def rendered(scene: Scene, rng: np.random.Generator) -> list[Example]:
    """The cubes of a picture that can be seen, and places that show none."""
    out: list[Example] = []

    def example(center: Any, value: int) -> None:
        out.append(Example(scene.patch(scene.matrix(center, PITCH, WIDE), WIDE), value))

    cubes = [c for c in cubes_of(scene.truth) if scene.shows(c["center"], 6)]
    for cube in cubes:
        if cube["visible"] > 0.5:
            example(cube["center"], VALUES.index(cube["shows"]))
    seen: list[Any] = []
    if "cubes" not in scene.truth:  # where the nets that find it err
        _, maps = seen_field(scene.image, scene.view)
        found = peaks(maps.cube, 0.1)[:5] + places_beside(scene.image, scene.view)[:5]
        seen = [transformed([(p.x, p.y)], inverse(scene.view))[0] for p in found]
    corners = np.array(scene.truth["field_corners"])
    places = [*seen, corners.T @ rng.dirichlet(np.ones(4)), *(d["center"] for d in scene.truth["dice"][:1])]
    if scene.flat_checkers:
        places.append(scene.flat_checkers[int(rng.integers(len(scene.flat_checkers)))]["center"])
    for place in places:
        if scene.shows(place) and all(math.dist(place, c["center"]) > 60 for c in cubes_of(scene.truth)):
            example(place, NONE)
    return out


def drawn(scene: Scene, rng: np.random.Generator) -> Example | None:
    """A cube drawn into a picture, on the field, on the bar or beside; None where the place is not in the picture."""
    size = scene.truth["geometry"]
    side = size["point_w"] * rng.uniform(0.45, 0.85)
    face = int(rng.integers(6))
    turn = boxes.lying(face, rng.uniform(0, 2 * math.pi))
    x, y = rng.uniform(-0.6, 0.6, 2) * (size["field_w"], size["field_d"])
    floor = 0.0
    if rng.random() < 0.4:
        x, floor = rng.uniform(-0.5, 0.5) * size["bar_w"], size["bar_h"]
    middle = np.array([x, y, floor + side / 2])
    faces = boxes.cube_faces(rng)
    clear = rng.uniform(0.3, 0.7) if rng.random() < 0.06 else 0.0
    box = Box(middle, turn, side, rng.uniform(0.05, 0.5), faces, rng.uniform(0, 0.6), clear)
    top = top_face(box)
    center = scene.lens(top, np.eye(3)).pixel(top)
    if not scene.shows(center):
        return None
    matrix = scene.matrix(center, PITCH, WIDE)
    patch = boxes.painted(scene.patch(matrix, WIDE), scene.lens(middle, matrix), box, floor, rng)
    return Example(patch, face)


class Stock:
    """What is learned from; the drawn cubes are renewed."""

    def __init__(self, scenes: list[Scene], rng: np.random.Generator, many: int) -> None:
        self.scenes, self.rng, self.many = scenes, rng, many
        cut = [e for s in scenes for e in rendered(s, rng)]
        self.cubes = [e for e in cut if e.value != NONE]
        self.nothing = [e for e in cut if e.value == NONE]
        self.drawn: list[Example] = []
        self.renew(many)

    def renew(self, count: int) -> None:
        fresh: list[Example] = []
        while len(fresh) < count:
            made = drawn(self.scenes[int(self.rng.integers(len(self.scenes)))], self.rng)
            if made is not None:
                fresh.append(made)
        self.drawn = (fresh + self.drawn)[: self.many]

    def pick(self) -> Example:
        some = (self.cubes, self.drawn, self.nothing)[int(self.rng.choice(3, p=(0.25, 0.55, 0.2)))]
        return some[int(self.rng.integers(len(some)))]


def cut_off(patch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The patch as if the picture ended near its middle."""
    angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(3, 22)
    ys, xs = np.mgrid[: patch.shape[0], : patch.shape[1]] - (patch.shape[0] - 1) / 2
    return np.where((xs * math.cos(angle) + ys * math.sin(angle) > far)[..., None], np.uint8(0), patch)


def seen_by_camera(example: Example, rng: np.random.Generator) -> np.ndarray:
    """A patch as the reader may get it: not quite in the middle, perhaps cut by the edge of the picture."""
    patch = cut_off(example.patch, rng) if rng.random() < CUT_OFF else example.patch
    shift = SHIFT if rng.random() < 0.8 else 2 * SHIFT
    return photographed(turned(patch, PATCH, rng, shift=shift, mirror=False), rng, least=0.55)


def batch(stock: Stock, rng: np.random.Generator, size: int) -> Batch:
    examples = [stock.pick() for _ in range(size)]
    xs = [tensor(seen_by_camera(e, rng)) for e in examples]
    return torch.stack(xs), torch.tensor([e.value for e in examples])


def check(net: nn.Module, examples: list[Example]) -> str:
    """How the net does on held-out boards, each patch shifted as the field net might."""
    rng = np.random.default_rng(5)
    edge = (WIDE - PATCH) // 2
    shifts = np.clip(np.round(rng.normal(0, SHIFT, (len(examples), 2))), -6, 6).astype(int) + edge
    patches = [e.patch[y : y + PATCH, x : x + PATCH] for e, (x, y) in zip(examples, shifts, strict=True)]
    value = torch.cat([net(tensor(p)[None]) for p in patches]).argmax(1).numpy()
    truth = np.array([e.value for e in examples])
    cubes = truth != NONE
    return (
        f"numbers wrong {int((value != truth)[cubes].sum())} of {int(cubes.sum())} "
        f"({int((value == NONE)[cubes].sum())} not read); "
        f"nothing taken for a number {int((value != NONE)[~cubes].sum())} of {int((~cubes).sum())}"
    )


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    return functional.cross_entropy(out, wanted[0], label_smoothing=0.02)


def main() -> None:
    parser = arguments(__doc__, steps=6000)
    parser.add_argument("--drawn", type=int, default=4000, help="how many drawn cubes are kept at a time")
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(1)
    learned, held_out = split(truth_files(options.data, options.leave_out))
    checks = [e for f in held_out + truth_files(options.check) for e in rendered(loaded(f), np.random.default_rng(3))]
    stock = Stock([s for f in learned if not (s := loaded(f)).truth["hand"]], rng, options.drawn)
    print(
        f"{len(stock.cubes)} rendered cubes to learn from, {sum(e.value != NONE for e in checks)} to check", flush=True
    )
    net = CubeNet()

    def renewed() -> None:
        stock.renew(options.drawn // 32)

    train(net, lambda: batch(stock, rng, 64), loss_of, lambda n: check(n, checks), options, between=renewed)
    export(net, torch.zeros(2, 3, PATCH, PATCH), options.out, any_number=True)


if __name__ == "__main__":
    main()
