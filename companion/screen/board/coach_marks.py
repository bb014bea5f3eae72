"""The coach's drawings: marks on checkers, their landings, a planned play, the direction of play.

Each has its own shape, so that it is recognised without colour: a play made is a solid arrow, a play
that might be made a dashed one; a marked checker has four ticks around it, a landing is a hollow ring.
Every function adds to the Kivy canvas that is open, see :mod:`companion.screen.widgets.signs`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothTriangle

from companion.coach.at_the_table.shown import coach_shown
from companion.coach.teaching import CountsShown
from companion.games.rules import BAR, TRAY, Side, Spot
from companion.match.view import Arrow, View
from companion.record.journal import Mode
from companion.screen.board.layout import SHOWN, BoardLayout, Box
from companion.screen.board.legible import checker_colours
from companion.screen.board.numbering import plan_of, reader_of
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs
from companion.screen.widgets.arrows import bent, bent_arrow, head_of

_DASH: Final = 9.0
_GAP: Final = 7.0


def hides_last_play(view: View) -> bool:
    """Whether the last play's arrows would be in the way of what is shown for the next one."""
    return view.mode is Mode.TRAINING and (coach_shown(view).help is not None or plan_of(view) is not None)


def on_board(layout: BoardLayout, view: View, touched: Spot | None) -> None:
    """Draw all that a view contains of the coach; nothing except in training, whatever the view contains."""
    if view.mode is not Mode.TRAINING:
        return
    coach, side = coach_shown(view), view.on_roll
    help_ = coach.help
    for remark in coach.remarks:
        if remark.reason is not None and remark.side is view.last_side and help_ is None:  # of a play that is seen
            _framed(layout, remark.reason.spots)
    if help_ is not None:
        _framed(layout, help_.reason.spots if help_.reason else ())
        if not help_.arrows:
            marks(layout, view, help_.side, help_.spots)
    if (plan := plan_of(view)) is not None:
        planned(layout, view, *plan)
    if coach.counts is not None:
        _shots(layout, view, coach.counts)
    if side is None or coach.tutored is None:
        return
    if not layout.small:
        direction(layout, side, checker_colours(view.checker_bgr)[side])
    asked = coach.in_hand if touched is None else touched
    if asked is not None:
        landings(layout, view, side, coach.landings.get(asked, ()))


def held(view: View, side: Side, spot: Spot) -> int:
    """How many checkers of a side stand on a spot of the board, 0 where the other side's do."""
    if spot == BAR:
        return view.bar[side is Side.DARK]
    if spot == TRAY:
        return view.off[side is Side.DARK]
    count = view.points[spot - 1]
    return max(0, count if side is Side.LIGHT else -count)


def marks(layout: BoardLayout, view: View, side: Side, spots: Iterable[Spot]) -> None:
    """Mark the uppermost checkers of these spots; a spot named twice means two checkers."""
    seen: dict[Spot, int] = {}
    for spot in spots:
        index = min(held(view, side, spot), SHOWN) - 1 - seen.get(spot, 0)
        seen[spot] = seen.get(spot, 0) + 1
        _mark(layout.checker(spot, side, max(0, index)), layout.radius)


def _mark(center: tuple[float, float], radius: float) -> None:
    """Draw a ring with four ticks, like a gun sight."""
    x, y = center
    for width, colour in ((4.6, THEME.arrow_edge), (2.6, THEME.notice)):
        Color(*colour)
        SmoothLine(circle=(x, y, radius * 1.08), width=THEME.px(width))
        for along in range(4):
            angle = math.pi / 4 + along * math.pi / 2
            points = [
                place
                for out in (0.86, 1.5)
                for place in (x + out * radius * math.cos(angle), y + out * radius * math.sin(angle))
            ]
            SmoothLine(points=points, width=THEME.px(width), cap="round")


def landings(layout: BoardLayout, view: View, side: Side, spots: Iterable[Spot]) -> None:
    """Draw where a checker may land, without ranking: a hollow ring on the next free place."""
    for spot in spots:
        x, y = layout.checker(spot, side, min(held(view, side, spot), SHOWN - 1))
        for radius, width, colour in ((0.62, 5.0, THEME.arrow_edge), (0.62, 3.0, THEME.notice)):
            Color(*colour)
            SmoothLine(circle=(x, y, layout.radius * radius), width=THEME.px(width))
        Color(*THEME.notice)
        dot = layout.radius * 0.16
        SmoothEllipse(pos=(x - dot, y - dot), size=(2 * dot, 2 * dot))


def planned(layout: BoardLayout, view: View, side: Side, arrows: Sequence[Arrow]) -> None:
    """Draw a play that has not been made on the shown board: a dashed arrow for each checker."""
    for start, end in _ways(layout, view, side, arrows):
        _broken(start, end, layout.box.center[1], layout.radius, scale=0.55 if layout.small else 1.0)


def played(layout: BoardLayout, view: View, side: Side, arrows: Sequence[Arrow]) -> None:
    """Draw a play that was made, on the board before it: a solid arrow for each checker."""
    for start, end in _ways(layout, view, side, arrows):
        bent_arrow(start, end, layout.box.center[1], scale=0.55 if layout.small else 1.0)


