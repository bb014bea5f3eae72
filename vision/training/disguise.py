"""Making many pictures out of one: other paints, other light, other cameras, things lying about.

All functions take and give BGR ``uint8`` pictures; randomness comes from the generator given.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.samples import DARK_IDS, LIGHT_IDS, LOOSE_IDS, Face, Sample

Pixels = np.ndarray


def repainted(sample: Sample, rng: np.random.Generator) -> Pixels:
    """The sample's canvas with other paints on checkers and board, perhaps patterns on the faces."""
    canvas = sample.canvas
    loose = np.isin(sample.ids, LOOSE_IDS)
    if rng.random() < 0.6:
        canvas = np.where(loose[..., None], canvas, _other_hues(canvas, rng))
    if rng.random() < 0.65:
        canvas = canvas.copy()
        for ids in (LIGHT_IDS, DARK_IDS):
            _paint(canvas, np.isin(sample.ids, ids), rng)
    if rng.random() < 0.3:
        canvas = canvas.copy()
        for ids in (LIGHT_IDS, DARK_IDS):
            _pattern(canvas, sample, [f for f in sample.faces if f.id in ids], rng)
    return canvas


def _other_hues(canvas: Pixels, rng: np.random.Generator) -> Pixels:
    hsv = cv2.cvtColor(canvas, cv2.COLOR_BGR2HSV)
    steps = np.arange(256)
    hue = ((steps + rng.integers(0, 180)) % 180).astype(np.uint8)
    saturation = np.clip(steps * rng.uniform(0.0, 1.6), 0, 255).astype(np.uint8)
    value = np.clip(255 * (steps / 255) ** rng.uniform(0.6, 1.6), 0, 255).astype(np.uint8)
    table = np.stack([hue, saturation, value], 1)[:, None, :]
    return cv2.cvtColor(cv2.LUT(hsv, table), cv2.COLOR_HSV2BGR)


def _paint(canvas: Pixels, mask: Pixels, rng: np.random.Generator) -> None:
    """Give the masked things a colour drawn at random, their shading kept (in linear light)."""
    if mask.sum() < 50:
        return
    usual = (np.median(canvas[mask].reshape(-1, 3), axis=0) / 255) ** 2.2
    grey = rng.uniform(0.02, 0.95) if rng.random() < 0.5 else None
    wanted = (np.full(3, grey) if grey is not None else rng.uniform(0.02, 0.9, 3)) ** 1.6
    # A strong gain would blow noise and reflections up into another material.
    gain = np.clip((wanted + 0.004) / (usual + 0.004), 0.12, 7.0)
    levels = (np.arange(256) / 255) ** 2.2
    table = np.clip(255 * np.clip(levels[:, None] * gain, 0, 1) ** (1 / 2.2), 0, 255).astype(np.uint8)[:, None, :]
    canvas[mask] = cv2.LUT(canvas, table)[mask]


def _pattern(canvas: Pixels, sample: Sample, faces: list[Face], rng: np.random.Generator) -> None:
    """A ring, a rim or a disc of another colour on all faces of a side, as bought checkers have."""
    kind = rng.random()
    outer, inner = (1.0, rng.uniform(0.8, 0.93)) if kind < 0.5 else (rng.uniform(0.4, 0.75), rng.uniform(0.2, 0.6))
    inner = 0.0 if kind > 0.8 else min(inner, outer - 0.07)
    tone = rng.choice([rng.uniform(0.3, 0.75), rng.uniform(1.3, 3.0)])
    ring = np.zeros(canvas.shape[:2], np.uint8)
    for face in faces:
        middle = face.rim.mean(0)
        for size, value in ((outer, face.id), (inner, 0)):
            if size > 0:
                cv2.fillPoly(
                    ring, [np.round((middle + (face.rim - middle) * size) * 8).astype(np.int32)], value, shift=3
                )
    mask = (ring > 0) & (ring == sample.ids)
    canvas[mask] = np.clip(canvas[mask] * tone + rng.uniform(-20, 20, 3), 0, 255).astype(np.uint8)


