"""Train the net that tells what lies on the squares of a draughts board; needs torch and onnx.

    python -m vision.training.draughts.train --samples FOLDER --out vision/weights/draughts.onnx --minutes 10

It sees the whole board rectified, :data:`SIDE` pixels wide with a square's width round it, and the same with its local
contrast brought out (``vision.draughts.net.brought_out``); it answers for each square, row by row, how likely it is
empty, light, dark or covered (logits).
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

from vision.draughts.net import SIDE, SQUARE, brought_out

_STORED, _STORED_MARGIN = 24, 1.5


_OFTEN = 3.0
"""So many times as often are boards shown on which men stand on light squares too."""


class SquaresNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(
            nn.Conv2d(6, 16, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
            nn.Conv2d(16, 24, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(24), nn.ReLU(),
            nn.Conv2d(24, 24, 3, padding=1, bias=False), nn.BatchNorm2d(24), nn.ReLU(),
            nn.Conv2d(24, 64, SQUARE // 4, stride=SQUARE // 4, bias=False), nn.BatchNorm2d(64), nn.ReLU(),
        )  # fmt: skip
        self.about = nn.Sequential(nn.Conv2d(64, 64, 3, padding=1, bias=False), nn.BatchNorm2d(64), nn.ReLU())
        self.context = nn.ModuleList([nn.Conv2d(128, 64, 1), nn.Conv2d(128, 64, 1)])
        self.mixed = nn.ModuleList([nn.Conv2d(64, 64, 1), nn.Conv2d(64, 64, 1)])
        self.last = nn.Conv2d(64, 4, 1)

    def forward(self, images: torch.Tensor, contrasts: torch.Tensor) -> torch.Tensor:
        x = self.fine(torch.cat([images, contrasts], dim=1))
        x = (x + self.about(x))[:, :, 1:9, 1:9]
        for context, mixed in zip(self.context, self.mixed, strict=True):
            whole = torch.cat([functional.avg_pool2d(x, 8), functional.max_pool2d(x, 8)], dim=1)
            x = functional.relu(x + mixed(x) + functional.interpolate(context(whole), scale_factor=8.0))
        return self.last(x)


def augmented(view: np.ndarray, classes: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The board turned, its corners a little off, and all its colours changed alike."""
    turn, flip = int(rng.integers(4)), bool(rng.random() < 0.5)
    view, classes = np.rot90(view, turn), np.rot90(classes, turn)
    if flip:
        view, classes = view[:, ::-1], classes[:, ::-1]
    low, high = _STORED * _STORED_MARGIN, _STORED * (8 + _STORED_MARGIN)
    corners = np.array([(low, low), (high, low), (high, high), (low, high)], dtype=np.float32) - 0.5
    corners += rng.normal(0, 0.06 * _STORED, (4, 2)).astype(np.float32)
    wanted = np.array([(1, 1), (9, 1), (9, 9), (1, 9)], dtype=np.float32) * SQUARE - 0.5
    onto = cv2.getPerspectiveTransform(corners, wanted)
    view = cv2.warpPerspective(np.ascontiguousarray(view), onto, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.3:
        view = cv2.GaussianBlur(view, (0, 0), float(rng.uniform(0.3, 1.1)))
    mixing = (np.eye(3) + rng.normal(0, 0.08, (3, 3))) * float(rng.uniform(0.7, 1.25))
    view = cv2.transform(view, mixing)
    gamma = 255 * (np.arange(256) / 255) ** float(rng.uniform(0.75, 1.35))
    view = cv2.LUT(view, gamma.astype(np.uint8))
    noise = np.empty(view.shape, dtype=np.int16)
    cv2.randn(noise, 0, float(rng.uniform(0, 5)))
    return cv2.add(view, noise, dtype=cv2.CV_8U), np.ascontiguousarray(classes)


def as_input(views: list[np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    """The views as the net is given them in use: their colours, and their local contrast."""
    images = torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float() / 255 - 0.5
    return images, torch.from_numpy(np.stack([brought_out(view) for view in views])).permute(0, 3, 1, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--start", type=Path, help="go on from these weights")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    names = sorted(path for path in options.samples.glob("*.jpg") if path.with_suffix(".npy").exists())
    views = [cv2.imread(str(path)) for path in names]
    classes = [np.load(path.with_suffix(".npy")) for path in names]
    kept = len(names) // 12
    often = np.array([_OFTEN if _strays(board) else 1.0 for board in classes])
    often[:kept] = 0
    often /= often.sum()
    net = SquaresNet()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-3)
    begin, step, size = time.process_time(), 0, 24
    while (share := (time.process_time() - begin) / (60 * options.minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * min(1.0, step / 30) * 0.5 * (1 + np.cos(np.pi * share))
        chosen = rng.choice(len(names), size, p=often)
        pairs = [augmented(views[k], classes[k], rng) for k in chosen]
        images = as_input([image for image, _ in pairs])
        truth = torch.from_numpy(np.stack([truth for _, truth in pairs])).long()
        net.train()
        loss = functional.cross_entropy(net(*images), truth, label_smoothing=0.005)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        if step % 100 == 0:
            torch.save(net.state_dict(), options.out.with_suffix(".pt"))
            right, exact = _measured(net, views[:kept], classes[:kept])
            print(
                f"{step} {share:.2f} loss {float(loss.detach()):.4f} squares {right:.5f} boards {exact:.4f}",
                flush=True,
            )
    net.eval()
    torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    blank = torch.zeros(1, 3, SIDE, SIDE)
    torch.onnx.export(net, (blank, blank), str(options.out), input_names=["images", "contrasts"],
                      output_names=["squares"], opset_version=17, dynamo=False,
                      dynamic_axes={"images": {0: "n"}, "contrasts": {0: "n"}, "squares": {0: "n"}})  # fmt: skip


def _strays(classes: np.ndarray) -> bool:
    parity = np.indices((8, 8)).sum(axis=0) % 2 == 1
    held = (classes == 1) | (classes == 2)
    return bool(held[parity].any() and held[~parity].any())


def _measured(net: SquaresNet, views: list[np.ndarray], classes: list[np.ndarray]) -> tuple[float, float]:
    """The share of squares and of boards that are read right, as stored."""
    net.eval()
    right = []
    low = round(_STORED * (_STORED_MARGIN - 1))
    for view, truth in zip(views, classes, strict=True):
        cut = cv2.resize(
            view[low : view.shape[0] - low, low : view.shape[1] - low], (SIDE, SIDE), interpolation=cv2.INTER_AREA
        )
        with torch.no_grad():
            right.append((net(*as_input([cut]))[0].argmax(0).numpy() == truth) | (truth == 3))
    return float(np.mean(right)), float(np.mean([np.all(board) for board in right]))


if __name__ == "__main__":
    main()
