"""The widget that draws the board of a view."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.properties import ObjectProperty

from companion.coach.at_the_table.shown import coach_shown
from companion.games.backgammon.table import POINTS
from companion.games.rules import BAR, TRAY, Side, Spot, Stack
from companion.match.view import View
from companion.screen.board import coach_marks
from companion.screen.board.drawn import DrawnBoard, filled, rounded, veil
from companion.screen.board.ground import ground
from companion.screen.board.layout import SHOWN, BoardLayout, Box
from companion.screen.board.legible import checker_colours
from companion.screen.board.numbering import number_shown, reader_of
from companion.screen.theme import THEME, Colour, ink_for
from companion.screen.widgets import signs
from companion.screen.widgets.arrows import bent_arrow

_SURE: Final = 0.9
"""A reading with at least this confidence gets no conspicuous mark."""


_LEAST_SHARE: Final = 0.75
"""Numbers on the rim are no smaller than this share of their usual size: rather every second one is left out."""
_BETWEEN_PX: Final = 4.0
_OF_RIM: Final = 1.2
_WIDEST: Final = "24"
_CENTRED: Final = 64


class BoardWidget(DrawnBoard):
    """Draws ``view``; None leaves the board without checkers.

    ``touched``: the spot of the touched checker whose landings are shown.  ``compared``: the side, the play
    that was made and the best one, as arrows on the board before the play.  ``rolled``: a side and its roll, whose
    dice are drawn beside the field as well; on the table they lie in the players' halves.
    """

    touched = ObjectProperty(None, allownone=True)
    compared = ObjectProperty(None, allownone=True)
    rolled = ObjectProperty(None, allownone=True)
    own = ("touched", "compared", "rolled")
    seen = (
        "points", "bar", "off", "on_roll", "with_cube", "cube_value", "cube_owner", "cube_offered_by", "crawford",
        "last_side", "arrows", "illegal", "message", "confidence", "hand", "camera_lost", "checker_bgr", "put_back",
        "lifted", "landings", "layers", "question", "history", "rules",
    )  # fmt: skip
    _asked: object = None

    @property
    def layout(self) -> BoardLayout:
        """The layout for the current view, in window pixels."""
        if self.view is None:
            return BoardLayout(self.box)
        return BoardLayout(self.box, self.view.light_at_bottom, self.view.home_at_right)

    @property
    def used(self) -> tuple[float, float]:
        """Which part of each die of ``rolled`` is played already."""
        return 0.0, 0.0

    def _draw_wood(self, layout: BoardLayout) -> None:
        _draw_wood(layout)

    def _shown(self, view: View) -> View:
        """The view as it is drawn."""
        return _as_it_lies(view)

    def _draw_things(self, layout: BoardLayout, view: View) -> None:
        _draw_things(layout, view, self.touched)
        if self.rolled is not None:
            side, dice = self.rolled
            rolled = zip(layout.dice(side), (dice.first, dice.second), self.used, strict=True)
            for box, value, used in rolled:
                signs.die(box, value, used=used)
        if self.compared is not None:
            side, made, best = self.compared
            coach_marks.played(layout, view, side, made)
            coach_marks.planned(layout, view, side, best)

    def on_view(self, _: object, view: View | None) -> None:
        """Forget the touched checker when its roll is over, and when a hint is given."""
        coach = None if view is None else coach_shown(view)
        asked = None if coach is None else (coach.landings, coach.help)
        if asked != self._asked:
            self._asked, self.touched = asked, None


def _as_it_lies(view: View) -> View:
    """The view with the illegal play on its board, and nothing of the play before it."""
    illegal = view.illegal
    if illegal is None:
        return view
    stacks = [illegal.picture.get(point, Stack(0, 0)) for point in POINTS]
    return replace(
        view, points=tuple(light if light >= dark else -dark for light, dark in stacks),
        bar=_pair(illegal.picture.get(BAR, Stack(0, 0))), off=_pair(illegal.picture.get(TRAY, view.off)),
        last_side=illegal.side, arrows=illegal.ways,
    )  # fmt: skip


def _pair(both: tuple[int, int]) -> tuple[int, int]:
    return both[0], both[1]


def _draw_things(layout: BoardLayout, view: View, touched: Spot | None) -> None:
    if not layout.small:
        _numbers(layout, view)
    _confidence(layout, view)
    _marked_ground(layout, view)
    _checkers(layout, view)
    _trays(layout, view)
    if not layout.small:
        _cube(layout, view)
    if not coach_marks.hides_last_play(view):
        _arrows(layout, view)
    coach_marks.on_board(layout, view, touched)
    if view.landings and view.on_roll is not None:
        coach_marks.landings(layout, view, view.on_roll, view.landings)
    _lifted(layout, view, view.lifted if touched is None else touched)
    _put_back(layout, view)
    if view.hand or view.camera_lost:
        veil(layout.field, layout.bar.center, layout.bar.width * 1.1, camera_lost=view.camera_lost)
    _marks(layout, view)


def _draw_wood(layout: BoardLayout) -> None:
    box = layout.box
    Color(1, 1, 1, 1)
    Rectangle(texture=_ground(replace(layout, box=box._replace(x=0.0, y=0.0)), THEME.worn()), pos=box[:2], size=box[2:])


@lru_cache(maxsize=24)
def _ground(layout: BoardLayout, _worn: tuple[object, ...]) -> Any:
    """The texture of the empty board, kept while the theme is the same."""
    return signs.texture_of(ground(layout))


def _numbers(layout: BoardLayout, view: View) -> None:
    """Draw the points' numbers on the rim; every second one where all of them would touch each other."""
    every = 1 if _rim_letters(layout, 1)[1] else 2
    size, _ = _rim_letters(layout, every)
    for point in POINTS:
        if number_shown(view, point) % every == 0:
            _number(layout, view, point, size, THEME.rim)


