"""Finds the 8 x 8 squares of a draughts board in a picture: a lattice of crossings, and its part that is the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.draughts.crossings import Crossings, crossings
from vision.draughts.view import SIZE, Corners, corners_on_board, picture_from_board
from vision.errors import BoardNotFoundError
from vision.rectify import Image, Points, inverse, transformed

_WIDTHS: Final = (720, 1200, 480)
"""Widths to which a picture is shrunk, one after the other until a board is found."""
_SEEDS: Final = 50
_STEP: Final = 0.22
"""How far a crossing may be from where the lattice expects it, in squares."""
_SAME: Final = 0.6
"""The least agreement (cosine) of a crossing's pattern with the one that its place in the lattice asks for."""
_ENOUGH: Final = 40
_LEAST: Final = 14
"""Crossings of 49 that must be seen; a game covers a third of them at most, a hand as many again."""
_REACH: Final = 10
_TEN_BY_TEN: Final = 18
_ASIDE: Final = 2
"""By how many squares the best place of the crossings may be beside the board."""
_FRAME: Final = 0.55
"""A frame of one colour looks like every second square at most."""

Place = tuple[int, int]
Whole = npt.NDArray[np.signedinteger[Any]]
Lattice = dict[Place, int]
"""Crossings by their place: columns, rows."""


@dataclass(frozen=True, slots=True)
class Found:
    """A board in a picture.  ``corners_px``: clockwise, the upper row first.  ``crossings``: how many of the 49 inner
    crossings were seen.  ``larger``: the squares go on beyond: a board of ten by ten or more."""

    corners_px: Corners
    crossings: int
    larger: bool = False


def find_board(image_bgr: Image) -> Found:
    """The board in a picture (BGR, any size).  Raises BoardNotFoundError where there is none."""
    best: Found | None = None
    for width in _WIDTHS:
        scale = min(1.0, width / max(image_bgr.shape[:2]))
        small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        found = _found(np.asarray(small, dtype=np.uint8), scale)
        if found is not None and (best is None or found.crossings > best.crossings):
            best = found
        if best is not None and best.crossings >= 0.5 * (SIZE - 1) ** 2:
            break
    if best is None:
        raise BoardNotFoundError("no draughts board was found: 8 by 8 squares in two colours must be in the picture")
    return best


def find_corners(image_bgr: Image) -> Corners:
    """Where the board is.  Raises BoardNotFoundError where there is none, or one of more squares."""
    found = find_board(image_bgr)
    if found.larger:
        raise BoardNotFoundError("this board has more than 8 by 8 squares; draughts is played on 8 by 8 here")
    return found.corners_px


def corrected_corners(image_bgr: Image, corners_px: Corners) -> Corners:
    """Corners that a person gave, moved to the crossings that are seen near them; as given where too few are."""
    return followed(image_bgr, corners_px) or corners_px


def squares_off(corners_px: Corners, others_px: Corners) -> float:
    """How far the farthest of the other corners is from its own, in squares of the board."""
    there = transformed(others_px, inverse(picture_from_board(corners_px)))
    return float(np.linalg.norm(there - corners_on_board(), axis=1).max())


def nearest_naming(corners_px: Corners, before_px: Corners) -> Corners:
    """The corners named from the row that is nearest to where the first row was before."""
    ring = np.array(corners_px)
    ways = [np.roll(ring, -k, axis=0) for k in range(4)]
    off = [float(np.linalg.norm(way - np.array(before_px), axis=1).max()) for way in ways]
    return _as_corners(ways[int(np.argmin(off))])


def followed(image_bgr: Image, corners_px: Corners) -> Corners | None:
    """The corners of a board that is hardly moved from these, None where it is not seen there.

    The crossings are looked for within a fifth of a square from where they were.
    """
    ring = np.array(corners_px)
    longest = float(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).max())
    scale = min(1.0, 560.0 / longest)
    small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    seen = crossings(np.asarray(small, dtype=np.uint8))
    homography = picture_from_board(_scaled(ring, scale))
    fit = _fitted(seen, homography, _parity(seen, homography))
    if fit is None or fit[1] < _LEAST:
        return None
    return _as_corners(_unscaled(transformed(_ring(0, 0, SIZE), fit[0]), scale))


