"""The boards that the finder learns from: rendered ones, ones drawn flat, and tables without a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.training import drawn

PICTURE_WH = (440, 330)
_HELD_OUT_EVERY = 16


@dataclass
class Boards:
    """``pictures`` (n, 330, 440, 3) BGR uint8, ``corners`` (n, 4, 2) in their pixels, ``bars`` (n,) parts of the width.

    ``real`` (n,): rendered, not drawn flat.
    """

    pictures: torch.Tensor
    corners: torch.Tensor
    bars: torch.Tensor
    real: torch.Tensor

    def __len__(self) -> int:
        return len(self.pictures)


def files(folders: Sequence[Path], *, held_out: bool) -> list[Path]:
    """The sets of boards that are learned from, or those held out: every sixteenth by the number in its name."""
    found = sorted(f for folder in folders for f in folder.glob("*.npz") if ".tmp" not in f.name)
    numbers = [re.findall(r"\d+", f.stem) for f in found]
    held = [bool(n) and int(n[-1]) % _HELD_OUT_EVERY == _HELD_OUT_EVERY - 1 for n in numbers]
    return [f for f, is_held in zip(found, held, strict=True) if is_held == held_out]


def rendered(chosen: Sequence[Path], device: str) -> Boards:
    """The whole pictures of some sets."""
    pictures, corners, bars = [], [], []
    for file in chosen:
        with np.load(file) as one:
            many = len(one["small"])
            pictures.append(one["small"])
            corners.append(one["corners"])
            bars.append(np.broadcast_to(np.ravel(one["barf"]), many))
    return _on(device, np.concatenate(pictures), np.concatenate(corners), np.concatenate(bars), real=True)


def drawn_boards(count: int, rng: np.random.Generator, device: str) -> Boards:
    """Boards drawn flat, each on a piece of table."""
    pictures, corners, bars = [], [], []
    for _ in range(count):
        flat = drawn.board(rng)
        height, width = flat.picture.shape[:2]
        scale = 0.95 * min(PICTURE_WH[0] / width, PICTURE_WH[1] / height)
        wh = round(width * scale), round(height * scale)
        left, top = (PICTURE_WH[0] - wh[0]) // 2, (PICTURE_WH[1] - wh[1]) // 2
        picture = drawn.surface(rng, PICTURE_WH, calm=True)
        picture[top : top + wh[1], left : left + wh[0]] = cv2.resize(flat.picture, wh, interpolation=cv2.INTER_AREA)
        pictures.append(picture)
        corners.append((flat.field + 0.5) * scale - 0.5 + (left, top))
        bars.append((flat.bar[1, 0] - flat.bar[0, 0]) / np.ptp(flat.field[:, 0]) if len(flat.bar) else 0.0)
    return _on(device, np.stack(pictures), np.stack(corners), np.array(bars), real=False)


def tables(count: int, rng: np.random.Generator, device: str) -> torch.Tensor:
    """Pictures (count, 330, 440, 3) without a board."""
    made = []
    for _ in range(count):
        kind = rng.random()
        if kind < 0.2:
            ground = drawn.squares(rng, PICTURE_WH)
        elif kind < 0.3:  # as shops show their wares
            ground = np.full(
                (*PICTURE_WH[::-1], 3), rng.choice((rng.integers(225, 256), rng.integers(0, 25))), np.uint8
            )
        else:
            ground = drawn.surface(rng, PICTURE_WH, calm=rng.random() < 0.5)
        if rng.random() < 0.4:
            drawn.clutter(ground, rng)
        made.append(ground)
    return torch.from_numpy(np.stack(made)).to(device)


def _on(device: str, pictures: np.ndarray, corners: np.ndarray, bars: np.ndarray, *, real: bool) -> Boards:
    return Boards(
        torch.from_numpy(pictures).to(device),
        torch.from_numpy(corners).float().to(device),
        torch.from_numpy(np.ascontiguousarray(bars)).float().to(device),
        torch.full((len(pictures),), real, device=device),
    )


def together(*some: Boards) -> Boards:
    """The boards of all."""
    names = ("pictures", "corners", "bars", "real")
    return Boards(*(torch.cat([getattr(one, name) for one in some]) for name in names))
