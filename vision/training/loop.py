"""What the three training scripts share: their arguments, the loop, the export."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch
from torch import nn

Batch = tuple[torch.Tensor, ...]


def arguments(doc: str | None, *, steps: int) -> argparse.ArgumentParser:
    """The command line of a training script; ``doc`` is the script's docstring."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0] if doc else None)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders of pictures with their truth")
    parser.add_argument("--check", type=Path, nargs="+", default=[], help="folders that are only measured on")
    parser.add_argument("--leave-out", nargs="*", default=[], help="board styles that are not learned from")
    parser.add_argument("--out", type=Path, required=True, help="the trained net, as ONNX")
    parser.add_argument("--checkpoint", type=Path, required=True, help="training goes on from here where it exists")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=2e-3)
    return parser


def truth_files(folders: Sequence[Path], leave_out: Sequence[str] = ()) -> list[Path]:
    """The truth files that have a picture, boards of some styles left out."""
    files = sorted(f for folder in folders for f in folder.glob("*.json") if f.with_suffix(".jpg").exists())
    return [f for f in files if not any(f'"style": "{s}"' in f.read_text()[:300] for s in leave_out)]


def train(
    net: nn.Module,
    batch: Callable[[], Batch],
    loss_of: Callable[[torch.Tensor, Batch], torch.Tensor],
    check: Callable[[], str],
    options: argparse.Namespace,
) -> None:
    """Train with AdamW under one cycle of the learning rate; the next batch is made while one is learned from.

    ``batch``: the net's input, then whatever ``loss_of`` compares its output with.
    """
    if options.checkpoint.exists():
        net.load_state_dict(torch.load(options.checkpoint))
    net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, total_steps=options.steps)
    pool = ThreadPoolExecutor(1)
    ahead = pool.submit(batch)
    begin, shown = time.monotonic(), 0.0
    for step in range(1, options.steps + 1):
        views, *wanted = ahead.result()
        ahead = pool.submit(batch)
        loss = loss_of(net(views.to(memory_format=torch.channels_last)), tuple(wanted))
        if not torch.isfinite(loss):
            raise FloatingPointError(f"the loss is {loss.item()} at step {step}: try a lower --rate")
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        shown = 0.98 * shown + 0.02 * loss.item() if step > 1 else loss.item()
        if step % 250 == 0 or step == options.steps:
            net.eval()
            with torch.no_grad():
                found = check()
            net.train()
            print(f"step {step} loss {shown:.3f} {(time.monotonic() - begin) / 60:.1f} min  {found}", flush=True)
            torch.save(net.state_dict(), options.checkpoint)


def export(net: nn.Module, example: torch.Tensor, out: Path, *, any_number: bool = False) -> None:
    """Write the net as ONNX that OpenCV reads; ``any_number``: of images at a time."""
    net.eval().to(memory_format=torch.contiguous_format)
    axes = {"images": {0: "n"}, "out": {0: "n"}} if any_number else None
    torch.onnx.export(
        net,
        (example,),
        str(out),
        opset_version=17,
        dynamo=False,
        input_names=["images"],
        output_names=["out"],
        dynamic_axes=axes,
    )
