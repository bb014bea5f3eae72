"""The match graph: Light's chance to win the match (in money play the game), turn by turn, game after game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Mesh, Rectangle, SmoothLine
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.coach.match_graph import GraphPoint
from companion.games.rules import Side
from companion.screen.board.legible import checker_colours
from companion.screen.theme import THEME
from companion.screen.widgets import signs

_SIDE_PX: Final = 44.0
_FOOT_PX: Final = 26.0


class SwingGraph(Widget):  # type: ignore[misc]
    """Draws ``swings``: the higher the line, the likelier Light wins.  ``checker_bgr``: of Light and Dark.

    The ground has Light's colour below the line and Dark's above it; a thin vertical line marks the start of a game.
    """

    swings = ObjectProperty(())
    checker_bgr = ObjectProperty(((200, 225, 240), (40, 35, 35)))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        redraw = Clock.create_trigger(self._draw)
        self.bind(pos=redraw, size=redraw, swings=redraw, checker_bgr=redraw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        swings: Sequence[GraphPoint] = self.swings
        px = THEME.px
        left, foot = self.x + px(_SIDE_PX), self.y + px(_FOOT_PX)
        width, height = self.right - left - px(8), self.height - px(_FOOT_PX) - px(10)
        games = _games(swings)
        steps = sum(len(game) - 1 for _, game in games)
        if steps < 1 or min(width, height) < 2:
            return
        step = width / steps
        with self.canvas:
            Color(*checker_colours(self.checker_bgr)[Side.DARK])
            Rectangle(pos=(left, foot), size=(width, height))
            for start, game in games:
                points = [(left + (start + k) * step, foot + one.light_wins * height) for k, one in enumerate(game)]
                self._draw_game(points, foot)
            self._draw_scale(left, foot, width, height)
            for start, game in games:
                self._draw_border(left + start * step, foot, height, game[0].game, (len(game) - 1) * step)

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
