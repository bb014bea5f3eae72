"""Train the reader that is shown the board, on processors or on a graphics card.

    python -m vision.training.train_reader --sets build/sets --traced build/traced --state build/reader.pt

Training goes on where it stopped when the state is there; sets that are made meanwhile are taken in.  Each pair of
pictures is encoded once and read both ways, so a pair counts as two readings.  ``--check``: folders of boards that
nothing is learned from; what is read of them is printed while it learns.  ``--export`` writes the nets of a state.
"""

from __future__ import annotations

import argparse
import glob
import math
import threading
import time
from pathlib import Path

import torch
from torch.nn import functional

from vision.training.augment import IGNORED, SWAPPED, Batch, Sampler
from vision.training.reader_net import CLASSES, Reader, export, shipped
from vision.training.reader_sets import Sets

FINE_WEIGHTS = (0.4, 1, 1, 2, 2, 1, 1, 1, 0.6)
"""What a pixel of each class of the fine map counts: dice and the cube are small, the board is large."""
SHOWN_EVERY = 20.0
"""Seconds between two lines of progress."""
GROWN_BY = 300
"""Sets taken in between two lines of progress, at most."""
MOST_CHECKED = 64
"""Sets of a folder to measure with: enough to see the net learn."""


def loss_of(out: tuple[torch.Tensor, ...], batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """The whole loss, and the part of it that counts checkers."""
    points, bar, fine = (part.float() for part in out)
    named, turned = (
        functional.cross_entropy(points, goal, ignore_index=IGNORED, reduction="none").sum((1, 2))
        + functional.cross_entropy(bar.transpose(1, 2), on_bar, ignore_index=IGNORED, reduction="none").sum(1)
        for goal, on_bar in ((batch.points, batch.bar), (_exchanged(batch.points), batch.bar.flip(1)))
    )
    counts = torch.where(batch.alike, torch.minimum(named, turned), named)
    weights = torch.tensor(FINE_WEIGHTS, device=fine.device)
    classes = functional.cross_entropy(fine[:, :CLASSES], batch.fine, weight=weights, reduction="none").mean((1, 2))
    classes = torch.where(batch.alike, 0.0, classes)
    heat = fine[:, CLASSES:]
    raw = functional.binary_cross_entropy_with_logits(heat, batch.heats, reduction="none")
    focal = (raw * (heat.sigmoid() - batch.heats).abs() ** 2).sum((2, 3)) * batch.sighted
    return counts.mean() + 5 * classes.mean() + focal.sum(1).mean(), counts.mean()


def _exchanged(points: torch.Tensor) -> torch.Tensor:
    return torch.where(points >= 0, SWAPPED.to(points.device)[points.clamp(0)], points)


class Training:
    """A net that learns, its mean over time, and how far it has come."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = Reader().to(self.device, memory_format=torch.channels_last)
        self.mean = torch.optim.swa_utils.AveragedModel(
            self.net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(options.mean), use_buffers=True
        )
        on_card = self.device.type == "cuda"
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=options.rate, weight_decay=2e-3, fused=on_card)
        self.readings, self.seconds, self.begun = 0, 0.0, time.time()
        self.step_of = self.net.both_ways

    def restore(self) -> None:
        """Go on from the state, or begin from other weights."""
        state = self.options.state
        if state.exists():
            kept = torch.load(state, map_location=self.device, weights_only=True)
            self.net.load_state_dict(kept["net"])
            self.mean.load_state_dict(kept["mean"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.readings, self.seconds = kept["readings"], kept["seconds"]
        elif self.options.start:
            start = self.options.start
            kept = shipped(start) if start.is_dir() else torch.load(start, map_location=self.device, weights_only=True)
            for net in (self.net, self.mean.module):
                net.load_state_dict(kept.get("weights", kept))

    def save(self, weights: dict[str, torch.Tensor] | None = None) -> None:
        kept = {
            "net": self.net.state_dict(), "mean": self.mean.state_dict(), "optimizer": self.optimizer.state_dict(),
            "readings": self.readings, "seconds": self.seconds,
            "weights": self.mean.module.state_dict() if weights is None else weights,
        }  # fmt: skip
        draft = self.options.state.with_suffix(".tmp")
        torch.save(kept, draft)
        draft.replace(self.options.state)

    @property
    def progress(self) -> float:
        """0 at the beginning, 1 at the end: by readings, or by time where a machine is only lent."""
        if self.options.until:
            return (time.time() - self.begun) / (self.options.until - self.begun)
        return self.readings / self.options.readings

    def step(self, batch: Batch) -> torch.Tensor:
        """Learn from a batch; returns the loss of counting."""
        warm, progress = 0.03, self.progress
        fall = 0.5 * (1 + math.cos(math.pi * max(0.0, progress - warm) / (1 - warm))) + 0.003
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * min(1.0, progress / warm + 0.05) * fall
        view = batch.view.contiguous(memory_format=torch.channels_last)
        with torch.autocast(
            self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"
        ):  # slower on many a CPU
            out = self.step_of(view, batch.lean, batch.layout)
        loss, counting = loss_of(out, batch)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.mean.update_parameters(self.net)
        self.readings += len(batch.view)
        return counting.detach()

    def compile(self, batch: Batch) -> None:
        """Let the compiler make the net faster, if it does: both are tried for some steps."""
        times, rate = {}, self.options.rate
        self.options.rate = 0.0  # one batch over and over teaches nothing good
        for name, step_of in (("plain", self.net.both_ways), ("compiled", torch.compile(self.net.both_ways))):
            self.step_of = step_of
            for turn in range(14):
                if turn == 4:
                    torch.cuda.synchronize()
                    begun = time.monotonic()
                self.step(batch)
            torch.cuda.synchronize()
            times[name] = (time.monotonic() - begun) / 10, step_of
            print(f"{name}: {1000 * times[name][0]:.0f} ms a step of {len(batch.view)} readings", flush=True)
        self.step_of = min(times.values(), key=lambda one: one[0])[1]
        self.options.rate, self.readings = rate, 0

    @torch.no_grad()
    def settled(self, batches: list[Batch]) -> dict[str, torch.Tensor]:
        """The mean's weights with the statistics of its norms taken anew."""
        net = Reader().to(self.device)
        net.load_state_dict(self.mean.module.state_dict())
        for module in net.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.reset_running_stats()
                module.momentum = None
        net.train()
        for batch in batches:
            net.both_ways(batch.view, batch.lean, batch.layout)
        return net.state_dict()


@torch.no_grad()
def checked(weights: dict[str, torch.Tensor], sets: Sets, device: torch.device, rounds: int = 6) -> str:
    """What a net reads of boards that it has not learned from, without any augmentation."""
    net = Reader().to(device).eval()
    net.load_state_dict(weights)
    sampler, parts = Sampler(device, plain=True), []
    for name, alone in (("alone", 1.0), ("shown", 0.0)):
        right = spots = exact = looks = bars = 0
        for _ in range(rounds):
            batch = sampler.batch(sets, 16, alone)
            points, bar, _ = net.both_ways(batch.view, batch.lean, batch.layout)
            best, on_bar = points.argmax(1), bar.argmax(2)
            good, ok = ((best == goal) | (goal < 0) for goal in (batch.points, _exchanged(batch.points)))
            turned = (batch.alike & (ok.sum((1, 2)) > good.sum((1, 2))))[:, None, None]
            good = torch.where(turned, ok, good)
            wanted = torch.where(turned[:, :, 0], batch.bar.flip(1), batch.bar)
            bar_good = ((on_bar == wanted) | (wanted < 0)).all(1)
            right, spots = right + int(good.sum()), spots + good.numel()
            exact, looks, bars = (
                exact + int((good.all(2).all(1) & bar_good).sum()),
                looks + len(bar),
                bars + int(bar_good.sum()),
            )
        shares = 100 * right / spots, 100 * bars / looks, 100 * exact / looks
        parts.append("{} {:.2f} % points, {:.1f} % bars, {:.1f} % boards".format(name, *shares))
    return "; ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sets", nargs="+", default=[], help="folders of rasterised sets")
    parser.add_argument("--traced", nargs="*", default=[], help="folders of path-traced sets")
    parser.add_argument("--share", type=float, default=0.15, help="of path-traced batches")
    parser.add_argument("--check", nargs="*", default=[], help="folders of sets to measure with")
    parser.add_argument("--state", type=Path, required=True, help="where the training stands")
    parser.add_argument("--start", type=Path, help="weights to begin from: a state, or the folder of shipped ones")
    parser.add_argument("--readings", type=int, default=2_000_000, help="in all")
    parser.add_argument("--until", type=float, help="end at this time (seconds of the epoch), however many that is")
    parser.add_argument("--pause", type=float, default=math.inf, help="stop after so many seconds, to go on later")
    parser.add_argument("--pairs", type=int, default=64, help="of pictures in a batch")
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--mean", type=float, default=0.999, help="how long the mean of the weights remembers")
    parser.add_argument("--least", type=int, default=60, help="begin when so many sets are there")
    parser.add_argument("--most", type=int, default=4000, help="sets held in memory")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--weights", type=Path, help="write the weights alone there, too, when it ends")
    parser.add_argument("--export", type=Path, help="write the state's nets into this folder, and train no further")
    options = parser.parse_args()
    if options.export:
        net = Reader()
        kept = torch.load(options.state, map_location="cpu", weights_only=True)
        net.load_state_dict(kept.get("weights", kept))
        export(net, options.export)
        return
    torch.manual_seed(int(time.time()))
    torch.backends.cudnn.benchmark = True
    training = Training(options)
    training.restore()
    learn(training, options)


