"""What the training scripts share: their arguments, the split by board, the loop, the export."""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch
from torch import nn

_Item = TypeVar("_Item")
Inputs = torch.Tensor | tuple[torch.Tensor, ...]
Batch = tuple[Any, ...]
"""The net's inputs, one tensor or a tuple of them, then the tensors that its output is compared with."""

_HELD_OUT_EVERY = 8


def arguments(doc: str | None, *, steps: int) -> argparse.ArgumentParser:
    """The command line of a training script; ``doc`` is the script's docstring."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0] if doc else None)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders of pictures with their truth")
    parser.add_argument("--check", type=Path, nargs="+", default=[], help="folders that are only measured on")
    parser.add_argument("--leave-out", nargs="*", default=[], help="board styles that are not learned from")
    parser.add_argument("--out", type=Path, required=True, help="the trained net, as ONNX")
    parser.add_argument("--checkpoint", type=Path, required=True, help="training goes on from here where it exists")
    parser.add_argument("--start", type=Path, help="the weights (ONNX) to start from where there is no checkpoint")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--hold", type=int, default=2500, help="how many pictures are held in memory at a time")
    return parser


def truth_files(folders: Sequence[Path], leave_out: Sequence[str] = ()) -> list[Path]:
    """The truth files that have a picture, boards of some styles left out."""
    files = sorted(f for folder in folders for f in folder.glob("*.json") if f.with_suffix(".jpg").exists())
    return [f for f in files if not leave_out or json.loads(f.read_text())["style"] not in leave_out]


def split(files: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Pictures to learn from and pictures held out: every eighth board, by the number in its name (r11_0007_2)."""
    held_out = [f for f in files if _style_number(f) % _HELD_OUT_EVERY == _HELD_OUT_EVERY - 1]
    return [f for f in files if f not in set(held_out)], held_out


def _style_number(file: Path) -> int:
    found = re.search(r"_(\d{4})_", file.name)
    return int(found[1]) if found else 0


class Held(Generic[_Item]):
    """A part of all pictures, held in memory; a tenth of it is exchanged for others whenever it is renewed.

    Pictures that were added to the folders meanwhile come in as well.
    """

    def __init__(self, files: Callable[[], Sequence[Path]], load: Callable[[Path], _Item], most: int) -> None:
        self._files, self._load, self._most = files, load, most
        self._rng = random.Random(1)
        self._known: dict[Path, _Item] = {}
        self.renew()

    @property
    def items(self) -> list[_Item]:
        return list(self._known.values())

    def renew(self) -> None:
        others = [file for file in self._files() if file not in self._known]
        self._rng.shuffle(others)
        room = self._most - len(self._known)
        if room < len(others):
            leaving = min(len(others), max(self._most // 10, 0), len(self._known))
            for file in self._rng.sample(list(self._known), leaving):
                del self._known[file]
            room += leaving
        for file in others[:room]:
            self._known[file] = self._load(file)


def train(
    net: nn.Module,
    batch: Callable[[], Batch],
    loss_of: Callable[[torch.Tensor, Batch], torch.Tensor],
    check: Callable[..., str],
    options: argparse.Namespace,
    *,
    between: Callable[[], None] | None = None,
) -> None:
    """Train with AdamW under one cycle of the learning rate; the next batch is made while one is learned from.

    ``batch``: the net's inputs, then whatever ``loss_of`` compares its output with.  ``check`` tells how
    good the net is; where ``between`` is given, it is called between the rounds and ``check`` is handed
    the running mean of the weights, which is also what is left in ``net`` (Polyak averaging).
    """
    begun = 0
    if options.checkpoint.exists():
        kept: dict[str, Any] = torch.load(options.checkpoint)
        begun = kept.pop("step", 0)
        net.load_state_dict(kept.pop("net", kept))
    elif options.start:
        from vision.training.starting import start_from

        start_from(net, options.start, batch()[0])
    net.to(memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, total_steps=options.steps + 1)
    optimiser.step()  # without gradients nothing moves; the schedule only asks for the order
    for _ in range(begun):
        schedule.step()
    pool = ThreadPoolExecutor(1)
    ahead = pool.submit(batch)
    begin, shown = time.monotonic(), 0.0
    for step in range(begun + 1, options.steps + 1):
        views, *wanted = ahead.result()
        ahead = pool.submit(batch)
        with torch.autocast("cpu", torch.bfloat16):  # nearly twice as fast
            out = run(net, views)
        loss = loss_of(out.float(), tuple(wanted))
        if not torch.isfinite(loss):
            raise FloatingPointError(f"the loss is {loss.item()} at step {step}: try a lower --rate")
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 20.0)
        optimiser.step()
        schedule.step()
        mean.update_parameters(net)
        shown = 0.98 * shown + 0.02 * loss.item() if shown else loss.item()
        if step % 250 == 0 or step == options.steps:
            measured = mean.module if between else net
            if between:
                settle_norms(measured, batch, 12 if step < options.steps else 60)
            measured.eval()
            with torch.no_grad():
                found = check(measured) if between else check()
            net.train()
            print(f"step {step} loss {shown:.3f} {(time.monotonic() - begin) / 60:.1f} min  {found}", flush=True)
            torch.save({"net": measured.state_dict(), "step": step}, options.checkpoint)
            if between:
                between()
    if between:
        net.load_state_dict(mean.module.state_dict())


def settle_norms(net: nn.Module, batch: Callable[[], Batch], rounds: int) -> None:
    """Measure the batch norms' statistics anew: those of averaged weights are no average of statistics."""
    norms = [m for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # the plain mean over the rounds
    net.train()
    with torch.no_grad():
        for _ in range(rounds):
            run(net, batch()[0])


def run(net: nn.Module, inputs: Inputs) -> torch.Tensor:
    """The net's output for one or several inputs."""
    first, *more = inputs if isinstance(inputs, tuple) else (inputs,)
    out: torch.Tensor = net(first.to(memory_format=torch.channels_last), *more)
    return out


def export(
    net: nn.Module, example: Inputs, out: Path, *, any_number: bool = False, names: Sequence[str] = ("images",)
) -> None:
    """Write the net as ONNX that OpenCV reads; ``any_number``: of images at a time; ``names``: of its inputs."""
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