def _rim_letters(layout: BoardLayout, points: int) -> tuple[float, bool]:
    """The size of letters for the numbers of every so many points, and whether the widest one has room."""
    room = points * layout.column - THEME.px(_BETWEEN_PX)
    most = min(THEME.letter_rim_px, _OF_RIM * layout.rim)
    size = signs.letters_for(_WIDEST, most, room, least=_LEAST_SHARE)
    return size, signs.width_of(_WIDEST, size) <= room


def _number(layout: BoardLayout, view: View, point: int, size: float, colour: Colour) -> None:
    angle = 0 if layout.at_bottom(reader_of(view)) else 180
    signs.text(str(number_shown(view, point)), _on_rim(layout, point, 0.5), size, colour, angle=angle)


def _confidence(layout: BoardLayout, view: View) -> None:
    """Draw a thin line at the foot of each point, the longer the surer the reading; yellow if it is not sure."""
    for point, sure in enumerate(view.confidence or (), start=1):
        box = layout.point(point)
        length = box.width * 0.8 * max(0.08, min(1.0, sure))
        thick = THEME.px(2 if sure >= _SURE else 4)
        y = box.y - THEME.px(0.5) - thick if layout.in_lower_row(point) else box.y + box.height + THEME.px(0.5)
        filled(Box(box.center[0] - length / 2, y, length, thick), THEME.surety if sure >= _SURE else THEME.doubt)


def _checkers(layout: BoardLayout, view: View) -> None:
    colours = checker_colours(view.checker_bgr)
    for point, count in enumerate(view.points, start=1):
        side = Side.LIGHT if count > 0 else Side.DARK
        _stack(layout, point, side, abs(count), colours[side])
    for side, count in zip(Side, view.bar, strict=True):
        _stack(layout, BAR, side, count, colours[side])
    for point, both in (view.illegal.picture if view.illegal is not None else {}).items():
        if point in POINTS and min(both) > 0:
            _among_others(layout, view, point, both)


def _among_others(layout: BoardLayout, view: View, point: int, both: Stack) -> None:
    """Draw the fewer of the checkers on a point that holds both sides beyond the others."""
    fewer = Side.DARK if both.light >= both.dark else Side.LIGHT
    for index in range(max(both), max(both) + min(both)):
        place = layout.checker(point, fewer, min(index, SHOWN - 1))
        signs.checker(place, layout.radius, _checker_colour(view, fewer), fewer)


def _stack(layout: BoardLayout, spot: int, side: Side, count: int, colour: Colour) -> None:
    for index in range(min(count, SHOWN)):
        signs.checker(layout.checker(spot, side, index), layout.radius, colour, side)
    if count > SHOWN:
        turned = not (layout.at_bottom(side) if spot == BAR else layout.in_lower_row(spot))
        center = layout.checker(spot, side, SHOWN - 1)
        ink = ink_for(colour)
        signs.plate(center, layout.radius, colour)
        signs.number(count, center, layout.radius * 1.35, ink, turned=turned)


def _trays(layout: BoardLayout, view: View) -> None:
    """Draw the borne-off checkers on edge, the first one nearest to the player, with their count on top."""
    for side, count in zip(Side, view.off, strict=True):
        tray, low = layout.tray(side).inset(THEME.px(2)), layout.at_bottom(side)
        colour = _checker_colour(view, side)
        thick = (tray.height - layout.radius * 2) / 15
        for index in range(count):
            y = tray.y + index * thick if low else tray.y + tray.height - (index + 1) * thick
            filled(Box(tray.x, y, tray.width, thick), ink_for(colour))
            filled(Box(tray.x, y, tray.width, thick).inset(THEME.px(0.8)), colour)
        if count:
            y = tray.y + tray.height - layout.radius if low else tray.y + layout.radius
            signs.number(count, (tray.center[0], y), layout.radius * 1.5, THEME.rim, turned=not low)


