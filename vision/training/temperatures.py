"""Fit the temperatures by which the reader's likelihoods mean what they say, one for each kind of spot.

    python -m vision.training.sets --renderer ../shared/render --out build/temperatures --seed 951 --count 60
    python -m vision.training.temperatures --sets build/temperatures

The sets must be of boards that the net has not learned from.  They are read as the product reads them: by the shipped
nets, alone (as they are and in three mirrors), or shown another picture of the board and what lay there.  The
temperatures are those under which what truly lies there is likeliest; they go into ``vision/reading.py``.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import torch

from vision import reading
from vision.training.augment import IGNORED, SWAPPED, Batch, Sampler
from vision.training.reader_sets import Sets

TRIED = np.geomspace(0.5, 4.0, 105)
"""Temperatures two in a hundred apart."""
SUREST = 0.999

Answer = tuple[np.ndarray, int]
"""A spot's log-likelihoods, and the number of what lies there."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sets", nargs="+", required=True, help="folders of sets that nothing was learned from")
    parser.add_argument("--readings", type=int, default=600, help="of each kind")
    parser.add_argument("--augmented", action="store_true", help="with wrong corners, new paint, noise, as in training")
    options = parser.parse_args()
    torch.manual_seed(1)
    np.random.seed(1)
    sets = Sets(options.sets, 1000, 6, torch.device("cpu"))
    sets.grow()
    sampler = Sampler(torch.device("cpu"), plain=not options.augmented)
    for way, alone in (("shown", 0.0), ("alone", 1.0)):
        answers: dict[str, list[Answer]] = defaultdict(list)
        for _ in range(options.readings // 8):
            for kind, answer in read(sampler.batch(sets, 4, alone)):
                answers[kind].append(answer)
        for kind in ("point", "bar"):
            logits, truths = np.stack([a for a, _ in answers[kind]]), np.array([t for _, t in answers[kind]])
            fitted = min(TRIED, key=lambda t: surprise(logits / t, truths))
            print(f"{kind} {way}: temperature {fitted:.2f} of {len(truths)} spots")
            print(f"  as it is: {told(logits, truths)}")
            print(f"  with it:  {told(logits / fitted, truths)}", flush=True)


def read(batch: Batch) -> Iterator[tuple[str, Answer]]:
    """What the shipped nets say of each spot in sight; of two sides alike, named as fits better."""
    views = ((batch.view + 0.5) * 255).round().clamp(0, 255).to(torch.uint8).permute(0, 2, 3, 1).contiguous().numpy()
    leans = [np.ascontiguousarray(lean) for lean in batch.lean.numpy()]
    encoded = [reading.encoded(view, lean) for view, lean in zip(views, leans, strict=True)]
    half = len(views) // 2
    for k, view in enumerate(views):
        layout = batch.layout[k].numpy()
        if layout[4].any():
            maps = reading.decoded(encoded[k], encoded[(k + half) % len(views)], np.ascontiguousarray(layout)[None])
        else:
            mirrored = (reading.in_a_mirror(view, leans[k], *way) for way in reading.MIRRORS)
            maps = reading.Maps.mean([reading.decoded(encoded[k]), *mirrored])
        points, bar = batch.points[k], batch.bar[k]
        turned = torch.where(points == IGNORED, points, SWAPPED[points.clamp(0)])
        ways = [list(spots(maps, points, bar))]
        if batch.alike[k]:
            ways.append(list(spots(maps, turned, bar.flip(0))))
        yield from min(ways, key=lambda way: sum(surprise(a[None], np.array([t])) for _, (a, t) in way))


def spots(maps: reading.Maps, points: torch.Tensor, bar: torch.Tensor) -> Iterator[tuple[str, Answer]]:
    for row in range(2):
        for column in range(12):
            if points[row, column] != IGNORED:
                yield "point", (maps.points[:, row, column], int(points[row, column]))
    for side in range(2):
        if bar[side] != IGNORED:
            yield "bar", (maps.bar[side], int(bar[side]))


def surprise(logits: np.ndarray, truths: np.ndarray) -> float:
    """The mean negative log-likelihood of what is true; ``logits``: (n, classes)."""
    return float(-np.log(likelihoods(logits)[np.arange(len(truths)), truths] + 1e-12).mean())


def likelihoods(logits: np.ndarray) -> np.ndarray:
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def told(logits: np.ndarray, truths: np.ndarray) -> str:
    """How reliable the likelihoods are: mean gap over ten bins (Naeini 2015), and how many of the surest are wrong."""
    likely = likelihoods(logits)
    stated, right = likely.max(1), likely.argmax(1) == truths
    bins = np.minimum((stated * 10).astype(int), 9)
    gap = sum(abs((stated - right)[bins == k].sum()) for k in range(10)) / len(truths)
    surest = stated >= SUREST
    wrong = int((~right & surest).sum())
    return (
        f"surprise {surprise(logits, truths):.4f}, {100 * right.mean():.2f} % right, gap {100 * gap:.2f} %, "
        f"{wrong} of {int(surest.sum())} wrong at {100 * SUREST:.1f} % and more"
    )


if __name__ == "__main__":
    main()
