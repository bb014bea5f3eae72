"""Rendered pictures and their truth as training samples for the field reader.

A sample is the rectified view, a little larger than the reader sees it, with what
lies where.  Positions are pixels of that canvas.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.parallax import lean
from vision.rectify import VIEW_WH, Points, field_corners_view, transformed, view_from_picture

SCALE = 1.25  # canvas pixels for each view pixel
PAD = 24  # view pixels of margin round the view, room for jitter
CANVAS_WH = (int((VIEW_WH[0] + 2 * PAD) * SCALE), int((VIEW_WH[1] + 2 * PAD) * SCALE))

# Instance ids of the renderer's masks: Light's checkers are 1 to 15, Dark's 16 to 30.
LIGHT_IDS, DARK_IDS = range(1, 16), range(16, 31)
LOOSE_IDS = (*range(1, 51), 51)  # all that is neither board nor table
CUBE_ID, HAND_IDS = 40, (50, 51)
CUT = 72


@dataclass(frozen=True, slots=True)
class Face:
    """The upper face of a checker: the id of its checker in the mask and its rim, shape (24, 2)."""

    id: int
    rim: np.ndarray


@dataclass(slots=True)
class Sample:
    """One picture: canvas BGR, what every pixel of it belongs to, and the things on it."""

    name: str
    canvas: np.ndarray
    ids: np.ndarray
    stacks: np.ndarray  # (n, 6): foot x, y, top x, y, height, weight (0 = hidden: neither wanted nor forbidden)
    light: np.ndarray  # (n,) whether the stack's top is Light's
    singles: np.ndarray  # (n,) the id of a checker that lies alone and wholly in sight, 0 for all others
    rising: Points  # (3,) as vision.parallax.lean says, for pixels of the canvas
    thick: float  # a checker's thickness in pixels of the canvas
    off_ids: tuple[int, ...]
    dice: np.ndarray  # (n, 2)
    cubes: np.ndarray  # (n, 2)
    bar: np.ndarray  # (4, 2)
    faces: tuple[Face, ...]
    cube_cut: np.ndarray | None  # (CUT, CUT, 4): the cube's surroundings, and in the last channel its mask

    @property
    def has_hand(self) -> bool:
        return bool(np.isin(self.ids[::8, ::8], HAND_IDS).mean() > 0.02)


def canvas_of_view(points: np.ndarray) -> np.ndarray:
    """Pixels of the view as pixels of the canvas."""
    return (np.asarray(points, float) + PAD) * SCALE


CORNERS = canvas_of_view(field_corners_view())


def picture_corners(truth: dict[str, Any]) -> list[list[float]]:
    """The field clockwise from its top left corner as the picture shows it."""
    corners = truth["field_corners"]  # Light's bottom left, bottom right, top right, top left
    ring = [corners[3], corners[2], corners[1], corners[0]]
    starts = [0, 2]  # the board's rows may be up or down; sideways boards take either
    tops = [ring[k][1] + ring[(k + 1) % 4][1] for k in starts]
    k = starts[int(np.argmin(tops))]
    return ring[k:] + ring[:k]


def canvas_homography(corners: list[list[float]]) -> np.ndarray:
    grow = np.array([[SCALE, 0, PAD * SCALE], [0, SCALE, PAD * SCALE], [0, 0, 1.0]])
    return grow @ view_from_picture([(x, y) for x, y in corners])


def project(truth: dict[str, Any], points: np.ndarray) -> np.ndarray:
    camera = truth["camera"]
    turn, _ = cv2.Rodrigues(np.array(camera["R"], float))
    pixels, _ = cv2.projectPoints(
        np.asarray(points, float).reshape(-1, 1, 3),
        turn,
        np.array(camera["t"], float),
        np.array(camera["K"], float),
        np.array(camera["dist"], float),
    )
    return pixels.reshape(-1, 2)


def _image(path: Path, flags: int = cv2.IMREAD_COLOR) -> np.ndarray:
    image = cv2.imread(str(path), flags)
    if image is None:
        raise FileNotFoundError(f"{path}: expected a picture")
    return image


def load(path: Path) -> Sample:
    """Read one truth file with its picture and mask."""
    truth = json.loads(path.read_text())
    homography = canvas_homography(picture_corners(truth))
    canvas = cv2.warpPerspective(_image(path.with_suffix(".jpg")), homography, CANVAS_WH)
    mask = _image(path.with_suffix(".mask.png"), cv2.IMREAD_UNCHANGED)
    ids = cv2.warpPerspective(mask, homography, CANVAS_WH, flags=cv2.INTER_NEAREST)
    stacks, light, singles = column_stacks(truth, homography)
    rising = lean(homography, (mask.shape[1], mask.shape[0]))
    cube = truth["cube"]
    cubes = _places([cube] if cube else [], homography)
    return Sample(
        truth["id"],
        canvas,
        ids,
        stacks,
        light,
        singles,
        rising,
        _thickness(stacks, rising),
        tuple(_id(c) for c in truth["checkers"] if c["where"] == "off"),
        _places(truth["dice"], homography),
        cubes,
        transformed(truth["bar"], homography),
        _faces(truth, homography),
        _cut_cube(canvas, ids, cubes[0]) if len(cubes) else None,
    )


def _id(checker: dict[str, Any]) -> int:
    return int(checker["id"][1:]) + (LIGHT_IDS[0] if checker["id"][0] == "W" else DARK_IDS[0])


def _places(things: list[dict[str, Any]], homography: np.ndarray) -> np.ndarray:
    seen = [t["center"] for t in things if t["visible"] > 0.3]
    return transformed(seen, homography) if seen else np.zeros((0, 2))


def _faces(truth: dict[str, Any], homography: np.ndarray) -> tuple[Face, ...]:
    radius, height = truth["geometry"]["checker_d"] / 2, truth["geometry"]["checker_t"]
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rim = np.stack([radius * np.cos(angles), radius * np.sin(angles), np.full(24, height)], 1)
    flat = [c for c in truth["checkers"] if not c["edge"] and not c["lean"] and not c["held"]]
    return tuple(Face(_id(c), transformed(project(truth, rim + np.array(c["xyz"])), homography)) for c in flat)


def _cut_cube(canvas: np.ndarray, ids: np.ndarray, center: np.ndarray) -> np.ndarray | None:
    """The square round the cube with its mask, None where it is cut by the canvas's edge."""
    x, y = (int(v) - CUT // 2 for v in center)
    if x < 0 or y < 0 or x + CUT > canvas.shape[1] or y + CUT > canvas.shape[0]:
        return None
    mask = (ids[y : y + CUT, x : x + CUT] == CUBE_ID).astype(np.uint8) * 255
    return np.dstack([canvas[y : y + CUT, x : x + CUT], mask])


def column_stacks(truth: dict[str, Any], homography: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Checkers lying flat, those on top of each other as one stack: the stacks, their sides, the lone checkers."""
    flat = [c for c in truth["checkers"] if not c["edge"] and c["where"] in ("point", "bar", "off") and not c["held"]]
    rows, light, singles = [], [], []
    radius = truth["geometry"]["checker_d"] / 2
    for base in (c for c in flat if c["layer"] == 0):
        pile = [c for c in flat if np.hypot(c["xyz"][0] - base["xyz"][0], c["xyz"][1] - base["xyz"][1]) < 0.7 * radius]
        pile = [c for c in pile if c["where"] == base["where"]]
        top = max(pile, key=lambda c: c["layer"])
        weight = 1.0 if max(c["visible"] for c in pile) > 0.3 else 0.0
        foot = project(truth, np.array([base["xyz"]]))[0]
        rows.append([*transformed([foot, top["center"]], homography).ravel(), len(pile), weight])
        light.append(top["color"] == "W")
        alone = len(pile) == 1 and base["visible"] > 0.97 and not base["lean"] and base["where"] != "off"
        singles.append(_id(base) if alone else 0)
    return np.array(rows, float).reshape(-1, 6), np.array(light, bool), np.array(singles, int)


def _thickness(stacks: np.ndarray, rising: Points) -> float:
    """How thick a checker is, in pixels of the canvas, by how far the tops of stacks lie from their feet."""
    feet, tops, heights = stacks[:, :2], stacks[:, 2:4], stacks[:, 4:5]
    leans = (rising[:2] - feet * rising[2]) * heights
    return float((leans * (tops - feet)).sum() / max((leans * leans).sum(), 1e-9))
