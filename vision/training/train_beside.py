"""Train the finder of cubes beside the board: where the upper face of a doubling cube is in a wide, coarse view.

    python -m vision.training.train_beside --data FOLDER [FOLDER ...] --checkpoint FILE --out vision/weights/beside.onnx

The reader of the field sees no farther than the board's rails.  This one sees :func:`vision.cube.wide_view`, at half
the size, and learns from rendered boards and from such boards with cubes, dice and plain blocks drawn beside them,
some of them cut by the edge of the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn

from vision.cube import WIDE_WH, wide_view
from vision.fieldmaps import STRIDE
from vision.rectify import VIEW_WH, inverse, transformed
from vision.training import boxes
from vision.training.boxes import FACE, Box
from vision.training.cuts import Scene, cubes_of, loaded, top_face
from vision.training.disguise import Disguise, laid_over
from vision.training.loop import Batch, arguments, export, split, train, truth_files
from vision.training.nets import Residual, heat_loss, layer, matched, peaks, tensor
from vision.training.samples import HAND_IDS

SIDE = 352  # pixels of a canvas, the wide view in its middle with room for jitter
CROP = 256
SIGMA = 1.0  # of a cube's bell, in cells of the map


@dataclass(frozen=True, slots=True)
class Wide:
    """A canvas (SIDE, SIDE, 3) round the wide view, the cubes in it (n, 2) and what may or may not count as one."""

    canvas: np.ndarray
    cubes: np.ndarray
    doubtful: np.ndarray


class BesideNet(nn.Module):
    """A wide view (n, 3, h, w) in, the logits of one map (n, 1, h / 4, w / 4) out; seen down to 1/16 of its size."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(layer(3, 8, 2), layer(8, 16, 2))
        self.eighth = nn.Sequential(layer(16, 32, 2), Residual(32))
        self.sixteenth = nn.Sequential(layer(32, 48, 2), Residual(48), Residual(48), nn.Conv2d(48, 32, 1))
        self.at_eighth = nn.Sequential(nn.ReLU(), Residual(32), nn.Conv2d(32, 16, 1))
        self.at_quarter = nn.Sequential(nn.ReLU(), Residual(16), nn.Conv2d(16, 1, 1))
        self.twice = nn.Upsample(scale_factor=2.0, mode="nearest")
        nn.init.constant_(self.at_quarter[-1].bias, -3.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        fine = self.quarter(x)
        middle = self.eighth(fine)
        middle = middle + self.twice(self.sixteenth(middle))
        return self.at_quarter(fine + self.twice(self.at_eighth(middle)))


def canvas_homography(scene: Scene) -> np.ndarray:
    """From pixels of the picture to pixels of its canvas."""
    matrix, (width, height) = wide_view(scene.view)
    shift = np.array([[1, 0, (SIDE - width) / 2], [0, 1, (SIDE - height) / 2], [0, 0, 1.0]])
    return shift @ matrix


def wide(scene: Scene, image: np.ndarray, drawn: list[Any]) -> Wide:
    """The canvas of a scene's picture; ``drawn``: the places of the cubes drawn into it, and whether they count."""
    matrix = canvas_homography(scene)
    places = [(c["center"], c["visible"] > 0.5) for c in cubes_of(scene.truth) if c["visible"] > 0.15] + drawn
    moved = transformed([p for p, _ in places], matrix) if places else np.zeros((0, 2))
    sure = np.array([s for _, s in places], bool)
    return Wide(cv2.warpPerspective(image, matrix, (SIDE, SIDE)), moved[sure], moved[~sure])


def with_services(scene: Scene, rng: np.random.Generator) -> Wide:
    """The same picture with cubes and blocks that are none drawn into it, most of them beside the board."""
    image = scene.image.copy()
    taken = [c["center"] for c in cubes_of(scene.truth)]
    drawn: list[Any] = []
    for _ in range(int(rng.integers(1, 5))):
        height, width = image.shape[:2]
        center = _place(rng) if rng.random() < 0.65 else _place_at_the_edge(scene, rng)
        x, y = transformed([center], inverse(scene.view))[0]
        if not (-10 < x < width + 10 and -10 < y < height + 10) or any(math.dist((x, y), t) < 90 for t in taken):
            continue
        if scene.ids[int(np.clip(y, 0, height - 1)), int(np.clip(x, 0, width - 1))] in HAND_IDS:
            continue
        is_cube = rng.random() < 0.65
        inside = 50 < center[0] < VIEW_WH[0] - 50 and 30 < center[1] < VIEW_WH[1] - 30
        box, floor = _box(scene, (x, y), rng, cube=is_cube, inside=inside)
        shown = _painted(image, scene, box, floor, rng)
        top = top_face(box)
        at = scene.lens(top, np.eye(3)).pixel(top)
        taken.append((x, y))
        if is_cube and shown > 0.2:
            within = -4 < at[0] < width + 4 and -4 < at[1] < height + 4
            drawn.append((at, shown > 0.5 and within))
    return wide(scene, image, drawn)


def _place(rng: np.random.Generator) -> np.ndarray:
    """A place of the view, mostly near its edge or beyond."""
    (width, height), across = VIEW_WH, rng.random(2)
    if rng.random() < 0.25:
        return np.array([across[0] * width, across[1] * height])
    far = rng.uniform(-28, 50)
    at = across * (width + 60, height + 60) - 30
    side = int(rng.integers(4))
    return np.array([(-far, at[1]), (width - 1 + far, at[1]), (at[0], -far), (at[0], height - 1 + far)][side])


def _place_at_the_edge(scene: Scene, rng: np.random.Generator) -> np.ndarray:
    """A place of the view, beside the board if possible, where the edge of the picture may cut a cube in two."""
    height, width = scene.image.shape[:2]
    for _ in range(30):
        at, over = rng.random(2) * (width, height), rng.uniform(-4, 26)
        x, y = ((at[0], over), (at[0], height - 1 - over), (over, at[1]), (width - 1 - over, at[1]))[rng.integers(4)]
        place = transformed([(x, y)], scene.view)[0]
        if (np.abs(place - np.array(VIEW_WH) / 2) < np.array(VIEW_WH) / 2 + 40).all():
            return place
    return _place(rng)


def _box(
    scene: Scene, place: tuple[float, float], rng: np.random.Generator, *, cube: bool, inside: bool
) -> tuple[Box, float]:
    size = scene.truth["geometry"]
    side = size["point_w"] * (rng.uniform(0.45, 0.85) if cube else rng.uniform(0.33, 0.7))
    floor = 0.0 if inside else float(rng.uniform(-2.5, 0.4))
    across, along = size["field_w"] / 2, size["field_d"] / 2
    corners = np.array([(-across, -along), (across, -along), (across, along), (-across, along)], np.float32)
    plane = cv2.getPerspectiveTransform(np.array(scene.truth["field_corners"], np.float32), corners)
    x, y = transformed([place], plane)[0]
    faces = boxes.cube_faces(rng) if cube else _other_faces(rng)
    turn = boxes.lying(int(rng.integers(6)), rng.uniform(0, 2 * math.pi))
    middle = np.array([x, y, floor + side / 2])
    return Box(middle, turn, side, rng.uniform(0.05, 0.5), faces, rng.uniform(0, 0.6), 0.0), floor


def _other_faces(rng: np.random.Generator) -> np.ndarray:
    """The faces of a die, or of a block without any print."""
    if rng.random() < 0.75:
        return boxes.die_faces(rng)[0]
    return np.broadcast_to(boxes.any_colour(rng), (6, FACE, FACE, 3)).astype(np.float32)


def _painted(image: np.ndarray, scene: Scene, box: Box, floor: float, rng: np.random.Generator) -> float:
    """Draws a box into a picture; how much of it lies in the picture."""
    lens = scene.lens(box.middle, np.eye(3))
    half = box.side / 2
    ends = np.array([lens.pixel(box.middle + box.turn @ (half * (2 * np.array(c) - 1.0))) for c in np.ndindex(2, 2, 2)])
    (left, top), (right, bottom) = ends.min(0), ends.max(0)
    size = int(2.2 * max(right - left, bottom - top)) + 8
    x, y = int((left + right) / 2 - size / 2), int((top + bottom) / 2 - size / 2)
    height, width = image.shape[:2]
    room = 400
    if not (-room < x < width + room - size and -room < y < height + room - size):
        return 0.0
    rows, columns = (np.clip(np.arange(at, at + size), 0, n - 1) for at, n in ((y, height), (x, width)))
    patch = image[np.ix_(rows, columns)]
    shift = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]])
    patch = boxes.painted(patch, scene.lens(box.middle, shift), box, floor, rng)
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + size, width), min(y + size, height)
    if x1 > x0 and y1 > y0:
        image[y0:y1, x0:x1] = patch[y0 - y : y1 - y, x0 - x : x1 - x]
    seen_w = max(0.0, min(right, width) - max(left, 0)) / (right - left)
    seen_h = max(0.0, min(bottom, height) - max(top, 0)) / (bottom - top)
    return float(seen_w * seen_h)


