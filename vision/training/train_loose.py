"""Train the finder of dice where there is no board, and of the cube beside one: where upper faces are, how wide dice.

    python -m vision.training.train_loose --patches DIR [DIR ...] --seconds 60 --out vision/weights/loose.onnx

Learns from scenes that are drawn on the way: dice, cubes and things that are none, on tables and on pieces of boards.
It answers for dice of one octave of widths, and for cubes of another; dice are looked for in a picture in several
sizes.  The rest is as with :mod:`vision.training.train_dice`.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from vision.training import boxes, patch_training
from vision.training.chance import Chance, grounds, pixels, spread_out
from vision.training.drawn_patches import dotted
from vision.training.nets import Residual, heat_loss, layer
from vision.training.patch_training import Batch, Kept, Stock, bare, saved, shuffled
from vision.training.photographed import photographed

SIZE, STRIDE = 96, 4
WIDTH, CUBE_WIDTH = 20.0, 11.0  # pixels: the middles of the octaves of dice and cubes that it answers for
_SURELY, _NEVER = 1.45, 1.9  # times wider or narrower than that: still found, no more found; between, either is right
_LARGER = 1.6  # cubes than dice
_BOXES = 3  # at most, in a scene
_HEAT, _SIDE, _CUBE, _WEIGHT, _CUBE_WEIGHT = range(5)  # of the wanted maps


class LooseNet(nn.Module):
    """Picture (n, 3, h, w) to maps (n, 3, h / 4, w / 4): a die's face, log2 of its width by ``WIDTH``, a cube's face.

    The first and the last are logits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(layer(3, 16, 2), layer(16, 32, 2), Residual(32))
        self.coarse = nn.Sequential(layer(32, 64, 2), Residual(64), Residual(64), Residual(64))
        self.back = nn.Conv2d(64, 32, 1)
        self.both = Residual(32)
        self.head = nn.Conv2d(32, 3, 1)
        nn.init.constant_(self.head.bias, -2.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        fine = self.fine(x)
        back = functional.interpolate(self.back(self.coarse(fine)), scale_factor=2.0, mode="nearest")
        return self.head(functional.relu(self.both(functional.relu(fine + back))))


def scenes(chance: Chance, n: int, bank: torch.Tensor, under: torch.Tensor) -> Batch:
    """Scenes (n, 3, SIZE, SIZE), 0 to 1, and the maps (n, 5, SIZE / 4, SIZE / 4) that are wanted of them."""
    ground = grounds(chance, n, SIZE)
    if len(under):
        real = under[chance.integers(n, len(under))].float() / 255
        ground = torch.where(spread_out(chance.yes(n, 0.35), 3), real, ground)
        far = under[chance.integers(9 * n, len(under))].float() / 255  # as small as a cube is seen beside a board
        far = functional.avg_pool2d(far, 3).view(n, 3, 3, 3, SIZE // 3, SIZE // 3).permute(0, 3, 1, 4, 2, 5)
        ground = torch.where(spread_out(chance.yes(n, 0.25), 3), far.reshape(n, 3, SIZE, SIZE), ground)
    ground = torch.where(spread_out(chance.yes(n, 0.08), 3), dotted(chance, ground), ground) ** 2.2
    lens, light = boxes.cameras(chance, n), boxes.lights(chance, n)
    kind, spread = chance.one_of(n, [0.5, 0.25, 0.25]), torch.exp(chance.between(n, -0.6, 0.6) * math.log(_NEVER))
    small = CUBE_WIDTH / _LARGER * spread  # dice beside cubes of a width that fits
    any_side = torch.exp(chance.between(n, math.log(5), math.log(160)))
    side = torch.where(kind == 0, WIDTH * spread, torch.where(kind == 1, small, any_side))
    many = torch.where(side > 2 * WIDTH, 1, chance.integers(n, _BOXES + 1))
    at = pixels(SIZE // STRIDE, chance.device) * STRIDE + (STRIDE - 1) / 2
    wanted = torch.zeros(n, 5, SIZE // STRIDE, SIZE // STRIDE, device=chance.device)
    wanted[:, _WEIGHT:] = 1.0
    place = chance.between((n, _BOXES, 2), -0.45, 0.45) * SIZE
    order = place[:, :, 1].argsort(1)  # the nearest to the camera last
    place = place.gather(1, order[..., None].expand(-1, -1, 2))
    for k in range(_BOXES):
        cubes = chance.yes(n, 0.1) | (chance.yes(n, 0.6) & (kind == 1))
        width = side * torch.exp(chance.normal(n, 0.12))
        box, _ = boxes.boxes(chance, lens, torch.where(cubes, _LARGER * width, width), cubes=cubes, sets=len(bank) // 6)
        box.at = box.at + place[:, k]
        near = [(place[:, k] - place[:, j]).norm(dim=1) < 1.25 * side for j in range(k)]
        free = ~torch.stack(near).any(0) if near else torch.ones(n, dtype=torch.bool, device=chance.device)
        shown = (k < many) & free
        ground = boxes.painted(ground, box, light, bank, shown)
        far = (at[None] - place[:, k][:, None, None] - (SIZE - 1) / 2).norm(dim=3)
        _want(wanted, _HEAT, far, width, width / WIDTH, shown & ~cubes)
        _want(wanted, _CUBE, far, width, _LARGER * width / CUBE_WIDTH, shown & cubes)
    return ground.clamp(0, 1) ** (1 / 2.2), wanted


def _want(
    wanted: torch.Tensor, heat: int, far: torch.Tensor, width: torch.Tensor, times: torch.Tensor, there: torch.Tensor
) -> None:
    off = torch.exp(times.log().abs())
    bell = torch.exp(-((far / 3.0) ** 2) / 2) * spread_out(there & (off < _SURELY), 2)
    mine = bell > wanted[:, heat]
    wanted[:, heat] = torch.where(mine, bell, wanted[:, heat])
    if heat == _HEAT:
        wanted[:, _SIDE] = torch.where(mine, spread_out(times.log2(), 2), wanted[:, _SIDE])
    either = spread_out(there & (off >= _SURELY) & (off < _NEVER), 2) & (far < spread_out(width, 2) * 0.6)
    weight = _WEIGHT if heat == _HEAT else _CUBE_WEIGHT
    wanted[:, weight] = torch.where(either, 0.0, wanted[:, weight])


def loss_of(out: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    heats, weights = wanted[:, [_HEAT, _CUBE]], wanted[:, [_WEIGHT, _CUBE_WEIGHT]]
    loss = heat_loss(out[:, [_HEAT, _CUBE]], heats, weights)
    there = (wanted[:, _HEAT] > 0.6).float()
    side = ((out[:, 1] - wanted[:, _SIDE]).abs() * there).sum()
    return (loss + 0.5 * side) / (heats > 0.6).sum().clamp(min=1)


def figures(name: str, net: nn.Module, pictures: torch.Tensor, wanted: torch.Tensor) -> str:
    """How scenes (n, 3, SIZE, SIZE), -0.5 to 0.5, are found."""
    with torch.no_grad():
        out = torch.cat([net(part) for part in pictures.split(256)])
    told = []
    for what, heat, weight in (("dice", _HEAT, _WEIGHT), ("cubes", _CUBE, _CUBE_WEIGHT)):
        seen, want = out[:, heat].sigmoid(), wanted[:, heat]
        top = (want > 0.75) & (want >= functional.max_pool2d(want[:, None], 3, 1, 1)[:, 0])
        best = functional.max_pool2d(seen[:, None], 3, 1, 1)[:, 0]
        close = functional.max_pool2d(want[:, None], 5, 1, 2)[:, 0] > 0.5
        phantoms = int(((seen > 0.3) & (seen >= best) & ~close & (wanted[:, weight] > 0)).sum())
        told.append(f"{int((best[top] > 0.3).sum())} of {int(top.sum())} {what} found, {phantoms} phantoms")
    off = (out[:, _SIDE] - wanted[:, _SIDE]).abs()[wanted[:, _HEAT] > 0.75].mean()
    return f"{name}: {'; '.join(told)} in {len(out)} scenes; widths off by {100 * (2 ** float(off) - 1):.0f} %"


def learned(options: Any, folders: list[Path], seconds: float, out: Path) -> None:
    """Train for so long with patches of these folders, say how well it finds, and write the weights."""
    where = patch_training.device()
    torch.manual_seed(options.seed)
    chance, other = Chance(options.seed, where), Chance(options.seed + 1000, where)
    bank, kept = boxes.prints(options.seed, 24, where), Kept(folders, SIZE, where)
    under, under_held = bare(kept.learned), bare(kept.held)

    def make(n: int) -> Batch:
        parts = [scenes(chance, min(64, n - k), bank, under) for k in range(0, n, 64)]
        return torch.cat([p[0] for p in parts]), torch.cat([p[1] for p in parts])

    stock = Stock(options.stock, make, min(options.stock, 8 * options.fresh))

    def batch() -> Batch:
        stock.renew(options.fresh)
        pictures, wanted = shuffled(chance, [(stock.pictures, stock.labels)], [1.0], options.batch // 2)
        mirrored = spread_out(chance.yes(len(pictures), 0.5), 3)
        pictures, wanted = (torch.where(mirrored, some.flip(3), some) for some in (pictures, wanted))
        return photographed(chance, pictures.float() / 255) - 0.5, wanted

    net = patch_training.learn(LooseNet().to(where), batch, loss_of, options, seconds)
    checks = [scenes(other, 32, bank, under_held) for _ in range(0, options.check, 32)]
    made, wanted = (torch.cat([check[k] for check in checks]) for k in (0, 1))
    print(figures("drawn anew", net, photographed(other, made) - 0.5, wanted), flush=True)
    saved(net, SIZE, out, any_size=True)


def main() -> None:
    options: Any = patch_training.arguments(__doc__, seconds=60, out="vision/weights/loose.onnx").parse_args()
    learned(options, options.patches, options.seconds, options.out)


if __name__ == "__main__":
    main()
