"""Average two nets of the same shape: one that learned on from the other keeps what that could read.

    python -m vision.training.averaged OLD.onnx NEW.onnx OUT.onnx [--share 0.5]

Fine-tuned weights read new kinds of pictures better and old ones worse; their mean does both (Wortsman and others,
"Robust fine-tuning of zero-shot models", 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
from onnx import numpy_helper


def averaged(old: onnx.ModelProto, new: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """``new`` with all weights moved towards those of ``old``; ``share``: of the new ones, 0 to 1.

    Raises ValueError for nets of different shapes.
    """
    before = {weights.name: weights for weights in old.graph.initializer}
    after = {weights.name: weights for weights in new.graph.initializer}
    uses, other_uses = _uses(new), _uses(old)
    if [kind for kind, _ in uses] != [kind for kind, _ in other_uses]:
        raise ValueError("two nets of different layers")
    for name, old_name in dict(zip((n for _, n in uses), (n for _, n in other_uses), strict=True)).items():
        mine, theirs = numpy_helper.to_array(after[name]), numpy_helper.to_array(before[old_name])
        if mine.shape != theirs.shape:
            raise ValueError(f"weights of {mine.shape} and of {theirs.shape}")
        if mine.dtype.kind == "f":
            mean = (share * mine + (1 - share) * theirs).astype(mine.dtype)
            after[name].CopyFrom(numpy_helper.from_array(mean, name))
    return new


def _uses(model: onnx.ModelProto) -> list[tuple[tuple[str, int], str]]:
    """Which layers take weights, and their names, in the order of the net."""
    known = {weights.name for weights in model.graph.initializer}
    return [
        ((node.op_type, place), name)
        for node in model.graph.node
        for place, name in enumerate(node.input)
        if name in known
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the new weights, 0 to 1")
    options = parser.parse_args()
    onnx.save(averaged(onnx.load(options.old), onnx.load(options.new), options.share), options.out)


if __name__ == "__main__":
    main()
