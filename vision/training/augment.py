"""Pairs of pictures of one board for the reader to learn from, made on the device that trains: one sampler for all.

A pair is two pictures of a set.  Both get the same errors of corners, bar and depth, the same turn and the same new
paint of board and checkers, which makes one board into many; each gets its own camera and light.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from vision.reading import FINE, MOST_ON_BAR, POINT_CLASSES
from vision.training.canvas import CANVAS_WH, MOST_DICE, OFF_DARK, OFF_LIGHT, PAD
from vision.training.chance import Chance
from vision.training.homographies import homographies
from vision.training.many_views import BOTTOM, LEFT, RIGHT, TOP, field_x, field_y, view_x, view_y
from vision.training.photographed import as_jpeg
from vision.training.reader_sets import Sets
from vision.view import LEAST_BAR, MOST_LEAN, PITCH, THICKNESS, VIEW_WH

WIDTH, HEIGHT = VIEW_WH
IGNORED = -100
HIDDEN = 0.2
"""A spot more of which is hidden is not learned from."""
ALIKE = 0.055
"""Sides whose mean lightness (0 to 1) differs by less may be named either way by who reads alone."""
THING = FINE.index("thing")


@dataclass
class Batch:
    """2 n readings of n pairs: rows k and k + n show the same board, each is the other's earlier picture."""

    view: torch.Tensor  # (2 n, 3, 416, 512)
    lean: torch.Tensor  # (2 n, 2, 104, 128)
    layout: torch.Tensor  # (2 n, 5, 52, 64), 0 where it is read alone
    points: torch.Tensor  # (2 n, 2, 12): numbers of POINT_CLASSES, IGNORED where hidden
    bar: torch.Tensor  # (2 n, 2): counts, IGNORED where hidden
    fine: torch.Tensor  # (2 n, 104, 128): numbers of FINE
    heats: torch.Tensor  # (2 n, 3, 104, 128)
    sighted: torch.Tensor  # (2 n, 3): 0 where a heat is not learned from, as dice that are hardly seen
    alike: torch.Tensor  # (2 n): either side may be called light


CLASS_OF = torch.full((16, 16), IGNORED, dtype=torch.long)
for number, pair in enumerate(POINT_CLASSES):
    CLASS_OF[pair] = number
SWAPPED = torch.tensor([POINT_CLASSES.index((dark, light)) for light, dark in POINT_CLASSES])

FINE_OF = torch.zeros((2, 256), dtype=torch.long)
"""Classes of the fine map for the numbers in a mask: named as they are, and with the sides exchanged."""
for _swapped in (0, 1):
    _row = FINE_OF[_swapped]
    _row[1:16], _row[16:31] = (2, 1) if _swapped else (1, 2)
    _row[OFF_LIGHT], _row[OFF_DARK] = (7, 6) if _swapped else (6, 7)
    _row[31:40], _row[40], _row[50:52], _row[80] = 3, 4, 5, THING


