"""Dice and doubling cubes drawn on rendered boards: any colour, any print, any pose, at next to no cost.

A small ray tracer for one box with rounded edges.  A patch shows the board's plane undistorted, so the
camera is, near one place, a linear map from centimetres of the board (x, y, and z upwards) to its pixels.
Colours are BGR, linear in light, 0 to 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

FACE = 64  # pixels of a face's picture
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
CUBE_FACES = (2, 4, 8, 16, 32, 64)

# For the faces +x, -x, +y, -y, +z, -z: the directions of a face's picture to the right and up, seen from outside.
_RIGHT = np.array([(0, 1, 0), (0, -1, 0), (-1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0)], np.float32)
_UP = np.array([(0, 0, 1), (0, 0, 1), (0, 0, 1), (0, 0, 1), (0, 1, 0), (0, -1, 0)], np.float32)
NORMALS = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], float)


_LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Lens:
    """How a patch shows the space round a place: pixel = ``linear`` (2, 3) @ point + ``origin`` (2,)."""

    linear: np.ndarray
    origin: np.ndarray

    def pixel(self, point: np.ndarray) -> np.ndarray:
        return self.linear @ point + self.origin

    @property
    def upwards(self) -> np.ndarray:
        """From any point towards the camera, one centimetre higher."""
        return np.append(-np.linalg.solve(self.linear[:, :2], self.linear[:, 2]), 1.0)


@dataclass(frozen=True, slots=True)
class Box:
    """A die or cube: ``middle`` (3,) cm, ``turn`` (3, 3) from its own axes to the board's.

    ``faces`` (6, FACE, FACE, 3): what is printed on +x, -x, +y, -y, +z, -z, seen from outside.
    """

    middle: np.ndarray
    turn: np.ndarray
    side: float
    rounding: float  # radius of its edges in half sides
    faces: np.ndarray
    gloss: float
    clear: float  # how much of what lies behind shows through


def turned_about(axis: np.ndarray, angle: float) -> np.ndarray:
    return cv2.Rodrigues(np.asarray(axis, float) / np.linalg.norm(axis) * angle)[0]


def lying(face: int, yaw: float) -> np.ndarray:
    """The turn that brings a face up and then turns the box about the upright."""
    normal, up = NORMALS[face], np.array([0, 0, 1.0])
    if normal[2] > 0.5:
        raised = np.eye(3)
    elif normal[2] < -0.5:
        raised = turned_about(np.array([1.0, 0, 0]), math.pi)
    else:
        raised = turned_about(np.cross(normal, up), math.pi / 2)
    return turned_about(up, yaw) @ raised


def painted(patch: np.ndarray, lens: Lens, box: Box, floor_cm: float, rng: np.random.Generator) -> np.ndarray:
    """The patch with the box in it, standing on something ``floor_cm`` high, lit by a light of its own."""
    light = rng.normal(0, 1, 3)
    light[2] = abs(light[2]) + rng.uniform(0.3, 2.0)
    light /= np.linalg.norm(light)
    key, sky = rng.uniform(0.15, 0.95), rng.uniform(0.2, 0.7)
    ground = _LINEAR[patch]
    ground = ground * (1 - rng.uniform(0.35, 0.95) * _shadow(patch.shape[:2], lens, box, floor_cm, light))[..., None]
    over, cover = _traced(ground, lens, box, light, key, sky, rng)
    soft = rng.uniform(0.35, 1.0)
    cover = cv2.GaussianBlur(cover, (0, 0), soft)[..., None]
    over = cv2.GaussianBlur(over, (0, 0), soft)
    mixed = ground * (1 - cover) + over
    return (255 * np.clip(mixed, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def _distance(points: np.ndarray, half: float, rounding: float) -> np.ndarray:
    """How far points (..., 3), in the box's axes, are from its surface; negative inside."""
    outside = np.abs(points) - (half - rounding)
    over = np.maximum(outside, 0)
    far = np.sqrt(np.einsum("...k,...k->...", over, over))
    deepest = np.maximum(np.maximum(outside[..., 0], outside[..., 1]), outside[..., 2])
    return far + np.minimum(deepest, 0) - rounding


