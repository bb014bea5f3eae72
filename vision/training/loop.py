"""How the training scripts run a net, and write it for the reader."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import nn

Inputs = torch.Tensor | tuple[torch.Tensor, ...]


def run(net: nn.Module, inputs: Inputs) -> torch.Tensor:
    """The net's output for one or several inputs."""
    first, *more = inputs if isinstance(inputs, tuple) else (inputs,)
    out: torch.Tensor = net(first.to(memory_format=torch.channels_last), *more)
    return out


def export(
    net: nn.Module, example: Inputs, out: Path, *, any_number: bool = False, names: Sequence[str] = ("images",)
) -> None:
    """Write the net as ONNX; ``any_number``: of images at a time; ``names``: of its inputs."""
    net.eval().to(memory_format=torch.contiguous_format)
    axes = {"images": {0: "n"}, "out": {0: "n"}} if any_number else None
    torch.onnx.export(
        net,
        example if isinstance(example, tuple) else (example,),
        str(out),
        opset_version=17,
        dynamo=False,
        input_names=list(names),
        output_names=["out"],
        dynamic_axes=axes,
    )
