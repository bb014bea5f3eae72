"""A touch field with words in several places, as rows of a list are."""

from __future__ import annotations

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.screen.widgets.touching import TouchField
from companion.screen.widgets.words import Words


class RowField(TouchField):
    """A touch field with words in several places and what is drawn beside them; a touch calls ``then``.

    ``_lay`` lays it out, whenever its place or one of the properties named in ``shows`` changes.  It goes by ``x``,
    ``y``, ``width`` and ``height``: ``right``, ``top`` and the centre may still be those before.
    """

    shows: ClassVar[tuple[str, ...]] = ()
    then = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self._words: dict[str, Words] = {}
        super().__init__(**kwargs)
        for name in ("pos", "size", *self.shows):
            self.fbind(name, self._lay)
        self._lay()

    def on_touched(self) -> None:
        if self.then is not None:
            self.then()

    def put(self, name: str, text: str, box: tuple[float, float, float, float], **looks: Any) -> None:
        """Show a text in a box (x, y, width, height), with these properties of :class:`Words`.

        A label is made at the first text: most rows leave some of their places empty.
        """
        place = {"pos": box[:2], "size": (max(box[2], 1), max(box[3], 1))}
        if name in self._words:
            for looked, value in {"text": text, **place, **looks}.items():
                setattr(self._words[name], looked, value)
        elif text:
            self._words[name] = Words(text=text, **place, **looks)
            self.add_widget(self._words[name])

    def _lay(self, *_: object) -> None:
        """Put its words, and draw what is beside them."""
