"""What boards, pieces and their light look like: drawn at random."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Colour = tuple[float, float, float]
"""Blue, green, red; 0 to 255."""

SQUARE_COLOURS: Final[tuple[tuple[Colour, Colour], ...]] = (
    ((40, 60, 105), (150, 195, 230)),
    ((28, 40, 70), (130, 175, 215)),
    ((30, 55, 100), (185, 215, 235)),
    ((25, 25, 28), (235, 238, 238)),
    ((30, 30, 32), (200, 210, 215)),
    ((25, 30, 35), (90, 130, 190)),
    ((40, 90, 35), (215, 232, 238)),
    ((45, 105, 55), (180, 215, 225)),
    ((60, 100, 60), (160, 190, 200)),
    ((30, 25, 150), (225, 230, 232)),
    ((35, 30, 170), (40, 130, 45)),
    ((120, 55, 35), (60, 140, 70)),
    ((130, 70, 40), (230, 228, 222)),
    ((90, 60, 40), (200, 190, 170)),
    ((110, 110, 110), (235, 235, 235)),
    ((20, 20, 22), (40, 40, 175)),
    ((35, 70, 120), (90, 150, 200)),
    ((60, 80, 110), (190, 200, 205)),
    ((20, 50, 90), (80, 190, 230)),
)
"""Of the dark and the light squares."""

PIECE_COLOURS: Final[tuple[tuple[Colour, Colour], ...]] = (
    ((235, 238, 240), (28, 28, 30)),
    ((200, 222, 235), (30, 32, 40)),
    ((135, 185, 220), (35, 40, 50)),
    ((150, 195, 225), (35, 50, 95)),
    ((110, 165, 210), (25, 35, 60)),
    ((225, 230, 235), (35, 30, 165)),
    ((90, 200, 235), (30, 30, 34)),
    ((220, 225, 228), (120, 55, 35)),
    ((165, 205, 230), (25, 30, 120)),
    ((215, 220, 220), (50, 90, 40)),
)
"""Of the light and the dark pieces."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a board, its pieces and its light look like; drawn at random by :func:`random_look`."""

    dark_square: Colour
    light_square: Colour
    light_piece: Colour
    dark_piece: Colour
    frame: tuple[Colour, ...]
    frame_width: tuple[float, ...]
    line: float
    labels: bool
    grain: float
    radius: float
    height: float
    rings: int
    relief: float
    crown: bool
    grain_piece: float
    table: Colour
    table_grain: float
    light_from: float
    shadow: float
    shadow_length: float
    warmth: float
    brightness: float
    slope: tuple[float, float]
    bands: int
    blur: float
    noise: float
    quality: int
    skin: Colour
    sleeve: Colour
    seed: int


def varied(rng: np.random.Generator, colour: Colour, by: float) -> Colour:
    factor = 1 + rng.normal(0, by)
    blue, green, red = (float(np.clip(v * factor + rng.normal(0, 100 * by * 0.5), 8, 250)) for v in colour)
    return blue, green, red


def random_look(rng: np.random.Generator) -> Look:
    squares = SQUARE_COLOURS[rng.integers(len(SQUARE_COLOURS))]
    pieces = PIECE_COLOURS[rng.integers(len(PIECE_COLOURS))]
    dark_square, light_square = (varied(rng, colour, 0.1) for colour in squares)
    light_piece, dark_piece = (varied(rng, colour, 0.08) for colour in pieces)
    frames = int(rng.integers(0, 4))
    choices = [*(c for pair in SQUARE_COLOURS for c in pair), (30.0, 60.0, 110.0), (60.0, 100.0, 150.0)]
    frame = [varied(rng, choices[rng.integers(len(choices))], 0.1) for _ in range(frames)]
    widths = [float(rng.uniform(0.08, 0.35) if rng.random() < 0.4 else rng.uniform(0.35, 1.0)) for _ in range(frames)]
    tables: tuple[Colour, ...] = (
        (70, 110, 160), (110, 150, 190), (40, 60, 90), (200, 205, 210), (120, 120, 125),
        (60, 60, 62), (90, 120, 90), (50, 80, 50), (150, 170, 190), (130, 90, 70),
    )  # fmt: skip
    skins: tuple[Colour, ...] = ((130, 165, 215), (110, 145, 200), (70, 100, 150), (50, 70, 110), (150, 180, 230))
    return Look(
        dark_square, light_square, light_piece, dark_piece,
        frame=tuple(frame), frame_width=tuple(widths),
        line=float(rng.choice([0.0, 0.0, 0.02, 0.04])), labels=bool(rng.random() < 0.4),
        grain=float(rng.choice([0.0, 0.03, 0.07, 0.12])),
        radius=float(rng.uniform(0.31, 0.45)), height=float(rng.uniform(0.12, 0.3)),
        rings=int(rng.integers(0, 5)), relief=float(rng.uniform(0.05, 0.35)), crown=bool(rng.random() < 0.25),
        grain_piece=float(rng.choice([0.0, 0.03, 0.08])),
        table=varied(rng, tables[rng.integers(len(tables))], 0.12), table_grain=float(rng.choice([0.0, 0.04, 0.1])),
        light_from=float(rng.uniform(0, 2 * math.pi)), shadow=float(rng.uniform(0.1, 0.55)),
        shadow_length=float(rng.uniform(0.3, 1.6)), warmth=float(rng.normal(0, 0.08)),
        brightness=float(rng.uniform(0.55, 1.08)), slope=(float(rng.normal(0, 0.15)), float(rng.normal(0, 0.15))),
        bands=int(rng.integers(0, 3)), blur=float(rng.uniform(0.4, 1.3)), noise=float(rng.uniform(0.5, 5.0)),
        quality=int(rng.integers(60, 96)),
        skin=varied(rng, skins[rng.integers(len(skins))], 0.06),
        sleeve=varied(rng, choices[rng.integers(len(choices))], 0.15),
        seed=int(rng.integers(1 << 31)),
    )  # fmt: skip
