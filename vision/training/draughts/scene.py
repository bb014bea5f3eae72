"""Draws a draughts board in perspective: what lies flat is warped, men are drawn as cylinders from far to near."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.training.draughts.styles import MARGIN, PX, Look

Grid = Sequence[str]
"""Eight strings from row 8 down to row 1, files a to h: ``.``, ``l``, ``d``, kings ``L``, ``D``."""

EMPTY: Grid = ("........",) * 8
START: Grid = (".d.d.d.d", "d.d.d.d.", ".d.d.d.d", "........", "........", "l.l.l.l.", ".l.l.l.l", "l.l.l.l.")


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera stands.  Degrees: ``tilt`` off the vertical, ``around`` from Light's side, ``roll``."""

    tilt: float
    around: float
    roll: float
    view_deg: float
    fill: float
    aside: tuple[float, float]
    wh: tuple[int, int]

    def matrix(self) -> np.ndarray:
        """The projection (3, 4) from board coordinates to pixels."""
        width, height = self.wh
        focal = width / 2 / np.tan(np.radians(self.view_deg) / 2)
        distance = 11.3 * focal / (self.fill * height)
        tilt, around, roll = np.radians((self.tilt, self.around, self.roll))
        centre = np.array([4 + self.aside[0], 4 + self.aside[1], 0.0])
        away = np.array([np.sin(tilt) * np.sin(around), -np.sin(tilt) * np.cos(around), np.cos(tilt)])
        eye = centre + distance * away
        right = np.array([np.cos(around), np.sin(around), 0.0])
        down = np.cross(-away, right)
        turn = np.stack([right, down, -away])
        spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        turn = spin @ turn
        inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
        return np.asarray(inner @ np.hstack([turn, (-turn @ eye)[:, None]]))


@dataclass(frozen=True, slots=True)
class Man:
    """A man or king, where it stands.  ``tone``: how light it is beside others of its side; ``off``: how far the upper
    man of a king lies beside the lower one (x, y)."""

    x: float
    y: float
    kind: str
    tone: float = 1.0
    off: tuple[float, float] = (0.0, 0.0)


def stood(x: float, y: float, kind: str, rng: np.random.Generator) -> Man:
    dx, dy = rng.normal(0, 0.02, 2)
    return Man(x, y, kind, rng.uniform(0.94, 1.06), (dx, dy))


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over a place of the board (x, y), which comes from a direction (degrees)."""

    x: float
    y: float
    comes_from: float
    size: float = 1.0


@dataclass(slots=True)
class Picture:
    """What was drawn.  ``corners``: a1's, h1's, h8's and a8's outer corner; ``covered``: share of each square under
    a hand, by number."""

    image: np.ndarray
    corners: np.ndarray
    covered: np.ndarray = field(default_factory=lambda: np.zeros(64))


def camera(rng: np.random.Generator, wh: tuple[int, int] = (960, 720)) -> Camera:
    side = rng.choice((0.0, 90.0, 180.0, 270.0))
    return Camera(
        float(48 * rng.random() ** 0.6), float(side + rng.normal(0, 8)), float(rng.normal(0, 4)),
        rng.uniform(45, 72), rng.uniform(0.62, 1.05), (rng.uniform(-0.7, 0.7), rng.uniform(-0.5, 0.5)), wh,
    )  # fmt: skip


def placed(grid: Grid, rng: np.random.Generator, mess: float) -> list[Man]:
    """The men of a position, off their squares' centres by up to ``mess`` squares."""
    men = []
    for row, cells in enumerate(grid):
        for file, kind in enumerate(cells):
            if kind != ".":
                far, way = mess * rng.random() ** 1.5, rng.uniform(0, 2 * np.pi)
                men.append(stood(file + 0.5 + far * np.cos(way), 7.5 - row + far * np.sin(way), kind, rng))
    return men


