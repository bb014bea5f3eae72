"""Train the die reader: the value of the upper face, or none, and whether the die leans or lies on a checker.

    python -m vision.training.train_dice --patches DIR [DIR ...] --seconds 120 --out vision/weights/dice.onnx

Learns from dice that are drawn on the way (``boxes``) and from patches of rasterised boards; uses a graphics card where
there is one.  Every eighth board is held out; at the end it prints how these, and fresh drawn dice, are read.  Where
the package ``onnx`` is missing, only weights are written: ``--start FILE.pt --steps 0`` exports them elsewhere.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from vision.dice import PATCH
from vision.training import boxes, patch_training
from vision.training.chance import Chance, spread_out
from vision.training.dice_patches import NONE
from vision.training.drawn_patches import many_drawn
from vision.training.nets import layer
from vision.training.patch_training import Batch, Kept, Stock, answers, bare, moved, saved, shuffled
from vision.training.photographed import photographed

COCKED = NONE + 1
MIDDLE = (slice(4, 52), slice(8, 56))  # rows and columns where the upper face may be: rather above the middle
WIDE = 80  # patches are made wider than they are used: room to turn and shift them
SETS = 24  # prints of the numbers of cubes, which are no dice
SHOWN = [0.74, 0.05, 0.07, 0.04, 0.04, 0.02, 0.04]  # how often a drawn patch is of each of the kinds


class DiceNet(nn.Module):
    """Patch (n, 3, 64, 64) to 8 logits: values 1 to 6, none, and cocked.

    The middle is read for the pips, the whole patch at half its size for what the die lies on.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = _convolutions((3, 16, 1), (16, 24, 2), (24, 32, 1), (32, 48, 2), (48, 64, 1), (64, 64, 2))
        self.around = _convolutions((3, 16, 1), (16, 32, 2), (32, 48, 1), (48, 64, 2), (64, 64, 2))
        self.rest = nn.Dropout(0.2)
        self.value = nn.Linear(64 * 6 * 6 + 64 * 4 * 4, NONE + 1)
        self.cocked = nn.Sequential(nn.Linear(64 * 6 * 6 + 64 * 4 * 4, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        die = self.body(x[:, :, *MIDDLE]).flatten(1)
        around = self.around(functional.avg_pool2d(x, 2)).flatten(1)
        seen = self.rest(torch.cat([die, around], 1))
        return torch.cat([self.value(seen), self.cocked(seen)], 1)


def _convolutions(*layers: tuple[int, int, int]) -> nn.Sequential:
    """Layers of 3 x 3 convolutions, each given as (channels before, channels after, stride)."""
    return nn.Sequential(*(part for before, after, stride in layers for part in layer(before, after, stride)))


def misplaced(chance: Chance, cocked: torch.Tensor) -> torch.Tensor:
    """By how many pixels (n, 2) of a patch upper faces are off its middle, for the map takes in the sides as well."""
    n = len(cocked)
    far = cocked | chance.yes(n, 0.2)  # nor does it know which face of a tilted die is the upper one
    wide = chance.normal((n, 2), 4.2) - torch.tensor([0.0, 1.0], device=chance.device)
    near = chance.normal((n, 2), 1.9) - torch.stack([torch.zeros(n, device=chance.device), chance.rare(n, 2.0)], 1)
    return torch.where(far[:, None], wide, near).clamp(-12, 12)


def seen(chance: Chance, pictures: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Wide byte patches as the reader is given them, -0.5 to 0.5."""
    patches = moved(chance, pictures, PATCH, misplaced(chance, labels[:, 1] == 1), turn=0.14, mirror=True)
    return photographed(chance, _recoloured(chance, patches)) - 0.5


def _recoloured(chance: Chance, patches: torch.Tensor) -> torch.Tensor:
    """Half of the patches with their colours turned round grey, paler or louder, some dark where they were light."""
    n = len(patches)
    angle, full = chance.between(n, 0, 2 * math.pi), chance.between(n, 0, 1.4)
    grey, same = torch.full((3, 3), 1 / 3, device=chance.device), torch.eye(3, device=chance.device)
    aside = torch.tensor([[0, -1, 1], [1, 0, -1], [-1, 1, 0.0]], device=chance.device) / math.sqrt(3)
    turn = spread_out(torch.cos(angle), 2) * (same - grey) + spread_out(torch.sin(angle), 2) * aside
    matrix = torch.where(spread_out(chance.yes(n, 0.5), 2), grey + spread_out(full, 2) * turn, same)
    patches = torch.einsum("nij,njhw->nihw", matrix, patches).clamp(0, 1)
    return torch.where(spread_out(chance.yes(n, 0.08), 3), 1 - patches, patches)


def loss_of(out: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    loss = functional.cross_entropy(out[:, :COCKED], labels[:, 0], label_smoothing=0.02)
    known = (labels[:, 1] >= 0).float()
    leaning = functional.binary_cross_entropy_with_logits(
        out[:, COCKED], labels[:, 1].clamp(min=0).float(), reduction="none"
    )
    return loss + (leaning * known).sum() / known.sum().clamp(min=1)


def figures(name: str, net: nn.Module, pictures: torch.Tensor, labels: torch.Tensor) -> str:
    """How patches (n, 3, PATCH, PATCH), -0.5 to 0.5, are read."""
    out = answers(net, ((pictures + 0.5) * 255).to(torch.uint8))
    value, wanted, leaning = out[:, :COCKED].argmax(1), labels[:, 0], labels[:, 1] == 1
    die, flat = wanted < NONE, labels[:, 1] == 0

    def share(right: torch.Tensor, of: torch.Tensor) -> str:
        return f"{100 * float(right[of].float().mean()) if of.any() else math.nan:.2f} % of {int(of.sum())}"

    sure = out[:, :COCKED].softmax(1).amax(1) > 0.97
    return (
        f"{name}: values right {share(value == wanted, die & ~leaning)}, "
        f"of leaning dice {share(value == wanted, die & leaning)}; "
        f"of sure ones wrong {share(value != wanted, die & sure & (value < NONE))}; "
        f"taken for none {share(value == NONE, die)}; none taken for a die {share(value < NONE, ~die)}; "
        f"leaning noticed {share(out[:, COCKED] > 0, leaning)}, flat so called {share(out[:, COCKED] > 0, flat)}"
    )


def as_none(labels: torch.Tensor) -> torch.Tensor:
    """Labels with cubes as what they are to this reader: none."""
    return torch.stack([labels[:, 0].clamp(max=NONE), labels[:, 1]], 1)


def main() -> None:
    options: Any = patch_training.arguments(__doc__, seconds=120, out="vision/weights/dice.onnx").parse_args()
    where = patch_training.device()
    torch.manual_seed(options.seed)
    chance, other = Chance(options.seed, where), Chance(options.seed + 1000, where)
    bank = boxes.prints(options.seed, SETS, where)
    kept = Kept(options.patches, WIDE, where)
    print(f"{len(kept.learned[0])} patches of boards to learn from so far, on {where}", flush=True)

    def make(n: int) -> Batch:
        made, shown = many_drawn(chance, n, WIDE, SHOWN, bank, bare(kept.learned))
        return made, as_none(shown)

    def pools() -> list[Batch]:
        pictures, labels = kept.learned[0], as_none(kept.learned[1])
        die, leaning = labels[:, 0] < NONE, labels[:, 1] == 1
        return [(pictures[k], labels[k]) for k in (die & ~leaning, die & leaning, ~die)]

    stock, some = Stock(options.stock, make, min(options.stock, 16 * options.fresh)), pools()

    def batch() -> Batch:
        if kept.newer():
            some[:] = pools()
        stock.renew(options.fresh)
        few = shuffled(chance, [*some, (stock.pictures, stock.labels)], [0.17, 0.12, 0.13, 0.58], options.batch)
        return seen(chance, *few), few[1]

    net = patch_training.learn(DiceNet().to(where), batch, loss_of, options)
    made, shown = many_drawn(other, options.check, WIDE, SHOWN, bank, bare(kept.held))
    held = kept.held[0], as_none(kept.held[1])
    print(f"{len(kept.learned[0])} patches of boards were learned from", flush=True)
    for name, few in (("boards held out", held), ("drawn anew", ((255 * made).to(torch.uint8), as_none(shown)))):
        if len(few[0]):
            print(figures(name, net, seen(other, *few), few[1]), flush=True)
    saved(net, PATCH, options.out)


if __name__ == "__main__":
    main()
