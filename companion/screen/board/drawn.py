"""What every drawn board has: an empty one that is drawn once, and over it what a view puts on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Canvas, Color, InstructionGroup, Rectangle, SmoothRoundedRectangle
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.screen.board.layout import Box
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs

_LEAST_PX: Final = 16.0


class DrawnBoard(Widget):  # type: ignore[misc]
    """Draws ``view``; None leaves the board empty.

    ``own``: the names of further properties that are drawn; ``seen``: those of the view.
    """

    view = ObjectProperty(None, allownone=True)
    own: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._wood = InstructionGroup()
        self._things = InstructionGroup()
        self._wood_of: object = None
        self._things_of: tuple[object, ...] = ()
        self.canvas.add(self._wood)
        self.canvas.add(self._things)
        self._again = Clock.create_trigger(self._draw)
        for name in ("view", "pos", "size", *self.own):
            self.fbind(name, self._again)
        self._again()

    @property
    def layout(self) -> Any:
        """The layout for the current view, in window pixels."""
        raise NotImplementedError

    @property
    def box(self) -> Box:
        return Box(*self.pos, *self.size)

    def _draw(self, *_: object) -> None:
        """Draw only what has changed: most views change nothing on the board."""
        layout, view = self.layout, self.view
        if min(self.size) < _LEAST_PX:
            return  # no layout yet, and Kivy writes beyond its memory for rounded corners of a negative size
        if layout != self._wood_of:
            self._wood_of, self._things_of = layout, ()
            redraw(self._wood, lambda: self._draw_wood(layout))
        if view is None:
            self._things.clear()
            self._things_of = ()
            return
        view = self._shown(view)
        own = (layout, *(getattr(self, name) for name in self.own))
        if self._things_of != (things := (*own, *(getattr(view, name) for name in self.seen))):
            self._things_of = things
            redraw(self._things, lambda: self._draw_things(layout, view))

    def _shown(self, view: Any) -> Any:
        """The view as it is drawn."""
        return view

    def _draw_wood(self, layout: Any) -> None:
        """Draw the empty board."""
        raise NotImplementedError

    def _draw_things(self, layout: Any, view: Any) -> None:
        """Draw what is on the board."""
        raise NotImplementedError


def redraw(group: InstructionGroup, draw: Callable[[], None]) -> None:
    """Draw a group again: Kivy adds drawings to the open canvas, and the new ones are moved into the group."""
    group.clear()
    canvas = Canvas()
    with canvas:
        draw()
    group.add(canvas)


def filled(box: Box, colour: Colour) -> None:
    Color(*colour)
    Rectangle(pos=box[:2], size=box[2:])


def rounded(box: Box, colour: Colour, radius: float) -> None:
    Color(*colour)
    SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[radius])


def veil(field: Box, center: tuple[float, float], size: float, *, camera_lost: bool) -> None:
    """Shade a field while nothing can be read; a sign of this size says why."""
    filled(field, THEME.veil)
    x, y = center
    rounded(Box(x - size * 0.75, y - size * 0.75, size * 1.5, size * 1.5), THEME.background, size * 0.75)
    if camera_lost:
        signs.camera_off((x, y), size, THEME.ink)
    else:
        signs.hand((x, y), size, THEME.ink)
