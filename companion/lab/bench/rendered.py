"""Rendered games and stills with their exact truth, as the benches measure on them."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from companion.errors import InputError
from companion.games.rules import Side
from companion.lab.simulation.session import SeenLook
from companion.lab.simulation.table import LyingDie
from vision.observation import BAR, POINTS, TRAY, Colour, Counts, CubePlace, Observation, Orientation, Pixel, Spot
from vision.pictures import load_picture
from vision.places import picture_to_field

GAMES: Final = ("dev1", "dev2", "dev3", "dev4")
Corners = tuple[Pixel, Pixel, Pixel, Pixel]

LEAST_VISIBLE: Final = 0.5
"""A pile of borne-off checkers, or a cube, that shows less than this much of itself is not asked for."""

_HAND_LABELS: Final = (50, 51)  # hand and sleeve in the renderer's pictures of labels
# Without a picture of labels there is only a box round the hand: of the field it must cover as much to be over it.
_LEAST_BOX: Final = 0.02


@dataclass(frozen=True, slots=True)
class TruthFrame:
    """One rendered picture and its truth, as the renderer's page describes it."""

    picture: Path
    truth: dict[str, Any]

    @classmethod
    def of(cls, path: Path) -> TruthFrame:
        """The picture with its truth in the file ``path``; raises InputError if that is none."""
        try:
            frame = cls(path.with_suffix(".jpg"), json.loads(path.read_text(encoding="utf-8")))
            frame.corners()
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise InputError(f"{path}: expected the truth of a rendered picture") from error
        return frame

    @property
    def is_clear(self) -> bool:
        """Still, with no hand over the board."""
        return bool(self.truth.get("stable", True)) and self.truth["hand"] is None

    @property
    def style(self) -> str:
        return str(self.truth["style"])

    @property
    def dice(self) -> list[int]:
        return sorted(die["value"] for die in self.truth["dice"])

    @property
    def is_cocked(self) -> bool:
        return any(die["cocked"] for die in self.truth["dice"])

    @property
    def cube(self) -> int | None:
        """The number on the cube's upper face; None where at least half of the cube is not to be seen."""
        cube = self.truth["cube"]
        if cube is None or cube["place"] == "none" or cube["visible"] < LEAST_VISIBLE:
            return None
        return int(cube["shows"])

    @property
    def orientation(self) -> Orientation:
        """The orientation of the board in the view of :meth:`corners`."""
        light_at_bottom = self.corners()[3] == tuple(self.truth["field_corners"][0])
        return Orientation(light_at_bottom, (self.truth["home"] == "right") == light_at_bottom)

    @property
    def point_width(self) -> float:
        """The width of a point as a part of the field's width."""
        return float(self.truth["geometry"]["point_w"] / self.truth["geometry"]["field_w"])

    def counts(self) -> dict[int, Counts]:
        """(light, dark) on the points 1 to 24 from Light's seat, the bar and the bear-off tray."""
        position = self.truth["position"]
        signed = {point: position["points"][point - 1] for point in POINTS}
        counts = {point: (max(n, 0), max(-n, 0)) for point, n in signed.items()}
        return counts | {BAR: _pair(position["bar"]), TRAY: _pair(position["off"])}

    def off(self) -> dict[Colour, int]:
        """The borne-off checkers of each side that has none or shows at least half of them, on the mean."""
        light, dark = self.counts()[TRAY]
        wanted: tuple[tuple[Colour, int, str], ...] = (("light", light, "W"), ("dark", dark, "B"))
        return {side: number for side, number, colour in wanted if not number or self._pile_is_visible(colour)}

    def _pile_is_visible(self, colour: str) -> bool:
        pile = [c["visible"] for c in self.truth["checkers"] if c["where"] == "off" and c["color"] == colour]
        return bool(pile) and sum(pile) / len(pile) >= LEAST_VISIBLE

    def corners(self) -> Corners:
        """The field in the picture, clockwise, the row farther up first.

        On a board seen from its side the row at the left comes first.
        """
        bottom_left, bottom_right, top_right, top_left = ((float(x), float(y)) for x, y in self.truth["field_corners"])
        upper, lower = (top_left, top_right), (bottom_right, bottom_left)
        if _comes_first(lower, upper):
            upper, lower = lower, upper
        return (*upper, *lower)

    def hand_over_field(self) -> bool | None:
        """Return whether a hand or sleeve is over the field by a checker's size; None where that is open.

        Exact where the renderer left its picture of labels; else a box round the hand must do.
        """
        hand = self.truth["hand"]
        if hand is None:
            return False
        mask = self.picture.with_suffix(".mask.png")
        if mask.exists():
            pixels, least = np.argwhere(np.isin(load_picture(mask)[:, :, 0], _HAND_LABELS)), self._checker_share()
        else:
            left, top, right, bottom = (round(v) for v in hand["bbox"])
            box = np.ones((bottom - top + 1, right - left + 1))
            pixels, least = np.argwhere(box) + np.array([top, left]), _LEAST_BOX
        covered = _inside(pixels[:, 1], pixels[:, 0], self.corners()) / self._field_px()
        return True if covered >= least else None

    def _field_px(self) -> float:
        ring = np.array(self.corners())
        following = np.roll(ring, -1, axis=0)
        return abs(float((ring[:, 0] * following[:, 1] - ring[:, 1] * following[:, 0]).sum())) / 2

    def _checker_share(self) -> float:
        board = self.truth["geometry"]
        return float(math.pi / 4 * board["checker_d"] ** 2 / (board["field_w"] * board["field_d"]))


