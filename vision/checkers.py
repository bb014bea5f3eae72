"""Evidence about the checkers: from peaks of the field map to likely counts on every spot."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.board import COLUMNS, BoardGeometry, Row, split_rows
from vision.colours import SideColours, Swatch, sampled
from vision.fieldmaps import STRIDE, FieldMaps, Map, peaks
from vision.observation import BAR, POINTS, UNSEEN, Counts, Evidence, Spot
from vision.patches import log_odds
from vision.rectify import FIELD_XYXY, Image, as_lab
from vision.sides import Suspect, owners

LEAST: Final = 0.06
"""Peaks below this are not even doubtful checkers."""

# Two checkers stand so far apart, in widths of a point: never nearer than the first, leaning ones apart seldom
# nearer than the second.
_NO_ROOM: Final = 0.5
_ROOM: Final = 0.8
# Chance that one more checker of a side lies on a spot than any peak tells of.
_OVERLOOKED: Final = 0.001
# How often both sides have checkers on one spot: a hit checker left lying, a misplaced one; on the bar, as a rule.
_BOTH: Final = {True: 0.4, False: 0.01}
# By how much a stack is less likely in play than in the pictures that the net has learned from, on a point with
# none, one, two ... checkers beside each other, the last for all longer columns: stacks begin when one is full.
_STACKS_BEGIN: Final = (0.02, 0.02, 0.02, 0.04, 0.1, 0.5)
# Log-odds at most that a spot's checkers are one side's: of columns that seem quite sure, two in a thousand are not.
_SUREST_OWNER: Final = 6.0
# A spot of which more than this is covered is unseen.
_COVERED: Final = 0.25
# Where less than this of a place is covered by borne-off checkers, as the net sees it, none lie there.
_FAINT_PILE: Final = 0.1


@dataclass(frozen=True, slots=True)
class Disc:
    """A checker, or a stack of them, found in the view.

    ``x``, ``y``: middle of its foot; ``sure``: likelihood that it is there; ``heights``: likelihoods
    that it is one, two or three high; ``light``: how the net takes it for Light's, a log-odds;
    ``face``: the look of its uppermost face.
    """

    x: float
    y: float
    sure: float
    heights: tuple[float, float, float]
    light: float
    face: Swatch


@dataclass(frozen=True, slots=True)
class Owned:
    """A disc and how likely it is Light's, 0 to 1."""

    disc: Disc
    light: float


def find_discs(view_bgr: Image, maps: FieldMaps, geometry: BoardGeometry) -> list[Disc]:
    """All discs on and beside the field, the surest first; of two that would overlap the surer stays."""
    view_lab = as_lab(view_bgr)
    discs: list[Disc] = []
    for peak in peaks(maps.checker, LEAST):
        room = min((math.hypot(peak.x - d.x, peak.y - d.y) for d in discs), default=math.inf) / geometry.pitch
        if room < _NO_ROOM:
            continue
        cell = peak.row, peak.column
        top_x, top_y = peak.x + float(maps.shift_x[cell]), peak.y + float(maps.shift_y[cell])
        face = Swatch(peak.x, peak.y, sampled(view_lab, top_x, top_y, 0.28 * geometry.pitch))
        sure = _sure(peak.score) * min(1.0, (room - _NO_ROOM) / (_ROOM - _NO_ROOM))
        # What is hardly a checker is no stack either.
        heights = _heights(sure * float(maps.tall[cell]), float(maps.taller[cell]))
        discs.append(Disc(peak.x, peak.y, sure, heights, _around(maps.light, cell), face))
    return discs


def on_field(disc: Disc, geometry: BoardGeometry) -> bool:
    """Whether a disc's foot lies on the playing field, half a checker of tolerance at its rim."""
    x0, y0, x1, y1 = FIELD_XYXY
    slack = 0.25 * geometry.pitch
    return x0 - slack < disc.x < x1 + slack and y0 - slack < disc.y < y1 + slack


def cells(discs: Sequence[Disc], geometry: BoardGeometry) -> list[tuple[int, Row] | None]:
    """The column and row in which each disc stands; None for those on the bar."""
    columns = [geometry.nearest_columns(d.x, d.y)[0][1] for d in discs]
    result: list[tuple[int, Row] | None] = [None] * len(discs)
    for column in set(columns) - {None}:
        members = [k for k, c in enumerate(columns) if c == column]
        for k, row in zip(members, split_rows([discs[k].y for k in members]), strict=True):
            result[k] = (column, row) if column is not None else None
    return result


