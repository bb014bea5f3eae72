"""Fields to touch, and showing things to the player opposite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import BooleanProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label

from companion.games.rules import Side
from companion.screen import signs
from companion.screen.board import BoardWidget
from companion.screen.layout import Box
from companion.screen.pages import Field
from companion.screen.theme import THEME, Colour

AGAIN_AFTER_S: Final = 0.35
"""A second touch of the same field within this time is the same touch: a finger that trembles."""
_BOARD_ASPECT: Final = 1.66
_BESIDE_DICE_PX: Final = 150.0
_SIZES_PX: Final = (THEME.letter_button_px, 29.0, 26.0, THEME.letters_small_px, 21.0, 18.0)


class TouchField(ButtonBehavior, Label):  # type: ignore[misc]
    """A field to touch.  ``main``: the one the game waits for; ``dead``: what cannot be done now."""

    main = BooleanProperty(False)
    dead = BooleanProperty(False)
    bare = BooleanProperty(False)
    __events__ = ("on_touched",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._touched_at_s = float("-inf")

    def on_press(self) -> None:
        """Acts when the finger comes down, so that the screen is not slower than the button."""
        touched_at_s = self.last_touch.time_start
        if not self.dead and touched_at_s - self._touched_at_s >= AGAIN_AFTER_S:
            self._touched_at_s = touched_at_s
            self.dispatch("on_touched")

    def on_touched(self) -> None:
        """Kivy's default handler of our event: nothing."""


class Tile(TouchField):
    """A field with what is drawn on it: a board above its words, dice, a side's checker.

    ``kind``: ``pause`` and ``dispute`` carry a sign above small words.
    """

    def __init__(self, field: Field, checkers: Mapping[Side, Colour], *, kind: str = "") -> None:
        ground = bool(field.main and field.board is None)
        super().__init__(text=field.words, main=ground, dead=not field.alive, size_hint=(None, None))
        self.field = field
        self._checkers = checkers
        self._kind = kind
        self.bare = kind in ("dice", "last")
        self._board = None if field.board is None else BoardWidget(view=field.board, size_hint=(None, None))
        if self._board is not None:
            self.add_widget(self._board)
            self.valign = "bottom"
        if field.dice and field.words:
            self.halign, self.padding = "left", (_BESIDE_DICE_PX, 0, 8, 0)
        if kind in ("pause", "dispute"):
            self.valign = "bottom"
        if self.bare:
            self.text = ""
        redraw = Clock.create_trigger(self._draw)
        self.bind(pos=redraw, size=redraw)

    def lay(self, box: Box) -> None:
        """Take a place."""
        self.pos, self.size = box[:2], box[2:]
        self.font_size = self._letters(box)
        if self._board is not None:
            height = min(box.height - self.font_size * 1.25 - 8, (box.width - 8) / _BOARD_ASPECT)
            width = height * _BOARD_ASPECT
            self._board.size = (width, height)
            self._board.pos = (box.x + (box.width - width) / 2, box.y + box.height - height - 5)

    def _letters(self, box: Box) -> float:
        """The largest letters with which the words fit: of several words, on as many lines as there is room for."""
        if self._kind in ("pause", "dispute"):
            return THEME.caption_px
        lines = self.text.split("\n")
        height = box.height
        if self.field.dice and self.text:
            return next(
                (px for px in _SIZES_PX if signs.width_of(self.text, px) <= box.width - _BESIDE_DICE_PX - 16),
                _SIZES_PX[-1],
            )
        for size in _SIZES_PX if self._board is None else _SIZES_PX[2:]:
            rows = 1 if self._board is not None else max(1, int((height - 8) // (size * 1.2)))
            if all(_fits(line, size, box.width - 12, rows // len(lines)) for line in lines):
                return size
        return _SIZES_PX[-1]

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        field, box = self.field, Box(*self.pos, *self.size)
        with self.canvas.after:
            if field.chosen:
                signs.outline(box, THEME.button_main)
            if self._kind == "pause":
                signs.pause((box.center[0], box.center[1] + 10), 26, THEME.ink_button)
            elif self._kind == "dispute":
                signs.flag((box.center[0], box.center[1] + 10), 30, THEME.ink_button)
            elif field.dice and not self.bare:
                self._draw_dice(box)
            elif field.side is not None and self.text:
                signs.checker(
                    (box.x + box.width / 2, box.y + box.height - 26), 15, self._checkers[field.side], field.side
                )

    def _draw_dice(self, box: Box) -> None:
        field, dice = self.field, self.field.dice
        if self.text:  # a line of a list: whose, the roll, and the words
            size = min(38.0, box.height * 0.5)
            x, y = box.x + 26, box.center[1]
            if field.side is not None:
                signs.checker((x, y), 14, self._checkers[field.side], field.side)
            for place, value in enumerate(dice):
                signs.die(Box(x + 24 + place * (size + 6), y - size / 2, size, size), value)
            return
        size = min((box.width - 20) / len(dice) - 4, box.height * 0.6, 64.0)
        start = box.center[0] - (len(dice) * size + (len(dice) - 1) * 6) / 2
        for place, value in enumerate(dice):
            signs.die(Box(start + place * (size + 6), box.center[1] - size / 2, size, size), value)
        if field.side is not None:
            signs.checker((box.x + 18, box.y + box.height - 18), 10, self._checkers[field.side], field.side)


def _fits(line: str, size: float, width: float, rows: int) -> bool:
    """Whether words fit so many rows, none of them being broken."""
    used, room = 1, width
    for word in line.split(" "):
        long = signs.width_of(word + " ", size)
        if signs.width_of(word, size) > width:
            return False
        if signs.width_of(word, size) > room:
            used, room = used + 1, width
        room -= long
    return used <= max(1, rows)


class Opposite(FloatLayout):  # type: ignore[misc]
    """Shows its children turned by 180 degrees about its centre, touches included; as they are if not ``turned``."""

    turned = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self._turn = Rotate(angle=180 if self.turned else 0, origin=self.center)
        with self.canvas.after:
            PopMatrix()
        self.bind(pos=self._recentre, size=self._recentre, turned=self._recentre)

    def _recentre(self, *_: object) -> None:
        self._turn.origin, self._turn.angle = self.center, 180 if self.turned else 0

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002
        return (2 * self.center_x - x, 2 * self.center_y - y) if self.turned else (x, y)

    to_parent = to_local

    def on_touch_down(self, touch: Any) -> bool:
        return self._turned(touch, super().on_touch_down)

    def on_touch_move(self, touch: Any) -> bool:
        return self._turned(touch, super().on_touch_move)

    def on_touch_up(self, touch: Any) -> bool:
        return self._turned(touch, super().on_touch_up)

    def _turned(self, touch: Any, pass_on: Any) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        try:
            return bool(pass_on(touch))
        finally:
            touch.pop()
