"""Finds where four squares of two colours meet, and the lattices that such places form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import Image, Points, transformed

Floats = npt.NDArray[np.float32]

_RADIUS: Final = 5
_LEAST: Final = 16.0
"""Of a saddle's response, in levels of colour: below this it is noise."""
_MOST: Final = 350
_SEEDS: Final = 24
_NEIGHBOURS: Final = 8
_WIDEST: Final = 11
"""Interior corners along a side, with some to spare: a 10x10 board has nine."""
_ENOUGH: Final = 30

_RING: Final = tuple(
    (round(_RADIUS * np.sin(k * np.pi / 8)), round(_RADIUS * np.cos(k * np.pi / 8))) for k in range(16)
)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Places (n, 2) in the picture, the whole numbers (n, 2) of each, and the homography from numbers to picture."""

    places: Points
    numbers: npt.NDArray[np.int64]
    homography: Points


def saddles(image_bgr: Image) -> tuple[Points, npt.NDArray[np.float64]]:
    """Places (n, 2) where squares of two colours meet corner to corner, the clearest first, and how clear each is.

    The detector is ChESS (Bennett and Lasenby 2014) on all three channels of colour, at two sizes.
    """
    found: list[npt.NDArray[np.float64]] = []
    for scale in (1.0, 0.5):
        small = (
            image_bgr if scale == 1 else cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        )
        response = _response(np.asarray(small, dtype=np.uint8))
        top = cv2.dilate(response, np.ones((9, 9), np.uint8))
        ys, xs = np.nonzero((response >= top) & (response > _LEAST))
        order = np.argsort(-response[ys, xs])[:_MOST]
        ys, xs = ys[order], xs[order]
        offsets = _offsets(response, xs, ys)
        places = (np.stack([xs, ys], axis=1) + offsets + 0.5) / scale - 0.5
        found.append(np.column_stack([places, response[ys, xs]]))
    fine, coarse = found
    if len(fine) and len(coarse):
        apart = np.hypot(*(coarse[:, None, :2] - fine[None, :, :2]).transpose(2, 0, 1))
        coarse = coarse[apart.min(axis=1) > 5]
    both = np.vstack([fine, coarse])
    both = both[np.argsort(-both[:, 2])][:_MOST]
    return both[:, :2], both[:, 2]


def _response(image_bgr: Image) -> Floats:
    """Above 0 where four squares meet; 0 at edges, bars and plain places."""
    lab = cv2.GaussianBlur(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2LAB), (0, 0), 1.0).astype(np.float32)
    height, width = lab.shape[:2]
    border = _RADIUS + 1
    padded = cv2.copyMakeBorder(lab, border, border, border, border, cv2.BORDER_REPLICATE)
    ring = [padded[border + y : border + y + height, border + x : border + x + width] for y, x in _RING]
    across = np.zeros_like(lab)
    for k in range(4):
        across += np.abs(ring[k] + ring[k + 8] - ring[k + 4] - ring[k + 12])
    along = np.zeros_like(lab)
    for k in range(8):
        along += np.abs(ring[k] - ring[k + 8])
    whole = sum(ring[1:], ring[0].copy()) / 16
    middle = cv2.blur(lab, (3, 3))
    response = (across - along - 4 * np.abs(whole - middle)).sum(axis=2)
    response[:border] = response[-border:] = 0
    response[:, :border] = response[:, -border:] = 0
    return np.asarray(np.maximum(cv2.GaussianBlur(response, (0, 0), 1.0), 0), dtype=np.float32)


def _offsets(response: Floats, xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64]) -> Points:
    """From each peak to the middle of the response round it."""
    steps = np.arange(-2, 3)
    patch = response[ys[:, None, None] + steps[None, :, None], xs[:, None, None] + steps[None, None, :]].astype(
        np.float64
    )
    total = patch.sum(axis=(1, 2)) + 1e-9
    return np.stack(
        [
            (patch * steps[None, None, :]).sum(axis=(1, 2)) / total,
            (patch * steps[None, :, None]).sum(axis=(1, 2)) / total,
        ],
        axis=1,
    )


def lattices(places: Points) -> Iterator[Lattice]:
    """Lattices of places, each grown from another four; one with most places of a board ends the search."""
    if len(places) < 9:
        return
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    order = np.argsort(apart, axis=1)
    used: set[int] = set()
    for seed in range(min(_SEEDS, len(places))):
        if seed in used:
            continue
        best: Lattice | None = None
        for first in _fours(places, seed, order[seed, 1 : _NEIGHBOURS + 1], apart):
            grown = _grown(places, first)
            if grown is not None and (best is None or len(grown.places) > len(best.places)):
                best = grown
                if len(grown.places) >= _ENOUGH:
                    break
        if best is not None and len(best.places) >= 9:
            members = np.nonzero(
                np.hypot(*(places[:, None] - best.places[None]).transpose(2, 0, 1)).min(axis=1) < 1e-6
            )[0]
            used.update(int(k) for k in members)
            yield best


def _fours(
    places: Points, seed: int, near: npt.NDArray[np.int64], apart: npt.NDArray[np.float64]
) -> Iterator[dict[tuple[int, int], int]]:
    """Places that may be one square of a lattice, by their numbers."""
    for a in near:
        for b in near:
            u, v = places[a] - places[seed], places[b] - places[seed]
            cross = u[0] * v[1] - u[1] * v[0]
            lengths = apart[seed, a], apart[seed, b]
            if cross < 0.5 * lengths[0] * lengths[1] or max(lengths) > 3 * min(lengths) or min(lengths) < 8:
                continue
            gaps = np.hypot(*(places - (places[seed] + u + v)).T)
            c = int(np.argmin(gaps))
            if gaps[c] < 0.25 * min(lengths) and c not in (seed, a, b):
                yield {(0, 0): seed, (1, 0): int(a), (0, 1): int(b), (1, 1): c}


def _grown(places: Points, four: dict[tuple[int, int], int]) -> Lattice | None:
    """The lattice that a square belongs to, with all places that lie on it."""
    numbers = np.array(list(four), dtype=np.float64)
    members = list(four.values())
    homography = cv2.getPerspectiveTransform(numbers.astype(np.float32), places[members].astype(np.float32)).astype(
        np.float64
    )
    reach, count = 1, 4
    for _ in range(14):
        low, high = numbers.min(axis=0) - reach, numbers.max(axis=0) + reach
        if (high - low - 2 * reach).max() >= _WIDEST:
            return None
        grid = np.array(
            [(i, j) for i in range(int(low[0]), int(high[0]) + 1) for j in range(int(low[1]), int(high[1]) + 1)],
            dtype=np.float64,
        )
        there = transformed(grid, homography)
        steps = np.minimum(
            np.hypot(*(transformed(grid + np.array([1, 0]), homography) - there).T),
            np.hypot(*(transformed(grid + np.array([0, 1]), homography) - there).T),
        )
        gaps = np.hypot(*(there[:, None] - places[None]).transpose(2, 0, 1))
        nearest = gaps.argmin(axis=1)
        near = gaps[np.arange(len(grid)), nearest] < (0.22 if count < 9 else 0.15) * steps
        taken, first = np.unique(nearest[near], return_index=True)
        numbers, members = grid[near][first], list(taken)
        if len(members) < max(4, 0.8 * count):
            return None
        if len(members) > 4:
            fitted, _ = cv2.findHomography(numbers, places[members], 0)
            if fitted is None:
                return None
            homography = np.asarray(fitted, dtype=np.float64)
        if len(members) <= count and reach >= 3:
            break
        if len(members) <= count:
            reach += 1
        count = len(members)
    if len(members) < 9 or np.ptp(numbers, axis=0).min() < 2:
        return None
    return Lattice(places[members], numbers.astype(np.int64), homography)
