"""Dice and doubling cubes on pictures: any colour, print, form and pose, ray-traced in batches on a card or processor.

A patch shows the board's plane almost undistorted, so the camera is, near one place, a linear map from the space
of the board (x, y, and z upwards) to pixels.  Lengths are in halves of a box's side; colours are linear in light.
"""

from __future__ import annotations

import importlib.util
import math
from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.training.chance import Chance, any_colour, body_and_ink, pixels, spread_out
from vision.training.dice_patches import NUMBERS

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
FINER = 2  # samples of a pixel each way
_STEPS = 8
_PRINT = 48  # pixels of a number's picture
_AWAY = 9.0  # where pips are that a face does not have


@dataclass(slots=True)
class Boxes:
    """``n`` boxes, each with its own camera.

    ``lens`` (n, 2, 3): pixels for half a side along the board's x, y, z.  ``at`` (n, 2): the box's middle in pixels.
    ``turn`` (n, 3, 3): from the box's axes to the board's.  ``rounding``, ``ball``: the radius of its edges, and of the
    ball that cuts its corners off.  ``pips`` (n, 6, 6, 2) on the faces +x, -x, +y, -y, +z, -z, and the pips' radius
    ``dot`` (n, 6).  ``hollow``: how deep they are drilled, below 0 raised.  ``print`` (n, 6): which number's picture
    a face of a cube bears, -1 on dice.  ``gloss``, ``sharp``, ``clear``, ``veins``: how it shines, how small its
    highlights are, how much shows through, how strongly it is marbled; ``grain`` (n, 4, 3): by which waves.
    """

    lens: torch.Tensor
    at: torch.Tensor
    turn: torch.Tensor
    rounding: torch.Tensor
    ball: torch.Tensor
    pips: torch.Tensor
    dot: torch.Tensor
    hollow: torch.Tensor
    body: torch.Tensor
    second: torch.Tensor
    ink: torch.Tensor
    odd: torch.Tensor
    oddly: torch.Tensor
    print: torch.Tensor
    gloss: torch.Tensor
    sharp: torch.Tensor
    clear: torch.Tensor
    veins: torch.Tensor
    grain: torch.Tensor

    def where(self, mine: torch.Tensor, other: Boxes) -> Boxes:
        """These boxes where ``mine`` (n,), else the others."""
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(self))
        return Boxes(*(torch.where(spread_out(mine, a.dim() - 1), a, b) for a, b in pairs))

    def of(self, which: torch.Tensor) -> Boxes:
        """Some of these boxes, by their numbers (m,)."""
        return Boxes(*(getattr(self, f.name)[which] for f in fields(self)))

    @property
    def top(self) -> torch.Tensor:
        """The middle (n, 2) of the face that looks up most, in pixels."""
        axis = self.turn[:, 2].abs().argmax(1)
        normal = self.turn.gather(2, axis[:, None, None].expand(-1, 3, 1))[..., 0]
        normal = normal * normal[:, 2:].sign()
        return self.at + torch.einsum("nij,nj->ni", self.lens, normal)


def cameras(chance: Chance, n: int) -> torch.Tensor:
    """Lenses (n, 2, 3) of unit scale, over a board, whose plane is undistorted, or over a foreshortened table."""
    tilt = chance.between(n, 0, 1.08) * chance.between(n, 0.3, 1).sqrt()
    table = spread_out(chance.yes(n, 0.3), 2)
    angle, stretch = chance.between(n, 0, math.pi), chance.normal(n, 0.07) * (1 + chance.yes(n, 0.15))
    turn = _turned(angle)
    plane = turn @ torch.diag_embed(torch.stack([torch.exp(stretch), torch.exp(-stretch)], 1)) @ turn.transpose(1, 2)
    up = chance.normal(n, 0.2) + chance.yes(n, 0.05) * chance.between(n, -3, 3)
    way = torch.stack([torch.sin(up), -torch.cos(up)], 1)
    plane = plane * torch.tensor([1.0, -1.0], device=chance.device)  # the board's y leads away, a picture's down
    over = torch.cat([plane, (way * torch.tan(tilt)[:, None])[..., None]], 2)
    zero, one = torch.zeros(n, device=chance.device), torch.ones(n, device=chance.device)
    low = torch.stack([one, zero, zero, zero, -torch.cos(tilt), -torch.sin(tilt)], 1).view(n, 2, 3)
    return torch.where(table, _turned(chance.normal(n, 0.1)) @ low, over)


