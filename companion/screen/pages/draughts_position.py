"""The page that corrects the recorded position of a game of draughts: pieces are placed by touch on a drawn board."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, SmoothLine

from companion.games.draughts import Position
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.screen.board.draughts_board import DraughtsBoard, draw_at
from companion.screen.board.draughts_layout import DraughtsLayout
from companion.screen.board.draughts_placing import KINDS, DraughtsPlacing, Kind, as_seen, placing
from companion.screen.board.draughts_scene import Piece
from companion.screen.board.layout import Box
from companion.screen.board.legible import checker_colours
from companion.screen.camera_text import SentenceTone
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.navigator import Navigator
from companion.screen.pages.position import PlacingPage, ToldTouches
from companion.screen.services import Services
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs
from companion.screen.widgets.arranged import row
from companion.screen.widgets.words import WordField

_KEYS: Final = {False: "piece.man", True: "piece.king"}


class DraughtsPositionPage(PlacingPage):
    """Beside the board the pieces that can be put on the touched square, or taken from it."""

    widest = 1.0

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        board = TouchedSquares()
        super().__init__(services, ways, language=language, board=board, **kwargs)
        self.kinds: Final = {kind: _PieceField(kind=kind, text=self._text(_KEYS[kind.king])) for kind in KINDS}
        self.clear: Final = WordField(text=self._text("position.clear"), most=22)
        for kind, field in self.kinds.items():
            field.bind(on_touched=lambda _, kind=kind: self._put(kind))
        self.clear.bind(on_touched=lambda _: self._put(None))
        kinds, gap = self.kinds.values(), THEME.gap_px
        if THEME.upright:
            self._arrange(row(*kinds, self.clear, spacing=gap))
        else:
            self._arrange(row(*kinds, spacing=gap), self.clear)

    def begun(self, view: DraughtsView) -> DraughtsPlacing:
        return placing(view)

    def as_seen(self, view: DraughtsView) -> Position | None:
        return as_seen(view)

    def on_record(self, view: DraughtsView) -> Position:
        return view.position

    def _touched(self, x: float, y: float) -> None:
        square = self.board.layout.spot_at(x, y)
        if square is not None and self.placing is not None:
            self._becomes(self.placing.touched(square))

    def _put(self, kind: Kind | None) -> None:
        if self.placing is not None:
            self._becomes(self.placing.put(kind))

    def draw(self, placed: DraughtsPlacing, view: DraughtsView) -> None:
        side = view.at_bottom.other if self.opposite else view.at_bottom
        self.board.mark(placed.chosen, held=placed.held)
        self.board.view = DraughtsChair(view, side).board(placed.position)
        colours = checker_colours(view.checker_bgr)
        chosen = None if placed.chosen is None else placed.at(placed.chosen)
        for kind, field in self.kinds.items():
            field.dead = placed.chosen is None
            field.show(colours[kind.side], chosen=kind == chosen)
        self.clear.dead = chosen is None

    def said(self, placed: DraughtsPlacing, view: DraughtsView) -> tuple[str, SentenceTone | None]:
        """What a touch does next, else how many pieces each side has."""
        del view
        if placed.held:
            return self._text("placing.lifted"), SentenceTone.NOTE
        return self._text("placing.complete", **{side.value: str(placed.position.count(side)) for side in Side}), None


class _PieceField(WordField):
    """A field with a piece before its word."""

    def __init__(self, *, kind: Kind, **kwargs: Any) -> None:
        self._kind: Final = kind
        self._colour: Colour | None = None
        self._chosen = False
        super().__init__(valign="bottom", most=20, least=13, **kwargs)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, colour: Colour, *, chosen: bool) -> None:
        self._colour, self._chosen = colour, chosen
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        if self._colour is None:
            return
        radius = min(THEME.px(15), self.height * 0.22)
        with self.canvas.after:
            place = (self.center_x, self.top - radius - THEME.px(7))
            size = Box(0, 0, radius * 24, radius * 24)
            draw_at(place, DraughtsLayout(size), Piece(0, self._kind.side, self._kind.king), self._colour)
            if self._chosen:
                signs.outline(Box(*self.pos, *self.size), THEME.button_main)


class TouchedSquares(ToldTouches, DraughtsBoard):
    """A board whose squares can be touched; the touched one is marked."""

    def __init__(self, **kwargs: Any) -> None:
        self._marked: tuple[int | None, bool] = None, False
        super().__init__(**kwargs)

    def mark(self, square: int | None, *, held: bool) -> None:
        """Mark a square; ``held``: its piece is lifted."""
        if (square, held) != self._marked:
            self._marked = square, held
            self._again()

    def _draw(self, *_: object) -> None:
        super()._draw()
        self.canvas.after.clear()
        square, held = self._marked
        if square is None or self.view is None:
            return
        box = self.layout.square(square)
        with self.canvas.after:
            Color(*THEME.notice)
            SmoothLine(rounded_rectangle=(*box.inset(THEME.px(1)), THEME.px(4)), width=THEME.px(2))
            if held:
                SmoothLine(circle=(*box.center, self.layout.radius + THEME.px(1)), width=THEME.px(2))
