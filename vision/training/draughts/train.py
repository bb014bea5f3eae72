"""Train the net that says what each square of a draughts board holds.

    python -m vision.training.draughts.train --data build/draughts --out build/draughts-net.pt --minutes 20
    python -m vision.training.draughts.train --data build/draughts --out build/draughts-net.pt --export vision/weights

Goes on from its checkpoint if there is one, and takes in samples that were made meanwhile.  Every fifth look that may
be learned from is only measured on.  ``--export`` writes ``squares.onnx``, which gives probabilities.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.draughts.view import VIEW
from vision.training.draughts.samples import IGNORED
from vision.training.nets import Attentive, layer

BATCH = 16


class Squares(nn.Module):
    """A view in, for each square the logits of empty, light, dark and covered out: (n, 4, 8, 8)."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(layer(3, 16, 2), layer(16, 32, 2))
        self.gather = nn.Sequential(nn.Conv2d(32, 64, 3, stride=3, bias=False), nn.BatchNorm2d(64), nn.ReLU())
        self.context = nn.Sequential(*[Attentive(64) for _ in range(3)])
        self.head = nn.Conv2d(64, 4, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(functional.relu(self.context(self.gather(self.fine(x)))))[:, :, 1:9, 1:9]


class Likely(nn.Module):
    def __init__(self, net: Squares) -> None:
        super().__init__()
        self.net = net

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.net(images), 1)


def disguised(view: np.ndarray, kinds: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The view in another light, through another camera, or in a mirror."""
    if rng.random() < 0.5:
        view, kinds = view[:, ::-1], kinds[:, ::-1]
    out = view.astype(np.float32)
    out = 255 * (out / 255) ** np.exp(rng.normal(0, 0.25))
    out = out * rng.uniform(0.6, 1.3) * rng.uniform(0.88, 1.12, 3).astype(np.float32)
    if rng.random() < 0.3:
        grey = out.mean(-1, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0, 1.6)
    if rng.random() < 0.3:  # the shadow of something beside the board
        line = rng.normal(0, 1, 2)
        ys, xs = np.mgrid[-1 : 1 : VIEW * 1j, -1 : 1 : VIEW * 1j]
        edge = 1 / (1 + np.exp(-(line[0] * xs + line[1] * ys + rng.normal(0, 0.5)) * rng.uniform(3, 40)))
        out = out * (1 - rng.uniform(0.2, 0.6) * edge[..., None]).astype(np.float32)
    if rng.random() < 0.4:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.5))
    if rng.random() < 0.5:
        out = out + rng.normal(0, rng.uniform(1, 9), out.shape).astype(np.float32)
    return np.clip(out, 0, 255), kinds


class Samples:
    """The samples of a folder; :meth:`refresh` takes in new files."""

    def __init__(self, folder: Path, *, held_out: bool) -> None:
        self.folder, self.held_out = folder, held_out
        self.known: set[str] = set()
        self.views: list[np.ndarray] = []
        self.kinds: list[np.ndarray] = []

    def refresh(self) -> None:
        for path in sorted(self.folder.glob("*-?????.npz")):
            number = int(path.stem.split("-")[1])
            if path.name in self.known or (number // 3 % 5 == 0) != self.held_out:
                continue
            self.known.add(path.name)
            with np.load(path) as held:
                self.views += [cv2.resize(view, (VIEW, VIEW), interpolation=cv2.INTER_AREA) for view in held["views"]]
                self.kinds += list(held["kinds"])


def tensors(views: list[np.ndarray], kinds: list[np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    pictures = np.ascontiguousarray(np.array(views, np.float32).transpose(0, 3, 1, 2)) / 255 - 0.5
    return torch.from_numpy(pictures), torch.from_numpy(np.array(kinds, np.int64))


@torch.no_grad()
def measured(net: Squares, samples: Samples) -> str:
    net.eval()
    wrong = squares = boards = exact = 0
    for k in range(0, len(samples.views), 32):
        x, y = tensors(samples.views[k : k + 32], samples.kinds[k : k + 32])
        bad = (net(x).argmax(1) != y) & (y != IGNORED)
        wrong, squares = wrong + int(bad.sum()), squares + int((y != IGNORED).sum())
        boards, exact = boards + len(y), exact + int((~bad.flatten(1).any(1)).sum())
    net.train()
    return f"held out: {100 - 100 * wrong / max(squares, 1):.3f} % of squares, {exact}/{boards} boards"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--export", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = Squares()
    if options.out.exists():
        net.load_state_dict(torch.load(options.out))
    if options.export:
        export(net, options.export)
        return
    train(net, options)


def train(net: Squares, options: argparse.Namespace) -> None:
    rng = np.random.default_rng(time.time_ns())
    learned, held = Samples(options.data, held_out=False), Samples(options.data, held_out=True)
    learned.refresh()
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
    began, told, step = time.monotonic(), time.monotonic(), 0
    running = 0.0
    while (past := (time.monotonic() - began) / (60 * options.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * past)) + 1e-5
        chosen = rng.integers(0, len(learned.views), BATCH)
        pairs = [disguised(learned.views[k], learned.kinds[k], rng) for k in chosen]
        x, y = tensors([p[0] for p in pairs], [p[1] for p in pairs])
        loss = functional.cross_entropy(net(x), y, ignore_index=IGNORED)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        running, step = 0.98 * running + 0.02 * loss.item(), step + 1
        if time.monotonic() - told > 60:
            told = time.monotonic()
            learned.refresh()
            held.refresh()
            print(f"{step} steps, {len(learned.views)} views, loss {running:.4f}", measured(net, held), flush=True)
            torch.save(net.state_dict(), options.out)
    held.refresh()
    print(measured(net, held), flush=True)
    torch.save(net.state_dict(), options.out)


def export(net: Squares, folder: Path) -> None:
    net.eval()
    torch.onnx.export(
        Likely(net), (torch.zeros(1, 3, VIEW, VIEW),), str(folder / "squares.onnx"), input_names=["images"],
        output_names=["likelihoods"], dynamo=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
