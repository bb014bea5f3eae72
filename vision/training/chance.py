"""Random numbers, colours, noise and grounds for pictures that are made in batches where the net learns."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.nn import functional


class Chance:
    """Random tensors on one device; the same seed gives the same ones on the same kind of device."""

    def __init__(self, seed: int, device: str) -> None:
        self.device = device
        self.source = torch.Generator(device).manual_seed(seed)

    def between(self, shape: Any, low: float, high: float) -> torch.Tensor:
        shape = (shape,) if isinstance(shape, int) else shape
        return torch.rand(shape, generator=self.source, device=self.device) * (high - low) + low

    def normal(self, shape: Any, spread: float = 1.0) -> torch.Tensor:
        shape = (shape,) if isinstance(shape, int) else shape
        return torch.randn(shape, generator=self.source, device=self.device) * spread

    def rare(self, shape: Any, mean: float) -> torch.Tensor:
        """Mostly small, seldom large (exponential)."""
        return -torch.log(self.between(shape, 1e-6, 1.0)) * mean

    def yes(self, shape: Any, share: float) -> torch.Tensor:
        return self.between(shape, 0, 1) < share

    def integers(self, shape: Any, below: int) -> torch.Tensor:
        shape = (shape,) if isinstance(shape, int) else shape
        return torch.randint(0, below, shape, generator=self.source, device=self.device)

    def one_of(self, n: int, shares: list[float]) -> torch.Tensor:
        """Numbers (n,) of the kinds, each as often as its share."""
        return torch.multinomial(torch.tensor(shares, device=self.device), n, True, generator=self.source)


def spread_out(values: torch.Tensor, dims: int) -> torch.Tensor:
    """Values (n, ...) with ``dims`` further axes of length 1, so that they are taken for every pixel alike."""
    return values.reshape(*values.shape, *([1] * dims))


def any_colour(chance: Chance, n: int, low: float = 0.03, high: float = 0.97) -> torch.Tensor:
    """Colours (n, 3), linear in light, often grey, seldom loud; ``low``, ``high``: their lightness on the screen."""
    kind = chance.integers(n, 3)
    full = chance.between(n, 0, 1)
    saturation = torch.where(kind == 0, 0.0, torch.where(kind == 1, 0.3 * full, full))
    value, hue = chance.between(n, low, high), chance.between(n, 0, 6)
    turn = (hue[:, None] + torch.tensor([1.0, 3.0, 5.0], device=chance.device)) % 6
    part = torch.minimum(turn, 4 - turn).clamp(0, 1)
    return (value[:, None] * (1 - saturation[:, None] * part)) ** 2.2


def body_and_ink(chance: Chance, n: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Two colours (n, 3) that a player can tell apart: mostly by lightness, now and then by hue alone."""
    kind = spread_out(chance.one_of(n, [0.45, 0.4, 0.15]), 1)
    pale, dark = any_colour(chance, n, 0.7, 0.99) ** 0.6, any_colour(chance, n, 0.0, 0.32)
    loud, white = any_colour(chance, n, 0.02, 0.72), any_colour(chance, n, 0.72, 0.99) ** 0.5
    one, other = any_colour(chance, n), any_colour(chance, n)
    alike = ((one ** (1 / 2.2) - other ** (1 / 2.2)).abs().amax(1, keepdim=True) < 0.3).float()
    other = other * (1 - alike) + alike * (1 - one).clamp(0.02) ** 2.2
    body = torch.where(kind == 0, pale, torch.where(kind == 1, loud, one))
    return body, torch.where(kind == 0, dark, torch.where(kind == 1, white, other))


def clouds(chance: Chance, n: int, size: int, *, fine: float = 1.0) -> torch.Tensor:
    """Smooth noise (n, 1, size, size), spread 1, of bumps of every size, on one tensor drawn out along one way."""
    made = torch.zeros(n, 1, size, size, device=chance.device)
    for cells in (3, 9, 27):
        high, wide = max(2, int(cells * fine)), max(2, int(cells * fine * float(chance.between(1, 0.3, 1.0))))
        grid = chance.normal((n, 1, high, wide))
        made = made + functional.interpolate(grid, size=(size, size), mode="bicubic") * chance.between(
            (n, 1, 1, 1), 0, 1
        )
    flipped = torch.where(spread_out(chance.yes(n, 0.5), 3), made, made.transpose(2, 3))
    return flipped / flipped.std((1, 2, 3), keepdim=True).clamp(min=1e-3)


def pixels(size: int, device: str, finer: int = 1) -> torch.Tensor:
    """The places (size * finer, size * finer, 2) of a picture's pixels, x and y, from its first pixel's middle."""
    along = (torch.arange(size * finer, device=device) + 0.5) / finer - 0.5
    y, x = torch.meshgrid(along, along, indexing="ij")
    return torch.stack([x, y], 2)


def grounds(chance: Chance, n: int, size: int) -> torch.Tensor:
    """Pictures (n, 3, size, size), as on the screen, of pieces of tables and boards.

    Plain, cloudy or grained; stripes, edges and tips of points, checkers with rings and dots, dark gaps.
    """
    at = pixels(size, chance.device)[None]
    picture = any_colour(chance, n)[:, :, None, None].expand(-1, -1, size, size)
    picture = picture * torch.exp(clouds(chance, n, size, fine=2) * spread_out(chance.rare(n, 0.12), 3))
    for share in (0.5, 0.35):  # edges: two half planes meet in a tip or a stripe
        place, angle = chance.between((n, 1, 1, 2), 0, size), chance.between((n, 1, 1), 0, 2 * math.pi)
        inside = torch.ones(n, size, size, device=chance.device)
        for turn in (chance.between((n, 1, 1), 0, 0.5), chance.between((n, 1, 1), math.pi - 0.5, math.pi + 0.4)):
            way = torch.stack([torch.cos(angle + turn), torch.sin(angle + turn)], 3)
            inside = inside * torch.sigmoid(2 * (((at - place) * way).sum(3) + size * 0.1))
        inside = (inside * spread_out(chance.yes(n, share), 2))[:, None]
        picture = picture * (1 - inside) + any_colour(chance, n)[:, :, None, None] * inside
    for share in (0.4, 0.2):  # checkers
        place, radius = (
            chance.between((n, 1, 1, 2), -0.2 * size, 1.2 * size),
            chance.between((n, 1, 1), 0.25, 0.6) * size,
        )
        squeezed = (at - place) * torch.stack([torch.ones(n, device=chance.device), chance.between(n, 1, 1.6)], 1)[
            :, None, None
        ]
        far = squeezed.norm(dim=3) / radius
        for reach, shown in ((1.0, 1.0), (0.8, 0.5), (0.65, 0.5), (0.15, 0.25)):
            inside = torch.sigmoid((reach * float(chance.between(1, 0.9, 1.1)) - far) * radius)
            inside = (inside * spread_out(chance.yes(n, share) & chance.yes(n, shown), 2))[:, None]
            picture = picture * (1 - inside) + any_colour(chance, n)[:, :, None, None] * inside
    return picture.clamp(0, 1) ** (1 / 2.2)
