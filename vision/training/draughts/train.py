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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--start", type=Path, help="go on from these weights")
    parser.add_argument("--pairs", type=int, default=32, help="in a batch, each read both ways")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--most", type=int, default=2500, help="sets held on the device: 3.5 MB each")
    parser.add_argument("--wait", type=int, default=60, help="for so many sets before the clock starts")
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    sampler = Sampler(Store(options.sets, device, options.most))
    held = Store(options.sets, device, max(8, options.most // 8), kept=True)
    while sampler.store.count < options.wait:
        sampler.store.grow()
        time.sleep(0.5)
    held.grow()
    net = SquaresReader().to(device)
    if options.start:
        net.load_state_dict(torch.load(options.start, map_location=device)["net"])
    net = net.to(memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        net, avg_fn=lambda kept, new, count: kept + (new - kept) * max(0.002, 9 / (9 + count)), use_buffers=True
    )
    few = options.start is not None and options.pairs < _NORMED
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=2e-3, fused=device.type == "cuda")
    step, running, state, begin = 0, 0.0, options.out.with_suffix(".state"), time.monotonic()
    if state.exists():
        kept = torch.load(state, map_location=device)
        net.load_state_dict(kept["net"])
        mean.load_state_dict(kept["mean"])
        optimizer.load_state_dict(kept["optimizer"])
        step, begin = kept["step"], begin - kept["seconds"]
    told = grown = time.monotonic()
    while (share := (time.monotonic() - begin) / options.seconds) < 1:
        warm = min(1.0, share / 0.04 + 0.05)
        for group in optimizer.param_groups:
            group["lr"] = options.rate * warm * (0.5 * (1 + math.cos(math.pi * share)) + 0.003)
        net.train(not few)
        batch = sampler.batch(options.pairs)
        views = batch.views.contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            answers = net.both_ways(views, batch.layouts)
        loss = loss_of(answers, batch).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        mean.update_parameters(net)
        step += 1
        now = time.monotonic()
        if now - grown > 5 and share < 0.8:
            sampler.store.grow(64)
            held.grow(8)
            grown = now
        if step % 20 == 0:
            latest = loss.item()
            running = 0.8 * running + 0.2 * latest if running else latest
            if now - told > 15:
                told = now
                readings, sets = 2 * options.pairs * step, sampler.store.count
                print(f"{now - begin:.0f} s, {readings} readings, {sets} sets: {running:.3f}", flush=True)
                parts = {"net": net, "mean": mean, "optimizer": optimizer}
                values = {name: part.state_dict() for name, part in parts.items()}
                torch.save({**values, "step": step, "seconds": now - begin}, state)
    kept = mean.module
    if not few:
        _norms_anew(kept, sampler, options.pairs)
    torch.save(
        {"net": kept.state_dict(), "readings": 2 * options.pairs * step, "sets": sampler.store.count}, options.out
    )
    state.unlink(missing_ok=True)
    print(f"{2 * options.pairs * step} readings of {sampler.store.count} sets, {held.count} held out", flush=True)
    if held.count:
        for alone in (False, True):
            for varied in (True, False):
                squares, boards = measured(kept, Sampler(held, varied=varied), alone=alone)
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
