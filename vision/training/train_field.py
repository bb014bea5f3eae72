"""Train the field reader: where checkers, dice, cube, hands, borne-off checkers and the bar are.

    python -m vision.training.train_field --data FOLDER [FOLDER ...] --checkpoint FILE --out vision/weights/field.onnx

The net is fully convolutional: a rectified view in, the maps of :class:`vision.fieldmaps.FieldMaps`
out, at a quarter of its size.  It sees the whole view at several scales, for whether a checker is
Light's or Dark's can only be told beside the others, and is told how far a checker's thickness displaces
its top, for how high a stack is can only be told from where the camera is.  Training goes on where it stopped when the
checkpoint is there, and learns from pictures that are added while it runs.
"""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.fieldmaps import STRIDE
from vision.parallax import lean_maps
from vision.rectify import FIELD_XYXY, VIEW_WH, Points, transformed
from vision.training.disguise import Disguise, laid_over, repainted
from vision.training.loop import Batch, Held, arguments, export, split, train, truth_files
from vision.training.nets import Pyramid, heat_loss, matched, peaks, tensor
from vision.training.samples import CANVAS_WH, CORNERS, CUT, DARK_IDS, HAND_IDS, LIGHT_IDS, PAD, SCALE, Sample, load
from vision.training.stacking import stacked

CHECKER, TALL, TALLER, DX, DY, LIGHT, DIE, CUBE, HAND, OFF, BAR, CORNER, COVER = range(13)
MAPS_WH = (VIEW_WH[0] // STRIDE, VIEW_WH[1] // STRIDE)
ALIKE = 14.0
"""Sides that differ less than this in lightness (L*, 0 to 255) need only be told apart, not named."""

MOST_CHECKED = 120
"""So many pictures of boards held out are enough to see the net learn."""


class Maker:
    """Makes training pictures and what the net should say of them out of samples."""

    def __init__(self, samples: list[Sample], rng: np.random.Generator) -> None:
        self.rng = rng
        self.disguise = Disguise(rng)
        self.use(samples)

    def use(self, samples: list[Sample]) -> None:
        """Make pictures out of these from now on."""
        self.samples = samples
        self.hands = [s for s in self.samples if s.has_hand]
        self.cubes = [s for s in self.samples if s.cube_cut is not None]
        self.piled = [s for s in self.samples if (s.stacks[:, 4] >= 2).any()]

    def _any(self, some: list[Sample]) -> Sample:
        return some[self.rng.integers(len(some))]

    def picture(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, float]:
        """A view, its lean maps, its target maps, their weights, and whether its sides differ in lightness."""
        rng = self.rng
        sample = self._any(self.piled if self.piled and rng.random() < 0.4 else self.samples)
        if rng.random() < 0.5:
            sample = stacked(sample, rng)
        canvas = repainted(sample, rng)
        named = _lightness_order(canvas, sample)
        hand = np.isin(sample.ids, HAND_IDS).astype(np.uint8) * 255
        cover = np.zeros_like(hand)
        cubes = sample.cubes
        if self.cubes and rng.random() < 0.3:
            canvas, cubes = _with_cube(canvas, sample, self._any(self.cubes), rng)
        if rng.random() < 0.15:
            canvas, cover = laid_over(canvas, self._any(self.samples).canvas, rng)
        pasted = np.zeros_like(hand)
        if self.hands and rng.random() < 0.2:
            canvas, pasted = _with_hand(canvas, self._any(self.hands), rng)
        masks = np.dstack(
            [
                np.maximum(hand, pasted),
                np.isin(sample.ids, sample.off_ids).astype(np.uint8) * 255 if sample.off_ids else np.zeros_like(hand),
                np.isin(sample.ids, LIGHT_IDS).astype(np.uint8) * 255,
                cv2.subtract(cover, pasted),
            ]
        )
        matrix, size = _jitter(rng), VIEW_WH
        view = cv2.warpPerspective(canvas, matrix, size)
        goal, weight = targets(sample, matrix, masks, np.maximum(pasted, cover), cubes, named < 0)
        rising = _rising(sample, matrix)
        # Nobody's corners and nobody's lens are exact; a picture may be cut out of a larger one.
        rising[:2] += rng.normal(0, 0.12 if rng.random() < 0.1 else 0.03, 2)
        rising *= np.exp(rng.normal(0, 0.08))
        return self.disguise(view, rng), lean_maps(rising, STRIDE), goal, weight, float(abs(named) > ALIKE)

    def batch(self, size: int) -> Batch:
        views, leans, goals, weights, named = zip(*(self.picture() for _ in range(size)), strict=True)
        pictures = torch.stack([tensor(view) for view in views])
        leans, goals, weights = (torch.from_numpy(np.stack(maps)) for maps in (leans, goals, weights))
        return (pictures, leans), goals, weights, torch.tensor(named)


def _rising(sample: Sample, matrix: np.ndarray) -> Points:
    """The sample's rising direction for pixels of the view that ``matrix`` makes of its canvas."""
    middle = np.array([CANVAS_WH[0] / 2, CANVAS_WH[1] / 2, 1.0])
    return SCALE * (matrix @ sample.rising) / (matrix[2] @ middle)


def _lightness_order(canvas: np.ndarray, sample: Sample) -> float:
    """How much lighter Light's checkers are than Dark's, L* 0 to 255; negative where paint has turned it round."""
    light, dark = (np.isin(sample.ids, ids) for ids in (LIGHT_IDS, DARK_IDS))
    if not light.any() or not dark.any():
        return 255.0
    lightness = cv2.cvtColor(canvas, cv2.COLOR_BGR2LAB)[..., 0]
    return float(np.median(lightness[light])) - float(np.median(lightness[dark]))


def _with_hand(canvas: np.ndarray, donor: Sample, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Another picture's hand laid over the canvas, and where it lies."""
    height, width = canvas.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), rng.normal(0, 15), rng.uniform(0.7, 1.3))
    if rng.random() < 0.5:
        matrix = matrix @ np.array([[-1, 0, width - 1], [0, 1, 0], [0, 0, 1.0]])
    if rng.random() < 0.5:
        matrix = matrix @ np.array([[1, 0, 0], [0, -1, height - 1], [0, 0, 1.0]])
    matrix[:, 2] += rng.normal(0, 110, 2)
    mask = np.isin(donor.ids, HAND_IDS).astype(np.uint8) * 255
    hand = cv2.warpAffine(mask, matrix, (width, height))
    arm = cv2.warpAffine(donor.canvas, matrix, (width, height)).astype(np.float32)
    arm *= np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.12, 3))
    share = cv2.GaussianBlur(hand, (0, 0), rng.uniform(0.6, 2.5)).astype(np.float32)[..., None] / 255
    return (canvas * (1 - share) + arm * share).clip(0, 255).astype(np.uint8), hand


