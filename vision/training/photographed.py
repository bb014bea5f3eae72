"""What a camera and a room make of patches, in batches: fewer pixels, blur, shake, another light, noise, JPEG."""

from __future__ import annotations

import math

import torch
from torch.nn import functional

from vision.training.chance import Chance, clouds, pixels, spread_out

# How coarsely JPEG keeps the 8 x 8 waves of lightness and of colour at quality 50 (ITU-T T.81, annex K).
_LIGHTNESS = """16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62
18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 72 92 95 98 112 100 103 99"""
_COLOUR = """17 18 24 47 99 99 99 99 18 21 26 66 99 99 99 99 24 26 56 99 99 99 99 99 47 66 99 99 99 99 99 99
99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99"""
_YCC = ((0.114, 0.587, 0.299), (0.5, -0.331, -0.169), (-0.081, -0.419, 0.5))  # of blue, green, red


def photographed(chance: Chance, pictures: torch.Tensor, *, least: float = 0.34) -> torch.Tensor:
    """Pictures (n, 3, size, size), 0 to 1, as cameras take them; ``least``: of the pixels across."""
    n, _, size, _ = pictures.shape
    taken = []
    for part in pictures.split(max(1, math.ceil(n / 8))):  # of each part as many pixels are left
        m = len(part)
        small = round(size * (1.0 if chance.yes(1, 0.35) else float(chance.between(1, least, 1.0))))
        part = _blurred(chance, _lit(chance, part))
        part = functional.interpolate(part, size=(small, small), mode="bilinear", antialias=True)
        grains = chance.normal(part.shape) * spread_out(chance.rare(m, 0.014) * chance.yes(m, 0.7), 3)
        smooth = functional.avg_pool2d(grains, 3, 1, 1) * 2
        part = part + torch.where(spread_out(chance.yes(m, 0.5), 3), grains, smooth)
        part = torch.where(spread_out(chance.yes(m, 0.45), 3), as_jpeg(chance, part), part)
        taken.append(functional.interpolate(part, size=(size, size), mode="bilinear").clamp(0, 1))
    return torch.cat(taken)


def _lit(chance: Chance, part: torch.Tensor) -> torch.Tensor:
    m, _, size, _ = part.shape
    one = (m, 1, 1, 1)
    grey = part.mean(1, keepdim=True)
    part = grey + (part - grey) * torch.where(chance.yes(one, 0.2), chance.between(one, 0, 1.6), 1.0)
    part = part * torch.exp(chance.normal(one, 0.22)) * torch.exp(chance.normal((m, 3, 1, 1), 0.07))
    edge = (
        (pixels(size, chance.device)[None] - chance.between((m, 1, 1, 2), 0, size)) * chance.normal((m, 1, 1, 2))
    ).sum(3)
    sunny = torch.sigmoid(edge * torch.exp(chance.normal((m, 1, 1), 1.0)))[:, None]
    part = part * (1 + sunny * chance.between(one, -0.65, 0.8) * chance.yes(one, 0.2))
    part = part * torch.exp(clouds(chance, m, size, fine=0.5) * chance.rare(one, 0.04))
    haze = chance.rare(one, 0.06)
    part = part * (1 - haze.clamp(max=0.4)) + haze.clamp(max=0.4) * chance.between((m, 3, 1, 1), 0.2, 1)
    return part.clamp(1e-3, 1) ** torch.exp(chance.normal(one, 0.28))


def _blurred(chance: Chance, part: torch.Tensor) -> torch.Tensor:
    """Blurred, smeared by a shake, or sharpened, as the camera's own software does."""
    m, _, size, _ = part.shape
    reach = 5
    at = pixels(2 * reach + 1, chance.device)[None] - reach
    angle = chance.between((m, 1, 1), 0, math.pi)
    way = torch.stack([torch.cos(angle), torch.sin(angle)], 3)
    along, across = (at * way).sum(3), (at * way.flip(3) * torch.tensor([-1.0, 1.0], device=chance.device)).sum(3)
    soft = 0.25 + chance.rare((m, 1, 1), 0.7).clamp(max=2.0) * chance.yes((m, 1, 1), 0.6)
    shake = soft + chance.rare((m, 1, 1), 1.2).clamp(max=3.5) * chance.yes((m, 1, 1), 0.15)
    kernel = torch.exp(-((along / shake) ** 2) / 2 - (across / soft) ** 2 / 2)
    kernel = (kernel / kernel.sum((1, 2), keepdim=True)).repeat_interleave(3, 0)[:, None]
    padded = functional.pad(part, (reach,) * 4, mode="replicate").reshape(1, 3 * m, size + 2 * reach, -1)
    blurred = functional.conv2d(padded, kernel, groups=3 * m).view(part.shape)
    wide = functional.avg_pool2d(blurred, 3, 1, 1, count_include_pad=False)
    return blurred + (blurred - wide) * chance.between((m, 1, 1, 1), 0, 2.5) * chance.yes((m, 1, 1, 1), 0.25)


def as_jpeg(chance: Chance, part: torch.Tensor) -> torch.Tensor:
    """Pictures (m, 3, high, wide), 0 to 1, as files of any quality keep them."""
    m, _, high, wide = part.shape
    device = part.device
    ycc = torch.tensor(_YCC, device=device)
    x, y = (int(v) for v in chance.integers(2, 8))
    planes = torch.einsum("cd,mdhw->mchw", ycc, part.clamp(0, 1) * 255)
    coarse = functional.interpolate(functional.avg_pool2d(planes[:, 1:], 2, 2, ceil_mode=True), size=(high, wide))
    planes = torch.where(spread_out(chance.yes(m, 0.6), 3), torch.cat([planes[:, :1], coarse], 1), planes)
    planes = functional.pad(planes, (x, 8 - x + -(wide + 8) % 8, y, 8 - y + -(high + 8) % 8), mode="replicate")
    k = torch.arange(8, device=device, dtype=torch.float32)
    waves = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * torch.where(k == 0, 0.125**0.5, 0.5)[:, None]
    blocks = planes.unfold(2, 8, 8).unfold(3, 8, 8)
    spectrum = torch.einsum("ui,mcabij,vj->mcabuv", waves, blocks, waves)
    tables = torch.tensor([[int(v) for v in t.split()] for t in (_LIGHTNESS, _COLOUR, _COLOUR)], device=device)
    step = (tables.view(1, 3, 1, 1, 8, 8) * spread_out(torch.exp(chance.between(m, -2.6, 0.7)), 5)).clamp(min=1)
    kept = torch.einsum("ui,mcabuv,vj->mcabij", waves, torch.round(spectrum / step) * step, waves)
    back = kept.permute(0, 1, 2, 4, 3, 5).reshape(planes.shape)[:, :, y : y + high, x : x + wide]
    return torch.einsum("cd,mdhw->mchw", torch.linalg.inv(ycc), back) / 255
