"""How the small nets of dice and cubes learn: from a stock on one device that is partly renewed at every step."""

from __future__ import annotations

import argparse
import math
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.training.chance import Chance, pixels
from vision.training.dice_patches import BARE, NONE

Labels = torch.Tensor
Batch = tuple[torch.Tensor, Labels]
HELD_OUT = 8  # of so many boards one is not learned from
_SECONDS, _FILES = 4.0, 60  # so often, so many files are read that were made while a net learns


def arguments(description: str | None, *, seconds: float, out: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patches", type=Path, nargs="*", default=[], help="folders that the makers of sets wrote")
    parser.add_argument("--seconds", type=float, default=seconds, help="how long it learns")
    parser.add_argument("--steps", type=int, default=10**9, help="at most so many steps")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--fresh", type=int, default=96, help="so many drawn patches are renewed at a step")
    parser.add_argument("--stock", type=int, default=60000, help="so many drawn patches are kept")
    parser.add_argument("--check", type=int, default=2000, help="so many fresh drawn patches are read at the end")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights (.pt, .onnx) to go on from")
    parser.add_argument("--out", type=Path, default=Path(out), help="the ONNX file; the weights lie beside it as .pt")
    return parser


def device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


class Stock:
    """Pictures (many, 3, size, size) and labels (many, k) on a device; the oldest go first."""

    def __init__(self, many: int, make: Callable[[int], Batch], begin: int) -> None:
        self.make, self.many = make, many
        pictures, labels = make(begin)
        self.pictures, self.labels, self.next = _bytes(pictures), labels, 0

    def renew(self, count: int) -> None:
        pictures, labels = self.make(count)
        if len(self.pictures) < self.many:
            self.pictures = torch.cat([self.pictures, _bytes(pictures)])
            self.labels = torch.cat([self.labels, labels])
            return
        at = (torch.arange(count, device=labels.device) + self.next) % len(self.pictures)
        self.pictures[at], self.labels[at] = _bytes(pictures), labels
        self.next = (self.next + count) % len(self.pictures)


def _bytes(pictures: torch.Tensor) -> torch.Tensor:
    return (pictures.clamp(0, 1) * 255).round().to(torch.uint8)


class Kept:
    """The middles of the patches in folders of ``.npz`` files, one a board: ``learned`` from, and ``held`` out.

    More may be made while a net learns: every few seconds the newest are read.
    """

    def __init__(self, folders: Iterable[Path], size: int, where: str) -> None:
        self.folders, self.size, self.where = list(folders), size, where
        empty = torch.zeros(0, 3, size, size, dtype=torch.uint8), torch.zeros(0, 2, dtype=torch.int64)
        self.learned: Batch = (empty[0].to(where), empty[1].to(where))
        self.held: Batch = self.learned
        self.known: set[Path] = set()
        self.read(10**9)

    def newer(self) -> bool:
        """Read some patches that were made since, if it is time to; whether there were any."""
        return time.monotonic() - self.at > _SECONDS and self.read(_FILES)

    def read(self, most: int) -> bool:
        """Read at most so many more files; whether there were any."""
        files = {path for folder in self.folders for path in folder.glob("*.npz")} - self.known
        for held in (False, True):
            chosen = [path for path in sorted(files)[:most] if held == (zlib.crc32(path.stem.encode()) % HELD_OUT == 0)]
            parts = [part for path in chosen if (part := self._of(path))]
            if parts:
                some = self.held if held else self.learned
                more = (torch.from_numpy(np.concatenate(k)).to(self.where) for k in zip(*parts, strict=True))
                joined = [torch.cat(pair) for pair in zip(some, more, strict=True)]
                self.held, self.learned = (
                    ((joined[0], joined[1]), self.learned) if held else (self.held, (joined[0], joined[1]))
                )
        self.known |= set(sorted(files)[:most])
        self.at = time.monotonic()
        return bool(files)

    def _of(self, path: Path) -> tuple[np.ndarray, np.ndarray] | None:
        try:
            with np.load(path) as data:
                patches, labels = data["patches"], data["labels"]
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:  # of a maker that was stopped
            print(f"{path} is left out: {error}", flush=True)
            return None
        edge = (patches.shape[1] - self.size) // 2
        middle = patches[:, edge : edge + self.size, edge : edge + self.size]
        return middle.transpose(0, 3, 1, 2), labels.astype(np.int64)


def bare(some: Batch) -> torch.Tensor:
    """Of patches those that show no die or cube, not even beside the middle."""
    return some[0][(some[1][:, 0] == NONE) & (some[1][:, 1] == BARE)]


def moved(
    chance: Chance,
    pictures: torch.Tensor,
    size: int,
    shift: torch.Tensor,
    *,
    turn: float,
    mirror: bool,
    shrink: float = 1.0,
) -> torch.Tensor:
    """The middles (n, 3, size, size) of wide patches, 0 to 1, shifted by pixels (n, 2), turned by about ``turn``.

    From 1 on ``turn`` means any way.  ``shrink``: pixels of the wide patches for one of these.
    """
    n, _, wide, _ = pictures.shape
    angle = chance.normal(n, turn) if turn < 1 else chance.between(n, -math.pi, math.pi)
    scale = torch.exp(chance.normal(n, 0.09)) * shrink
    flip = torch.where(chance.yes(n, 0.5), -1.0, 1.0) if mirror else torch.ones(n, device=chance.device)
    at = pixels(size, chance.device)[None] - (size - 1) / 2 - shift[:, None, None]
    cos, sin = torch.cos(angle) * scale, torch.sin(angle) * scale
    back = torch.stack([flip * cos, -sin, flip * sin, cos], 1).view(n, 2, 2)
    grid = torch.einsum("nij,nhwj->nhwi", back, at) * 2 / wide
    return functional.grid_sample(pictures.float() / 255, grid, padding_mode="reflection", align_corners=False)


def learn(
    net: nn.Module,
    batch: Callable[[], Batch],
    loss_of: Callable[[torch.Tensor, Labels], torch.Tensor],
    options: argparse.Namespace,
) -> nn.Module:
    """Train by AdamW under one cosine; gives the running mean of the weights, its norms measured anew."""
    where = device()
    if options.start and options.start.suffix == ".onnx":
        from vision.training.starting import start_from

        start_from(net, options.start, batch()[0])
    elif options.start:
        net.load_state_dict(torch.load(options.start, map_location=where))
    if not options.steps:
        return net.eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=2e-3)
    average = torch.optim.swa_utils.get_ema_multi_avg_fn(0.998)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=average, use_buffers=True)
    begin = shown = time.monotonic()
    step = 0
    while step < options.steps:
        share = max((time.monotonic() - begin) / options.seconds, step / options.steps)
        if share >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1.0, share / 0.04 + 0.05) * (0.5 + 0.5 * math.cos(math.pi * share) + 0.003)
        pictures, labels = batch()
        with torch.autocast(where, torch.bfloat16, enabled=where == "cuda"):  # slower on many a processor
            out = net(pictures)
        loss = loss_of(out.float(), labels)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 20.0)
        optimiser.step()
        mean.update_parameters(net)
        step += 1
        if time.monotonic() - shown > 15:
            shown = time.monotonic()
            print(f"{shown - begin:.0f} s, step {step}: loss {loss.item():.3f}", flush=True)
    print(f"{step} steps of {len(labels)} in {time.monotonic() - begin:.0f} s", flush=True)
    learned: nn.Module = mean.module
    norms = [m for m in learned.modules() if isinstance(m, nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # the plain mean over the rounds
    learned.train()
    with torch.no_grad():
        for _ in range(min(40, options.steps)):
            learned(batch()[0])
    return learned.eval()


def answers(net: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """What a net says of byte pictures (n, 3, size, size)."""
    with torch.no_grad():
        return torch.cat([net(part.float() / 255 - 0.5) for part in pictures.split(256)])


def saved(net: nn.Module, size: int, out: Path) -> None:
    """Write the weights, and as ONNX, any number of patches at a time, what the reader runs."""
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), out.with_suffix(".pt"))
    try:
        import onnx  # noqa: F401  where it is missing, the export is made later from the weights
    except ImportError:
        print(f"no onnx here: {out.with_suffix('.pt')} alone is written", flush=True)
        return
    axes = {"images": {0: "n"}, "out": {0: "n"}}
    example = torch.zeros(2, 3, size, size)
    torch.onnx.export(
        net.cpu().float(),
        (example,),
        str(out),
        opset_version=17,
        dynamo=False,
        input_names=["images"],
        output_names=["out"],
        dynamic_axes=axes,
    )


def shuffled(chance: Chance, pools: list[Batch], shares: list[float], n: int) -> Batch:
    """Pictures and labels (n, ...) drawn from pools, from each its share; empty pools are passed over."""
    weights = [share * bool(len(pool[0])) for pool, share in zip(pools, shares, strict=True)]
    counts = [round(n * w / sum(weights)) for w in weights]
    picked = [(p, chance.integers(count, len(p[0]))) for p, count in zip(pools, counts, strict=True) if count]
    return torch.cat([p[0][k] for p, k in picked]), torch.cat([p[1][k] for p, k in picked])