def _shadow(shape: tuple[int, int], lens: Lens, box: Box, floor: float, light: np.ndarray) -> np.ndarray:
    """0 in full light, 1 in the box's full shadow, for every pixel of a floor at this height."""
    rows, columns = np.mgrid[: shape[0] : 3, : shape[1] : 3]
    pixels = np.stack([columns, rows], -1) - lens.origin - lens.linear[:, 2] * floor
    flat = pixels @ np.linalg.inv(lens.linear[:, :2]).T
    points = ((np.dstack([flat, np.full(flat.shape[:2], floor)]) - box.middle) @ box.turn).astype(np.float32)
    way, half = (light @ box.turn).astype(np.float32), box.side / 2
    lit = np.ones(points.shape[:2])
    for step in np.float32(half) * np.array((0.1, 0.4, 0.8, 1.3, 2.0, 3.0, 4.2), np.float32):
        lit = np.minimum(
            lit, 0.5 + 2.5 * _distance(points + way * step, half, box.rounding * half) / (step + 0.2 * half)
        )
    close = np.exp(-np.maximum(_distance(points, half, box.rounding * half), 0) / (0.25 * half))
    dark = np.maximum(1 - np.clip(lit, 0, 1), 0.5 * close).astype(np.float32)
    return cv2.resize(dark, shape[::-1])


def _traced(
    ground: np.ndarray, lens: Lens, box: Box, light: np.ndarray, key: float, sky: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """The box's light and cover for every pixel, two samples each way."""
    height, width = ground.shape[:2]
    half, rounding = box.side / 2, box.rounding * box.side / 2
    ends = [
        lens.pixel(box.middle + box.turn @ (half * np.array(c)))
        for c in np.ndindex(2, 2, 2)
        for c in [2 * np.array(c) - 1.0]
    ]
    (x0, y0), (x1, y1) = np.floor(np.min(ends, 0)).astype(int), np.ceil(np.max(ends, 0)).astype(int) + 1
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    over, cover = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    if x1 <= x0 or y1 <= y0:
        return over, cover
    offsets = (np.arange(2) + 0.5) / 2 - 0.5
    ys = (np.arange(y0, y1)[:, None] + offsets).ravel()
    xs = (np.arange(x0, x1)[:, None] + offsets).ravel()
    pixels = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2) - lens.origin
    flat = pixels @ np.linalg.inv(lens.linear[:, :2]).T
    toward = lens.upwards / np.linalg.norm(lens.upwards)
    start = np.column_stack([flat, np.zeros(len(flat))]) + lens.upwards * (box.middle[2] + box.side)
    start, way = (start - box.middle) @ box.turn, -toward @ box.turn
    sharp = np.where(np.abs(way) < 1e-6, 1e-6, way)
    enter = np.max(((-half * np.sign(sharp) - start) / sharp).T.copy(), axis=0)
    leave = np.min(((half * np.sign(sharp) - start) / sharp).T.copy(), axis=0)
    chosen = np.flatnonzero(enter < leave)
    points = (start[chosen] + way * enter[chosen, None]).astype(np.float32)
    way = way.astype(np.float32)
    for _ in range(7):
        points = points + way * _distance(points, half, rounding)[:, None]
    inside = _distance(points, half, rounding) < 0.06 * half
    chosen, points = chosen[inside], points[inside]
    if not len(chosen):
        return over, cover
    corner = np.maximum(np.abs(points) - (half - rounding), 0) * np.sign(points)
    normal = corner / np.maximum(np.linalg.norm(corner, axis=-1, keepdims=True), 1e-6)
    colours = _looked_up(box.faces, points / half)
    lamp, eye, up = ((v @ box.turn).astype(np.float32) for v in (light, toward, np.array([0, 0, 1.0])))
    lit = sky * (0.6 + 0.4 * normal @ up) + key * np.maximum(normal @ lamp, 0)
    seen = colours * lit[:, None]
    if box.clear > 0:
        rows, columns = np.divmod(chosen, len(xs))
        behind = ground[ys[rows].round().astype(int), xs[columns].round().astype(int)]
        inner = _looked_up(box.faces, (points + way * _through(points, way, half)[:, None]) / half)
        body = np.median(colours, axis=0)
        glow = behind * body + 0.5 * inner * sky
        is_body = np.exp(-np.einsum("nk,nk->n", colours - body, colours - body) / 0.15**2)[:, None] * box.clear
        seen = seen * (1 - is_body) + glow * is_body
    mirror = 2 * (normal @ eye)[:, None] * normal - eye
    glare = np.maximum(mirror @ lamp, 0) ** rng.uniform(15, 120) * rng.uniform(0.5, 2.5)
    rim = 0.04 + 0.96 * (1 - np.clip(normal @ eye, 0, 1)) ** 5
    room = np.clip((mirror @ up) * 0.6 + 0.4, 0, 1) ** 2 * sky
    samples = np.zeros((len(ys) * len(xs), 4), np.float32)
    samples[chosen, :3] = seen + box.gloss * (glare * key + rim * room)[:, None]
    samples[chosen, 3] = 1
    pixels = samples.reshape(y1 - y0, 2, x1 - x0, 2, 4).mean((1, 3))
    over[y0:y1, x0:x1], cover[y0:y1, x0:x1] = pixels[..., :3], pixels[..., 3]
    return over, cover