def _found(small: Image, scale: float) -> Found | None:
    seen = crossings(small)
    lattice = _largest_lattice(seen)
    if len(lattice) < _LEAST:
        return None
    homography = _homography(seen, lattice)
    if homography is None:
        return None
    left, top = _window(_clear(_support(seen, homography)), small, homography)
    here = homography @ np.array([[1, 0, left - 1], [0, 1, top - 1], [0, 0, 1.0]])
    fit = _fitted(seen, here, _parity(seen, here))
    if fit is None or fit[1] < _LEAST:
        return None
    corners = transformed(_ring(0, 0, SIZE), fit[0])
    around = _support(seen, fit[0])
    larger = _is_larger(around)
    return Found(_as_corners(_unscaled(_upper_first(corners), scale)), fit[1], larger)


def _largest_lattice(seen: Crossings) -> Lattice:
    best: Lattice = {}
    tried: set[int] = set()
    for seed in range(min(_SEEDS, len(seen.places))):
        if seed in tried:
            continue
        for first, second in _pairs(seen, seed):
            lattice = _grown(seen, {(0, 0): seed, (1, 0): first, (0, 1): second})
            if len(lattice) > len(best):
                best = lattice
                tried.update(lattice.values())
            if len(best) >= _ENOUGH:
                return best
    return best


def _pairs(seen: Crossings, seed: int) -> Iterator[tuple[int, int]]:
    """Neighbours of a crossing along both directions of its edges: their pattern is the other way round."""
    away = seen.places - seen.places[seed]
    far = np.hypot(*away.T)
    opposite = np.real(seen.pattern * np.conj(seen.pattern[seed])) < -0.5
    near = np.flatnonzero(opposite & (far > 8))
    near = near[np.argsort(far[near])][:7]
    for one in near:
        for other in near:
            cross = away[one][0] * away[other][1] - away[one][1] * away[other][0]
            if cross > 0.5 * far[one] * far[other] and 0.4 < far[one] / far[other] < 2.5:
                between = (away[one] / far[one] + away[other] / far[other]) / 2
                angle = 2 * np.arctan2(between[1], between[0])
                along = np.real(seen.pattern[seed] * np.exp(-1j * angle))
                if abs(along) > 0.6:  # a diagonal of light or dark fields lies between the two edges
                    yield int(one), int(other)


def _grown(seen: Crossings, lattice: Lattice) -> Lattice:
    used = set(lattice.values())
    sign = seen.pattern[lattice[0, 0]]
    while True:
        homography = _homography(seen, lattice)
        if homography is None:
            return lattice
        added = 0
        for place in _beside(lattice):
            at, side = _expected(homography, place)
            off = np.hypot(*(seen.places - at).T)
            nearest = int(np.argmin(off))
            wanted = sign * (1 if sum(place) % 2 == 0 else -1)
            agrees = float(np.real(seen.pattern[nearest] * np.conj(wanted)))
            if off[nearest] < _STEP * side and agrees > _SAME and nearest not in used:
                lattice[place] = nearest
                used.add(nearest)
                added += 1
        if not added:
            return lattice


def _beside(lattice: Lattice) -> set[Place]:
    around = {(x + dx, y + dy) for x, y in lattice for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))}
    return {place for place in around - set(lattice) if max(map(abs, place)) <= _REACH}


def _expected(homography: Points, place: Place) -> tuple[Points, float]:
    """Where a place of the lattice lies in the picture, and the length of a square's shorter side there."""
    x, y = place
    points = transformed([(x, y), (x + 1, y), (x, y + 1)], homography)
    return points[0], float(min(np.hypot(*(points[1] - points[0])), np.hypot(*(points[2] - points[0]))))


def _homography(seen: Crossings, lattice: Lattice) -> Points | None:
    """From places of the lattice to the picture; an affine map while there are few."""
    places = np.array(list(lattice), dtype=np.float64)
    there = seen.places[list(lattice.values())]
    if len(places) >= 8 and min(np.ptp(places, axis=0)) >= 2:
        homography, _ = cv2.findHomography(places, there, 0)
        return None if homography is None else np.asarray(homography, dtype=np.float64)
    terms = np.hstack([places, np.ones((len(places), 1))])
    solved, _, rank, _ = np.linalg.lstsq(terms, there, rcond=None)
    return np.vstack([solved.T, [0, 0, 1]]) if rank == 3 else None


def _support(seen: Crossings, homography: Points) -> Points:
    """How clearly each place from -REACH to REACH shows the crossing that its lattice asks for, [row, column]."""
    span = np.arange(-_REACH, _REACH + 1)
    columns, rows = np.meshgrid(span, span)
    scores = _scores(seen, homography, columns, rows)
    signs = np.where((columns + rows) % 2 == 0, 1.0, -1.0)
    return np.asarray(np.maximum(scores * (1 if (scores * signs).sum() > 0 else -1) * signs, 0.0))


