"""Train the finder of dice in pictures without a board: where upper faces are, and how wide the dice.

    python -m vision.training.train_loose --patches DIR [DIR ...] --seconds 60 --out vision/weights/loose.onnx

Learns from scenes that are drawn on the way: dice, cubes and things that are none, on tables and on pieces of boards.
It answers for dice of one octave of widths; the reader shows it a picture in several sizes.  The rest is as with
:mod:`vision.training.train_dice`.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from vision.training import boxes, patch_training
from vision.training.chance import Chance, grounds, pixels, spread_out
from vision.training.dice_patches import NONE
from vision.training.drawn_patches import dotted
from vision.training.nets import Residual, heat_loss, layer
from vision.training.patch_training import Batch, Stock, kept_patches, saved, shuffled
from vision.training.photographed import photographed

SIZE, STRIDE = 96, 4
WIDTH = 20.0  # pixels: the middle of the octave of widths that it answers for
_SURELY, _NEVER = 1.45, 1.9  # times wider or narrower than that: still found, no more found; between, either is right
_BOXES = 3  # at most, in a scene
_HEAT, _SIDE, _WEIGHT = range(3)  # of the wanted maps


class LooseNet(nn.Module):
    """Picture (n, 3, h, w) to maps (n, 2, h / 4, w / 4): the logit of a die's face, log2 of its width by ``WIDTH``."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(layer(3, 16, 2), layer(16, 32, 2), Residual(32))
        self.coarse = nn.Sequential(layer(32, 64, 2), Residual(64), Residual(64), Residual(64))
        self.back = nn.Conv2d(64, 32, 1)
        self.both = Residual(32)
        self.head = nn.Conv2d(32, 2, 1)
        nn.init.constant_(self.head.bias, -2.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        fine = self.fine(x)
        back = functional.interpolate(self.back(self.coarse(fine)), scale_factor=2.0, mode="nearest")
        return self.head(functional.relu(self.both(functional.relu(fine + back))))


def scenes(chance: Chance, n: int, bank: torch.Tensor, under: torch.Tensor) -> Batch:
    """Scenes (n, 3, SIZE, SIZE), 0 to 1, and the maps (n, 3, SIZE / 4, SIZE / 4) that are wanted of them."""
    ground = grounds(chance, n, SIZE)
    if len(under):
        real = under[chance.integers(n, len(under))].float() / 255
        ground = torch.where(spread_out(chance.yes(n, 0.4), 3), real, ground)
    ground = torch.where(spread_out(chance.yes(n, 0.08), 3), dotted(chance, ground), ground) ** 2.2
    lens, light = boxes.cameras(chance, n), boxes.lights(chance, n)
    fitting = chance.yes(n, 0.7)
    usual = WIDTH * torch.exp(chance.between(n, -0.6, 0.6) * math.log(_NEVER))
    side = torch.where(fitting, usual, torch.exp(chance.between(n, math.log(5), math.log(160))))
    many = torch.where(side > 2 * WIDTH, 1, chance.integers(n, _BOXES + 1))
    at = pixels(SIZE // STRIDE, chance.device) * STRIDE + (STRIDE - 1) / 2
    wanted = torch.zeros(n, 3, SIZE // STRIDE, SIZE // STRIDE, device=chance.device)
    wanted[:, _WEIGHT] = 1.0
    place = chance.between((n, _BOXES, 2), -0.45, 0.45) * SIZE
    order = place[:, :, 1].argsort(1)  # the nearest to the camera last
    place = place.gather(1, order[..., None].expand(-1, -1, 2))
    for k in range(_BOXES):
        cubes = chance.yes(n, 0.12)
        width = side * torch.exp(chance.normal(n, 0.12))
        box, _ = boxes.boxes(chance, lens, torch.where(cubes, 1.6 * width, width), cubes=cubes, sets=len(bank) // 6)
        box.at = box.at + place[:, k]
        near = [(place[:, k] - place[:, j]).norm(dim=1) < 1.25 * side for j in range(k)]
        free = ~torch.stack(near).any(0) if near else torch.ones(n, dtype=torch.bool, device=chance.device)
        shown = (k < many) & free
        ground = boxes.painted(ground, box, light, bank, shown)
        _want(wanted, at, place[:, k] + (SIZE - 1) / 2, width, shown & ~cubes)
    return ground.clamp(0, 1) ** (1 / 2.2), wanted


def _want(wanted: torch.Tensor, at: torch.Tensor, top: torch.Tensor, width: torch.Tensor, die: torch.Tensor) -> None:
    off = torch.exp((width / WIDTH).log().abs())
    far = (at[None] - top[:, None, None]).norm(dim=3)
    bell = torch.exp(-((far / 3.0) ** 2) / 2) * spread_out(die & (off < _SURELY), 2)
    mine = bell > wanted[:, _HEAT]
    wanted[:, _HEAT] = torch.where(mine, bell, wanted[:, _HEAT])
    wanted[:, _SIDE] = torch.where(mine, spread_out((width / WIDTH).log2(), 2), wanted[:, _SIDE])
    either = spread_out(die & (off >= _SURELY) & (off < _NEVER), 2) & (far < spread_out(width, 2) * 0.6)
    wanted[:, _WEIGHT] = torch.where(either, 0.0, wanted[:, _WEIGHT])


def loss_of(out: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    loss = heat_loss(out[:, :1], wanted[:, :1], wanted[:, _WEIGHT:])
    there = (wanted[:, _HEAT] > 0.6).float()
    side = ((out[:, 1] - wanted[:, _SIDE]).abs() * there).sum()
    return (loss + 0.5 * side) / there.sum().clamp(min=1)


def figures(name: str, net: nn.Module, pictures: torch.Tensor, wanted: torch.Tensor) -> str:
    """How scenes (n, 3, SIZE, SIZE), -0.5 to 0.5, are found."""
    with torch.no_grad():
        out = torch.cat([net(part) for part in pictures.split(256)])
    heat = out[:, 0].sigmoid()
    top = (wanted[:, _HEAT] > 0.75) & (wanted[:, _HEAT] >= functional.max_pool2d(wanted[:, :1], 3, 1, 1)[:, 0])
    best = functional.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]
    close = functional.max_pool2d(wanted[:, :1], 5, 1, 2)[:, 0] > 0.5
    phantom = (heat > 0.3) & (heat >= best) & ~close & (wanted[:, _WEIGHT] > 0)
    off = (out[:, 1] - wanted[:, _SIDE]).abs()[top].mean()
    return (
        f"{name}: {int((best[top] > 0.3).sum())} of {int(top.sum())} dice found, {int(phantom.sum())} places taken for "
        f"one in {len(out)} scenes; widths off by {100 * (2 ** float(off) - 1):.0f} %"
    )


def main() -> None:
    options: Any = patch_training.arguments(__doc__, seconds=60, out="vision/weights/loose.onnx").parse_args()
    where = patch_training.device()
    torch.manual_seed(options.seed)
    chance, other = Chance(options.seed, where), Chance(options.seed + 1000, where)
    bank = boxes.prints(options.seed, 24, where)
    learned, held = kept_patches(options.patches, SIZE, where)
    bare, bare_held = (some[0][some[1][:, 0] == NONE] for some in (learned, held))

    def make(n: int) -> Batch:
        parts = [scenes(chance, min(64, n - k), bank, bare) for k in range(0, n, 64)]
        return torch.cat([p[0] for p in parts]), torch.cat([p[1] for p in parts])

    stock = Stock(options.stock, make, min(options.stock, 8 * options.fresh))

    def batch() -> Batch:
        stock.renew(options.fresh)
        pictures, wanted = shuffled(chance, [(stock.pictures, stock.labels)], [1.0], options.batch)
        mirrored = spread_out(chance.yes(options.batch, 0.5), 3)
        pictures, wanted = (torch.where(mirrored, some.flip(3), some) for some in (pictures, wanted))
        return photographed(chance, pictures.float() / 255) - 0.5, wanted

    net = patch_training.learn(LooseNet().to(where), batch, loss_of, options)
    checks = [scenes(other, 32, bank, bare_held) for _ in range(0, options.check, 32)]
    made, wanted = (torch.cat([check[k] for check in checks]) for k in (0, 1))
    print(figures("drawn anew", net, photographed(other, made) - 0.5, wanted), flush=True)
    saved(net, SIZE, options.out, any_size=True)


if __name__ == "__main__":
    main()
