"""What the reader says of every spot: the answers of the net that is shown the board, as likelihoods of counts.

The net looks at the canonical view (:mod:`vision.view`).  It may be shown an earlier picture of the same board, and
what lay there then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final, NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.observation import BAR, POINTS, TRAY, UNSEEN, Counts, Evidence, Orientation, Spot
from vision.rectify import Image

POINT_CLASSES: Final[tuple[Counts, ...]] = (
    (0, 0),
    *((n, 0) for n in range(1, 16)),
    *((0, n) for n in range(1, 16)),
    *((light, dark) for light in range(1, 5) for dark in range(1, 5)),  # both sides, as in the middle of a hit
    *((n, 1) for n in range(5, 15)),
    *((1, n) for n in range(5, 15)),
)
"""The counts (light, dark) that the net tells apart on a point, in the order of its answers."""
MOST_ON_BAR: Final = 7
"""Of each side; the net answers for each side by itself."""
FINE: Final = ("board", "light", "dark", "die", "cube", "hand", "light off", "dark off", "thing")
"""Classes of the fine map, at a quarter of the view's size; three heats follow: dice, leaning dice, the cube."""
BOARD, LIGHT, DARK, _, _, HAND, LIGHT_OFF, DARK_OFF, THING = range(len(FINE))

SIDE: Final = 15
"""Checkers of each side."""
CELLS: Final = np.s_[8:96, 12:116]
"""The field in the fine map: two rows of 44 cells, thirteen columns (the bar the seventh) of 8."""
FEWEST: Final = 16
"""Cells of the fine map, a third of a checker's: fewer tell nothing."""
Values = npt.NDArray[np.float32]


class Temperatures(NamedTuple):
    """By how much the net's log-likelihoods are too large, for points and for the bar."""

    point: float
    bar: float


SHOWN: Final = Temperatures(1.16, 1.56)
"""Where an earlier picture of the board was shown.

Fitted by ``vision/training/temperatures.py`` on 21 boards that the net has not learned from (sets of seed 951).
"""
ALONE: Final = Temperatures(1.07, 1.56)
"""Of a picture by itself; fitted on the same boards."""


class Features(NamedTuple):
    """The net's half for one picture: (1, 32, 104, 128), (1, 64, 52, 64) and (1, 128, 26, 32)."""

    fine4: Values
    mid8: Values
    deep16: Values


_BEFORE: Final = tuple(f"{name}_then" for name in Features._fields)


@dataclass(frozen=True, slots=True, eq=False)
class Maps:
    """The net's answers for one picture.

    ``points``: log-likelihoods (67, 2, 12) of POINT_CLASSES for the upper and the lower row, up to a constant a point;
    ``bar``: (2, 8) of 0 to 7 light and dark ones.  ``classes``: likelihoods (9, 104, 128) of FINE; ``dice``,
    ``leaning``, ``cube``: (104, 128), 0 to 1, highest at the middle of an upper face.
    """

    points: Values
    bar: Values
    classes: Values
    dice: Values
    leaning: Values
    cube: Values

    @classmethod
    def of(cls, points: Values, bar: Values, fine: Values) -> Self:
        """Of logits as the decoder gives them: ``fine`` (12, 104, 128)."""
        heats = fine[len(FINE) :]
        dice, leaning, cube = 1 / (1 + cv2.exp(-heats.reshape(len(heats), -1)).reshape(heats.shape))
        return cls(points, bar, softmax(fine[: len(FINE)]), dice, leaning, cube)

    def shows(self, *kinds: int) -> npt.NDArray[np.bool_]:
        """The cells (104, 128) that likelier show one of these classes than not."""
        return np.asarray(self.classes[list(kinds)].sum(axis=0) > 0.5)

    def mirrored(self, rows: int, columns: int) -> Self:
        """The same of a board whose rows or columns run the other way, where that is -1."""
        parts = (self.points, self.classes, self.dice, self.leaning, self.cube)
        points, classes, dice, leaning, cube = (part[..., ::rows, ::columns] for part in parts)
        return type(self)(points, self.bar, classes, dice, leaning, cube)

    @classmethod
    def mean(cls, sights: Sequence[Maps]) -> Self:
        """Of several sights of one picture."""
        return cls(*(np.mean([getattr(one, f.name) for one in sights], axis=0) for f in fields(cls)))

    def exchanged(self) -> Self:
        """The same with the names of the two sides exchanged."""
        order = [POINT_CLASSES.index((dark, light)) for light, dark in POINT_CLASSES]
        kinds = list(range(len(FINE)))
        kinds[LIGHT], kinds[DARK], kinds[LIGHT_OFF], kinds[DARK_OFF] = DARK, LIGHT, DARK_OFF, LIGHT_OFF
        return type(self)(
            self.points[order], self.bar[::-1], self.classes[kinds], self.dice, self.leaning, self.cube
        )  # fmt: skip


