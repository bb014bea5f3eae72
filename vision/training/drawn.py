"""Boards and tables drawn flat, by chance: no light falls on them, but every picture is a new board.

They show the board finder shapes, colours and crops that the renderer's few hundred boards
do not have.  All pictures are BGR ``uint8``; randomness comes from the generator given.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

PITCH = 26.0  # pixels a point is wide
Pixels = np.ndarray


@dataclass(frozen=True, slots=True)
class Flat:
    """A board seen from straight above.

    ``picture`` (h, w, 3); ``field``: its corners (4, 2), clockwise from top left; ``bar`` (4, 2), empty without one.
    """

    picture: Pixels
    field: np.ndarray
    bar: np.ndarray


def colour(rng: np.random.Generator) -> np.ndarray:
    """A colour as things have it: often grey, brown, white or black, seldom a loud one."""
    kind = rng.random()
    if kind < 0.15:
        return np.full(3, rng.uniform(0, 45)) + rng.uniform(0, 12, 3)
    if kind < 0.3:
        return np.full(3, rng.uniform(190, 250)) - rng.uniform(0, 30, 3)
    hue, sat, value = rng.uniform(0, 180), rng.uniform(0, 230), rng.uniform(25, 250)
    if kind < 0.5:  # wood
        hue, sat = rng.uniform(6, 20), rng.uniform(70, 180)
    pixel = np.array([[[hue, sat, value]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(float)


def surface(rng: np.random.Generator, wh: tuple[int, int], *, calm: bool) -> Pixels:
    """A piece of table, cloth, wall or floor; ``calm``: without strong patterns."""
    width, height = wh
    ground = np.empty((height, width, 3), np.float32)
    ground[:] = colour(rng)
    kind = rng.random() * (0.6 if calm else 1.0)
    if kind < 0.25:
        pass
    elif kind < 0.6:  # grain: noise, drawn out along one direction
        cells = np.exp(rng.uniform(np.log(3), np.log(90), 2))
        for octave in (1.0, 0.5):
            grid = (max(2, int(width * octave / cells[0])), max(2, int(height * octave / cells[1])))
            noise = rng.normal(0, rng.uniform(2, 16), (grid[1], grid[0])).astype(np.float32)
            ground += cv2.resize(noise, wh, interpolation=cv2.INTER_CUBIC)[..., None] * rng.uniform(0.5, 1.2, 3)
    elif kind < 0.75:  # checks, as of a tablecloth, or the squares of another game
        cell = rng.uniform(8, 60)
        columns, rows = (np.arange(n) // cell % 2 for n in wh)
        ground += (columns[None, :] + rows[:, None])[..., None] * (colour(rng) - ground[0, 0]) / 2
    elif kind < 0.87:  # stripes, planks
        across = (np.arange(width) // rng.uniform(4, 70) % 2)[None, :, None]
        ground += across * (colour(rng) - ground[0, 0]) * rng.uniform(0.1, 1)
    else:  # a heap of things
        for _ in range(int(rng.integers(3, 30))):
            box = cv2.boxPoints((rng.uniform(0, 1, 2) * wh, rng.uniform(8, 160, 2), rng.uniform(0, 180)))
            cv2.fillPoly(ground, [box.astype(np.int32)], colour(rng))
    if kind > 0.6 and rng.random() < 0.7:
        ground = _turned(ground, rng)
    return np.clip(ground, 0, 255).astype(np.uint8)


def _turned(ground: Pixels, rng: np.random.Generator) -> Pixels:
    height, width = ground.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 180), rng.uniform(0.7, 1.5))
    return cv2.warpAffine(ground, turn, (width, height), borderMode=cv2.BORDER_REFLECT)


def board(rng: np.random.Generator) -> Flat:
    """A board with its pieces: any bar, frame, trays, points, colours, or none of them."""
    depth = PITCH * rng.uniform(9.6, 13.0)
    bar_w = 0.0 if rng.random() < 0.15 else PITCH * rng.uniform(0.25, 1.7)
    frame = 1.0 if rng.random() < 0.12 else PITCH * rng.uniform(0.2, 2.0)
    trays = [PITCH * rng.uniform(0.9, 2.2) if rng.random() < 0.55 else 0.0 for _ in range(2)]
    x0 = frame + (trays[0] + frame * rng.uniform(0.2, 1) if trays[0] else 0.0)
    x1 = x0 + 12 * PITCH + bar_w
    y0, y1 = frame, frame + depth
    right = (trays[1] + frame * rng.uniform(0.2, 1) if trays[1] else 0.0) + frame
    wh = (int(x1 + right), int(y1 + frame))
    picture = surface(rng, wh, calm=True)
    ground = surface(rng, wh, calm=True)
    if rng.random() < 0.2:  # frame and field of nearly one colour
        ground = cv2.addWeighted(picture, 0.85, ground, 0.15, rng.uniform(-15, 15))
    box = (x0, y0, x1, y1)
    _fill(picture, box, ground)
    bar = (x0 + 6 * PITCH, y0, x0 + 6 * PITCH + bar_w, y1)
    _points(picture, box, bar_w, rng)
    if bar_w:
        if rng.random() < 0.6:  # of the frame's wood, or of a colour of its own
            _fill(picture, bar, picture[:1, :1] * np.ones_like(picture))
        else:
            _fill(picture, bar, surface(rng, wh, calm=True))
        if rng.random() < 0.6:
            _edge(picture, bar, rng)
    for tray, left in zip(trays, (frame, wh[0] - frame - trays[1]), strict=True):
        if tray:
            _tray(picture, (left, y0, left + tray, y1), rng)
    if rng.random() < 0.75:
        _edge(picture, box, rng)
    _rim_shadow(picture, box, rng)
    _pieces(picture, box, bar_w, rng)
    field = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) - 0.5
    corners = np.array([(bar[0], y0), (bar[2], y0), (bar[2], y1), (bar[0], y1)]) - 0.5
    return Flat(picture, field, corners if bar_w else np.zeros((0, 2)))


Box = tuple[float, float, float, float]


def _fill(picture: Pixels, box: Box, paint: Pixels) -> None:
    x0, y0, x1, y1 = (round(v) for v in box)
    picture[y0:y1, x0:x1] = paint[y0:y1, x0:x1]


def _edge(picture: Pixels, box: Box, rng: np.random.Generator) -> None:
    """A line round a box: an inlay, a shadow, a gap."""
    x0, y0, x1, y1 = (round(v) for v in box)
    here = picture[y0, x0].astype(float)
    paint = here * rng.uniform(0.2, 0.8) if rng.random() < 0.7 else colour(rng)
    cv2.rectangle(picture, (x0 - 1, y0 - 1), (x1, y1), paint.tolist(), int(rng.integers(1, 4)), cv2.LINE_AA)


def _rim_shadow(picture: Pixels, box: Box, rng: np.random.Generator) -> None:
    """The frame's shadow on the field along one side or two."""
    if rng.random() < 0.4:
        return
    x0, y0, x1, y1 = (round(v) for v in box)
    inside = picture[y0:y1, x0:x1]
    wide, high = (int(PITCH * rng.uniform(0, 0.5)) for _ in range(2))
    dim = np.ones(inside.shape[:2], np.float32)
    dark = rng.uniform(0.35, 0.9)
    dim[:high] = dark
    dim[:, :wide] = dark
    dim = cv2.GaussianBlur(dim, (0, 0), rng.uniform(0.5, 4))
    dim = dim[:: rng.choice((1, -1)), :: rng.choice((1, -1))]
    inside[:] = (inside * dim[..., None]).astype(np.uint8)


