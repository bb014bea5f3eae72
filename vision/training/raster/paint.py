"""Pictures of surfaces (RGB bytes): fields with their points, woods and cloths, faces of checkers, dice and cubes."""

from __future__ import annotations

import math
from typing import Any, Final

import cv2
import numpy as np

Array = np.ndarray
Random = np.random.Generator
Spec = dict[str, Any]

PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def rgb(colour: str) -> Array:
    """``#rrggbb`` as three bytes' values."""
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], np.float32)


def noise(rng: Random, size: int | tuple[int, int], cells: float, *, stretch: float = 1.0, octaves: int = 3) -> Array:
    """Smooth noise (h, w), mean 0 and spread 1; ``cells``: its bumps across, ``stretch``: along by across."""
    high, wide = (size, size) if isinstance(size, int) else size
    total = np.zeros((high, wide), np.float32)
    for octave in range(octaves):
        n = cells * 2**octave
        small = rng.standard_normal((max(2, round(n / stretch)), max(2, round(n)))).astype(np.float32)
        total += np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC), np.float32) / 1.7**octave
    return np.asarray((total - total.mean()) / (total.std() + 1e-6))


def bytes_of(made: Array) -> Array:
    return np.asarray(np.clip(made, 0, 255).astype(np.uint8))


def surface(spec: Spec, rng: Random, size: int | tuple[int, int] = 512) -> Array:
    """A material; ``spec`` names its type and colours (``c``; or ``c1``, ``c2``)."""
    high, wide = (size, size) if isinstance(size, int) else size
    made = _MATERIALS.get(spec["type"], _plain)(spec, rng, (high, wide))
    return bytes_of(made)


