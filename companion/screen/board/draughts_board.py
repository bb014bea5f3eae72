"""The widgets that draw the draughts board of a view, and on which a move is entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine

from companion.games.draughts.squares import SIZE, Square, name
from companion.match.draughts.view import DraughtsView
from companion.screen.board.draughts_ground import ground
from companion.screen.board.draughts_layout import DraughtsLayout
from companion.screen.board.draughts_scene import Piece, Scene, entered, scene_of
from companion.screen.board.drawn import DrawnBoard, filled, rounded, veil
from companion.screen.board.entry_board import EntersByTouch
from companion.screen.board.layout import Box
from companion.screen.board.legible import checker_colours
from companion.screen.theme import THEME, Colour, ink_for
from companion.screen.widgets import signs
from companion.screen.widgets.arrows import straight_arrow

_TAKEN: Final = 0.45
"""How much of a piece shows that is captured and not off yet."""


class DraughtsBoard(DrawnBoard):
    """Draws ``view``; None leaves the board without pieces."""

    seen = tuple(each.name for each in fields(Scene))

    @property
    def layout(self) -> DraughtsLayout:
        """The layout for the current view, in window pixels."""
        return DraughtsLayout(self.box, self.view is None or self.view.light_at_bottom)

    def _shown(self, view: DraughtsView) -> Scene:
        return scene_of(view)

    def _draw_wood(self, layout: DraughtsLayout) -> None:
        frame = layout.frame
        Color(1, 1, 1, 1)
        still = DraughtsLayout(layout.box._replace(x=0.0, y=0.0), layout.light_at_bottom)
        Rectangle(texture=_ground(still, THEME.worn()), pos=frame[:2], size=frame[2:])
        if not layout.small:
            _letters(layout)

    def _draw_things(self, layout: DraughtsLayout, scene: Scene) -> None:
        colours = checker_colours(scene.checker_bgr)
        _grounds(layout, scene)
        for piece in scene.pieces:
            draw_piece(layout, piece, colours[piece.side])
        _captures(layout, scene)
        _arrow(layout, scene)
        _marks(layout, scene)
        if scene.hand or scene.camera_lost:
            veil(layout.field, layout.field.center, layout.step * 1.1, camera_lost=scene.camera_lost)


class DraughtsEntryBoard(EntersByTouch, DraughtsBoard):
    """Draws the view with the move of ``entry`` on it, as far as it is entered."""

    @property
    def shown(self) -> Scene:
        """What is drawn now."""
        return self._shown(self.view)

    def _shown(self, view: DraughtsView) -> Scene:
        if self.entry is None:
            return super()._shown(view)
        return entered(view, self.entry, self.lifted, carried=self._drags)

    def taken(self, *, needed: bool = False) -> Iterator[Box]:
        """The squares with pieces."""
        squares = {move.start for move in self.entry.routes}
        return map(self.layout.square, squares if needed else (piece.square for piece in self.shown.pieces))

    def draw_carried(self, place: tuple[float, float]) -> None:
        """Draw the piece that follows the finger."""
        side, square = self.entry.side, self.lifted
        if square is not None:
            piece = Piece(square, side, self.entry.board.is_king(square))
            draw_at(place, self.layout, piece, checker_colours(self.view.checker_bgr)[side])


@lru_cache(maxsize=16)
def _ground(layout: DraughtsLayout, _worn: tuple[object, ...]) -> Any:
    """The texture of the empty board, kept while the theme is the same."""
    return signs.texture_of(ground(layout))


def _letters(layout: DraughtsLayout) -> None:
    """Write the letters and numbers of the squares on the rim: below and left for whoever sits there, and opposite
    for the other one."""
    size = min(THEME.letter_rim_px, layout.rim * 0.92)
    frame, field, half = layout.frame, layout.field, layout.rim / 2
    for number in range(SIZE):
        file, rank = layout.square(number), layout.square(number * SIZE)
        letter, digit = name(number)[0], name(number * SIZE)[1]
        for angle, y, x in (
            (0, frame.y + half, frame.x + half),
            (180, field.y + field.height + half, field.x + field.width + half),
        ):
            signs.text(letter, (file.center[0], y), size, THEME.rim, angle=angle)
            signs.text(digit, (x, rank.center[1]), size, THEME.rim, angle=angle)


def _grounds(layout: DraughtsLayout, scene: Scene) -> None:
    """Tint the squares that are named, left to put back, or from which the last move led."""
    for square in scene.left:
        filled(layout.square(square), (*THEME.notice[:3], 0.3))
    for square in scene.named:
        filled(layout.square(square), (*_band(scene)[:3], 0.35))


def draw_piece(layout: DraughtsLayout, piece: Piece, colour: Colour) -> None:
    """Draw a man, or a king as two men one on the other with a crown."""
    draw_at(layout.square(piece.square).center, layout, piece, colour)


def draw_at(place: tuple[float, float], layout: DraughtsLayout, piece: Piece, colour: Colour) -> None:
    """Draw a piece around a place."""
    x, y = place
    radius, shown = layout.radius, _TAKEN if piece.taken else 1.0
    if not piece.king:
        signs.checker((x, y), radius, colour, piece.side, opacity=shown)
        return
    lift = max(1.0, radius * 0.12)
    signs.checker((x, y - lift), radius * 0.96, colour, piece.side, opacity=shown)
    signs.checker((x, y + lift), radius * 0.96, colour, piece.side, opacity=shown, plain=True)
    turned = not layout.at_bottom(piece.side)
    signs.crown((x, y + lift), radius * 1.15, (*ink_for(colour)[:3], shown), turned=turned)


def _captures(layout: DraughtsLayout, scene: Scene) -> None:
    """Draw a hollow ring where the last move captured a piece, which is off now."""
    held = {piece.square for piece in scene.pieces}
    for square in scene.captured:
        if square not in held:
            x, y = layout.square(square).center
            Color(*THEME.arrow_edge[:3], 0.55)
            SmoothLine(circle=(x, y, layout.radius * 0.8), width=max(1.0, layout.radius * 0.06))


def _arrow(layout: DraughtsLayout, scene: Scene) -> None:
    """Draw a move from square to square; the tip ends before the piece's middle, which is not to be covered."""
    if len(scene.way) < 2:
        return
    places = [layout.square(square).center for square in scene.way]
    scale = max(0.45, min(1.0, layout.step / THEME.px(36)))
    straight_arrow(
        places, short=layout.radius * 0.55, scale=scale, colour=THEME.warning if scene.warns else THEME.arrow
    )


