"""Boards on tables, as the board finder may see them: rendered and drawn ones, laid on all kinds of ground."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.corners import FINDER_WH, SECOND_LOOK
from vision.training import drawn
from vision.training.disguise import Disguise

SCENE_WH = (640, 480)
TABLE_IDS = (0, 70)
FRAME_ID, FIELD_ID = 61, 60
NO_CORNERS = np.zeros((0, 4, 2))


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture with a board: ``ids`` as the renderer's masks, ``field`` (4, 2) clockwise with a row first."""

    name: str
    picture: np.ndarray
    ids: np.ndarray
    field: np.ndarray
    bar: np.ndarray


def load(path: Path) -> Scene:
    """A rendered picture at the size it was rendered at."""
    truth: dict[str, Any] = json.loads(path.read_text())
    image = cv2.imread(str(path.with_suffix(".jpg")))
    ids = cv2.imread(str(path.with_suffix(".mask.png")), cv2.IMREAD_UNCHANGED)
    factor = SCENE_WH[0] / image.shape[1]
    return Scene(
        path.stem,
        cv2.resize(image, SCENE_WH, interpolation=cv2.INTER_AREA),
        cv2.resize(ids, SCENE_WH, interpolation=cv2.INTER_NEAREST),
        (np.array(truth["field_corners"])[::-1] + 0.5) * factor - 0.5,
        (np.array(truth["bar"])[::-1] + 0.5) * factor - 0.5,
    )


def drawn_scene(rng: np.random.Generator) -> Scene:
    flat = drawn.board(rng)
    ids = np.full(flat.picture.shape[:2], FRAME_ID, np.uint8)
    cv2.fillPoly(ids, [np.round(flat.field).astype(np.int32)], FIELD_ID)
    return Scene("drawn", flat.picture, ids, flat.field, flat.bar)


@dataclass(slots=True)
class Example:
    """A view at the finder's size, the picture where ``inside``; ``fields`` (n, 4, 2), ``bars`` (m, 4, 2) in pixels."""

    view: np.ndarray
    inside: np.ndarray
    fields: np.ndarray
    bars: np.ndarray


def example(scenes: Sequence[Scene], rng: np.random.Generator, disguise: Disguise) -> Example:
    """A view made by chance."""
    scene = drawn_scene(rng) if rng.random() < 0.4 else scenes[rng.integers(len(scenes))]
    scene = repainted(scene, rng)
    kind = rng.random()
    if kind < 0.08:
        made = without_board(scene, scenes, rng)
    elif kind < 0.38:
        made = second_look(scene, rng)
    else:
        made = first_look(scene, scenes, rng)
    made.view = np.where(made.inside[..., None], disguise(made.view, rng), np.uint8(127))
    return made