def owned(discs: Sequence[Disc], geometry: BoardGeometry, known: SideColours | None) -> list[Owned]:
    """Whose each disc is; ``known``: the faces of both sides, where they have been learned."""
    places = cells(discs, geometry)
    suspects = [Suspect(d.face, d.light, p if p else k) for k, (d, p) in enumerate(zip(discs, places, strict=True))]
    return [Owned(disc, light) for disc, light in zip(discs, owners(suspects, known), strict=True)]


def spot_evidence(discs: Iterable[Owned], maps: FieldMaps, geometry: BoardGeometry) -> dict[Spot, Evidence]:
    """Likely counts on the points and the bar, each spot judged by itself."""
    members: dict[Spot, list[tuple[Owned, float]]] = defaultdict(list)
    for one, spot, share in _placed([d for d in discs if on_field(d.disc, geometry)], geometry):
        members[spot].append((one, share))
    covered = _covered_spots(maps, geometry)
    return {spot: UNSEEN if spot in covered else _judged(spot, members[spot]) for spot in (*POINTS, BAR)}


def _judged(spot: Spot, members: Sequence[tuple[Owned, float]]) -> Evidence:
    both = _BOTH[spot == BAR]
    return Evidence(_counts(_stacking(spot, members), both)) if members else _nothing_seen(both)


@cache
def _nothing_seen(both: float) -> Evidence:
    """The evidence of a spot without discs, which half of all spots are."""
    return Evidence(_counts((), both))


def _stacking(spot: Spot, members: Sequence[tuple[Owned, float]]) -> list[tuple[Owned, float]]:
    """The discs of a spot, stacks made less likely where the column is not full."""
    if spot == BAR:
        return list(members)
    feet = round(sum(share * one.disc.sure for one, share in members))
    factor = _STACKS_BEGIN[min(feet, len(_STACKS_BEGIN) - 1)]
    return [(replace(one, disc=_lower(one.disc, factor)), share) for one, share in members]


def _lower(disc: Disc, share: float) -> Disc:
    one, two, three = disc.heights
    total = one + share * (two + three)
    return replace(disc, heights=(one / total, share * two / total, share * three / total))


def piles(maps: FieldMaps, discs: Sequence[Owned], pitch: float) -> tuple[float, float]:
    """How much borne-off checkers of Light and of Dark cover beside the field, in squares as wide as a point."""
    x0, y0, x1, y1 = (int(v / STRIDE) for v in FIELD_XYXY)
    off = np.where(maps.off > _FAINT_PILE, maps.off, 0.0)
    off[y0:y1, x0 + 1 : x1 - 1] = 0.0
    # The net's two sides are named as on the field.
    agree = sum((one.light - 0.5) * one.disc.light for one in discs)
    light = (maps.light > 0.5) == (agree >= 0)
    square = (pitch / STRIDE) ** 2
    return float(off[light].sum() / square), float(off[~light].sum() / square)


def _sure(score: float) -> float:
    """From the net's score to the share of such peaks that are checkers (fitted on boards it never saw)."""
    return 1.0 / (1.0 + math.exp(-20.0 * (score - 0.42)))


def _heights(tall: float, taller: float) -> tuple[float, float, float]:
    return 1 - tall, tall * (1 - taller), tall * taller


def _around(heat: Map, cell: tuple[int, int]) -> float:
    """The mean log-odds of a map at a cell and the eight round it."""
    row, column = cell
    near = heat[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2].ravel().tolist()
    return sum(log_odds(p) for p in near) / len(near)


def _placed(discs: Sequence[Owned], geometry: BoardGeometry) -> list[tuple[Owned, Spot, float]]:
    """Each disc with the spots it may belong to and how likely each is."""
    columns: dict[int | None, list[tuple[Owned, float]]] = defaultdict(list)
    for one in discs:
        (near, first), (far, second), *_ = geometry.nearest_columns(one.disc.x, one.disc.y)
        # Between two columns neither is certain: at the very middle both are equally likely.
        doubt = 1.0 / (1.0 + math.exp((far - near) / (0.06 * geometry.pitch)))
        columns[first].append((one, 1 - doubt))
        if doubt > 0.01:
            columns[second].append((one, doubt))
    placed = []
    for column, members in columns.items():
        if column is None:
            placed += [(one, BAR, share) for one, share in members]
            continue
        solid = [one.disc.y for one, share in members if share * one.disc.sure > 0.5]
        for one, share in members:
            row = split_rows([*solid, one.disc.y])[-1]
            placed.append((one, geometry.spot(column, row), share))
    return placed