def _with_cube(
    canvas: np.ndarray, sample: Sample, donor: Sample, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Another picture's cube on a free place of the field, as when a double is offered, and all cubes' places."""
    assert donor.cube_cut is not None
    (x0, y0), (x1, y1) = (((FIELD_XYXY[k] + PAD) * SCALE, (FIELD_XYXY[k + 1] + PAD) * SCALE) for k in (0, 2))
    taken = np.concatenate([sample.stacks[:, :2], sample.dice, sample.cubes])
    for _ in range(20):
        place = np.array([rng.uniform(x0 + 15, x1 - 15), rng.uniform(y0 + 15, y1 - 15)])
        if not len(taken) or np.hypot(*(taken - place).T).min() > 34:
            break
    else:
        return canvas, sample.cubes
    middle = CUT / 2
    turn = cv2.getRotationMatrix2D((middle, middle), rng.uniform(0, 360), rng.uniform(0.75, 1.2))
    cut = cv2.warpAffine(donor.cube_cut, turn, (CUT, CUT))
    share = cv2.GaussianBlur(cut[..., 3], (0, 0), 0.8).astype(np.float32)[..., None] / 255
    face = 255 - cut[..., :3] if rng.random() < 0.3 else cut[..., :3]
    left, top = (int(v - middle) for v in place)
    canvas = canvas.copy()
    under = canvas[top : top + CUT, left : left + CUT]
    part = slice(0, under.shape[0]), slice(0, under.shape[1])
    under[:] = under * (1 - share[part]) + (face * share)[part]
    return canvas, np.concatenate([sample.cubes, place[None]])


def _jitter(rng: np.random.Generator | None) -> np.ndarray:
    """Homography from canvas to view: slightly wrong, perhaps flipped; exact without ``rng``."""
    width, height = VIEW_WH
    inner = np.array([[PAD, PAD], [PAD + width, PAD], [PAD + width, PAD + height], [PAD, PAD + height]], np.float32)
    source = inner * SCALE
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    if rng is not None:
        wrong = 5.5 if rng.random() < 0.5 else 1.5
        source += (rng.normal(0, wrong, (4, 2)) + rng.normal(0, wrong / 2, (1, 2))).astype(np.float32)
        if rng.random() < 0.5:
            target = target[[1, 0, 3, 2]]
        if rng.random() < 0.5:
            target = target[[3, 2, 1, 0]]
    return cv2.getPerspectiveTransform(source, target)


def _bump(heat: np.ndarray, x: float, y: float, sigma: float) -> None:
    """Raise a map to 1 at a place of the view, falling off like a bell (``sigma`` in cells)."""
    cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
    reach = int(4 * sigma) + 1
    x0, x1 = max(0, round(cx) - reach), min(heat.shape[1], round(cx) + reach + 1)
    y0, y1 = max(0, round(cy) - reach), min(heat.shape[0], round(cy) + reach + 1)
    if x0 < x1 and y0 < y1:
        ys, xs = np.mgrid[y0:y1, x0:x1]
        bell = np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * sigma * sigma))
        heat[y0:y1, x0:x1] = np.maximum(heat[y0:y1, x0:x1], bell)


def targets(
    sample: Sample, matrix: np.ndarray, masks: np.ndarray, over: np.ndarray, cubes: np.ndarray, swapped: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Target maps and weights, both (13, 104, 128).

    ``masks`` (canvas, 4): hand, borne-off, Light's checkers, cover.  ``over``: what was laid over the
    sample afterwards: things under it are neither wanted nor forbidden.
    """
    width, height = MAPS_WH
    goal, weight = np.zeros((13, height, width), np.float32), np.zeros((13, height, width), np.float32)

    def moved(points: np.ndarray) -> np.ndarray:
        return transformed(points, matrix) if len(points) else points

    def small(mask: np.ndarray) -> np.ndarray:
        return cv2.resize(cv2.warpPerspective(mask, matrix, VIEW_WH), MAPS_WH, interpolation=cv2.INTER_AREA)

    shares = small(masks).astype(np.float32) / 255
    hidden = small(np.maximum(over, masks[..., 0])).astype(np.float32) / 255 > 0.3
    goal[HAND], goal[OFF], goal[COVER] = shares[..., 0], shares[..., 1] * ~hidden, shares[..., 3]
    weight[[HAND, OFF, BAR, COVER, CORNER, CHECKER, DIE, CUBE]] = 1.0
    bar = np.zeros((VIEW_WH[1], VIEW_WH[0]), np.uint8)
    cv2.fillPoly(bar, [np.round(moved(sample.bar)).astype(np.int32)], 255)
    goal[BAR] = cv2.resize(bar, MAPS_WH, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    for x, y in moved(CORNERS):
        _bump(goal[CORNER], x, y, 1.2)
    for channel, places, sigma in ((DIE, sample.dice, 0.8), (CUBE, cubes, 1.0)):
        for x, y in moved(places):
            _bump(goal[channel], x, y, sigma)
    if sample.off_ids:  # whose a pile is can be told all over it
        weight[LIGHT] = 0.05 * (goal[OFF] > 0.6)
        goal[LIGHT] = (shares[..., 2] > 0.5) * weight[LIGHT].astype(bool)
    unknown = np.zeros((height, width), np.float32)
    feet, tops = (moved(sample.stacks[:, k : k + 2]) for k in (0, 2))
    for foot, top, (*_, tall, sure), light in zip(feet, tops, sample.stacks, sample.light, strict=True):
        if not sure:
            _bump(unknown, foot[0], foot[1], 2.0)
            continue
        _bump(goal[CHECKER], foot[0], foot[1], 1.0)
        x, y = round((foot[0] + 0.5) / STRIDE - 0.5), round((foot[1] + 0.5) / STRIDE - 0.5)
        if not (1 <= x < width - 1 and 1 <= y < height - 1):
            continue
        here = slice(y - 1, y + 2), slice(x - 1, x + 2)
        if hidden[y, x]:
            continue
        goal[TALL][here], goal[TALLER][here], goal[LIGHT][here] = tall >= 2, tall >= 3, light
        goal[DX][here], goal[DY][here] = (top - foot) / STRIDE
        for channel in (TALL, TALLER, DX, DY, LIGHT):
            weight[channel][here] = 1.0
    weight[CHECKER] *= (unknown < 0.1) | (goal[CHECKER] > 0.3)
    weight[[CHECKER, DIE, CUBE]] *= ~hidden
    weight[CORNER] *= ~hidden
    if swapped:
        goal[LIGHT] = (1 - goal[LIGHT]) * (weight[LIGHT] > 0)
    return goal, weight


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    goal, weight, named = wanted
    count = goal[:, CHECKER].ge(0.6).sum().clamp(min=4) / 3
    total = out.new_zeros(())
    for channel, factor in ((CHECKER, 1.0), (DIE, 1.0), (CUBE, 1.2), (CORNER, 0.5)):
        total = total + factor * heat_loss(out[:, channel], goal[:, channel], weight[:, channel]) / count
    for channel, factor in ((HAND, 80.0), (OFF, 50.0), (BAR, 8.0), (COVER, 30.0)):
        raw = functional.binary_cross_entropy_with_logits(out[:, channel], goal[:, channel], reduction="none")
        total = total + factor * (raw * weight[:, channel]).mean()
    places = weight[:, TALL].sum().clamp(min=1)
    for channel in (TALL, TALLER):
        raw = functional.binary_cross_entropy_with_logits(out[:, channel], goal[:, channel], reduction="none")
        total = total + 12.0 * (raw * weight[:, channel]).sum() / places
    far = functional.smooth_l1_loss(out[:, DX : DY + 1], goal[:, DX : DY + 1], reduction="none")
    total = total + (far * weight[:, DX : DY + 1]).sum() / places
    return total + 5.0 * side_loss(out[:, LIGHT], goal[:, LIGHT], weight[:, LIGHT], named).sum() / places


def side_loss(out: torch.Tensor, goal: torch.Tensor, weight: torch.Tensor, named: torch.Tensor) -> torch.Tensor:
    """Each picture's loss for telling Light's checkers from Dark's; either way round where ``named`` is 0."""
    right = functional.binary_cross_entropy_with_logits(out, goal, reduction="none") * weight
    turned = functional.binary_cross_entropy_with_logits(out, 1 - goal, reduction="none") * weight
    right, turned = right.sum((1, 2)), turned.sum((1, 2))
    return torch.where(named > 0, right, torch.minimum(right, turned))


def check(net: nn.Module, samples: list[Sample]) -> str:
    """What the net gets wrong on boards that it does not learn from."""
    n = dict.fromkeys(("checkers", "missed", "false", "tall", "taller", "sides", "dice", "no die", "not a die"), 0)
    corners: list[float] = []
    for sample in samples:
        matrix = _jitter(None)
        view = cv2.warpPerspective(sample.canvas, matrix, VIEW_WH)
        leans = torch.from_numpy(lean_maps(_rising(sample, matrix), STRIDE))
        out = net(tensor(view)[None], leans[None])[0].numpy()
        heat = 1 / (1 + np.exp(-out))

        def cells(points: np.ndarray, matrix: np.ndarray = matrix) -> np.ndarray:
            return (transformed(points, matrix) + 0.5) / STRIDE - 0.5 if len(points) else points

        feet = cells(sample.stacks[:, :2])
        hidden = np.isin(sample.ids, HAND_IDS).mean() > 0.002
        x0, y0, x1, y1 = (v / STRIDE for v in FIELD_XYXY)
        inside = (feet[:, 0] > x0) & (feet[:, 0] < x1) & (feet[:, 1] > y0) & (feet[:, 1] < y1)
        seen = peaks(heat[CHECKER], 0.4)
        seen = seen[(seen[:, 0] > x0 + 1) & (seen[:, 0] < x1 - 1) & (seen[:, 1] > y0 + 1) & (seen[:, 1] < y1 - 1)]
        sure = inside & (sample.stacks[:, 5] > 0)
        n["checkers"] += int(sure.sum())
        if not hidden:
            n["missed"] += matched(seen, feet[sure], 2.2)[0]
            n["false"] += matched(seen, feet, 2.2)[1]
        rows, columns = np.round(feet[sure]).astype(int).T[::-1]
        n["tall"] += int(((out[TALL, rows, columns] > 0) != (sample.stacks[sure, 4] >= 2)).sum())
        n["taller"] += int(((out[TALLER, rows, columns] > 0) != (sample.stacks[sure, 4] >= 3)).sum())
        wrong = int(((out[LIGHT, rows, columns] > 0) != sample.light[sure]).sum())
        n["sides"] += min(wrong, int(sure.sum()) - wrong)
        dice = cells(sample.dice)
        n["dice"] += len(dice)
        missed, false = matched(peaks(heat[DIE], 0.4), dice, 2.0)
        n["no die"] += missed
        n["not a die"] += false
        for corner in cells(CORNERS):
            found = peaks(heat[CORNER], 0.2)
            corners.append(float(np.hypot(*(found - corner).T).min()) if len(found) else 99.0)
    return ", ".join(f"{k} {v}" for k, v in n.items()) + f", corners {np.quantile(corners, 0.9):.2f} cells at 90 %"


def main() -> None:
    options = arguments(__doc__, steps=8000).parse_args()
    torch.manual_seed(1)
    stock = Held(lambda: split(truth_files(options.data, options.leave_out))[0], load, options.hold)
    maker = Maker(stock.items, np.random.default_rng(1))
    checks = [load(f) for f in split(truth_files(options.data))[1][:MOST_CHECKED]]
    print(f"{len(stock.items)} pictures to learn from, {len(checks)} to check", flush=True)

    def fresh() -> None:
        stock.renew()
        maker.use(stock.items)

    net = Pyramid(13, (12, 24, 48, 96), 3, hints=2)
    train(net, lambda: maker.batch(8), loss_of, lambda measured: check(measured, checks), options, between=fresh)
    example = torch.zeros(1, 3, VIEW_WH[1], VIEW_WH[0]), torch.zeros(1, 2, *MAPS_WH[::-1])
    export(net, example, options.out, names=("images", "lean"))


if __name__ == "__main__":
    main()
