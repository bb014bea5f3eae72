"""The net that is shown a draughts board: the picture now, an earlier picture of the board, what lay there then."""

from __future__ import annotations

import copy
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

from vision.training.draughts.view import SIDE
from vision.training.nets import Attentive, Residual, layer
from vision.training.reader_net import keep_half

WIDTHS = (16, 24, 48, 96)
"""Channels at a half, a quarter, an eighth and a sixteenth of the view."""
HIDDEN = 128
"""Channels in which a square is decided."""
CLASSES = 4
"""Of a square: empty, light, dark, covered; and of a place, in training only: board, light, dark, hand or thing."""
LAYOUT = 3
"""Maps of what lay there, a cell a square with those round the board: light, dark, whether it is known."""

Features = tuple[torch.Tensor, torch.Tensor]


class Encoder(nn.Module):
    """A view, the logarithm of its light, as features at an eighth and a sixteenth of its size."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = WIDTHS
        self.quarter = nn.Sequential(layer(3, half, 2), layer(half, quarter, 2), Residual(quarter))
        self.eighth = nn.Sequential(layer(quarter, eighth, 2), Residual(eighth))
        self.sixteenth = nn.Sequential(layer(eighth, sixteenth, 2), Attentive(sixteenth), Attentive(sixteenth))

    def forward(self, view: torch.Tensor) -> Features:
        """``view``: (n, 3, 320, 320)."""
        middle = self.eighth(self.quarter(view))
        return middle, self.sixteenth(middle)


class Decoder(nn.Module):
    """The features of two pictures of a board and what lay in the earlier one, as answers for every square."""

    def __init__(self) -> None:
        super().__init__()
        _, _, eighth, sixteenth = WIDTHS
        self.face = nn.Conv2d(eighth, 32, 1)
        self.examples = nn.Conv2d(96, eighth, 1)
        self.at_eighth = nn.Sequential(nn.Conv2d(3 * eighth + LAYOUT + 3, eighth, 1), nn.ReLU(), Residual(eighth))
        self.at_sixteenth = nn.Sequential(
            nn.Conv2d(3 * sixteenth + LAYOUT, sixteenth, 1), nn.ReLU(), Attentive(sixteenth), Attentive(sixteenth)
        )
        self.back = nn.Conv2d(sixteenth, eighth, 1)
        self.both = nn.Sequential(Residual(eighth), Residual(eighth), nn.ReLU())
        self.square = nn.Sequential(nn.Conv2d(eighth, HIDDEN, 6, 4, 1, bias=False), nn.BatchNorm2d(HIDDEN), nn.ReLU())
        self.answer = nn.Sequential(Residual(HIDDEN), nn.ReLU(), nn.Conv2d(HIDDEN, CLASSES, 1))
        self.places = nn.Conv2d(eighth, CLASSES, 1)

    def forward(self, now: Features, then: Features, layout: torch.Tensor) -> torch.Tensor:
        """Logits (n, 4, 8, 8) of the squares.

        ``layout``: (n, 3, 10, 10), nothing but 0 where there is no earlier picture, whose features are 0 then, too.
        """
        return self.answered(now, then, layout)[0]

    def answered(self, now: Features, then: Features, layout: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The squares, and what each place shows (n, 4, 40, 40): a lesson more in training."""
        (middle, coarse), (middle_then, coarse_then) = now, then
        known = layout[:, 2:3, 5:6, 5:6]
        wide, less = (functional.interpolate(layout, scale_factor=scale, mode="nearest") for scale in (4.0, 2.0))
        likeness, examples = self._likeness(middle, middle_then, wide)
        apart = (middle - middle_then).abs() * known
        x = self.at_eighth(torch.cat([middle, middle_then, apart, wide, likeness], 1)) + self.examples(examples)
        apart = (coarse - coarse_then).abs() * known
        deep = self.back(self.at_sixteenth(torch.cat([coarse, coarse_then, apart, less], 1)))
        x = self.both(functional.relu(functional.interpolate(deep, scale_factor=2.0, mode="nearest") + x))
        return self.answer(self.square(x))[:, :, 1:9, 1:9], self.places(x)

    def _likeness(self, now: torch.Tensor, then: torch.Tensor, layout: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """How like light, dark and bare squares of the earlier picture each place now is, and what those look like."""
        where = [layout[:, 0:1], layout[:, 1:2], layout[:, 2:3] - layout[:, 0:1] - layout[:, 1:2]]
        face, face_then = self.face(now), self.face(then)
        examples = [
            (face_then * mask).mean((2, 3), keepdim=True) / (mask.mean((2, 3), keepdim=True) + 1e-3) for mask in where
        ]
        likeness = [(face * example).mean(1, keepdim=True) for example in examples]
        return torch.cat(likeness, 1), torch.cat(examples, 1)


class SquaresReader(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.decoder = Encoder(), Decoder()

    def both_ways(self, view: torch.Tensor, layout: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Read n pairs of pictures, each picture once as the present and once as the earlier one.

        Rows k and k + n of all are a pair; ``layout`` of a row is what lay in the other, 0 where it is read alone.
        """
        now = self.encoder(view)
        then = tuple(torch.roll(part, len(view) // 2, 0) * layout[:, 2:3, 5:6, 5:6] for part in now)
        return self.decoder.answered(now, then, layout)


def export(net: SquaresReader, folder: Path) -> None:
    """Write ``draughts_encoder.onnx`` and ``draughts_decoder.onnx``."""
    net = copy.deepcopy(net).eval().float().cpu().requires_grad_(False)
    view, layout = torch.zeros(1, 3, SIDE, SIDE), torch.zeros(1, LAYOUT, 10, 10)
    now = net.encoder(view)
    names = ("mid8", "deep16")
    torch.onnx.export(
        net.encoder, (view,), str(folder / "draughts_encoder.onnx"), opset_version=17, dynamo=False,
        input_names=["view"], output_names=list(names),
    )  # fmt: skip
    torch.onnx.export(
        net.decoder, (now, now, layout), str(folder / "draughts_decoder.onnx"), opset_version=17, dynamo=False,
        input_names=[*names, *(f"{name}_then" for name in names), "layout"], output_names=["squares"],
    )  # fmt: skip
    for name in ("draughts_encoder", "draughts_decoder"):
        keep_half(folder / f"{name}.onnx")
