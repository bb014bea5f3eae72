"""Homographies of many pictures at once; needs torch (extra ``lab``)."""

from __future__ import annotations

import torch


def homographies(source: torch.Tensor, goal: torch.Tensor) -> torch.Tensor:
    """The homographies (b, 3, 3) that lead four places each (b, 4, 2) to four others."""
    x, y = source[..., 0], source[..., 1]
    u, v = goal[..., 0], goal[..., 1]
    none, one = torch.zeros_like(x), torch.ones_like(x)
    rows = torch.cat(
        [
            torch.stack([x, y, one, none, none, none, -u * x, -u * y], 2),
            torch.stack([none, none, none, x, y, one, -v * x, -v * y], 2),
        ],
        1,
    )
    found, _ = torch.linalg.solve_ex(rows, torch.cat([u, v], 1))
    return torch.cat([found, torch.ones_like(found[:, :1])], 1).view(-1, 3, 3)


def inverse(onto: torch.Tensor) -> torch.Tensor:
    """The homographies back, (b, 3, 3), up to a factor."""
    first, second, third = onto.unbind(2)
    rows = (torch.linalg.cross(second, third), torch.linalg.cross(third, first), torch.linalg.cross(first, second))
    back = torch.stack(rows, 1)
    return back / back.norm(dim=(1, 2), keepdim=True)


def moved(onto: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
    """Places (b, n, 2) under homographies (b, 3, 3)."""
    there = torch.cat([points, torch.ones_like(points[..., :1])], 2) @ onto.transpose(1, 2)
    return there[..., :2] / there[..., 2:]


def places(onto: torch.Tensor, at: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Where pixels (b, 2, h, w) lead, as two maps (b, h, w)."""
    there = torch.einsum("bij,bjhw->bihw", onto[:, :, :2], at) + onto[:, :, 2, None, None]
    depth = torch.where(there[:, 2].abs() < 1e-6, torch.full_like(there[:, 2], 1e-6), there[:, 2])
    return there[:, 0] / depth, there[:, 1] / depth


def depth_of(onto: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
    return torch.einsum("bj,bjhw->bhw", onto[:, 2, :2], at) + onto[:, 2, 2, None, None]
