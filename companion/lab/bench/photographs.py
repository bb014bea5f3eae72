"""Photographs of real boards and dice with their labels, as the bench measures on them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from companion.errors import InputError
from companion.lab.bench.marking import Cell, Row, Wanted
from vision.board import COLUMNS
from vision.observation import Counts, Pixel


@dataclass(frozen=True, slots=True)
class LooseDice:
    """A photograph of dice without a board, and the values of their upper faces."""

    picture: Path
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Photograph:
    """A labelled photograph of a board; ``wanted``: None if not even the corners are known.

    ``use``: ``count`` every point in sight, ``unseen`` points that are hidden, ``empty`` board, or ``decline`` to read.
    """

    use: str
    picture: Path
    wanted: Wanted | None


def photographs(shared: Path) -> list[Photograph]:
    """The labelled photographs of boards; raises InputError where they are not there."""
    folder = _folder(shared)
    return [
        Photograph(
            label.get("use", "count"), folder / label["image"], _wanted(folder, label) if _is_placed(label) else None
        )
        for label in _labels(folder)
    ]


def _is_placed(label: Mapping[str, Any]) -> bool:
    return "points" in label and bool(label.get("corners"))


def _folder(shared: Path) -> Path:
    folder = shared / "data" / "photos"
    if not any(folder.glob("*.json")):
        raise InputError(f"{folder}: no photographs of boards there, expected some with their labels")
    return folder


def _labels(folder: Path) -> list[dict[str, Any]]:
    labels = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    return [label for label in labels if isinstance(label, dict)]


def dice_photographs(shared: Path) -> list[LooseDice]:
    """The labelled photographs of dice; raises InputError where they are not there."""
    path = shared / "data" / "photos" / "dice.json"
    try:
        labels = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read, expected the labels of photographed dice") from error
    return [LooseDice(path.parent / label["image"], tuple(sorted(label["values_unordered"]))) for label in labels]


def _wanted(folder: Path, label: Mapping[str, Any]) -> Wanted:
    first, second, third, fourth = (_pixel(corner) for corner in label["corners"])
    left, right = label["bar_frac"]
    return Wanted(
        board=label["board_id"],
        picture=folder / label["image"],
        corners_px=(first, second, third, fourth),
        point_width=(1 - (right - left)) / COLUMNS,
        cells=_cells(label["points"]),
        bar=(label["bar"]["light"] or 0, label["bar"]["dark"] or 0),
        # An empty list may also mean unreadable dice.
        dice=tuple(sorted(label["dice"] or ())) or None,
        cube=label["cube"],
    )


def _cells(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[Cell, Counts]:
    """The counts of the points that can be seen."""
    cells: dict[Cell, Counts] = {}
    for row in get_args(Row):
        for column, point in enumerate(rows[row]):
            if point["n"] is not None:
                cells[row, column] = (0, point["n"]) if point["c"] == "dark" else (point["n"], 0)
    return cells


def _pixel(corner: Sequence[float]) -> Pixel:
    x, y = corner
    return float(x), float(y)
