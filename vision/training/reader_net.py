"""The net that is shown the board: the picture now, an earlier picture of the same board, and what lay there then."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.reading import FINE, MOST_ON_BAR, POINT_CLASSES
from vision.training.nets import Attentive, Residual, layer

WIDTHS = (16, 32, 64, 128)
"""Channels at a half, a quarter, an eighth and a sixteenth of the view."""
HIDDEN = 160
"""Channels in which a spot is decided."""
LAYOUT = 5
"""Maps of what lay there: light and dark in fives, whether there was any of each, whether it is known."""
HEATS = 3
CLASSES = len(FINE)

Features = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


class Encoder(nn.Module):
    """A view and how things lean in it, as features at a quarter, an eighth and a sixteenth of its size."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = WIDTHS
        self.halved, self.quarter = layer(3, half, 2), layer(half, quarter, 2)
        self.lean = nn.Conv2d(2, quarter, 1, bias=False)
        self.at_quarter = Residual(quarter)
        self.eighth = nn.Sequential(layer(quarter, eighth, 2), Residual(eighth))
        self.sixteenth = nn.Sequential(layer(eighth, sixteenth, 2), Attentive(sixteenth), Attentive(sixteenth))

    def forward(self, view: torch.Tensor, lean: torch.Tensor) -> Features:
        """``view``: (n, 3, 416, 512), BGR, -0.5 to 0.5; ``lean``: (n, 2, 104, 128)."""
        fine = self.at_quarter(self.quarter(self.halved(view)) + self.lean(lean))
        middle = self.eighth(fine)
        return fine, middle, self.sixteenth(middle)


