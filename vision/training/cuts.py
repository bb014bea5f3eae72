"""Patches cut out of rendered boards, dice and cubes drawn into them, and what befalls a patch in a camera."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.patches import cut, patch_homography
from vision.rectify import transformed, view_from_picture
from vision.training.boxes import Box, Lens
from vision.training.samples import picture_corners, project

Pixels = np.ndarray


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered picture with its truth.  ``back`` (3, 3): from pixels of the truth to those of ``image``."""

    image: Pixels
    ids: Pixels
    truth: dict[str, Any]
    back: np.ndarray
    view: np.ndarray

    def matrix(self, center: Any, pitch: float, size: int) -> np.ndarray:
        """From pixels of the truth to a patch of ``size`` round a place, one point ``pitch`` pixels wide."""
        return patch_homography(self.view, center, pitch=pitch, size=size)

    def patch(self, matrix: np.ndarray, size: int) -> Pixels:
        return cut(self.image, matrix @ np.linalg.inv(self.back), size)

    def shows(self, place: Any, margin: float = 20.0) -> bool:
        x, y = transformed([place], self.back)[0]
        return bool(margin < x < self.image.shape[1] - margin and margin < y < self.image.shape[0] - margin)

    def lens(self, place_cm: np.ndarray, matrix: np.ndarray) -> Lens:
        """How a patch with this matrix shows the space round a place of the board."""
        step = 0.5
        ends = np.array(place_cm, float) + step * np.vstack([np.zeros(3), np.eye(3)])
        pixels = transformed(project(self.truth, ends), matrix)
        linear = ((pixels[1:] - pixels[0]) / step).T
        return Lens(linear, pixels[0] - linear @ place_cm)

    @property
    def flat_checkers(self) -> list[dict[str, Any]]:
        return [c for c in self.truth["checkers"] if not c["edge"] and not c["held"] and c["where"] in ("point", "bar")]


def loaded(path: Path) -> Scene:
    """One truth file with its picture and mask; close-ups at half their size, for they were rendered so."""
    truth = json.loads(path.read_text())
    image = cv2.imread(str(path.with_suffix(".jpg")))
    ids = cv2.imread(str(path.with_suffix(".mask.png")), cv2.IMREAD_UNCHANGED)
    back = np.eye(3)
    if "cubes" in truth:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        ids = ids[::2, ::2]
        back = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1.0]])
    return Scene(image, ids, truth, back, view_from_picture([(x, y) for x, y in picture_corners(truth)]))


def cubes_of(truth: dict[str, Any]) -> list[dict[str, Any]]:
    """All cubes in a picture: a close-up has several."""
    return list(truth.get("cubes") or ([truth["cube"]] if truth["cube"] else []))


def top_face(box: Box) -> np.ndarray:
    """The middle of the face that looks up most, in centimetres of the board."""
    axis = int(np.abs(box.turn[2]).argmax())
    return box.middle + box.turn[:, axis] * np.sign(box.turn[2, axis]) * box.side / 2


def turned(patch: Pixels, size: int, rng: np.random.Generator, *, shift: float, mirror: bool) -> Pixels:
    """The middle of a wide patch: turned any way, a little larger or smaller, not quite in the middle."""
    matrix = cv2.getRotationMatrix2D(((patch.shape[1] - 1) / 2, (patch.shape[0] - 1) / 2), rng.uniform(0, 360), 1.0)
    matrix[:, :2] *= rng.uniform(0.85, 1.18)
    if mirror and rng.random() < 0.5:
        matrix[0] *= -1
    middle = np.array([(patch.shape[1] - 1) / 2, (patch.shape[0] - 1) / 2])
    matrix[:, 2] = (size - 1) / 2 - matrix[:, :2] @ middle + rng.normal(0, shift, 2)
    return cv2.warpAffine(patch, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def photographed(patch: Pixels, rng: np.random.Generator, *, least: float = 0.42) -> Pixels:
    """What a camera and a room make of a patch: fewer pixels, blur, another light, noise, JPEG.

    ``least``: the smallest share of its pixels across that is left.
    """
    size = patch.shape[0]
    chance = rng.random()
    if chance < 0.3:
        small = int(size * math.exp(rng.uniform(math.log(least), math.log(0.9))))
        patch = cv2.resize(cv2.resize(patch, (small, small), interpolation=cv2.INTER_AREA), (size, size))
    elif chance < 0.5:
        patch = cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.4, 1.3))
    elif chance < 0.58:
        patch = _smeared(patch, rng)
    elif chance < 0.7:
        soft = cv2.GaussianBlur(patch, (0, 0), 1.0)
        patch = cv2.addWeighted(patch, 1 + rng.uniform(0.2, 1.0), soft, -rng.uniform(0.2, 0.8), 0)
    lit = patch.astype(np.float32)
    if rng.random() < 0.15:
        lit = lit[..., rng.permutation(3)]
    gain = np.exp(rng.normal(0, 0.3)) * np.exp(rng.normal(0, 0.12, 3))
    gain *= min(1.0, 290 / max(float(np.percentile(lit, 95) * gain.max()), 1.0))  # cameras seldom burn out so much
    lit = 255 * (np.clip(lit * gain, 0, 255) / 255) ** np.exp(rng.normal(0, 0.3)) + rng.normal(0, 12)
    if rng.random() < 0.2:  # a shadow's edge or a patch of sun
        edge = np.zeros((size, size), np.float32)
        cv2.fillPoly(edge, [(rng.uniform(-0.4, 1.4, (3, 2)) * size).astype(np.int32)], 1.0)
        lit *= 1 + cv2.GaussianBlur(edge, (0, 0), rng.uniform(0.7, 4))[..., None] * rng.choice([-0.6, -0.4, 0.4, 0.9])
    if rng.random() < 0.15:
        grey = lit.mean(2, keepdims=True)
        lit = grey + (lit - grey) * rng.uniform(0, 1.6)
    if rng.random() < 0.6:
        grains = rng.normal(0, rng.exponential(5.0) + 0.5, (size, size, 3)).astype(np.float32)
        lit += grains if rng.random() < 0.5 else cv2.GaussianBlur(grains, (0, 0), 0.7) * 1.5
    patch = np.clip(lit, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 92))]
        patch = cv2.imdecode(cv2.imencode(".jpg", patch, quality)[1], cv2.IMREAD_COLOR)
    return patch


def _smeared(patch: Pixels, rng: np.random.Generator) -> Pixels:
    kernel = np.zeros((11, 11), np.float32)
    angle, length = rng.uniform(0, math.pi), rng.uniform(1, 4)
    step = length * np.array([math.cos(angle), math.sin(angle)])
    cv2.line(kernel, tuple(np.round(5 - step).astype(int)), tuple(np.round(5 + step).astype(int)), 1.0)
    return cv2.filter2D(patch, -1, kernel / kernel.sum())
