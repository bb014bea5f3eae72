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
_RING: Final = [(round(_RADIUS * np.sin(k * np.pi / 8)), round(_RADIUS * np.cos(k * np.pi / 8))) for k in range(16)]
_LEAST: Final = 16.0
"""Of a saddle's response, in levels of colour: below this it is noise."""
_MOST: Final = 350
_SEEDS: Final = 24
_NEIGHBOURS: Final = 8
_WIDEST: Final = 11
"""Interior corners along a side, with some to spare: a 10x10 board has nine."""
_LEAST_PLACES, _ENOUGH = 9, 30
_STEPS, _FARTHEST = 14, 3  # a lattice grows so often, and beyond gaps of two places that are not seen


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Which of the places lie evenly (n,), the whole numbers (n, 2) of each, and the homography from those to them."""

    members: npt.NDArray[np.intp]
    numbers: npt.NDArray[np.int64]
    homography: Points


def saddles(image_bgr: Image) -> tuple[Points, npt.NDArray[np.float64]]:
    """Places (n, 2) where squares of two colours meet corner to corner, the clearest first, and how clear each is.

    The detector is ChESS (Bennett and Lasenby 2014) on all three channels of colour, at two sizes.
    """
    found = np.zeros((0, 3))
    for scale in (1.0, 0.5):
        small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        response = _response(np.asarray(small, dtype=np.uint8))
        rows, columns = np.nonzero((response >= cv2.dilate(response, np.ones((9, 9), np.uint8))) & (response > _LEAST))
        clearest = np.argsort(-response[rows, columns])[:_MOST]
        rows, columns = rows[clearest], columns[clearest]
        places = (np.stack([columns, rows], axis=1) + _offsets(response, columns, rows) + 0.5) / scale - 0.5
        if len(found):  # at the other size the same places are seen again
            fresh = np.linalg.norm(places[:, None] - found[:, :2], axis=2).min(axis=1) > _RADIUS
            rows, columns, places = rows[fresh], columns[fresh], places[fresh]
        found = np.vstack([found, np.column_stack([places, response[rows, columns]])])
    found = found[np.argsort(-found[:, 2])][:_MOST]
    return found[:, :2], found[:, 2]


def _response(image_bgr: Image) -> Floats:
    """Above 0 where four squares meet; 0 at edges, bars and plain places."""
    lab = cv2.GaussianBlur(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2LAB), (0, 0), 1.0)
    height, width = lab.shape[:2]
    border = _RADIUS + 1
    padded = cv2.copyMakeBorder(lab, border, border, border, border, cv2.BORDER_REPLICATE).astype(np.int16)
    ring = [padded[border + y : border + y + height, border + x : border + x + width] for y, x in _RING]
    total, response = np.zeros(lab.shape, np.int16), np.zeros(lab.shape, np.int16)
    for k in range(4):
        one, other = ring[k] + ring[k + 8], ring[k + 4] + ring[k + 12]
        total += one + other
        response += np.abs(one - other)
    for k in range(8):
        response -= np.abs(ring[k] - ring[k + 8])
    middle = np.abs(total * np.float32(1 / len(_RING)) - cv2.blur(lab.astype(np.float32), (3, 3)))
    clear = (response - 4 * middle).sum(axis=2)
    clear[:border] = clear[-border:] = 0
    clear[:, :border] = clear[:, -border:] = 0
    return np.asarray(np.maximum(cv2.GaussianBlur(clear, (0, 0), 1.0), 0), dtype=np.float32)


def _offsets(response: Floats, columns: npt.NDArray[np.intp], rows: npt.NDArray[np.intp]) -> Points:
    """From each peak to the middle of the response round it."""
    steps = np.arange(-2, 3)
    patch = response[rows[:, None, None] + steps[:, None], columns[:, None, None] + steps].astype(np.float64)
    weighed = [(patch * steps).sum(axis=(1, 2)), (patch * steps[:, None]).sum(axis=(1, 2))]
    return np.asarray(np.stack(weighed, axis=1) / (patch.sum(axis=(1, 2))[:, None] + 1e-9))


def lattices(places: Points) -> Iterator[Lattice]:
    """Lattices of places, each grown from another four; one with most places of a board ends the search."""
    apart = np.linalg.norm(places[:, None] - places, axis=2)
    used: set[int] = set()
    for seed in range(min(_SEEDS, len(places))):
        best: Lattice | None = None
        near = np.argsort(apart[seed])[1 : _NEIGHBOURS + 1]
        for four in _fours(places, seed, near) if seed not in used else ():
            grown = _grown(places, four)
            if grown is not None and (best is None or len(grown.members) > len(best.members)):
                best = grown
                if len(grown.members) >= _ENOUGH:
                    break
        if best is not None:
            used.update(best.members.tolist())
            yield best


def _fours(places: Points, seed: int, near: npt.NDArray[np.intp]) -> Iterator[list[int]]:
    """Places that may be the corners of one square: the seed, that to its right, that below it, and the fourth."""
    for a in near:
        for b in near:
            u, v = places[a] - places[seed], places[b] - places[seed]
            shorter, longer = sorted(map(float, (np.hypot(*u), np.hypot(*v))))
            if u[0] * v[1] - u[1] * v[0] < 0.5 * shorter * longer or longer > 3 * shorter or shorter < 8:
                continue
            gaps = np.hypot(*(places - (places[seed] + u + v)).T)
            c = int(np.argmin(gaps))
            if gaps[c] < 0.25 * shorter and c not in (seed, a, b):
                yield [seed, int(a), int(b), c]


def _grown(places: Points, four: list[int]) -> Lattice | None:
    """The lattice that a square belongs to, with all places that lie on it."""
    members, numbers, reach = np.array(four), np.array([(0, 0), (1, 0), (0, 1), (1, 1)]), 1
    homography = _onto(numbers, places[members])
    for _ in range(_STEPS):
        low, high = numbers.min(axis=0), numbers.max(axis=0)
        if homography is None or (high - low).max() >= _WIDEST:
            return None
        columns, rows = (np.arange(a - reach, b + reach + 1) for a, b in zip(low, high, strict=True))
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        there, right, below = (transformed(grid + step, homography) for step in ((0, 0), (1, 0), (0, 1)))
        size = np.minimum(np.linalg.norm(right - there, axis=1), np.linalg.norm(below - there, axis=1))
        apart = there[:, None] - places
        apart *= apart
        gaps = apart[..., 0] + apart[..., 1]  # squared
        near = np.sqrt(gaps.min(axis=1)) < (0.22 if len(members) < _LEAST_PLACES else 0.15) * size
        count = len(members)
        members, first = np.unique(gaps.argmin(axis=1)[near], return_index=True)
        numbers = grid[near][first]
        if len(members) < max(4, 0.8 * count):
            return None
        homography = _onto(numbers, places[members])
        if len(members) <= count:
            reach += 1
        if reach > _FARTHEST:
            break
    if homography is None or len(members) < _LEAST_PLACES or np.ptp(numbers, axis=0).min() < 2:
        return None
    return Lattice(members, numbers, homography)


def _onto(numbers: npt.NDArray[np.int64], places: Points) -> Points | None:
    homography, _ = cv2.findHomography(numbers.astype(np.float64), places)
    return np.asarray(homography, dtype=np.float64) if homography is not None else None