def games(shared: Path, own: Iterable[Path] = ()) -> Iterator[tuple[str, list[TruthFrame]]]:
    """The development games, and folders of one's own; raises InputError where they are not there."""
    for folder in [*(shared / "data" / "renders" / name for name in GAMES), *own]:
        frames = [TruthFrame.of(path) for path in sorted(folder.glob("[0-9]*.json"))]
        if not frames:
            raise InputError(f"{folder}: no rendered game there, expected frames with their truth")
        yield folder.name, frames


def stills(shared: Path) -> list[TruthFrame]:
    """The single pictures: random positions on boards of all styles; raises InputError where they are not there."""
    return renders([shared / "data" / "renders" / "stills"])


def renders(places: Iterable[Path]) -> list[TruthFrame]:
    """Rendered pictures of one's own: folders of them, or the files that hold their truth."""
    frames: list[TruthFrame] = []
    for place in places:
        paths = sorted(place.glob("*.json")) if place.is_dir() else [place]
        pictured = [path for path in paths if path.with_suffix(".jpg").exists()]
        if not pictured:
            raise InputError(f"{place}: no rendered pictures there, expected some with their truth")
        frames += [TruthFrame.of(path) for path in pictured]
    return frames


def with_truth(frame: TruthFrame, seen: Observation, *, unmoved: bool = False) -> SeenLook:
    """A look with the truth, in the reader's own numbering."""
    turned, counts = _is_turned(frame, seen), {**frame.counts(), **mixed(frame)}
    if turned:
        counts = {(25 - spot if spot in POINTS else spot): pair[::-1] for spot, pair in counts.items()}
    dice = tuple(_die(die, seen) for die in frame.truth["dice"])
    hand = False if frame.truth["hand"] is None else frame.hand_over_field()
    return SeenLook(seen.seen_at_s, seen, counts, dice, "", unmoved, _cube(frame, turned=turned), hand)


def _is_turned(frame: TruthFrame, seen: Observation) -> bool:
    """Whether the reader takes either side for the other: of two like colours either may be Light."""
    first, last = (_corner(frame.orientation.cell(point), frame.corners()) for point in (1, 24))
    named = _corner(seen.orientation.cell(1), seen.corners_px)
    return math.dist(named, last) < math.dist(named, first)


def _corner(cell: tuple[str, int], corners: Sequence[tuple[float, float]]) -> tuple[float, float]:
    row, column = cell
    at_left = column < 6
    return corners[(0 if at_left else 1) if row == "top" else (3 if at_left else 2)]


def mixed(frame: TruthFrame) -> dict[Spot, Counts]:
    """Points with checkers of both sides, which one signed number cannot express."""
    counts = Counter((c["point"], c["color"]) for c in frame.truth["checkers"] if c["where"] == "point")
    pairs = {point: (counts[point, "W"], counts[point, "B"]) for point in POINTS}
    return {point: pair for point, pair in pairs.items() if all(pair)}


def _die(die: Mapping[str, Any], seen: Observation) -> LyingDie:
    (place,) = picture_to_field([die["center"]], seen.corners_px)
    owner = Side.LIGHT if die["player"] == "W" else Side.DARK
    return LyingDie(die["value"], place, owner, die["cocked"])


def _cube(frame: TruthFrame, *, turned: bool) -> CubePlace | None:
    cube = frame.truth["cube"]
    if cube is None or cube["place"] == "none":
        return None
    if cube["place"] == "offered":
        return CubePlace.OFFERED
    if cube["owner"] is None:
        return CubePlace.MIDDLE
    return CubePlace.LIGHT if (cube["owner"] == "W") is not turned else CubePlace.DARK


def _pair(pair: dict[str, int]) -> Counts:
    return pair["W"], pair["B"]


def _comes_first(row: tuple[Pixel, Pixel], other: tuple[Pixel, Pixel]) -> bool:
    """Whether a row of the board is the top row: the one farther up, of two side by side the one at the left."""
    across = sum(x for x, _ in other) - sum(x for x, _ in row)
    down = sum(y for _, y in other) - sum(y for _, y in row)
    return across > 0 if abs(across) > abs(down) else down > 0


def _inside(xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64], ring: Corners) -> int:
    """The number of pixels in a clockwise ring of corners."""
    within = np.ones(xs.shape, dtype=bool)
    for k, (x, y) in enumerate(ring):
        next_x, next_y = ring[(k + 1) % 4]
        within &= (next_x - x) * (ys - y) - (next_y - y) * (xs - x) >= 0
    return int(within.sum())
