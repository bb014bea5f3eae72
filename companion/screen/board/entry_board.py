"""The drawn board on which a turn is entered: pieces are tapped, or dragged to where they may land."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.games.rules import Side, Spot
from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.board.drawn import redraw
from companion.screen.board.entering import entered_on
from companion.screen.board.entry_hint import free_box
from companion.screen.board.layout import SHOWN, Box
from companion.screen.board.legible import checker_colours
from companion.screen.board.used_dice import used_parts
from companion.screen.theme import THEME
from companion.screen.widgets import signs

_AGAIN_AFTER_S: Final = 0.12
"""A second tap of the same spot within this time is a trembling finger; four quick ones play a double."""
_LEAST_HINT_PX, _NARROW_HINT_PX, _LARGEST_HINT_PX = (72.0, 40.0), (230.0, 90.0), (300.0, 190.0)
"""Width and height of the hint; a smaller one would have too small letters."""
_DRAGGED_PX: Final = 14.0
"""A finger that has moved so far drags."""


class EntersByTouch(Widget):  # type: ignore[misc]
    """Turns the fingers on a board into entries: mixed into the widget that draws the board of a game.

    ``entry``: what is entered, see :class:`companion.screen.widgets.fields.Entry`.  ``takes``: whether touches enter
    anything.  ``hint``: how a turn is entered, written where nothing lies.  ``on_entered`` reports the entry that a
    touch leaves.
    """

    entry = ObjectProperty(None, allownone=True)
    hint = ObjectProperty(None, allownone=True)
    takes = BooleanProperty(True)
    __events__ = ("on_entered",)

    def __init__(self, **kwargs: Any) -> None:
        self._touch: Any = None
        self._start: Spot | None = None
        self._drags = False
        self._tapped: tuple[Spot | None, float] = None, float("-inf")
        super().__init__(**kwargs)
        self._carried = InstructionGroup()
        self.canvas.add(self._carried)
        self.bind(entry=self._let_go, takes=self._let_go)
        self._hinted = InstructionGroup()
        self.canvas.add(self._hinted)
        hint_again = Clock.create_trigger(self._draw_hint)
        for name in ("hint", "view", "pos", "size"):
            self.fbind(name, hint_again)

    @property
    def hint_box(self) -> Box | None:
        """Where the hint stands: where nothing lies, else where nothing is needed; None where there is no such room."""
        if self.hint is None or self.view is None or self.layout.small:
            return None
        field, least = self.layout.field, _scaled(_LEAST_HINT_PX)
        room = free_box(field, self.taken(), least=least, most=_scaled(_LARGEST_HINT_PX))
        return room or free_box(field, self.taken(needed=True), least=least, most=_scaled(_NARROW_HINT_PX))

    def taken(self, *, needed: bool = False) -> Iterator[Box]:
        """What lies on the board; ``needed``: only what can be moved."""
        raise NotImplementedError

    def draw_carried(self, place: tuple[float, float]) -> None:
        """Draw the piece that follows the finger."""
        raise NotImplementedError

    def on_entered(self, entry: object) -> None:
        """Kivy's default handler of our event: nothing."""

    @property
    def lifted(self) -> Spot | None:
        """The spot of the checker under the finger."""
        lifts = self._touch is not None and self._start is not None and self.entry.may_lift(self._start)
        return self._start if lifts else None

    def on_touch_down(self, touch: Any) -> bool:
        """Lift a checker, and show where it may be put."""
        if self.entry is None or not self.takes or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        spot = self.layout.spot_at(*touch.pos)
        if spot is None or self._touch is not None:
            return spot is not None
        touch.grab(self)
        self._touch, self._start, self._drags, self._from = touch, spot, False, touch.pos
        self._again()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Let the lifted checker follow the finger."""
        if touch is not self._touch or touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if self.lifted is not None and math.dist(touch.pos, self._from) >= THEME.px(_DRAGGED_PX):
            self._drags = True
        if self._drags:
            redraw(self._carried, lambda: self.draw_carried(touch.pos))
            self._again()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Put the checker down, or play it where it was only tapped."""
        if touch is not self._touch or touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        entry, start, drags = self.entry, self._start, self._drags
        self._let_go()
        end = self.layout.spot_at(*touch.pos)
        after = entry
        if drags and start is not None and end is not None:
            after = entry.dragged(start, end)
        elif not drags and start is not None and not self._trembles(start, touch.time_start):
            after = entry.tapped(start)
        if after != entry:
            self.dispatch("on_entered", after)
        return True

    def _draw_hint(self, *_: object) -> None:
        box = self.hint_box
        if box is None:
            self._hinted.clear()
        else:
            redraw(self._hinted, lambda: signs.written(self.hint.words, box, turned=self.hint.turned))

    def _trembles(self, spot: Spot, at_s: float) -> bool:
        (before, before_s), self._tapped = self._tapped, (spot, at_s)
        return spot == before and at_s - before_s < _AGAIN_AFTER_S

    def _let_go(self, *_: object) -> None:
        self._touch, self._start, self._drags = None, None, False
        self._carried.clear()
        self._again()


def _scaled(size: tuple[float, float]) -> tuple[float, float]:
    return THEME.px(size[0]), THEME.px(size[1])


class EntryBoard(EntersByTouch, BoardWidget):
    """Draws the view with the play of ``entry`` on it, as far as it is entered."""

    @property
    def shown(self) -> View:
        """The view as it is drawn, with the entered play."""
        return self._shown(self.view)

    @property
    def used(self) -> tuple[float, float]:
        """Which part of each die is entered already."""
        return (0.0, 0.0) if self.entry is None else used_parts(self.entry.turn.dice, self.entry.left)

    def _shown(self, view: View) -> View:
        if self.entry is None:
            return super()._shown(view)
        return entered_on(view, self.entry, self.lifted, carried=self._drags)

    def taken(self, *, needed: bool = False) -> Iterator[Box]:
        """The stacks, and the bar on which checkers wait."""
        layout, view, sign = self.layout, self.shown, 1 if self.entry.side is Side.LIGHT else -1
        for point, count in enumerate(view.points, start=1):
            if count and not (needed and count * sign < 0):
                box = layout.point(point)
                height = min(abs(count), SHOWN) * 2 * layout.radius
                yield Box(
                    box.x, box.y if layout.in_lower_row(point) else box.y + box.height - height, box.width, height
                )
        yield layout.bar

    def draw_carried(self, place: tuple[float, float]) -> None:
        """Draw the checker that follows the finger."""
        side = self.entry.side
        signs.checker(place, self.layout.radius * 1.1, checker_colours(self.view.checker_bgr)[side], side)