def learn(training: Training, options: argparse.Namespace) -> None:
    device = training.device
    sampler, sets = Sampler(device), Sets(options.sets, options.most, 6, device)
    traced = Sets(options.traced, max(1, sum(len(glob.glob(f"{f}/*.npz")) for f in options.traced)), 6, device)
    traced.grow()
    held_out = [(folder, Sets([folder], MOST_CHECKED, 6, device)) for folder in options.check]
    if options.compile and device.type == "cuda" and traced.count:
        try:
            training.compile(sampler.batch(traced, options.pairs))
        except Exception as error:  # whatever the compiler does not like: it goes without
            print(f"not compiled: {error}", flush=True)
            training.step_of = training.net.both_ways
    while sets.count < options.least:
        sets.grow()
        if sets.count < options.least:
            time.sleep(1)
    print(f"{sets.count} + {traced.count} sets, {training.readings} readings so far, on {device}", flush=True)
    training.begun = time.time()
    growing: threading.Thread | None = None
    begun = last = shown = time.monotonic()
    counting: torch.Tensor | None = None
    while training.progress < 1 and time.monotonic() - begun < options.pause:
        source = traced if traced.count and float(torch.rand(())) < options.share else sets
        loss = training.step(sampler.batch(source, options.pairs))
        counting = loss if counting is None else 0.98 * counting + 0.02 * loss
        now = time.monotonic()
        training.seconds, last = training.seconds + now - last, now
        if now - shown > SHOWN_EVERY:
            shown = now
            done = f"{training.seconds:.0f} s, {training.readings} readings, {sets.count} sets"
            print(f"{done}, loss {float(counting):.3f}", flush=True)
            if growing is None or not growing.is_alive():
                growing = threading.Thread(target=sets.grow, args=(GROWN_BY,), daemon=True)
                growing.start()
            for folder, held in held_out:
                held.grow()
                if held.count and training.progress > 0.1 and device.type == "cuda":
                    print(f"  {folder}: {checked(training.mean.module.state_dict(), held, device, 2)}", flush=True)
            training.save()
    batches = [
        sampler.batch(traced if traced.count and k % 4 == 0 else sets, min(options.pairs, 32))
        for k in range(40 if device.type == "cuda" else 4)
    ]
    weights = training.settled(batches)
    training.save(weights)
    if options.weights:
        torch.save({name: values.cpu() for name, values in weights.items()}, options.weights)
    print(f"{training.readings} readings in {training.seconds:.0f} s, {sets.count} sets", flush=True)
    for folder, held in held_out:
        held.grow()
        print(f"{folder}: {checked(weights, held, device, 20 if device.type == 'cuda' else 2)}", flush=True)


if __name__ == "__main__":
    main()
