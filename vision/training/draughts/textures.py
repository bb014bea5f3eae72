"""Textures of a draughts board and its pieces: wood, squares and faces."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.training.draughts.looks import Colour, Floats, Look, varied

TEXEL: Final = 64
"""Pixels a square has in the flat picture of the board."""
MARGIN: Final = 3
"""Squares drawn round the 8x8: rim, box and what they stand in."""


def _noise(rng: np.random.Generator, wh: tuple[int, int], cells: tuple[int, int]) -> Floats:
    """Smooth noise about 0 with so many cells across and down."""
    small = rng.normal(0, 1, (max(2, cells[1]), max(2, cells[0]))).astype(np.float32)
    return np.asarray(cv2.resize(small, wh, interpolation=cv2.INTER_CUBIC))


def _wood(rng: np.random.Generator, wh: tuple[int, int], grain: float, along: bool) -> Floats:
    """A factor about 1: streaks along one direction."""
    if not grain:
        return np.ones((wh[1], wh[0]), dtype=np.float32)
    cells = (4, wh[1] // 5) if along else (wh[0] // 5, 4)
    return np.asarray(1 + grain * _noise(rng, wh, cells) + grain * 0.7 * _noise(rng, wh, (6, 6)), dtype=np.float32)


def board_texture(look: Look, rng: np.random.Generator, box: bool) -> tuple[Floats, Floats]:
    """The flat picture of board and rim, rank 8 at the top, and where it is opaque."""
    side = TEXEL * (8 + 2 * MARGIN)
    texture = np.zeros((side, side, 3), dtype=np.float32)
    alpha = np.zeros((side, side), dtype=np.float32)
    zero = TEXEL * MARGIN
    if box:  # the open half of a backgammon box: felt or wood round it, and its wall
        wall, floor = varied(rng, (35, 55, 90), 0.25), varied(rng, (90, 120, 140), 0.3)
        reach = float(rng.uniform(0.4, 2.0))
        for colour, out in ((wall, reach + 0.45), (floor, reach)):
            a, b = max(0, round(zero - out * TEXEL)), min(side, round(zero + (8 + out) * TEXEL))
            texture[a:b, a:b] = np.array(colour) * _wood(rng, (b - a, b - a), 0.05, True)[..., None]
            alpha[a:b, a:b] = 1
    widths = np.cumsum(look.frame_width)[::-1]
    for colour, out in zip(look.frame[::-1], widths, strict=True):
        a, b = max(0, round(zero - out * TEXEL)), min(side, round(zero + (8 + out) * TEXEL))
        texture[a:b, a:b] = np.array(colour) * _wood(rng, (b - a, b - a), look.grain, True)[..., None]
        alpha[a:b, a:b] = 1
    for row in range(8):
        for column in range(8):
            dark = (row + column) % 2 == 1  # row 7, column 0 is a1
            shade = np.array(look.dark_square if dark else look.light_square)
            tone = 1 + look.grain * 0.6 * rng.normal()
            a, b = zero + row * TEXEL, zero + column * TEXEL
            wood = _wood(rng, (TEXEL, TEXEL), look.grain, bool(dark))
            texture[a : a + TEXEL, b : b + TEXEL] = shade * tone * wood[..., None]
    alpha[zero : zero + 8 * TEXEL, zero : zero + 8 * TEXEL] = 1
    if look.line:
        blue, green, red = look.dark_square
        line: Colour = (blue / 2, green / 2, red / 2)
        thick = max(1, round(look.line * TEXEL))
        cv2.rectangle(texture, (zero, zero), (zero + 8 * TEXEL, zero + 8 * TEXEL), line, thick)
        if rng.random() < 0.4:
            for k in range(1, 8):
                at = zero + k * TEXEL
                cv2.line(texture, (at, zero), (at, zero + 8 * TEXEL), line, max(1, thick // 2))
                cv2.line(texture, (zero, at), (zero + 8 * TEXEL, at), line, max(1, thick // 2))
    if look.labels and look.frame and look.frame_width[0] > 0.3:
        ink = look.light_square if sum(look.frame[0]) < 360 else look.dark_square
        written = np.zeros((side, side), dtype=np.uint8)
        for k in range(8):
            at = zero + round((k + 0.35) * TEXEL)
            for text, place in (
                ("abcdefgh"[k], (at, zero + 8 * TEXEL + 17)), ("abcdefgh"[k], (at, zero - 5)),
                (str(8 - k), (zero - 17, at + 18)), (str(8 - k), (zero + 8 * TEXEL + 4, at + 18)),
            ):  # fmt: skip
                cv2.putText(written, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.55, 255, 1, cv2.LINE_AA)
        cover = (written.astype(np.float32) / 255)[..., None]
        texture = np.asarray(texture * (1 - cover) + np.array(ink) * cover, dtype=np.float32)
    return texture, alpha


def face(look: Look, light: bool, seed: int, crown: bool) -> Floats:
    """The upper face of a piece, square, 96 pixels wide."""
    rng = np.random.default_rng([look.seed, seed, int(light)])
    side = 96
    colour = np.array(look.light_piece if light else look.dark_piece, dtype=np.float32) * (1 + rng.normal(0, 0.03))
    face = np.ones((side, side, 3), dtype=np.float32) * colour
    face *= _wood(rng, (side, side), look.grain_piece, True)[..., None]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    dx, dy = (x - side / 2 + 0.5) / (side / 2), (y - side / 2 + 0.5) / (side / 2)
    r, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
    relief = np.zeros((side, side), dtype=np.float32)
    for k in range(look.rings):
        at = 0.92 - k * 0.75 / max(1, look.rings)
        relief += np.exp(-(((r - at) / 0.03) ** 2)) * (1 if k % 2 else -1)
    if look.crown or crown:
        relief += np.exp(-(((r - 0.35 - 0.08 * np.cos(5 * angle)) / 0.05) ** 2))
    lit = np.cos(angle - look.light_from)
    strength = look.relief * (90 if colour.mean() < 90 else 140)
    face += (relief * (0.5 + 0.5 * lit) * strength * 0.6 + relief * lit * strength * 0.4)[..., None]
    edge = np.clip((r - 0.9) / 0.1, 0, 1)
    face += (edge * lit * strength * 0.7)[..., None]
    return np.asarray(np.clip(face, 0, 255), dtype=np.float32)
