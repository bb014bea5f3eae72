"""Train the reader of the doubling cube: the number on its upper face, in any rotation, or none.

    python -m vision.training.train_cube --patches DIR [DIR ...] --seconds 60 --out vision/weights/cube.onnx

Learns from cubes that are drawn on the way (``boxes``), in the fonts of the machine, and from patches of rasterised
boards; the rest is as with :mod:`vision.training.train_dice`.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from vision.cube import PATCH, PITCH, VALUES
from vision.training import boxes, dice_patches, patch_training
from vision.training.chance import Chance, pixels, spread_out
from vision.training.dice_patches import FIRST_CUBE
from vision.training.drawn_patches import many_drawn
from vision.training.nets import layer
from vision.training.patch_training import Batch, Kept, Stock, answers, bare, moved, saved, shuffled
from vision.training.photographed import photographed

WIDE = dice_patches.WIDE
SHRINK = dice_patches.PITCH / PITCH
NONE = len(VALUES)
SETS = 200  # prints of the numbers
SHOWN = [0.1, 0.06, 0.03, 0.7, 0.03, 0.02, 0.06]  # how often a drawn patch is of each of the kinds
SHIFT = 2.5  # pixels of a patch by which a cube is mostly misplaced
CUT_OFF = 0.12  # of the patches


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
        return self.head(self.body(x).flatten(1))


def cut_off(chance: Chance, patches: torch.Tensor) -> torch.Tensor:
    """Some of the patches as if the picture ended near their middle."""
    n, _, size, _ = patches.shape
    angle, far = chance.between(n, 0, 2 * math.pi), chance.between(n, 3, 22)
    way = torch.stack([torch.cos(angle), torch.sin(angle)], 1)[:, None, None]
    outside = ((pixels(size, chance.device) - (size - 1) / 2) * way).sum(3) > spread_out(far, 2)
    return torch.where((outside & spread_out(chance.yes(n, CUT_OFF), 2))[:, None], 0.0, patches)


def seen(chance: Chance, pictures: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Wide byte patches as the reader is given them, -0.5 to 0.5: not quite in the middle, turned any way."""
    n = len(labels)
    shift = chance.normal((n, 2), SHIFT) * torch.where(chance.yes(n, 0.2), 2.0, 1.0)[:, None]
    patches = moved(chance, pictures, PATCH, shift.clamp(-9, 9), turn=1, mirror=False, shrink=SHRINK)
    return photographed(chance, cut_off(chance, patches), least=0.5) - 0.5


def loss_of(out: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return functional.cross_entropy(out, labels[:, 0], label_smoothing=0.02)


def numbers(labels: torch.Tensor) -> torch.Tensor:
    """Labels with the places of numbers in ``VALUES``, and dice as what they are to this reader: none."""
    cube = labels[:, 0] >= FIRST_CUBE
    return torch.stack([torch.where(cube, labels[:, 0] - FIRST_CUBE, NONE), labels[:, 1]], 1)


def figures(name: str, net: nn.Module, pictures: torch.Tensor, labels: torch.Tensor) -> str:
    """How patches (n, 3, PATCH, PATCH), -0.5 to 0.5, are read."""
    value = answers(net, ((pictures + 0.5) * 255).to(torch.uint8)).argmax(1)
    wanted, cube = labels[:, 0], labels[:, 0] < NONE
    return (
        f"{name}: numbers wrong {int((value != wanted)[cube].sum())} of {int(cube.sum())} "
        f"({int((value == NONE)[cube].sum())} not read); "
        f"nothing taken for a number {int((value != NONE)[~cube].sum())} of {int((~cube).sum())}"
    )


def main() -> None:
    options: Any = patch_training.arguments(__doc__, seconds=60, out="vision/weights/cube.onnx").parse_args()
    where = patch_training.device()
    torch.manual_seed(options.seed)
    chance, other = Chance(options.seed, where), Chance(options.seed + 1000, where)
    bank = boxes.prints(options.seed, SETS, where)
    kept = Kept(options.patches, WIDE, where)
    print(f"{len(kept.learned[0])} patches of boards to learn from so far, on {where}", flush=True)

    def make(n: int) -> Batch:
        made, shown = many_drawn(chance, n, WIDE, SHOWN, bank, bare(kept.learned))
        return made, numbers(shown)

    def pools() -> list[Batch]:
        pictures, labels = kept.learned[0], numbers(kept.learned[1])
        cube = labels[:, 0] < NONE
        return [(pictures[k], labels[k]) for k in (cube, ~cube)]

    stock, some = Stock(options.stock, make, min(options.stock, 16 * options.fresh)), pools()

    def batch() -> Batch:
        if kept.newer():
            some[:] = pools()
        stock.renew(options.fresh)
        few = shuffled(chance, [*some, (stock.pictures, stock.labels)], [0.2, 0.2, 0.6], options.batch)
        return seen(chance, *few), few[1]

    net = patch_training.learn(CubeNet().to(where), batch, loss_of, options)
    made, shown = many_drawn(other, options.check, WIDE, SHOWN, bank, bare(kept.held))
    held = kept.held[0], numbers(kept.held[1])
    for name, few in (("boards held out", held), ("drawn anew", ((255 * made).to(torch.uint8), numbers(shown)))):
        if len(few[0]):
            print(figures(name, net, seen(other, *few), few[1]), flush=True)
    saved(net, PATCH, options.out)


if __name__ == "__main__":
    main()
