"""Training that goes on from shipped weights: an ONNX file back into the net that it was exported from.

The export folds each batch norm into the convolution before it.  Here the folded numbers become the convolution's,
and a norm is put behind it that changes nothing on the pictures at hand but has their mean and spread, so that
learning goes on as if it had never stopped.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.training.loop import Inputs, run


def start_from(net: nn.Module, weights: Path, inputs: Inputs) -> None:
    """Fill ``net`` with the weights of an ONNX file; ``inputs``: a batch that the norms are measured on.

    Raises ValueError where the file is not of this net.
    """
    graph = onnx.load(str(weights)).graph
    values = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}
    nodes = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
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
    if len(layers) != len(nodes):
        raise ValueError(f"{weights}: {len(nodes)} layers, expected {len(layers)}")
    norms = {before: after for before, after in itertools.pairwise(order) if isinstance(after, nn.BatchNorm2d)}
    for layer, node in zip(layers, nodes, strict=True):
        weight, *bias = (values[name] for name in node.input[1:])
        if layer.weight.shape != weight.shape:
            raise ValueError(f"{weights}: {node.name} is {tuple(weight.shape)}, expected {tuple(layer.weight.shape)}")
        layer.weight.data.copy_(weight)
        norm = norms.get(layer)
        if norm is not None:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.data.fill_(1)
            norm.bias.data.copy_(bias[0])
        elif bias:
            layer.bias.data.copy_(bias[0])
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
        mean, spread = norm.seen
        del norm.seen
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data.copy_((spread + norm.eps).sqrt())
        norm.bias.data.add_(mean)
