"""Train the die reader: the value of the upper face, or none, and whether the die is cocked.

    python -m vision.training.train_dice --data FOLDER [FOLDER ...] --checkpoint FILE --out vision/weights/dice.onnx

Learns from dice cut out of rendered boards (throws and close-ups among them, see ``throws`` and ``closeups``),
from dice drawn into such boards, which come in any colour and pose, and from dice drawn on tables.  Every eighth
board is held out and measured on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.dice import PATCH, PITCH, upright_patch
from vision.fieldmaps import peaks, seen_field
from vision.parallax import lean
from vision.rectify import inverse, transformed
from vision.training import boxes
from vision.training.boxes import Box, Lens
from vision.training.cuts import Scene, cubes_of, loaded, photographed, top_face
from vision.training.drawn import surface
from vision.training.loop import Batch, arguments, export, split, train, truth_files

MIDDLE = (slice(4, 52), slice(8, 56))  # rows and columns where the upper face may be: rather above the middle
WIDE = 100  # patches are cut wider than they are used: room to turn and shift them
NONE, COCKED = 6, 7
LOOSE = range(1, 52)  # mask ids of checkers, dice, cubes, hands


@dataclass(frozen=True, slots=True)
class Example:
    """A wide patch, what its middle shows (0 to 5: a die's value less one, or ``NONE``), cocked (None: not known)."""

    patch: np.ndarray
    value: int
    cocked: bool | None


class DiceNet(nn.Module):
    """Patch (n, 3, 64, 64) to 8 logits: values 1 to 6, none, and cocked.

    The middle is read for the pips, the whole patch at half its size for what the die lies on.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = convolutions((3, 16, 1), (16, 24, 2), (24, 32, 1), (32, 48, 2), (48, 64, 1), (64, 64, 2))
        self.around = convolutions((3, 16, 1), (16, 32, 2), (32, 48, 1), (48, 64, 2), (64, 64, 2))
        self.rest = nn.Dropout(0.2)
        self.value = nn.Linear(64 * 6 * 6 + 64 * 4 * 4, NONE + 1)
        self.cocked = nn.Sequential(nn.Linear(64 * 6 * 6 + 64 * 4 * 4, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        # Half the bits are enough to learn with, and half the work; the exported net keeps them all.
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training):
            die = self.body(x[:, :, *MIDDLE]).flatten(1)
            around = self.around(functional.avg_pool2d(x, 2)).flatten(1)
            seen = self.rest(torch.cat([die, around], 1))
            out = torch.cat([self.value(seen), self.cocked(seen)], 1)
        return out.float()


def convolutions(*layers: tuple[int, int, int]) -> nn.Sequential:
    """Layers of 3 x 3 convolutions, each given as (channels before, channels after, stride)."""
    parts: list[nn.Module] = []
    for before, after, stride in layers:
        parts += [nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
    return nn.Sequential(*parts)


def upright(scene: Scene, center: Any) -> np.ndarray:
    """From pixels of the truth to a wide patch round a place, turned as the reader turns it."""
    width, height = scene.truth["size"]
    rising = lean(scene.view, (width, height))
    up_view = rising[:2] - transformed([center], scene.view)[0] * rising[2]
    return upright_patch(scene.view, np.asarray(center), up_view, size=WIDE)


def rendered(scene: Scene, rng: np.random.Generator) -> list[Example]:
    """The dice of a picture and places that show none: where the field net errs, checkers, cubes, neighbours."""
    out: list[Example] = []

    def example(center: Any, value: int, cocked: bool | None) -> None:
        out.append(Example(scene.patch(upright(scene, center), WIDE), value, cocked))

    pixels_per_patch = 1 / _scale(scene)
    dice = [d for d in scene.truth["dice"] if scene.shows(d["center"], 8)]
    for die in dice:
        if die["visible"] > 0.55:
            example(die["center"], die["value"] - 1, None if die.get("on_bar") else die["cocked"] or die["on_checker"])
    seen = []
    if "cubes" not in scene.truth:
        _, maps = seen_field(scene.image, scene.view @ inverse(scene.back))
        seen = [transformed([(p.x, p.y)], inverse(scene.view))[0] for p in peaks(maps.die, 0.05)[:6]]
    checkers = [c["center"] for c in scene.flat_checkers]
    rng.shuffle(checkers)
    beside = [
        np.array(d["center"]) + rng.uniform(20, 40) * pixels_per_patch * _way(rng) for d in dice if rng.random() < 0.5
    ]
    corners = np.array(scene.truth["field_corners"])
    anywhere = [corners.T @ rng.dirichlet(np.ones(4)) for _ in range(2)]
    cubes = [c["center"] for c in cubes_of(scene.truth)]
    for place in [*seen, *checkers[:2], *beside, *anywhere, *cubes]:
        near = np.asarray(place) + rng.normal(0, 3 * pixels_per_patch, 2)
        if scene.shows(near) and all(math.dist(near, d["center"]) > 17 * pixels_per_patch for d in dice):
            example(near, NONE, None)
    return out


def _way(rng: np.random.Generator) -> np.ndarray:
    angle = rng.uniform(0, 2 * math.pi)
    return np.array([math.cos(angle), math.sin(angle)])


def _scale(scene: Scene) -> float:
    """Pixels of a patch for a pixel of the truth, in the middle of the picture."""
    middle = np.mean(scene.truth["field_corners"], axis=0)
    a, b = transformed([middle, middle + np.eye(2)[0]], scene.matrix(middle, PITCH, WIDE))
    return max(math.dist(a, b), 1e-3)


def drawn(scene: Scene, rng: np.random.Generator) -> Example | None:
    """A die drawn into a picture: lying flat, on a checker, or leaning on one; None where there is no room."""
    size = scene.truth["geometry"]
    side = size["point_w"] * rng.uniform(0.28, 0.47)
    place = _pose(scene, side, rng)
    if place is None:
        return None
    middle, turn, floor, cocked, support = place
    box, value = _die(middle, turn, side, rng)
    top = top_face(box)
    center = scene.lens(top, np.eye(3)).pixel(top)
    if not scene.shows(center):
        return None
    matrix = upright(scene, center)
    lens = scene.lens(middle, matrix)
    ids = cv2.warpPerspective(scene.ids, matrix @ inverse(scene.back), (WIDE, WIDE), flags=cv2.INTER_NEAREST)
    outline = np.zeros((WIDE, WIDE), np.uint8)
    ends = np.array([lens.pixel(middle + turn @ (np.array(c) - 0.5) * side) for c in np.ndindex(2, 2, 2)])
    cv2.fillConvexPoly(outline, cv2.convexHull(np.round(ends).astype(np.int32)), 1)
    hit = ids[outline > 0]
    if hit.size == 0 or np.isin(hit, LOOSE).mean() - (hit == support).mean() > 0.2:
        return None
    return Example(boxes.painted(scene.patch(matrix, WIDE), lens, box, floor, rng), value - 1, cocked)


def _die(middle: np.ndarray, turn: np.ndarray, side: float, rng: np.random.Generator) -> tuple[Box, int]:
    """A die of any looks, and the value of the face that looks up most."""
    faces, values = boxes.die_faces(rng)
    clear = rng.uniform(0.4, 0.85) if rng.random() < 0.15 else 0.0
    box = Box(middle, turn, side, rng.uniform(0.08, 0.55), faces, rng.uniform(0, 0.6), clear)
    up = int(np.abs(turn[2]).argmax())
    return box, values[2 * up + int(turn[2, up] < 0)]


def _pose(scene: Scene, side: float, rng: np.random.Generator) -> Any:
    """(middle, turn, floor's height, cocked, mask id of the checker that carries it) of a die, None without room."""
    size = scene.truth["geometry"]
    radius, thick = size["checker_d"] / 2, size["checker_t"]
    checkers = scene.flat_checkers
    kind, face = rng.random(), int(rng.integers(6))
    flat = boxes.lying(face, rng.uniform(0, 2 * math.pi))
    things = [*scene.truth["dice"], *cubes_of(scene.truth)]

    def gap(xy: np.ndarray, but: Any = None) -> float:
        gaps = [math.dist(xy, c["xyz"][:2]) - radius for c in checkers if c is not but]
        return min(gaps + [math.dist(xy, t["xyz"][:2]) - side for t in things], default=9.0)

    def on_field(xy: np.ndarray) -> bool:
        return bool(
            size["bar_w"] / 2 + side * 0.7 < abs(xy[0]) < size["field_w"] / 2 - side * 0.7
            and abs(xy[1]) < size["field_d"] / 2 - side * 0.7
        )

    if kind < 0.5:
        close = rng.random() < 0.5
        for _ in range(60):
            xy = rng.uniform(-0.5, 0.5, 2) * (size["field_w"], size["field_d"])
            if close and checkers:
                c = checkers[int(rng.integers(len(checkers)))]
                xy = np.array(c["xyz"][:2]) + (radius + side * rng.uniform(0.5, 0.9)) * _way(rng)
            room = gap(xy) - 0.5 * side
            if on_field(xy) and room > 0:
                return np.array([*xy, side / 2]), flat, 0.0, False, 0
        return None
    if not checkers:
        return None
    c = checkers[int(rng.integers(len(checkers)))]
    number = int(c["id"][1:]) + (1 if c["id"][0] == "W" else 16)
    if kind < 0.75:
        higher = [
            o for o in checkers if o["xyz"][2] > c["xyz"][2] and math.dist(o["xyz"][:2], c["xyz"][:2]) < 1.7 * radius
        ]
        if higher or c["lean"]:
            return None
        xy = np.array(c["xyz"][:2]) + rng.normal(0, 0.3 * radius, 2)
        floor = c["xyz"][2] + thick
        return np.array([*xy, floor + side / 2]), flat, floor, True, number
    low, high = math.asin(min(1.0, thick / side)) + 0.01, math.radians(44)
    if c["layer"] or c["where"] != "point" or low >= high:
        return None
    tilt, angle = rng.uniform(low, high), rng.uniform(0, 2 * math.pi)
    away, up = np.array([math.cos(angle), math.sin(angle), 0]), np.array([0, 0, 1.0])
    foot = np.array([*c["xyz"][:2], 0]) + away * (radius + thick / math.tan(tilt))
    middle = foot + (up * math.sin(tilt) - away * math.cos(tilt)) * side / 2
    middle += (away * math.sin(tilt) + up * math.cos(tilt)) * side / 2
    if gap(foot[:2], c) < 0.3 * side or gap(middle[:2], c) < 0.3 * side or not on_field(foot[:2]):
        return None
    turn = boxes.turned_about(np.cross([0, 0, 1.0], away), tilt) @ boxes.lying(face, angle)
    return middle, turn, 0.0, True, number


def mistaken(scene: Scene, rng: np.random.Generator) -> Example | None:
    """What may pass for a die and is none: a drawn cube, or dots and rings on a checker's face."""
    size = scene.truth["geometry"]
    checkers = scene.flat_checkers
    if not checkers:
        return None
    c = checkers[int(rng.integers(len(checkers)))]
    top = np.array(c["xyz"]) + np.array([0, 0, size["checker_t"]])
    center = scene.lens(top, np.eye(3)).pixel(top)
    if not scene.shows(center):
        return None
    if rng.random() < 0.5:
        side = size["point_w"] * rng.uniform(0.32, 0.75)
        turn = boxes.lying(int(rng.integers(6)), rng.uniform(0, 7))
        faces = (
            boxes.cube_faces(rng)
            if rng.random() < 0.85
            else np.stack([boxes.any_colour(rng) * np.ones((64, 64, 3))] * 6)
        )
        middle = top * [1, 1, 0] + [0, 0, side / 2]
        box = Box(middle, turn, side, rng.uniform(0.05, 0.5), faces.astype(np.float32), rng.uniform(0, 0.6), 0.0)
        matrix = upright(scene, scene.lens(top_face(box), np.eye(3)).pixel(top_face(box)))
        return Example(boxes.painted(scene.patch(matrix, WIDE), scene.lens(middle, matrix), box, 0.0, rng), NONE, None)
    matrix = upright(scene, center)
    lens = scene.lens(top, matrix)
    scale = math.sqrt(abs(np.linalg.det(lens.linear[:, :2]))) * size["checker_d"] / 2
    paint = (255 * boxes.any_colour(rng) ** (1 / 2.2)).tolist()
    at = lens.pixel(top)
    patch = scene.patch(matrix, WIDE).copy()
    if rng.random() < 0.6:
        ring = round(16 * scale * rng.uniform(0.3, 0.9))
        cv2.circle(patch, _fine(at), ring, paint, int(rng.integers(1, 4)), cv2.LINE_AA, 4)
    dots = int(rng.choice([0, 1, 1, 4, 5, 6, 8]))
    reach, dot, begin = rng.uniform(0.2, 0.7) * scale, rng.uniform(0.06, 0.2) * scale, rng.uniform(0, 7)
    for k in range(dots):
        angle = begin + 2 * math.pi * k / dots
        spot = at if dots == 1 else at + reach * np.array([math.cos(angle), math.sin(angle)])
        cv2.circle(patch, _fine(spot), max(round(16 * dot), 8), paint, -1, cv2.LINE_AA, 4)
    return Example(patch, NONE, None)


def _fine(xy: np.ndarray) -> tuple[int, int]:
    return round(float(xy[0]) * 16), round(float(xy[1]) * 16)


def loose(rng: np.random.Generator) -> Example:
    """A die on a table, or on a piece of one a pip of a far larger die, a far smaller die, or nothing.

    Where no board is known, a table shows foreshortened as the camera saw it, and dice of any size are met.
    """
    kind, tilt = rng.random(), rng.uniform(0, 0.9)
    foreshortened = np.array([[1, 0, 0], [0, -math.cos(tilt), -math.sin(tilt)]])
    side = rng.uniform(15, 32) if kind < 0.7 else rng.uniform(55, 170) if kind < 0.85 else rng.uniform(4, 8)
    patch = surface(rng, (WIDE, WIDE), calm=rng.random() < 0.5)
    turn = boxes.lying(int(rng.integers(6)), rng.uniform(0, 7))
    box, value = _die(np.array([0.0, 0.0, side / 2]), turn, side, rng)
    target = top_face(box)
    if 0.7 <= kind < 0.85:
        target = target + np.append(rng.uniform(-0.4, 0.4, 2), 0.0) * side
    middle = np.full(2, (WIDE - 1) / 2)
    lens = Lens(foreshortened, middle - foreshortened @ target)
    for _ in range(int(rng.choice([0, 0, 1, 2])) if side < 40 else 0):
        way = np.append(_way(rng) * side * rng.uniform(1.5, 2.6), 0.0)
        other, _ = _die(box.middle + way, boxes.lying(int(rng.integers(6)), rng.uniform(0, 7)), side, rng)
        patch = boxes.painted(patch, lens, other, 0.0, rng)
    if kind < 0.95:
        patch = boxes.painted(patch, lens, box, 0.0, rng)
    return Example(patch, value - 1, False) if kind < 0.7 else Example(patch, NONE, None)


def misplaced(rng: np.random.Generator, *, cocked: bool) -> np.ndarray:
    """By how many pixels of a patch the upper face is off its middle: the field net takes in the sides as well."""
    if cocked or rng.random() < 0.25:  # nor does it know which face of a tilted die is the upper one
        return rng.normal((0, -1), (4.2, 4.6))
    return np.array([rng.normal(0, 2.1), rng.normal(0, 1.8) - rng.exponential(2.6)])


def used(example: Example, rng: np.random.Generator) -> np.ndarray:
    """The middle of a wide patch: turned a little, shifted, larger or smaller, in a mirror."""
    matrix = cv2.getRotationMatrix2D((0, 0), rng.normal(0, 8), rng.uniform(0.87, 1.16))
    if rng.random() < 0.5:
        matrix[:, 0] *= -1
    matrix[:, 2] = (PATCH - 1) / 2 - matrix[:, :2] @ np.full(2, (WIDE - 1) / 2)
    matrix[:, 2] += misplaced(rng, cocked=bool(example.cocked))
    return cv2.warpAffine(example.patch, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def tensor(patch: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(patch.transpose(2, 0, 1)).astype(np.float32) / 255 - 0.5)


class Stock:
    """What is learned from: dice rendered and drawn, and places that show none; the drawn ones are renewed."""

    def __init__(self, scenes: list[Scene], cut: list[Example], rng: np.random.Generator, many: int) -> None:
        self.rng, self.many = rng, many
        self.flat = [e for e in cut if e.value != NONE and not e.cocked]
        self.cocked = [e for e in cut if e.value != NONE and e.cocked]
        self.nothing = [e for e in cut if e.value == NONE]

        def somewhere(make: Callable[[Scene, np.random.Generator], Example | None]) -> Callable[[], Example | None]:
            return lambda: make(scenes[int(rng.integers(len(scenes)))], rng)

        self.made: dict[str, list[Example]] = {"drawn": [], "mistaken": [], "loose": []}
        self.makers = {"drawn": somewhere(drawn), "mistaken": somewhere(mistaken), "loose": lambda: loose(rng)}
        self.renew(many)

    def renew(self, count: int) -> None:
        for name, share in (("drawn", 1.0), ("mistaken", 0.25), ("loose", 0.4)):
            fresh: list[Example] = []
            while len(fresh) < count * share:
                made = self.makers[name]()
                if made is not None:
                    fresh.append(made)
            self.made[name][:0] = fresh
            del self.made[name][int(self.many * share) :]

    def pick(self) -> Example:
        made = self.made
        kinds = (self.flat, self.cocked, made["drawn"], self.nothing, made["mistaken"], made["loose"])
        some = kinds[int(self.rng.choice(6, p=(0.22, 0.22, 0.26, 0.15, 0.05, 0.1)))]
        return some[int(self.rng.integers(len(some)))]


def batch(stock: Stock, rng: np.random.Generator, size: int) -> Batch:
    examples = [stock.pick() for _ in range(size)]
    xs = [tensor(photographed(used(e, rng), rng)) for e in examples]
    cocked = [-1.0 if e.cocked is None else float(e.cocked) for e in examples]
    return torch.stack(xs), torch.tensor([e.value for e in examples]), torch.tensor(cocked)


def check(net: nn.Module, examples: list[Example]) -> str:
    """How the net does on held-out boards, each patch shifted as the field net might."""
    rng = np.random.default_rng(5)
    edge = (WIDE - PATCH) // 2
    shifts = [
        np.clip(np.round(edge - misplaced(rng, cocked=bool(e.cocked))), 0, 2 * edge).astype(int) for e in examples
    ]
    patches = [e.patch[y : y + PATCH, x : x + PATCH] for e, (x, y) in zip(examples, shifts, strict=True)]
    out = torch.cat([net(torch.stack([tensor(p) for p in patches[k : k + 64]])) for k in range(0, len(patches), 64)])
    value = out[:, :7].argmax(1).numpy()
    truth = np.array([e.value for e in examples])
    known = np.array([e.cocked is not None for e in examples]) & (truth != NONE)
    leaning = np.array([bool(e.cocked) for e in examples]) & known
    flat = known & ~leaning
    called = out[:, COCKED].numpy() > 0
    return (
        f"flat values wrong {int((value != truth)[flat].sum())} of {int(flat.sum())}; "
        f"cocked values wrong {int((value != truth)[leaning].sum())} of {int(leaning.sum())}; "
        f"nothing taken for a die {int(((truth == NONE) & (value != NONE)).sum())} of {int((truth == NONE).sum())}; "
        f"cocked missed {int((leaning & ~called).sum())}, false {int((flat & called).sum())}"
    )


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    values, cocked = wanted
    loss = functional.cross_entropy(out[:, :7], values, label_smoothing=0.02)
    known = cocked >= 0
    return loss + functional.binary_cross_entropy_with_logits(out[known, COCKED], cocked[known])


def main() -> None:
    parser = arguments(__doc__, steps=12000)
    parser.add_argument("--drawn", type=int, default=4000, help="how many drawn dice are kept at a time")
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(1)
    learned, held_out = split(truth_files(options.data, options.leave_out))
    held_out += truth_files(options.check)
    checks = [e for f in held_out for e in rendered(loaded(f), np.random.default_rng(3))]
    scenes = [s for f in learned if not (s := loaded(f)).truth["hand"]]
    stock = Stock(scenes, [e for s in scenes for e in rendered(s, rng)], rng, options.drawn)
    dice = len(stock.flat) + len(stock.cocked)
    print(f"{dice} rendered dice to learn from, {sum(e.value != NONE for e in checks)} to check", flush=True)
    net = DiceNet()

    def renewed() -> None:
        stock.renew(options.drawn // 32)

    train(net, lambda: batch(stock, rng, 64), loss_of, lambda n: check(n, checks), options, between=renewed)
    export(net, torch.zeros(2, 3, PATCH, PATCH), options.out, any_number=True)


if __name__ == "__main__":
    main()
