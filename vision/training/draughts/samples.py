"""Render boards for training: each as its rectified view with what lies on each of its squares.

    python -m vision.training.draughts.samples --out FOLDER --first 100000 --count 2000

A sample is a JPEG of the view, :data:`SIDE` pixels wide with :data:`MARGIN` squares round the board, and in a file of
numpy, row by row as in the view, 0 empty, 1 light, 2 dark, 3 covered by a hand.  The third of the seeds that is kept
for the last look is left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.training.draughts.boards import Rendered, hand_masks, rendered

SQUARE: Final = 24
MARGIN: Final = 1.5
SIDE: Final = round(SQUARE * (8 + 2 * MARGIN))
_SIZES: Final = ((640, 480), (800, 600), (720, 405), (960, 720))
_COVERED: Final = 0.35
"""Of a square's middle, when it counts as covered."""


def view_of(shown: Rendered) -> tuple[np.ndarray, np.ndarray]:
    """The rectified view with rank 8 at the top, and the classes (8, 8) of its squares."""
    low, high = SQUARE * MARGIN, SQUARE * (8 + MARGIN)
    wanted = np.array([(low, high), (high, high), (high, low), (low, low)], dtype=np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(shown.corners_px.astype(np.float32), wanted)
    view = cv2.warpPerspective(shown.image_bgr, onto, (SIDE, SIDE), flags=cv2.INTER_AREA)
    classes = np.zeros((8, 8), dtype=np.uint8)
    for square, (light, _) in shown.counts.items():
        classes[7 - square // 8, square % 8] = 1 if light else 2
    if shown.hand is not None:
        hand = np.maximum(*hand_masks(shown.scene.camera, shown.hand))
        cover = cv2.warpPerspective(hand, onto, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
        for row in range(8):
            for column in range(8):
                y, x = (round(SQUARE * (MARGIN + at + 0.2)) for at in (row, column))
                if cover[y : y + 14, x : x + 14].mean() > _COVERED:
                    classes[row, column] = 3
    return view, classes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=100000)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--steep", action="store_true", help="high stacks, seen from the side")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for seed in range(options.first, options.first + options.count):
        if seed % 3 == 2:
            continue
        view, classes = view_of(rendered(seed, hands=0.25, sizes=_SIZES, steep=options.steep))
        cv2.imwrite(str(options.out / f"{seed}.jpg"), view, [cv2.IMWRITE_JPEG_QUALITY, 95])
        np.save(options.out / f"{seed}.npy", classes)


if __name__ == "__main__":
    main()