def _ways(
    layout: BoardLayout, view: View, side: Side, arrows: Sequence[Arrow]
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The start and end of each checker's way, after those before it have moved."""
    there: dict[Spot, int] = {}

    def now(spot: Spot) -> int:
        return there.get(spot, held(view, side, spot))

    for arrow in arrows:
        start = layout.checker(arrow.start, side, min(max(0, now(arrow.start) - 1), SHOWN - 1))
        there[arrow.start] = max(0, now(arrow.start) - 1)
        end = layout.checker(arrow.end, side, min(now(arrow.end), SHOWN - 1))
        there[arrow.end] = now(arrow.end) + 1
        yield start, end


def _broken(
    start: tuple[float, float], end: tuple[float, float], toward: float, radius: float, *, scale: float
) -> None:
    path = bent(start, end, toward)
    scale *= THEME.px(1)
    tip, before = path[-1], path[-4]
    heading = math.atan2(tip[1] - before[1], tip[0] - before[0])
    shaft = [spot for spot in path if math.dist(spot, tip) > 9 * scale]
    dashes = _dashes(shaft, _DASH * scale, _GAP * scale)
    for width, head, colour in ((4.4, 17.0, THEME.arrow_edge), (2.7, 13.5, THEME.notice)):
        Color(*colour)
        SmoothLine(circle=(*start, radius * 0.5), width=width * 0.8 * scale)
        for dash in dashes:
            SmoothLine(points=dash, width=width * scale, cap="round")
        SmoothTriangle(points=head_of(tip, heading, head, scale))


def _dashes(path: Sequence[tuple[float, float]], dash: float, gap: float) -> list[list[float]]:
    """A path in pieces, each as a line's points."""
    pieces: list[list[float]] = []
    piece: list[float] = []
    walked = 0.0
    for (x0, y0), (x1, y1) in pairwise(path):
        length = math.dist((x0, y0), (x1, y1))
        steps = max(1, round(length))
        for step in range(steps):
            along = step / steps
            place = (x0 + along * (x1 - x0), y0 + along * (y1 - y0))
            if walked % (dash + gap) < dash:
                piece.extend(place)
            elif piece:
                pieces.append(piece)
                piece = []
            walked += length / steps
    if piece:
        pieces.append(piece)
    return [piece for piece in pieces if len(piece) >= 4]


def _framed(layout: BoardLayout, spots: Iterable[Spot]) -> None:
    """Frame the spots that a reason names."""
    for spot in set(spots) - {TRAY}:
        box = layout.bar if spot == BAR else layout.point(spot)
        Color(*THEME.notice)
        frame = (box.x + THEME.px(1), box.y + THEME.px(1), box.width - THEME.px(2), box.height - THEME.px(2))
        SmoothLine(rounded_rectangle=(*frame, THEME.px(5)), width=THEME.px(1.6))


def _shots(layout: BoardLayout, view: View, counts: CountsShown) -> None:
    """Write beside each blot how many of the 36 rolls hit it."""
    for spot, shots in counts.shots.items():
        side = Side.LIGHT if held(view, Side.LIGHT, spot) else Side.DARK
        x, y = layout.checker(spot, side, 1)
        width, height = layout.column * 1.3, layout.radius * 1.5
        signs.chip(Box(x - width / 2, y - height / 2, width, height), THEME.notice)
        turned = not layout.at_bottom(reader_of(view))
        size = signs.letters_for(f"{shots}/36", THEME.letter_rim_px, width - THEME.px(4))
        signs.text(f"{shots}/36", (x, y), size, THEME.ink_band, angle=180 if turned else 0)


def direction(layout: BoardLayout, side: Side, colour: Colour) -> None:
    """Draw a side's direction of play on the rim at both ends of the bar: from its far corner to its home board."""
    for low in (True, False):
        row = 6 if layout.in_lower_row(6) == low else 19
        ahead = layout.point(row).center[0] - layout.point(row + 1).center[0]  # the direction of falling numbers
        way = math.copysign(1.0, ahead if side is Side.LIGHT else -ahead)
        y = layout.field.y - layout.rim / 2 if low else layout.field.y + layout.field.height + layout.rim / 2
        _chevrons((layout.bar.center[0], y), layout.rim * 0.62, way, colour)


def _chevrons(center: tuple[float, float], high: float, way: float, colour: Colour) -> None:
    x, y = center
    Color(*signs.ink_for(colour))
    SmoothLine(points=(x - high * 1.2, y, x + high * 1.2, y), width=high * 0.62, cap="round")
    for place in (-1, 0, 1):
        tip = x + place * high * 0.75 + way * high * 0.25
        Color(*colour)
        SmoothLine(
            points=(tip - way * high * 0.4, y + high * 0.42, tip, y, tip - way * high * 0.4, y - high * 0.42),
            width=THEME.px(1.6), joint="round", cap="round",
        )  # fmt: skip
