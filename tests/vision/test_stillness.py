"""Has anything moved?"""

from __future__ import annotations

import cv2
import numpy as np

from vision.rectify import Image
from vision.stillness import moved

RNG = np.random.default_rng(7)
TABLE: Image = cv2.GaussianBlur(RNG.integers(60, 190, (480, 640, 3)).astype(np.uint8), (0, 0), 8)  # type: ignore[assignment]


def noisy(image: Image, seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def test_noise_is_no_movement() -> None:
    assert not moved(noisy(TABLE, 1), noisy(TABLE, 2))


def test_a_light_that_is_turned_up_is_no_movement() -> None:
    assert not moved(TABLE, np.clip(TABLE.astype(int) + 25, 0, 255).astype(np.uint8))


def test_a_checker_that_went_elsewhere_is_movement() -> None:
    before, after = TABLE.copy(), TABLE.copy()
    cv2.circle(before, (200, 200), 18, (240, 240, 240), -1)
    cv2.circle(after, (300, 260), 18, (240, 240, 240), -1)
    assert moved(before, after)