def encoded(view_bgr: Image, leaning: Values) -> Features:
    """The net's half for a canonical view (416, 512, 3) and its lean maps (2, 104, 128)."""
    given = {"view": net.blob(view_bgr[None]), "lean": leaning[None]}
    return Features(*net.answers("reader_encoder", given, Features._fields))


def decoded(now: Features, then: Features | None = None, layout: Values | None = None) -> Maps:
    """What the net says of a picture, shown an earlier one and what lay there (``layout``), or alone."""
    given = {
        **now._asdict(),
        **dict(zip(_BEFORE, then or map(np.zeros_like, now), strict=True)),
        "layout": np.zeros((1, 5, 52, 64), np.float32) if layout is None else layout,
    }
    return Maps.of(*(one[0] for one in net.answers("reader_decoder", given, ("points", "bar", "fine"))))


START: Final[Mapping[Spot, Counts]] = {
    1: (0, 2), 6: (5, 0), 8: (3, 0), 12: (0, 5), 13: (5, 0), 17: (0, 3), 19: (0, 5), 24: (2, 0),
}  # fmt: skip
"""The start position; its other spots hold nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class EarlierLook:
    """The net's half for an earlier picture, kept, and the map (1, 5, 52, 64) of what lay there."""

    features: Features
    layout: Values

    @classmethod
    def of(cls, features: Features, counts: Mapping[Spot, Counts], orientation: Orientation) -> Self:
        return cls(features, layout(counts, orientation))

    def beside(self, now: Features) -> Maps:
        """What the net says of the picture of now, shown this one."""
        return decoded(now, self.features, self.layout)


def layout(counts: Mapping[Spot, Counts], orientation: Orientation) -> Values:
    """What lies on every spot as the net is told: (1, 5, 52, 64), an eighth of the view's size.

    Light and dark checkers in fives, whether there are any light, any dark ones, and that it is known.
    """
    told = np.zeros((2, 13, 5), np.float32)
    for spot in (BAR, *POINTS):
        light, dark = counts.get(spot, (0, 0))
        told[strip(spot, orientation)] = light / 5, dark / 5, light > 0, dark > 0, 1
    cells = told.repeat(22, axis=0).repeat(4, axis=1).transpose(2, 0, 1)
    return np.pad(cells, ((0, 0), (4, 4), (6, 6)))[None]


def strip(spot: Spot, orientation: Orientation) -> tuple[slice | int, int]:
    """Rows (of two) and column (of thirteen, the bar in the middle) that show a point or the bar in the view."""
    if spot == BAR:
        return slice(None), 6
    row, column = orientation.cell(spot)
    return int(row == "bottom"), column + (column >= 6)


MIRRORS: Final = ((1, -1), (-1, 1), (-1, -1))
"""Rows, columns or both the other way round: the board might as well lie so."""