def draw(look: Look, eye: Camera, men: Sequence[Man], rng: np.random.Generator, hand: Hand | None = None) -> Picture:
    """The picture of the men on the board; noise, blur and the camera's faults come on top (:func:`worn`)."""
    p = eye.matrix()
    flat = p[:, (0, 1, 3)] @ np.array([[1 / PX, 0, -MARGIN], [0, -1 / PX, 8 + MARGIN], [0, 0, 1]])
    pixels = flat @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    size = eye.wh
    canvas = cv2.warpPerspective(look.plane, pixels, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    canvas = canvas.astype(np.float32)
    _shadows(canvas, p, look, men)
    walls = _walls(look, p)
    for polygon, paint in walls[0]:
        _fill(canvas, polygon, paint)
    far = p[2]
    for man in sorted(men, key=lambda m: -(far[0] * m.x + far[1] * m.y + far[3])):
        _man(canvas, p, look, man)
    for polygon, paint in walls[1]:
        _fill(canvas, polygon, paint)
    shade = cv2.resize(look.shade, size, interpolation=cv2.INTER_CUBIC)[..., None]
    canvas *= shade.astype(np.float32)
    covered = np.zeros(64)
    if hand is not None:
        covered = _hand(canvas, p, look, hand, rng)
    canvas *= look.warmth.astype(np.float32)
    corners = _project(p, [(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)])
    return Picture(np.clip(canvas, 0, 255).astype(np.uint8), corners - 0.0, covered)


def worn(image: np.ndarray, rng: np.random.Generator, much: float = 1.0) -> np.ndarray:
    """The picture as a camera gives it: blur, noise, compression; ``much`` scales all three."""
    out = cv2.GaussianBlur(image, (0, 0), 0.3 + 0.9 * much * rng.random() ** 2)
    out = out.astype(np.float32) + rng.normal(0, 0.5 + 6 * much * rng.random() ** 2, out.shape)
    packed = cv2.imencode(".jpg", np.clip(out, 0, 255).astype(np.uint8), [1, int(95 - 45 * much * rng.random())])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _project(p: np.ndarray, points: Sequence[tuple[float, float, float]] | np.ndarray) -> np.ndarray:
    points = np.asarray(points, float)
    scaled = np.hstack([points, np.ones((len(points), 1))]) @ p.T
    return np.asarray(scaled[:, :2] / scaled[:, 2:])


def _fill(canvas: np.ndarray, polygon: np.ndarray, paint: np.ndarray) -> None:
    cv2.fillPoly(canvas, [np.round(polygon * 16).astype(np.int32)], np.asarray(paint).tolist(), cv2.LINE_AA, 4)


_RING = np.stack([np.cos(np.linspace(0, 2 * np.pi, 41)[:-1]), np.sin(np.linspace(0, 2 * np.pi, 41)[:-1])], 1)


def _disc(p: np.ndarray, x: float, y: float, z: float, radius: float) -> np.ndarray:
    return _project(p, np.hstack([_RING * radius + (x, y), np.full((len(_RING), 1), z)]))


def _shadows(canvas: np.ndarray, p: np.ndarray, look: Look, men: Sequence[Man]) -> None:
    mask = np.zeros(canvas.shape[:2], np.float32)
    for man in men:
        tall = look.men.height * (2 if man.kind.isupper() and look.men.stacked else 1)
        dx, dy = look.light[0] * tall, look.light[1] * tall
        foot = _disc(p, man.x, man.y, 0, look.men.radius)
        tip = _disc(p, man.x + dx, man.y + dy, 0, look.men.radius)
        hull = cv2.convexHull(np.vstack([foot, tip]).astype(np.float32))[:, 0]
        _fill(mask, hull, np.array([1.0]))
    if look.wall:
        a, b = -look.gap, 8 + look.gap
        ring = [(a, a), (b, a), (b, b), (a, b)]
        for k in range(4):
            one, other = ring[k], ring[(k + 1) % 4]
            dx, dy = look.light[0] * look.wall, look.light[1] * look.wall
            quad = [(*one, 0), (*other, 0), (other[0] + dx, other[1] + dy, 0), (one[0] + dx, one[1] + dy, 0)]
            _fill(mask, _project(p, quad), np.array([1.0]))
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.8, canvas.shape[1] / 500)), np.float32)
    canvas *= (1 - (1 - look.ambient) * soft)[..., None]


Faces = list[tuple[np.ndarray, np.ndarray]]


def _walls(look: Look, p: np.ndarray) -> tuple[Faces, Faces]:
    """The faces of the box's walls: those behind the men, and those in front of them."""
    if not look.wall:
        return [], []
    behind: Faces = []
    before: Faces = []
    a, b, thick, h = -look.gap, 8 + look.gap, 0.3, look.wall
    inner = [(a, a), (b, a), (b, b), (a, b)]
    outer = [(a - thick, a - thick), (b + thick, a - thick), (b + thick, b + thick), (a - thick, b + thick)]
    eye = -np.linalg.inv(p[:, :3]) @ p[:, 3]
    for k, inward in enumerate(((0, 1), (-1, 0), (0, -1), (1, 0))):
        j = (k + 1) % 4
        middle = (np.array(inner[k]) + inner[j]) / 2
        seen = np.dot(eye[:2] - middle, inward) > 0
        into = behind if seen else before
        lit = 0.75 + 0.2 * np.sign(np.dot(look.light, inward))
        if seen:
            face = [(*inner[k], 0), (*inner[j], 0), (*inner[j], h), (*inner[k], h)]
            into.append((_project(p, face), look.wall_paint * lit))
        top = [(*inner[k], h), (*inner[j], h), (*outer[j], h), (*outer[k], h)]
        into.append((_project(p, top), look.wall_paint))
    return behind, before