def _points(picture: Pixels, box: Box, bar_w: float, rng: np.random.Generator) -> None:
    x0, y0, _, y1 = box
    length, share = (y1 - y0) * rng.uniform(0.33, 0.47), rng.uniform(0.6, 1.0)
    inset = 0.0 if rng.random() < 0.7 else PITCH * rng.uniform(0, 0.35)
    paints = [colour(rng) for _ in range(2)]
    motley = rng.random() < 0.08
    blunt = rng.uniform(0.2, 1.0) if rng.random() < 0.2 else 0.0
    outline = colour(rng) if rng.random() < 0.3 else None
    only_outline = outline is not None and rng.random() < 0.3
    swap = rng.integers(2)
    for column in range(12):
        middle = x0 + PITCH * (column + 0.5) + (bar_w if column > 5 else 0)
        for top in (True, False):
            foot, way = (y0 + inset, 1) if top else (y1 - inset, -1)
            half, tip = PITCH * share / 2, foot + way * length
            corners = [(middle - half, foot), (middle + half, foot), (middle + half * blunt, tip)]
            corners += [(middle - half * blunt, tip)]
            shape = [np.round(np.array(corners) * 16).astype(np.int32)]
            paint = colour(rng) if motley else paints[(column + top + swap) % 2]
            if not only_outline:
                cv2.fillPoly(picture, shape, paint.tolist(), cv2.LINE_AA, 4)
            if outline is not None:
                cv2.polylines(picture, shape, True, outline.tolist(), 1, cv2.LINE_AA, 4)


def _tray(picture: Pixels, box: Box, rng: np.random.Generator) -> None:
    x0, y0, x1, y1 = (round(v) for v in box)
    paint = colour(rng)
    halves = [(y0, y1)] if rng.random() < 0.4 else [(y0, int(y0 + (y1 - y0) * 0.45)), (int(y0 + (y1 - y0) * 0.55), y1)]
    for top, bottom in halves:
        cv2.rectangle(picture, (x0, top), (x1, bottom), paint.tolist(), -1)
        side = colour(rng)
        thick = PITCH * rng.uniform(0.2, 0.3)
        for k in range(int(rng.integers(0, 12))):
            y = int(top + 2 + k * (thick + 1))
            if y + thick < bottom:
                cv2.rectangle(picture, (x0 + 2, y), (x1 - 2, int(y + thick)), side.tolist(), -1)