def repainted(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene with other colours, of the whole or of field, frame and table each."""
    picture = scene.picture
    if rng.random() < 0.5:
        picture = _other_colours(picture, rng)
    for id_ in (FIELD_ID, FRAME_ID, TABLE_IDS[1]):
        if rng.random() < 0.25:
            picture = np.where((scene.ids == id_)[..., None], _other_colours(picture, rng), picture)
    if picture is scene.picture:
        return scene
    return Scene(scene.name, picture, scene.ids, scene.field, scene.bar)


def _other_colours(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    steps = np.arange(256)
    if rng.random() < 0.5:
        hue = (steps + rng.integers(0, 180)) % 180
        sat = np.clip(steps * rng.uniform(0, 1.6), 0, 255)
        value = np.clip(255 * (steps / 255) ** rng.uniform(0.5, 2.0), 0, 255)
        table = np.stack([hue, sat, value], 1).astype(np.uint8)[:, None]
        return cv2.cvtColor(cv2.LUT(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV), table), cv2.COLOR_HSV2BGR)
    gain, lift = np.exp(rng.normal(0, 0.5) + rng.normal(0, 0.25, 3)), rng.uniform(0, 40)
    table = np.clip(steps[:, None] * gain + lift, 0, 255).astype(np.uint8)[:, None]
    return cv2.LUT(picture, table)


def first_look(scene: Scene, scenes: Sequence[Scene], rng: np.random.Generator) -> Example:
    """A whole picture, letterboxed: the board anywhere in it, from far or larger than the picture."""
    (left, top), wh = _content(rng)
    fill = rng.uniform(0.33, 1.06) if rng.random() < 0.75 else rng.uniform(0.85, 1.08)
    homography = _seen_from(scene, rng, wh, fill)
    content = _laid_out(scene, homography, wh, scenes, rng)
    fields = [moved(scene.field, homography)]
    bars = [moved(scene.bar, homography)] if len(scene.bar) else []
    if fill < 0.75 and rng.random() < 0.15:  # a smaller board at a side
        other = scenes[rng.integers(len(scenes))]
        smaller = _seen_from(other, rng, wh, fill * rng.uniform(0.4, 0.75), aside=True)
        taken, new = (_covered(wh, f) for f in (fields[0], moved(other.field, smaller)))
        if not (cv2.dilate(taken, np.ones((25, 25))) & new).any() and new.any():
            _cut_out(content, other, smaller, rng)
            fields.append(moved(other.field, smaller))
            bars.append(moved(other.bar, smaller))
    if rng.random() < 0.12:
        _graphics(content, fields, rng)
    if rng.random() < 0.2:
        _arm(content, rng)
    view, inside = _letterboxed(content, left, top)
    shift = np.array([left, top])
    return Example(view, inside, np.array(fields) + shift, np.array(bars).reshape(-1, 4, 2) + shift)


def second_look(scene: Scene, rng: np.random.Generator) -> Example:
    """The board rectified by corners that are a little off, what lies beyond the picture grey."""
    goal = np.array(SECOND_LOOK)
    if rng.random() < 0.5:
        goal = goal[[2, 3, 0, 1]]
    if rng.random() < 0.3:
        goal = goal[[1, 0, 3, 2]]
    width, height = np.ptp(goal, 0)
    spread = rng.choice((0.008, 0.03, 0.06))
    goal = goal + rng.normal(0, spread, (4, 2)) * (width, height)
    homography = cv2.getPerspectiveTransform(scene.field.astype(np.float32), goal.astype(np.float32))
    view = cv2.warpPerspective(scene.picture, homography, FINDER_WH, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.ones(scene.ids.shape, np.uint8), homography, FINDER_WH, flags=cv2.INTER_NEAREST)
    if rng.random() < 0.15:  # the picture ends close to the field, or cuts it
        ends = moved(scene.field, homography)
        outwards = np.sign(ends - ends.mean(0)) * rng.uniform(-6, 14, (4, 1))
        near = np.zeros_like(inside)
        cv2.fillConvexPoly(near, np.round(ends + outwards).astype(np.int32), 1)
        inside &= near
    if rng.random() < 0.15:
        _arm(view, rng)
    bars = moved(scene.bar, homography)[None] if len(scene.bar) else NO_CORNERS
    return Example(view, inside > 0, moved(scene.field, homography)[None], bars)


def without_board(scene: Scene, scenes: Sequence[Scene], rng: np.random.Generator) -> Example:
    """A table with other things on it; or a frame with another game in it."""
    (left, top), wh = _content(rng)
    homography = _seen_from(scene, rng, wh, rng.uniform(0.4, 1.0))
    content = _background(wh, scenes, rng)
    if rng.random() < 0.4:
        emptied = scene.picture.copy()
        inside = drawn.surface(rng, (emptied.shape[1], emptied.shape[0]), calm=False)
        mask = np.zeros(emptied.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(scene.field).astype(np.int32), 1)
        emptied[mask > 0] = inside[mask > 0]
        _cut_out(content, Scene("", emptied, scene.ids, scene.field, scene.bar), homography, rng)
    else:
        _clutter(content, rng)
    if rng.random() < 0.2:
        _arm(content, rng)
    view, inside = _letterboxed(content, left, top)
    return Example(view, inside, NO_CORNERS, NO_CORNERS)


def _content(rng: np.random.Generator) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where the picture lies in the finder's window: top left corner, and size."""
    most = (FINDER_WH[0] * 0.9, FINDER_WH[1] * 0.9)
    kind = rng.random()
    shape = 4 / 3 if kind < 0.5 else 16 / 9 if kind < 0.65 else rng.uniform(0.55, 2.2)
    scale = min(most[0] / shape, most[1])
    wh = (round(scale * shape), round(scale))
    return ((FINDER_WH[0] - wh[0]) // 2, (FINDER_WH[1] - wh[1]) // 2), wh


def _letterboxed(content: np.ndarray, left: int, top: int) -> tuple[np.ndarray, np.ndarray]:
    view = np.full((FINDER_WH[1], FINDER_WH[0], 3), 127, np.uint8)
    here = (slice(top, top + content.shape[0]), slice(left, left + content.shape[1]))
    view[here] = content
    inside = np.zeros(view.shape[:2], bool)
    inside[here] = True
    return view, inside


def _seen_from(
    scene: Scene, rng: np.random.Generator, wh: tuple[int, int], fill: float, *, aside: bool = False
) -> np.ndarray:
    """Homography from the scene to a picture of that size, the field filling about a part ``fill`` of it."""
    turned = rng.random()
    angle = rng.normal(0, 4) if turned < 0.5 else rng.uniform(-180, 180) if turned < 0.8 else rng.normal(0, 4) + 90
    middle = scene.field.mean(0)
    turn = np.vstack([cv2.getRotationMatrix2D(tuple(middle), angle, 1.0), [0, 0, 1]])
    tilt = np.eye(3)
    rendered = scene.name != "drawn"
    if rng.random() < 0.7:
        tilt[2, :2] = rng.normal(0, 0.00025 if rendered else 0.0006, 2)
        stretch = np.exp(rng.normal(0, 0.08 if rendered else 0.15))
        tilt[0, 0], tilt[1, 1] = stretch, 1 / stretch
    centred = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    homography = tilt @ centred @ turn
    if rng.random() < 0.5:
        homography = np.diag([-1.0, 1, 1]) @ homography
    box = moved(scene.field, homography)
    low, size = box.min(0), np.ptp(box, 0)
    scale = fill * min(wh[0] / size[0], wh[1] / size[1])
    room = np.array(wh) - scale * size
    place = rng.uniform(0, 1, 2) if aside else np.clip(rng.normal(0.5, 0.25, 2), 0, 1)
    if aside:  # at a side, perhaps cut by the picture's edge
        place[rng.integers(2)] = rng.choice((-0.3, 0.0, 1.0, 1.3))
    return (
        np.array([[scale, 0, 0], [0, scale, 0], [0, 0, 1]])
        @ np.array(
            [[1, 0, (room[0] * place[0]) / scale - low[0]], [0, 1, (room[1] * place[1]) / scale - low[1]], [0, 0, 1]]
        )
        @ homography
    )


def _laid_out(
    scene: Scene, homography: np.ndarray, wh: tuple[int, int], scenes: Sequence[Scene], rng: np.random.Generator
) -> np.ndarray:
    """The scene in a new picture: on its own table, or its board cut out and laid on something else."""
    if scene.name != "drawn" and rng.random() < 0.6:
        around = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
        paint = drawn.colour(rng).tolist()
        return cv2.warpPerspective(
            scene.picture, homography, wh, flags=cv2.INTER_AREA, borderMode=around, borderValue=paint
        )
    content = _background(wh, scenes, rng)
    _cut_out(content, scene, homography, rng)
    return content


def _background(wh: tuple[int, int], scenes: Sequence[Scene], rng: np.random.Generator) -> np.ndarray:
    kind = rng.random()
    if kind < 0.2:  # as shops show their wares
        ground = np.empty((wh[1], wh[0], 3), np.uint8)
        ground[:] = rng.choice((rng.integers(225, 256), rng.integers(0, 25)))
        return ground
    if kind < 0.4:  # a rendered table without its board
        scene = scenes[rng.integers(len(scenes))]
        hole = np.isin(scene.ids, TABLE_IDS, invert=True).astype(np.uint8) * 255
        small = cv2.resize(scene.picture, wh, interpolation=cv2.INTER_AREA)
        hole = cv2.dilate(cv2.resize(hole, wh, interpolation=cv2.INTER_NEAREST), np.ones((7, 7), np.uint8))
        return _patched(small, hole)
    ground = drawn.surface(rng, wh, calm=rng.random() < 0.6)
    if kind > 0.75:
        _clutter(ground, rng)
    return ground


def _patched(picture: np.ndarray, hole: np.ndarray) -> np.ndarray:
    """The picture with its hole filled by what lies round it, blurred more and more."""
    size = (max(8, picture.shape[1] // 6), max(8, picture.shape[0] // 6))
    known = cv2.resize((hole == 0).astype(np.float32), size, interpolation=cv2.INTER_AREA)
    wanted = cv2.resize(picture * (hole == 0)[..., None].astype(np.float32), size, interpolation=cv2.INTER_AREA)
    for sigma in (1, 3, 9):
        weight = cv2.GaussianBlur(known, (0, 0), sigma)[..., None]
        mean = cv2.GaussianBlur(wanted, (0, 0), sigma) / (weight + 1e-6)
        wanted = np.where(known[..., None] > 0.02, wanted, mean * (weight > 0.001))
        known = np.maximum(known, (weight[..., 0] > 0.001).astype(np.float32))
    wide = cv2.resize(mean, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.where((hole > 0)[..., None], np.clip(wide, 0, 255).astype(np.uint8), picture)


def _cut_out(content: np.ndarray, scene: Scene, homography: np.ndarray, rng: np.random.Generator) -> None:
    """Lay the scene's board on the picture, with a shadow round it."""
    wh = (content.shape[1], content.shape[0])
    loose = np.isin(scene.ids, (*TABLE_IDS, 80), invert=True).astype(np.uint8) * 255
    share = cv2.warpPerspective(loose, homography, wh, flags=cv2.INTER_AREA)
    board = cv2.warpPerspective(scene.picture, homography, wh, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.6:
        dark = cv2.GaussianBlur(share, (0, 0), rng.uniform(1.5, 8))
        dark = np.roll(dark, tuple(rng.integers(-5, 6, 2)), (0, 1)).astype(np.float32)[..., None] / 255
        content[:] = (content * (1 - dark * rng.uniform(0.1, 0.7))).astype(np.uint8)
    soft = share.astype(np.float32)[..., None] / 255
    content[:] = (content * (1 - soft) + board * soft).astype(np.uint8)


def _clutter(ground: np.ndarray, rng: np.random.Generator) -> None:
    """Boxes, discs and lines: books, cups, phones, pens, other games."""
    size = np.array(ground.shape[1::-1])
    for _ in range(int(rng.integers(1, 9))):
        middle, extent = rng.uniform(0, 1, 2) * size, rng.uniform(5, 110, 2)
        paint, edge = drawn.colour(rng).tolist(), drawn.colour(rng).tolist()
        kind = rng.random()
        if kind < 0.55:
            box = [cv2.boxPoints((middle, extent, rng.uniform(0, 180))).astype(np.int32)]
            cv2.fillPoly(ground, box, paint, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.polylines(ground, box, True, edge, int(rng.integers(1, 7)), cv2.LINE_AA)
        elif kind < 0.85:
            radius = int(extent[0] / 2.5)
            cv2.circle(ground, middle.astype(int).tolist(), radius, paint, -1, cv2.LINE_AA)
            cv2.circle(ground, middle.astype(int).tolist(), int(radius * 0.8), edge, int(rng.choice((-1, 2))))
        else:
            end = middle + rng.normal(0, 80, 2)
            cv2.line(ground, middle.astype(int).tolist(), end.astype(int).tolist(), paint, int(rng.integers(1, 8)))


def _graphics(content: np.ndarray, fields: list[np.ndarray], rng: np.random.Generator) -> None:
    """A broadcast's panels with words, beside the boards."""
    height, width = content.shape[:2]
    taken = np.zeros((height, width), np.uint8)
    for field in fields:
        cv2.fillPoly(taken, [np.round(field).astype(np.int32)], 1)
    for _ in range(int(rng.integers(1, 4))):
        w, h = rng.uniform(0.1, 0.35) * width, rng.uniform(0.1, 0.6) * height
        x, y = int(rng.uniform(0, width - w)), int(rng.uniform(0, height - h))
        here = (slice(y, int(y + h)), slice(x, int(x + w)))
        if taken[here].any():
            continue
        content[here] = drawn.colour(rng).astype(np.uint8)
        ink = drawn.colour(rng).tolist()
        for line in range(int(h / 14)):
            cv2.putText(
                content, "Match 7 to 5"[: int(w / 8)], (x + 3, y + 12 + 14 * line), 0, 0.35, ink, 1, cv2.LINE_AA
            )


def _arm(content: np.ndarray, rng: np.random.Generator) -> None:
    """A sleeve and a fist that reach in from an edge."""
    size = np.array(content.shape[1::-1])
    goal = rng.uniform(0.15, 0.85, 2) * size
    side = rng.integers(4)
    start = np.array([(0.5, -0.1), (1.1, 0.5), (0.5, 1.1), (-0.1, 0.5)][side]) * size + rng.normal(0, 40, 2)
    wide = int(rng.uniform(8, 30))
    cv2.line(content, start.astype(int).tolist(), goal.astype(int).tolist(), drawn.colour(rng).tolist(), wide)
    skin = np.array([90, 130, 190]) * rng.uniform(0.3, 1.25)
    cv2.ellipse(content, (goal, (wide * 1.5, wide * 1.9), rng.uniform(0, 180)), skin.tolist(), -1, cv2.LINE_AA)


def moved(points: np.ndarray, homography: np.ndarray) -> np.ndarray:
    """Points (n, 2), perhaps none, sent through a homography."""
    if not len(points):
        return points
    return cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography).reshape(-1, 2)


def _covered(wh: tuple[int, int], polygon: np.ndarray) -> np.ndarray:
    mask = np.zeros((wh[1], wh[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(polygon).astype(np.int32)], 1)
    return mask
