"""What the board finder learns from: pictures of boards, put into its window in any way a camera may see them.

Everything lies on one device and a whole batch is made at a time: the board seen whole or, rectified by corners that
are a little or much off, as the finder sees it when it looks closer; on its own table or laid on another; with things
on it; in other colours and another light.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch.nn import functional

from vision.corners import FINDER_WH, SECOND_LOOK
from vision.training.finder_boards import PICTURE_WH, Boards
from vision.training.homographies import depth_of, homographies, inverse, moved, places

STRIDE = 4
FIELD, BAR, MIDDLE, CORNER, BOARD = range(5)
_W, _H = FINDER_WH
_SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@dataclass
class Batch:
    """``views`` (b, 3, 240, 320) as the net is given them; what it should say of them.

    ``maps`` (b, 4, 60, 80); ``corners`` (b, 4, 2) in pixels of the window; ``board`` (b,): how likely this is a whole
    real board that lies just where a closer look puts it, NaN where that is not asked.
    """

    views: torch.Tensor
    maps: torch.Tensor
    corners: torch.Tensor
    board: torch.Tensor


@dataclass
class _Placed:
    """How pictures lie in the window: ``onto`` (b, 3, 3) leads there.

    ``ends`` (b, 4): left, top, right and bottom end of the photograph, beyond which all is grey; in pixels of the
    window for a first look, of the picture for a closer one.  ``right`` (b,): how nearly the corners of a closer look
    are the true ones, NaN for a first look.
    """

    onto: torch.Tensor
    ends: torch.Tensor
    right: torch.Tensor


class Lessons:
    """Batches by chance."""

    def __init__(self, boards: Boards, grounds: torch.Tensor) -> None:
        self._boards, self._grounds = boards, grounds
        self._device = boards.pictures.device
        columns, rows = (torch.arange(float(n), device=self._device) for n in FINDER_WH)
        self._pixels = torch.stack(torch.meshgrid(columns, rows, indexing="xy"))
        self._fine = self._pixels[:, ::2, ::2] + 0.5
        self._cells = self._pixels[:, ::STRIDE, ::STRIDE] + (STRIDE - 1) / 2

    def batch(self, size: int, *, drawn_share: float = 0.25) -> Batch:
        """New views of boards, a quarter of them drawn flat; some show none, some two."""
        real = torch.nonzero(self._boards.real)[:, 0]
        flat = torch.nonzero(~self._boards.real)[:, 0]
        chosen = real[torch.randint(len(real), (size,), device=self._device)]
        if len(flat):
            some = flat[torch.randint(len(flat), (size,), device=self._device)]
            chosen = torch.where(self._chance(size, drawn_share), some, chosen)
        first = self._first_looks(chosen)
        closer = self._closer_looks(chosen)
        is_closer = self._chance(size, 0.45) & closer.onto.isfinite().all(2).all(1)
        placed = _Placed(
            torch.where(is_closer[:, None, None], closer.onto, first.onto),
            torch.where(is_closer[:, None], closer.ends, first.ends),
            torch.where(is_closer, closer.right, first.right),
        )
        return self._made(chosen, placed)

    def plain(self, chosen: torch.Tensor, *, spread: float | None = None) -> Batch:
        """Pictures as they are: whole, or looked at closer by corners off by ``spread`` (parts of the field)."""
        size, corners = len(chosen), self._boards.corners[chosen]
        scale = 0.9 * min(_W / PICTURE_WH[0], _H / PICTURE_WH[1])
        if spread is None:
            left, top = (_W - scale * PICTURE_WH[0]) / 2, (_H - scale * PICTURE_WH[1]) / 2
            onto = torch.tensor([[scale, 0, left], [0, scale, top], [0, 0, 1.0]], device=self._device).expand(
                size, 3, 3
            )
        else:
            onto = homographies(corners, self._second_look(size) + self._off(size, spread))
        inside = self._sampled(self._boards.pictures[chosen], inverse(onto), self._pixels)
        views = torch.where(inside[1][:, None], inside[0], torch.full_like(inside[0], 0.498))
        maps, there = self._goals(chosen, onto)
        return Batch(views - 0.5, maps, there, torch.full((size,), math.nan, device=self._device))

    # -- where the picture lies in the window

    def _first_looks(self, chosen: torch.Tensor) -> _Placed:
        """The whole photograph in the window, grey round it; the board anywhere, from any side, of any size."""
        size, corners = len(chosen), self._boards.corners[chosen]
        shape = torch.where(self._chance(size, 0.6), 4 / 3, torch.exp(self._from(size, math.log(0.55), math.log(2.2))))
        shape = torch.where(self._chance(size, 0.15), 16 / 9, shape)
        high = torch.minimum(_W / shape, torch.tensor(float(_H), device=self._device)) * 0.9
        wh = torch.stack([high * shape, high], 1)
        start = (torch.tensor(FINDER_WH, device=self._device) - wh) / 2
        angle = torch.where(self._chance(size, 0.4), self._normal(size) * 0.1, self._from(size, 0, 2 * math.pi))
        cos, sin = torch.cos(angle), torch.sin(angle)
        width = (corners[:, 1] - corners[:, 0]).norm(dim=1)
        tilt = self._normal(size, 2).clamp(-1.6, 1.6) * (self._chance(size, 0.7) * 0.13 / width)[:, None]
        stretch = torch.exp(self._normal(size) * 0.1)
        mirror = torch.where(self._chance(size, 0.5), 1.0, -1.0)
        none, one = torch.zeros(size, device=self._device), torch.ones(size, device=self._device)
        middle = corners.mean(1)
        centred = _matrices(one, none, -middle[:, 0], none, one, -middle[:, 1], none, none, one)
        turn = _matrices(cos * mirror, -sin, none, sin * mirror, cos, none, none, none, one)
        bent = _matrices(stretch, none, none, none, 1 / stretch, none, tilt[:, 0], tilt[:, 1], one)
        onto = bent @ turn @ centred
        box = moved(onto, corners)
        low, extent = box.amin(1), box.amax(1) - box.amin(1)
        fill = torch.where(
            self._chance(size, 0.6),
            self._from(size, 0.33, 1.08),
            torch.exp(self._from(size, math.log(0.14), math.log(0.6))),
        )
        scale = fill * (wh / extent).amin(1)
        share = (0.5 + 0.28 * self._normal(size, 2)).clamp(-0.08, 1.08)
        shift = start + (wh - scale[:, None] * extent) * share - scale[:, None] * low
        onto = _matrices(scale, none, shift[:, 0], none, scale, shift[:, 1], none, none, one) @ onto
        ends = torch.cat([start, start + wh], 1) - 0.5
        return _Placed(onto, ends, torch.full((size,), math.nan, device=self._device))

    def _closer_looks(self, chosen: torch.Tensor) -> _Placed:
        """The board rectified by corners that are a little off, or by a ring that is no field's."""
        size, corners = len(chosen), self._boards.corners[chosen]
        goal = self._second_look(size)
        goal = torch.where(self._chance(size, 0.5)[:, None, None], goal.roll(2, 1), goal)
        goal = torch.where(self._chance(size, 0.5)[:, None, None], goal[:, [1, 0, 3, 2]], goal)
        spreads = torch.tensor([0.004, 0.004, 0.02, 0.05], device=self._device)
        spread = spreads[torch.randint(4, (size,), device=self._device)]
        wanted = goal + self._off(size, spread)
        astray = self._chance(size, 0.2)
        seen = torch.where(astray[:, None, None], goal + self._astray(size), wanted)
        turned = self._chance(size, 0.12)
        seen = torch.where(turned[:, None, None], seen.roll(1, 1), seen)
        onto = homographies(corners, seen)
        off = (moved(onto, corners) - goal).norm(dim=2).amax(1)
        right = ((14 - off) / 8).clamp(0, 1) * ~turned  # a third of a point off is near enough, eight tenths too far
        frame = torch.tensor([0.0, 0.0, *PICTURE_WH], device=self._device) - 0.5
        low, high = corners.amin(1), corners.amax(1)
        margin = torch.where(
            self._chance(size, 0.3)[:, None], self._from((size, 4), -0.05, 0.1), self._from((size, 4), 0.02, 0.8)
        ) * (high - low).repeat(1, 2)
        near = torch.cat([low - margin[:, :2], high + margin[:, 2:]], 1)
        return _Placed(onto, torch.where(self._chance(size, 0.5)[:, None], near, frame), right)

    def _astray(self, size: int) -> torch.Tensor:
        """Differences (b, 4, 2) of a wrong ring from the field's: of its frame, its half, something beside."""
        width, height = SECOND_LOOK[1][0] - SECOND_LOOK[0][0], SECOND_LOOK[2][1] - SECOND_LOOK[1][1]
        span = torch.tensor([width, height], device=self._device)
        out = torch.tensor(_SQUARE, device=self._device) - 0.5
        wider = -out * span * self._from((size, 1, 2), -0.12, 0.25)
        side = torch.where(self._chance(size, 0.5), 0.5, -0.5)[:, None]
        half = torch.stack([(out[:, 0] + side) * width, torch.zeros((size, 4), device=self._device)], 2)
        beside = self._normal(size, 1, 2) * span * 0.12
        one = functional.one_hot(torch.randint(4, (size,), device=self._device), 4)[..., None]
        corner = one * self._normal(size, 4, 2) * span * 0.12
        kind = torch.randint(4, (size,), device=self._device)
        kinds = torch.stack([wider, half, beside.expand(-1, 4, -1), corner], 1)
        return kinds[torch.arange(size, device=self._device), kind]

    def _second_look(self, size: int) -> torch.Tensor:
        return torch.tensor(SECOND_LOOK, device=self._device).expand(size, 4, 2)

    def _off(self, size: int, spread: torch.Tensor | float) -> torch.Tensor:
        span = torch.tensor([SECOND_LOOK[1][0] - SECOND_LOOK[0][0], SECOND_LOOK[2][1] - SECOND_LOOK[1][1]])
        share = torch.as_tensor(spread, device=self._device).expand(size)[:, None, None]
        return self._normal(size, 4, 2) * span.to(self._device) * share

    # -- what is seen there

    def _made(self, chosen: torch.Tensor, placed: _Placed) -> Batch:
        boards, size = self._boards, len(chosen)
        bend = torch.where(self._chance(size, 0.4), self._normal(size) * 0.05, torch.zeros(size, device=self._device))
        at = self._bent(self._pixels, bend)
        back = inverse(placed.onto)
        board, within = self._sampled(boards.pictures[chosen], back, at)
        onto_square = self._to_square(boards.corners[chosen]) @ back
        u, v = places(onto_square, at)
        field = (u > 0) & (u < 1) & (v > 0) & (v < 1)
        clean = self._chance(size, 0.3)
        board = self._repainted(board, field)
        ground = self._ground(size)
        margin = torch.exp(self._from((size, 4), math.log(0.012), math.log(0.3)))
        cut_out = (u > -margin[:, 0, None, None]) & (u < 1 + margin[:, 1, None, None])
        cut_out &= (v > -margin[:, 2, None, None]) & (v < 1 + margin[:, 3, None, None])
        # A closer look has its own grid of the table: the table is then seen from straight above, which does no harm.
        on_own = self._chance(size, 0.45)
        spread_out = self._chance(size, 0.5)[:, None, None] & ~within & on_own[:, None, None]
        mask = torch.where(on_own[:, None, None], within | spread_out, cut_out & within)
        maps, there = self._goals(chosen, placed.onto, bend)

        first = placed.right.isnan()
        none = self._chance(size, 0.08)
        other_game = self._chance(size, 0.06) & ~none
        second = first & self._chance(size, 0.08) & ~on_own & ~none & ~other_game
        ground, maps = self._with_another(chosen, ground, maps, mask, second)
        shadow = functional.avg_pool2d(mask[:, None].float(), 9, 1, 4).roll((4, -3), (2, 3))
        dim = self._from(size, 0, 0.6)[:, None, None, None]
        views = torch.where(mask[:, None], board, ground * (1 - dim * shadow))

        gone = none[:, None, None] | (other_game[:, None, None] & field & mask)
        views = torch.where(gone[:, None], ground.flip(3), views)
        maps = torch.where((none | other_game)[:, None, None, None], torch.zeros_like(maps), maps)

        views = self._covered(views)
        views = self._disguised(views, clean)
        x, y = places(back, at)
        here = torch.where(first[:, None, None, None], self._pixels, torch.stack([x, y], 1))
        corners = torch.where(first[:, None, None], there, boards.corners[chosen])
        low, high = placed.ends[:, :2], placed.ends[:, 2:]
        photograph = ((here > low[..., None, None]) & (here < high[..., None, None])).all(1, keepdim=True)
        views = torch.where(photograph, views, torch.full_like(views, 0.498))
        whole = ((corners > low[:, None] - 1) & (corners < high[:, None] + 1)).flatten(1).all(1)
        real = boards.real[chosen]
        likely = placed.right * (whole & real & ~none & ~other_game)
        asked = real | clean | none | other_game
        likely = torch.where(asked, likely, torch.full_like(likely, math.nan))
        return Batch(views.nan_to_num(0.5).clamp(0, 1) - 0.5, maps, there, likely)

    def _bent(self, at: torch.Tensor, bend: torch.Tensor) -> torch.Tensor:
        """Places (b, 2, h, w) that a lens shows at ``at`` (2, h, w)."""
        middle = torch.tensor(FINDER_WH, device=self._device).view(2, 1, 1) / 2
        off = at - middle
        far = (off / middle[0]).square().sum(0)
        return middle + off * (1 + bend[:, None, None, None] * far)

    def _sampled(
        self, pictures: torch.Tensor, back: torch.Tensor, at: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Pictures (b, h, w, 3) as seen in the window, (b, 3, 240, 320) of 0 to 1, and where they are (b, 240, 320)."""
        at = at.expand(len(back), -1, -1, -1)
        values = pictures.permute(0, 3, 1, 2).float() / 255
        # Fine detail is averaged where the picture is made smaller, as the product does.
        centre = moved(
            back, torch.tensor([[[_W / 2, _H / 2], [_W / 2 + 1, _H / 2]]], device=self._device).expand(len(back), 2, 2)
        )
        shrunk = (centre[:, 1] - centre[:, 0]).norm(dim=1)[:, None, None, None]
        for least, kernel in ((1.6, 3), (3.0, 5)):
            values = torch.where(
                shrunk > least, functional.avg_pool2d(values, kernel, 1, kernel // 2, count_include_pad=False), values
            )
        x, y = places(back, at)
        width, height = PICTURE_WH
        grid = torch.stack([(x + 0.5) / width * 2 - 1, (y + 0.5) / height * 2 - 1], 3)
        depth = depth_of(back, at)
        before = depth * depth[:, _H // 2 : _H // 2 + 1, _W // 2 : _W // 2 + 1] > 0
        seen = functional.grid_sample(values, grid.clamp(-3, 3), padding_mode="border", align_corners=False)
        return seen, (grid.abs() <= 1).all(3) & before

    def _to_square(self, corners: torch.Tensor) -> torch.Tensor:
        return homographies(corners, torch.tensor(_SQUARE, device=self._device).expand(len(corners), 4, 2))

    def _goals(
        self, chosen: torch.Tensor, onto: torch.Tensor, bend: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Field, bar, middle and corners, (b, 4, 60, 80), and where the corners are (b, 4, 2)."""
        size, corners = len(chosen), self._boards.corners[chosen]
        bend = torch.zeros(size, device=self._device) if bend is None else bend
        onto_square = self._to_square(corners) @ inverse(onto)
        at = self._bent(self._fine, bend)
        u, v = places(onto_square, at)
        middle = moved(onto, corners.mean(1, keepdim=True))[..., None].transpose(1, 2)
        before = depth_of(onto_square, at) * depth_of(onto_square, middle) > 0
        field = (u > 0) & (u < 1) & (v > 0) & (v < 1) & before
        bar = field & ((u - 0.5).abs() < self._boards.bars[chosen][:, None, None] / 2)
        band = field & ((v - 0.5).abs() < 0.05)
        masks = functional.avg_pool2d(torch.stack([field, bar, band], 1).float(), 2)
        there = self._straight(moved(onto, corners), bend)
        off = self._cells[None, None] - there[..., None, None]
        bumps = torch.exp(-off.square().sum(2) / (2 * (1.1 * STRIDE) ** 2))
        return torch.cat([masks, bumps.amax(1, keepdim=True)], 1), there

    def _straight(self, points: torch.Tensor, bend: torch.Tensor) -> torch.Tensor:
        """Where a lens shows places (b, n, 2): the inverse of :meth:`_bent`."""
        middle = torch.tensor(FINDER_WH, device=self._device) / 2
        wanted = (points - middle) / middle[0]
        seen = wanted
        for _ in range(6):
            seen = wanted / (1 + bend[:, None, None] * seen.square().sum(2, keepdim=True).clamp(max=4))
        return seen * middle[0] + middle

    def _with_another(
        self, chosen: torch.Tensor, ground: torch.Tensor, maps: torch.Tensor, mask: torch.Tensor, second: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The table with a second board on it, where wanted, in part hidden by the first."""
        others = chosen.roll(1)
        placed = self._first_looks(others)
        other, within = self._sampled(self._boards.pictures[others], inverse(placed.onto), self._pixels)
        u, v = places(
            self._to_square(self._boards.corners[others]) @ inverse(placed.onto),
            self._pixels.expand(len(others), -1, -1, -1),
        )
        cut_out = within & (u > -0.06) & (u < 1.06) & (v > -0.06) & (v < 1.06)
        beside = second & ~(cut_out & mask).flatten(1).any(1)
        goals, _ = self._goals(others, placed.onto)
        ground = torch.where((cut_out & beside[:, None, None])[:, None], other, ground)
        return ground, torch.where(beside[:, None, None, None], torch.maximum(maps, goals), maps)

    def _ground(self, size: int) -> torch.Tensor:
        """Tables without boards, (b, 3, 240, 320): drawn, or other pictures' with something laid over their board."""
        pool = self._grounds[torch.randint(len(self._grounds), (size,), device=self._device)]
        plain = self._window_of(pool)
        real = torch.nonzero(self._boards.real)[:, 0]
        others = real[torch.randint(len(real), (size,), device=self._device)]
        picture = self._boards.pictures[others].permute(0, 3, 1, 2).float() / 255
        x, y = torch.meshgrid(
            torch.arange(float(PICTURE_WH[0]), device=self._device),
            torch.arange(float(PICTURE_WH[1]), device=self._device),
            indexing="xy",
        )
        u, v = places(self._to_square(self._boards.corners[others]), torch.stack([x, y]).expand(size, -1, -1, -1))
        taken = (u > -0.22) & (u < 1.22) & (v > -0.15) & (v < 1.15)
        cover = pool.roll(1, 0).permute(0, 3, 1, 2).float() / 255
        table = self._window_of(torch.where(taken[:, None], cover, picture).permute(0, 2, 3, 1) * 255)
        return torch.where(self._chance(size, 0.35)[:, None, None, None], table, plain)

    def _window_of(self, pictures: torch.Tensor) -> torch.Tensor:
        """Some part of each picture, (b, 3, 240, 320), either way round."""
        size = len(pictures)
        zoom = self._from((size, 2), 0.6, 1.0) * torch.where(self._chance((size, 2), 0.5), 1.0, -1.0)
        shift = self._from((size, 2), -1, 1) * (1 - zoom.abs())
        none = torch.zeros(size, device=self._device)
        rows = [torch.stack([zoom[:, 0], none, shift[:, 0]], 1), torch.stack([none, zoom[:, 1], shift[:, 1]], 1)]
        grid = functional.affine_grid(torch.stack(rows, 1), [size, 3, _H, _W], align_corners=False)
        return functional.grid_sample(pictures.permute(0, 3, 1, 2).float() / 255, grid, align_corners=False)

    def _repainted(self, views: torch.Tensor, field: torch.Tensor) -> torch.Tensor:
        """Other colours, of the whole and of the field alone; some fields with hardly a difference in them."""
        size = len(views)
        views = torch.where(self._chance(size, 0.4)[:, None, None, None], self._other_colours(views), views)
        mask = field[:, None].float()
        mean = (views * mask).sum((2, 3), keepdim=True) / mask.sum((2, 3), keepdim=True).clamp(min=1)
        contrast = self._from(size, 0.3, 1.2)[:, None, None, None]
        inner = torch.where(self._chance(size, 0.3)[:, None, None, None], self._other_colours(views), views)
        calm = (mean + (inner - mean) * contrast) * torch.exp(self._normal(size, 3, 1, 1) * 0.15)
        inner = torch.where(self._chance(size, 0.25)[:, None, None, None], calm, inner)
        return torch.where(field[:, None], inner, views).clamp(0, 1)

    def _other_colours(self, views: torch.Tensor) -> torch.Tensor:
        """The hue turned about grey, its strength and each channel's gain changed."""
        size = len(views)
        angle, strength = self._from(size, 0, 2 * math.pi), self._from(size, 0, 1.4)
        grey = torch.full((3, 3), 1 / 3, device=self._device)
        same = torch.eye(3, device=self._device)
        across = torch.tensor([[0, -1, 1], [1, 0, -1], [-1, 1, 0.0]], device=self._device) / math.sqrt(3)
        turn = torch.cos(angle)[:, None, None] * (same - grey) + torch.sin(angle)[:, None, None] * across
        mixed = torch.einsum("bij,bjhw->bihw", grey + strength[:, None, None] * turn, views)
        curve = torch.exp(self._normal(size) * 0.4)[:, None, None, None]
        return (mixed * torch.exp(self._normal(size, 3, 1, 1) * 0.2)).clamp(1e-3, 1) ** curve

    def _covered(self, views: torch.Tensor) -> torch.Tensor:
        """Cups, cards, phones and arms laid over, each with its shadow."""
        size = len(views)
        x, y = self._pixels
        for kind in ("thing", "thing", "arm"):
            middle = self._from((size, 2), 0, 1) * torch.tensor(FINDER_WH, device=self._device)
            angle = self._from(size, 0, math.pi)[:, None, None]
            right, down = x - middle[:, 0, None, None], y - middle[:, 1, None, None]
            along = right * torch.cos(angle) + down * torch.sin(angle)
            aside = down * torch.cos(angle) - right * torch.sin(angle)
            extent = torch.exp(self._from((size, 2), math.log(6), math.log(38)))[..., None, None]
            if kind == "thing":
                power = torch.where(self._chance(size, 0.5), 2.0, 9.0)[:, None, None]
                inside = (along / extent[:, 0]).abs() ** power + (aside / extent[:, 1]).abs() ** power < 1
                rim = (along / extent[:, 0]).abs() ** power + (aside / extent[:, 1]).abs() ** power > 0.6
                wanted = self._chance(size, 0.22)
            else:  # from outside to its end in the picture
                beyond = torch.maximum(-along, torch.zeros_like(along))
                inside = torch.hypot(beyond, aside) < extent[:, 0].clamp(8, 24)
                rim = torch.zeros_like(inside)
                wanted = self._chance(size, 0.16)
            skin = torch.tensor([0.45, 0.58, 0.8], device=self._device) * self._from((size, 1), 0.35, 1.2)
            paint = torch.where(
                self._chance(size, 0.5 if kind == "arm" else 0.0)[:, None], skin, self._from((size, 3), 0, 1)
            )
            shade = 1 + 0.25 * self._from(size, -1, 1)[:, None, None] * (aside / extent[:, 1]).clamp(-1, 1)
            body = paint[..., None, None] * shade[:, None]
            edge = self._from((size, 3), 0, 1)[..., None, None]
            body = torch.where((rim & self._chance(size, 0.6)[:, None, None])[:, None], edge, body)
            inside = inside & wanted[:, None, None]
            shadow = functional.avg_pool2d(inside[:, None].float(), 7, 1, 3).roll((3, 3), (2, 3))
            views = torch.where(inside[:, None], body, views * (1 - 0.45 * shadow))
        return views

    def _disguised(self, views: torch.Tensor, clean: torch.Tensor) -> torch.Tensor:
        """Light, noise, blur, glare and the camera's curve; a ``clean`` view (b,) as a screenshot has it."""
        size = len(views)
        plain = clean[:, None, None, None]
        coarse = functional.interpolate(self._normal(size, 1, 3, 4) * 0.25, size=(_H, _W), mode="bicubic")
        light = torch.exp(self._normal(size, 1, 1, 1) * 0.35 - 0.1 + coarse + self._normal(size, 3, 1, 1) * 0.08)
        glow = torch.exp(functional.interpolate(self._normal(size, 1, 6, 8) * 2, size=(_H, _W), mode="bicubic") - 5)
        glow = glow * self._chance(size, 0.25)[:, None, None, None]
        lit = views * light + glow.clamp(max=0.7)
        lit = torch.where(self._chance(size, 0.1)[:, None, None, None], lit.mean(1, keepdim=True).expand_as(lit), lit)
        lit = self._smeared(lit)
        noise = self._normal(*lit.shape) * -torch.log(self._from(size, 0, 1) + 1e-4)[:, None, None, None] * 0.012
        lit = ((lit + noise).clamp(1e-3, 1)) ** torch.exp(self._normal(size, 1, 1, 1) * 0.3)
        return torch.where(plain, views, lit)

    def _smeared(self, views: torch.Tensor) -> torch.Tensor:
        """A third of the views blurred, by the lens, by few pixels or by a movement."""
        size = len(views)
        step = torch.linspace(-1, 1, 5, device=self._device)
        angle, length = self._from(size, 0, math.pi), self._from(size, 0.4, 3.5)
        kind = torch.randint(9, (size,), device=self._device)
        reach = torch.arange(-3.0, 4.0, device=self._device)
        rows, columns = torch.meshgrid(reach, reach, indexing="ij")
        width = self._from(size, 0.5, 1.6)[:, None, None]
        soft = torch.exp(-(rows**2 + columns**2) / (2 * width**2))
        way = torch.stack([torch.cos(angle), torch.sin(angle)], 1)[:, None] * (length[:, None] * step)[..., None]
        moving = torch.exp(
            -((columns - way[..., 0, None, None]) ** 2 + (rows - way[..., 1, None, None]) ** 2) / 0.6
        ).sum(1)
        sharp = ((rows == 0) & (columns == 0)).float().expand(size, 7, 7)
        kernel = torch.where((kind == 0)[:, None, None], moving, torch.where((kind < 4)[:, None, None], soft, sharp))
        kernel = (kernel / kernel.sum((1, 2), keepdim=True)).repeat_interleave(3, 0)[:, None]
        padded = functional.pad(views.reshape(1, size * 3, _H, _W), (3, 3, 3, 3), mode="replicate")
        blurred = functional.conv2d(padded, kernel, groups=size * 3).view(size, 3, _H, _W)
        few = functional.interpolate(functional.avg_pool2d(blurred, 2), size=(_H, _W), mode="bilinear")
        return torch.where((kind == 4)[:, None, None, None], few, blurred)

    # -- chance

    def _normal(self, *shape: int) -> torch.Tensor:
        return torch.randn(shape, device=self._device)

    def _from(self, shape: int | tuple[int, ...], low: float, high: float) -> torch.Tensor:
        shape = (shape,) if isinstance(shape, int) else shape
        return torch.rand(shape, device=self._device) * (high - low) + low

    def _chance(self, shape: int | tuple[int, ...], share: float) -> torch.Tensor:
        return self._from(shape, 0, 1) < share


def _matrices(*values: torch.Tensor) -> torch.Tensor:
    return torch.stack(values, 1).view(-1, 3, 3)