def _counts(members: Sequence[tuple[Owned, float]], both: float) -> dict[Counts, float]:
    """The distribution of (light, dark) on a spot.

    Every disc may be there or not, be one to three high, be Light's or Dark's.  ``both``: how likely
    it is beforehand that a spot may hold checkers of both sides; else all on it are one side's.
    """
    same = (_agreement(members, lambda light: light) + _agreement(members, lambda light: 1 - light)) / 2
    light = _owner(members)
    tables = [
        _all_discs(members, lambda _: (1.0, 0.0)),
        _all_discs(members, lambda _: (0.0, 1.0)),
        _all_discs(members, lambda light: (light, 1 - light)),
    ]
    result: dict[Counts, float] = defaultdict(float)
    for table, share in zip(tables, ((1 - both) * same * light, (1 - both) * same * (1 - light), both), strict=True):
        for pair, likely in table.items():
            result[pair] += share * likely
    total = sum(result.values())
    return {pair: p / total for pair, p in result.items() if p / total > 1e-5}


def _owner(members: Sequence[tuple[Owned, float]]) -> float:
    """How likely the checkers of a spot are Light's if all are one side's.

    The same light falls on all of them, so they are mistaken together: they count as one.
    """
    weights = [share * one.disc.sure for one, share in members]
    odds = sum(w * log_odds(one.light) for w, (one, _) in zip(weights, members, strict=True)) / (sum(weights) or 1.0)
    return 1.0 / (1.0 + math.exp(-min(max(odds, -_SUREST_OWNER), _SUREST_OWNER)))


def _agreement(members: Sequence[tuple[Owned, float]], of_side: Callable[[float], float]) -> float:
    """How much better the discs of a spot agree with being one side's than with being anybody's."""
    return math.prod(math.pow(2 * of_side(one.light), share * one.disc.sure) for one, share in members)


def _all_discs(
    members: Sequence[tuple[Owned, float]], sides: Callable[[float], tuple[float, float]]
) -> dict[Counts, float]:
    """How the discs' likelihoods add up where ``sides`` weighs each disc's for Light and for Dark."""
    table: dict[Counts, float] = {(0, 0): 1.0}
    for one, share in members:
        there = one.disc.sure * share
        light, dark = sides(one.light)
        options = {(0, 0): 1 - there}
        for height, likely in enumerate(one.disc.heights, start=1):
            options |= {(height, 0): there * likely * light, (0, height): there * likely * dark}
        table = _convolved(table, options)
    return _convolved(table, {(0, 0): 1 - 2 * _OVERLOOKED, (1, 0): _OVERLOOKED, (0, 1): _OVERLOOKED})


def _convolved(table: Mapping[Counts, float], options: Mapping[Counts, float]) -> dict[Counts, float]:
    result: dict[Counts, float] = defaultdict(float)
    for (light, dark), likely in table.items():
        for (more_light, more_dark), chance in options.items():
            if likely * chance > 1e-7:
                result[light + more_light, dark + more_dark] += likely * chance
    return dict(result)


def _covered_spots(maps: FieldMaps, geometry: BoardGeometry) -> set[Spot]:
    """Spots of which too much lies under a hand or another thing."""
    over: npt.NDArray[np.bool_] = np.maximum(maps.hand, maps.cover) > 0.5
    if not over.any():
        return set()
    covered: set[Spot] = set()
    _, y0, _, y1 = (int(v / STRIDE) for v in FIELD_XYXY)
    halves: tuple[tuple[Row, int, int], ...] = (("top", y0, (y0 + y1) // 2), ("bottom", (y0 + y1) // 2, y1))
    for column in range(COLUMNS):
        left = int((geometry.column_x(column) - geometry.pitch / 2) / STRIDE)
        right = int((geometry.column_x(column) + geometry.pitch / 2) / STRIDE) + 1
        for row, above, below in halves:
            if float(over[above:below, left:right].mean()) > _COVERED:
                covered.add(geometry.spot(column, row))
    return covered
