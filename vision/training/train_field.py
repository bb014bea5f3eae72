"""Train the field reader: where checkers, dice, cube, hands, borne-off checkers and the bar are.

    python -m vision.training.train_field --data FOLDER [FOLDER ...] --check FOLDER --out vision/weights/field.onnx

The net is fully convolutional (about 70,000 weights): a rectified view in, nine maps
of a quarter of its size out, see :mod:`vision.fieldnet` for their meaning.  It is told
nothing about colours of sides: a checker is a checker, and the calibration says whose.
Training goes on where it stopped when the checkpoint is there.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.rectify import FIELD_XYXY, VIEW_WH
from vision.training.loop import Batch, arguments, export, train, truth_files
from vision.training.samples import CUT, PAD, SCALE, Sample, load

STRIDE = 4
CROP_WH = (288, 240)
STACK_WEIGHT = 15.0  # as vision.checkers takes it out again
CHECKER, TALL, DX, DY, DIE, CUBE, HAND, OFF, BAR = range(9)


class Block(nn.Module):
    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=dilation, dilation=dilation, bias=False)
        self.norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(functional.relu(self.norm(self.first(x))))


class FieldNet(nn.Module):
    def __init__(self, width: int = 40) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 16, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(),
            nn.Conv2d(16, width, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
        )
        self.body = nn.Sequential(*[Block(width, d) for d in (1, 2, 4, 1, 8, 1)])
        self.head = nn.Conv2d(width, 9, 1)
        nn.init.constant_(self.head.bias, -3.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(functional.relu(self.body(self.stem(x))))


def with_hand(sample: Sample, donor: Sample, rng: np.random.Generator) -> Sample:
    """The sample with another picture's hand laid over it; what lies under it is neither wanted nor forbidden."""
    height, width = sample.canvas.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), rng.normal(0, 15), rng.uniform(0.8, 1.2))
    if rng.random() < 0.5:
        matrix = matrix @ np.array([[-1, 0, width - 1], [0, 1, 0], [0, 0, 1.0]])
    matrix[:, 2] += rng.normal(0, 90, 2)
    hand = cv2.warpAffine(donor.masks[..., 0], matrix, (width, height))
    arm = recoloured(cv2.warpAffine(donor.canvas, matrix, (width, height)), rng)
    share = cv2.GaussianBlur(hand, (0, 0), 1.0).astype(np.float32)[..., None] / 255
    canvas = (sample.canvas * (1 - share) + arm * share).astype(np.uint8)
    masks = sample.masks.copy()
    masks[..., 0] = np.maximum(masks[..., 0], hand)
    masks[..., 3] = np.maximum(masks[..., 3], hand)
    return replace(sample, canvas=canvas, masks=masks)


def with_cube(sample: Sample, donor: Sample, rng: np.random.Generator) -> Sample:
    """The sample with another picture's cube on a free place of its field, as when a double is offered."""
    assert donor.cube_cut is not None
    x0, y0, x1, y1 = ((v + PAD) * SCALE for v in FIELD_XYXY)
    taken = np.concatenate([sample.stacks[:, :2], sample.dice, sample.cubes])
    for _ in range(20):
        place = np.array([rng.uniform(x0 + 15, x1 - 15), rng.uniform(y0 + 15, y1 - 15)])
        if not len(taken) or np.hypot(*(taken - place).T).min() > 34:
            break
    else:
        return sample
    middle = CUT / 2
    turn = cv2.getRotationMatrix2D((middle, middle), rng.uniform(0, 360), rng.uniform(0.75, 1.2))
    cut = cv2.warpAffine(donor.cube_cut, turn, (CUT, CUT))
    share = cv2.GaussianBlur(cut[..., 3], (0, 0), 0.8).astype(np.float32)[..., None] / 255
    face = recoloured(cut[..., :3], rng)
    face = 255 - face if rng.random() < 0.3 else face
    left, top = (int(v - middle) for v in place)
    canvas = sample.canvas.copy()
    under = canvas[top : top + CUT, left : left + CUT]
    under[:] = (
        under * (1 - share[: under.shape[0], : under.shape[1]]) + (face * share)[: under.shape[0], : under.shape[1]]
    )
    center = np.array([[left + middle, top + middle]])
    return replace(sample, canvas=canvas, cubes=np.concatenate([sample.cubes, center]))


