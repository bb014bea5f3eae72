"""What lens, sensor and file make of the light: a fast kin of the path tracer's development."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

Array = np.ndarray
_STOCK: dict[int, Array] = {}


def settings(shot: dict[str, Any], noise: float, light: Array, rng: np.random.Generator) -> dict[str, Any]:
    """Random settings of a camera for a light of this colour (linear RGB) and noise."""
    made: dict[str, Any] = {
        "vignette": rng.uniform(0.0, 0.35),
        "blur": rng.uniform(0.0, 0.9),
        "glare": rng.uniform(0.0, 0.04),
        "contrast": rng.uniform(0.0, 0.35),
        "saturation": rng.uniform(0.8, 1.25),
        "sharp": rng.uniform(0.0, 0.9),
        "shot": 2.2e-4 * noise * rng.uniform(0.2, 2.2),
        "read": 0.0012 * math.sqrt(noise) * rng.uniform(0.3, 2.0),
        "quality": int(rng.integers(55, 96)),
        "bias": rng.uniform(-0.5, 0.4),
    }
    seen = light / light.mean()
    balance = seen ** -rng.uniform(0.5, 1.0) * (1 + rng.normal(0, 0.04, 3))
    made["balance"] = balance / balance[1]
    return made | (shot.get("post") or {})


def developed(
    light: Array, labels: Array, maps: tuple[Array, Array], made: dict[str, Any], rng: np.random.Generator
) -> tuple[Array, Array]:
    """Linear RGB (h, w, 3) and its labels, as a picture BGR and the labels in its pixels.

    ``maps``: for every pixel of the picture where it comes from (the lens).
    """
    pixels = cv2.remap(light, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    marks = cv2.remap(labels.astype(np.uint8), *maps, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    height, width = pixels.shape[:2]
    grey = pixels.mean(2)
    middle = grey[height // 8 : -height // 8 or None, width // 8 : -width // 8 or None]
    bright = float(np.percentile(middle[::4, ::4], 97))
    gain = 0.2 / max(float(np.minimum(middle, bright).mean()), 1e-6)
    gain = min(gain, 1.7 / max(bright, 1e-6)) * 2 ** float(made["bias"])
    y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    fall = (gain * (1 - made["vignette"] * (x * x + y * y) / 2)).astype(np.float32)
    pixels = pixels * fall[..., None] * np.asarray(made["balance"], np.float32)
    if made["glare"] > 0:
        small = cv2.resize(np.minimum(pixels, 8), (width // 8, height // 8), interpolation=cv2.INTER_AREA)
        pixels += made["glare"] * cv2.resize(cv2.GaussianBlur(small, (0, 0), 3), (width, height))
    if made["blur"] > 0.2:
        pixels = cv2.GaussianBlur(pixels, (0, 0), float(made["blur"]))
    if made.get("motion"):
        pixels = _smeared(pixels, *made["motion"])
    pixels += _noise(pixels.shape, rng) * np.sqrt(made["shot"] * np.clip(pixels, 0, 2) + made["read"] ** 2)
    bent = np.where(pixels < 0.62, pixels, 0.62 + 0.38 * (1 - np.exp(-(pixels - 0.62) / 0.38)))
    levels = cv2.LUT((np.clip(bent, 0, 1) ** 0.5 * 255 + 0.5).astype(np.uint8), _curve(float(made["contrast"])))
    picture = levels.astype(np.float32)
    mean = picture.mean(2, keepdims=True)
    picture = mean + (picture - mean) * made["saturation"]
    if made["sharp"] > 0.1:
        picture += made["sharp"] * (picture - cv2.GaussianBlur(picture, (0, 0), 1.1))
    return np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8)[..., ::-1]), marks


def _curve(contrast: float) -> Array:
    """From the root of linear light, a byte, to sRGB with a slight S."""
    linear = (np.arange(256) / 255) ** 2
    level = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.power(linear, 1 / 2.4) - 0.055)
    level = level * (1 - contrast) + contrast * level * level * (3 - 2 * level)
    return (np.clip(level, 0, 1) * 255 + 0.5).astype(np.uint8)


def _noise(shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Noise as a sensor's after its colours were filled in; drawn from a stock, since drawing costs most."""
    high, wide, _ = shape
    if wide not in _STOCK:
        fresh = np.random.default_rng(1).standard_normal((high + 64, wide + 64, 3)).astype(np.float32)
        _STOCK[wide] = cv2.GaussianBlur(fresh, (0, 0), 0.7) * 1.1 + 0.4 * fresh.mean(2, keepdims=True)
    top, left = rng.integers(0, 64, 2)
    return _STOCK[wide][top : top + high, left : left + wide, rng.permutation(3)]


def _smeared(pixels: Array, length: float, angle: float) -> Array:
    reach = int(length) + 1
    kernel = np.zeros((2 * reach + 1,) * 2, np.float32)
    step = np.array([math.cos(angle), math.sin(angle)]) * length / 2
    ends = [tuple(int(v) for v in np.round(reach + way * step)) for way in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return cv2.filter2D(pixels, -1, kernel / kernel.sum())
