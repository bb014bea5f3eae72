"""The bundled clip of draughts is read exactly, and what has changed is told; no net learned from its renderer."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.draughts.calibration import DraughtsCalibration, calibrate
from vision.draughts.reader import DraughtsReader
from vision.observation import Counts, Observation
from vision.rectify import Image

_CLIP = Path(__file__).parents[3] / "companion" / "demo" / "draughts"
_COUNTS: dict[str, Counts] = {".": (0, 0), "l": (1, 0), "d": (0, 1)}


@cache
def stills() -> list[tuple[Image, dict[int, Counts]]]:
    """Each still picture, and what lies on its squares, from a1 on."""
    frames = json.loads((_CLIP / "truth.json").read_text(encoding="utf-8"))["frames"]
    return [
        (
            np.asarray(cv2.imread(str(_CLIP / frame["file"])), dtype=np.uint8),
            {
                square: _COUNTS[letter]
                for square, letter in enumerate(letter for row in reversed(frame["rows"]) for letter in row)
            },
        )
        for frame in frames
        if frame["still"]
    ]


@cache
def looks() -> list[tuple[Observation, dict[int, Counts]]]:
    """Each picture as the reader sees it; what lay there before is confirmed, as in a match."""
    reader = DraughtsReader(calibrate(stills()[0][0]))
    told: list[tuple[Observation, dict[int, Counts]]] = []
    for number, (image, counts) in enumerate(stills()):
        told.append((reader.look(image, seen_at_s=float(number)), counts))
        if number:
            reader.confirm(float(number - 1), stills()[number - 1][1])
        reader.settle(float(number))
    return told


def test_every_still_is_read_exactly() -> None:
    assert len(looks()) > 12
    for seen, counts in looks():
        assert not seen.hand
        assert {square: seen.spot(square).best for square in counts} == counts


def test_a_calibration_is_kept_and_read_again() -> None:
    known = calibrate(stills()[0][0])
    assert DraughtsCalibration.from_json(known.to_json()) == known
    assert known.turns == 0
    assert sum(known.colours.light) > sum(known.colours.dark)
