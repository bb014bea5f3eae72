"""A picture that is enlarged with two fingers, a double tap or buttons, and the same over the whole page."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.screen.board.layout import Box
from companion.screen.theme import THEME
from companion.screen.widgets.arranged import Fields, column, row
from companion.screen.widgets.modals import Modal
from companion.screen.widgets.sign_field import SignField
from companion.screen.widgets.words import WordField
from companion.screen.widgets.zooming import STEP, Place, Zoom

_FINGERS: Final = 2


class ZoomPicture(Widget):  # type: ignore[misc]
    """Shows a texture as large as it fits, or the part of it that ``zoom`` names."""

    texture_shown = ObjectProperty(None, allownone=True)
    zoom = ObjectProperty(Zoom())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self._fingers: Final[dict[object, Place]] = {}
        self.bind(pos=self._draw, size=self._draw, texture_shown=self._draw, zoom=self._draw)

    def step(self, way: int) -> None:
        """Enlarge by a step, or back by one."""
        self.zoom = self.zoom.by(STEP**way)

    @property
    def frame(self) -> Box | None:
        """Where the picture is drawn; None while there is none."""
        texture = self.texture_shown
        if texture is None or min(self.size) < 2:
            return None
        share = min(self.width / texture.width, self.height / texture.height)
        width, height = texture.width * share, texture.height * share
        return Box(self.center_x - width / 2, self.center_y - height / 2, width, height)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        frame, texture, zoom = self.frame, self.texture_shown, self.zoom
        if frame is None:
            return
        part = texture.get_region(
            round(zoom.left * texture.width), round(zoom.low * texture.height),
            max(1, round(zoom.share * texture.width)), max(1, round(zoom.share * texture.height)),
        )  # fmt: skip
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=part, pos=frame[:2], size=frame[2:])

    # --- fingers -----------------------------------------------------------------------------------

    def _place(self, touch: Any) -> Place:
        frame = self.frame
        assert frame is not None
        return (touch.x - frame.x) / frame.width, (touch.y - frame.y) / frame.height

    def on_touch_down(self, touch: Any) -> bool:
        if self.frame is None or not self.collide_point(*touch.pos) or len(self._fingers) == _FINGERS:
            return False
        touch.grab(self)
        self._fingers[touch.uid] = self._place(touch)
        if touch.is_double_tap and len(self._fingers) == 1:
            self.zoom = self.zoom.tapped(self._place(touch))
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or touch.uid not in self._fingers or self.frame is None:
            return False
        before = dict(self._fingers)
        self._fingers[touch.uid] = self._place(touch)
        if len(before) == _FINGERS:
            self.zoom = self.zoom.pinched(list(before.values()), list(self._fingers.values()))
        else:
            (was,), (now,) = before.values(), self._fingers.values()
            self.zoom = self.zoom.moved((now[0] - was[0], now[1] - was[1]))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        return True


_FIELDS_PX: Final = 114.0


class WholePicture(Modal):
    """A picture over the whole page, with buttons that enlarge it and one that leads back."""

    def __init__(self, texture: object, *, close: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.picture: Final = ZoomPicture(texture_shown=texture)
        self.less: Final = SignField(sign="minus")
        self.more: Final = SignField(sign="plus")
        self.leave: Final = WordField(text=close, main=True)
        self.less.bind(on_touched=lambda _: self.picture.step(-1))
        self.more.bind(on_touched=lambda _: self.picture.step(1))
        self.leave.bind(on_touched=lambda _: self.close())
        if THEME.upright:
            self.add_widget(column(self.picture, Fields(self.less, self.more, self.leave)))
        else:
            fields = column(self.leave, self.more, self.less, spaced=True)
            self.add_widget(row(self.picture, (fields, _FIELDS_PX)))