def _plain(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    base = rgb(spec.get("c") or spec["c1"])
    return np.asarray(base * (1 + spec.get("var", 0.03) * noise(rng, size, 6))[..., None])


def _wood(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    one, other = rgb(spec["c1"]), rgb(spec["c2"])
    rings = noise(rng, size, rng.uniform(3, 9), stretch=rng.uniform(6, 14), octaves=2)
    bands = 0.5 + 0.5 * np.sin(rings * rng.uniform(2, 6))
    fibre = noise(rng, size, 60, stretch=25, octaves=2)
    share = np.clip(bands * spec.get("contrast", 0.7) + 0.15 * fibre, 0, 1)[..., None]
    return np.asarray(one * (1 - share) + other * share)


def _speckled(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    """Burl and stone: a cloudy ground with dark or light specks of the size of pips."""
    made = _wood({"contrast": 0.6, **_pair(spec)}, rng, size)
    made = made + 14 * noise(rng, size, rng.uniform(10, 30))[..., None]
    scale = size[1] / 512
    speck = rgb(spec.get("speck", "#2a1a10"))
    marks = np.zeros(size, np.uint8)
    for _ in range(int(rng.integers(60, 420))):
        at = tuple(int(v) for v in rng.uniform(0, 1, 2) * (size[1], size[0]))
        axes = tuple(int(v) for v in np.maximum(1, rng.exponential(3.2, 2) * scale + 1))
        cv2.ellipse(marks, at, axes, rng.uniform(0, 180), 0, 360, int(rng.integers(90, 256)), -1, cv2.LINE_AA)
    share = cv2.GaussianBlur(marks, (0, 0), 0.7).astype(np.float32)[..., None] / 255
    return np.asarray(made * (1 - share) + speck * share)


def _leather(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    grain = noise(rng, size, size[1] / 9, octaves=2)
    worn = noise(rng, size, 4)
    return np.asarray(rgb(spec["c"]) * (1 + 0.07 * grain + spec.get("worn", 0.05) * worn)[..., None])


def _felt(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    fuzz = rng.standard_normal(size).astype(np.float32)
    return rgb(spec["c"]) * (1 + 0.06 * cv2.GaussianBlur(fuzz, (0, 0), 0.8) + 0.04 * noise(rng, size, 5))[..., None]


def _cork(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    grains = noise(rng, size, size[1] / 14, octaves=2)
    dark = np.clip(noise(rng, size, size[1] / 22) - 1.4, 0, 1)
    return rgb(spec["c"]) * (1 + 0.1 * grains - 0.5 * dark)[..., None]


def _marble(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    veins = np.exp(-6 * np.abs(noise(rng, size, rng.uniform(2, 6), octaves=4)))
    cloud = 0.5 + 0.2 * noise(rng, size, 4)
    share = np.clip(cloud + 0.7 * veins, 0, 1)[..., None]
    return np.asarray(rgb(_pair(spec)["c1"]) * (1 - share) + rgb(_pair(spec)["c2"]) * share)


def _check(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    cell = max(3, round(size[1] * spec.get("cell", 0.06)))
    y, x = np.ogrid[: size[0], : size[1]]
    kind = rng.random()
    lines, rows = (x // cell % 2).astype(np.float32), (y // cell % 2).astype(np.float32)
    share = (lines + rows) / 2 if kind < 0.4 else np.abs(lines - rows) if kind < 0.7 else np.maximum(lines * 0, rows)
    share = np.broadcast_to(share, size)[..., None]
    ground = rgb(_pair(spec)["c1"]) * (1 - share) + rgb(_pair(spec)["c2"]) * share
    return np.asarray(ground * (1 + 0.04 * rng.standard_normal(size).astype(np.float32))[..., None])


def _print(spec: Spec, rng: Random, size: tuple[int, int]) -> Array:
    """A printed picture or ornament."""
    share = float(spec.get("fade", 1.0))
    return np.asarray(picture(rng, size[1], size[0]) * share + rgb(spec["c"]) * (1 - share))


def _pair(spec: Spec) -> Spec:
    base = spec.get("c") or spec["c1"]
    return {"c1": spec.get("c1", base), "c2": spec.get("c2", base)}


_MATERIALS: Final = {
    "plain": _plain,
    "wood": _wood,
    "burl": _speckled,
    "leather": _leather,
    "felt": _felt,
    "cork": _cork,
    "marble": _marble,
    "check": _check,
    "print": _print,
}


def picture(rng: Random, wide: int, high: int) -> Array:
    """Something printed: a sheet with writing, a card, a photograph, an ornament."""
    paper = rng.integers(0, 256, 3).astype(np.float32) if rng.random() < 0.5 else np.full(3, rng.uniform(200, 250))
    made = np.empty((high, wide, 3), np.uint8)
    made[:] = paper
    ink = [float(v) for v in (rng.integers(0, 90, 3) if paper.mean() > 120 else rng.integers(160, 256, 3))]
    kind, unit = rng.random(), max(4.0, wide / 28)
    if kind < 0.3:
        for y in np.arange(unit, high, unit * 1.4):
            for x in np.arange(unit, wide * rng.uniform(0.4, 1), unit * 1.1):
                if rng.random() < 0.75:
                    end = int(x + unit * rng.uniform(0.3, 1)), int(y + rng.normal(0, 1))
                    cv2.line(made, (int(x), int(y)), end, ink, max(1, int(unit / 7)), cv2.LINE_AA)
    elif kind < 0.6:
        clouds = np.dstack([noise(rng, (high, wide), rng.uniform(2, 9), octaves=4) for _ in range(3)])
        made = bytes_of(made + 45 * clouds)
    else:
        for _ in range(int(rng.integers(4, 30))):
            shape(made, rng.uniform(0, 1, 2) * (wide, high), unit * rng.uniform(0.6, 5), rng)
    return made


def shape(canvas: Array, at: Array, reach: float, rng: Random, colour: Array | None = None) -> None:
    """One of the figures that boards are decorated with: disc, ring, square, star, diamond or words."""
    ink = [float(v) for v in (rng.integers(0, 256, 3) if colour is None else colour)]
    place, kind, thick = tuple(int(v * 8) for v in at), int(rng.integers(6)), int(rng.choice([-1, -1, 1, 2, 3]))
    if kind in (0, 1):
        thick = thick if kind else -1
        cv2.circle(canvas, place, int(reach * 8), ink, thick, cv2.LINE_AA, 3)
        if kind == 0 and rng.random() < 0.5:
            inner = [float(v) for v in rng.integers(0, 256, 3)]
            cv2.circle(canvas, place, int(reach * 8 * rng.uniform(0.3, 0.8)), inner, -1, cv2.LINE_AA, 3)
        return
    if kind == 5:
        text = str(rng.choice(["2", "64", "16", "A", "BG", "win", "XII", "8", "4"]))
        cv2.putText(canvas, text, tuple(int(v) for v in at), int(rng.integers(0, 5)), reach / 14, ink, 2, cv2.LINE_AA)
        return
    corners = {2: 4, 3: 10, 4: 4}[kind]
    radii = np.where(np.arange(corners) % 2, rng.uniform(0.35, 0.6), 1.0) if kind == 3 else np.ones(corners)
    angles = np.arange(corners) * 2 * math.pi / corners + rng.uniform(0, 6.3)
    ends = np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None] * reach
    if kind == 4:
        ends *= rng.uniform(0.3, 0.8), 1.0
    points = [np.round((at + ends) * 8).astype(np.int32)]
    if thick < 0:
        cv2.fillPoly(canvas, points, ink, cv2.LINE_AA, 3)
    else:
        cv2.polylines(canvas, points, True, ink, thick, cv2.LINE_AA, 3)


def field(style: Spec, geo: Spec, rng: Random, px_per_cm: float) -> Array:
    """The playing surface, its first row at the far edge (y = D/2): ground, points, ornaments, printed bar, wear."""
    spec = style["field"]
    wide, high = round(geo["W"] * px_per_cm), round(geo["D"] * px_per_cm)
    size = high, wide
    ground = surface(spec["base"], rng, size)

    def at(x: float, y: float) -> Array:
        return np.array([(x + geo["W"] / 2) * px_per_cm, (geo["D"] / 2 - y) * px_per_cm])

    if spec.get("ornaments"):
        for _ in range(int(spec["ornaments"])):
            place = rng.uniform(0.03, 0.97, 2) * (wide, high)
            shape(ground, place, rng.uniform(0.15, 0.9) * geo["pw"] * px_per_cm, rng)
    inks = [surface(spec[key], rng, size).astype(np.float32) for key in ("ptA", "ptB")]
    masks = [np.zeros(size, np.uint8), np.zeros(size, np.uint8)]
    outlines = []
    length, half = spec["len"] * geo["D"], spec["wfrac"] * geo["pw"] / 2
    inset = spec.get("inset", 0.0)
    for number, (x, base, way) in geo["pt"].items():
        form = outline(spec["shape"]) * (half, length - inset) + (0, inset)
        points = np.array([at(x + a, base + way * b) for a, b in form])
        cv2.fillPoly(masks[number % 2], [np.round(points * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
        outlines.append(np.round(points * 8).astype(np.int32))
        if spec.get("tips"):
            tip = at(x, base + way * (length + 0.25 * geo["pw"]))
            ink = [float(v) for v in rgb(spec["tips"])]
            cv2.circle(
                ground, tuple(int(v * 8) for v in tip), int(geo["pw"] * px_per_cm * 1.2), ink, -1, cv2.LINE_AA, 3
            )
    for paint, mask in zip(inks, masks, strict=True):
        share = mask.astype(np.float32)[..., None] / 255 * spec.get("cover", 1.0)
        ground = bytes_of(ground + (paint - ground) * share)
    if spec.get("outline"):
        line = max(1, round(spec["outline"]["w"] * px_per_cm))
        ink = [float(v) for v in rgb(spec["outline"]["c"])]
        cv2.polylines(ground, outlines, True, ink, line, cv2.LINE_AA, 3)
    deco = spec.get("deco")
    if deco:
        for sign in (-1, 1):
            x = sign * (geo["W"] + geo["bar"]) / 4
            shape(ground, at(x, 0), deco["r"] * px_per_cm, np.random.default_rng(deco.get("seed", 1)), rgb(deco["c"]))
    if geo["bar_h"] <= 0.05 and spec.get("barc"):
        left, right = (int(v[0]) for v in (at(-geo["bar"] / 2, 0), at(geo["bar"] / 2, 0)))
        ground[:, left : right + 1] = rgb(spec["barc"])
    if geo["bar_h"] <= 0.05 and spec.get("fold"):
        cv2.line(ground, (wide // 2, 0), (wide // 2, high), (20.0, 16.0, 12.0), max(1, round(0.08 * px_per_cm)))
    return _worn(ground, spec, rng)


def _worn(ground: Array, spec: Spec, rng: Random) -> Array:
    """With scratches, stains and rubbed places."""
    high, wide = ground.shape[:2]
    for _ in range(int(spec.get("scratch", 0))):
        start = rng.uniform(0, 1, 2) * (wide, high)
        end = start + rng.normal(0, 0.1 * wide, 2)
        ink = [float(v) for v in np.full(3, rng.uniform(30, 230))]
        cv2.line(ground, tuple(int(v) for v in start), tuple(int(v) for v in end), ink, 1, cv2.LINE_AA)
    for _ in range(int(spec.get("stains", 0))):
        mask = np.zeros((high // 4, wide // 4), np.float32)
        at = tuple(int(v) for v in rng.uniform(0, 1, 2) * (wide // 4, high // 4))
        reach = int(rng.uniform(0.01, 0.05) * wide)
        cv2.circle(mask, at, reach, 1.0, -1 if rng.random() < 0.5 else 2)
        soft = cv2.resize(cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 4)), (wide, high))
        ground = bytes_of(ground * (1 - (rng.uniform(0.1, 0.5) * soft)[..., None]))
    if spec.get("worn"):
        ground = bytes_of(ground * (1 + spec["worn"] * noise(rng, (high, wide), 5))[..., None])
    return ground


def outline(kind: str) -> Array:
    """A point's form: (n, 2), across from -1 to 1, along from its base at 0 to its tip at 1."""
    t = np.linspace(0, 1, 13)
    width = {
        "tri": 1 - t,
        "ogee": (1 - t) ** 0.5 * (1 - t * 0.25) * (1 - 0.35 * np.sin(2 * math.pi * t) * t),
        "concave": (1 - t) ** 1.6,
        "round": np.sqrt(np.maximum(0, 1 - t**2)),
        "blunt": 1 - 0.75 * t,
        "rhombus": np.minimum(t * 3 + 0.1, (1 - t) * 1.2),
        "bar": np.where(t < 0.9, 0.8, 0.8 * np.sqrt(np.maximum(0, 1 - ((t - 0.9) * 10) ** 2))),
        "arch": np.sqrt(np.maximum(0, 1 - t**4)) * 0.9,
    }[kind]
    return np.concatenate([np.stack([-width, t], 1), np.stack([width, t], 1)[::-1]])


def face(spec: Spec, rng: Random, size: int = 192) -> Array:
    """The upper face of a checker: its material and what is turned or printed on it."""
    made = surface(spec["tex"], rng, size)
    middle, radius = (size * 4, size * 4), size / 2
    for ring in spec.get("rings", ()):
        colour = made.mean((0, 1)) * ring["tone"] if "tone" in ring else rgb(ring["c"])
        ink = [float(v) for v in np.clip(colour, 0, 255)]
        thick = -1 if ring.get("full") else max(1, round(ring["w"] * radius))
        cv2.circle(made, middle, int(ring["r"] * radius * 8), ink, thick, cv2.LINE_AA, 3)
    if spec.get("mark"):
        chance = np.random.default_rng(spec["mark"])
        ink = made.mean((0, 1)) * chance.choice([0.5, 0.7, 1.5, 2.0])
        shape(made, np.full(2, size / 2), radius * chance.uniform(0.2, 0.6), chance, np.clip(ink, 0, 255))
    return made


def die(spec: Spec, rng: Random, size: int = 96) -> Array:
    """The faces 1 to 6 of a die from top to bottom."""
    faces = []
    body, pip = rgb(spec["body"]), rgb(spec["pip"])
    reach, radius = spec.get("spread", 0.25), spec.get("dot", 0.095)
    for value, places in PIPS.items():
        made = np.empty((size, size, 3), np.uint8)
        made[:] = body
        if spec.get("cloud"):
            made = bytes_of(made * (1 + spec["cloud"] * noise(rng, size, 3))[..., None])
        ink = rgb(spec["one"]) if value in (1, 4) and spec.get("one") else pip
        colour = [float(v) for v in ink]
        if spec.get("numerals"):
            text = str(value)
            cv2.putText(made, text, (int(size * 0.3), int(size * 0.72)), 0, size / 48, colour, size // 16, cv2.LINE_AA)
        else:
            big = spec.get("big", 1.0) if value == 1 else 1.0
            across = 1.0 if rng.random() < 0.5 else -1.0
            for a, b in places:
                at = tuple(int(8 * size * (0.5 + reach * v)) for v in (a * across, b))
                cv2.circle(made, at, int(8 * size * radius * big), colour, -1, cv2.LINE_AA, 3)
                if spec.get("drilled", True):  # a hollow is lighter on the side away from the light
                    shade = [float(v) for v in np.clip(ink * 0.7 + 40, 0, 255)]
                    rim = int(8 * size * radius * big)
                    cv2.ellipse(made, at, (rim, rim), 0, 20, 120, shade, max(1, size // 60), cv2.LINE_AA, 3)
        faces.append(made)
    return np.concatenate(faces)


def cube(spec: Spec, rng: Random, size: int = 96) -> Array:
    """The faces 2, 4, 8, 16, 32, 64 of a doubling cube from top to bottom."""
    faces = []
    font, thick = int(rng.choice([0, 2, 3, 4, 6])), int(rng.integers(3, 9))
    framed = rng.random() < 0.3
    for number in (2, 4, 8, 16, 32, 64):
        made = np.empty((size, size, 3), np.uint8)
        made[:] = rgb(spec["bg"])
        ink = [float(v) for v in rgb(spec["fg"])]
        text = str(number)
        (w, h), _ = cv2.getTextSize(text, font, 1.0, thick)
        scale = min(size * 0.62 / h, size * 0.72 / w) * spec.get("size", 1.0)
        (w, h), _ = cv2.getTextSize(text, font, scale, thick)
        cv2.putText(made, text, ((size - w) // 2, (size + h) // 2), font, scale, ink, thick, cv2.LINE_AA)
        if framed:
            cv2.rectangle(made, (size // 10, size // 10), (size * 9 // 10, size * 9 // 10), ink, 2)
        faces.append(np.rot90(made, int(rng.integers(4))))
    return np.concatenate(faces)
