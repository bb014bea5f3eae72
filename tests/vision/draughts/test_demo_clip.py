"""The bundled clip of draughts is read exactly, and what has changed is told."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise

import cv2
import numpy as np

from companion.lab.draughts_film import DEMO, Shown, demo_game, demo_shown
from vision.draughts.calibration import DraughtsCalibration, calibrate
from vision.draughts.reader import DraughtsReader
from vision.observation import Observation
from vision.rectify import Image


def pictures() -> list[tuple[float, Image, Shown]]:
    frames = [json.loads(line) for line in (DEMO / "frames.jsonl").read_text(encoding="utf-8").splitlines()]
    shown = demo_shown()
    assert len(frames) == len(shown)
    return [
        (frame["t"], np.asarray(cv2.imread(str(DEMO / frame["file"])), dtype=np.uint8), one)
        for frame, one in zip(frames, shown, strict=True)
    ]


@cache
def looks() -> list[tuple[Observation, Shown]]:
    """Each picture as the reader sees it, compared with the still before."""
    reader, clear_s, told = None, None, []
    for at_s, image, one in pictures():
        reader = reader or DraughtsReader(calibrate(image))
        if clear_s is not None:
            reader.compare(clear_s)
        told.append((reader.look(image, seen_at_s=at_s), one))
        if one.hand is None:
            clear_s = at_s
    return told


def test_every_still_is_read_exactly() -> None:
    stills = [(seen, one.counts()) for seen, one in looks() if one.hand is None]
    assert len(stills) == len(demo_game()) + 2  # the start, and a wrong move that is put right
    for seen, counts in stills:
        assert not seen.hand
        assert {square: seen.spot(square).best for square in range(64)} == {
            square: counts.get(square, (0, 0)) for square in range(64)
        }


def test_the_squares_of_a_move_have_changed_and_no_others_have() -> None:
    stills = [(seen, one.counts()) for seen, one in looks() if one.hand is None]
    for (_, before), (seen, counts) in pairwise(stills):
        assert seen.changes is not None
        played = {square for square in range(64) if before.get(square) != counts.get(square)}
        assert all(seen.changes.spots[square] > 0.5 for square in played)
        rest = [chance for square, chance in seen.changes.spots.items() if square not in played]
        assert max(rest) < 0.5


def test_a_calibration_is_kept_and_read_again() -> None:
    known = calibrate(pictures()[0][1])
    assert DraughtsCalibration.from_json(known.to_json()) == known
    assert known.turns == 0
    assert sum(known.colours.light) > sum(known.colours.dark)