def in_a_mirror(view_bgr: Image, leaning: Values, rows: int, columns: int) -> Maps:
    """What the net says of a picture by itself that it sees in a mirror; each spot where it is without."""
    mirrored = leaning[:, ::rows, ::columns] * np.array([columns, rows], np.float32)[:, None, None]
    return decoded(encoded(np.ascontiguousarray(view_bgr[::rows, ::columns]), mirrored)).mirrored(rows, columns)


def softmax(logits: Values) -> Values:
    """Shares (n, …) that sum to 1 along the first axis."""
    raised = logits - logits.max(axis=0)
    powers = cv2.exp(raised.reshape(len(raised), -1)).reshape(raised.shape)  # several times as fast as NumPy's
    return np.asarray(powers / powers.sum(axis=0), dtype=np.float32)


def spots(maps: Maps, orientation: Orientation, temperatures: Temperatures) -> dict[Spot, Evidence]:
    """How likely the counts on each point and the bar are; a spot that is not in sight is unseen."""
    hidden = _covered(maps) > HIDDEN
    evidence = shown(maps, orientation, temperatures)
    return {spot: UNSEEN if hidden[strip(spot, orientation)].any() else one for spot, one in evidence.items()}


def shown(maps: Maps, orientation: Orientation, temperatures: Temperatures) -> dict[Spot, Evidence]:
    """The same whether or not something covers a spot: to compare readings of one picture."""
    points = softmax(maps.points / np.float32(temperatures.point))
    light, dark = (softmax(one / np.float32(temperatures.bar)) for one in maps.bar)
    evidence: dict[Spot, Evidence] = {}
    for point in POINTS:
        row, column = orientation.cell(point)
        evidence[point] = _evidence(POINT_CLASSES, points[:, int(row == "bottom"), column])
    both = [(a, b) for a in range(MOST_ON_BAR + 1) for b in range(MOST_ON_BAR + 1)]
    return {**evidence, BAR: _evidence(both, np.outer(light, dark).ravel())}


HIDDEN: Final = 0.11
"""Of a spot's strip: where a hand or thing covers more, 0.6 of a checker, the spot is hidden; so it was trained."""
_LEAST: Final = 1e-4
"""Counts less likely than this are left to the evidence's floor, which is as high."""


def _covered(maps: Maps) -> Values:
    """The part of each strip that a hand or thing covers: (2, 13), the bar in the middle."""
    over = maps.shows(HAND, THING)[CELLS]
    return np.asarray(over.reshape(2, 44, 13, 8).mean(axis=(1, 3)), dtype=np.float32)


def _evidence(pairs: Sequence[Counts], likely: Values) -> Evidence:
    return Evidence({pair: float(p) for pair, p in zip(pairs, likely, strict=True) if p > _LEAST}, floor=_LEAST)


def hand_over(maps: Maps) -> bool:
    """Whether a hand, a sleeve or an arm is over the field or close round it, as one that bears a checker off is."""
    rim = 4  # cells: half a point
    rows, columns = CELLS
    near = maps.shows(HAND)[rows.start - rim : rows.stop + rim, columns.start - rim : columns.stop + rim]
    return int(near.sum()) > LEAST_HAND * 88 * 104


LEAST_HAND: Final = 0.0085
"""The share of the field that must be covered: two checkers.  A hand covers four times as much."""


def tray(evidence: dict[Spot, Evidence], maps: Maps) -> Evidence:
    """How many are borne off: fifteen less what lies on the board, if that is all in sight.

    A side that lacks some must show some beside the field: they may as well be missing, or in somebody's hand.
    """
    likely, off = 1.0, [SIDE, SIDE]
    for spot, one in evidence.items():
        if spot != TRAY:
            likely *= one.confidence  # 0 for an unseen one
            off[0], off[1] = off[0] - one.best[0], off[1] - one.best[1]
    beside = [int(maps.shows(kind).sum()) for kind in (LIGHT_OFF, DARK_OFF)]
    if not likely or min(off) < 0 or any(n and there < FEWEST for n, there in zip(off, beside, strict=True)):
        return UNSEEN
    return Evidence({(off[0], off[1]): likely}, floor=_LEAST)