def _scores(seen: Crossings, homography: Points, columns: Whole, rows: Whole) -> Points:
    """The signed strength of crossings at places of the lattice, along its own diagonals; 0 outside the picture."""
    places = np.stack([columns.ravel(), rows.ravel()], axis=1).astype(np.float64)
    depth = np.hstack([places, np.ones((len(places), 1))]) @ homography[2]
    sound = depth * np.sign(homography[2, 2]) > 1e-6
    at = transformed(places, homography)
    diagonal = transformed(places + 0.1, homography) - at
    angle = 2 * np.arctan2(diagonal[:, 1], diagonal[:, 0])
    height, width = seen.field.shape
    best = np.zeros(len(places))
    for dx in (-2, 0, 2):
        for dy in (-2, 0, 2):
            xs, ys = np.round(at[:, 0] + dx), np.round(at[:, 1] + dy)
            inside = sound & (xs >= 0) & (ys >= 0) & (xs < width) & (ys < height)
            value = np.zeros(len(places))
            here = seen.field[ys[inside].astype(int), xs[inside].astype(int)]
            value[inside] = np.real(here * np.exp(-1j * angle[inside]))
            best = np.where(np.abs(value) > np.abs(best), value, best)
    return best.reshape(np.shape(columns))


def _window(clear: Points, small: Image, homography: Points) -> Place:
    """The place of the upper left inner crossing under which crossings and colours of the squares agree best."""
    inner = SIZE - 1
    sums = cv2.boxFilter(clear, -1, (inner, inner), anchor=(0, 0), normalize=False, borderType=cv2.BORDER_CONSTANT)
    sums = sums[: clear.shape[0] - inner + 1, : clear.shape[1] - inner + 1]
    top, left = (int(k) for k in np.unravel_index(int(np.argmax(sums)), sums.shape))
    # Square (column, row) has its upper left crossing at (column, row); the board has one more square all around.
    first = (left - _REACH - 1, top - _REACH - 1)
    fits = _chequered(small, homography, first)
    best, chosen = -np.inf, (0, 0)
    for dy in range(-_ASIDE, _ASIDE + 1):
        for dx in range(-_ASIDE, _ASIDE + 1):
            y, x = top + dy, left + dx
            if not (0 <= y < sums.shape[0] and 0 <= x < sums.shape[1]):
                continue
            part = fits[_ASIDE + dy : _ASIDE + dy + SIZE, _ASIDE + dx : _ASIDE + dx + SIZE]
            score = float(sums[y, x]) + float((part - _FRAME).sum())
            if score > best:
                best, chosen = score, (x - _REACH, y - _REACH)
    return chosen


def _chequered(small: Image, homography: Points, first: Place) -> Points:
    """How much of the corners of each square, men leave them free, has the colour of the board's fields there, 0 to 1.

    Of ``SIZE + 2 * _ASIDE`` squares along each side, ``first`` being the one ``_ASIDE`` from the edge.
    """
    side = SIZE + 2 * _ASIDE
    cell = 8
    left, top = first[0] - _ASIDE, first[1] - _ASIDE
    from_cells = homography @ np.array([[1 / cell, 0, left + 0.5 / cell], [0, 1 / cell, top + 0.5 / cell], [0, 0, 1.0]])
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    flat = cv2.warpPerspective(lab, from_cells, (side * cell, side * cell),
                               flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=(-300, 0, 0))  # fmt: skip
    corners = flat.reshape(side, cell, side, cell, 3)[:, (1, 1, 6, 6), :, (1, 6, 1, 6)]  # (4, side, side, 3)
    usual = np.median(corners, axis=0)
    rows, columns = np.mgrid[0:side, 0:side]
    even = (rows + columns) % 2 == 0
    core = (np.abs(rows - side / 2 + 0.5) < SIZE / 2 - 1) & (np.abs(columns - side / 2 + 0.5) < SIZE / 2 - 1)
    one, other = (_plane(usual, core & parity) for parity in (even, ~even))
    own, alien = (np.where(even[..., None], *pair) for pair in ((one, other), (other, one)))
    near, far = np.linalg.norm(corners - own, axis=-1), np.linalg.norm(corners - alien, axis=-1)
    apart = np.linalg.norm(own - alien, axis=-1)
    return np.asarray(((near < far) & (near < 0.7 * apart + 6)).mean(axis=0), dtype=np.float64)


