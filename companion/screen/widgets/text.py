"""A text on the screen."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.label import Label


class Text(Label):  # type: ignore[misc]
    """A label that draws itself: no rule of a .kv file holds for its class.

    To apply Kivy's rule of how a label is drawn takes as long as all the rest of one.
    """

    def __init__(self, **looks: Any) -> None:
        super().__init__(**looks)
        with self.canvas:
            Color()
            self._drawn: Final = Rectangle()
        for name in ("pos", "size", "texture", "texture_size"):
            self.fbind(name, self._draw_text)

    def apply_class_lang_rules(self, *_: object, **__: object) -> None:
        """No rule is applied."""

    def _draw_text(self, *_: object) -> None:
        width, height = self.texture_size
        self._drawn.texture, self._drawn.size = self.texture, (width, height)
        self._drawn.pos = int(self.x + (self.width - width) / 2), int(self.y + (self.height - height) / 2)
