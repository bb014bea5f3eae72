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

from vision.rectify import VIEW_WH, transformed, view_from_picture

SCALE = 1.25  # canvas pixels for each view pixel
PAD = 24  # view pixels of margin round the view, room for jitter
CANVAS_WH = (int((VIEW_WH[0] + 2 * PAD) * SCALE), int((VIEW_WH[1] + 2 * PAD) * SCALE))
HAND_IDS = (50, 51)
CUBE_ID = 40
CUT = 72


@dataclass
class Sample:
    """One picture: canvas BGR, things on it, masks as uint8 0/255."""

    name: str
    style: str
    canvas: np.ndarray
    stacks: np.ndarray  # (n, 6): base x, y, top x, y, height, weight (0 = hidden: neither wanted nor forbidden)
    dice: np.ndarray  # (n, 2)
    cubes: np.ndarray  # (n, 2)
    masks: np.ndarray  # (h, w, 4): hand, borne-off, bar, laid over afterwards
    has_mask: bool  # hand and borne-off are known
    has_hand: bool
    light: np.ndarray  # (n,) 1 where the stack's top is Light's
    cube_cut: np.ndarray | None  # (CUT, CUT, 4): the cube's surroundings, and in the last channel its mask


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


def load(path: Path) -> Sample:
    """Read one truth file with its picture (and mask where there is one)."""
    truth = json.loads(path.read_text())
    image = cv2.imread(str(path.with_suffix(".jpg")))
    homography = canvas_homography(picture_corners(truth))
    canvas = cv2.warpPerspective(image, homography, CANVAS_WH)
    stacks, light = column_stacks(truth, homography)
    dice = np.array([d["center"] for d in truth["dice"] if d["visible"] > 0.3], float).reshape(-1, 2)
    cube = truth["cube"]
    cubes = np.array([cube["center"]] if cube and cube["visible"] > 0.3 else [], float).reshape(-1, 2)
    mask_path = path.with_suffix(".mask.png")
    masks = np.zeros((CANVAS_WH[1], CANVAS_WH[0], 4), np.uint8)
    cube_mask: np.ndarray | None = None
    if mask_path.exists():
        ids = cv2.imread(str(mask_path), cv2.IMREAD_UNCHANGED)
        off = [int(c["id"][1:]) + (1 if c["id"][0] == "W" else 16) for c in truth["checkers"] if c["where"] == "off"]
        cube_mask = cv2.warpPerspective((ids == CUBE_ID).astype(np.uint8) * 255, homography, CANVAS_WH)
        for k, wanted in enumerate((HAND_IDS, off)):
            chosen = np.isin(ids, list(wanted)).astype(np.uint8) * 255
            masks[..., k] = cv2.warpPerspective(chosen, homography, CANVAS_WH)
    bar = transformed(truth["bar"], homography)
    bar_mask = np.zeros(CANVAS_WH[::-1], np.uint8)
    cv2.fillPoly(bar_mask, [np.round(bar).astype(np.int32)], 255)
    masks[..., 2] = bar_mask
    has_mask = mask_path.exists() or (truth["hand"] is None and not any(c["where"] == "off" for c in truth["checkers"]))
    return Sample(
        truth["id"],
        truth["style"],
        canvas,
        stacks,
        transformed(dice, homography) if len(dice) else dice,
        transformed(cubes, homography) if len(cubes) else cubes,
        masks,
        has_mask,
        bool(masks[..., 0].mean() > 255 * 0.02),
        light,
        cut_cube(canvas, cube_mask, transformed(cubes, homography)[0])
        if len(cubes) and cube_mask is not None
        else None,
    )


def cut_cube(canvas: np.ndarray, mask: np.ndarray, center: np.ndarray) -> np.ndarray | None:
    """The square round the cube with its mask, None where it is cut by the canvas's edge."""
    x, y = (int(v) - CUT // 2 for v in center)
    if x < 0 or y < 0 or x + CUT > canvas.shape[1] or y + CUT > canvas.shape[0]:
        return None
    return np.dstack([canvas[y : y + CUT, x : x + CUT], mask[y : y + CUT, x : x + CUT]])


def column_stacks(truth: dict[str, Any], homography: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Checkers lying flat, those on top of each other as one stack."""
    flat = [c for c in truth["checkers"] if not c["edge"] and c["where"] in ("point", "bar", "off")]
    rows, light = [], []
    radius = truth["geometry"]["checker_d"] / 2
    for base in (c for c in flat if c["layer"] == 0):
        pile = [c for c in flat if np.hypot(c["xyz"][0] - base["xyz"][0], c["xyz"][1] - base["xyz"][1]) < 0.7 * radius]
        pile = [c for c in pile if c["where"] == base["where"]]
        top = max(pile, key=lambda c: c["layer"])
        weight = 1.0 if max(c["visible"] for c in pile) > 0.3 else 0.0
        foot = project(truth, np.array([base["xyz"]]))[0]
        rows.append([*transformed([foot, top["center"]], homography).ravel(), len(pile), weight])
        light.append(top["color"] == "W")
    return np.array(rows, float).reshape(-1, 6), np.array(light, bool)
