"""Train the net that tells what lies on the squares of a draughts board; needs torch.

    python -m vision.training.draughts.train --sets FOLDER --seconds 100 --out build/draughts.pt

Takes in sets (:mod:`vision.training.draughts.sets`) while they are drawn, and uses a graphics card where there is one.
What was cut short goes on from the state beside ``--out``; ``--start`` begins from weights.  Prints held-out figures:
squares and boards read right, shown the earlier look and alone.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

from vision.training.draughts.augment import Batch, Sampler, Store
from vision.training.draughts.squares_net import SquaresReader

_NORMED = 16
"""Pairs; smaller batches would make noise of the norms' statistics: those of the weights to start from are kept."""
_PARTS_WEIGHT = 20.0
"""Of the fine map's mean loss beside the sum over 64 squares: about a third of it all at first."""


def loss_of(answers: tuple[torch.Tensor, torch.Tensor], batch: Batch) -> torch.Tensor:
    """The loss of each reading (2 n,): either naming counts where both are right, both where nothing tells."""
    squares, parts = (answer.float() for answer in answers)

    def named(squares_: torch.Tensor, parts_: torch.Tensor) -> torch.Tensor:
        fine = functional.cross_entropy(parts_, batch.parts, reduction="none").mean((1, 2))
        whole = functional.cross_entropy(squares_, batch.squares, ignore_index=-100, reduction="none").sum((1, 2))
        return whole + _PARTS_WEIGHT * fine

    exchanged = [0, 2, 1, 3]
    one, other = named(squares, parts), named(squares[:, exchanged], parts[:, exchanged])
    either = torch.where(batch.either, torch.minimum(one, other), one)
    return torch.where(batch.neither, (one + other) / 2, either)


def measured(net: SquaresReader, sampler: Sampler, *, alone: bool, batches: int = 8) -> tuple[float, float]:
    """The share of squares and of boards that are read right; sides may be named either way where nothing tells."""
    right: list[torch.Tensor] = []
    net.eval()
    with torch.no_grad():
        for _ in range(batches):
            batch = sampler.batch(32, alone=float(alone))
            best = net.both_ways(batch.views, batch.layouts)[0].argmax(1)
            swapped = torch.where((best == 1) | (best == 2), 3 - best, best)
            good, turned = ((one == batch.squares) | (batch.squares < 0) for one in (best, swapped))
            free = (batch.either | batch.neither) & (turned.sum((1, 2)) > good.sum((1, 2)))
            right.append(torch.where(free[:, None, None], turned, good))
    net.train()
    told = torch.cat(right).float()
    return float(told.mean()), float(told.flatten(1).amin(1).mean())


class Training:
    """A net while it is trained, with the mean of its weights, so that what was cut short goes on."""

    def __init__(self, options: argparse.Namespace, device: torch.device) -> None:
        self.options, self.device = options, device
        net = SquaresReader().to(device)
        if options.start:
            net.load_state_dict(torch.load(options.start, map_location=device)["net"])
        self.net = net.to(memory_format=torch.channels_last)
        self.mean = torch.optim.swa_utils.AveragedModel(
            net, avg_fn=lambda kept, new, count: kept + (new - kept) * max(0.002, 9 / (9 + count)), use_buffers=True
        )
        self.keeps_norms = options.start is not None and options.pairs < _NORMED
        fused = device.type == "cuda"
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=2e-3, fused=fused)
        self.step, self.begin = 0, time.monotonic()
        self.file = options.out.with_suffix(".state")
        if self.file.exists():
            kept = torch.load(self.file, map_location=device)
            for name, part in self._parts().items():
                part.load_state_dict(kept[name])
            self.step, self.begin = kept["step"], self.begin - kept["seconds"]

    def _parts(self) -> dict[str, Any]:
        return {"net": self.net, "mean": self.mean, "optimizer": self.optimizer}

    @property
    def share(self) -> float:
        """How much of the time is over, 1 at its end."""
        return (time.monotonic() - self.begin) / self.options.seconds

    @property
    def readings(self) -> int:
        return 2 * self.options.pairs * self.step

    def learn(self, batch: Batch, share: float) -> torch.Tensor:
        """One step; its loss."""
        warm = min(1.0, share / 0.04 + 0.05)
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * warm * (0.5 * (1 + math.cos(math.pi * share)) + 0.003)
        self.net.train(not self.keeps_norms)
        views = batch.views.contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            answers = self.net.both_ways(views, batch.layouts)
        loss = loss_of(answers, batch).mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.mean.update_parameters(self.net)
        self.step += 1
        return loss

    def keep(self) -> None:
        """Write all that it needs to go on from here."""
        values = {name: part.state_dict() for name, part in self._parts().items()}
        torch.save({**values, "step": self.step, "seconds": time.monotonic() - self.begin}, self.file)


def main() -> None:
    options = _options()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    sampler = Sampler(Store(options.sets, device, options.most))
    held = Store(options.sets, device, max(8, options.most // 8), kept=True)
    while sampler.store.count < options.wait:
        sampler.store.grow()
        time.sleep(0.5)
    held.grow()
    training = Training(options, device)
    running, told = 0.0, time.monotonic()
    grown = told
    while (share := training.share) < 1:
        loss = training.learn(sampler.batch(options.pairs), share)
        now = time.monotonic()
        if now - grown > 5 and share < 0.8:
            sampler.store.grow(64)
            held.grow(8)
            grown = now
        if training.step % 20 == 0:
            latest = loss.item()
            running = 0.8 * running + 0.2 * latest if running else latest
            if now - told > 15:
                told = now
                said = f"{training.readings} readings, {sampler.store.count} sets: {running:.3f}"
                print(f"{now - training.begin:.0f} s, {said}", flush=True)
                training.keep()
    kept = training.mean.module
    if not training.keeps_norms:
        _norms_anew(kept, sampler, options.pairs)
    counts = {"readings": training.readings, "sets": sampler.store.count}
    torch.save({"net": kept.state_dict(), **counts}, options.out)
    training.file.unlink(missing_ok=True)
    print(f"{training.readings} readings of {sampler.store.count} sets, {held.count} held out", flush=True)
    if held.count:
        _print_held_out(kept, held)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--start", type=Path, help="go on from these weights")
    parser.add_argument("--pairs", type=int, default=32, help="in a batch, each read both ways")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--most", type=int, default=2500, help="sets held on the device: 3.5 MB each")
    parser.add_argument("--wait", type=int, default=60, help="for so many sets before the clock starts")
    return parser.parse_args()


def _print_held_out(net: SquaresReader, held: Store) -> None:
    for alone in (False, True):
        for varied in (True, False):
            squares, boards = measured(net, Sampler(held, varied=varied), alone=alone)
            how = f"{'alone' if alone else 'shown'}, {'varied' if varied else 'as drawn'}"
            print(f"held out, {how}: squares {100 * squares:.3f} %, boards {100 * boards:.1f} %", flush=True)


def _norms_anew(net: SquaresReader, sampler: Sampler, pairs: int, batches: int = 40) -> None:
    """Estimate the statistics of the norms for the averaged weights."""
    for part in net.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            part.reset_running_stats()
            part.momentum = None
    net.train()
    with torch.no_grad():
        for _ in range(batches):
            batch = sampler.batch(pairs)
            net.both_ways(batch.views, batch.layouts)
    net.eval()


if __name__ == "__main__":
    main()
