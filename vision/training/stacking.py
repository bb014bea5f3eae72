"""Stacks put up out of single checkers: in pictures of real play few checkers lie on each other."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.rectify import Points, transformed
from vision.training.samples import Face, Sample

_HIGHEST = 3
_SLOPPY = 0.07  # of a checker's width: by how much the upper ones lie beside the lower ones


def stacked(sample: Sample, rng: np.random.Generator) -> Sample:
    """The sample with some of its lone checkers made two or three high.

    Every picture holds what a second checker on the first would look like: the first, seen one thickness
    nearer the camera.  Shadows stay as they are.
    """
    alone = np.flatnonzero(sample.singles)
    if not len(alone) or sample.thick <= 0:
        return sample
    canvas, ids, stacks = sample.canvas.copy(), sample.ids.copy(), sample.stacks.copy()
    faces = list(sample.faces)
    for k in rng.permutation(alone)[: int(rng.integers(1, 6))]:
        checker = int(sample.singles[k])
        found = np.argwhere(ids == checker)
        if len(found) < 60:  # another has been put over it
            continue
        (top, left), (bottom, right) = found.min(0), found.max(0) + 1
        size = float(max(bottom - top, right - left))
        high = 2 if rng.random() < 0.75 else _HIGHEST
        margin = int(high * sample.thick * 1.6) + 6
        box = np.s_[max(0, top - margin) : bottom + margin, max(0, left - margin) : right + margin]
        corner = np.array([box[1].start, box[0].start])
        one = canvas[box].copy()
        mask = (ids[box] == checker).astype(np.uint8) * 255
        step = np.zeros(2)
        raised = np.eye(3)
        for level in range(1, high):
            step = step + rng.normal(0, _SLOPPY / 2 * size, 2)
            raised = _raised(sample.rising, level * sample.thick, step)
            _lay(canvas[box], ids[box], one, mask, _within(raised, corner), checker)
        stacks[k, 2:5] = *transformed(stacks[k, 2:4], raised)[0], high
        faces = [Face(f.id, transformed(f.rim, raised)) if f.id == checker else f for f in faces]
    return replace(sample, canvas=canvas, ids=ids, stacks=stacks, faces=tuple(faces))


def _raised(rising: Points, by: float, step: Points) -> Points:
    """From pixels of the canvas to where they are seen when what they show is ``by`` higher, ``step`` beside."""
    matrix = np.eye(3)
    matrix[:, 2] += by * rising
    matrix[:2, 2] += step
    return matrix


def _within(matrix: Points, corner: Points) -> Points:
    """A homography of the canvas for pixels counted from ``corner``."""
    shift = np.array([[1, 0, corner[0]], [0, 1, corner[1]], [0, 0, 1.0]])
    moved: Points = np.linalg.inv(shift) @ matrix @ shift
    return moved


def _lay(canvas: np.ndarray, ids: np.ndarray, one: np.ndarray, mask: np.ndarray, matrix: Points, checker: int) -> None:
    wh = mask.shape[1], mask.shape[0]
    where = cv2.warpPerspective(mask, matrix, wh)
    look = cv2.warpPerspective(one, matrix, wh, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.GaussianBlur(where, (0, 0), 0.6)[..., None] / 255.0
    canvas[:] = canvas * (1 - share) + look * share
    ids[where > 127] = checker
