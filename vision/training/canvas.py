"""From a renderer's truth to what the reader learns from: pictures in the canonical view, with a margin."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board import BoardGeometry
from vision.observation import Orientation
from vision.parallax import lean
from vision.view import FIELD_XYXY, PITCH, VIEW_WH, View, aspect, field_x, field_y

CUBE, HAND, SLEEVE, THING = 40, 50, 51, 80
"""In the masks, as the renderers write them; 1 to 15 are Light's checkers, 16 to 30 Dark's, 31 to 39 dice."""
PAD = 24
"""Of the canvas, round the view: what wrong corners bring into the view."""
CANVAS_WH = (VIEW_WH[0] + 2 * PAD, VIEW_WH[1] + 2 * PAD)
SMALL_WH = (440, 330)
"""The whole picture, kept for the finder."""
OFF_LIGHT, OFF_DARK = 101, 102
"""In the masks: a checker that was borne off."""
MOST_DICE = 8
HALF_ROW = (FIELD_XYXY[3] - FIELD_XYXY[1]) // 2

Truth = dict[str, Any]
Row = dict[str, Any]


def board_of(truth: Truth) -> BoardGeometry:
    measures = truth["geometry"]
    depth = measures["field_d"] / 2 / measures["point_w"]
    return BoardGeometry(measures["bar_w"] / measures["field_w"], depth=depth)


def picture_corners(truth: Truth) -> list[tuple[float, float]]:
    """The field in the picture, clockwise, from the corner at which the view begins: its top row is the upper one."""
    near_left, near_right, far_right, far_left = truth["field_corners"]
    ring = [far_left, far_right, near_right, near_left]
    tops = [ring[k][1] + ring[(k + 1) % 4][1] for k in (0, 2)]
    first = (0, 2)[int(np.argmin(tops))]
    return [(float(x), float(y)) for x, y in ring[first:] + ring[:first]]


def orientation_of(truth: Truth, corners: list[tuple[float, float]]) -> Orientation:
    light_at_bottom = tuple(corners[3]) == tuple(truth["field_corners"][0])
    return Orientation(light_at_bottom, (truth["home"] == "right") == light_at_bottom)


def counts_of(truth: Truth, orientation: Orientation) -> tuple[np.ndarray, np.ndarray]:
    """What lies on the points (2, 12, 2) by row and column of the view, and on the bar (2,): light, dark."""
    points, bar = np.zeros((2, 12, 2), np.int8), np.zeros(2, np.int8)
    for checker in truth["checkers"]:
        side = 0 if checker["color"] == "W" else 1
        if checker.get("held"):
            continue
        if checker["where"] == "bar":
            bar[side] += 1
        elif checker["where"] == "point":
            row, column = orientation.cell(checker["point"])
            points[0 if row == "top" else 1, column, side] += 1
    return points, bar


def hidden_of(truth: Truth, ids: np.ndarray, orientation: Orientation) -> tuple[np.ndarray, np.ndarray]:
    """How much of each point (2, 12) and of the bar (1,) hands and things hide.

    The part of its strip, or 1 where a checker that lies uppermost is hardly seen.
    """
    over = np.isin(ids, (HAND, SLEEVE, THING)).astype(np.float32)
    points = np.zeros((2, 12), np.float32)
    for column in range(12):
        left = PAD + FIELD_XYXY[0] + PITCH * (column + (column >= 6))
        for row in range(2):
            top = PAD + FIELD_XYXY[1] + row * HALF_ROW
            points[row, column] = over[top : top + HALF_ROW, left : left + PITCH].mean()
    left = PAD + FIELD_XYXY[0] + 6 * PITCH
    bar = np.array([over[PAD + FIELD_XYXY[1] : PAD + FIELD_XYXY[3], left : left + PITCH].mean()], np.float32)
    if over.any():
        tops = {(c["where"], c["point"], c["slot"]): c for c in sorted(truth["checkers"], key=lambda c: c["layer"])}
        for (where, point, _), checker in tops.items():
            if checker["visible"] >= 0.4 or checker.get("held"):
                continue
            if where == "bar":
                bar[0] = max(bar[0], 1.0)
            elif where == "point":
                side, column = orientation.cell(point)
                points[0 if side == "top" else 1, column] = 1.0
    return points, bar


def canvas_places(view: View) -> tuple[np.ndarray, np.ndarray]:
    """Where in the picture each pixel of the canvas lies: column and row, both of the canvas's shape."""
    x, y = (np.arange(size, dtype=np.float64) - PAD for size in CANVAS_WH)
    across, down = np.meshgrid(field_x(x, view.board), field_y(y, view.board))
    onto = np.linalg.inv(view.from_field_px)
    far, near, depth = (row[0] * across + row[1] * down + row[2] for row in onto)
    return (far / depth).astype(np.float32), (near / depth).astype(np.float32)


def sample(picture: np.ndarray, ids: np.ndarray, truth: Truth) -> Row:
    """One picture of a set: the canvas, its mask, and what lies where."""
    corners, board = picture_corners(truth), board_of(truth)
    orientation = orientation_of(truth, corners)
    view = View(tuple(corners), board)  # type: ignore[arg-type]
    places = canvas_places(view)
    names = np.arange(256, dtype=np.uint8)
    for checker in truth["checkers"]:
        if checker["where"] == "off":
            number = int(checker["id"][1:]) + (16 if checker["id"][0] == "B" else 1)
            names[number] = OFF_LIGHT if checker["color"] == "W" else OFF_DARK
    marks = cv2.remap(names[ids.astype(np.uint8)], *places, cv2.INTER_NEAREST)
    points, bar = counts_of(truth, orientation)
    hidden, bar_hidden = hidden_of(truth, marks, orientation)
    dice, cube = np.zeros((MOST_DICE, 5), np.float32), np.zeros(4, np.float32)
    for k, die in enumerate(truth["dice"][:MOST_DICE]):
        leaning = float(die["cocked"] or die["on_checker"])
        dice[k] = (*view.from_picture([die["center"]])[0], die["value"], leaning, die["visible"])
    if truth["cube"] and truth["cube"]["place"] != "none":
        shown = truth["cube"]
        cube[:] = (*view.from_picture([shown["center"]])[0], shown["shows"], shown["visible"])
    height, width = picture.shape[:2]
    scale = SMALL_WH[0] / width
    return {
        "canvas": cv2.remap(picture, *places, cv2.INTER_LINEAR),
        "ids": marks,
        "pts": points,
        "bar": bar,
        "hidden": hidden,
        "bar_hidden": bar_hidden,
        "rising": lean(view.from_field_px, (width, height), aspect(board), 0.01).astype(np.float32),
        "dice": dice,
        "cube": cube,
        "board": np.array([board.bar_fraction, board.depth], np.float32),
        "small": cv2.resize(picture, SMALL_WH, interpolation=cv2.INTER_AREA),
        "corners": ((np.asarray(corners, np.float32) + 0.5) * scale - 0.5),
        "barf": np.float32(board.bar_fraction),
    }


def save(rows: list[Row], path: Path) -> None:
    """Write a set: whole, or not at all."""
    draft = path.with_suffix(".tmp")
    with draft.open("wb") as file:
        np.savez(file, **{name: np.stack([row[name] for row in rows]) for name in rows[0]})  # type: ignore[arg-type]
    os.replace(draft, path)