def boxes(
    chance: Chance, lens: torch.Tensor, side: torch.Tensor, *, cubes: torch.Tensor, sets: int
) -> tuple[Boxes, torch.Tensor]:
    """Boxes of any looks, their upper faces in the middle of the origin's pixel, and what they show.

    ``side`` (n,): pixels.  ``cubes`` (n,): which are doubling cubes; ``sets``: of how many prints.  A die shows its
    value less one, a cube the place of its number in ``NUMBERS``.
    """
    n, device = len(side), chance.device
    low = chance.between((n, 3), 0, 1).argsort(1)
    flip = chance.yes((n, 3), 0.5)
    first = torch.where(flip, low + 1, 6 - low)
    values = torch.stack([first, 7 - first], 2).view(n, 6)
    pips, dot = _pips(chance, values)
    body, ink = body_and_ink(chance, n)
    any_, red = any_colour(chance, n), torch.tensor([0.02, 0.01, 0.55], device=device)
    odd = (chance.yes(n, 0.06)[:, None] & (values == 1)) | (
        chance.yes(n, 0.06)[:, None] & ((values == 1) | (values == 4))
    )
    numbers = chance.integers(n, sets)[:, None] * 6 + values - 1
    tilted = chance.yes(n, 0.16) & ~cubes
    axis = chance.between(n, 0, 2 * math.pi)
    tilt = chance.between(n, 0.22, 0.68) * tilted + chance.normal(n, 0.03)
    clear = chance.between(n, 0.35, 0.95) * chance.yes(n, 0.22)
    made = Boxes(
        lens=lens * side[:, None, None] / 2,
        at=torch.zeros(n, 2, device=device),
        turn=_about(axis, tilt) @ _about_z(chance.between(n, 0, 2 * math.pi)),
        rounding=chance.between(n, 0.03, 0.6) * chance.between(n, 0.3, 1),
        ball=torch.where(chance.yes(n, 0.5), chance.between(n, 1.24, 1.6), torch.full((n,), 2.0, device=device)),
        pips=torch.where(spread_out(cubes, 3), torch.full_like(pips, _AWAY), pips),
        dot=dot,
        hollow=torch.where(chance.yes(n, 0.6), chance.between(n, 0.2, 1.3), chance.between(n, -0.4, 0.1)),
        body=body,
        second=torch.where(chance.yes(n, 0.8)[:, None], body * chance.between((n, 1), 0.4, 1.7), any_).clamp(0, 1),
        ink=ink,
        odd=torch.where(chance.yes(n, 0.7)[:, None], red, any_),
        oddly=odd,
        print=torch.where(cubes[:, None], numbers, -1),
        gloss=chance.between(n, 0, 0.8),
        sharp=torch.exp(chance.between(n, math.log(12), math.log(250))),
        clear=clear,
        veins=chance.rare(n, 0.35) * chance.yes(n, 0.35),
        grain=chance.normal((n, 4, 3)) * torch.exp(chance.normal((n, 1, 3), 0.7)) * 3,
    )
    made.at = -made.top
    up = made.turn[:, 2]
    face = 2 * up.abs().argmax(1) + (up.gather(1, up.abs().argmax(1, keepdim=True))[:, 0] < 0)
    return made, values.gather(1, face[:, None])[:, 0] - 1