class Stock:
    """What is learned from; the furnished pictures are renewed."""

    def __init__(self, scenes: list[Scene], rng: np.random.Generator, many: int) -> None:
        self.scenes, self.rng, self.many = scenes, rng, many
        self.disguise = Disguise(rng)
        self.plain = [wide(s, s.image, []) for s in scenes]
        self.with_services: list[Wide] = []
        self.renew(many)

    def renew(self, count: int) -> None:
        fresh = [with_services(self.scenes[int(self.rng.integers(len(self.scenes)))], self.rng) for _ in range(count)]
        self.with_services = (fresh + self.with_services)[: self.many]

    def example(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A view, the map wanted for it and its weights."""
        rng = self.rng
        some = self.plain if rng.random() < 0.3 else self.with_services
        one = some[int(rng.integers(len(some)))]
        canvas, over = one.canvas, np.zeros((SIDE, SIDE), np.uint8)
        if rng.random() < 0.2:
            canvas, over = laid_over(canvas, some[int(rng.integers(len(some)))].canvas, rng)
        if rng.random() < 0.15:
            canvas = _cut_off(canvas, over, rng)
        matrix = _jitter(rng)
        view = cv2.warpAffine(canvas, matrix[:2], (CROP, CROP))
        goal, weight = targets(one, matrix, cv2.warpAffine(over, matrix[:2], (CROP, CROP)))
        return self.disguise(view, rng), goal, weight


def _cut_off(canvas: np.ndarray, over: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The canvas as if the picture ended sooner on one side."""
    turn = int(rng.integers(4))
    canvas, edge = np.rot90(canvas, turn).copy(), int(rng.uniform(20, 70))
    canvas[:edge] = 0
    np.rot90(over, turn)[:edge] = 255
    return np.rot90(canvas, -turn).copy()


def _jitter(rng: np.random.Generator) -> np.ndarray:
    middle = (SIDE - 1) / 2
    matrix = np.eye(3)
    scale = math.exp(rng.normal(0, 0.1))
    matrix[:2] = cv2.getRotationMatrix2D((middle, middle), rng.normal(0, 6), scale)
    matrix[:2, 2] += (CROP - SIDE) / 2 + rng.uniform(-52, 52, 2)
    if rng.random() < 0.5:
        matrix = np.array([[-1, 0, CROP - 1], [0, 1, 0], [0, 0, 1.0]]) @ matrix
    return matrix


def targets(one: Wide, matrix: np.ndarray, over: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The map wanted and its weights, both (1, CROP / 4, CROP / 4)."""
    cells = CROP // STRIDE
    ys, xs = np.mgrid[:cells, :cells]
    hidden = cv2.resize(over, (cells, cells), interpolation=cv2.INTER_AREA) > 90

    def bells(points: np.ndarray, sigma: float) -> np.ndarray:
        heat = np.zeros((cells, cells), np.float32)
        for x, y in (transformed(points, matrix) + 0.5) / STRIDE - 0.5 if len(points) else ():
            heat = np.maximum(heat, np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * sigma * sigma)))
        return heat.astype(np.float32)

    goal = bells(one.cubes, SIGMA)
    weight = ((bells(one.doubtful, 2.5) < 0.2) & ~hidden).astype(np.float32)
    return goal[None], weight[None]


def batch(stock: Stock, size: int) -> Batch:
    views, goals, weights = zip(*(stock.example() for _ in range(size)), strict=True)
    pictures = torch.stack([tensor(view) for view in views])
    return pictures, torch.from_numpy(np.stack(goals)), torch.from_numpy(np.stack(weights))


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    goal, weight = wanted
    return heat_loss(out, goal, weight) / goal.ge(0.6).sum().clamp(min=8) * 4


def check(net: nn.Module, held_out: list[Wide]) -> str:
    """What the net misses, and finds where nothing is, on boards that it does not learn from."""
    counts = []
    for least in (0.15, 0.3, 0.5):
        cubes = missed = false = 0
        for one in held_out:
            heat = torch.sigmoid(net(tensor(one.canvas)[None])[0, 0]).numpy()
            found = peaks(heat, least).astype(float)
            wanted, maybe = ((p + 0.5) / STRIDE - 0.5 for p in (one.cubes, one.doubtful))
            cubes += len(wanted)
            missed += matched(found, wanted, 1.5)[0]
            false += matched(found, np.concatenate([wanted, maybe]), 2.5)[1]
        counts.append(f"{least}: missed {missed} of {cubes}, false {false} in {len(held_out)}")
    return "; ".join(counts)


def main() -> None:
    parser = arguments(__doc__, steps=2500)
    parser.add_argument("--furnished", type=int, default=400, help="how many furnished pictures are kept at a time")
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(1)
    learned, held_out = split(truth_files(options.data))
    checked = np.random.default_rng(3)
    scenes = [loaded(f) for f in held_out]
    checks = [wide(s, s.image, []) for s in scenes] + [with_services(s, checked) for s in scenes for _ in range(2)]
    stock = Stock([loaded(f) for f in learned], rng, options.with_services)
    net = BesideNet()

    def renewed() -> None:
        stock.renew(options.with_services // 12)

    train(net, lambda: batch(stock, 12), loss_of, lambda n: check(n, checks), options, between=renewed)
    export(net, torch.zeros(1, 3, WIDE_WH[1], WIDE_WH[0]), options.out)


if __name__ == "__main__":
    main()
