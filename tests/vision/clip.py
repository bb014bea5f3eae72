"""The bundled clip and its truth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from vision.calibration import Calibration, calibrate
from vision.observation import BAR, POINTS, Corners, Counts, Observation
from vision.pictures import load_picture
from vision.reader import BoardReader
from vision.rectify import Image

CLIP: Final = Path(__file__).parents[2] / "companion" / "demo" / "clip"
TRUTH: Final[Mapping[str, Any]] = json.loads((Path(__file__).parent / "clip_truth.json").read_text())
FRAMES: Final[list[dict[str, Any]]] = TRUTH["frames"]


def corners() -> Corners:
    first, second, third, fourth = ((float(x), float(y)) for x, y in TRUTH["corners"])
    return first, second, third, fourth


def picture(number: int) -> Image:
    return load_picture(CLIP / str(FRAMES[number]["file"]))


@cache
def calibration() -> Calibration:
    return calibrate(picture(0), corners())


@cache
def look(number: int) -> Observation:
    """What the reader sees in one frame of the clip."""
    return BoardReader(calibration()).look(picture(number), seen_at_s=float(number))


def counts(number: int) -> dict[int, Counts]:
    """The true counts on the points and the bar."""
    frame = FRAMES[number]
    light, dark = frame["bar"]
    return {p: (max(n, 0), max(-n, 0)) for p, n in zip(POINTS, frame["points"], strict=True)} | {BAR: (light, dark)}
