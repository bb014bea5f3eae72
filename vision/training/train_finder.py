"""Train the board finder: the playing field, its bar, its middle and its corners in a whole picture.

    python -m vision.training.train_finder --data FOLDER [FOLDER ...] --start vision/weights/finder.onnx \
        --out build/finder.pt --seconds 150
    python -m vision.training.train_finder --start build/finder.pt --onnx vision/weights/finder.onnx

``--data``: packed sets of boards (``vision.training.sets``).  The net sees the picture at 320 x 240 and gives five maps
of a quarter of that: how likely each place belongs to the playing field, to its bar, to the band half-way between the
two rows of points (bar and band tell how the board lies), peaks at the field's corners, and a map whose mean says, in
a closer look, whether this is a whole real board that lies just where its corners were put.  Everything is held and
made on a graphics card where there is one.  Every sixteenth board is never learned from; what is printed at the end
is measured on those.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from vision.corners import FINDER_WH
from vision.training import finder_boards
from vision.training.finder_boards import Boards
from vision.training.finder_lessons import BOARD, CORNER, STRIDE, Batch, Lessons
from vision.training.loop import export
from vision.training.nets import Pyramid
from vision.training.reader_net import keep_half
from vision.training.starting import start_from

MOST_CHECKED = 256


def new_net() -> Pyramid:
    """The finder, untrained."""
    return Pyramid(5, (20, 32, 64, 128), 4)


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    """Of the masks, of the corners (focal: Li and others, 2020) and of the doubt about closer looks."""
    masks = functional.binary_cross_entropy_with_logits(out[:, :CORNER], wanted.maps[:, :CORNER], reduction="none")
    goal = wanted.maps[:, CORNER]
    raw = functional.binary_cross_entropy_with_logits(out[:, CORNER], goal, reduction="none")
    heat = (raw * (out[:, CORNER].sigmoid() - goal).square()).sum() / len(out)
    asked = ~wanted.board.isnan()
    said = out[:, BOARD].mean((1, 2))[asked]
    doubt = functional.binary_cross_entropy_with_logits(said, wanted.board[asked], reduction="sum") / len(out)
    return masks.mean((0, 2, 3)) @ torch.tensor([5.0, 10.0, 10.0], device=out.device) + heat + 2 * doubt


def train(net: Pyramid, lesson: Lessons, options: argparse.Namespace) -> Pyramid:
    """The running mean of the weights (Polyak averaging) after so many seconds or steps, its norms measured anew."""
    device = next(net.parameters()).device.type
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
    begin, shown, step = time.monotonic(), 0.0, 0
    while (done := max((time.monotonic() - begin) / options.seconds, step / options.steps)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1, done / 0.04 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * done) + 0.003)
        batch = lesson.batch(options.batch)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):  # slower on many a processor
            out = net(batch.views.contiguous(memory_format=torch.channels_last))
        loss = loss_of(out.float(), batch)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        if torch.isfinite(torch.nn.utils.clip_grad_norm_(net.parameters(), 20.0)):
            optimiser.step()
            mean.update_parameters(net)
        step += 1
        if time.monotonic() - begin > shown:
            shown += 20
            print(f"{time.monotonic() - begin:.0f} s  step {step}  loss {loss.item():.3f}", flush=True)
            torch.save(mean.module.state_dict(), options.out)
    settled: Pyramid = mean.module
    for norm in settled.modules():
        if isinstance(norm, torch.nn.BatchNorm2d):
            norm.reset_running_stats()
            norm.momentum = None  # the plain mean over the rounds
    settled.train()
    with torch.no_grad():
        for _ in range(min(60, options.steps)):
            settled(lesson.batch(options.batch).views)
    return settled.eval()


@torch.no_grad()
def measured(net: Pyramid, held: Boards, lesson: Lessons) -> str:
    """What the net finds in boards held out: corners in pixels of 320, and how the doubt tells right from wrong."""
    chosen = torch.arange(min(len(held), MOST_CHECKED), device=held.pictures.device)
    lines = []
    for name, spread in (("whole", None), ("closer", 0.02)):
        batch = lesson.plain(chosen, spread=spread)
        off = _errors(net, batch).flatten().cpu().numpy()
        median, most, nearly_all = np.quantile(off, (0.5, 0.9, 0.99))
        lines.append(f"{name}: corners off by {median:.2f} px (median), {most:.2f} (90 %), {nearly_all:.2f} (99 %)")
    batch = lesson.batch(len(chosen))
    said = net(batch.views)[:, BOARD].mean((1, 2)).sigmoid()
    for name, some in (("right", batch.board > 0.9), ("wrong", batch.board < 0.1)):
        sure = (said[some] > 0.8).float().mean().item() if some.any() else math.nan
        lines.append(f"closer looks that are {name}: {sure:.1%} of {int(some.sum())} taken for sure")
    return "\n".join(lines)


def _errors(net: Pyramid, batch: Batch) -> torch.Tensor:
    """How far the mean of the net's peak near each corner is from it, (b, 4) in pixels."""
    heat = net(batch.views)[:, CORNER].sigmoid()
    cells = torch.arange(max(FINDER_WH) // STRIDE, device=heat.device) * STRIDE + 1.5
    x, y = cells[: heat.shape[2]], cells[: heat.shape[1], None]
    wanted = batch.corners[..., None, None]
    near = ((x - wanted[:, :, 0]) ** 2 + (y - wanted[:, :, 1]) ** 2) < 16**2
    weight = heat[:, None] ** 2 * near + 1e-12
    total = weight.sum((2, 3))
    found = torch.stack([(weight * x).sum((2, 3)) / total, (weight * y).sum((2, 3)) / total], 2)
    return (found - batch.corners).norm(dim=2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, nargs="*", default=[], help="folders of packed sets of boards")
    parser.add_argument("--start", type=Path, help="weights to begin from: ONNX, or what --out wrote")
    parser.add_argument("--out", type=Path, help="the trained weights, as a state of the net")
    parser.add_argument("--onnx", type=Path, help="the weights as ONNX (needs the package onnx)")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--steps", type=int, default=10**9)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--drawn", type=int, default=500, help="how many boards, and how many tables, are drawn")
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    net = new_net().to(device)
    if options.start and options.start.suffix == ".pt":
        net.load_state_dict(torch.load(options.start, map_location=device))
    if options.data:
        rng = np.random.default_rng(1)
        folders = [
            finder_boards.rendered(finder_boards.files([folder], held_out=False), device) for folder in options.data
        ]
        least = max(map(len, folders)) // 6  # path-traced sets are few, and nearest to photographs
        boards = finder_boards.together(*(some for some in folders for _ in range(max(1, least // len(some)))))
        held = finder_boards.rendered(finder_boards.files(options.data, held_out=True), device)
        tables = finder_boards.tables(options.drawn, rng, device)
        print(f"{len(boards)} pictures to learn from, {len(held)} held out", flush=True)
        lesson = Lessons(finder_boards.together(boards, finder_boards.drawn_boards(options.drawn, rng, device)), tables)
        check = Lessons(
            finder_boards.together(held, finder_boards.drawn_boards(options.drawn // 8, rng, device)), tables
        )
        if options.start and options.start.suffix == ".onnx":
            with torch.no_grad():
                start_from(net, options.start, lesson.batch(min(32, options.batch)).views)
        net = train(net.to(memory_format=torch.channels_last), lesson, options)
        torch.save(net.state_dict(), options.out)
        print(measured(net, held, check), flush=True)
    if options.onnx:
        export(net.cpu(), torch.zeros(1, 3, *FINDER_WH[::-1]), options.onnx)
        keep_half(options.onnx)


if __name__ == "__main__":
    main()
