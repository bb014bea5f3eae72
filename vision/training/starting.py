"""Training that goes on from shipped weights: an ONNX file back into the net that it was exported from, or a wider one.

The export folds each batch norm into the convolution before it.  Here the folded numbers become the convolution's,
and a norm is put behind it that changes nothing on the pictures at hand but has their mean and spread, so that
learning goes on as if it had never stopped.  Where the net is wider than the file's, what it has more of begins by
chance and at first changes nothing in what the file's part says.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.training.loop import Inputs, run


def start_from(net: nn.Module, weights: Path, inputs: Inputs) -> None:
    """Fill ``net`` with the weights of an ONNX file; ``inputs``: a batch that the norms are measured on.

    Raises ValueError where the file is not of this net or of a narrower one.
    """
    graph = onnx.load(weights).graph
    numbers = {one.name: numpy_helper.to_array(one).astype(np.float32) for one in graph.initializer}
    casts = (node for node in graph.node if node.op_type == "Cast" and node.input[0] in numbers)
    numbers |= {cast.output[0]: numbers[cast.input[0]] for cast in casts}  # kept in half precision
    filled = [[numbers[one] for one in node.input[1:]] for node in graph.node if node.op_type in ("Conv", "Gemm")]
    order: list[nn.Module] = []
    hooks = [
        part.register_forward_hook(lambda module, *_: order.append(module))
        for part in net.modules()
        if isinstance(part, nn.Conv2d | nn.Linear | nn.BatchNorm2d)
    ]
    net.eval()
    with torch.no_grad():
        run(net, inputs)
    for hook in hooks:
        hook.remove()
    layers = [part for part in order if not isinstance(part, nn.BatchNorm2d)]
    if len(layers) != len(filled):
        raise ValueError(f"{weights}: {len(filled)} layers, expected {len(layers)}")
    norms = {before: after for before, after in itertools.pairwise(order) if isinstance(after, nn.BatchNorm2d)}
    for number, (layer, blobs) in enumerate(zip(layers, filled, strict=True)):
        weight, *bias = (torch.from_numpy(blob.copy()) for blob in blobs)
        if weight.shape[2:] != layer.weight.shape[2:] or weight.shape[:2] > layer.weight.shape[:2]:
            raise ValueError(
                f"{weights}: layer {number} is {tuple(weight.shape)}, expected {tuple(layer.weight.shape)}"
            )
        after, before = weight.shape[:2]
        layer.weight.data[:after, before:] = 0
        layer.weight.data[:after, :before] = weight
        norm = norms.get(layer)
        if norm is not None:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.bias.data[:after] = bias[0].ravel()
            norm.filled = after
        elif bias:
            layer.bias.data[:after] = bias[0].ravel()
    _measured(net, list(norms.values()), inputs)
    net.train()


def _measured(net: nn.Module, norms: list[Any], inputs: Inputs) -> None:
    """Give the norms, which let everything through, the mean and spread of what they are given."""

    def note(norm: Any, given: Any, _: Any) -> None:
        seen = given[0].float()
        norm.seen = seen.mean((0, 2, 3)), seen.var((0, 2, 3), unbiased=False)

    hooks = [norm.register_forward_hook(note) for norm in norms]
    with torch.no_grad():
        run(net, inputs)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        (mean, spread), filled = norm.seen, norm.filled
        del norm.seen, norm.filled
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data[:filled] = (spread[:filled] + norm.eps).sqrt()
        norm.bias.data[:filled].add_(mean[:filled])
