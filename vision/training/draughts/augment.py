"""Pairs of pictures of one draughts board, varied on the device that trains: what each shows, and what lay there.

Paint is the same on both pictures of a pair, the camera's light and faults are each one's own.  A pair is read both
ways: of 2 n rows the earlier picture of row k is that of row k + n modulo 2 n.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from vision.training.draughts.sets import CANVAS, HAND, MARGIN, PICTURES
from vision.training.draughts.view import SIDE, SQUARE
from vision.training.homographies import homographies

BLACK = 6.0
"""Of 255, added before the logarithm: below this light is mostly noise (``vision.draughts.net``)."""
ALONE = 0.35
WRONG = 0.12
"""So many pairs are read without the earlier picture, so many layouts are not what lay there."""
_ALIKE = 0.055
"""Of the scale: sides that differ by less in brightness may be named either way when they are read alone."""
_MIDDLE = 6
"""Pixels cut off each side of a square before it is asked whether a hand covers it."""

Rows = torch.Tensor


@dataclass(slots=True)
class Store:
    """The sets of a folder, held on one device; grows while they are still being drawn.  ``kept``: those to measure."""

    folder: Path
    device: torch.device
    most: int
    kept: bool = False
    count: int = 0
    taken: set[Path] = field(default_factory=set)
    values: dict[str, Rows] = field(default_factory=dict)

    def grow(self, at_once: int = 10**9) -> None:
        """Take in sets that have come."""
        for path in sorted(self.folder.glob("[0-9]*.npz")):
            if at_once <= 0 or self.count >= self.most:
                return
            if path in self.taken or path.name.endswith(".part.npz") or (int(path.stem) % 8 == 7) != self.kept:
                continue
            self.taken.add(path)
            with np.load(path) as one:
                for name, value in ((name, torch.from_numpy(one[name])) for name in one.files):
                    if name not in self.values:
                        self.values[name] = torch.zeros(
                            (self.most, *value.shape), dtype=value.dtype, device=self.device
                        )
                    self.values[name][self.count] = value.to(self.device)
            self.count, at_once = self.count + 1, at_once - 1


@dataclass(frozen=True, slots=True)
class Batch:
    """``views`` (2 n, 3, 320, 320), the logarithm of light; ``layouts`` (2 n, 3, 10, 10);
    ``squares`` (2 n, 8, 8): the class of each, -100 where nobody could tell.  ``parts`` (2 n, 40, 40).  ``either``,
    ``neither`` (2 n,): the sides may be named both ways, or nothing tells whose the pieces are.
    """

    views: Rows
    layouts: Rows
    squares: Rows
    parts: Rows
    either: Rows
    neither: Rows


class Sampler:
    """Draws batches from a store."""

    def __init__(self, store: Store, *, varied: bool = True) -> None:
        self.store, self.varied, self.device = store, varied, store.device
        place = torch.arange(CANVAS, device=self.device) // SQUARE - MARGIN
        row, column = place[:, None], place[None]
        inside = (row >= 0) & (row < 8) & (column >= 0) & (column < 8)
        self._ground = torch.where(inside, 1 + (row + column) % 2, torch.zeros_like(row + column))
        kinds = torch.zeros(256, dtype=torch.long, device=self.device)
        kinds[1:65], kinds[65:129], kinds[HAND] = 1, 2, 3
        self._kinds = kinds
        corners = torch.tensor([(0.0, 0), (1, 0), (1, 1), (0, 1)], device=self.device)
        self._ways = torch.stack([torch.roll(ring, k, 0) for ring in (corners, corners.flip(0)) for k in range(4)])
        middles = (torch.arange(8, device=self.device) + 0.5) / 8
        across, down = middles[None, :, None], middles[:, None, None]
        there = [w[0] + across * (w[1] - w[0]) + down * (w[3] - w[0]) for w in self._ways]
        self._moved = torch.stack([((at[..., 1] * 8).long() * 8 + (at[..., 0] * 8).long()).flatten() for at in there])

    def batch(self, pairs: int, *, alone: float = ALONE) -> Batch:
        """Pairs of pictures of random sets; ``alone``: the share of readings without the earlier picture."""
        two = _twice
        board = torch.randint(self.store.count, (pairs,), device=self.device)
        now = torch.randint(PICTURES, (pairs,), device=self.device)
        kind = self._uniform(pairs)
        then = torch.where(
            kind < 0.4, (now - 1).clamp(0), torch.where(kind < 0.7, 0, torch.randint_like(now, PICTURES))
        )
        then = torch.where(then == now, (now + 1) % PICTURES, then)
        boards, pictures = two(board), torch.cat([now, then])
        stored = {name: value[boards, pictures] for name, value in self.store.values.items()}
        known = self._uniform(2 * pairs) >= alone
        light = stored["canvas"].permute(0, 3, 1, 2).float() / 255
        ids = stored["ids"].long()
        if self.varied:
            light = self._painted(light, ids)
        brighter, both = self._brightness(light, ids)
        swapped = torch.where(known, two(self._uniform(pairs) < 0.5), brighter < 0) if self.varied else brighter < 0
        way = two(torch.randint(8, (pairs,), device=self.device)) if self.varied else torch.zeros_like(boards)
        light, ids = self._seen(light, ids, way)
        if self.varied:
            light, ids = self._laid_over(light, ids)
            light = self._photographed(light)
        light = (light.clamp(0, 1) * 255).round()
        kinds = self._kinds[ids]
        squares = torch.gather(stored["squares"].long(), 1, self._moved[way])
        shown = torch.gather(stored["seen"], 1, self._moved[way])
        squares = _named(squares, swapped)
        lay = torch.roll(torch.gather(stored["squares"].long(), 1, self._moved[way]), pairs, 0)
        lay = _named(lay, swapped)
        lay = self._astray(lay) if self.varied else lay
        layouts = torch.stack([lay == 1, lay == 2, lay >= 0], 1).float().view(-1, 3, 8, 8) * known[:, None, None, None]
        squares, shown = squares.view(-1, 8, 8), shown.view(-1, 8, 8)
        hidden = self._covered(kinds == 3)
        truth = torch.where(hidden > 0.5, 3, torch.where((hidden > 0.2) | (shown < 0.2), -100, squares))
        parts = _named(kinds[:, 4::8, 4::8].flatten(1), swapped).view(-1, SIDE // 8, SIDE // 8)
        return Batch(
            torch.log(light + BLACK) - 4, functional.pad(layouts, (1, 1, 1, 1)), truth, parts,
            both & (brighter.abs() < _ALIKE) & ~known, ~both & ~known,
        )  # fmt: skip

    def _uniform(self, *size: int, low: float = 0.0, high: float = 1.0) -> Rows:
        return torch.rand(size, device=self.device) * (high - low) + low

    def _normal(self, *size: int) -> Rows:
        return torch.randn(size, device=self.device)

    def _painted(self, light: Rows, ids: Rows) -> Rows:
        """The same new colours on both pictures of a pair: of what lies round, both kinds of squares, both sides."""
        n = len(light) // 2
        kinds = self._kinds[ids]
        region = torch.where(
            kinds > 0, kinds + 2, self._ground[None]
        )  # 0 round, 1 light, 2 dark squares, 3, 4 sides, 5
        linear = light.clamp(1e-3, 1) ** 2.2
        shares = torch.stack([(region == k).float() for k in range(5)], 1)
        sums = torch.einsum("nchw,nkhw->nkc", linear, shares)
        sums, counts = _joint(sums), _joint(shares.sum((2, 3)))
        means = sums[:n] / (counts[:n, :, None] + 1e-3)
        grey = self._uniform(n, 5, 1, low=0.02, high=0.95).expand(-1, -1, 3)
        wanted = torch.where(self._uniform(n, 5, 1) < 0.5, grey, self._uniform(n, 5, 3, low=0.02, high=0.9)) ** 1.6
        of_square = wanted[:, [2, 2]] * torch.exp(self._normal(n, 2, 3) * 0.15)  # men of their squares' colour
        camouflaged = torch.stack([self._uniform(n) < 0.08, self._uniform(n) < 0.08], 1)[..., None]
        wanted = torch.cat([wanted[:, :3], torch.where(camouflaged, of_square, wanted[:, 3:])], 1)
        chosen = torch.stack([self._uniform(n) < 0.3, *[self._uniform(n) < 0.4] * 2, *[self._uniform(n) < 0.55] * 2], 1)
        gains = torch.where(chosen[..., None], ((wanted + 0.004) / (means + 0.004)).clamp(0.12, 7.0), 1.0)
        gains = _twice(functional.pad(gains, (0, 0, 0, 1), value=1.0))
        gain = torch.gather(gains, 1, region.flatten(1)[..., None].expand(-1, -1, 3)).permute(0, 2, 1).view_as(linear)
        return (linear * gain).clamp(0, 1) ** (1 / 2.2)

    def _brightness(self, light: Rows, ids: Rows) -> tuple[Rows, Rows]:
        """By how much the light side is brighter (of 1), and whether both sides are on the board."""
        grey = light[:, :, ::2, ::2].mean(1)
        kinds = self._kinds[ids[:, ::2, ::2]]
        counts = [(kinds == side).sum((1, 2)) for side in (1, 2)]
        means = [
            (grey * (kinds == side)).sum((1, 2)) / (count + 1e-3) for side, count in zip((1, 2), counts, strict=True)
        ]
        both = (counts[0] > 20) & (counts[1] > 20)
        return torch.where(both, means[0] - means[1], 1.0), both

    def _seen(self, light: Rows, ids: Rows, way: Rows) -> tuple[Rows, Rows]:
        """The view of the net: turned, mirrored, its corners a little off, those of the pair's second picture too."""
        n = len(light) // 2
        unit = self._ways[way]
        there = (MARGIN + 8 * unit) * SQUARE
        if self.varied:
            spread = torch.where(self._uniform(n) < 0.3, 2.5, 0.8)[:, None, None]
            shared = self._normal(n, 4, 2) * spread + self._normal(n, 1, 2) * spread / 2
            own = self._normal(2 * n, 4, 2) * torch.where(self._uniform(2 * n) < 0.3, 1.5, 0.4)[:, None, None]
            there = there + _twice(shared) + own
        here = (1 + 8 * self._ways[0]) * SQUARE
        onto = homographies(here.expand_as(there), there)
        steps = torch.arange(SIDE, device=self.device) + 0.5
        rows, columns = torch.meshgrid(steps, steps, indexing="ij")
        places = torch.stack([columns, rows, torch.ones_like(rows)])
        x, y, w = torch.einsum("nij,jhw->nihw", onto, places).unbind(1)
        grid = torch.stack([x / w, y / w], 3) / CANVAS * 2 - 1
        seen = functional.grid_sample(light, grid, padding_mode="border", align_corners=False)
        marks = functional.grid_sample(ids[:, None].float(), grid, mode="nearest", align_corners=False)
        return seen, marks[:, 0].round().long()

    def _laid_over(self, light: Rows, ids: Rows) -> tuple[Rows, Rows]:
        """Cups, cards and arms lie over some pictures: ellipses, rectangles and stripes of any paint."""
        n = len(light)
        rows, columns = _grid(self.device)
        turned = self._uniform(n, 1, 1, high=math.pi)
        middle = self._uniform(2, n, 1, 1, high=SIDE)
        half = torch.exp(self._uniform(2, n, 1, 1, low=math.log(12), high=math.log(110)))
        half[0] = torch.where(self._uniform(n, 1, 1) < 0.25, 4.0 * SIDE, half[0])
        x, y = columns[None] - middle[0], rows[None] - middle[1]
        along = (x * turned.cos() + y * turned.sin()) / half[0]
        across = (y * turned.cos() - x * turned.sin()) / half[1]
        round_ = torch.where(
            self._uniform(n, 1, 1) < 0.5, along**2 + across**2, torch.maximum(along.abs(), across.abs())
        )
        some = self._uniform(n, 1, 1) < 0.15
        there = (round_ < 1) & some
        paint = self._uniform(n, 3, 1, 1) * torch.exp(self._clouds(n, self._uniform(n, high=0.5)))
        shade = 1 - 0.4 * torch.sigmoid((1.15 - round_) * 12) * some
        light = light * shade[:, None]
        return torch.where(there[:, None], paint.clamp(0, 1), light), torch.where(there, HAND, ids)

    def _clouds(self, n: int, strength: Rows) -> Rows:
        """Smooth noise (n, 1, 320, 320)."""
        coarse = self._normal(n, 1, 5, 5) * strength[:, None, None, None]
        return functional.interpolate(coarse, size=(SIDE, SIDE), mode="bicubic", align_corners=False)

    def _photographed(self, light: Rows) -> Rows:
        """What each picture's own light and camera add: blur, shadows, glare, colour, noise, JPEG."""
        n = len(light)

        def some(share: float, values: Rows) -> Rows:
            return torch.where(self._uniform(n) < share, values, torch.zeros_like(values))

        sigma, moved = some(0.45, self._uniform(n, low=0.2, high=1.6)), some(0.1, self._uniform(n, low=0.5, high=3))
        light = _blurred(light, 0.05 + sigma, moved, self._uniform(n, high=math.pi))
        rows, columns = _grid(self.device)
        angle, at = self._uniform(n, 1, 1, high=2 * math.pi), self._uniform(n, 1, 1, low=-0.5, high=0.5) * SIDE
        beyond = (columns - SIDE / 2) * angle.cos() + (rows - SIDE / 2) * angle.sin() - at
        edge = torch.sigmoid(beyond / torch.exp(self._uniform(n, 1, 1, low=0.0, high=3.5)))
        light_there = torch.exp(self._normal(n) * 0.3 - 0.1)[:, None, None] * (
            1 - some(0.2, self._uniform(n, low=0.2, high=0.75))[:, None, None] * edge
        )
        clouds = torch.exp(self._clouds(n, some(0.5, self._uniform(n, low=0.1, high=0.35))))
        colour = torch.exp(self._normal(n, 3) * 0.1)[:, :, None, None]
        light = light * (light_there[:, None] * clouds * colour)
        middle, wide = self._uniform(2, n, 1, 1, high=SIDE), self._uniform(2, n, 1, 1, low=10, high=70)
        spot = torch.exp(-(((columns - middle[0]) / wide[0]) ** 2) - ((rows - middle[1]) / wide[1]) ** 2)
        light = light + (spot * some(0.25, self._uniform(n, low=0.1, high=0.8))[:, None, None])[:, None]
        noise = some(0.7, -torch.log(self._uniform(n) + 1e-4) * 0.014)[:, None, None, None]
        light = light + torch.randn_like(light) * noise
        light = light.clamp(1e-3, 1) ** torch.exp(self._normal(n) * 0.25)[:, None, None, None]
        grey = (self._uniform(n) < 0.05)[:, None, None, None]
        light = torch.where(grey, light.mean(1, keepdim=True), light)
        coded = self._uniform(n) < 0.5
        return torch.where(coded[:, None, None, None], self._jpeg(light), light)

    def _jpeg(self, light: Rows) -> Rows:
        """The losses of a camera's JPEG: steps of the cosines of each 8 x 8 block."""
        n = len(light)
        k = torch.arange(8, device=self.device, dtype=torch.float32)
        cosines = torch.cos((k[None] + 0.5) * k[:, None] * math.pi / 8) / 2
        cosines[0] /= math.sqrt(2)
        blocks = light.reshape(n, 3, SIDE // 8, 8, SIDE // 8, 8)
        waves = torch.einsum("ui,vj,ncyixj->ncyuxv", cosines, cosines, blocks)
        step = torch.exp(self._uniform(n, low=math.log(0.01), high=math.log(0.12)))[:, None, None, None, None, None]
        finer = (1 + k[:, None] + k[None])[None, None, None, :, None, :] / 4
        waves = torch.round(waves / (step * finer)) * step * finer
        back = torch.einsum("ui,vj,ncyuxv->ncyixj", cosines, cosines, waves)
        return back.reshape(light.shape)

    def _astray(self, lay: Rows) -> Rows:
        """Layouts (n, 64) some of which are not what lay there: a piece less, one more, or one a square away."""
        n = len(lay)
        every = torch.arange(n, device=self.device)
        wrong = self._uniform(n) < WRONG
        lay = lay.clone()
        lost = torch.multinomial((lay > 0).float() + 1e-6, 1)[:, 0]
        steps = torch.tensor([-9, -7, 7, 9, -8, 8, -1, 1], device=self.device)
        near = (lost + steps[torch.randint(8, (n,), device=self.device)]).clamp(0, 63)
        near = torch.where(self._uniform(n) < 0.7, near, torch.randint(64, (n,), device=self.device))
        piece = torch.where(
            self._uniform(n) < 0.7, lay[every, lost].clamp(1), torch.randint(1, 3, (n,), device=self.device)
        )
        act = self._uniform(n)
        lay[every, lost] = torch.where(wrong & (act < 0.75), 0, lay[every, lost])
        lay[every, near] = torch.where(wrong & (act > 0.25), piece, lay[every, near])
        return lay

    def _covered(self, mask: Rows) -> Rows:
        """The share of each square's middle that is covered, (n, 8, 8)."""
        inner = mask[:, SQUARE:-SQUARE, SQUARE:-SQUARE].float().view(-1, 8, SQUARE, 8, SQUARE)
        return inner[:, :, _MIDDLE:-_MIDDLE, :, _MIDDLE:-_MIDDLE].mean((2, 4))


def _twice(values: Rows) -> Rows:
    return torch.cat([values, values])


def _joint(values: Rows) -> Rows:
    """The sum over both pictures of a pair."""
    return values + torch.roll(values, len(values) // 2, 0)


def _named(classes: Rows, swapped: Rows) -> Rows:
    """Classes (n, ...) with light (1) and dark (2) exchanged where ``swapped``."""
    turn = swapped[:, None] & ((classes == 1) | (classes == 2))
    return torch.where(turn, 3 - classes, classes)


def _grid(device: torch.device) -> tuple[Rows, Rows]:
    steps = torch.arange(SIDE, device=device, dtype=torch.float32)
    rows, columns = torch.meshgrid(steps, steps, indexing="ij")
    return rows, columns


def _blurred(light: Rows, sigma: Rows, moved: Rows, angle: Rows) -> Rows:
    """Blur by ``sigma`` pixels, and by ``moved`` more along a direction."""
    n = len(light)
    steps = torch.arange(-4, 5, device=light.device, dtype=torch.float32)
    rows, columns = torch.meshgrid(steps, steps, indexing="ij")
    c, s = angle.cos()[:, None, None], angle.sin()[:, None, None]
    along, across = columns * c + rows * s, rows * c - columns * s
    kernel = torch.exp(-0.5 * (along**2 / (sigma + moved)[:, None, None] ** 2 + across**2 / sigma[:, None, None] ** 2))
    kernel = (kernel / kernel.sum((1, 2), keepdim=True)).repeat_interleave(3, 0)[:, None]
    padded = functional.pad(light, (4, 4, 4, 4), mode="replicate").reshape(1, 3 * n, SIDE + 8, SIDE + 8)
    return functional.conv2d(padded, kernel, groups=3 * n).view(n, 3, SIDE, SIDE)