def _plane(colours: Points, where: Points) -> Points:
    """The colour of one kind of field over the whole board: it changes evenly with the light, and some are hidden."""
    rows, columns = np.nonzero(where)
    terms = np.stack([np.ones(len(rows)), rows, columns], axis=1)
    seen = colours[rows, columns]
    kept = np.ones(len(rows), bool)
    for _ in range(3):
        solved, *_ = np.linalg.lstsq(terms[kept], seen[kept], rcond=None)
        off = np.linalg.norm(seen - terms @ solved, axis=1)
        kept = off <= np.percentile(off, 70)
    height, width = colours.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width]
    return np.asarray(np.stack([np.ones_like(ys), ys, xs], axis=-1) @ solved, dtype=np.float64)


def _parity(seen: Crossings, homography: Points) -> float:
    columns, rows = np.meshgrid(np.arange(1, SIZE), np.arange(1, SIZE))
    scores = _scores(seen, homography, columns, rows)
    return 1.0 if (scores * np.where((columns + rows) % 2 == 0, 1.0, -1.0)).sum() > 0 else -1.0


def _fitted(seen: Crossings, homography: Points, parity: float) -> tuple[Points, int] | None:
    """The homography from the board to the picture through the inner crossings that are seen, and how many are."""
    fit, number = homography, 0
    for _ in range(2):
        places, there = [], []
        for column in range(1, SIZE):
            for row in range(1, SIZE):
                at, side = _expected(fit, (column, row))
                off = np.hypot(*(seen.places - at).T) if len(seen.places) else np.array([np.inf])
                nearest = int(np.argmin(off))
                if off[nearest] > _STEP * side:
                    continue
                diagonal = transformed([(column + 0.1, row + 0.1)], fit)[0] - at
                angle = 2 * np.arctan2(diagonal[1], diagonal[0])
                wanted = parity * (1 if (column + row) % 2 == 0 else -1)
                if float(np.real(seen.pattern[nearest] * np.exp(-1j * angle))) * wanted > _SAME - 0.2:
                    places.append((column, row))
                    there.append(seen.places[nearest])
        if len(places) < _LEAST or min(np.ptp(places, axis=0)) < 3:
            return None
        solved, kept = cv2.findHomography(np.array(places, float), np.array(there), cv2.RANSAC, 2.0)
        if solved is None:
            return None
        fit, number = np.asarray(solved, dtype=np.float64), int(kept.sum())
    return fit, number


def _clear(support: Points) -> Points:
    """The support between 0 and 1: where two squares meet the frame, seven tenths of a crossing are seen: nothing."""
    usual = float(np.percentile(support[support > 0.3], 75)) if (support > 0.3).any() else 1.0
    return np.asarray(np.clip((support / usual - 0.75) / 0.15, 0.0, 1.0))


def _is_larger(around: Points) -> bool:
    """Whether the crossings go on all around: 9 x 9 of them at some place that holds the 7 x 7."""
    clear = _clear(around)
    first, last = _REACH + 1, _REACH + SIZE
    inner = clear[first:last, first:last].sum()
    for left in (-2, -1, 0):
        for top in (-2, -1, 0):
            part = clear[first + top : last + top + 2, first + left : last + left + 2]
            if part.sum() - inner >= _TEN_BY_TEN:
                return True
    return False


def _ring(left: int, top: int, side: int) -> Points:
    right, bottom = left + side, top + side
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64)


def _upper_first(corners: Points) -> Points:
    """The corners clockwise in the picture, the row farther up first."""
    ring = np.asarray(corners)
    (ax, ay), (bx, by) = ring[1] - ring[0], ring[2] - ring[1]
    if ax * by - ay * bx < 0:
        ring = ring[::-1]
    heights = [ring[k][1] + ring[(k + 1) % 4][1] for k in range(4)]
    return np.roll(ring, -int(np.argmin(heights)), axis=0)


def _scaled(points: Points, scale: float) -> Points:
    return np.asarray((points + 0.5) * scale - 0.5)


def _unscaled(points: Points, scale: float) -> Points:
    return np.asarray((points + 0.5) / scale - 0.5)


def _as_corners(points: Sequence[Sequence[float]] | Points) -> Corners:
    first, second, third, fourth = ((float(x), float(y)) for x, y in points)
    return first, second, third, fourth