def laid_over(canvas: Pixels, other: Pixels, rng: np.random.Generator) -> tuple[Pixels, Pixels]:
    """The canvas with a card, cup or other thing lying on it, and the mask of that thing (0 or 255)."""
    height, width = canvas.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    center = rng.uniform(60, width - 60), rng.uniform(60, height - 60)
    size = rng.uniform(25, 110, 2)
    kind = rng.random()
    if kind < 0.4:
        box = cv2.boxPoints((center, (size[0], size[1]), rng.uniform(0, 180)))
        cv2.fillPoly(mask, [np.round(box).astype(np.int32)], 255)
    elif kind < 0.8:
        cv2.ellipse(mask, (center, (size[0], size[0] * rng.uniform(0.6, 1)), rng.uniform(0, 180)), 255, -1)
    else:
        blob = np.array(center) + rng.normal(0, 0.5, (9, 2)) * size
        cv2.fillPoly(mask, [cv2.convexHull(blob.astype(np.int32))], 255)
    tint = rng.uniform(0, 255, 3)
    share = rng.uniform(0, 0.9)
    thing = np.roll(other, (int(rng.integers(height)), int(rng.integers(width))), (0, 1)) * share + tint * (1 - share)
    if 0.4 <= kind < 0.8 and rng.random() < 0.6:  # a cup: dark inside its rim
        cv2.ellipse(thing, (center, (size[0] * 0.8, size[0] * 0.55), 0), (tint * 0.2).tolist(), -1)
    shadow = np.roll(cv2.GaussianBlur(mask, (0, 0), 6), tuple(rng.integers(-9, 10, 2)), (0, 1))
    dim = 1 - shadow[..., None] / 255 * rng.uniform(0, 0.7)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None] / 255
    return (canvas * dim * (1 - soft) + thing * soft).clip(0, 255).astype(np.uint8), mask


class Disguise:
    """Light and camera: keeps a stock of noise, for drawing it anew costs more than all the rest."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._noise = rng.normal(0, 1, (700, 900, 3)).astype(np.float32)

    def __call__(self, view: Pixels, rng: np.random.Generator) -> Pixels:
        height, width = view.shape[:2]
        pixels = view
        if rng.random() < 0.35:
            pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 1.5))
        elif rng.random() < 0.15:
            pixels = _smeared(pixels, rng)
        if rng.random() < 0.2:
            shrink = rng.uniform(0.45, 0.85)
            small = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            pixels = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
        lit = pixels.astype(np.float32) * cv2.resize(_light(rng), (width, height), interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.25:
            glare = np.zeros((26, 32), np.float32)
            cv2.circle(glare, (int(rng.integers(32)), int(rng.integers(26))), int(rng.integers(1, 5)), 1.0, -1)
            glow = cv2.resize(cv2.GaussianBlur(glare, (0, 0), 1.5), (width, height))[..., None]
            lit += glow * rng.uniform(30, 200)
        top, left = rng.integers(0, 700 - height + 1), rng.integers(0, 900 - width + 1)
        lit += self._noise[top : top + height, left : left + width] * (
            rng.exponential(4.0) if rng.random() < 0.7 else 0
        )
        curve = (255 * (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.3))).astype(np.uint8)
        pixels = cv2.LUT(np.clip(lit, 0, 255).astype(np.uint8), curve)
        if rng.random() < 0.3:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))]
            pixels = cv2.imdecode(cv2.imencode(".jpg", pixels, quality)[1], cv2.IMREAD_COLOR)
        if rng.random() < 0.08:
            pixels = cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        return pixels


def _light(rng: np.random.Generator) -> Pixels:
    """How bright and of what colour the light is, over the view, shape (26, 32, 3)."""
    light = np.full((26, 32), np.exp(rng.normal(-0.1, 0.35)), np.float32)
    if rng.random() < 0.5:
        coarse = rng.normal(0, rng.uniform(0.1, 0.45), (3, 4)).astype(np.float32)
        light *= np.exp(cv2.resize(coarse, (32, 26), interpolation=cv2.INTER_CUBIC))
    if rng.random() < 0.3:  # sun through a window, or a shadow's edge
        patch = np.zeros((26, 32), np.float32)
        cv2.fillPoly(patch, [(rng.uniform(-0.2, 1.2, (4, 2)) * (32, 26)).astype(np.int32)], 1.0)
        light *= 1 + cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.3, 1.5)) * rng.choice([-0.6, -0.4, 0.6, 1.2])
    return light[..., None] * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)


def _smeared(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    kernel = np.zeros((9, 9), np.float32)
    angle, length = rng.uniform(0, np.pi), rng.uniform(1, 4)
    step = length * np.array([np.cos(angle), np.sin(angle)])
    cv2.line(kernel, tuple(np.round(4 - step).astype(int)), tuple(np.round(4 + step).astype(int)), 1.0)
    return cv2.filter2D(pixels, -1, kernel / kernel.sum())


def recoloured(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Another light, another camera, other paints, for pictures of any size: hue, gain, contrast, noise, blur."""
    pixels = _other_hues(image, rng) if rng.random() < 0.5 else image
    if rng.random() < 0.35:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 1.4))
    scaled = (pixels.astype(np.float32) / 255) ** rng.uniform(0.6, 1.6)
    scaled = scaled * rng.uniform(0.6, 1.3) * rng.uniform(0.88, 1.12, 3).astype(np.float32)
    scaled = scaled + rng.normal(0, rng.uniform(0, 0.03), scaled.shape).astype(np.float32)
    return (np.clip(scaled, 0, 1) * 255).astype(np.uint8)
