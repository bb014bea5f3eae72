"""Patches of dice and cubes, and of places that show none, cut out of pictures whose truth a renderer wrote."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vision.patches import cut, upright
from vision.training.canvas import board_of, picture_corners
from vision.view import View

WIDE = 100  # wider than the readers use them: room to turn and shift them
PITCH = 64  # pixels for the width of a point
NONE, FIRST_CUBE = 6, 8  # labels: a die's value less one, none, then a cube by its number's place in ``NUMBERS``
BARE, BESIDE = -1, -2  # of places that show none: no die or cube is near them; one is
NUMBERS = (2, 4, 8, 16, 32, 64)
_IN_SIGHT = 0.55  # a thing of which less is seen is not learned from
_CLEAR = 0.28  # of a point's width: a place nearer to a thing shows it


def cut_out(
    picture: np.ndarray, truth: dict[str, Any], rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray] | None:
    """Patches (n, WIDE, WIDE, 3) and labels (n, 2): what the middle shows, and 1 for a die that leans or lies on a
    checker, 0 for one that does not, below 0 for what is none; None where the picture has no such place.
    """
    corners: Any = tuple(picture_corners(truth))
    view = View(corners, board_of(truth))
    height, width = picture.shape[:2]
    rising = view.rising((width, height))
    things: list[tuple[Any, int, int]] = [
        (die["center"], die["value"] - 1, int(die["cocked"] or die["on_checker"]))
        for die in truth["dice"]
        if die["visible"] > _IN_SIGHT
    ]
    cube = truth["cube"]
    if cube and cube["place"] != "none" and cube["visible"] > _IN_SIGHT and cube["shows"] in NUMBERS:
        things.append((cube["center"], FIRST_CUBE + NUMBERS.index(cube["shows"]), -1))
    field = np.array(truth["field_corners"])
    point = max(1.0, float(np.linalg.norm(field[1] - field[0])) / 13)
    kept = [d["center"] for d in truth["dice"]] + ([cube["center"]] if cube and cube["place"] != "none" else [])
    for place in _bare(truth, field, point, rng):
        nearest = min((math.dist(place, other) for other in kept), default=math.inf) / point
        if nearest > _CLEAR:
            things.append((place, NONE, BARE if nearest > 1 else BESIDE))
    inside = [t for t in things if 4 < t[0][0] < width - 4 and 4 < t[0][1] < height - 4]
    if not inside:
        return None
    patches = [cut(picture, upright(view, t[0], rising, pitch=PITCH, size=WIDE), WIDE) for t in inside]
    return np.stack(patches), np.array([t[1:] for t in inside], np.int8)


def _bare(
    truth: dict[str, Any], field: np.ndarray, point: float, rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Places that may be taken for a die's: somewhere, a checker, beside a die, the board's edge, a hand."""
    places = [field.T @ rng.dirichlet(np.ones(4))]
    checkers = [c["center"] for c in truth["checkers"] if c["where"] in ("point", "bar", "off") and not c["edge"]]
    if checkers:
        places.append(checkers[int(rng.integers(len(checkers)))])
    along = rng.uniform(0, 1)
    first = int(rng.integers(4))
    places.append(field[first] * along + field[(first + 1) % 4] * (1 - along))
    for die in truth["dice"][:1]:
        angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.35, 0.6) * point
        places.append((die["center"][0] + far * math.cos(angle), die["center"][1] + far * math.sin(angle)))
    if truth.get("hand") and truth["hand"].get("bbox"):
        x0, y0, x1, y1 = truth["hand"]["bbox"]
        places.append((rng.uniform(x0, x1), rng.uniform(y0, y1)))
    return [(float(x), float(y)) for x, y in places]
