"""Touch fields, and the widget that turns its children to the player opposite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothRoundedRectangle
from kivy.properties import BooleanProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.games.rules import Side
from companion.screen.board.boards import board_kind
from companion.screen.board.layout import Box
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs
from companion.screen.widgets.arranged import AtOnce, follow
from companion.screen.widgets.fields import Field
from companion.screen.widgets.text import Text

AGAIN_AFTER_S: Final = 0.35
"""A second touch of the same field within this time counts as the same touch: the finger trembles."""
_BESIDE_DICE_PX: Final = 150.0
_BESIDE_LAMP_PX: Final = 44.0
_LAMP_ABOVE_PX: Final = 110.0
"""On a field of the coach that is narrower than this the lamp is above the words."""
_SIGNED: Final = frozenset({"pause", "dispute", "back", "back-all"})
"""The fields that carry a sign above small words."""
_NOTED_PX: Final = 70.0
_HIGH_PX: Final = 90.0
_LEAST: Final = 0.54
"""The smallest letters of a field, relative to the normal ones: 18 pixels of 33."""


class TouchField(ButtonBehavior, Widget):  # type: ignore[misc]
    """A touch field.  ``main``: the one the game waits for; ``dead``: it cannot be used now."""

    main = BooleanProperty(False)
    dead = BooleanProperty(False)
    bare = BooleanProperty(False)
    __events__ = ("on_touched",)

    def __init__(self, **looks: Any) -> None:
        super().__init__(**looks)
        self._touched_at_s = float("-inf")
        with self.canvas.before:
            self._ground_colour: Final = Color()
            follow(self, SmoothRoundedRectangle(radius=[THEME.px(12)]))
        for name in ("main", "dead", "bare", "state"):
            self.fbind(name, self._paint)
        self._paint()

    def _paint(self, *_: object) -> None:
        ground = THEME.button_main if self.main else THEME.button
        self._ground_colour.rgba = (
            (0, 0, 0, 0) if self.bare else THEME.button_pressed if self.state == "down" else ground
        )

    def on_press(self) -> None:
        """Acts when the finger comes down, so that the screen is not slower than the button."""
        touched_at_s = self.last_touch.time_start
        if not self.dead and touched_at_s - self._touched_at_s >= AGAIN_AFTER_S:
            self._touched_at_s = touched_at_s
            self.dispatch("on_touched")

    def on_touched(self) -> None:
        """Kivy's default handler of our event: nothing."""


class TextField(TouchField, Text):
    """A touch field with a text."""

    breaks: ClassVar[bool] = True
    """Whether its words may take several lines."""

    def __init__(self, **kwargs: Any) -> None:
        looks = {"font_size": THEME.letter_button_px, "bold": True, "halign": "center", "valign": "middle"}
        super().__init__(**looks | {"line_height": 0.95} | kwargs)
        if self.breaks:
            for name in ("size", "valign"):
                self.fbind(name, self._break)
            self._break()
        self.fbind("text", self._paint)

    def _break(self, *_: object) -> None:
        height = None if self.valign == "middle" else self.height - THEME.px(8)
        self.text_size = self.width - THEME.px(2), height

    def _paint(self, *_: object) -> None:
        super()._paint()
        self.color = THEME.ink_button_main if self.main else THEME.ink_quiet if self.dead else THEME.ink_button
        self.opacity = 0.45 if self.dead and self.text else 1


