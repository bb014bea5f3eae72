"""Arrows over a board: bent from one place to another, or straight from place to place.

Each is added to the Kivy canvas that is open; places are window pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from kivy.graphics import Color, SmoothLine, SmoothTriangle

from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs


def bent_arrow(
    start: tuple[float, float], end: tuple[float, float], toward: float, *, short: float = 0.0, scale: float = 1.0,
    colour: Colour | None = None,
) -> None:  # fmt: skip
    """A bent arrow that stops ``short`` of its end; ``toward``: the height (y) towards which it bends."""
    scale *= THEME.px(1)
    path = bent(start, end, toward)
    path = [spot for spot in path if math.dist(spot, end) >= short] or [start, end]
    tip, before = path[-1], path[max(0, len(path) - 4)]
    heading = math.atan2(tip[1] - before[1], tip[0] - before[0])
    shaft = [path[0]] + [spot for spot in path if math.dist(spot, tip) > 9 * scale]
    points = [coordinate for spot in shaft for coordinate in spot]
    for width, head, ink in ((3.6, 15.5, THEME.arrow_edge), (2.0, 12.0, colour or THEME.arrow)):
        Color(*ink)
        SmoothLine(points=points, width=width * scale, joint="round", cap="round")
        signs.disc(*path[0], width * 1.7 * scale)
        SmoothTriangle(points=head_of(tip, heading, head, scale))


def straight_arrow(places: Sequence[tuple[float, float]], *, short: float, scale: float, colour: Colour) -> None:
    """An arrow from place to place in straight lines, which stops ``short`` of the last one."""
    scale *= THEME.px(1)
    (x0, y0), (x1, y1) = places[-2:]
    heading = math.atan2(y1 - y0, x1 - x0)
    tip = (x1 - short * math.cos(heading), y1 - short * math.sin(heading))
    foot = (tip[0] - 9 * scale * math.cos(heading), tip[1] - 9 * scale * math.sin(heading))
    points = [coordinate for spot in (*places[:-1], foot) for coordinate in spot]
    for width, head, ink in ((3.6, 15.5, THEME.arrow_edge), (2.0, 12.0, colour)):
        Color(*ink)
        SmoothLine(points=points, width=width * scale, joint="round", cap="round")
        for spot in places[:-1]:
            signs.disc(*spot, width * 1.7 * scale)
        SmoothTriangle(points=head_of(tip, heading, head, scale))


def bent(start: tuple[float, float], end: tuple[float, float], toward: float) -> list[tuple[float, float]]:
    """25 places along a curve from one place to another that bends towards a height (y)."""
    (x0, y0), (x1, y1) = start, end
    bend = ((x0 + x1) / 2, (y0 + y1) / 2 + 0.35 * (toward - (y0 + y1) / 2))
    return [_on_curve(start, bend, end, step / 24) for step in range(25)]


def _on_curve(
    start: tuple[float, float], bend: tuple[float, float], end: tuple[float, float], along: float
) -> tuple[float, float]:
    back = 1 - along
    weights = (back * back, 2 * back * along, along * along)
    xs, ys = zip(start, bend, end, strict=True)
    return sum(w * x for w, x in zip(weights, xs, strict=True)), sum(w * y for w, y in zip(weights, ys, strict=True))


def head_of(tip: tuple[float, float], heading: float, size: float, scale: float) -> tuple[float, ...]:
    """The points of an arrow's head; ``heading``: where it points, an angle."""
    spread = 0.52
    over = (size - 12.0) * 0.6 * scale
    size *= scale
    x, y = tip[0] + over * math.cos(heading), tip[1] + over * math.sin(heading)
    reach = size + over
    corners = ((x - reach * math.cos(heading + a), y - reach * math.sin(heading + a)) for a in (-spread, spread))
    return (x, y, *(coordinate for corner in corners for coordinate in corner))