def _through(points: np.ndarray, way: np.ndarray, half: float) -> np.ndarray:
    steps = (half * np.sign(way) - points) / np.where(np.abs(way) < 1e-6, 1e-6, way)
    return np.maximum(steps.min(-1), 0)


def _looked_up(faces: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The colours of the faces at points (..., 3) on a box that reaches from -1 to 1."""
    x, y, z = np.moveaxis(np.abs(points), -1, 0)
    axis = np.where(x > np.maximum(y, z), 0, np.where(y > z, 1, 2))
    sign = np.take_along_axis(points, axis[..., None], -1)[..., 0] < 0
    face = 2 * axis + sign
    u, v = (np.einsum("...k,...k->...", points, way[face]) for way in (_RIGHT, _UP))
    column = np.clip((u + 1) / 2 * FACE, 0, FACE - 1).astype(int)
    row = np.clip((1 - v) / 2 * FACE, 0, FACE - 1).astype(int)
    return faces[face, row, column]


def any_colour(rng: np.random.Generator, brightness: float | None = None) -> np.ndarray:
    value = rng.uniform(0.05, 0.97) if brightness is None else brightness
    saturation = rng.choice([0.0, rng.uniform(0, 0.3), rng.uniform(0, 1)])
    pixel = np.array([[[rng.uniform(0, 360), saturation, value]]], np.float32)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(float) ** 2.2


def body_and_ink(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two colours that a player can tell apart: mostly by lightness, now and then by hue alone."""
    kind = rng.random()
    if kind < 0.38:
        return any_colour(rng, rng.uniform(0.75, 0.98)) ** 0.7, any_colour(rng, rng.uniform(0.02, 0.35))
    if kind < 0.8:
        return any_colour(rng, rng.uniform(0.03, 0.75)), np.full(3, rng.uniform(0.6, 0.95)) * rng.uniform(0.85, 1, 3)
    while True:
        body, ink = any_colour(rng), any_colour(rng)
        if np.abs(body ** (1 / 2.2) - ink ** (1 / 2.2)).max() > 0.3:
            return body, ink


def die_faces(rng: np.random.Generator) -> tuple[np.ndarray, list[int]]:
    """Pictures of the six faces of a die and the value of each; opposite faces sum to seven."""
    body, ink = body_and_ink(rng)
    low = rng.permutation([1, 2, 3])
    values = [
        v
        for k in range(3)
        for v in ((int(low[k]), 7 - int(low[k])) if rng.random() < 0.5 else (7 - int(low[k]), int(low[k])))
    ]
    spread, radius = rng.uniform(0.4, 0.6), rng.uniform(0.11, 0.23)
    if rng.random() < 0.1:
        spread, radius = rng.uniform(0.3, 0.45), rng.uniform(0.1, 0.14)
    big_one = rng.uniform(1.3, 2.2) if rng.random() < 0.35 else 1.0
    red = {1, 4} if rng.random() < 0.08 else {1} if rng.random() < 0.06 else set()
    hollow = rng.uniform(0.0, 0.6) if rng.random() < 0.5 else 0.0
    faces = np.stack([_marbled(body, rng) for _ in values])
    for face, value in zip(faces, values, strict=True):
        turn = rng.random() < 0.5
        paint = np.array([0.01, 0.01, 0.5]) if value in red else ink
        size = radius * (big_one if value == 1 else 1.0)
        for a, b in PIPS[value]:
            x, y = ((v * spread + 1) * FACE / 2 for v in ((b, a) if turn else (a, b)))
            _disc(face, (x, y), size * FACE / 2, paint)
            if hollow:  # a drilled pip is darker at one side and lighter at the other
                _disc(face, (x - 0.25 * size * FACE / 2, y), 0.5 * size * FACE / 2, paint * (1 - hollow))
    return faces, values


def _disc(face: np.ndarray, xy: tuple[float, float], radius: float, paint: np.ndarray) -> None:
    middle = (round(xy[0] * 16), round(xy[1] * 16))
    cv2.circle(face, middle, max(round(radius * 16), 1), paint.tolist(), -1, cv2.LINE_8, 4)


def _marbled(body: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    face = np.empty((FACE, FACE, 3), np.float32)
    face[:] = body
    if rng.random() < 0.3:
        grid = rng.normal(0, rng.uniform(0.05, 0.35), (int(rng.integers(2, 12)), int(rng.integers(2, 12)))).astype(
            np.float32
        )
        face *= np.exp(cv2.resize(grid, (FACE, FACE), interpolation=cv2.INTER_CUBIC))[..., None]
    return face


@lru_cache(maxsize=1)
def fonts() -> list[Path]:
    """The Latin text fonts on this machine; the more there are, the better."""
    wanted = (
        "dejavu",
        "liberation",
        "freefont",
        "urw",
        "lato",
        "opensans",
        "open-sans",
        "roboto",
        "libertine",
        "cantarell",
    )
    unwanted = (
        "symbol",
        "dingbat",
        "standardsymbols",
        "d050000l",
        "initials",
        "math",
        "libertinusmono",
        "chancery",
        "z003",
    )
    found = sorted(p for p in Path("/usr/share/fonts").rglob("*.[to]tf") if any(w in str(p).lower() for w in wanted))
    return [p for p in found if not any(u in p.name.lower() for u in unwanted)]


def cube_faces(rng: np.random.Generator) -> np.ndarray:
    """Pictures of the six faces of a doubling cube, 2 to 64 in the order of ``CUBE_FACES``."""
    from PIL import Image, ImageDraw, ImageFont

    body, ink = body_and_ink(rng)
    font = fonts()[int(rng.integers(len(fonts())))]
    size = rng.uniform(0.5, 0.85)
    narrow = rng.uniform(0.75, 1.0)
    edge = rng.random()
    thick = int(rng.integers(1, 4))
    worn = rng.uniform(0, 0.5) if rng.random() < 0.3 else 0.0
    faces = []
    for value in CUBE_FACES:
        print_ = Image.new("L", (2 * FACE, 2 * FACE), 0)
        draw = ImageDraw.Draw(print_)
        fitting = int(2 * FACE * size * (1.0 if value < 10 else narrow * 0.85))
        drawn = ImageFont.truetype(str(font), fitting)
        box = draw.textbbox((0, 0), str(value), font=drawn)
        stretch = max(1.0, (box[2] - box[0]) / (1.75 * FACE), (box[3] - box[1]) / (1.75 * FACE))
        drawn = ImageFont.truetype(str(font), int(fitting / stretch))
        box = draw.textbbox((0, 0), str(value), font=drawn)
        at = (FACE - (box[0] + box[2]) / 2, FACE - (box[1] + box[3]) / 2)
        draw.text(at, str(value), font=drawn, fill=255, stroke_width=int(rng.random() < 0.15))
        stamp = cv2.resize(np.asarray(print_), (FACE, FACE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        if edge < 0.12:
            cv2.rectangle(stamp, (4, 4), (FACE - 5, FACE - 5), 1.0, thick)
        elif edge < 0.2:
            cv2.circle(stamp, (FACE // 2, FACE // 2), FACE // 2 - 4, 1.0, thick)
        if worn:
            holes = rng.normal(0, 1, (12, 12)).astype(np.float32)
            stamp *= 1 - worn * np.clip(cv2.resize(holes, (FACE, FACE), interpolation=cv2.INTER_CUBIC), 0, 1)
        stamp = np.rot90(stamp, int(rng.integers(4)))[..., None]
        faces.append(_marbled(body, rng) * (1 - stamp) + ink * stamp)
    return np.stack(faces).astype(np.float32)