class Sampler:
    """Draws augmented pairs of a device's sets.  ``plain``: without any augmentation, to measure with."""

    def __init__(self, device: torch.device, *, plain: bool = False) -> None:
        self.device, self.plain = device, plain
        self._chance = Chance(int(torch.randint(2**31, ())), str(device))
        self.half = torch.float16 if device.type == "cuda" else torch.float32
        arange = torch.arange
        self.x, self.y = (arange(n, device=device, dtype=torch.float32) for n in (WIDTH, HEIGHT))
        self.class_of, self.fine_of = CLASS_OF.to(device), FINE_OF.to(device)
        self.unit = torch.tensor([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], device=device)

    # --- chance -----------------------------------------------------------------------------------------

    def _uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        return torch.rand(shape, device=self.device) * (high - low) + low

    def _normal(self, *shape: int) -> torch.Tensor:
        return torch.randn(shape, device=self.device)

    def _often(self, share: float, count: int) -> torch.Tensor:
        return self._uniform(count) < (0.0 if self.plain else share)

    # --- a batch ----------------------------------------------------------------------------------------

    def batch(self, sets: Sets, pairs: int, alone: float = 0.4) -> Batch:
        """``alone``: the share of readings without an earlier picture."""
        device, both = self.device, 2 * pairs
        which = torch.randint(0, sets.count, (pairs,), device=device)
        length = sets.lengths[which]
        one = (self._uniform(pairs) * length).long()
        kind, any_one = self._uniform(pairs), (self._uniform(pairs) * length).long()
        other = torch.where(kind < 0.4, (one - 1).clamp(0), torch.where(kind < 0.7, torch.zeros_like(one), any_one))
        other = torch.where(other == one, (one + 1) % length, other)
        at = torch.cat([which, which]), torch.cat([one, other])
        board = sets["board"][at]
        wrong = self._wrong_board(board[:pairs])
        across, down = self._often(0.5, pairs), self._often(0.5, pairs)
        turned = _twice(across), _twice(down)
        x, y, onto = self._places(board, wrong, across, down)
        view, ids = self._sampled(sets["canvas"][at], sets["ids"][at], x, y)
        view = self._painted(view, ids)
        light, dark = self._lightness(view, ids)
        told = self._uniform(both) >= alone
        seen_both = (light >= 0) & (dark >= 0)
        apart = torch.where(seen_both, light - dark, torch.ones_like(light))
        swap = torch.where(told, _twice(self._uniform(pairs) < 0.5) & (not self.plain), apart < 0)
        points, bar = _turned(sets["pts"][at].long(), *turned), sets["bar"][at].long()
        hidden, bar_hidden = _turned(sets["hidden"][at], *turned), sets["bar_hidden"][at]
        points, bar = _exchanged(points, swap), _exchanged(bar, swap)
        layout = self._layout(_exchanged_pair(points, swap), _exchanged_pair(bar, swap), told)
        view, ids, over, bar_over = self._laid_over(view, ids)
        view = self._camera(view)
        hidden, bar_hidden = torch.maximum(hidden, over), torch.maximum(bar_hidden[:, 0], bar_over)
        goal = self.class_of[points[..., 0].clamp(0, 15), points[..., 1].clamp(0, 15)]
        bar = torch.where((bar_hidden > HIDDEN)[:, None] | (bar > MOST_ON_BAR), torch.full_like(bar, IGNORED), bar)
        marks = ids[:, 1::4, 1::4].long()
        fine = torch.where(swap[:, None, None], self.fine_of[1][marks], self.fine_of[0][marks])
        heats, sighted = self._heats(sets["dice"][at], sets["cube"][at], board, wrong, onto)
        return Batch(
            view=view.float() - 0.5,
            lean=self._leaning(sets["rising"][at], wrong, *turned),
            layout=layout,
            points=torch.where(hidden > HIDDEN, torch.full_like(goal, IGNORED), goal),
            bar=bar,
            fine=fine,
            heats=heats,
            sighted=sighted,
            alike=seen_both & (apart.abs() < ALIKE) & ~told,
        )

    # --- where things lie -------------------------------------------------------------------------------

    def _wrong_board(self, board: torch.Tensor) -> torch.Tensor:
        """Bar and depth as they are believed to be: mostly nearly right."""
        if self.plain:
            return board
        count = len(board)
        bar = board[:, 0].clamp(LEAST_BAR) * torch.exp(self._normal(count) * 0.08) + self._normal(count) * 0.004
        spread = torch.where(self._uniform(count) < 0.25, 0.12, 0.03)
        depth = board[:, 1] * torch.exp(self._normal(count) * spread)
        return torch.stack([bar.clamp(LEAST_BAR, 0.25), depth.clamp(3.3, 8.5)], 1)

    def _places(
        self, board: torch.Tensor, wrong: torch.Tensor, across: torch.Tensor, down: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Where on the canvas each pixel of the two views lies, and the homographies of the fields that say so."""
        pairs = len(wrong)
        sigma = torch.where(self._uniform(pairs) < 0.4, 4.0, 1.3) * (0.0 if self.plain else 1.0)
        size = torch.tensor([RIGHT - LEFT, BOTTOM - TOP], device=self.device, dtype=torch.float32)
        errors = (self._normal(pairs, 4, 2) + self._normal(pairs, 1, 2) / 2) * sigma[:, None, None] / size
        own = self._normal(pairs, 4, 2) * (0.0 if self.plain else 0.5) / size
        goal = torch.cat([self.unit + errors, self.unit + errors + own])
        goal[..., 0] = torch.where(_twice(across)[:, None], 1 - goal[..., 0], goal[..., 0])
        goal[..., 1] = torch.where(_twice(down)[:, None], 1 - goal[..., 1], goal[..., 1])
        onto = homographies(self.unit.expand(2 * pairs, -1, -1), goal)
        u = field_x(self.x[None] + 0.5, _twice(wrong)[:, 0:1])[:, None, :]
        v = field_y(self.y[None] + 0.5, _twice(wrong)[:, 1:2])[:, :, None]
        far, near, depth = (
            onto[:, k, 0, None, None] * u + onto[:, k, 1, None, None] * v + onto[:, k, 2, None, None] for k in range(3)
        )
        x = view_x(far / depth, board[:, 0, None, None]) - 0.5
        y = view_y(near / depth, board[:, 1, None, None]) - 0.5
        return x, y, onto

    def _sampled(
        self, canvas: torch.Tensor, ids: torch.Tensor, x: torch.Tensor, y: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        wide, high = CANVAS_WH
        grid = torch.stack([(x + PAD + 0.5) / wide * 2 - 1, (y + PAD + 0.5) / high * 2 - 1], 3)
        pictures = canvas.permute(0, 3, 1, 2).float() / 255
        view = functional.grid_sample(pictures, grid, mode="bilinear", padding_mode="zeros", align_corners=False)
        marks = functional.grid_sample(ids[:, None].float(), grid, mode="nearest", align_corners=False)[:, 0]
        return view.to(self.half), marks.round().to(torch.uint8)

    def _leaning(
        self, rising: torch.Tensor, wrong: torch.Tensor, across: torch.Tensor, down: torch.Tensor
    ) -> torch.Tensor:
        """As :func:`vision.view.leaning`; nobody knows a lens exactly."""
        count, wrong = len(rising), _twice(wrong)
        right, below, nearer = rising.T
        right, below = torch.where(across, nearer - right, right), torch.where(down, nearer - below, below)
        rising = torch.stack([right, below, nearer], 1)
        if not self.plain:
            error = torch.where(self._uniform(count) < 0.1, 0.12, 0.03)[:, None]
            rising[:, :2] += self._normal(count, 2) * error
            rising *= torch.exp(self._normal(count, 1) * 0.08)
        rising = rising * THICKNESS * (1 - wrong[:, 0:1].clamp(LEAST_BAR)) / 12
        x, y = self.x[None, ::4] + 2.0, self.y[None, ::4] + 2.0
        bar, depth = wrong[:, 0:1], wrong[:, 1:2]
        to_right = view_x((field_x(x, bar) + rising[:, 0:1]) / (1 + rising[:, 2:]), bar) - x
        to_bottom = view_y((field_y(y, depth) + rising[:, 1:2]) / (1 + rising[:, 2:]), depth) - y
        shape = (count, HEIGHT // 4, WIDTH // 4)
        maps = torch.stack([to_right[:, None, :].expand(shape), to_bottom[:, :, None].expand(shape)], 1)
        return torch.nan_to_num(maps).clamp(-MOST_LEAN, MOST_LEAN)

    def _heats(
        self, dice: torch.Tensor, cube: torch.Tensor, board: torch.Tensor, wrong: torch.Tensor,
        onto: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:  # fmt: skip
        """Bells where dice, leaning dice and the cube lie; whether each of the three is to be learned from."""
        cube = torch.cat([cube[:, :3], torch.zeros_like(cube[:, :1]), cube[:, 3:]], 1)
        things = torch.cat([dice, cube[:, None]], 1)
        u, v = field_x(things[..., 0] + 0.5, board[:, 0:1]), field_y(things[..., 1] + 0.5, board[:, 1:2])
        back = torch.linalg.inv(onto)
        far, near, deep = (back[:, k, 0:1] * u + back[:, k, 1:2] * v + back[:, k, 2:] for k in range(3))
        wrong = _twice(wrong)
        x, y = view_x(far / deep, wrong[:, 0:1]) / 4 - 0.5, view_y(near / deep, wrong[:, 1:2]) / 4 - 0.5
        ex = torch.exp(-((torch.arange(WIDTH // 4, device=self.device) - x[..., None]) ** 2) / 2)
        ey = torch.exp(-((torch.arange(HEIGHT // 4, device=self.device) - y[..., None]) ** 2) / 2)
        seen = things[..., 4]
        bells = ey[..., :, None] * ex[..., None, :] * (seen > 0.3)[..., None, None]
        leaning = bells[:, :MOST_DICE] * things[:, :MOST_DICE, 3, None, None]
        heats = torch.stack([bells[:, :MOST_DICE].amax(1), leaning.amax(1), bells[:, MOST_DICE]], 1)
        hardly = (seen > 0) & (seen <= 0.3)
        dim = torch.stack([hardly[:, :MOST_DICE].any(1), hardly[:, :MOST_DICE].any(1), hardly[:, MOST_DICE]], 1)
        return heats, (~dim).float()

    # --- what lay there ---------------------------------------------------------------------------------

    def _layout(self, points: torch.Tensor, bar: torch.Tensor, told: torch.Tensor) -> torch.Tensor:
        """The map of what is said to have lain in the other picture: wrong by a checker or a move in an eighth."""
        points = self._astray(points)
        count = len(points)
        numbers, bar = points.float(), bar.float()
        what = [numbers[..., 0] / 5, numbers[..., 1] / 5, numbers[..., 0] > 0, numbers[..., 1] > 0]
        wide = torch.stack([*(w.float() for w in what), torch.ones_like(numbers[..., 0])], 1).repeat_interleave(4, 3)
        layout = torch.zeros((count, 5, HEIGHT // 8, WIDTH // 8), device=self.device)
        for row, top in ((0, 4), (1, 26)):
            layout[:, :, top : top + 22, 6:30] = wide[:, :, row : row + 1, :24]
            layout[:, :, top : top + 22, 34:58] = wide[:, :, row : row + 1, 24:]
        on_bar = [bar[:, 0] / 5, bar[:, 1] / 5, bar[:, 0] > 0, bar[:, 1] > 0]
        on_bar = torch.stack([*(b.float() for b in on_bar), torch.ones_like(bar[:, 0])], 1)
        layout[:, :, 4:48, 30:34] = on_bar[:, :, None, None]
        return layout * told[:, None, None, None]

    def _astray(self, points: torch.Tensor, share: float = 0.125) -> torch.Tensor:
        count = len(points)
        wrong, every = self._often(share, count), torch.arange(count, device=self.device)
        flat = points.reshape(count, -1).clone()
        less, more = wrong & self._often(0.75, count), wrong & self._often(0.75, count)
        place = torch.multinomial((flat > 0).float() + 1e-6, 1)[:, 0]
        flat[every, place] = torch.where(less, (flat[every, place] - 1).clamp(0), flat[every, place])
        spots = flat.view(count, 24, 2)
        side = torch.randint(0, 2, (count,), device=self.device)
        place = torch.multinomial((spots[every, :, 1 - side] == 0).float() + 1e-6, 1)[:, 0]
        one_more = (spots[every, place, side] + 1).clamp(max=15)
        spots[every, place, side] = torch.where(more, one_more, spots[every, place, side])
        return spots.view_as(points)

    # --- paint, things, camera --------------------------------------------------------------------------

    def _means(self, view: torch.Tensor, ids: torch.Tensor) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Each side's mean colour in linear light (n, 3), and how many pixels were seen."""
        out = []
        bright = view[:, :, ::2, ::2].float() ** 2.2
        for low, high in ((1, 15), (16, 30)):
            mask = ((ids >= low) & (ids <= high))[:, None, ::2, ::2]
            number = mask.sum((2, 3)).float()
            out.append(((bright * mask).sum((2, 3)) / (number + 1e-3), number[:, 0]))
        return out

    def _lightness(self, view: torch.Tensor, ids: torch.Tensor) -> list[torch.Tensor]:
        """Each side's lightness, 0 to 1, or -1 where hardly any is seen."""
        weights = torch.tensor([0.114, 0.587, 0.299], device=self.device)
        means = self._means(view, ids)
        return [torch.where(n > 20, (m @ weights).clamp(0) ** (1 / 2.2), -torch.ones_like(n)) for m, n in means]

    def _painted(self, view: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
        """Both pictures of a pair with the same new colours of board and checkers."""
        if self.plain:
            return view
        pairs = len(view) // 2
        angle, strength = self._uniform(pairs, high=2 * math.pi), self._uniform(pairs, high=1.5)
        grey = torch.full((3, 3), 1 / 3, device=self.device)
        cross = torch.tensor([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]], device=self.device) / math.sqrt(3)
        turn = torch.cos(angle)[:, None, None] * (torch.eye(3, device=self.device) - grey)
        turn = grey + strength[:, None, None] * (turn + torch.sin(angle)[:, None, None] * cross)
        curve = torch.exp(self._normal(pairs) * 0.35)
        loose = ((ids >= 1) & (ids <= 51)) | (ids == OFF_LIGHT) | (ids == OFF_DARK)
        board = torch.einsum("bij,bjhw->bihw", _twice(turn).to(self.half), view).clamp(0, 1)
        board = board ** _wide(_twice(curve).to(self.half))
        chosen = _wide(_twice(self._often(0.5, pairs)))
        view = torch.where(chosen & ~loose[:, None], board, view)
        anew = _wide(_twice(self._often(0.55, pairs)))
        for (mean, number), (low, high), off in zip(
            self._means(view, ids), ((1, 15), (16, 30)), (OFF_LIGHT, OFF_DARK), strict=True
        ):
            weighted, numbers = mean * number[:, None], number
            mean = (weighted[:pairs] + weighted[pairs:]) / (numbers[:pairs] + numbers[pairs:] + 1e-3)[:, None]
            plain = self._uniform(pairs, 1, low=0.02, high=0.95).expand(-1, 3)
            wanted = torch.where(self._often(0.5, pairs)[:, None], plain, self._uniform(pairs, 3, low=0.02, high=0.9))
            gain = ((wanted**1.6 + 0.004) / (mean + 0.004)).clamp(0.12, 7.0)
            mask = ((ids >= low) & (ids <= high)) | (ids == off)
            bright = (view.clamp(0, 1) ** 2.2 * _twice(gain).to(self.half)[:, :, None, None]).clamp(0, 1)
            view = torch.where(anew & mask[:, None], bright ** (1 / 2.2), view)
        return view

    def _laid_over(
        self, view: torch.Tensor, ids: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """In some pictures a thing lies on the board: a leaf or a disc that shows a piece of another picture.

        Returns with it how much of each point (n, 2, 12) and of the bar (n,) it hides.
        """
        count = len(view)
        middle = self._uniform(count, 2) * torch.tensor([WIDTH, HEIGHT], device=self.device)
        angle = self._uniform(count, high=math.pi)
        half = torch.exp(self._uniform(count, 2, low=math.log(12.0), high=math.log(75.0)))
        x, y = self.x[None, None] - middle[:, 0, None, None], self.y[None, :, None] - middle[:, 1, None, None]
        c, s = torch.cos(angle)[:, None, None], torch.sin(angle)[:, None, None]
        along, beside = (c * x + s * y) / half[:, 0, None, None], (c * y - s * x) / half[:, 1, None, None]
        leaf = torch.maximum(along.abs(), beside.abs())
        disc = (along * along + beside * beside).clamp(0).sqrt()
        inside = torch.where((self._uniform(count) < 0.6)[:, None, None], leaf, disc) < 1
        inside = inside & self._often(0.14, count)[:, None, None]
        shift = int(np.random.randint(1, max(2, count)))
        stuff = torch.roll(view, (shift, int(np.random.randint(HEIGHT)), int(np.random.randint(WIDTH))), (0, 2, 3))
        stuff = stuff * _wide(torch.exp(self._normal(count) * 0.4)).to(self.half)
        plain = self._uniform(count, 3).to(self.half)[:, :, None, None]
        stuff = torch.where(_wide(self._uniform(count) < 0.4), plain + 0.1 * (stuff - 0.5), stuff).clamp(0, 1)
        checkers = (inside & (ids >= 1) & (ids <= 30)).float()
        view = torch.where(inside[:, None], stuff, view)
        ids = torch.where(inside, torch.full_like(ids, 80), ids)
        area, lost = inside.float(), checkers / (0.6 * 800 / (PITCH * (BOTTOM - TOP) / 2)) * HIDDEN
        over = torch.maximum(_strips(area), _strips(lost))  # 0.6 of a checker's 800 pixels are a checker hidden
        bar = torch.maximum(area, lost)[:, TOP:BOTTOM, LEFT + 6 * PITCH : LEFT + 7 * PITCH].mean((1, 2))
        return view, ids, over, bar

    def _camera(self, x: torch.Tensor) -> torch.Tensor:
        """What light, lens, sensor and file make of each picture."""
        if self.plain:
            return x
        count, half = len(x), self.half
        x = self._blurred(x)
        if np.random.random() < 0.35:  # seen from afar
            part, scale = max(1, count // 3), float(np.random.uniform(0.4, 0.85))
            small = functional.interpolate(x[:part], scale_factor=scale, mode="bilinear", antialias=False)
            small = functional.interpolate(small, size=(HEIGHT, WIDTH), mode="bilinear", align_corners=False)
            x = torch.cat([small, x[part:]])
        uneven = torch.where(self._uniform(count) < 0.5, self._uniform(count, low=0.1, high=0.4), 0.0)
        coarse = self._normal(count, 1, 4, 5) * _wide(uneven)
        light = functional.interpolate(coarse, size=(HEIGHT, WIDTH), mode="bicubic", align_corners=False)
        light = torch.exp(light + _wide(self._normal(count) * 0.3 - 0.05)) * self._shade(count)
        tint = torch.exp(self._normal(count, 3) * 0.08)[:, :, None, None]
        x = x * light.to(half) * tint.to(half)
        gx = torch.exp(
            -(((self.x[None] - self._uniform(count, 1, high=WIDTH)) / self._uniform(count, 1, low=15, high=80)) ** 2)
        )
        gy = torch.exp(
            -(((self.y[None] - self._uniform(count, 1, high=HEIGHT)) / self._uniform(count, 1, low=15, high=80)) ** 2)
        )
        glare = torch.where(self._uniform(count) < 0.2, self._uniform(count, low=0.1, high=0.7), 0.0)
        x = x + (gy[:, :, None] * gx[:, None, :] * glare[:, None, None]).to(half)[:, None]
        noise = torch.where(self._uniform(count) < 0.7, -torch.log(self._uniform(count) + 1e-4) * 0.014, 0.0)
        x = x + torch.randn_like(x) * _wide(noise).to(half)
        x = x.clamp(1e-3, 1) ** _wide(torch.exp(self._normal(count) * 0.25)).to(half)
        filed = self._often(0.4, count)
        x = torch.where(_wide(filed), as_jpeg(self._chance, x.float()).clamp(0, 1).to(half), x)
        colourless = _wide(_twice(self._often(0.05, count // 2)))
        return torch.where(colourless, x.mean(1, keepdim=True).expand(-1, 3, -1, -1), x)

    def _blurred(self, x: torch.Tensor) -> torch.Tensor:
        """Out of focus, or moved while the shutter was open."""
        count, reach = len(x), 4
        step = torch.arange(-reach, reach + 1, device=self.device).float()
        sigma = torch.where(self._uniform(count) < 0.4, self._uniform(count, low=0.3, high=1.6), 0.05)
        bell = torch.exp(-(step[None] ** 2) / (2 * sigma[:, None] ** 2))
        smear = (step.abs()[None] <= self._uniform(count, 1, low=1, high=reach)).float()
        moved = self._uniform(count)
        across, down = (torch.where((m)[:, None], smear, bell) for m in (moved < 0.06, (moved > 0.06) & (moved < 0.12)))
        x = functional.pad(x, (reach,) * 4, mode="replicate").reshape(
            1, 3 * count, HEIGHT + 2 * reach, WIDTH + 2 * reach
        )
        for kernel, shape in ((across, (1, 2 * reach + 1)), (down, (2 * reach + 1, 1))):
            weights = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(3, 0).reshape(3 * count, 1, *shape)
            x = functional.conv2d(x, weights.to(self.half), groups=3 * count)
        return x.view(count, 3, HEIGHT, WIDTH)

    def _shade(self, count: int) -> torch.Tensor:
        """The edge of a shadow or of a patch of sun across the picture."""
        angle = self._uniform(count, high=2 * math.pi)
        x, y = self.x[None, None] / WIDTH - 0.5, self.y[None, :, None] / HEIGHT - 0.5
        far = torch.cos(angle)[:, None, None] * x + torch.sin(angle)[:, None, None] * y
        edge, soft = self._uniform(count, low=-0.4, high=0.4), self._uniform(count, low=0.004, high=0.08)
        side = torch.sigmoid((far - edge[:, None, None]) / soft[:, None, None])
        by = torch.where(self._uniform(count) < 0.12, self._uniform(count, low=-1.4, high=0.9), 0.0)
        return torch.exp(side * by[:, None, None])[:, None]


def _twice(values: torch.Tensor) -> torch.Tensor:
    """For both pictures of each pair."""
    return torch.cat([values, values])


def _wide(values: torch.Tensor) -> torch.Tensor:
    """One value a picture, for all its pixels."""
    return values[:, None, None, None]


def _strips(mask: torch.Tensor) -> torch.Tensor:
    """The mean of masks (n, 416, 512) over each point, (n, 2, 12)."""
    rows = mask[:, TOP:BOTTOM]
    halves = torch.cat([rows[:, :, LEFT : LEFT + 6 * PITCH], rows[:, :, RIGHT - 6 * PITCH : RIGHT]], 2)
    return halves.reshape(len(mask), 2, (BOTTOM - TOP) // 2, 12, PITCH).mean((2, 4))


def _turned(values: torch.Tensor, across: torch.Tensor, down: torch.Tensor) -> torch.Tensor:
    """Points (n, 2, 12, …) of views that are flipped."""
    shape = (-1, *[1] * (values.dim() - 1))
    values = torch.where(across.view(shape), values.flip(2), values)
    return torch.where(down.view(shape), values.flip(1), values)


def _exchanged(values: torch.Tensor, swap: torch.Tensor) -> torch.Tensor:
    """Counts (n, …, 2) with light and dark exchanged where wanted."""
    return torch.where(swap.view(-1, *[1] * (values.dim() - 1)), values.flip(-1), values)


def _exchanged_pair(values: torch.Tensor, swap: torch.Tensor) -> torch.Tensor:
    """What lay in the other picture of each pair, by the names that its reader goes by."""
    half = len(values) // 2
    plain = _exchanged(values, swap)  # as the renderer calls them
    return _exchanged(torch.cat([plain[half:], plain[:half]]), swap)