def _marks(layout: DraughtsLayout, scene: Scene) -> None:
    """Draw frames around named squares, what is to be crowned, and the selected piece with its landings."""
    thick = max(THEME.px(1.2), layout.step * 0.045)
    for squares, colour in ((scene.left, THEME.notice), (scene.named, _band(scene))):
        for square in squares:
            Color(*colour)
            SmoothLine(rounded_rectangle=(*layout.square(square).inset(thick), THEME.px(3)), width=thick)
    for square in scene.crown:
        _to_crown(layout, square)
    if scene.lifted is not None:
        _ring(layout, scene.lifted, 1.1, THEME.arrow)
    for square in scene.landings:
        _ring(layout, square, 0.55, THEME.notice)
        x, y = layout.square(square).center
        dot = layout.radius * 0.16
        Color(*THEME.notice)
        SmoothEllipse(pos=(x - dot, y - dot), size=(2 * dot, 2 * dot))


def _ring(layout: DraughtsLayout, square: Square, share: float, colour: Colour) -> None:
    x, y = layout.square(square).center
    for wide, ink in ((2.4, THEME.arrow_edge), (1.5, colour)):
        Color(*ink)
        SmoothLine(circle=(x, y, layout.radius * share), width=THEME.px(wide))


def _to_crown(layout: DraughtsLayout, square: Square) -> None:
    """Draw a crown on a plate at the corner of a square whose man is to be crowned."""
    _ring(layout, square, 1.1, THEME.notice)
    x, y = layout.square(square).center
    size = layout.step * 0.52
    away = layout.step * 0.3
    middle = (x + away, y + away)
    rounded(_around(middle, size), THEME.notice, size / 2)
    signs.crown(middle, size * 0.62, THEME.ink_band)


def _around(center: tuple[float, float], size: float) -> Box:
    return Box(center[0] - size / 2, center[1] - size / 2, size, size)


def _band(scene: Scene) -> Colour:
    return THEME.warning if scene.alarm else THEME.notice