class PictureField(TextField):
    """A picture field: a touch field with a board above its words, dice, a side's checker, a cube, or a seal.

    ``kind``: its place in a half; some carry a sign above small words, ``coach`` a lamp.
    """

    def __init__(self, field: Field, checkers: Mapping[Side, Colour], *, kind: str = "") -> None:
        ground = bool(field.main and field.board is None)
        super().__init__(text=field.words, main=ground, dead=not field.alive, size_hint=(None, None))
        self.field = field
        self._checkers = checkers
        self._kind = kind
        self.bare = kind in ("dice", "last")
        self._board = None
        if field.board is not None:
            self._aspect = board_kind(field.board).aspect
            self._board = board_kind(field.board).drawn(view=field.board, size_hint=(None, None))
            self.add_widget(self._board)
        if field.dice and field.words:
            self.halign, self.padding = "left", (THEME.px(_BESIDE_DICE_PX), 0.0, THEME.px(8), 0.0)
        if self._board is not None or kind in _SIGNED or field.cube is not None:
            self.valign = "bottom"
        if self.bare:
            self.text = ""
        redraw = Clock.create_trigger(self._draw)
        self.bind(pos=redraw, size=redraw)

    def lay(self, box: Box, *, letters: float = 1.0) -> None:
        """Take a place; ``letters``: the factor by which letters are larger than normal."""
        px = THEME.px
        self.pos, self.size = box[:2], box[2:]
        if self.field.note:
            self.valign, above = ("top", px(4)) if self._is_noted(box) else ("middle", 0.0)
            self.padding = (0.0, above, 0.0, 0.0)
        if self._kind == "coach":
            above = box.width < px(_LAMP_ABOVE_PX)
            self.valign = "bottom" if above else "middle"
            self.padding = (0.0 if above else px(_BESIDE_LAMP_PX), 0.0, 0.0, 0.0)
        self.font_size = self._letters(box, letters)
        if self._board is not None:
            height = min(box.height - self.font_size * 1.25 - px(8), (box.width - px(8)) / self._aspect)
            width = height * self._aspect
            self._board.size = (width, height)
            self._board.pos = (box.x + (box.width - width) / 2, box.y + box.height - height - px(5))

    def _is_noted(self, box: Box) -> bool:
        """Whether its note has room below its words."""
        return bool(self.field.note) and box.height >= THEME.px(_NOTED_PX)

    def _letters(self, box: Box, letters: float) -> float:
        """The largest letters with which the words fit; several words may take as many lines as fit."""
        px, usual = THEME.px, letters * THEME.letter_button_px
        width, height = box.width - px(10), box.height - px(8)
        if self._kind in _SIGNED:
            usual, height = (letters if box.height >= px(_HIGH_PX) else 1.0) * THEME.caption_px, 0.0
        elif self._kind == "coach":
            above = box.width < px(_LAMP_ABOVE_PX)
            usual = letters * px(18 if above else 26)
            width, height = (width, height * 0.5) if above else (width - px(_BESIDE_LAMP_PX), height)
        elif self.field.dice and self.text:
            width, height = box.width - px(_BESIDE_DICE_PX + 16), 0.0
        elif self._board is not None:
            usual, height = letters * px(26), 0.0
        elif self.field.cube is not None:
            height = 0.0
        elif self._is_noted(box):
            height -= px(28)
        elif self.field.side is not None:
            height -= px(30)
        return signs.letters_for(self.text, usual, width, height, least=_LEAST / letters)

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        field, box, px = self.field, Box(*self.pos, *self.size), THEME.px
        ink = THEME.ink_button_main if self.main else THEME.ink_button
        with self.canvas.after:
            if field.chosen:
                signs.outline(box, THEME.button_main)
            if self._kind == "pause":
                signs.pause((box.center[0], box.center[1] + px(12)), px(28), ink)
            elif self._kind == "dispute":
                signs.flag((box.center[0], box.center[1] + px(12)), px(32), ink)
            elif self._kind in ("back", "back-all"):
                for shift in (0,) if self._kind == "back" else (-7, 7):
                    signs.icon("back", (box.center[0] + px(shift), box.center[1] + px(16)), px(24), ink)
            elif self._kind == "coach":
                self._draw_lamp(box, ink)
            elif field.cube is not None:
                self._draw_cube(box, field.cube)
            elif self._is_noted(box):
                _draw_note(box, field.note)
            elif field.dice and not self.bare:
                self._draw_dice(box)
            elif field.side is not None and self.text:
                center = (box.x + box.width / 2, box.y + box.height - px(26))
                signs.checker(center, px(15), self._checkers[field.side], field.side)

    def _draw_lamp(self, box: Box, ink: Colour) -> None:
        """A lamp; three dots while the coach still thinks."""
        px = THEME.px
        above = box.width < px(_LAMP_ABOVE_PX)
        center = (box.center[0], box.y + box.height * 0.72) if above else (box.x + px(26), box.center[1])
        if self.field.waits:
            signs.dots(center, px(24), ink)
        else:
            signs.lamp(center, px(36), ink, THEME.button)

    def _draw_cube(self, box: Box, value: int) -> None:
        """Draw the cube value that a touch accepts, above the word."""
        room = box.height - self.font_size * 1.2 - THEME.px(14)
        size = min(room, box.width * 0.6)
        y = box.y + box.height - THEME.px(8) - (room + size) / 2
        signs.cube(Box(box.center[0] - size / 2, y, size, size), value)

    def _draw_dice(self, box: Box) -> None:
        field, dice, px = self.field, self.field.dice, THEME.px
        if self.text:  # a line of a list: whose, the roll, and the words
            size = min(px(38), box.height * 0.5)
            x, y = box.x + px(26), box.center[1]
            if field.side is not None:
                signs.checker((x, y), px(14), self._checkers[field.side], field.side)
            for place, value in enumerate(dice):
                signs.die(Box(x + px(24) + place * (size + px(6)), y - size / 2, size, size), value)
            return
        size = min((box.width - px(20)) / len(dice) - px(4), box.height * 0.6, px(64))
        start = box.center[0] - (len(dice) * size + (len(dice) - 1) * px(6)) / 2
        for place, value in enumerate(dice):
            signs.die(Box(start + place * (size + px(6)), box.center[1] - size / 2, size, size), value)
        if field.side is not None:
            center = (box.x + px(18), box.y + box.height - px(18))
            signs.checker(center, px(10), self._checkers[field.side], field.side)


def _draw_note(box: Box, note: str) -> None:
    """Draw a closed padlock and its word at the foot of a field."""
    px = THEME.px
    room = box.width - px(30)
    size = signs.letters_for(note, px(20), room, least=0.7)
    width = signs.width_of(note, size)
    left = box.center[0] - (width + px(20)) / 2
    y = box.y + px(16)
    signs.seal((left + px(7), y + px(1)), px(17), THEME.ink_button)
    signs.text(note, (left + px(20) + width / 2, y), size, THEME.ink_button)


class Opposite(AtOnce, FloatLayout):  # type: ignore[misc]
    """Shows its children turned by 180 degrees about its centre, touches included, if ``turned``; else unchanged."""

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
        # By x, y, width and height: while these change, ``center`` may still be the one before.
        self._turn.origin = (self.x + self.width / 2, self.y + self.height / 2)
        self._turn.angle = 180 if self.turned else 0

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
