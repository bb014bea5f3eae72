"""Rendered games with their truth, as the benches measure on them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError
from vision.observation import BAR, POINTS, TRAY, Counts, Pixel

GAMES: Final = ("dev1", "dev2", "dev3", "dev4")
Corners = tuple[Pixel, Pixel, Pixel, Pixel]


@dataclass(frozen=True, slots=True)
class TruthFrame:
    """One rendered picture and its truth, as the renderer's page describes it."""

    picture: Path
    truth: dict[str, Any]

    @property
    def is_clear(self) -> bool:
        """Still, with no hand over the board."""
        return bool(self.truth.get("stable", True)) and self.truth["hand"] is None

    @property
    def dice(self) -> list[int]:
        return sorted(die["value"] for die in self.truth["dice"])

    def counts(self) -> dict[int, Counts]:
        """(light, dark) on the points 1 to 24 from Light's seat, the bar and the tray."""
        position = self.truth["position"]
        signed = {point: position["points"][point - 1] for point in POINTS}
        counts = {point: (max(n, 0), max(-n, 0)) for point, n in signed.items()}
        return counts | {BAR: _pair(position["bar"]), TRAY: _pair(position["off"])}

    def corners(self) -> Corners:
        """The field in the picture, clockwise, the row farther up first."""
        bottom_left, bottom_right, top_right, top_left = ((float(x), float(y)) for x, y in self.truth["field_corners"])
        upper, lower = (top_left, top_right), (bottom_right, bottom_left)
        if top_left[1] + top_right[1] > bottom_left[1] + bottom_right[1]:
            upper, lower = lower, upper
        return (*upper, *lower)


def games(shared: Path) -> Iterator[tuple[str, list[TruthFrame]]]:
    """The development games; raises InputError where they are not there."""
    for name in GAMES:
        folder = shared / "data" / "renders" / name
        frames = [
            TruthFrame(p.with_suffix(".jpg"), json.loads(p.read_text())) for p in sorted(folder.glob("[0-9]*.json"))
        ]
        if not frames:
            raise InputError(f"{folder}: no rendered game there, expected frames with their truth")
        yield name, frames


def stills(shared: Path) -> list[TruthFrame]:
    """The single pictures: random positions on boards of all styles."""
    folder = shared / "data" / "renders" / "stills"
    return [TruthFrame(p.with_suffix(".jpg"), json.loads(p.read_text())) for p in sorted(folder.glob("*.json"))]


def _pair(pair: dict[str, int]) -> Counts:
    return pair["W"], pair["B"]
