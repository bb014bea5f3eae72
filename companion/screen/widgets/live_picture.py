"""The camera's live picture, with marks over it and corners that can be dragged."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    Ellipse,
    Mesh,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.games.rules import Side
from companion.screen.board.camera_marks import Chip, Marks, Thing
from companion.screen.board.layout import Box
from companion.screen.camera_service import PreviewPicture
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs
from companion.screen.widgets.arranged import follow
from vision.observation import Pixel

_REACH_PX: Final = 48.0
"""The distance from its middle within which a handle can be grasped."""
_KNOB_PX: Final = 15.0
_LOUPE_PX: Final = 70.0
_LOUPE_TIMES: Final = 3.0
_OFF_FINGER_PX: Final = 130.0
_SURE: Final = 0.95
_RATHER: Final = 0.8
_LIGHT: Final[Colour] = (0.98, 0.96, 0.92, 1.0)
_DARK: Final[Colour] = (0.13, 0.13, 0.16, 1.0)
_INK: Final[Colour] = (0.05, 0.05, 0.06, 1.0)
_SHADE: Final[Colour] = (0.0, 0.0, 0.0, 0.55)


class LivePicture(Widget):  # type: ignore[misc]
    """Shows previews; places are pixels of the camera's whole picture.

    ``on_dragged`` (which handle, where to) while a handle moves, ``on_dropped`` (which) when it is let go.
    ``shown``: how many pictures have been shown; ``marks``: what is drawn over them.
    """

    __events__ = ("on_dragged", "on_dropped")
    plate_px = 24.0
    """The size of what says how a die or the cube was read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.shown = 0
        self._texture: Any = None
        self._size_wh = (4.0, 3.0)
        self.marks = Marks()
        self._handles: Mapping[int, Pixel] = {}
        self._held: tuple[int, float, float] | None = None
        with self.canvas:
            Color(*THEME.background)
            follow(self, Rectangle())
            self._tint = Color(1, 1, 1, 0)
            self._picture = Rectangle()
        self._again: Final = Clock.create_trigger(lambda _: self._draw())
        self.bind(pos=self._lay, size=self._lay)

    # --- the picture ----------------------------------------------------------------------------------------

    @property
    def size_wh(self) -> tuple[float, float]:
        """Of the camera's whole picture, pixels."""
        return self._size_wh

    def show(self, preview: PreviewPicture) -> None:
        """Show a newer picture; the texture is made once for each size."""
        height, width = preview.image_bgr.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="bgr")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
        self._texture.blit_buffer(preview.image_bgr.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self._tint.a = 1
        self.shown += 1
        whole = (float(width * preview.scale), float(height * preview.scale))
        if whole != self._size_wh:
            self._size_wh = whole
            self._lay()
        self.canvas.ask_update()

    def dim(self, *, dimmed: bool) -> None:
        """Show that the picture is old."""
        shade = 0.35 if dimmed else 1.0
        self._tint.rgb = (shade, shade, shade)

    def to_window_px(self, place: Pixel) -> tuple[float, float]:
        """Where a place of the picture is on this screen."""
        box, (width, height) = self._box, self._size_wh
        return box.x + place[0] / width * box.width, box.y + (1 - place[1] / height) * box.height

    def to_picture_px(self, x: float, y: float) -> Pixel:
        """The inverse of :meth:`to_window_px`."""
        box, (width, height) = self._box, self._size_wh
        return (x - box.x) / box.width * width, (1 - (y - box.y) / box.height) * height

    @property
    def _box(self) -> Box:
        """The picture within this widget: as large as its shape allows."""
        width, height = self._size_wh
        scale = min(max(self.width, 1) / width, max(self.height, 1) / height)
        wide, high = width * scale, height * scale
        return Box(self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2, wide, high)

    def _lay(self, *_: object) -> None:
        self._picture.pos, self._picture.size = self._box[:2], self._box[2:]
        self._again()

    # --- handles --------------------------------------------------------------------------------------------

    @property
    def held(self) -> int | None:
        """The handle that is being dragged."""
        return self._held[0] if self._held is not None else None

    def mark(self, marks: Marks, handles: Mapping[int, Pixel]) -> None:
        """Draw these marks over the picture, and handles that can be dragged."""
        if (marks, dict(handles)) != (self.marks, dict(self._handles)):
            self.marks, self._handles = marks, dict(handles)
            self._again()

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or self._held is not None:
            return bool(self.collide_point(*touch.pos))
        near = [(math.dist(self.to_window_px(place), touch.pos), key) for key, place in self._handles.items()]
        away, key = min(near, default=(math.inf, -1))
        if away <= THEME.px(_REACH_PX):
            x, y = self.to_window_px(self._handles[key])
            self._held = key, x - touch.x, y - touch.y
            touch.grab(self)
            self._again()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._held is None:
            return False
        key, off_x, off_y = self._held
        width, height = self._size_wh
        x, y = self.to_picture_px(touch.x + off_x, touch.y + off_y)
        self.dispatch("on_dragged", key, (min(max(x, 0.0), width), min(max(y, 0.0), height)))
        self._again()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._held is None:
            return False
        touch.ungrab(self)
        key = self._held[0]
        self._held = None
        self.dispatch("on_dropped", key)
        self._again()
        return True

    def on_dragged(self, key: int, to_px: Pixel) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_dropped(self, key: int) -> None:
        """Kivy's default handler of our event: nothing."""

    # --- the marks ------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.canvas.after.clear()
        with self.canvas.after:
            StencilPush()
            Rectangle(pos=self.pos, size=self.size)
            StencilUse()
            for key, place in self._handles.items():
                _knob(self.to_window_px(place), held=self.held == key)
            self._draw_marks(self.marks)
            StencilUnUse()
            Rectangle(pos=self.pos, size=self.size)
            StencilPop()
            if self.held is not None and self._texture is not None:
                self._draw_loupe(self._handles[self.held])

    def _draw_marks(self, marks: Marks) -> None:
        if marks.outline is not None:
            self._draw_outline(marks.outline)
        if marks.area is not None:
            self._draw_area(marks)
        for start, end in marks.lines:
            _line((*self.to_window_px(start), *self.to_window_px(end)), THEME.px(1.2), (*THEME.notice[:3], 0.8))
        for words, place, radius in marks.numbers:
            self._draw_number(words, place, radius)
        for place, radius in marks.ticks:
            center, size = self.to_window_px(place), max(self._length(radius), THEME.px(9))
            Color(*THEME.tick)
            SmoothEllipse(pos=(center[0] - size, center[1] - size), size=(2 * size, 2 * size))
            signs.tick(center, size * 1.2, THEME.die)
        for chip in marks.chips:
            self._draw_chip(chip)
        for thing in marks.things:
            self._draw_thing(thing)
        if marks.hand:
            x, y = self._box.center
            size = THEME.px(70)
            Color(*_SHADE)
            SmoothEllipse(pos=(x - size, y - size), size=(2 * size, 2 * size))
            signs.hand((x, y), size * 1.1, THEME.ink)

    def _draw_outline(self, outline: tuple[Pixel, ...]) -> None:
        places = [coordinate for place in outline for coordinate in self.to_window_px(place)]
        for width, colour in ((THEME.px(2.6), _SHADE), (THEME.px(1.4), THEME.notice)):
            Color(*colour)
            SmoothLine(points=places, width=width, close=True, joint="round")

    def _draw_area(self, marks: Marks) -> None:
        """Shade the board except where dice count."""
        assert marks.area is not None
        corners = [self.to_window_px(place) for place in marks.area]
        if marks.outline is not None:
            around = [self.to_window_px(place) for place in marks.outline]
            Color(*_SHADE)
            ring = [(*place, 0, 0) for pair in zip((*around, around[0]), (*corners, corners[0]), strict=True)
                    for place in pair]  # fmt: skip
            Mesh(vertices=[v for vertex in ring for v in vertex], indices=range(len(ring)), mode="triangle_strip")
        points = [coordinate for place in corners for coordinate in place]
        Color(*THEME.tick)
        SmoothLine(points=points, width=THEME.px(1.8), close=True, joint="round")

    def _draw_number(self, words: str, place: Pixel, radius: float) -> None:
        center = self.to_window_px(place)
        size = max(THEME.px(13), min(self._length(radius) * 1.3, THEME.px(20)))
        wide = signs.width_of(words, size)
        Color(*_SHADE)
        half = max(wide / 2 + THEME.px(3), size * 0.55)
        SmoothRoundedRectangle(
            pos=(center[0] - half, center[1] - size * 0.6), size=(2 * half, size * 1.2), radius=[size * 0.5]
        )
        signs.text(words, center, size, _LIGHT)

    def _draw_chip(self, chip: Chip) -> None:
        """Draw a disc in the side's shade with the count, in a ring whose colour and width show the confidence."""
        x, y = self.to_window_px(chip.at_px)
        radius = min(max(self._length(chip.radius_px), THEME.px(9)), THEME.px(15))
        ring = THEME.notice if chip.sure >= _SURE else THEME.warning
        if chip.counts is None:
            signs.text("?", (x, y), radius * 1.6, THEME.warning)
            return
        sides = [side for side in Side if chip.counts.of(side)]
        if not sides:
            Color(*_SHADE)
            _disc(x, y, radius * 0.4)
            Color(*ring)
            _disc(x, y, radius * 0.28)
            return
        for place, side in enumerate(sides):
            left = x + (2 * place - len(sides) + 1) * radius * 0.8
            fill, ink = (_LIGHT, _INK) if side is Side.LIGHT else (_DARK, _LIGHT)
            Color(*_INK)
            _disc(left, y, radius + THEME.px(1))
            Color(*ring)
            _disc(left, y, radius)
            Color(*fill)
            _disc(left, y, radius * (0.84 if chip.sure >= _SURE else 0.74 if chip.sure >= _RATHER else 0.6))
            signs.text(str(chip.counts.of(side)), (left, y), radius * 1.2, ink)

    def _draw_thing(self, thing: Thing) -> None:
        x, y = self.to_window_px(thing.at_px)
        size = THEME.px(self.plate_px)
        colour = THEME.notice if thing.sure >= _RATHER else THEME.warning
        Color(*colour)
        SmoothLine(circle=(x, y, size * 0.7), width=THEME.px(1.8))
        box = Box(x - size / 2, y + size * 0.8, size, size)
        Color(*(THEME.cube if thing.cube else THEME.die))
        SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[THEME.px(4)])
        signs.text(thing.words, box.center, size * 0.7, THEME.pip)

    def _draw_loupe(self, place: Pixel) -> None:
        """Draw the picture under the handle, three times as large, away from the finger."""
        x, y = self.to_window_px(place)
        radius, off = THEME.px(_LOUPE_PX), THEME.px(_OFF_FINGER_PX)
        center_y = y + off if y + off + radius <= self.top else y - off
        center_x = min(max(x, self.x + radius), self.right - radius)
        box, (width, height) = self._box, self._size_wh
        half_u = radius / _LOUPE_TIMES / box.width
        half_v = radius / _LOUPE_TIMES / box.height
        u, v = place[0] / width, place[1] / height
        low, high = v + half_v, v - half_v  # the texture is upside down
        Color(*_INK)
        _disc(center_x, center_y, radius + THEME.px(3))
        Color(1, 1, 1, 1)
        Ellipse(
            texture=self._texture,
            tex_coords=(u - half_u, low, u + half_u, low, u + half_u, high, u - half_u, high),
            pos=(center_x - radius, center_y - radius),
            size=(2 * radius, 2 * radius),
        )
        Color(*THEME.notice)
        SmoothLine(circle=(center_x, center_y, radius), width=THEME.px(2))
        arm = THEME.px(16)
        for points in (
            (center_x - arm, center_y, center_x + arm, center_y),
            (center_x, center_y - arm, center_x, center_y + arm),
        ):
            _line(points, THEME.px(1.1), THEME.warning)

    def _length(self, picture_px: float) -> float:
        return picture_px / self._size_wh[0] * self._box.width


def _knob(center: tuple[float, float], *, held: bool) -> None:
    x, y = center
    radius = THEME.px(_KNOB_PX)
    Color(*_SHADE)
    _disc(x, y, radius + THEME.px(3))
    Color(*THEME.notice)
    SmoothLine(circle=(x, y, radius), width=THEME.px(3.0 if held else 2.4))
    _disc(x, y, THEME.px(2.4))


def _line(points: tuple[float, ...], width: float, colour: Colour) -> None:
    Color(*colour)
    SmoothLine(points=points, width=width)


def _disc(x: float, y: float, radius: float) -> None:
    SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