def _cube(layout: BoardLayout, view: View) -> None:
    """Draw the cube facing its owner, in the owner's colour; an offered cube faces the player who is to answer.

    A centred cube shows 64, as a real one does, which has no face for 1.
    """
    if not view.with_cube:
        return
    offered_by, owner = view.cube_offered_by, view.cube_owner
    if offered_by is not None:
        angle, colour = (180 if layout.at_bottom(offered_by) else 0), _checker_colour(view, offered_by)
        signs.cube(layout.offered_cube(offered_by), 2 * view.cube_value, angle=angle, colour=colour)
    elif owner is not None:
        angle = 0 if layout.at_bottom(owner) else 180
        signs.cube(layout.cube(owner), view.cube_value, angle=angle, colour=_checker_colour(view, owner))
    else:
        signs.cube(layout.cube(None), _CENTRED, angle=90, idle=view.crawford)


def _arrows(layout: BoardLayout, view: View) -> None:
    """Draw the steps of the last play, from where a checker was to where one is now; in the colour of the warning
    what it is about."""
    ways = [(view.last_side, arrow) for arrow in view.arrows if view.last_side is not None]
    if view.illegal is not None:
        ways += [(view.illegal.side.other, arrow) for arrow in view.illegal.others]
    for side, arrow in ways:
        start = layout.vacated(arrow.start, side, _held(view, side, arrow.start))
        end = layout.checker(arrow.end, side, max(0, _held(view, side, arrow.end) - 1))
        scale = 0.55 if layout.small else 1.0
        against = view.illegal is not None and arrow in view.illegal.against
        colour = THEME.warning if against else None
        bent_arrow(start, end, layout.box.center[1], short=layout.radius * 0.75, scale=scale, colour=colour)


def _lifted(layout: BoardLayout, view: View, spot: Spot | None) -> None:
    """Draw a ring around the checker that is lifted, or was touched."""
    if spot is None or view.on_roll is None:
        return
    side = view.on_roll
    index = min(_held(view, side, spot), SHOWN) - 1
    x, y = layout.checker(spot, side, max(0, index))
    Color(*THEME.arrow_edge)
    SmoothLine(circle=(x, y, layout.radius * 1.1), width=THEME.px(4))
    Color(*THEME.arrow)
    SmoothLine(circle=(x, y, layout.radius * 1.1), width=THEME.px(2.5))


def _held(view: View, side: Side, spot: int) -> int:
    if spot == BAR:
        return view.bar[side is Side.DARK]
    return 0 if spot == TRAY else abs(view.points[spot - 1])


def _put_back(layout: BoardLayout, view: View) -> None:
    """Draw a tick on a spot that matches the record again, a frame on one that does not yet."""
    back = view.put_back
    if back is None:
        return
    for spot in back.left:
        box = layout.bar if spot == BAR else layout.point(spot)
        rounded(box, (*THEME.notice[:3], 0.3), THEME.px(5))
        Color(*THEME.notice)
        SmoothLine(rounded_rectangle=(*box.inset(THEME.px(1)), THEME.px(5)), width=THEME.px(2.2))
    for spot in set(back.ticked) - set(back.left):
        x, y = layout.bar.center if spot == BAR else _at_tip(layout, spot)
        Color(*THEME.tick)
        SmoothEllipse(pos=(x - layout.radius, y - layout.radius), size=(2 * layout.radius, 2 * layout.radius))
        signs.tick((x, y), layout.radius * 1.2, THEME.die)


def _at_tip(layout: BoardLayout, point: int) -> tuple[float, float]:
    box = layout.point(point)
    out = box.height - layout.radius * 1.1
    return box.center[0], box.y + out if layout.in_lower_row(point) else box.y + box.height - out


def _marked_ground(layout: BoardLayout, view: View) -> None:
    for point in view.message.points if view.message else ():
        filled(layout.point(point), (*_band_colour(view)[:3], 0.35))


def _marks(layout: BoardLayout, view: View) -> None:
    """Mark the points that a message names: a frame around each, and a wedge on the rim."""
    colour = _band_colour(view)
    for point in view.message.points if view.message else ():
        box = layout.point(point).inset(THEME.px(1))
        Color(*colour)
        SmoothLine(rounded_rectangle=(*box, THEME.px(5)), width=THEME.px(2.2))
        number_x, number_y = _on_rim(layout, point, 0.5)
        rounded(Box(number_x - box.width / 2, number_y - layout.rim / 2, box.width, layout.rim), colour, THEME.px(4))
        _number(layout, view, point, _rim_letters(layout, 1)[0], THEME.ink_band)


def _band_colour(view: View) -> Colour:
    return THEME.warning if view.message and view.message.alarm else THEME.notice


def _checker_colour(view: View, side: Side) -> Colour:
    return checker_colours(view.checker_bgr)[side]


def _on_rim(layout: BoardLayout, point: int, out: float) -> tuple[float, float]:
    box = layout.point(point)
    y = box.y - layout.rim * out if layout.in_lower_row(point) else box.y + box.height + layout.rim * out
    return box.center[0], y