def _man(canvas: np.ndarray, p: np.ndarray, look: Look, man: Man) -> None:
    men = look.men
    paint = men.light if man.kind in "lL" else men.dark
    paint = np.clip(paint * man.tone, 0, 255)
    king = man.kind.isupper()
    levels = 2 if king and men.stacked else 1
    for level in range(levels):
        x, y = man.x + man.off[0] * level, man.y + man.off[1] * level
        low, high = level * men.height, (level + 1) * men.height
        foot, top = _disc(p, x, y, low, men.radius), _disc(p, x, y, high, men.radius)
        lit = -(_RING @ np.array(look.light)) / (np.hypot(*look.light) + 1e-6)
        for k in range(len(_RING)):
            j = (k + 1) % len(_RING)
            quad = np.array([foot[k], foot[j], top[j], top[k]])
            (ax, ay), (bx, by) = quad[1] - quad[0], quad[2] - quad[0]
            if ax * by - ay * bx < 0:
                _fill(canvas, quad, paint * (0.62 + 0.25 * lit[k]))
        _fill(canvas, top, paint)
        for number, ring in enumerate(men.rings):
            tone = paint * (0.72 if number % 2 == 0 else 1.0) + (0 if number % 2 else 6)
            _fill(canvas, _disc(p, x, y, high, men.radius * ring), np.clip(tone, 0, 255))
            _fill(canvas, _disc(p, x, y, high, men.radius * ring * 0.94), paint)
        edge = np.round(top * 16).astype(np.int32)
        cv2.polylines(canvas, [edge], True, np.clip(paint * 0.8 + 10, 0, 255).tolist(), 1, cv2.LINE_AA, 4)
        if king and not men.stacked:  # turned over: another face
            sign = np.clip(255 - paint, 20, 235) * 0.6 + paint * 0.4
            _fill(canvas, _disc(p, x, y, high, men.radius * 0.5), sign)
            _fill(canvas, _disc(p, x, y, high, men.radius * 0.3), paint)
        if men.gloss > 0.2:
            spot = _disc(p, x - 0.35 * men.radius, y + 0.2 * men.radius, high, men.radius * 0.3)
            x0, y0 = np.floor(spot.min(0)).astype(int) - 3
            x1, y1 = np.ceil(spot.max(0)).astype(int) + 3
            x0, y0 = max(x0, 0), max(y0, 0)
            part = canvas[y0:y1, x0:x1]
            if part.size:
                shine = np.zeros(part.shape[:2], np.float32)
                _fill(shine, spot - (x0, y0), np.array([1.0]))
                part += (cv2.GaussianBlur(shine, (0, 0), 2) * men.gloss * 90)[..., None]


def _hand(canvas: np.ndarray, p: np.ndarray, look: Look, hand: Hand, rng: np.random.Generator) -> np.ndarray:
    """Draw fingers, palm and sleeve some way above the board; the share of each square they hide."""
    way = np.radians(hand.comes_from)
    back = np.array([np.cos(way), np.sin(way)])
    across = np.array([-back[1], back[0]])
    size = hand.size
    at = np.array([hand.x, hand.y])
    height, width = canvas.shape[:2]

    def thick(scale: float, place: np.ndarray, z: float) -> int:
        a, b = _project(p, [(place[0], place[1], z), (place[0] + 0.5, place[1], z)])
        return max(2, int(2 * scale * np.hypot(*(b - a))))

    layers: list[tuple[np.ndarray, np.ndarray, float, float, np.ndarray]] = []
    palm = at + back * 2.0 * size
    skin = look.skin
    for k in range(5):
        tip = at + across * (k - 2) * 0.30 * size * (0.5 + rng.random()) + back * abs(k - 1.4) * 0.25
        root = palm + across * (k - 2) * 0.42 * size
        layers.append((tip, root, 0.3 + 0.2 * rng.random(), 0.36 * size, skin * rng.uniform(0.88, 1.06)))
    layers.append((palm, palm + back * 1.0 * size, 1.0, 1.7 * size, skin * 0.97))
    layers.append((palm + back * 2.2 * size, palm + back * 14, 1.0, 1.6 * size, look.sleeve))
    mask = np.zeros((height, width), np.uint8)
    shadow = np.zeros((height, width), np.float32)
    for tip, root, z, scale, _ in layers:
        shade = np.array([look.light[0], look.light[1]]) * (z + 0.5)
        ends = _project(p, [(*(tip + shade), 0), (*(root + shade), 0)])
        cv2.line(shadow, _at(ends[0]), _at(ends[1]), 1.0, thick(scale, tip, 0))
    soft = np.asarray(cv2.GaussianBlur(shadow, (0, 0), width / 120), np.float32)
    canvas *= (1 - (1 - look.ambient) * 0.8 * soft)[..., None]
    for tip, root, z, scale, paint in layers:
        ends = _project(p, [(*tip, z), (*root, z)])
        wide = thick(scale, tip, z)
        cv2.line(canvas, _at(ends[0]), _at(ends[1]), (paint * 0.72).tolist(), wide, cv2.LINE_AA)
        cv2.line(canvas, _at(ends[0]), _at(ends[1]), paint.tolist(), max(1, int(wide * 0.8)), cv2.LINE_AA)
        cv2.line(mask, _at(ends[0]), _at(ends[1]), 255, wide)
    flat = p[:, (0, 1, 3)]
    view = cv2.warpPerspective(mask, np.diag([16.0, 16.0, 1.0]) @ np.linalg.inv(flat), (128, 128))
    return np.asarray((view > 127).reshape(8, 16, 8, 16).mean((1, 3))).ravel()


def _at(place: np.ndarray) -> tuple[int, int]:
    x, y = np.clip(place, -20000, 20000)
    return int(x), int(y)
