"""Reads dice: each place where the field map shows a die is cut out and read separately."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.fieldmaps import STRIDE, FieldMaps, Peak, peaks, seen_field
from vision.observation import Pixel, SeenDie
from vision.parallax import lean
from vision.patches import cut, log_odds, patch_homography, softmax
from vision.rectify import FIELD_H, FIELD_W, FIELD_XYXY, VIEW_WH, Image, Points, inverse, transformed

PATCH: Final = 64
PITCH: Final = 64.0
"""Pixels of a patch for the width of one point: a die is 20 to 28 pixels wide, and a checker under it is seen whole."""

LEAST: Final = 0.15
"""A place on the die map below this is not looked at."""

MOST: Final = 6
"""So many places are looked at: a pair of each player and two that are none."""

LEAST_COCKED: Final = 1.0
"""A die whose logit for cocked is above this leans, if there is anything that it can lean on.

On rendered boards that no net learned from half of the leaning dice are above it, and one in a hundred flat ones.
"""

CHECKER: Final = 0.5
"""A checker stands where its map is above this."""

ON_CHECKER: Final = 17.0
"""Pixels of the view: no die that lies on the field comes nearer to the middle of a checker than this.

In rendered stills a die on a checker was seen at 10, seven that leaned on one at 17.3 to 24.6.
"""

BESIDE_CHECKER: Final = 26.0
"""Pixels of the view: a die farther than this from the middle of a checker does not lean on it."""

_NONE, _COCKED = 6, 7
_SURE: Final = 0.9  # a reading less likely than this is doubtful
_CLOSE: Final = 1.0  # so is one with a logit for cocked nearer to 0 than this
# Of the log odds of map and patch, and a constant, for a place on the map shows no die more often than one: a logistic
# regression on rendered boards that no net learned from.
_MAP_WEIGHT, _PATCH_WEIGHT, _RARELY = 0.62, 1.09, -2.91
_DICE_LOG_PRIOR: Final = {0: -1.5, 1: -3.0, 2: 0.0, 3: -3.0, 4: -1.5}
"""How many dice lie on a board, as logarithms: a pair, none, a pair each; one or three only on good evidence."""

_BESIDE_WALL: Final = 10.0  # pixels of the view: so near to the frame or the bar a die may lean on it
_PEAK_HIGH: Final = 8.0  # pixels of the view: the die map peaks between the upper face and the die's middle
_REACH: Final = 8.5  # pixels of the view: two places nearer than this are one die
_SURE_CUBE: Final = 0.35
_CUBE_REACH: Final = 22.0  # pixels of the view: from the upper face over the side faces
_SHRINKS: Final = (0.1, 0.15, 0.22, 0.33, 0.5, 0.75, 1.1, 1.6)  # sizes for loose dice, 1 = the picture fills the view
_FAINT_LOOSE: Final = 0.12  # away from a board the map is faint: the patch decides
_SURE_LOOSE: Final = 0.45
_SIZE: Final = 9.0  # a die's width in pixels of the view


def read_dice(image_bgr: Image, homography: Points, maps: FieldMaps) -> tuple[SeenDie, ...]:
    """The dice on the playing field, the surest first.

    ``homography`` (3, 3): from pixels of the picture to pixels of the view.
    """
    x0, y0 = FIELD_XYXY[:2]
    places = _places(maps)
    if not places:
        return ()
    views = np.array([(p.x, p.y) for p in places])
    centers = transformed(views, inverse(homography))
    rising = lean(homography, (image_bgr.shape[1], image_bgr.shape[0]))
    patches = [
        cut(image_bgr, upright_patch(homography, center, rising[:2] - view * rising[2], size=PATCH), PATCH)
        for view, center in zip(views, centers, strict=True)
    ]
    checkers = peaks(maps.checker, CHECKER)
    odds, dice = [], []
    for place, center, row in zip(places, centers, _readings(np.stack(patches)), strict=True):
        shown = log_odds(1 - float(softmax(row[:_COCKED])[_NONE]))
        odds.append(_MAP_WEIGHT * log_odds(place.score) + _PATCH_WEIGHT * shown + _RARELY)
        field_xy = ((place.x - x0) / FIELD_W, (place.y - y0) / FIELD_H)
        foot = _foot((place.x, place.y), rising)
        cocked, on_checker = is_cocked(foot, float(row[_COCKED]), checkers, maps), is_on_checker(foot, checkers)
        die = _die(row, (float(center[0]), float(center[1])), field_xy)
        dice.append(replace(die, cocked=cocked, on_checker=on_checker))
    surest = sorted(range(len(dice)), key=lambda k: -odds[k])
    return tuple(dice[k] for k in surest[: likeliest_number(odds)])


def likeliest_number(log_odds: Sequence[float]) -> int:
    """How many of the places hold a die, given the logarithm of the odds of each that it does."""
    sums = np.concatenate([[0.0], np.cumsum(sorted(log_odds, reverse=True))])
    few = min(_DICE_LOG_PRIOR.values()) - 2.0
    return int(np.argmax([total + _DICE_LOG_PRIOR.get(k, few) for k, total in enumerate(sums)]))


def is_cocked(foot_xy: Pixel, logit: float, checkers: Iterable[Peak], maps: FieldMaps) -> bool:
    """Whether a die is not flat on the field.

    ``foot_xy``: where it would stand on the field, in pixels of the view.  Where a checker is, none can: it
    lies on that.  Else it leans if it looks so (``logit``, of the net) and has a checker, the bar or the frame
    beside it.  ``checkers``: where they stand on the map.
    """
    nearest = _to_checker(foot_xy, checkers)
    if nearest < ON_CHECKER:
        return True
    return logit > LEAST_COCKED and (nearest < BESIDE_CHECKER or _beside_wall(foot_xy, maps))


def is_on_checker(foot_xy: Pixel, checkers: Iterable[Peak]) -> bool:
    """Whether a die is on a checker, and does not only lean on one; see :func:`is_cocked`."""
    return _to_checker(foot_xy, checkers) < ON_CHECKER


def _to_checker(foot_xy: Pixel, checkers: Iterable[Peak]) -> float:
    return min((math.dist(foot_xy, (c.x, c.y)) for c in checkers), default=math.inf)


def _beside_wall(foot_xy: Pixel, maps: FieldMaps) -> bool:
    (x, y), (x0, y0, x1, y1) = foot_xy, FIELD_XYXY
    reach = round(_BESIDE_WALL / STRIDE)
    row, column = (max(0, round((v + 0.5) / STRIDE - 0.5)) for v in (y, x))
    bar = maps.bar[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
    return min(x - x0, x1 - x, y - y0, y1 - y) < _BESIDE_WALL or float(bar.max(initial=0.0)) > 0.5


def _foot(view_xy: Pixel, rising: Points) -> Pixel:
    """Where a die whose place on the map is ``view_xy`` stands, if it stands on the field."""
    (x, y), (across, along, nearer) = view_xy, (float(v) * _PEAK_HIGH for v in rising)
    return x * (1 + nearer) - across, y * (1 + nearer) - along


def upright_patch(homography: Points, center_px: Points, up_view: Points, *, size: int) -> Points:
    """From pixels of the picture to a patch round ``center_px``, the board's plane undistorted, upright edges upwards.

    So of a die the upper face is the upper one in the patch, and no side face passes for it.
    ``up_view`` (2,): the way that upright edges take in the view.
    """
    flat = patch_homography(homography, center_px, pitch=PITCH, size=size)
    turn = -math.pi / 2 - math.atan2(up_view[1], up_view[0])
    cos, sin, half = math.cos(turn), math.sin(turn), (size - 1) / 2
    back = (half - half * cos + half * sin, half - half * sin - half * cos)
    return np.asarray(np.array([[cos, -sin, back[0]], [sin, cos, back[1]], [0, 0, 1.0]]) @ flat)


def _places(maps: FieldMaps) -> list[Peak]:
    """Where the map shows dice on the field, each once, those that are rather a doubling cube left out."""
    x0, y0, x1, y1 = FIELD_XYXY
    cubes = peaks(maps.cube, _SURE_CUBE)
    kept: list[Peak] = []
    for p in peaks(maps.die, LEAST):
        on_field = x0 - 4 < p.x < x1 + 4 and y0 - 4 < p.y < y1 + 4
        # A doubling cube on the field is a die to the die map, too.
        cube = any(math.hypot(p.x - c.x, p.y - c.y) < _CUBE_REACH and c.score > p.score for c in cubes)
        if on_field and not cube and all(math.hypot(p.x - k.x, p.y - k.y) > _REACH for k in kept):
            kept.append(p)
    return kept[:MOST]


def find_loose_dice(image_bgr: Image) -> tuple[SeenDie, ...]:
    """The dice in a picture in which no board is expected, the surest first.

    How large they are is not known: the picture is searched at growing sizes until dice are seen,
    and once more, for the next size may show them better.  Larger still, their pips would pass for dice.
    """
    best: list[SeenDie] = []
    fill = min(VIEW_WH[0] / image_bgr.shape[1], VIEW_WH[1] / image_bgr.shape[0])
    for shrink in _SHRINKS:
        dice = _dice_at(image_bgr, fill * shrink)
        if best and _certainty(dice) <= _certainty(best):
            break
        best = dice
    return tuple(best)


def _certainty(dice: list[SeenDie]) -> float:
    return sum(die.confidence for die in dice)


def _dice_at(image_bgr: Image, scale: float) -> list[SeenDie]:
    """The dice in a picture shrunk by ``scale``, those that are read with certainty."""
    found: list[SeenDie] = []
    shrink = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=shrink), dtype=np.uint8)
    grown = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1.0]])
    for window in _windows(small):
        _, maps = seen_field(small, window)
        homography = window @ inverse(grown)
        places = peaks(maps.die, _FAINT_LOOSE)
        if not places:
            continue
        centers = transformed([(p.x, p.y) for p in places], inverse(homography))
        up = np.array([0.0, -1.0])  # whoever takes a picture of a table looks across it
        patches = [cut(image_bgr, upright_patch(homography, c, up, size=PATCH), PATCH) for c in centers]
        for (x, y), logits in zip(centers.tolist(), _readings(np.stack(patches)), strict=True):
            die = _die(logits, (x, y), (x / image_bgr.shape[1], y / image_bgr.shape[0]))
            if softmax(logits[:_COCKED])[_NONE] < 0.5 and die.confidence > _SURE_LOOSE:
                found.append(die)
    found.sort(key=lambda die: -die.confidence)
    kept: list[SeenDie] = []
    for die in found:
        if all(math.dist(die.center_px, other.center_px) > _SIZE / scale for other in kept):
            kept.append(die)
    return kept


def _windows(image_bgr: Image) -> list[Points]:
    """Homographies that shift windows of the view's size over a picture, half overlapping."""
    height, width = image_bgr.shape[:2]
    lefts = range(0, max(1, width - VIEW_WH[0] // 2), VIEW_WH[0] // 2)
    tops = range(0, max(1, height - VIEW_WH[1] // 2), VIEW_WH[1] // 2)
    return [np.array([[1.0, 0, -x], [0, 1.0, -y], [0, 0, 1.0]]) for y in tops for x in lefts]


def _die(logits: npt.NDArray[np.float32], center: Pixel, field_xy: tuple[float, float]) -> SeenDie:
    """What a patch shows, if it shows a die."""
    one, two, three, four, five, six = (float(v) for v in softmax(logits[:_NONE]))
    return SeenDie(center, field_xy, (one, two, three, four, five, six))


def _readings(patches: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Logits (n, 8) of patches (n, PATCH, PATCH, 3).

    A die reads the same in a mirror: where one sight leaves doubt, the mean with the mirrored patch counts.
    """
    logits = net.run("dice", patches)
    doubtful = [k for k, row in enumerate(logits) if softmax(row[:_COCKED]).max() < _SURE or abs(row[_COCKED]) < _CLOSE]
    if doubtful:
        logits[doubtful] = (logits[doubtful] + net.run("dice", patches[doubtful][:, :, ::-1])) / 2
    return logits
