"""Evidence about the checkers: from peaks of the field map to likely counts on every spot."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.board import COLUMNS, BoardGeometry, Row, split_rows
from vision.colours import SideColours, Swatch, face_colour, sampled
from vision.fieldmaps import STRIDE, FieldMaps, peaks
from vision.observation import BAR, POINTS, UNSEEN, Counts, Evidence, Spot
from vision.rectify import FIELD_XYXY, Image, as_lab

LEAST: Final = 0.08
"""Peaks below this are not even doubtful checkers."""

# Chance that one more checker of a side lies on a spot than any peak tells of.
_OVERLOOKED: Final = 0.004
# By how much stacks were made to count for more in training than they are frequent (fitted like `_sure`).
_STACK_WEIGHT: Final = 25.0
# A spot of which more than this is covered by a hand is unseen.
_COVERED: Final = 0.25


@dataclass(frozen=True, slots=True)
class Disc:
    """A checker, or a stack of them, found in the view.

    ``x``, ``y``: middle of its foot; ``sure``: likelihood that it is there; ``tall``: likelihood
    that it is a stack of two or more; ``face``: the look of its uppermost face.
    """

    x: float
    y: float
    sure: float
    tall: float
    face: Swatch


def find_discs(view_bgr: Image, maps: FieldMaps, geometry: BoardGeometry) -> list[Disc]:
    """All discs on and beside the field, the surest first; of two that would overlap the surer stays."""
    view_lab = as_lab(view_bgr)
    discs: list[Disc] = []
    for peak in peaks(maps.checker, LEAST):
        if any(math.hypot(peak.x - d.x, peak.y - d.y) < 0.5 * geometry.pitch for d in discs):
            continue
        cell = peak.row, peak.column
        top_x, top_y = peak.x + float(maps.shift_x[cell]), peak.y + float(maps.shift_y[cell])
        face = Swatch(peak.x, peak.y, sampled(view_lab, top_x, top_y, 0.28 * geometry.pitch))
        discs.append(Disc(peak.x, peak.y, _sure(peak.score), _tall(float(maps.tall[cell])), face))
    return discs


def on_field(disc: Disc, geometry: BoardGeometry) -> bool:
    """Whether a disc's foot lies on the playing field, half a checker of tolerance at its rim."""
    x0, y0, x1, y1 = FIELD_XYXY
    slack = 0.25 * geometry.pitch
    return x0 - slack < disc.x < x1 + slack and y0 - slack < disc.y < y1 + slack


def spot_evidence(
    discs: Iterable[Disc], maps: FieldMaps, geometry: BoardGeometry, colours: SideColours
) -> Mapping[Spot, Evidence]:
    """Likely counts on the points and the bar.  The tray is :func:`tray_evidence`'s."""
    shares: dict[Spot, list[tuple[Disc, float]]] = defaultdict(list)
    for disc, spot, share in _placed([d for d in discs if on_field(d, geometry)], geometry):
        shares[spot].append((disc, share))
    covered = _covered_spots(maps, geometry)
    evidence: dict[Spot, Evidence] = {}
    for spot in (*POINTS, BAR):
        evidence[spot] = UNSEEN if spot in covered else Evidence(_counts(shares[spot], colours))
    return evidence


def tray_evidence(
    view_bgr: Image, maps: FieldMaps, evidence: Mapping[Spot, Evidence], colours: SideColours, pitch: float
) -> Evidence:
    """Likely counts of borne-off checkers; UNSEEN where none are in view, for they may lie anywhere.

    A pile beside the field tells that some are off, hardly how many: that follows from fifteen a side.
    """
    seen = _off_colours(view_bgr, maps, colours, pitch)
    if not any(seen):
        return UNSEEN
    tables = [_off_table(15 - n, there) for n, there in zip(_on_board(evidence), seen, strict=True)]
    return Evidence({(n, m): p * q for n, p in tables[0].items() for m, q in tables[1].items()}, floor=1e-5)


def _off_colours(view_bgr: Image, maps: FieldMaps, colours: SideColours, pitch: float) -> tuple[bool, bool]:
    """Whether borne-off checkers of Light and of Dark lie beside the field."""
    heat = maps.off.copy()
    x0, y0, x1, y1 = (int(v / STRIDE) for v in FIELD_XYXY)
    heat[y0:y1, x0 + 1 : x1 - 1] = 0.0
    number, labels, stats, _ = cv2.connectedComponentsWithStats((heat > 0.5).astype(np.uint8))
    view_lab = as_lab(view_bgr)
    least = 0.2 * (pitch / STRIDE) ** 2
    light = dark = False
    for label in range(1, number):
        if stats[label, cv2.CC_STAT_AREA] < least:
            continue
        rows, columns = np.nonzero(labels == label)
        pixels = view_lab[rows * STRIDE + 2, columns * STRIDE + 2]
        place = float(columns.mean()) * STRIDE, float(rows.mean()) * STRIDE
        sure = colours.light_likelihood(Swatch(*place, face_colour(pixels)))
        light, dark = light or sure > 0.5, dark or sure <= 0.5
    return light, dark


