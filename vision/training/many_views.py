"""The canonical view for many boards at once: as in :mod:`vision.view`."""

from __future__ import annotations

import torch

from vision.view import FIELD_XYXY, LEAST_BAR, PITCH, TRUE_ROW

LEFT, TOP, RIGHT, BOTTOM = FIELD_XYXY


def field_x(x: torch.Tensor, bar: torch.Tensor) -> torch.Tensor:
    bar = bar.clamp(LEAST_BAR)
    half = (1 - bar) / 2
    inner, outer = LEFT + 6 * PITCH, RIGHT - 6 * PITCH
    left, right = (x - LEFT) / (6 * PITCH) * half, 1 - (RIGHT - x) / (6 * PITCH) * half
    return torch.where(x < inner, left, torch.where(x > outer, right, half + (x - inner) / PITCH * bar))


def view_x(u: torch.Tensor, bar: torch.Tensor) -> torch.Tensor:
    bar = bar.clamp(LEAST_BAR)
    half = (1 - bar) / 2
    left, right = LEFT + u / half * 6 * PITCH, RIGHT - (1 - u) / half * 6 * PITCH
    return torch.where(u < half, left, torch.where(u > half + bar, right, LEFT + 6 * PITCH + (u - half) / bar * PITCH))


def _knots(depth: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return 2 * PITCH * depth, ((PITCH - 1.5) * depth).clamp(max=TRUE_ROW)


def field_y(y: torch.Tensor, depth: torch.Tensor) -> torch.Tensor:
    deep, kept = _knots(depth)
    top, bottom = y - TOP, BOTTOM - y
    middle = (top - kept) / (BOTTOM - TOP - 2 * kept) * (1 - 2 * kept / deep) + kept / deep
    return torch.where(top < kept, top / deep, torch.where(bottom < kept, 1 - bottom / deep, middle))


def view_y(v: torch.Tensor, depth: torch.Tensor) -> torch.Tensor:
    deep, kept = _knots(depth)
    top, bottom = v * deep, (1 - v) * deep
    middle = TOP + kept + (v - kept / deep) / (1 - 2 * kept / deep) * (BOTTOM - TOP - 2 * kept)
    return torch.where(top < kept, TOP + top, torch.where(bottom < kept, BOTTOM - bottom, middle))