def _pieces(picture: Pixels, box: Box, bar_w: float, rng: np.random.Generator) -> None:
    """Checkers in columns, some on the bar, and dice."""
    x0, y0, x1, y1 = box
    paints = [colour(rng) for _ in range(2)]
    radius, ring = PITCH * rng.uniform(0.4, 0.49), rng.uniform(0.3, 0.9)
    tones = rng.uniform(0.5, 1.6, 2)
    shadow = rng.normal(0, 2, 2)
    mess = rng.uniform(0, 2.5)
    places: list[tuple[float, float, int]] = []
    for column in range(12):
        for top in (True, False):
            if rng.random() < 0.6:
                continue
            x = x0 + PITCH * (column + 0.5) + (bar_w if column > 5 else 0)
            for k in range(int(rng.choice((1, 2, 2, 3, 3, 4, 5, 5, 6)))):
                reach = radius * (2 * k + 1) * 1.01
                places.append((x, y0 + reach if top else y1 - reach, 2 * column + top))
    on_bar = rng.uniform(y0 + radius, y1 - radius, int(rng.choice((0, 0, 1, 2))))
    places += [(x0 + 6 * PITCH + bar_w / 2, y, k) for k, y in enumerate(on_bar)]
    owners = rng.integers(0, 2, 24)
    for x, y, column in places:
        side = owners[column]
        centre = np.array([x, y]) + rng.normal(0, mess, 2)
        under = picture[int(np.clip(y, 0, len(picture) - 1)), int(x)].astype(float)
        _disc(picture, centre + shadow, radius, under * 0.4)
        _disc(picture, centre, radius, paints[side])
        _disc(picture, centre, radius * ring, np.clip(paints[side] * tones[side], 0, 255))
    for _ in range(int(rng.integers(0, 5))):
        size = PITCH * rng.uniform(0.3, 0.45)
        spot = (rng.uniform(x0, x1), rng.uniform(y0 + (y1 - y0) * 0.35, y0 + (y1 - y0) * 0.65))
        die = cv2.boxPoints((spot, (size, size), rng.uniform(0, 90)))
        cv2.fillPoly(picture, [np.round(die).astype(np.int32)], colour(rng).tolist(), cv2.LINE_AA)


def _disc(picture: Pixels, centre: np.ndarray, radius: float, paint: np.ndarray) -> None:
    x, y = (round(v * 16) for v in centre)
    cv2.circle(picture, (x, y), int(radius * 16), paint.tolist(), -1, cv2.LINE_AA, 4)


def clutter(ground: Pixels, rng: np.random.Generator) -> None:
    """Lay boxes, discs and lines on a picture: books, cups, phones, pens, other games."""
    size = np.array(ground.shape[1::-1])
    for _ in range(int(rng.integers(1, 9))):
        middle, extent = rng.uniform(0, 1, 2) * size, rng.uniform(5, 150, 2)
        paint, edge = colour(rng).tolist(), colour(rng).tolist()
        kind = rng.random()
        if kind < 0.55:
            box = [cv2.boxPoints((middle, extent, rng.uniform(0, 180))).astype(np.int32)]
            cv2.fillPoly(ground, box, paint, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.polylines(ground, box, True, edge, int(rng.integers(1, 7)), cv2.LINE_AA)
        elif kind < 0.85:
            radius = int(extent[0] / 2.5)
            cv2.circle(ground, middle.astype(int).tolist(), radius, paint, -1, cv2.LINE_AA)
            cv2.circle(ground, middle.astype(int).tolist(), int(radius * 0.8), edge, int(rng.choice((-1, 2))))
        else:
            end = middle + rng.normal(0, 100, 2)
            cv2.line(ground, middle.astype(int).tolist(), end.astype(int).tolist(), paint, int(rng.integers(1, 8)))


def squares(rng: np.random.Generator, wh: tuple[int, int]) -> Pixels:
    """A board of squares from edge to edge, as of draughts or chess, with pieces on some."""
    width, height = wh
    across, down = (int(rng.choice((6, 8, 8, 8, 10, 12))) for _ in range(2))
    columns = np.arange(width) * across // width
    rows = np.arange(height) * down // height
    dark = ((columns[None] + rows[:, None]) % 2)[..., None]
    ground = surface(rng, wh, calm=True) * (1.0 - dark) + surface(rng, wh, calm=True) * dark
    picture = np.clip(ground, 0, 255).astype(np.uint8)
    paints = [colour(rng) for _ in range(2)]
    for row in range(down):
        for column in range(across):
            if (row + column) % 2 and rng.random() < 0.5 and row not in (down // 2, down // 2 - 1):
                centre = np.array([(column + 0.5) * width / across, (row + 0.5) * height / down])
                paint = paints[int(row < down // 2)]
                radius = min(width / across, height / down) * rng.uniform(0.3, 0.46)
                _disc(picture, centre + 2, radius, ground[int(centre[1]), int(centre[0])] * 0.5)
                _disc(picture, centre, radius, paint)
                _disc(picture, centre, radius * 0.7, np.clip(paint * 1.2, 0, 255))
    return picture
