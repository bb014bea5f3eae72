"""How draughts boards, men, tables, lights and cameras look: one of each, drawn by chance from wide families.

Lengths are in squares: the board is 8 x 8, x from Light's left to right, y away from Light, z up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

Colour = np.ndarray
"""BGR, 0 to 255, as floats."""

_CHEQUERS: tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...] = (
    ((170, 205, 230), (45, 70, 110)),  # maple and walnut
    ((150, 195, 225), (60, 95, 150)),
    ((190, 220, 235), (30, 35, 45)),
    ((245, 245, 245), (25, 25, 25)),  # printed
    ((225, 235, 240), (50, 110, 40)),
    ((210, 225, 235), (40, 40, 150)),
    ((200, 230, 240), (120, 70, 35)),
    ((40, 130, 30), (40, 40, 220)),
    ((50, 140, 50), (140, 50, 35)),
    ((120, 160, 200), (70, 100, 145)),  # little contrast
    ((130, 200, 235), (35, 60, 90)),
    ((180, 180, 180), (90, 90, 90)),
)
_MEN: tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...] = (
    ((235, 245, 248), (30, 30, 32)),
    ((160, 200, 225), (35, 35, 38)),
    ((185, 215, 235), (40, 60, 100)),
    ((230, 240, 245), (40, 35, 170)),
    ((120, 175, 215), (35, 50, 85)),
    ((215, 230, 238), (130, 60, 30)),
    ((200, 225, 240), (45, 90, 40)),
    ((150, 200, 230), (45, 45, 140)),
    ((240, 240, 240), (60, 60, 62)),
)


@dataclass(frozen=True, slots=True)
class Men:
    """The men of a set: ``radius``, ``height`` in squares; ``stacked``: kings are two men high, else turned over."""

    light: Colour
    dark: Colour
    radius: float
    height: float
    rings: tuple[float, ...]
    gloss: float
    stacked: bool


@dataclass(frozen=True, slots=True)
class Look:
    """One board on one table under one light, as far as it stays the same from picture to picture.

    ``plane``: all that lies flat, ``PX`` pixels a square, the board's squares from ``MARGIN`` on.
    ``wall``: height of the walls of a box around the board, 0 without; ``gap``: of the walls from the squares.
    ``light``: how far a shadow falls per height (x, y).  ``ambient``: what is left of the light in a shadow.
    """

    plane: np.ndarray
    men: Men
    wall: float
    gap: float
    wall_paint: Colour
    light: tuple[float, float]
    ambient: float
    warmth: Colour
    shade: np.ndarray
    skin: Colour = field(default_factory=lambda: np.array([140.0, 170.0, 215.0]))
    sleeve: Colour = field(default_factory=lambda: np.array([90.0, 60.0, 50.0]))


PX = 64
MARGIN = 5.0
SIDE = int((8 + 2 * MARGIN) * PX)


def _jittered(paint: tuple[int, int, int], rng: np.random.Generator, much: float) -> Colour:
    return np.clip(np.array(paint, float) * rng.uniform(0.85, 1.12) + rng.normal(0, much, 3), 5, 250)


def _grain(wh: tuple[int, int], rng: np.random.Generator, strength: float) -> np.ndarray:
    """Noise drawn out along one direction, as of wood; (h, w, 1), mean 0."""
    width, height = wh
    long, short = (rng.uniform(60, 300), rng.uniform(2, 12))
    cells = (long, short) if rng.random() < 0.5 else (short, long)
    noise = rng.normal(0, strength, (max(2, int(height / cells[1])), max(2, int(width / cells[0]))))
    return cv2.resize(noise.astype(np.float32), wh, interpolation=cv2.INTER_CUBIC)[..., None]


def _table(rng: np.random.Generator) -> np.ndarray:
    ground = np.empty((SIDE, SIDE, 3), np.float32)
    kind = rng.random()
    wood = _jittered((90, 130, 175), rng, 20)
    ground[:] = wood * rng.uniform(0.4, 1.2) if kind < 0.5 else rng.uniform(20, 235, 3)
    ground += _grain((SIDE, SIDE), rng, rng.uniform(1, 14))
    if kind > 0.85:  # a tablecloth in checks, planks or stripes
        cell = rng.uniform(0.25, 2.5) * PX
        columns = np.arange(SIDE) // cell % 2
        pattern = columns[None, :] + (columns[:, None] if rng.random() < 0.5 else 0)
        ground += pattern[..., None] * rng.normal(0, 30, 3)
    for _ in range(int(rng.integers(0, 7))):  # things beside the board: paper, boxes, other men
        at = rng.uniform(0, SIDE, 2)
        if np.all(np.abs(at / PX - MARGIN - 4) < 5.5):
            continue
        paint = rng.uniform(15, 250, 3).tolist()
        if rng.random() < 0.5:
            cv2.circle(ground, (int(at[0]), int(at[1])), int(PX * rng.uniform(0.3, 0.9)), paint, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints((tuple(at), tuple(rng.uniform(0.5, 4, 2) * PX), rng.uniform(0, 90)))
            cv2.fillPoly(ground, [box.astype(np.int32)], paint, cv2.LINE_AA)
    return ground


def _squares(ground: np.ndarray, rng: np.random.Generator, printed: bool) -> None:
    """Paint the 64 squares; a1 at the bottom left of the plane as Light sees it (y grows downward in the plane)."""
    pair = _CHEQUERS[rng.integers(len(_CHEQUERS))]
    if rng.random() < 0.15:
        colours = [rng.uniform(10, 245, 3) for _ in range(2)]
        if np.abs(colours[0] - colours[1]).max() < 60:
            colours[0] = np.clip(colours[1] + 90, 0, 255)
    else:
        colours = [_jittered(paint, rng, 10) for paint in pair]
    light, dark = sorted(colours, key=lambda c: -c.mean()) if rng.random() < 0.95 else colours
    grain = 0.0 if printed else rng.uniform(2, 14)
    start = int(MARGIN * PX)
    for rank in range(8):
        for file in range(8):
            paint = dark if (rank + file) % 2 == 0 else light
            y, x = start + (7 - rank) * PX, start + file * PX
            cell = ground[y : y + PX, x : x + PX]
            cell[:] = paint * (1 if printed else rng.uniform(0.9, 1.08))
            if grain:
                cell += _grain((PX, PX), rng, grain)
    if rng.random() < 0.35:
        line = (dark * rng.uniform(0.3, 1.0)).tolist()
        for k in range(9):
            at = start + k * PX
            cv2.line(ground, (at, start), (at, start + 8 * PX), line, int(rng.integers(1, 3)), cv2.LINE_AA)
            cv2.line(ground, (start, at), (start + 8 * PX, at), line, int(rng.integers(1, 3)), cv2.LINE_AA)


def _frame(ground: np.ndarray, rng: np.random.Generator, width: float) -> None:
    start = MARGIN * PX
    outer = [int(start - width * PX), int(start + 8 * PX + width * PX)]
    paint = rng.uniform(15, 240, 3) if rng.random() < 0.4 else _jittered((60, 95, 140), rng, 18) * rng.uniform(0.4, 1.5)
    frame = ground[outer[0] : outer[1], outer[0] : outer[1]]
    frame[:] = np.clip(paint, 5, 250)
    frame += _grain((frame.shape[1], frame.shape[0]), rng, rng.uniform(0, 9))
    low, high = int(start), int(start + 8 * PX)
    if rng.random() < 0.5:
        inlay = rng.uniform(10, 245, 3).tolist()
        away = int(PX * rng.uniform(0.02, min(0.25, width)))
        cv2.rectangle(ground, (low - away, low - away), (high + away, high + away), inlay, int(rng.integers(1, 5)))
    if width > 0.4 and rng.random() < 0.5:
        signs = np.zeros(ground.shape[:2], np.uint8)
        for k in range(8):
            at = int(start + (k + 0.4) * PX)
            for edge in (low - 14, high + 26):
                cv2.putText(signs, "abcdefgh"[k], (at, edge), 0, 0.6, 255, 1, cv2.LINE_AA)
                cv2.putText(signs, str(8 - k), (edge - 8, at + 14), 0, 0.6, 255, 1, cv2.LINE_AA)
        ground += signs[..., None] / 255.0 * (rng.uniform(10, 245, 3) - ground)


def _men(rng: np.random.Generator) -> Men:
    light, dark = (_jittered(paint, rng, 8) for paint in _MEN[rng.integers(len(_MEN))])
    rings = tuple(sorted(rng.uniform(0.25, 0.92, int(rng.integers(0, 5))), reverse=True))
    return Men(light, dark, rng.uniform(0.31, 0.47), rng.uniform(0.08, 0.38), rings, rng.uniform(0, 0.5),
               bool(rng.random() < 0.75))  # fmt: skip


def look(rng: np.random.Generator) -> Look:
    """A board by chance; boxes of backgammon have walls around the squares."""
    ground = _table(rng)
    printed = bool(rng.random() < 0.4)
    boxed = bool(rng.random() < 0.25)
    gap = rng.uniform(0.05, 0.6)
    if boxed or rng.random() < 0.8:
        _frame(ground, rng, gap + 0.3 if boxed else rng.uniform(0.08, 1.3))
    _squares(ground, rng, printed)
    if rng.random() < 0.3 and not printed:  # the fold of a board of two halves
        middle = int((MARGIN + 4) * PX)
        low, high = int((MARGIN - 0.4) * PX), int((MARGIN + 8.4) * PX)
        cv2.line(ground, (low, middle), (high, middle), (20, 20, 20), int(rng.integers(1, 4)), cv2.LINE_AA)
    ground = np.clip(ground, 0, 255).astype(np.uint8)
    far = rng.uniform(0, 2 * np.pi)
    slope = rng.uniform(0.1, 1.3)
    shade = rng.uniform(0.65, 1.3, (4, 4)).astype(np.float32)
    skin = _jittered((130, 165, 210), rng, 8) * rng.uniform(0.45, 1.05)
    return Look(
        ground, _men(rng), rng.uniform(0.15, 0.45) if boxed else 0.0, gap,
        _jittered((60, 95, 140), rng, 18) * rng.uniform(0.4, 1.4),
        (slope * np.cos(far), slope * np.sin(far)), rng.uniform(0.35, 0.85),
        rng.uniform(0.85, 1.12, 3) * rng.uniform(0.55, 1.15), shade, skin, rng.uniform(15, 235, 3),
    )  # fmt: skip
