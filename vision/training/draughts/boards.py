"""Draw random draughts boards with their truth: flat pictures warped and shaded, without a renderer of light.

The world has squares as its unit: file 0 to 8 from a to h, rank 0 to 8 away from Light, height above the board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.draughts.looks import Floats, Look, random_look
from vision.training.draughts.textures import MARGIN, TEXEL, _noise, board_texture, face


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece, or a stack, at a place of the board; ``level``: how many lie on one another."""

    file: float
    rank: float
    light: bool
    level: int = 1
    seed: int = 0
    lifted: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose fingertips are at a place, and the direction (radians, in the world) in which its arm leaves."""

    file: float
    rank: float
    arm_rad: float
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Where the world is in the picture: a matrix (3, 4) from homogeneous file, rank, height to pixels."""

    matrix: npt.NDArray[np.float64]
    size_wh: tuple[int, int]
    place: npt.NDArray[np.float64]

    def seen(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """World points (n, 3) as pixels (n, 2)."""
        world = np.atleast_2d(np.asarray(points, dtype=np.float64))
        there = np.hstack([world, np.ones((len(world), 1))]) @ self.matrix.T
        return np.asarray(there[:, :2] / there[:, 2:])

    def plane(self, height: float) -> npt.NDArray[np.float64]:
        """The homography from file and rank at one height to pixels."""
        columns = self.matrix
        return np.stack([columns[:, 0], columns[:, 1], columns[:, 2] * height + columns[:, 3]], axis=1)


def camera(
    size_wh: tuple[int, int],
    *,
    tilt_deg: float,
    turned_deg: float,
    fill: float,
    shift: tuple[float, float] = (0.0, 0.0),
    roll_deg: float = 0.0,
) -> Camera:
    """A camera over the board.  ``fill``: how much of the picture's height the board about takes up."""
    tilt, turned = math.radians(tilt_deg), math.radians(turned_deg)
    distance = 22.0
    towards = np.array(
        [math.sin(tilt) * math.sin(turned), -math.sin(tilt) * math.cos(turned), math.cos(tilt)]
    )  # from the board's middle to the camera
    middle = np.array([4.0, 4.0, 0.0])
    place = middle + distance * towards
    right = np.array([math.cos(turned), math.sin(turned), 0.0])
    down = np.cross(-towards, right)
    rotation = np.stack([right, down, -towards])
    roll = math.radians(roll_deg)
    spin = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    rotation = spin @ rotation
    width, height = size_wh
    corners = np.array([(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)], dtype=np.float64)
    local = (corners - place) @ rotation.T
    flat = local[:, :2] / local[:, 2:]
    span = flat.max(axis=0) - flat.min(axis=0)
    focal = fill * min(height / span[1], width / span[0])
    centre = (flat.max(axis=0) + flat.min(axis=0)) / 2 * focal
    inner = np.array(
        [[focal, 0, width / 2 - centre[0] + shift[0]], [0, focal, height / 2 - centre[1] + shift[1]], [0, 0, 1]]
    )
    outer = np.hstack([rotation, (-rotation @ place)[:, None]])
    return Camera(inner @ outer, size_wh, place)


def random_camera(
    rng: np.random.Generator, size_wh: tuple[int, int], look: Look, tilts_deg: tuple[float, float]
) -> Camera:
    """Tilted within a range, turned any way; rim and box need not be in the picture whole."""
    border = min(sum(look.frame_width), 1.2)
    fill = float(rng.uniform(0.5, 0.97)) * 8 / (8 + 2 * border)
    spare = (1 - fill) * 0.25 * min(size_wh)
    shift = (float(rng.uniform(-spare, spare)), float(rng.uniform(-spare, spare)))
    tilt = float(tilts_deg[0] + (tilts_deg[1] - tilts_deg[0]) * rng.random() ** 0.8)
    turned = float(rng.uniform(0, 360)) if rng.random() < 0.6 else float(90 * rng.integers(4) + rng.normal(0, 6))
    return camera(size_wh, tilt_deg=tilt, turned_deg=turned, fill=fill, shift=shift, roll_deg=float(rng.normal(0, 3)))


class Scene:
    """One board under one camera: the empty board is drawn once, pieces and hands on top of it."""

    def __init__(self, look: Look, view: Camera, *, box: bool = False) -> None:
        self.look: Final = look
        self.camera: Final = view
        self._faces: dict[tuple[bool, int, bool], Floats] = {}
        rng = np.random.default_rng([look.seed, 1])
        width, height = view.size_wh
        table = np.ones((height, width, 3), dtype=np.float32) * np.array(look.table, dtype=np.float32)
        if look.table_grain:
            table *= (1 + look.table_grain * _noise(rng, view.size_wh, (9, height // 12)))[..., None]
            table *= (1 + look.table_grain * _noise(rng, view.size_wh, (7, 5)))[..., None]
        for _ in range(int(rng.integers(0, 5))):  # things beside the board
            at, wh = rng.uniform(0, 1, 2) * (width, height), rng.uniform(0.05, 0.3, 2) * (width, height)
            ring = cv2.boxPoints((at.tolist(), wh.tolist(), float(rng.uniform(0, 180))))
            cv2.fillConvexPoly(table, ring.astype(np.int32), [float(v) for v in rng.uniform(10, 245, 3)], cv2.LINE_AA)
        texture, alpha = board_texture(look, rng, box)
        onto = view.plane(0.0) @ np.array([[1 / TEXEL, 0, -MARGIN], [0, -1 / TEXEL, 8 + MARGIN], [0, 0, 1.0]])
        small = float(np.ptp(self.corners_px()[:, 0]) + np.ptp(self.corners_px()[:, 1])) / 16
        sigma = max(0.3, 0.3 * TEXEL / max(small, 1))
        soft, opaque = (cv2.GaussianBlur(part, (0, 0), sigma) for part in (texture, alpha))
        drawn = cv2.warpPerspective(soft, onto, view.size_wh, flags=cv2.INTER_LINEAR)
        cover = cv2.warpPerspective(opaque, onto, view.size_wh, flags=cv2.INTER_LINEAR)
        fall = np.float32(0.02 * height)
        shade = cv2.GaussianBlur(
            cv2.warpAffine(cover, np.array([[1, 0, fall * math.cos(look.light_from)], [0, 1, fall]]), view.size_wh),
            (0, 0), float(fall),
        )  # fmt: skip
        table *= (1 - 0.4 * shade)[..., None]
        self._ground = np.asarray(table * (1 - cover[..., None]) + drawn * cover[..., None], dtype=np.float32)
        self._light = self._lighting(rng)

    def corners_px(self) -> npt.NDArray[np.float64]:
        """The corners a1, h1, h8, a8 of the 64 squares in the picture, (4, 2)."""
        return self.camera.seen([(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)])

    def _lighting(self, rng: np.random.Generator) -> Floats:
        look, (width, height) = self.look, self.camera.size_wh
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        u, v = x / width - 0.5, y / height - 0.5
        light = look.brightness * (1 + look.slope[0] * u + look.slope[1] * v)
        for _ in range(look.bands):  # a soft shadow with a straight edge
            angle, at = rng.uniform(0, 2 * math.pi), rng.uniform(-0.3, 0.3)
            steps = (u * math.cos(angle) + v * math.sin(angle) - at) / rng.uniform(0.01, 0.1)
            edge = 0.5 + 0.5 * np.tanh(steps / 2)
            light = light * (1 - rng.uniform(0.05, 0.4) * edge)
        warm = np.array([1 - look.warmth, 1.0, 1 + look.warmth], dtype=np.float32)
        return np.asarray(light[..., None] * warm, dtype=np.float32)

    def drawn(self, pieces: Sequence[Piece], hand: Hand | None = None, *, seed: int = 0) -> npt.NDArray[np.uint8]:
        """The picture with these pieces."""
        look = self.look
        canvas = self._ground.copy()
        canvas *= (1 - look.shadow * self._shadows(pieces))[..., None]
        place = self.camera.place
        for piece in sorted(pieces, key=lambda p: -math.hypot(p.file - place[0], p.rank - place[1])):
            self._draw_piece(canvas, piece)
        if hand is not None:
            self._draw_hand(canvas, hand)
        canvas *= self._light
        rng = np.random.default_rng([look.seed, 2, seed])
        canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), look.blur), dtype=np.float32)
        canvas += rng.normal(0, look.noise, canvas.shape).astype(np.float32)
        small = np.clip(canvas, 0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, look.quality])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)

    def _circle(self, file: float, rank: float, height: float, radius: float) -> npt.NDArray[np.float64]:
        angles = np.linspace(0, 2 * math.pi, 40, endpoint=False)
        ring = np.stack([file + radius * np.cos(angles), rank + radius * np.sin(angles), np.full(40, height)], axis=1)
        return self.camera.seen(ring)

    def _shadows(self, pieces: Sequence[Piece]) -> Floats:
        look, (width, height) = self.look, self.camera.size_wh
        mask = np.zeros((height, width), dtype=np.float32)
        for piece in pieces:
            length = (piece.level * look.height + piece.lifted) * look.shadow_length
            dx, dy = -length * math.cos(look.light_from), -length * math.sin(look.light_from)
            start = piece.lifted / max(piece.lifted + piece.level * look.height, 1e-6)
            rings = [
                self._circle(piece.file + dx * k, piece.rank + dy * k, 0, look.radius * 1.02) for k in (start, 1.0)
            ]
            cv2.fillConvexPoly(mask, cv2.convexHull(np.vstack(rings).astype(np.float32)).astype(np.int32), 1.0)
        span = float(np.ptp(self.corners_px()[:, 0])) / 8
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(1.0, 0.05 * span)))

    def _draw_piece(self, canvas: Floats, piece: Piece) -> None:
        look = self.look
        colour = np.array(look.light_piece if piece.light else look.dark_piece)
        for level in range(piece.level):
            rng = np.random.default_rng([look.seed, piece.seed, level, 3])
            file, rank, high, over, hull = self._outline(piece, level, rng)
            x0, y0 = np.floor(hull.min(axis=0)).astype(int) - 2
            x1, y1 = np.ceil(hull.max(axis=0)).astype(int) + 3
            x0, y0 = max(0, int(x0)), max(0, int(y0))
            x1, y1 = min(canvas.shape[1], int(x1)), min(canvas.shape[0], int(y1))
            if x1 <= x0 or y1 <= y0:
                continue
            part = canvas[y0:y1, x0:x1]
            mask = np.zeros(part.shape[:2], dtype=np.uint8)
            cv2.fillConvexPoly(mask, ((hull - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
            lean = math.cos(look.light_from)
            ramp = 0.72 + 0.15 * lean * np.linspace(-1, 1, part.shape[1], dtype=np.float32)
            cover = (mask.astype(np.float32) / 255)[..., None]
            part[:] = part * (1 - cover) + (colour * ramp[None, :, None]) * cover
            face = self._face_of(piece, level)
            side = face.shape[0]
            scale = 2 * look.radius / side
            turn = float(rng.uniform(0, 2 * math.pi)) if look.grain_piece else 0.0
            c, s = math.cos(turn), math.sin(turn)
            flat = np.array([[scale, 0, -look.radius], [0, -scale, look.radius], [0, 0, 1.0]])
            spun = np.array([[c, -s, file], [s, c, rank], [0, 0, 1.0]])
            shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
            onto = shift @ self.camera.plane(high) @ spun @ flat
            top = cv2.warpPerspective(
                face, onto, (x1 - x0, y1 - y0), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
            )
            mask = np.zeros(part.shape[:2], dtype=np.uint8)
            cv2.fillConvexPoly(mask, ((over - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
            cover = (mask.astype(np.float32) / 255)[..., None]
            part[:] = part * (1 - cover) + top * cover

    def _outline(
        self, piece: Piece, level: int, rng: np.random.Generator
    ) -> tuple[float, float, float, npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Of a piece of a stack: file, rank and height of its face, the face's ring and the whole outline (pixels)."""
        look = self.look
        off = rng.normal(0, 0.02, 2) if level else np.zeros(2)
        file, rank = piece.file + off[0], piece.rank + off[1]
        low = piece.lifted + level * look.height
        under, over = (self._circle(file, rank, z, look.radius) for z in (low, low + look.height))
        hull = cv2.convexHull(np.vstack([under, over]).astype(np.float32))[:, 0]
        return file, rank, low + look.height, over, np.asarray(hull, dtype=np.float64)

    def marked(
        self, pieces: Sequence[Piece], hand: Hand | None = None
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
        """What each pixel shows, (h, w): 0 board or table, k + 1 for the piece number k, 255 a hand or its sleeve.

        And how much (0 to 1) of each piece is seen between those before it.
        """
        width, height = self.camera.size_wh
        marks, whole = np.zeros((height, width), dtype=np.uint8), np.ones(len(pieces))
        place = self.camera.place
        for k in sorted(
            range(len(pieces)), key=lambda k: -math.hypot(pieces[k].file - place[0], pieces[k].rank - place[1])
        ):
            piece, rings = pieces[k], []
            for level in range(piece.level):
                rng = np.random.default_rng([self.look.seed, piece.seed, level, 3])
                rings.append(np.round(self._outline(piece, level, rng)[-1]).astype(np.int32))
                cv2.fillConvexPoly(marks, rings[-1], k + 1)
            whole[k] = max(1.0, float((marks == k + 1).sum()))
        seen = np.bincount(marks.ravel(), minlength=len(pieces) + 1)[1 : len(pieces) + 1] / whole
        if hand is not None:
            marks[np.maximum(*hand_masks(self.camera, hand)) > 0.5] = 255
        return marks, seen

    def _face_of(self, piece: Piece, level: int) -> Floats:
        key = piece.light, piece.seed % 12, piece.level > 1 and level == piece.level - 1 and self.look.seed % 2 == 0
        if key not in self._faces:
            self._faces[key] = face(self.look, *key)
        return self._faces[key]

    def _draw_hand(self, canvas: Floats, hand: Hand) -> None:
        """Four fingers and a thumb that reach to a place, the back of the hand and the sleeve behind them."""
        mask, sleeve = hand_masks(self.camera, hand)
        rng = np.random.default_rng([self.look.seed, hand.seed, 4])
        height, width = mask.shape
        fall = np.array([[1, 0, 0.012 * width], [0, 1, 0.016 * width]])
        both = cv2.warpAffine(np.maximum(mask, sleeve), fall, (width, height))
        shade = cv2.GaussianBlur(both, (0, 0), 0.012 * width)
        canvas *= (1 - 0.45 * shade)[..., None]
        tone = 1 + 0.06 * _noise(rng, (width, height), (30, 22))
        round_ = 0.6 + 0.4 * np.clip(cv2.GaussianBlur(mask, (0, 0), 0.012 * width) * 1.2 - 0.2, 0, 1)
        for cover, colour in ((sleeve, self.look.sleeve), (mask, self.look.skin)):
            paint = np.array(colour, dtype=np.float32) * (tone * (round_ if cover is mask else 1))[..., None]
            canvas[:] = canvas * (1 - cover[..., None]) + paint * cover[..., None]


def hand_masks(view: Camera, hand: Hand) -> tuple[Floats, Floats]:
    """Where hand and sleeve are in the picture, 0 to 1."""
    width, height = view.size_wh
    rng = np.random.default_rng([hand.seed, 5])
    mask, sleeve = (np.zeros((height, width), dtype=np.uint8) for _ in range(2))
    along = np.array([math.cos(hand.arm_rad), math.sin(hand.arm_rad)])
    across = np.array([-along[1], along[0]])
    tip = np.array([hand.file, hand.rank])
    scale = float(np.linalg.norm(np.diff(view.seen([(*tip, 0.3), (*(tip + across), 0.3)]), axis=0)))

    def at(a: float, b: float, z: float) -> tuple[int, int]:
        x, y = view.seen([(*(tip + a * along + b * across), z)])[0]
        return round(float(x)), round(float(y))

    for finger, (start, off) in enumerate(((0.0, 0.12), (0.15, -0.3), (0.7, -0.75), (1.1, -1.1))):
        start += float(rng.uniform(-0.1, 0.1)) if finger else 0
        cv2.line(mask, at(start, off, 0.4), at(1.6, off * 0.9, 1.1), 255, max(2, round(0.42 * scale)), cv2.LINE_AA)
        cv2.line(
            mask, at(1.6, off * 0.9, 1.1), at(2.6, off * 0.7 - 0.2, 1.2), 255, max(2, round(0.5 * scale)), cv2.LINE_AA
        )
    cv2.line(mask, at(0.1, 0.55, 0.4), at(1.5, 0.9, 0.9), 255, max(2, round(0.45 * scale)), cv2.LINE_AA)
    cv2.line(mask, at(1.5, 0.9, 0.9), at(2.8, 0.2, 1.2), 255, max(2, round(0.6 * scale)), cv2.LINE_AA)
    cv2.line(mask, at(2.2, -0.3, 1.2), at(3.3, -0.2, 1.2), 255, max(2, round(1.7 * scale)), cv2.LINE_AA)
    cv2.line(mask, at(3.3, -0.2, 1.2), at(6.0, -0.1, 1.2), 255, max(2, round(1.2 * scale)), cv2.LINE_AA)
    cv2.line(sleeve, at(4.6, -0.1, 1.2), at(14.0, 0.0, 1.2), 255, max(2, round(1.7 * scale)), cv2.LINE_AA)
    bare = np.where(sleeve > 0, 0, mask)
    return np.asarray(bare / 255, dtype=np.float32), np.asarray(sleeve / 255, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A random picture and its truth.

    ``counts``: (light, dark) of each square that holds a piece.  ``corners_px``: a1, h1, h8, a8.
    """

    image_bgr: npt.NDArray[np.uint8]
    counts: Mapping[int, tuple[int, int]]
    corners_px: npt.NDArray[np.float64]
    scene: Scene
    hand: Hand | None

    def truth(self) -> dict[str, Any]:
        return {"corners": self.corners_px.tolist(), "counts": {str(k): v for k, v in self.counts.items()}}


DARK: Final = [s for s in range(64) if (s % 8 + s // 8) % 2 == 0]

LIGHT: Final = [s for s in range(64) if s not in DARK]


def random_counts(rng: np.random.Generator) -> dict[int, bool]:
    """Squares with pieces, and whether light: the start, a middle game, or few pieces."""
    if rng.random() < 0.2:  # somebody has put some on light squares
        return {**random_counts(rng), **{int(s): bool(rng.random() < 0.5) for s in rng.choice(LIGHT, 3)}}
    kind = rng.random()
    if kind < 0.2:
        return {s: s < 24 for s in DARK if s < 24 or s >= 40}
    if kind < 0.65:  # a middle game: men of each side rather on their own half
        light, dark = int(rng.integers(3, 13)), int(rng.integers(3, 13))
        order = sorted(DARK, key=lambda s: s // 8 + rng.normal(0, 2.2))
        return {**dict.fromkeys(order[:light], True), **dict.fromkeys(order[::-1][:dark], False)}
    several = rng.permutation(DARK)[: int(rng.integers(1, 25))]
    return {int(s): bool(rng.random() < 0.5) for s in several[:24]}


def placed(
    rng: np.random.Generator, squares: Mapping[int, bool], *, kings: float = 0.15, off: float = 0.1
) -> list[Piece]:
    """Pieces on squares, off centre by about ``off`` of a square, a third at most."""
    pieces = []
    for square, light in squares.items():
        dx, dy = np.clip(rng.normal(0, off, 2), -0.33, 0.33)
        level = 2 if rng.random() < kings else 1
        place = square % 8 + 0.5 + float(dx), square // 8 + 0.5 + float(dy)
        pieces.append(Piece(*place, light, level, int(rng.integers(1 << 20))))
    return pieces


SIZES: Final = ((1280, 960), (1280, 720), (960, 720), (1600, 1200))


def rendered(
    seed: int, *, hands: float = 0.0, sizes: Sequence[tuple[int, int]] = SIZES, steep: bool = False
) -> Rendered:
    """The random board of a seed; of seeds, every third (seed % 3 == 2) is kept for the last look."""
    rng = np.random.default_rng([8, seed])
    look = random_look(rng)
    if steep:  # high stacks, seen from the side: the farther square is hidden by half and more
        look = replace(look, height=float(rng.uniform(0.22, 0.4)), radius=float(rng.uniform(0.36, 0.47)))
    view = random_camera(rng, sizes[int(rng.integers(len(sizes)))], look, (38, 62) if steep else (0, 45))
    scene = Scene(look, view, box=bool(rng.random() < 0.25))
    squares = random_counts(rng)
    off = float(rng.choice([0.03, 0.08, 0.14]))
    pieces = placed(rng, squares, kings=0.5 if steep else float(rng.choice([0.0, 0.1, 0.4])), off=off)
    hand = None
    if rng.random() < hands:
        file, rank = (float(v) for v in rng.uniform(0.5, 7.5, 2))
        hand = Hand(file, rank, float(rng.uniform(0, 2 * math.pi)), int(rng.integers(1 << 20)))
    image = scene.drawn(pieces, hand)
    counts = {s: (1, 0) if light else (0, 1) for s, light in squares.items()}
    return Rendered(image, counts, scene.corners_px(), scene, hand)


def save(path: Path, image_bgr: npt.NDArray[np.uint8], quality: int) -> None:
    """Write a picture as JPEG."""
    cv2.imwrite(str(path), image_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
