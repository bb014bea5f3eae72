"""The match graph: Light's chance to win the match (in money play the game), turn by turn, game after game.

A touch of it means a turn, or an error that is marked on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Mesh, Rectangle, SmoothEllipse, SmoothLine
from kivy.properties import ObjectProperty

from companion.coach.grading import Grade
from companion.coach.match_graph import GraphError, GraphPoint, columns_of, touched
from companion.games.rules import Side
from companion.screen.board.layout import Box
from companion.screen.board.legible import checker_colours
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs
from companion.screen.widgets.touching import TouchField

_SIDE_PX: Final = 44.0
_FOOT_PX: Final = 26.0
_REACH_PX: Final = 22.0
"""A finger that is no farther from an error means it."""
_RADII_PX: Final = {Grade.DOUBTFUL: 5.0, Grade.BAD: 6.5, Grade.VERY_BAD: 8.0}


class SwingGraph(TouchField):
    """Draws ``swings``: the higher the line, the likelier Light wins.  ``checker_bgr``: of Light and Dark.

    The ground has Light's colour below the line and Dark's above it; a thin vertical line marks the start of a game, a
    ring in the colour of who erred each of the ``errors``, a pointer the point of index ``at``.  A touch dispatches
    ``on_chosen`` with the point or the error that it means (:func:`companion.coach.match_graph.touched`).
    """

    swings = ObjectProperty(())
    errors = ObjectProperty(())
    at = ObjectProperty(None, allownone=True)
    checker_bgr = ObjectProperty(((200, 225, 240), (40, 35, 35)))
    __events__ = ("on_chosen",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(bare=True, size_hint=(None, None), **kwargs)
        redraw = Clock.create_trigger(self._draw)
        for name in ("pos", "size", "swings", "errors", "at", "checker_bgr"):
            self.fbind(name, redraw)

    def on_touched(self) -> None:
        if step := self._step:
            column = (self.last_touch.x - self._box.x) / step
            self.dispatch("on_chosen", touched(self.swings, self.errors, column, THEME.px(_REACH_PX) / step))

    def on_chosen(self, chosen: GraphPoint | GraphError) -> None:
        """Kivy's default handler of our event: nothing."""

    def place_of(self, at: int) -> tuple[float, float]:
        """Where the point of an index is drawn, in window pixels."""
        box = self._box
        return box.x + columns_of(self.swings)[at] * self._step, box.y + self.swings[at].light_wins * box.height

    @property
    def _box(self) -> Box:
        px = THEME.px
        left, foot = self.x + px(_SIDE_PX), self.y + px(_FOOT_PX)
        return Box(left, foot, self.right - left - px(8), self.height - px(_FOOT_PX) - px(10))

    @property
    def _step(self) -> float:
        """How far to the right each turn lies; 0 where there is nothing to draw."""
        columns = columns_of(self.swings)
        drawn = bool(columns and columns[-1]) and min(self._box.width, self._box.height) >= 2
        return self._box.width / columns[-1] if drawn else 0.0

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        swings: Sequence[GraphPoint] = self.swings
        left, foot, width, height = self._box
        step = self._step
        if not step:
            return
        games = _games(swings)
        with self.canvas.after:
            Color(*checker_colours(self.checker_bgr)[Side.DARK])
            Rectangle(pos=(left, foot), size=(width, height))
            for start, game in games:
                points = [(left + (start + k) * step, foot + one.light_wins * height) for k, one in enumerate(game)]
                self._draw_game(points, foot)
            self._draw_scale(left, foot, width, height)
            for start, game in games:
                self._draw_border(left + start * step, foot, height, game[0].game, (len(game) - 1) * step)
            for error in self.errors:
                self._draw_error(error)
            if self.at is not None:
                x = self.place_of(self.at)[0]
                Color(*THEME.arrow)
                Rectangle(pos=(x - THEME.px(1.5), foot), size=(THEME.px(3), height))

    def _draw_error(self, error: GraphError) -> None:
        (x, y), radius = self.place_of(error.at), THEME.px(_RADII_PX[error.decision.grade])
        for colour, out in ((THEME.warning, radius + THEME.px(2.5)), (self._colour_of(error), radius)):
            Color(*colour)
            SmoothEllipse(pos=(x - out, y - out), size=(2 * out, 2 * out))

    def _colour_of(self, error: GraphError) -> Colour:
        return checker_colours(self.checker_bgr)[error.decision.side]

    def _draw_game(self, points: list[tuple[float, float]], foot: float) -> None:
        """Draw Light's ground below the line, and the line."""
        Color(*checker_colours(self.checker_bgr)[Side.LIGHT])
        corners = [value for x, y in points for value in (x, foot, 0, 0, x, y, 0, 0)]
        Mesh(vertices=corners, indices=list(range(2 * len(points))), mode="triangle_strip")
        Color(*THEME.button_main)
        SmoothLine(points=[value for point in points for value in point], width=THEME.px(2.0), joint="round")

    def _draw_scale(self, left: float, foot: float, width: float, height: float) -> None:
        for share in (0.0, 0.5, 1.0):
            y = foot + share * height
            Color(*THEME.notice[:3], 0.9 if share == 0.5 else 0.0)
            Rectangle(pos=(left, y - THEME.px(0.75)), size=(width, THEME.px(1.5)))
            signs.text(f"{share * 100:.0f}", (left - THEME.px(24), y), THEME.px(18), THEME.ink_quiet)
        x = self.x + THEME.px(20)
        for share, side in ((0.78, Side.LIGHT), (0.22, Side.DARK)):
            colour = checker_colours(self.checker_bgr)[side]
            signs.checker((x, foot + share * height), THEME.px(12), colour, side)

    def _draw_border(self, x: float, foot: float, height: float, game: int, wide: float) -> None:
        Color(*THEME.warning)
        Rectangle(pos=(x - THEME.px(0.75), foot), size=(THEME.px(1.5), height))
        if wide > THEME.px(24):
            signs.text(str(game), (x + wide / 2, foot - THEME.px(14)), THEME.px(18), THEME.ink_quiet)


def _games(swings: Sequence[GraphPoint]) -> list[tuple[int, list[GraphPoint]]]:
    """The chances of each game with the index of the first, at which the game before ends."""
    games: list[tuple[int, list[GraphPoint]]] = []
    for swing in swings:
        if swing.turn == 0 or not games:
            start, before = games[-1] if games else (0, [swing])
            games.append((start + len(before) - 1, []))
        games[-1][1].append(swing)
    return games