def recoloured(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Another light, another camera, other paints: hue, gain, contrast, noise, blur."""
    pixels = image
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV).astype(np.int16)
        hsv[..., 0] = (hsv[..., 0] + rng.integers(0, 180)) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.0, 1.5), 0, 255)
        pixels = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)
    if rng.random() < 0.35:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 1.4))
    scaled = (pixels.astype(np.float32) / 255) ** rng.uniform(0.6, 1.6)
    scaled = scaled * rng.uniform(0.6, 1.3) * rng.uniform(0.88, 1.12, 3).astype(np.float32)
    scaled = scaled + rng.normal(0, rng.uniform(0, 0.03), scaled.shape).astype(np.float32)
    return (np.clip(scaled, 0, 1) * 255).astype(np.uint8)


def jittered(sample: Sample, rng: np.random.Generator, crop: bool) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """A view of the sample under a slightly wrong homography, perhaps flipped, perhaps cut."""
    width, height = VIEW_WH
    inner = np.array([[PAD, PAD], [PAD + width, PAD], [PAD + width, PAD + height], [PAD, PAD + height]], np.float32)
    source = inner * SCALE
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    if crop:
        source += rng.normal(0, 5.0, (4, 2)).astype(np.float32) + rng.normal(0, 3.0, (1, 2)).astype(np.float32)
        if rng.random() < 0.5:
            target = target[[1, 0, 3, 2]]
        if rng.random() < 0.5:
            target = target[[3, 2, 1, 0]]
    matrix = cv2.getPerspectiveTransform(source, target)
    size = VIEW_WH
    if crop:
        size = CROP_WH
        shift = np.eye(3)
        shift[0, 2] = -rng.integers(0, (width - size[0]) // STRIDE + 1) * STRIDE
        shift[1, 2] = -rng.integers(0, (height - size[1]) // STRIDE + 1) * STRIDE
        matrix = shift @ matrix
    view = cv2.warpPerspective(sample.canvas, matrix, size)
    masks = cv2.warpPerspective(sample.masks, matrix, size)

    def moved(points: np.ndarray) -> np.ndarray:
        return cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix).reshape(-1, 2)

    truth = {
        "base": moved(sample.stacks[:, :2]) if len(sample.stacks) else np.zeros((0, 2)),
        "top": moved(sample.stacks[:, 2:4]) if len(sample.stacks) else np.zeros((0, 2)),
        "height": sample.stacks[:, 4],
        "weight": sample.stacks[:, 5],
        "dice": moved(sample.dice) if len(sample.dice) else np.zeros((0, 2)),
        "cubes": moved(sample.cubes) if len(sample.cubes) else np.zeros((0, 2)),
        "masks": masks,
    }
    return view, truth


def bumps(points: np.ndarray, size: tuple[int, int], sigma: float) -> np.ndarray:
    """A map that is 1 at each point and falls off like a bell, in cells."""
    width, height = size
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    heat = np.zeros((height, width), np.float32)
    for x, y in points:
        cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        if -3 < cx < width + 3 and -3 < cy < height + 3:
            heat = np.maximum(heat, np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * sigma * sigma)))
    return heat


def targets(view: np.ndarray, truth: dict[str, np.ndarray], has_mask: bool) -> tuple[np.ndarray, np.ndarray]:
    """Target maps (9, h, w) and their weights."""
    height, width = view.shape[0] // STRIDE, view.shape[1] // STRIDE
    goal = np.zeros((9, height, width), np.float32)
    weight = np.zeros_like(goal)
    size = (width, height)
    clear = truth["weight"] > 0
    goal[CHECKER] = bumps(truth["base"][clear], size, 1.0)
    weight[CHECKER] = 1.0
    if (~clear).any():
        weight[CHECKER] *= (bumps(truth["base"][~clear], size, 2.0) < 0.1) | (goal[CHECKER] > 0.3)
    goal[DIE] = bumps(truth["dice"], size, 0.8)
    goal[CUBE] = bumps(truth["cubes"], size, 1.0)
    weight[[DIE, CUBE]] = 1.0
    weight[[CHECKER, DIE, CUBE]] *= cv2.resize(truth["masks"][..., 3], size, interpolation=cv2.INTER_AREA) < 20
    small = cv2.resize(truth["masks"], size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    goal[HAND], goal[OFF], goal[BAR] = small[..., 0], small[..., 1], small[..., 2]
    weight[[HAND, OFF]] = float(has_mask)
    weight[BAR] = 1.0
    for base, top, tall, sure in zip(truth["base"], truth["top"], truth["height"], truth["weight"], strict=True):
        cx, cy = round((base[0] + 0.5) / STRIDE - 0.5), round((base[1] + 0.5) / STRIDE - 0.5)
        for x in (cx - 1, cx, cx + 1):
            for y in (cy - 1, cy, cy + 1):
                if sure and 0 <= x < width and 0 <= y < height:
                    goal[TALL, y, x] = tall >= 2
                    goal[DX, y, x], goal[DY, y, x] = (top - base) / STRIDE
                    weight[[TALL, DX, DY], y, x] = 1.0
    return goal, weight


def loss_of(out: torch.Tensor, wanted: Batch) -> torch.Tensor:
    goal, weight = wanted
    count = goal[:, CHECKER].ge(0.95).sum().clamp(min=4)
    total = out.new_zeros(())
    for channel, factor in ((CHECKER, 1.0), (DIE, 1.0), (CUBE, 1.5)):
        total = total + factor * heat_loss(out[:, channel], goal[:, channel], weight[:, channel]) / count
    for channel, factor in ((HAND, 120.0), (OFF, 80.0), (BAR, 10.0)):
        raw = functional.binary_cross_entropy_with_logits(out[:, channel], goal[:, channel], reduction="none")
        total = total + factor * (raw * weight[:, channel]).mean()
    places = weight[:, TALL].sum().clamp(min=1)
    raw = functional.binary_cross_entropy_with_logits(out[:, TALL], goal[:, TALL], reduction="none")
    total = total + (raw * weight[:, TALL] * (1 + (STACK_WEIGHT - 1) * goal[:, TALL])).sum() / places
    far = functional.smooth_l1_loss(out[:, DX : DY + 1], goal[:, DX : DY + 1], reduction="none")
    return total + (far * weight[:, DX : DY + 1]).sum() / places


def heat_loss(out: torch.Tensor, goal: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Focal loss round soft targets (quality focal loss: Li and others, 2020)."""
    raw = functional.binary_cross_entropy_with_logits(out, goal, reduction="none")
    return (raw * (out.sigmoid() - goal).abs() ** 2 * weight * 4).sum()


def tensor(view: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(view.transpose(2, 0, 1).astype(np.float32) / 255 - 0.5)


def batch(samples: list[Sample], rng: np.random.Generator, size: int) -> tuple[torch.Tensor, ...]:
    views, goals, weights = [], [], []
    hands = [s for s in samples if s.has_hand]
    cubes = [s for s in samples if s.cube_cut is not None]
    piled = [s for s in samples if (s.stacks[:, 4] >= 2).any()]
    for k in rng.integers(0, len(samples), size):
        sample = piled[rng.integers(len(piled))] if rng.random() < 0.3 else samples[k]
        if cubes and rng.random() < 0.35:
            sample = with_cube(sample, cubes[rng.integers(len(cubes))], rng)
        if hands and rng.random() < 0.2:
            sample = with_hand(sample, hands[rng.integers(len(hands))], rng)
        view, truth = jittered(sample, rng, crop=True)
        goal, weight = targets(view, truth, sample.has_mask)
        views.append(tensor(recoloured(view, rng)))
        goals.append(torch.from_numpy(goal))
        weights.append(torch.from_numpy(weight))
    return torch.stack(views), torch.stack(goals), torch.stack(weights)


def peaks(heat: np.ndarray, least: float) -> np.ndarray:
    top = cv2.dilate(heat, np.ones((3, 3), np.float32))
    ys, xs = np.nonzero((heat >= top) & (heat > least))
    return np.stack([xs, ys], 1)


def check(net: FieldNet, samples: list[Sample]) -> str:
    """Recall and precision of checkers and dice at 0.4, share of right heights, on unseen boards."""
    found = wanted = false = tall_right = tall_all = 0
    dice_found = dice_wanted = dice_false = 0
    rng = np.random.default_rng(0)
    for sample in samples:
        view, truth = jittered(sample, rng, crop=False)
        out = net(tensor(view)[None])[0].numpy()
        heat = 1 / (1 + np.exp(-out))
        spots = peaks(heat[CHECKER], 0.4)
        base = (truth["base"] + 0.5) / STRIDE - 0.5
        on_board = (
            (truth["base"][:, 0] > 50)
            & (truth["base"][:, 0] < 462)
            & (truth["base"][:, 1] > 30)
            & (truth["base"][:, 1] < 386)
        )
        for k, place in enumerate(base):
            if truth["weight"][k] == 0 or not on_board[k]:
                continue
            wanted += 1
            far = np.hypot(*(spots - place).T) if len(spots) else np.array([99.0])
            if far.min() < 2.2:
                found += 1
                x, y = spots[far.argmin()]
                tall_all += 1
                tall_right += (out[TALL, y, x] > 0) == (truth["height"][k] >= 2)
        for spot in spots:
            px = spot * STRIDE
            if 56 < px[0] < 456 and 36 < px[1] < 380:
                false += not len(base) or np.hypot(*(base - spot).T).min() > 2.2
        thrown = (truth["dice"] + 0.5) / STRIDE - 0.5
        seen = peaks(heat[DIE], 0.4)
        dice_wanted += len(thrown)
        dice_found += sum(len(seen) > 0 and np.hypot(*(seen - d).T).min() < 2 for d in thrown)
        dice_false += sum(not len(thrown) or np.hypot(*(thrown - s).T).min() > 2 for s in seen)
    return (
        f"checkers missed {wanted - found} of {wanted}, false {false}, heights wrong {tall_all - tall_right}; "
        f"dice missed {dice_wanted - dice_found} of {dice_wanted}, false {dice_false}"
    )


def main() -> None:
    options = arguments(__doc__, steps=3000).parse_args()
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    samples = [load(f) for f in truth_files(options.data, options.leave_out)]
    checks = [load(f) for f in truth_files(options.check)]
    checks = checks[:: max(1, len(checks) // 60)]
    print(f"{len(samples)} pictures to learn from, {len(checks)} to check", flush=True)
    net = FieldNet()
    train(net, lambda: batch(samples, rng, 8), loss_of, lambda: check(net, checks), options)
    export(net, torch.zeros(1, 3, VIEW_WH[1], VIEW_WH[0]), options.out)


if __name__ == "__main__":
    main()
