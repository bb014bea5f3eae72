"""The light of a room as a few points of light, by the path tracer's names."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

Array = np.ndarray


@dataclass(slots=True)
class Light:
    """What lights a scene.  Powers are linear RGB as they arrive in the middle of the board."""

    lamps: list[tuple[Array, float, Array]] = field(default_factory=list)  # place, 1 (0: a direction), power
    sky: Array = field(default_factory=lambda: np.full(3, 0.3))
    ground: Array = field(default_factory=lambda: np.full(3, 0.15))
    pane: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    noise: float = 1.0
    soft: float = 0.004  # how far a shadow is blurred, as a part of the shadow map

    @property
    def colour(self) -> Array:
        """Of all light together."""
        return np.asarray(sum((power for _, _, power in self.lamps), self.sky * 2))


def kelvin(temperature: float) -> Array:
    """The colour (linear RGB, largest 1) of a black body, after Tanner Helland's fit."""
    t = temperature / 100
    red = 255 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255 if t >= 66 else 0 if t <= 19 else 138.52 * math.log(t - 10) - 305.04
    colour = (np.clip([red, green, blue], 0, 255) / 255) ** 2.2
    return np.asarray(colour / colour.max())


def lit(kind: str, azimuth: float, rng: np.random.Generator) -> Light:
    """The light of one of the path tracer's kinds; ``azimuth`` in radians: where its main source stands."""
    way = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    side = np.array([-way[1], way[0], 0.0])
    made = Light()

    def bulb(place: Array, strength: float, temperature: float, size: float) -> None:
        for _ in range(2):
            made.lamps.append((place + rng.normal(0, size, 3), 1.0, kelvin(temperature) * strength / 2))

    def window(strength: float, points: int) -> None:
        far, high, wide = rng.uniform(110, 200), rng.uniform(60, 110), rng.uniform(30, 90)
        for k in range(points):
            across = (k - (points - 1) / 2) / max(points - 1, 1) * 2 * wide
            place = way * far + side * across + [0, 0, high * rng.uniform(0.7, 1.3)]
            made.lamps.append((place, 1.0, kelvin(rng.uniform(5800, 8000)) * strength / points))

    ambient = rng.uniform(0.1, 0.4)
    if kind == "ceiling":
        bulb(way * rng.uniform(10, 90) + [0, 0, rng.uniform(110, 170)], 3.0, rng.uniform(2900, 4500), 4)
        ambient = rng.uniform(0.08, 0.25)
    elif kind == "warm_lamp":
        bulb(way * rng.uniform(48, 80) + [0, 0, rng.uniform(32, 60)], 2.6, rng.uniform(2400, 3000), 3)
        ambient, made.noise = rng.uniform(0.05, 0.15), 2.0
    elif kind == "mixed":
        window(1.7, 2)
        turned = azimuth + rng.uniform(1.5, 4.5)
        place = np.array([math.cos(turned), math.sin(turned), 0]) * rng.uniform(50, 100)
        bulb(place + np.array([0, 0, rng.uniform(50, 110)]), 1.5, 2700, 4)
    elif kind == "overcast":
        for k in range(3):
            turned = azimuth + k * 2 * math.pi / 3
            place = np.array([math.cos(turned), math.sin(turned), 0]) * 90 + [0, 0, 190.0]
            made.lamps.append((place, 1.0, kelvin(6500) * 1.8 / 3))
        ambient, made.soft = 0.8, 0.02
    elif kind == "led_panel":
        for _ in range(int(rng.integers(1, 4))):
            place = np.append(way[:2] * rng.uniform(0, 60) + rng.uniform(-60, 60, 2), rng.uniform(130, 175))
            made.lamps.append((place, 1.0, kelvin(rng.uniform(3800, 5200)) * 0.9))
        made.soft = 0.008
    elif kind == "dim_evening":
        bulb(way * rng.uniform(30, 120) + [0, 0, rng.uniform(100, 160)], 2.4, rng.uniform(2500, 3100), 6)
        ambient, made.noise = rng.uniform(0.08, 0.2), 5.0
    elif kind == "sun_patch":
        up = math.radians(rng.uniform(28, 60))
        made.lamps.append((way * math.cos(up) + [0, 0, math.sin(up)], 0.0, kelvin(rng.uniform(4600, 5600)) * 5))
        window(0.9, 1)
        made.pane = (rng.uniform(12, 40), rng.uniform(10, 32), rng.uniform(0.0, 4.0), rng.uniform(-16, 16))
        ambient, made.soft = rng.uniform(0.35, 0.6), 0.0015
    else:
        window(3.2, int(rng.integers(2, 4)))
    colour = 0.5 + 0.5 * made.colour / made.colour.max()
    made.sky, made.ground = ambient * 1.2 * colour, ambient * 0.45 * colour * [1.0, 0.95, 0.85]
    return made