class Decoder(nn.Module):
    """The features of two pictures of a board and what lay in the earlier one, as answers for every spot."""

    def __init__(self) -> None:
        super().__init__()
        _, quarter, eighth, sixteenth = WIDTHS
        self.face = nn.Conv2d(eighth, 32, 1)
        self.telling = nn.Sequential(nn.Conv2d(eighth + LAYOUT, 32, 1), nn.ReLU(), nn.Conv2d(32, 3, 1))
        self.examples = nn.Conv2d(96, eighth, 1)
        self.at_eighth = nn.Sequential(nn.Conv2d(3 * eighth + LAYOUT + 3, eighth, 1), nn.ReLU(), Residual(eighth))
        self.at_sixteenth = nn.Sequential(
            nn.Conv2d(3 * sixteenth + LAYOUT, sixteenth, 1), nn.ReLU(), Attentive(sixteenth), Attentive(sixteenth)
        )
        self.back = nn.Conv2d(sixteenth, eighth, 1)
        self.both = nn.Sequential(Residual(eighth), Residual(eighth))
        self.thin = nn.Conv2d(eighth, 48, 1)
        self.spot = nn.Conv2d(48, HIDDEN, (22, 6), stride=(22, 4))
        self.turned_spot: nn.Conv2d | None = None
        self.counts = nn.Conv2d(HIDDEN, len(POINT_CLASSES), 1)
        self.bar_parts = nn.Conv2d(48, 32, (4, 6), stride=(4, 4))
        self.bar = nn.Conv2d(32, HIDDEN, (11, 1))
        self.bar_counts = nn.Conv2d(HIDDEN, 2 * (MOST_ON_BAR + 1), 1)
        self.at_quarter = nn.Sequential(nn.Conv2d(3 * quarter + eighth, quarter, 1), nn.ReLU(), Residual(quarter))
        self.beside: nn.Conv2d | None = None
        self.below: nn.Conv2d | None = None
        self.fine = nn.Conv2d(quarter, CLASSES + HEATS, 1)
        nn.init.constant_(self.fine.bias[CLASSES:], -4.0)
        nn.init.zeros_(self.telling[2].weight)
        nn.init.zeros_(self.telling[2].bias)

    def forward(self, now: Features, then: Features, layout: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Logits: counts of the points (n, 67, 2, 12), of the bar (n, 2, 8), the fine map (n, 12, 104, 128).

        ``layout``: (n, 5, 52, 64), nothing but 0 where there is no earlier picture, whose features are 0 then, too.
        """
        (fine, middle, coarse), (fine_then, middle_then, coarse_then) = now, then
        known = layout[:, 4:5, 20:21, 20:21]
        likeness, examples = self._likeness(middle, middle_then, layout)
        apart = (middle - middle_then).abs() * known
        x = self.at_eighth(torch.cat([middle, middle_then, apart, layout, likeness], 1)) + self.examples(examples)
        apart = (coarse - coarse_then).abs() * known
        deep = self.at_sixteenth(torch.cat([coarse, coarse_then, apart, functional.avg_pool2d(layout, 2)], 1))
        x = functional.relu(self.both(functional.relu(_twice(self.back(deep)) + x)))
        thin = functional.relu(self.thin(x))
        apart = (fine - fine_then).abs() * known
        near = self.at_quarter[1:](self._near(torch.cat([fine, fine_then, apart], 1), x))
        return self._points(thin), self._bar(thin), self.fine(functional.relu(near))

    def _near(self, pictures: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        """The first layer at a quarter of the view's size; ``x`` comes from an eighth."""
        if self.below is None:
            return self.at_quarter[0](torch.cat([pictures, _twice(x)], 1))
        return self.beside(pictures) + _twice(self.below(x))

    def _likeness(self, now: torch.Tensor, then: torch.Tensor, layout: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """How like light, dark and bare places of the earlier picture each place now is, and what those look like."""
        light, dark = layout[:, 2:3], layout[:, 3:4]
        where = torch.cat([light, dark, layout[:, 4:5] - torch.maximum(light, dark)], 1)
        where = where * torch.sigmoid(self.telling(torch.cat([then, layout], 1)))
        face, face_then = self.face(now), self.face(then)
        examples = [
            (face_then * where[:, k : k + 1]).mean((2, 3), keepdim=True)
            / (where[:, k : k + 1].mean((2, 3), keepdim=True) + 1e-3)
            for k in range(3)
        ]
        likeness = [(face * example).mean(1, keepdim=True) for example in examples]
        return torch.cat(likeness, 1), torch.cat(examples, 1)

    def _points(self, thin: torch.Tensor) -> torch.Tensor:
        """One head for all points: that of the lower row is the upper one's, turned over."""
        rows = [
            torch.cat([spot(thin[:, :, top : top + 22, left : left + 26]) for left in (5, 33)], 3)
            for top, spot in ((4, self.spot), (26, self.turned_spot or self._turned))
        ]
        return self.counts(functional.relu(torch.cat(rows, 2)))

    def _turned(self, part: torch.Tensor) -> torch.Tensor:
        return functional.conv2d(part, self.spot.weight.flip(2), self.spot.bias, stride=(22, 4))

    def settle(self) -> None:
        """Keep the lower row's head as a layer of its own, and part the first layer at a quarter in two.

        No weights are left to be computed at each look; and what comes from an eighth is worked on there, in a quarter
        of the time.
        """
        self.turned_spot = copy.deepcopy(self.spot)
        self.turned_spot.weight.data = self.spot.weight.data.flip(2).clone()
        whole = self.at_quarter[0]
        above = 3 * WIDTHS[1]
        self.beside = nn.Conv2d(above, whole.out_channels, 1)
        self.below = nn.Conv2d(whole.in_channels - above, whole.out_channels, 1, bias=False)
        self.beside.weight.data, self.beside.bias.data = whole.weight.data[:, :above].clone(), whole.bias.data.clone()
        self.below.weight.data = whole.weight.data[:, above:].clone()

    def _bar(self, thin: torch.Tensor) -> torch.Tensor:
        parts = functional.relu(self.bar_parts(thin[:, :, 4:48, 29:35]))
        return self.bar_counts(functional.relu(self.bar(parts))).reshape(len(thin), 2, MOST_ON_BAR + 1)


class Reader(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.decoder = Encoder(), Decoder()

    def forward(
        self, view: torch.Tensor, lean: torch.Tensor, then: Features, layout: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        return self.decoder(self.encoder(view, lean), then, layout)

    def both_ways(self, view: torch.Tensor, lean: torch.Tensor, layout: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Read n pairs of pictures, each picture once as the present and once as the earlier one.

        Rows k and k + n of all are a pair; ``layout`` of a row is what lay in the other, 0 where it is read alone.
        """
        now = self.encoder(view, lean)
        known = layout[:, 4:5, 20:21, 20:21]
        half = len(view) // 2
        then = tuple(torch.cat([features[half:], features[:half]]) * known for features in now)
        return self.decoder(now, then, layout)


def _twice(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def export(net: Reader, folder: Path) -> None:
    """Write ``reader_encoder.onnx`` and ``reader_decoder.onnx``: plain layers.

    Norms stay layers of their own (they are joined when a net is loaded), so that :func:`shipped` gives all back.
    """
    net = copy.deepcopy(net).eval().float().cpu().requires_grad_(False)
    net.decoder.settle()
    view, lean, layout = torch.zeros(1, 3, 416, 512), torch.zeros(1, 2, 104, 128), torch.zeros(1, LAYOUT, 52, 64)
    now = net.encoder(view, lean)
    names = ("fine4", "mid8", "deep16")
    how: Any = {"opset_version": 17, "dynamo": False, "training": torch.onnx.TrainingMode.PRESERVE}
    torch.onnx.export(
        net.encoder, (view, lean), str(folder / "reader_encoder.onnx"), **how,
        input_names=["view", "lean"], output_names=list(names),
    )  # fmt: skip
    torch.onnx.export(
        net.decoder, (now, now, layout), str(folder / "reader_decoder.onnx"), **how,
        input_names=[*names, *(f"{name}_then" for name in names), "layout"],
        output_names=["points", "bar", "fine"],
    )  # fmt: skip
    for name in ("reader_encoder", "reader_decoder"):
        keep_half(folder / f"{name}.onnx")


def shipped(folder: Path) -> dict[str, torch.Tensor]:
    """The weights that :func:`export` wrote into a folder, as a state of :class:`Reader`, to learn on from."""
    import onnx
    from onnx import numpy_helper

    state = dict(Reader().state_dict())
    for part in ("encoder", "decoder"):
        for stored in onnx.load(folder / f"reader_{part}.onnx").graph.initializer:
            values = torch.from_numpy(numpy_helper.to_array(stored).astype(np.float32))
            state[f"{part}.{stored.name.removesuffix('.half')}"] = values
    below, beside = (state.pop(f"decoder.{name}.weight") for name in ("below", "beside"))
    state["decoder.at_quarter.0.weight"] = torch.cat([beside, below], 1)
    state["decoder.at_quarter.0.bias"] = state.pop("decoder.beside.bias")
    known = Reader().state_dict()
    return {name: values for name, values in state.items() if name in known}


def keep_half(path: Path) -> None:
    """Keep the weights of a net in half precision: it reads the same, at half the size."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(path)
    graph, casts = model.graph, []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < 256:
            continue
        graph.initializer.remove(weights)
        graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), f"{weights.name}.half"))
        casts.append(helper.make_node("Cast", [f"{weights.name}.half"], [weights.name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        graph.node.insert(0, cast)
    onnx.save(model, path)
