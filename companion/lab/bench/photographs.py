"""Photographs of real boards and dice with their labels, as the bench measures on them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

import numpy as np

from companion.errors import InputError
from companion.lab.bench.marking import Cell, Row, Wanted
from vision.board import COLUMNS, BoardGeometry
from vision.observation import Counts, Pixel
from vision.rectify import FIELD_XYXY, Image, as_lab, rectified, view_from_picture

_SURELY_LIGHTER: Final = 8.0  # of 255: by less, nobody can say which of two colours is the lighter one


@dataclass(frozen=True, slots=True)
class LooseDice:
    """A photograph of dice without a board, and the values of their upper faces."""

    picture: Path
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HardPhotograph:
    """A photograph whose label states a use; ``wanted``: None where not even the corners are known.

    ``use``: ``count`` every point, ``unseen`` points that are hidden, ``empty`` board, or ``decline`` to read it.
    """

    use: str
    picture: Path
    wanted: Wanted | None


def photographs(shared: Path) -> list[Wanted]:
    """What the labelled photographs of boards show; raises InputError where they are not there.

    Those whose labels state a use, not every one of which shows a whole board, are :func:`hard_photographs`.
    """
    folder = _folder(shared)
    return [_wanted(folder, label) for label in _labels(folder) if "points" in label and "use" not in label]


def hard_photographs(shared: Path) -> list[HardPhotograph]:
    """The photographs with hands, low or turned, of empty boards, and those that must be declined."""
    folder = _folder(shared)
    return [
        HardPhotograph(label["use"], folder / label["image"], _wanted(folder, label) if _is_placed(label) else None)
        for label in _labels(folder)
        if "use" in label
    ]


def _is_placed(label: Mapping[str, Any]) -> bool:
    return label["use"] != "decline" and bool(label.get("corners"))


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


def is_truly_light(image_bgr: Image, wanted: Wanted) -> bool:
    """Whether the side that a label calls light is the lighter one in the picture, by the first checkers of its points.

    Labels name the two sides picture by picture; green and red checkers may be equally light.
    """
    view_lab = as_lab(rectified(image_bgr, view_from_picture(wanted.corners_px)))
    geometry = BoardGeometry(1 - COLUMNS * wanted.point_width)
    first = {cell: _lightness(view_lab, cell, geometry) for cell in wanted.cells}
    light = [first[cell] for cell, (n, _) in wanted.cells.items() if n]
    dark = [first[cell] for cell, (_, n) in wanted.cells.items() if n]
    return bool(light and dark and np.median(light) - np.median(dark) > _SURELY_LIGHTER)


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
        # An empty list may as well mean dice that nobody can read.
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


def _lightness(view_lab: Image, cell: Cell, geometry: BoardGeometry) -> float:
    """The usual L* (0 to 255) where the first checker of a point lies."""
    row, column = cell
    half, quarter = geometry.pitch / 2, geometry.pitch / 4
    x, y = geometry.column_x(column), FIELD_XYXY[1] + half if row == "top" else FIELD_XYXY[3] - half
    patch = view_lab[round(y - quarter) : round(y + quarter), round(x - quarter) : round(x + quarter), 0]
    return float(np.median(patch))
