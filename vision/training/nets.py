"""The nets that turn a picture into maps, and their blocks."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional


def layer(before: int, after: int, stride: int = 1) -> nn.Sequential:
    conv = nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(after), nn.ReLU())


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = layer(width, width)
        self.second = nn.Conv2d(width, width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(self.first(x))


class Attentive(nn.Module):
    """A residual block whose channels are weighted by what the whole picture holds (Hu and others, 2018)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.block = Residual(width)
        self.squeeze = nn.Conv2d(width, width // 2, 1)
        self.excite = nn.Conv2d(width // 2, width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.block(x)
        pooled = functional.adaptive_avg_pool2d(x, 1)
        return x * torch.sigmoid(self.excite(functional.relu(self.squeeze(pooled))))


class Pyramid(nn.Module):
    """A picture in, maps of a quarter of its size out, seen at 1/4, 1/8 and 1/16 of its size.

    ``widths``: channels at 1/2, 1/4, 1/8 and 1/16.  ``deep``: blocks at 1/16.  ``hints``: how many maps, of a
    quarter of the picture's size, it is given beside the picture.
    """

    def __init__(self, maps: int, widths: tuple[int, int, int, int], deep: int, *, hints: int = 0) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = widths
        self.quarter = nn.Sequential(layer(3, half, 2), layer(half, quarter, 2))
        self.eighth = nn.Sequential(layer(quarter, eighth, 2), Residual(eighth))
        self.sixteenth = nn.Sequential(layer(eighth, sixteenth, 2), *[Attentive(sixteenth) for _ in range(deep)])
        self.to_eighth = nn.Conv2d(sixteenth, eighth, 1)
        self.at_eighth = Residual(eighth)
        self.to_quarter = nn.Conv2d(eighth, quarter, 1)
        self.across = nn.Conv2d(quarter, quarter, 1)
        self.at_quarter = Residual(quarter)
        self.head = nn.Conv2d(quarter, maps, 1)
        nn.init.constant_(self.head.bias, -3.0)
        if hints:
            self.hints = nn.Conv2d(hints, quarter, 1, bias=False)
            nn.init.zeros_(self.hints.weight)

    def forward(self, x: torch.Tensor, hints: torch.Tensor | None = None) -> torch.Tensor:
        fine = self.quarter(x)
        if hints is not None:
            fine = fine + self.hints(hints)
        middle = self.eighth(fine)
        coarse = _twice(self.to_eighth(self.sixteenth(middle)))
        coarse = _twice(self.to_quarter(self.at_eighth(functional.relu(coarse + middle))))
        return self.head(functional.relu(self.at_quarter(functional.relu(coarse + self.across(fine)))))


def _twice(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")