def _pips(chance: Chance, values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Where the pips of faces (n, 6) of these values are, (n, 6, 6, 2), and how large, (n, 6)."""
    n, device = len(values), chance.device
    table = torch.full((7, 6, 2), _AWAY, device=device)
    for value, places in PIPS.items():
        table[value, : len(places)] = torch.tensor(places, dtype=torch.float32, device=device)
    reach = torch.where(chance.yes(n, 0.1), chance.between(n, 0.28, 0.42), chance.between(n, 0.4, 0.64))
    # The rows of a six are as far apart as its pips or up to twice that: the first passes for a four from afar.
    narrow = torch.where(chance.yes(n, 0.7), chance.between(n, 0.48, 0.9), chance.between(n, 0.9, 1.08))
    small = 0.54 * reach * torch.where(chance.yes(n, 0.1), 1.0, 0.98)
    dot = torch.minimum(chance.between(n, 0.09, 0.26), torch.minimum(small, 1.05 * reach * narrow))
    size = dot[:, None] * torch.where(values == 1, torch.exp(chance.rare(n, 0.3)).clamp(max=2.4)[:, None], 1.0)
    scale = torch.stack(
        [torch.where(values == 6, (reach * narrow)[:, None], reach[:, None]), reach[:, None].expand_as(values)], 2
    )
    places = table[values] * scale[:, :, None]
    straight = (chance.yes(n, 0.06)[:, None] & ((values == 2) | (values == 3)))[..., None]
    line = torch.stack([torch.zeros_like(places[..., 0]), places[..., 1]], 3)
    places = torch.where(straight[..., None], line, places) + chance.normal((n, 6, 6, 2), 0.02)
    places = torch.where(spread_out(chance.yes((n, 6), 0.5), 2), places.flip(3), places)
    places = torch.where(
        spread_out(chance.yes((n, 6), 0.5), 2), places * torch.tensor([-1.0, 1.0], device=device), places
    )
    away = (table[values].amax(3) > 5)[..., None]
    return torch.where(away, _AWAY, places), size


def prints(seed: int, sets: int, device: str) -> torch.Tensor:
    """Pictures (sets * 6, h, h) of the numbers of doubling cubes, 0 where there is no ink, each set in its own print.

    In the fonts of this machine, where it has some and the package to draw them, and in those of OpenCV.
    """
    rng, made = np.random.default_rng(seed), []
    fonts = [*_fonts(), None, None]
    for _ in range(sets):
        font, thick, share = fonts[int(rng.integers(len(fonts)))], int(rng.integers(3, 12)), rng.uniform(0.45, 0.85)
        plain, framed, narrow = int(rng.choice([0, 2, 3, 4, 6])), rng.random() < 0.15, rng.uniform(0.75, 1.0)
        for number in NUMBERS:
            face = _typeset(str(number), font) if font else _lettered(str(number), plain, thick)
            rows, columns = (np.flatnonzero(face.max(1 - k)) for k in (0, 1))
            face = face[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            scale = min(_PRINT * share / face.shape[0], _PRINT * min(share + 0.1, 0.9) / (face.shape[1] * narrow))
            high, wide = max(4, round(face.shape[0] * scale)), max(3, round(face.shape[1] * narrow * scale))
            whole = np.zeros((_PRINT, _PRINT), np.uint8)
            top, left = (_PRINT - high) // 2, (_PRINT - wide) // 2
            whole[top : top + high, left : left + wide] = cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA)
            if framed:
                cv2.rectangle(whole, (3, 3), (_PRINT - 4, _PRINT - 4), 255, 1 + thick // 6)
            made.append(np.rot90(whole, int(rng.integers(4))))
    return torch.tensor(np.stack(made), device=device).float() / 255


def _fonts() -> list[str]:
    """The text fonts of this machine."""
    if importlib.util.find_spec("PIL") is None:
        return []
    files = sorted(str(path) for path in Path("/usr/share/fonts").rglob("*.[to]tf"))
    return [f for f in files if not any(word in f.lower() for word in ("symbol", "dingbat", "math"))]


def _typeset(text: str, font: str) -> np.ndarray:
    from PIL import Image, ImageDraw, ImageFont

    sheet = Image.new("L", (360, 200), 0)
    ImageDraw.Draw(sheet).text((30, 20), text, font=ImageFont.truetype(font, 120), fill=255)
    return np.asarray(sheet)


def _lettered(text: str, font: int, thick: int) -> np.ndarray:
    sheet = np.zeros((200, 360), np.uint8)
    cv2.putText(sheet, text, (30, 150), font, 4.0, 255, 2 * thick, cv2.LINE_AA)
    return sheet


@dataclass(slots=True)
class Light:
    """``lamp`` (n, 3): the way to it.  ``key``, ``sky``: its light and that from everywhere.  ``soft``: its shadows."""

    lamp: torch.Tensor
    key: torch.Tensor
    sky: torch.Tensor
    soft: torch.Tensor
    window: torch.Tensor

    def of(self, which: torch.Tensor) -> Light:
        """The light of some of the pictures, by their numbers (m,)."""
        return Light(*(getattr(self, f.name)[which] for f in fields(self)))


def lights(chance: Chance, n: int) -> Light:
    lamp = chance.normal((n, 3))
    lamp[:, 2] = lamp[:, 2].abs() + chance.between(n, 0.3, 2.0)
    return Light(
        functional.normalize(lamp, dim=1),
        chance.between(n, 0.1, 1.0),
        chance.between(n, 0.2, 0.8),
        chance.between(n, 0.1, 1.0),
        chance.between(n, 0, 1),
    )


def painted(ground: torch.Tensor, box: Boxes, light: Light, bank: torch.Tensor, shown: torch.Tensor) -> torch.Tensor:
    """Pictures (n, 3, size, size), linear in light, with a box each where ``shown`` (n,), and its shadow."""
    n, _, size, _ = ground.shape
    step = pixels(size, str(ground.device), FINER).view(1, -1, 2) - (size - 1) / 2
    rise, back = box.lens[:, :, 2], torch.linalg.inv(box.lens[:, :, :2])
    flat = torch.einsum("nij,npj->npi", back, step - box.at[:, None])
    toward = torch.cat([-torch.einsum("nij,nj->ni", back, rise), torch.ones_like(rise[:, :1])], 1)
    toward = functional.normalize(toward, dim=1)
    start = torch.cat([flat, torch.zeros_like(flat[..., :1])], 2)
    local, ray, lamp = (torch.einsum("nji,n...j->n...i", box.turn, v) for v in (start, -toward, light.lamp))
    past = local - ray[:, None] * (local * ray[:, None]).sum(2, keepdim=True)
    of, at = ((past.square().sum(2) < 3.05) & shown[:, None]).nonzero(as_tuple=True)  # rays that may meet the box
    points, hit = _met(local[of, at][:, None], ray[of], box.of(of))
    (points, of, at), whole = (some[hit[:, 0]] for some in (points, of, at)), (n, size * FINER, size * FINER)
    behind = _behind(ground)[of, at][:, None]
    seen = _lit(points, ray[of], lamp[of], toward[of], box.of(of), light.of(of), bank, behind)
    colour, cover = torch.zeros(*whole, 3, device=ground.device), torch.zeros(whole, device=ground.device)
    colour.view(n, -1, 3)[of, at], cover.view(n, -1)[of, at] = seen[:, 0], 1.0
    colour, cover = (
        functional.avg_pool2d(colour.permute(0, 3, 1, 2), FINER),
        functional.avg_pool2d(cover[:, None], FINER),
    )
    dark, there = torch.zeros_like(cover), shown.nonzero()[:, 0]
    dark[there] = _shadow(box.of(there), light.of(there), size)
    return ground * (1 - dark) * (1 - cover) + colour


def _distance(points: torch.Tensor, box: Boxes) -> torch.Tensor:
    """How far points (n, p, 3), in a box's axes, are from its surface; negative inside."""
    rounding = box.rounding[:, None]
    outside = points.abs() - (1 - rounding)[..., None]
    edge = outside.clamp(min=0).norm(dim=2) + outside.amax(2).clamp(max=0) - rounding
    return torch.maximum(edge, points.norm(dim=2) - box.ball[:, None])


def _met(start: torch.Tensor, ray: torch.Tensor, box: Boxes) -> tuple[torch.Tensor, torch.Tensor]:
    """Where rays first meet a box, and whether they do."""
    points = start - ray[:, None] * ((start * ray[:, None]).sum(2, keepdim=True) + 1.75)
    for _ in range(_STEPS):
        points = points + ray[:, None] * _distance(points, box).clamp(max=1.5)[..., None]
    return points, _distance(points, box) < 0.04


def _normal(points: torch.Tensor, box: Boxes) -> torch.Tensor:
    rounding = spread_out(box.rounding, 2)
    corner = (points.abs() - (1 - rounding)).clamp(min=1e-4) * points.sign()
    cut = torch.sigmoid(60 * (points.norm(dim=2, keepdim=True) - spread_out(box.ball, 2) + 0.02))
    return functional.normalize(
        functional.normalize(corner, dim=2) * (1 - cut) + functional.normalize(points, dim=2) * cut, dim=2
    )


def _inked(points: torch.Tensor, box: Boxes, bank: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Ink (n, p) on a box's surface, whether of the odd colour, and how pips turn the surface there, (n, p, 3)."""
    axis = points.abs().argmax(2)
    negative = points.gather(2, axis[..., None])[..., 0] < 0
    face = 2 * axis + negative
    x, y, z = points.unbind(2)
    sign = torch.where(negative, -1.0, 1.0)
    u = torch.where(axis == 0, y * sign, torch.where(axis == 1, -x * sign, x))
    v = torch.where(axis == 2, y * sign, z)
    plane = torch.stack([u, v], 2)
    nearest, way = torch.full_like(u, 99.0), torch.zeros_like(plane)
    for k in range(6):
        place = box.pips[:, :, k].gather(1, face[..., None].expand(-1, -1, 2))
        gap = plane - place
        far = gap.norm(dim=2)
        way = torch.where((far < nearest)[..., None], gap, way)
        nearest = torch.minimum(nearest, far)
    dot = box.dot.gather(1, face)
    finest = box.lens[:, :, :2].flatten(1).norm(dim=1)[:, None]
    ink = torch.sigmoid((dot - nearest) * finest * 3)
    drilled = ink * box.hollow[:, None] * (nearest / dot).clamp(max=1) ** 2
    bent = torch.where(
        (axis == 0)[..., None], torch.stack([torch.zeros_like(u), way[..., 0] * sign, way[..., 1]], 2), 0.0
    )
    bent = torch.where(
        (axis == 1)[..., None], torch.stack([-way[..., 0] * sign, torch.zeros_like(u), way[..., 1]], 2), bent
    )
    bent = torch.where(
        (axis == 2)[..., None], torch.stack([way[..., 0], way[..., 1] * sign, torch.zeros_like(u)], 2), bent
    )
    tilt = -bent / nearest.clamp(min=1e-3)[..., None] * drilled[..., None]
    number = box.print.gather(1, face)
    column = ((u * 0.5 + 0.5) * _PRINT).long().clamp(0, _PRINT - 1)
    row = ((0.5 - v * 0.5) * _PRINT).long().clamp(0, _PRINT - 1)
    ink = torch.where(number < 0, ink, bank[number.clamp(min=0), row, column])
    return ink, box.oddly.gather(1, face), tilt


def _lit(
    points: torch.Tensor,
    ray: torch.Tensor,
    lamp: torch.Tensor,
    toward: torch.Tensor,
    box: Boxes,
    light: Light,
    bank: torch.Tensor,
    behind: torch.Tensor,
) -> torch.Tensor:
    """The light (n, p, 3) that comes from a box's surface."""
    ink, odd, tilt = _inked(points, box, bank)
    normal = _normal(points, box)
    bent = functional.normalize(normal + tilt, dim=2)
    wave = torch.sin(torch.einsum("npk,njk->npj", points, box.grain) + box.grain.sum(2)[:, None]).mean(2)
    share = torch.sigmoid(6 * wave) * box.veins.clamp(max=1)[:, None]
    body = box.body[:, None] * (1 - share[..., None]) + box.second[:, None] * share[..., None]
    paint = torch.where(odd[..., None], box.odd[:, None], box.ink[:, None])
    up = box.turn[:, 2]
    lit = spread_out(light.sky, 1) * (0.65 + 0.35 * (bent * up[:, None]).sum(2))
    lit = lit + spread_out(light.key, 1) * (bent * lamp[:, None]).sum(2).clamp(min=0)
    inside = points + ray[:, None] * (
        (ray.sign()[:, None] - points) / ray.where(ray.abs() > 1e-4, ray.new_tensor(1e-4))[:, None]
    ).amin(2, keepdim=True).clamp(min=0)
    far_ink = _inked(inside, box, bank)[0][..., None] * 0.6
    glow = behind * body * 1.2 * (1 - far_ink) + paint * spread_out(light.sky, 2) * far_ink
    clear = (spread_out(box.clear, 1) * (1 - share))[..., None]
    solid = body * lit[..., None] * (1 - clear) + glow * clear
    seen = solid * (1 - ink[..., None]) + paint * lit[..., None] * ink[..., None]
    eye = torch.einsum("nji,nj->ni", box.turn, toward)
    mirror = 2 * (bent * eye[:, None]).sum(2, keepdim=True) * bent - eye[:, None]
    glare = (mirror * lamp[:, None]).sum(2).clamp(0, 1) ** box.sharp[:, None] * 2.0
    rim = 0.04 + 0.96 * (1 - (normal * eye[:, None]).sum(2).clamp(0, 1)) ** 5
    room = ((mirror * up[:, None]).sum(2) * 0.6 + 0.4).clamp(0, 1) ** 2 * spread_out(light.sky, 1)
    window = torch.sigmoid(25 * ((mirror * lamp[:, None]).sum(2) - 0.86)) * 0.35 * (light.window > 0.6).float()[:, None]
    return seen + (spread_out(box.gloss, 1) * (glare * spread_out(light.key, 1) + rim * room + window))[..., None]


def _behind(ground: torch.Tensor) -> torch.Tensor:
    """What shows through clear boxes, for every sample (n, p, 3)."""
    soft = functional.avg_pool2d(ground, 5, 1, 2, count_include_pad=False)
    return functional.interpolate(soft, scale_factor=FINER, mode="nearest").flatten(2).transpose(1, 2)


def _shadow(box: Boxes, light: Light, size: int) -> torch.Tensor:
    """0 in full light to nearly 1 in a box's shadow, (n, 1, size, size), on the floor that it stands on."""
    reach = box.turn.abs().sum(2)[:, 2]  # the lowest corner of an unrounded box lies so deep under its middle
    floor = -torch.where(box.turn[:, 2].abs().amax(1) > 0.97, torch.ones_like(reach), 0.85 * reach)
    step = pixels(size, str(light.lamp.device)).view(1, -1, 2)[:, :] - (size - 1) / 2
    plane = step - box.at[:, None] - (box.lens[:, :, 2] * floor[:, None])[:, None]
    flat = torch.einsum("nij,npj->npi", torch.linalg.inv(box.lens[:, :, :2]), plane)
    points = torch.cat([flat, floor[:, None, None].expand(-1, flat.shape[1], 1)], 2)
    local, way = (torch.einsum("nji,n...j->n...i", box.turn, v) for v in (points, light.lamp))
    free = torch.ones_like(local[..., 0])
    soft = spread_out(light.soft, 1)
    for far in (0.1, 0.5, 1.0, 1.6, 2.4, 3.4):
        free = torch.minimum(free, 0.5 + _distance(local + way[:, None] * far, box) / (soft * (0.4 * far + 0.1)))
    close = torch.exp(-_distance(local, box).clamp(min=0) / 0.25)
    direct = (light.key / (light.key + light.sky))[:, None]
    dark = (1 - free.clamp(0, 1)) * direct
    return torch.maximum(dark, 0.5 * close).view(-1, 1, size, size)


def _turned(angle: torch.Tensor) -> torch.Tensor:
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.stack([cos, -sin, sin, cos], 1).view(-1, 2, 2)


def _about_z(angle: torch.Tensor) -> torch.Tensor:
    turn = torch.eye(3, device=angle.device).repeat(len(angle), 1, 1)
    turn[:, :2, :2] = _turned(angle)
    return turn


def _about(axis: torch.Tensor, angle: torch.Tensor) -> torch.Tensor:
    """Turns about the level axes that point so far round from x."""
    way = _about_z(axis)
    cos, sin = torch.cos(angle), torch.sin(angle)
    turn = torch.eye(3, device=angle.device).repeat(len(angle), 1, 1)
    turn[:, 1, 1], turn[:, 1, 2], turn[:, 2, 1], turn[:, 2, 2] = cos, -sin, sin, cos
    return way @ turn @ way.transpose(1, 2)
