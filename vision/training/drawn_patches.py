"""Patches of dice and cubes drawn on the way, and of what may be taken for one: they never run out."""

from __future__ import annotations

import math

import torch

from vision.training import boxes
from vision.training.chance import Chance, any_colour, grounds, pixels, spread_out
from vision.training.dice_patches import FIRST_CUBE, NONE
from vision.training.patch_training import Batch

KINDS = ("die", "bare", "aside", "cube", "giant", "tiny", "dotted")
"""A die, nothing, a die beside the middle, a cube, a far larger die, a far smaller one, a checker with dots."""
_DIE, _BARE, _ASIDE, _CUBE, _GIANT, _TINY, _DOTTED = range(len(KINDS))
_AT_ONCE = 96  # more would not fit beside other training on one card


def many_drawn(chance: Chance, n: int, wide: int, kinds: list[float], bank: torch.Tensor, under: torch.Tensor) -> Batch:
    parts = [drawn(chance, min(_AT_ONCE, n - k), wide, kinds, bank, under) for k in range(0, n, _AT_ONCE)]
    return torch.cat([p[0] for p in parts]), torch.cat([p[1] for p in parts])


def drawn(chance: Chance, n: int, wide: int, kinds: list[float], bank: torch.Tensor, under: torch.Tensor) -> Batch:
    """Patches (n, 3, wide, wide), 0 to 1, with labels (n, 2) as :mod:`dice_patches` has them; whether dice lean: -1.

    ``kinds``: how often each of the kinds is shown.  ``bank``: prints of cubes.  ``under``: byte pictures of boards
    without dice, on which half of them lie where there are any.
    """
    kind = chance.one_of(n, kinds)
    ground = grounds(chance, n, wide)
    if len(under):
        real = under[chance.integers(n, len(under))].float() / 255
        real = torch.where(spread_out(chance.yes(n, 0.5), 3), real.flip(3), real)
        ground = torch.where(spread_out(chance.yes(n, 0.6), 3), real, ground)
    ground = torch.where(spread_out(kind == _DOTTED, 3), dotted(chance, ground), ground) ** 2.2
    lens, cube, sets = boxes.cameras(chance, n), kind == _CUBE, len(bank) // 6
    side = torch.exp(chance.between(n, math.log(15), math.log(36)))
    size = torch.where(
        kind == _GIANT, chance.between(n, 60, 170), torch.where(kind == _TINY, chance.between(n, 4, 8), side)
    )
    size = torch.where(cube, chance.between(n, 26, 56), size)
    main, value = boxes.boxes(chance, lens, size, cubes=cube, sets=sets)
    angle, far = chance.between(n, 0, 2 * math.pi), side * chance.between(n, 0.75, 1.6) * (kind == _ASIDE)
    main.at = main.at + torch.stack([torch.cos(angle), torch.sin(angle)], 1) * far[:, None]
    main.at = main.at + chance.between((n, 2), -0.5, 0.5) * (size * (kind == _GIANT))[:, None]
    other, _ = boxes.boxes(chance, lens, side * chance.between(n, 0.85, 1.15), cubes=chance.yes(n, 0.08), sets=sets)
    alike = chance.yes(n, 0.6)
    for name in (
        "body",
        "second",
        "ink",
        "odd",
        "rounding",
        "ball",
        "gloss",
        "clear",
        "veins",
        "grain",
        "sharp",
        "hollow",
    ):
        mine, its = getattr(main, name), getattr(other, name)
        setattr(other, name, torch.where(spread_out(alike, mine.dim() - 1), mine, its))
    angle, far = chance.between(n, 0, 2 * math.pi), chance.between(n, 2.1, 4.5)
    way = torch.stack([torch.cos(angle), torch.sin(angle)], 1) * far[:, None]
    other.at = main.at + torch.einsum("nij,nj->ni", other.lens[:, :, :2], way)
    beside = chance.yes(n, 0.35) & (kind != _GIANT) & (kind != _TINY)
    there = (kind != _BARE) & (kind != _DOTTED)
    behind = other.at[:, 1] < main.at[:, 1]
    light = boxes.lights(chance, n)
    first, second = other.where(behind, main), main.where(behind, other)
    picture = boxes.painted(ground, first, light, bank, torch.where(behind, beside, there))
    picture = boxes.painted(picture, second, light, bank, torch.where(behind, there, beside))
    shows = torch.where(kind == _DIE, value, torch.where(cube, FIRST_CUBE + value, NONE))
    return picture.clamp(0, 1) ** (1 / 2.2), torch.stack([shows, torch.full_like(shows, -1)], 1)


def dotted(chance: Chance, ground: torch.Tensor) -> torch.Tensor:
    """A checker with dots round its middle, which is no die."""
    n, _, size, _ = ground.shape
    at = pixels(size, chance.device)[None] - (size - 1) / 2
    radius, many = chance.between(n, 16, 34), chance.integers(n, 9)
    far = at.norm(dim=3).expand(n, -1, -1) / spread_out(radius, 2)
    inside = torch.sigmoid((1 - far) * spread_out(radius, 2))[:, None]
    ground = ground * (1 - inside) + spread_out(any_colour(chance, n) ** 0.45, 2) * inside
    reach, begin, dot = chance.between(n, 0.2, 0.7), chance.between(n, 0, 7), chance.between(n, 0.06, 0.2)
    ink = torch.zeros(n, size, size, device=chance.device)
    for k in range(8):
        angle = begin + 2 * math.pi * k / many.clamp(min=1)
        place = torch.stack([torch.cos(angle), torch.sin(angle)], 1) * (radius * reach * (many > 1))[:, None]
        gap = (at - place[:, None, None]).norm(dim=3)
        spot = torch.sigmoid((spread_out(dot * radius, 2) - gap) * 3)
        ink = torch.maximum(ink, spot * spread_out((k < many).float(), 2))
    return ground * (1 - ink[:, None]) + spread_out(any_colour(chance, n) ** 0.45, 2) * ink[:, None]
