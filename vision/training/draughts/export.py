"""Write the trained net as the two graphs that the reader runs; needs torch and onnx.

    python -m vision.training.draughts.export build/draughts.pt --out vision/weights

With ``--sets`` it also prints by what the logits are to be divided, so that their likelihoods mean what they say: from
the sets that the net has not learned from, shown the earlier look and alone.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch.nn import functional

from vision.training.draughts.augment import Sampler, Store
from vision.training.draughts.squares_net import SquaresReader, export

_TRIED = torch.arange(0.6, 3.01, 0.05)


def temperature(net: SquaresReader, sampler: Sampler, *, alone: bool, batches: int = 8) -> float:
    """The divisor of the logits under which held-out squares are likeliest."""
    logits, truth = [], []
    with torch.no_grad():
        for _ in range(batches):
            batch = sampler.batch(16, alone=float(alone))
            told = (batch.squares >= 0) & ~(batch.either | batch.neither)[:, None, None]
            logits.append(net.both_ways(batch.views, batch.layouts)[0].permute(0, 2, 3, 1)[told])
            truth.append(batch.squares[told])
    answers, classes = torch.cat(logits), torch.cat(truth)
    return float(min(_TRIED, key=lambda divisor: functional.cross_entropy(answers / divisor, classes).item()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", type=Path)
    options = parser.parse_args()
    net = SquaresReader().eval()
    net.load_state_dict(torch.load(options.weights, map_location="cpu")["net"])
    export(net, options.out)
    if options.sets:
        held = Store(options.sets, torch.device("cpu"), 100, kept=True)
        held.grow()
        for alone in (False, True):
            print("alone" if alone else "shown", round(temperature(net, Sampler(held), alone=alone), 2))


if __name__ == "__main__":
    main()