def _on_board(evidence: Mapping[Spot, Evidence]) -> Counts:
    best = [e.best for e in evidence.values() if e.seen]
    return sum(pair[0] for pair in best), sum(pair[1] for pair in best)


def _off_table(missing: int, seen: bool) -> dict[int, float]:
    """How many of one side are borne off: about as many as are missing, if a pile is seen; else any number."""
    if not seen:
        return dict.fromkeys(range(16), 1 / 16)
    weights = {n: math.exp(-abs(n - missing)) if n else 0.02 for n in range(16)}
    total = sum(weights.values())
    return {n: w / total for n, w in weights.items()}


def _sure(score: float) -> float:
    """From the net's score to the share of such peaks that are checkers (fitted on boards it never saw)."""
    return 1.0 / (1.0 + math.exp(-15.0 * (score - 0.36)))


def _tall(score: float) -> float:
    """From the net's score to the likelihood of a stack: see ``_STACK_WEIGHT``."""
    return score / (score + _STACK_WEIGHT * (1 - score))


def _placed(discs: Sequence[Disc], geometry: BoardGeometry) -> list[tuple[Disc, Spot, float]]:
    """Each disc with the spots it may belong to and how likely each is."""
    columns: dict[int | None, list[tuple[Disc, float]]] = defaultdict(list)
    for disc in discs:
        (near, first), (far, second), *_ = geometry.nearest_columns(disc.x, disc.y)
        # Between two columns neither is certain: at the very middle both are equally likely.
        doubt = 1.0 / (1.0 + math.exp((far - near) / (0.06 * geometry.pitch)))
        columns[first].append((disc, 1 - doubt))
        if doubt > 0.01:
            columns[second].append((disc, doubt))
    placed = []
    for column, members in columns.items():
        if column is None:
            placed += [(disc, BAR, share) for disc, share in members]
            continue
        solid = [disc.y for disc, share in members if share * disc.sure > 0.5]
        for disc, share in members:
            row = split_rows([*solid, disc.y])[-1]
            placed.append((disc, geometry.spot(column, row), share))
    return placed


def _counts(members: Iterable[tuple[Disc, float]], colours: SideColours) -> dict[Counts, float]:
    """The distribution of (light, dark): every disc may be there or not, be one or two, be Light's or Dark's."""
    table: dict[Counts, float] = {(0, 0): 1.0}
    for disc, share in members:
        there = disc.sure * share
        light = colours.light_likelihood(disc.face)
        one, two = there * (1 - disc.tall), there * disc.tall
        options = {
            (0, 0): 1 - there,
            (1, 0): one * light,
            (0, 1): one * (1 - light),
            (2, 0): two * light,
            (0, 2): two * (1 - light),
        }
        table = _convolved(table, options)
    table = _convolved(table, {(0, 0): 1 - 2 * _OVERLOOKED, (1, 0): _OVERLOOKED, (0, 1): _OVERLOOKED})
    return {pair: p for pair, p in table.items() if p > 1e-5}


def _convolved(table: Mapping[Counts, float], options: Mapping[Counts, float]) -> dict[Counts, float]:
    result: dict[Counts, float] = defaultdict(float)
    for (light, dark), likely in table.items():
        for (more_light, more_dark), chance in options.items():
            if likely * chance > 1e-7:
                result[light + more_light, dark + more_dark] += likely * chance
    return dict(result)


def _covered_spots(maps: FieldMaps, geometry: BoardGeometry) -> set[Spot]:
    """Spots of which too much lies under a hand."""
    if float(maps.hand.max()) < 0.5:
        return set()
    covered: set[Spot] = set()
    _, y0, _, y1 = (int(v / STRIDE) for v in FIELD_XYXY)
    halves: tuple[tuple[Row, int, int], ...] = (("top", y0, (y0 + y1) // 2), ("bottom", (y0 + y1) // 2, y1))
    for column in range(COLUMNS):
        left = int((geometry.column_x(column) - geometry.pitch / 2) / STRIDE)
        right = int((geometry.column_x(column) + geometry.pitch / 2) / STRIDE) + 1
        for row, above, below in halves:
            if float((maps.hand[above:below, left:right] > 0.5).mean()) > _COVERED:
                covered.add(geometry.spot(column, row))
    return covered
